use super::*;

fn invocation(arguments: &str) -> Result<Invocation, NoInvocation> {
    let words = std::iter::once("lagometer").chain(arguments.split_whitespace());
    parse(words.map(OsString::from))
}

#[test]
fn the_definition_of_the_command_line_is_sound() {
    CommandLine::command().debug_assert();
}

#[test]
fn times_are_read_exactly_or_refused() {
    let check = |text: &str, expect: Option<i64>| {
        assert_eq!(duration(text).ok(), expect.map(Micros), "`{text}`");
    };
    check("200ms", Some(200_000));
    check("200", Some(200_000));
    check("1.2s", Some(1_200_000));
    check("0.5ms", Some(500));
    check("16667us", Some(16_667));
    check("2m", Some(120_000_000));
    check("24h", None);
    check("0", None);
    check("0.0001ms", None);
    check("-5ms", None);
    check("1e9s", None);
    check("inf", None);
    check("nan", None);
    check("1.2.3s", None);
    check(".s", None);
    check("ms", None);
    check("", None);
    check("1441m", None);
    check("99999999999999999999s", None);
}

#[test]
fn rounds_are_a_number_or_auto() {
    let check = |text: &str, expect: Option<u32>| assert_eq!(rounds(text).ok(), expect, "`{text}`");
    check("auto", Some(10));
    check("1", Some(1));
    check("0", None);
    check("10001", None);
    check("-1", None);
    check("many", None);
}

#[test]
fn options_of_every_command_may_stand_before_and_after_it() {
    for line in [
        "--format json trace a.json",
        "trace --format json a.json",
        "trace a.json --format json",
    ] {
        let invocation = invocation(line).expect("a right line");
        assert_eq!(invocation.answer.format, Format::Json, "{line}");
        assert!(matches!(invocation.command, Command::Trace(_)));
    }
}

#[test]
fn a_dash_is_stdin_and_defaults_are_those_of_the_documents() {
    let Command::Trace(trace) = invocation("trace -").expect("a right line").command else {
        panic!("this is `trace`");
    };
    assert_eq!(trace.file, PathBuf::from("-"));
    assert_eq!(
        (trace.slice, trace.long_task),
        (Micros::from_millis(200), Micros::from_millis(50))
    );
    assert_eq!((trace.top, trace.window, trace.refresh_hz), (2, None, None));
    let Command::Run(run) = invocation("run s.yaml").expect("a right line").command else {
        panic!("this is `run`");
    };
    assert_eq!(run.results, PathBuf::from("lagometer-results"));
    assert_eq!(
        (run.rounds, run.warmup, run.keep_traces),
        (None, None, KeepTraces::All)
    );
}

#[test]
fn help_is_an_answer_and_a_wrong_flag_is_an_error() {
    assert!(invocation("--help").expect_err("help").answer);
    assert!(invocation("run --help").expect_err("help").answer);
    assert!(invocation("--version").expect_err("version").answer);
    let wrong = invocation("trace --widnow 1s..2s a.json").expect_err("no such flag");
    assert!(!wrong.answer);
    assert!(
        wrong.plain.contains("--window"),
        "the nearest is named: {}",
        wrong.plain
    );
    assert!(!wrong.plain.contains('\u{1b}'));
    assert!(!invocation("").expect_err("no command").answer);
}

#[test]
fn commands_of_later_versions_are_not_there() {
    let help = invocation("--help").expect_err("help").plain;
    for later in ["compare", "attach", "heap", "cpu", "mcp", "history"] {
        assert!(!help.contains(&format!("  {later} ")), "`{later}` is in {help}");
    }
}
