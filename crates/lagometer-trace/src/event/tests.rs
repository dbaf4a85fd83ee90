use super::*;
use lagometer_json::Cursor;

fn read(text: &str) -> Event<'_> {
    Event::read(&mut Cursor::new(text.as_bytes(), 0)).unwrap()
}

#[test]
fn numbers_are_the_same_however_they_are_written() {
    for ts in [
        "1692108548300000",
        "1692108548300000.0",
        "16921085483e5",
        "1.6921085483E+15",
        "\"1692108548300000\"",
    ] {
        let event = read(&format!(r#"{{"ts":{ts}}}"#)).ts;
        assert_eq!(event.micros(), Some(Micros(1_692_108_548_300_000)), "{ts}");
    }
}

#[test]
fn a_number_in_a_string_is_odd_and_counts() {
    let event = read(r#"{"ts":"12","dur":"1.5e1","pid":"3","tid":"4"}"#);
    assert_eq!(event.ts.end_after(event.dur), Some(Micros(27)));
    assert_eq!((event.pid, event.tid), (Identity::Number(3), Identity::Number(4)));
    assert!(event.odd.has(OddFields::NUMBER_AS_STRING) && !event.odd.has(OddFields::WRONG_KIND));
}

#[test]
fn a_string_that_is_no_number_is_no_time() {
    for ts in [
        "\"\"", "\"1 2\"", "\"0x10\"", "\"1e\"", "\"NaN\"", "true", "{}", "[1]",
    ] {
        let text = format!(r#"{{"ts":{ts},"dur":5}}"#);
        let event = read(&text);
        assert_eq!(event.ts, Time::NotANumber, "{ts}");
        assert!(event.odd.has(OddFields::NULL_TIME), "{ts}");
        assert_eq!(event.dur.micros(), Some(Micros(5)), "{ts}");
    }
}

#[test]
fn null_is_an_event_without_time() {
    let event = read(r#"{"name":"RunTask","ts":null}"#);
    assert_eq!((event.ts, event.ts.micros()), (Time::NotANumber, None));
    assert_eq!(event.name, Name::RunTask);
}

#[test]
fn what_touches_still_touches_without_fractions() {
    let first = read(r#"{"ts":10.4,"dur":5.3}"#);
    let second = read(r#"{"ts":15.7,"dur":0.3}"#);
    assert_eq!(first.ts.end_after(first.dur), Some(Micros(15)));
    assert_eq!(second.ts.micros(), Some(Micros(15)));
    assert_eq!(second.ts.end_after(second.dur), Some(Micros(16)));
    assert!(first.odd.has(OddFields::FRACTION));
    assert_eq!(read(r#"{"ts":-0.5}"#).ts.micros(), Some(Micros(-1)));
}

#[test]
fn a_number_out_of_range_has_its_place() {
    for number in ["1e400", "9223372036854775808", "-1e30", "9223372036854776"] {
        let text = format!(r#"{{"ts":{number}}}"#);
        assert_eq!(read(&text).ts, Time::OutOfRange(6), "{number}");
    }
}

#[test]
fn the_last_of_equal_keys_counts_and_is_odd() {
    let event = read(r#"{"ts":1,"ph":"B","ts":2,"ph":"X","unknown":1,"unknown":2}"#);
    assert_eq!(
        (event.ts.micros(), event.phase),
        (Some(Micros(2)), Phase::Complete)
    );
    assert!(event.odd.has(OddFields::DUPLICATE_KEY));
    assert!(
        !read(r#"{"unknown":1,"unknown":2}"#)
            .odd
            .has(OddFields::DUPLICATE_KEY)
    );
}

#[test]
fn escaped_keys_and_names_are_read() {
    let event = read(r#"{"\u0074s":7,"name":"Run\u0054ask","ph":"\u0058"}"#);
    assert_eq!(
        (event.ts.micros(), event.name, event.phase),
        (Some(Micros(7)), Name::RunTask, Phase::Complete)
    );
}

#[test]
fn what_is_no_object_is_an_event_of_which_nothing_is_known() {
    for text in ["1", "null", "\"x\"", "[{\"ts\":1}]"] {
        let event = read(text);
        assert!(event.odd.has(OddFields::NOT_AN_OBJECT), "{text}");
        assert_eq!((event.phase, event.ts), (Phase::Absent, Time::Absent), "{text}");
    }
}

#[test]
fn fields_of_the_wrong_kind_are_passed_over() {
    let event = read(r#"{"name":5,"cat":[],"ph":1,"pid":"x","tid":1.5,"args":7}"#);
    assert!(event.odd.has(OddFields::WRONG_KIND));
    assert_eq!((event.name, event.phase), (Name::Other, Phase::Absent));
    assert_eq!((event.pid, event.tid), (Identity::Unknown, Identity::Unknown));
    assert_eq!(event.args.unwrap().bytes, b"7");
}

#[test]
fn every_phase_that_matters_is_told() {
    let phases = [
        ("X", Phase::Complete),
        ("B", Phase::Begin),
        ("E", Phase::End),
        ("I", Phase::Instant),
        ("i", Phase::Instant),
        ("R", Phase::Mark),
        ("b", Phase::AsyncBegin),
        ("n", Phase::AsyncInstant),
        ("e", Phase::AsyncEnd),
        ("M", Phase::Metadata),
        ("S", Phase::AsyncStart),
        ("T", Phase::AsyncStep),
        ("p", Phase::AsyncStep),
        ("F", Phase::AsyncFinish),
        ("", Phase::Other),
        ("XX", Phase::Other),
        ("z", Phase::Other),
    ];
    for (letter, phase) in phases {
        assert_eq!(read(&format!(r#"{{"ph":"{letter}"}}"#)).phase, phase, "{letter}");
    }
    for letter in "stfCPNODcvV()a=".chars() {
        assert_eq!(
            read(&format!(r#"{{"ph":"{letter}"}}"#)).phase,
            Phase::Known,
            "{letter}"
        );
    }
}

#[test]
fn ids_are_kept_as_they_are_written() {
    assert!(matches!(read(r#"{"id":"0x1"}"#).id, AsyncId::Plain(b"\"0x1\"")));
    assert!(matches!(read(r#"{"id":17}"#).id, AsyncId::Plain(b"17")));
    for text in [
        r#"{"id2":{"local":"0x1"},"id":"0x2"}"#,
        r#"{"id":"0x2","id2":{"local":"0x1"}}"#,
    ] {
        assert!(
            matches!(read(text).id, AsyncId::Scoped(raw) if raw.bytes == b"{\"local\":\"0x1\"}"),
            "{text}"
        );
    }
}

#[test]
fn an_event_that_is_cut_anywhere_is_incomplete_and_never_half_read() {
    let text = r#"{"args":{"a":[1,"\u00e9"]},"ph":"X","name":"RunTask","ts":"1","dur":1.5,"id2":{"local":"0x1"},"pid":3}"#;
    for length in 0..text.len() {
        let mut cursor = Cursor::new(&text.as_bytes()[..length], 0);
        assert!(
            matches!(Event::read(&mut cursor), Err(Stop::Incomplete)),
            "{length}"
        );
    }
}
