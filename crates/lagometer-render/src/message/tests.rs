use super::*;

#[test]
fn error_says_what_where_and_what_to_do() {
    let text = error(
        "page.cpuprofile is a CPU profile, not a trace",
        &["at byte 0: object with `nodes` and `samples`".to_owned()],
        Some("lagometer cpu page.cpuprofile"),
        &Style::PLAIN,
    );
    assert_eq!(
        text,
        "error: page.cpuprofile is a CPU profile, not a trace\n  \
         at byte 0: object with `nodes` and `samples`\n\
         hint: lagometer cpu page.cpuprofile\n"
    );
}

#[test]
fn long_lines_are_wrapped_and_indented() {
    let text = warning(
        "the trace is incomplete: buffer of 1.0 MiB full, 1,330 chunks discarded while it was recorded",
        &Style::PLAIN,
    );
    assert_eq!(
        text,
        "warning: the trace is incomplete: buffer of 1.0 MiB full, 1,330 chunks discarded\n  \
         while it was recorded\n"
    );
    assert!(text.lines().all(|line| line.len() <= 80));
}

#[test]
fn colour_is_added_only_where_wanted() {
    let colour = Style {
        colour: true,
        ..Style::PLAIN
    };
    assert_eq!(warning("x", &colour), "\x1b[33mwarning\x1b[0m: x\n");
    assert_eq!(hint("x", &colour), "\x1b[2mhint: x\x1b[0m\n");
    let text = error("x", &[], None, &colour);
    assert_eq!(text, "\x1b[31m\x1b[1merror\x1b[0m\x1b[0m: x\n");
    assert!(!error("x", &[], Some("y"), &Style::PLAIN).contains('\x1b'));
}

#[test]
fn names_of_strangers_cannot_act() {
    let text = note("file `a\x1b[2J\nerror: b`", &Style::PLAIN);
    assert_eq!(text, "note: file `a\\u{1b}[2J\\nerror: b`\n");
}

fn progress_in(columns: usize, style: &Style) -> String {
    let line = ProgressLine {
        name: "grid-sort".to_owned(),
        at: "round 4 of 10".to_owned(),
        figures: vec!["sort 165.8 ms".to_owned(), "cpu time 140.8 ms".to_owned()],
        rest: Some("about 14 s left".to_owned()),
    };
    let text = progress(&line, columns, style);
    assert!(visible::width(&text) <= columns, "{text}");
    text
}

#[test]
fn a_progress_line_loses_whole_parts_before_it_is_cut() {
    let plain = |columns| progress_in(columns, &Style::PLAIN);
    assert_eq!(
        plain(79),
        "grid-sort   round 4 of 10   sort 165.8 ms   cpu time 140.8 ms   about 14 s left"
    );
    assert_eq!(
        plain(78),
        "grid-sort   round 4 of 10   sort 165.8 ms   about 14 s left"
    );
    assert_eq!(plain(58), "grid-sort   round 4 of 10   about 14 s left");
    assert_eq!(plain(42), "grid…ort   round 4 of 10   about 14 s left");
    assert_eq!(plain(30), "grid…ort   round 4 of 10");
    assert_eq!(plain(9), "grid…f 10");
    assert_eq!(plain(0), "");
}

#[test]
fn names_in_a_progress_line_cannot_act() {
    let line = ProgressLine {
        name: "a".to_owned(),
        figures: vec!["\u{1b}[31m\n\u{202e}日本 1.0 ms".to_owned()],
        ..ProgressLine::default()
    };
    let ascii = Style {
        unicode: false,
        ..Style::PLAIN
    };
    assert!(progress(&line, 100, &ascii).is_ascii());
    let wide = progress(&line, 100, &Style::PLAIN);
    assert!(!wide.contains(['\u{1b}', '\n', '\u{202e}']), "{wide}");
}
