use super::Progress;
use lagometer_render::Style;
use lagometer_render::message::{self, ProgressLine};
use std::time::Duration;

fn text(line: &ProgressLine) -> String {
    message::progress(line, 200, &Style::PLAIN)
}

#[test]
fn the_line_counts_warm_ups_then_rounds() {
    let mut progress = Progress::new("grid-sort", 2, 10);
    assert_eq!(text(&progress.line()), "grid-sort   warm-up 1 of 2");
    progress.round_done(Duration::from_millis(2_000));
    progress.warmups_done = 2;
    progress.valid = 3;
    progress.last = vec!["sort 165.8 ms".to_owned(), "cpu time 140.8 ms".to_owned()];
    assert_eq!(
        text(&progress.line()),
        "grid-sort   round 4 of 10   sort 165.8 ms   cpu time 140.8 ms   about 14 s left"
    );
}

#[test]
fn after_the_last_round_the_count_stays_at_what_is_wanted() {
    let mut progress = Progress::new("a", 0, 3);
    progress.valid = 3;
    progress.round_done(Duration::from_secs(1));
    assert_eq!(text(&progress.line()), "a   round 3 of 3   about 0 s left");
}

#[test]
fn a_round_that_does_not_count_says_why_while_it_is_cleaned_up() {
    let mut progress = Progress::new("a", 1, 3);
    let line = "a   warm-up 1 of 1   round-timeout, cleaning up";
    assert_eq!(text(&progress.failed_line("round-timeout")), line);
    progress.warmups_done = 1;
    progress.valid = 1;
    let line = "a   round 2 of 3   browser-died, cleaning up";
    assert_eq!(text(&progress.failed_line("browser-died")), line);
}
