use super::targets;
use tracing::Level;

fn check(variable: Option<&str>, verbose: u8, target: &str, level: Level) -> bool {
    targets(variable, verbose)
        .expect("the filter is right")
        .would_enable(target, &level)
}

#[test]
fn nothing_is_logged_unless_asked_for() {
    assert!(!check(None, 0, "lagometer_measure", Level::ERROR));
}

#[test]
fn verbose_logs_our_crates_and_no_others() {
    assert!(check(None, 1, "lagometer_measure::round", Level::DEBUG));
    assert!(!check(None, 1, "lagometer_measure::round", Level::TRACE));
    assert!(check(None, 2, "lagometer_measure::round", Level::TRACE));
    assert!(!check(None, 2, "hyper", Level::ERROR));
}

#[test]
fn the_variable_wins_over_the_flag() {
    assert!(!check(Some("info"), 2, "lagometer_trace", Level::DEBUG));
    assert!(check(
        Some("lagometer_trace=trace"),
        0,
        "lagometer_trace",
        Level::TRACE
    ));
    assert!(!check(
        Some("lagometer_trace=trace"),
        0,
        "lagometer_json",
        Level::ERROR
    ));
}

#[test]
fn a_filter_that_is_none_is_bad_input() {
    let problem = targets(Some("lagometer=loud"), 0).expect_err("there is no such level");
    assert!(
        problem.what.starts_with("`lagometer=loud` is no log filter"),
        "{problem}"
    );
}
