use super::{Error, ErrorKind, Location};
use lagometer_report::scenario::Place;
use std::path::PathBuf;
use std::time::Duration;

fn at(line: u32, column: u32, path: &str, step_kind: Option<&'static str>) -> Box<Location> {
    Box::new(Location {
        file: Some("grid.yaml".to_owned()),
        step: Some(Place {
            line,
            column,
            path: path.to_owned(),
        }),
        step_kind,
        round: Some(6),
        ..Location::default()
    })
}

fn error(kind: ErrorKind, at: Box<Location>) -> Error {
    Error {
        at,
        ..Error::from(kind)
    }
}

/// What a person reads, as the binary prints it.
fn told(error: &Error, after_round: &str) -> String {
    let at = if *error.at == Location::default() {
        ""
    } else {
        "at "
    };
    let place = error
        .place_with(after_round)
        .map(|place| format!("\n  {at}{place}"));
    let hint = error.hint().map(|hint| format!("\nhint: {hint}"));
    format!(
        "error: {error}{}{}",
        place.unwrap_or_default(),
        hint.unwrap_or_default()
    )
}

/// Of browsers and pages.
fn kinds_of_pages() -> Vec<ErrorKind> {
    let waited = Duration::from_secs(5);
    let text = |text: &str| text.to_owned();
    let path = PathBuf::from("/data/run");
    vec![
        ErrorKind::NoBrowser { asked: None },
        ErrorKind::NoBrowser {
            asked: Some(path.clone()),
        },
        ErrorKind::BrowserStart {
            program: path.clone(),
            why: text("it ended before it was ready (exit status: 127)"),
            stderr: vec![text("chrome: error while loading shared libraries: libnss3.so")],
        },
        ErrorKind::BrowserStart {
            program: path.clone(),
            why: text("it ended before it was ready (exit status: 1)"),
            stderr: vec![text(
                "Command '/usr/bin/chromium-browser' requires the chromium snap",
            )],
        },
        ErrorKind::OtherMajor {
            found: Some(156),
            wanted: 140,
        },
        ErrorKind::OtherMajor {
            found: None,
            wanted: 140,
        },
        ErrorKind::BrowserDied {
            stderr: vec![text("[FATAL:memory.cc] Out of memory")],
        },
        ErrorKind::RendererCrashed,
        ErrorKind::PageNotReady {
            condition: text("nothing matched `[data-ready]`"),
            waited: Duration::from_millis(2500),
        },
        ErrorKind::NoMatch {
            condition: text("nothing matched `#sort`"),
            waited,
        },
    ]
}

/// Of steps, files and the protocol.
fn kinds_of_steps() -> Vec<ErrorKind> {
    let waited = Duration::from_secs(5);
    let text = |text: &str| text.to_owned();
    let path = PathBuf::from("/data/run");
    vec![
        ErrorKind::Covered {
            selector: text("#sort"),
            by: text("div.cookie-banner"),
        },
        ErrorKind::NotClickable {
            selector: text("#sort"),
            verb: "clicked",
            why: text("has no box"),
            waited,
        },
        ErrorKind::Invalid {
            what: "selector",
            text: text("#1["),
            message: text("not a valid selector"),
        },
        ErrorKind::EvaluateThrew {
            message: text("TypeError: x is undefined"),
            line: Some(3),
        },
        ErrorKind::EvaluateThrew {
            message: text("7"),
            line: None,
        },
        ErrorKind::NavigationFailed {
            url: text("http://localhost:1/"),
            why: text("net::ERR_CONNECTION_REFUSED"),
        },
        ErrorKind::TraceStart {
            message: text("Tracing has already been started (possibly in another tab)."),
        },
        ErrorKind::Timeout {
            what: text("`1 > 2` did not become true"),
            waited,
        },
        ErrorKind::RoundTimeout {
            limit: Duration::from_secs(120),
        },
        ErrorKind::Interrupted,
        ErrorKind::FolderNotWritable {
            path: path.clone(),
            message: text("No space left on device"),
        },
        ErrorKind::FolderNotReadable {
            path,
            message: text("it is no folder"),
        },
        ErrorKind::protocol("`Page.enable` failed: no (-1)"),
    ]
}

fn all_kinds() -> Vec<ErrorKind> {
    [kinds_of_pages(), kinds_of_steps()].concat()
}

#[test]
fn every_kind_says_what_where_and_what_to_do() {
    let texts: Vec<String> = (all_kinds().into_iter())
        .map(|kind| format!("[{}]\n{}", kind.code(), told(&kind.into(), "")))
        .collect();
    insta::assert_snapshot!(texts.join("\n\n"));
}

#[test]
fn codes_are_kebab_case_and_one_each() {
    let mut codes: Vec<&str> = all_kinds().iter().map(ErrorKind::code).collect();
    codes.dedup();
    for code in &codes {
        assert!(
            code.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'-'),
            "{code}"
        );
    }
    let listed = codes.len();
    codes.sort_unstable();
    codes.dedup();
    assert_eq!(codes.len(), listed);
}

#[test]
fn a_place_holds_step_round_and_what_was_found() {
    let covered = ErrorKind::Covered {
        selector: "#sort".to_owned(),
        by: "div.cookie-banner".to_owned(),
    };
    let error = error(covered, at(9, 9, "actions step 1.1", Some("click")));
    assert_eq!(
        told(&error, " of 10; 5 rounds kept"),
        "error: `#sort` is covered by `div.cookie-banner`\n  at grid.yaml:9:9, actions step 1.1 `click`, round 6 of 10; 5 rounds kept\nhint: close what covers it in `prepare`"
    );
    assert_eq!(
        error.to_failure().place.as_deref(),
        Some("grid.yaml:9:9, actions step 1.1 `click`, round 6")
    );
}

#[test]
fn a_key_that_is_no_step_and_a_picture_are_named() {
    let mut place = at(1, 1, "", None);
    place.step = None;
    place.key = Some("url");
    place.found = Some("no answer yet".to_owned());
    place.screenshot = true;
    let timeout = ErrorKind::Timeout {
        what: "`http://localhost/` did not load".to_owned(),
        waited: Duration::from_secs(30),
    };
    assert_eq!(
        told(&error(timeout, place), ""),
        "error: `http://localhost/` did not load in 30 s\n  at grid.yaml, `url`, round 6: no answer yet\nhint: look at failure.png in the round's folder; raise `timeout` of this step"
    );
}

#[test]
fn texts_of_pages_stay_on_one_line_and_are_cut() {
    let message = format!("line one\n\tline two\u{1b}[31m {}", "x".repeat(10_000));
    let text = Error::from(ErrorKind::EvaluateThrew { message, line: None }).to_string();
    assert!(
        text.starts_with("the code of `evaluate` threw: line one line two[31m xxx"),
        "{text}"
    );
    assert!(text.len() < 400 && text.ends_with("..."), "{text}");
    assert!(!text.contains(['\n', '\t', '\u{1b}']));
}
