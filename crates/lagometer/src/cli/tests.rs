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
fn actions_keep_their_order() {
    let line = "run http://a/ --click #a --type #b=1 --rounds 3 --click #c --type=#d=2";
    let Command::Run(run) = invocation(line).expect("a right line").command else {
        panic!("{line}")
    };
    let actions: Vec<String> = run
        .actions
        .iter()
        .map(|action| match action {
            PageAction::Click { selector } => selector.clone(),
            PageAction::Type { selector, text } => format!("{selector} gets {text}"),
        })
        .collect();
    assert_eq!(actions, ["#a", "#b gets 1", "#c", "#d gets 2"]);
}

#[test]
fn an_element_and_its_text_are_told_apart() {
    let check = |argument: &str, expect: Option<(&str, &str)>| {
        let expect = expect.map(|(selector, text)| (selector.to_owned(), text.to_owned()));
        assert_eq!(typed_text(argument).ok(), expect, "{argument}");
    };
    check("#search=acme", Some(("#search", "acme")));
    check("#search=a=b", Some(("#search", "a=b")));
    check("#search=", Some(("#search", "")));
    check("[name=q]=acme", Some(("[name=q]", "acme")));
    check("[name='=]']=acme", Some(("[name='=]']", "acme")));
    check("[name=\"a\\\"]=\"]=acme", Some(("[name=\"a\\\"]=\"]", "acme")));
    check(
        "input:not([type=radio])=x",
        Some(("input:not([type=radio])", "x")),
    );
    check("#ü=ü", Some(("#ü", "ü")));
    check("=acme", None);
    check("#search", None);
    check("[name=q]", None);
    check("", None);
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
    for later in ["compare", "attach", "explain", "mcp"] {
        assert!(!help.contains(&format!("  {later} ")), "`{later}` is in {help}");
    }
}
