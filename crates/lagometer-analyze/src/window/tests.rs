use super::*;

fn between(from: Bound, to: Bound) -> WindowChoice {
    WindowChoice::Between { from, to }
}

fn mark(name: &str) -> Bound {
    Bound::Mark(name.to_owned())
}

fn time(micros: i64) -> Bound {
    Bound::Time(Micros(micros))
}

#[test]
fn an_end_is_a_mark_a_time_or_nothing() {
    let cases = [
        ("a..b", between(mark("a"), mark("b"))),
        ("..b", between(Bound::Edge, mark("b"))),
        ("a..", between(mark("a"), Bound::Edge)),
        ("..", between(Bound::Edge, Bound::Edge)),
        ("1.2s..1500ms", between(time(1_200_000), time(1_500_000))),
        ("0s..250us", between(time(0), time(250))),
        (
            "lagometer:begin:x..lagometer:end:x",
            between(mark("lagometer:begin:x"), mark("lagometer:end:x")),
        ),
    ];
    for (text, choice) in cases {
        assert_eq!(parse_window(text).unwrap(), choice, "{text}");
    }
}

#[test]
fn what_only_looks_like_a_time_is_a_mark() {
    for text in ["s", "1.2.3s", "-1s", "1e3s", "infs", "1 s", "10", "1S", ".s"] {
        let WindowChoice::Between { from, .. } = parse_window(&format!("{text}..x")).unwrap() else {
            panic!("{text}");
        };
        assert_eq!(from, mark(text));
    }
}

#[test]
fn a_name_with_the_separator_has_several_readings() {
    let WindowChoice::OneOf(readings) = parse_window("a..b..c").unwrap() else {
        panic!("one reading");
    };
    assert_eq!(readings, [(mark("a"), mark("b..c")), (mark("a..b"), mark("c"))]);
    let WindowChoice::OneOf(readings) = parse_window("a...b").unwrap() else {
        panic!("one reading");
    };
    assert_eq!(readings, [(mark("a"), mark(".b")), (mark("a."), mark("b"))]);
}

#[test]
fn without_a_separator_it_is_no_window() {
    let error = parse_window("sort").unwrap_err();
    assert_eq!(error.what(), "the window `sort` has no `..` between its ends");
    assert_eq!(error.place(), None);
    assert!(error.hint().unwrap().contains("--window FROM..TO"));
}

#[test]
fn a_text_of_dots_is_refused() {
    let error = parse_window(&".".repeat(1_000)).unwrap_err();
    assert_eq!(error.what(), "the window can be read in more than 16 ways");
    assert!(matches!(parse_window("ä..ö"), Ok(WindowChoice::Between { .. })));
}

#[test]
fn a_navigation_is_a_number() {
    assert_eq!(parse_window("navigation:2").unwrap(), WindowChoice::Navigation(2));
    for text in ["navigation:", "navigation:+1", "navigation:two", "navigation:1.5"] {
        assert!(parse_window(text).is_err(), "{text}");
    }
    assert_eq!(
        parse_window("navigation:1..b").unwrap(),
        between(mark("navigation:1"), mark("b")),
        "with an end it is a mark"
    );
}
