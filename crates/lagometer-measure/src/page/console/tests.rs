use super::{TEXT_MAX, WHOLE_MAX, text, time};
use crate::cdp::{Received, protocol};
use serde_json::{Value, json};

fn logged(arguments: Value) -> Received {
    Received {
        method: protocol::RUNTIME_CONSOLE_API_CALLED.name,
        params: json!({"type": "warning", "args": arguments, "timestamp": 1_764_469_384_567.8_f64}),
    }
}

#[test]
fn a_message_has_its_time_kind_and_arguments() {
    let arguments = json!([
        {"type": "string", "value": "a\nb\u{1b}[31m"},
        {"type": "number", "value": 5, "description": "5"},
        {"type": "number", "unserializableValue": "NaN", "description": "NaN"},
        {"type": "object", "className": "Array", "description": "Array(2)"},
        {"type": "boolean", "value": true},
        {"type": "undefined"},
    ]);
    assert_eq!(
        text(&[logged(arguments)]),
        "02:23:04.567 warning: a\\nb\\u{1b}[31m 5 NaN Array(2) true undefined\n"
    );
}

#[test]
fn an_error_that_nobody_caught_has_its_stack() {
    let thrown = |details: Value| Received {
        method: protocol::RUNTIME_EXCEPTION_THROWN.name,
        params: json!({"timestamp": 0.0, "exceptionDetails": details}),
    };
    let events = [
        thrown(json!({"text": "Uncaught", "exception": {"description": "Error: no\n    at f (a.js:1:2)"}})),
        thrown(json!({"text": "Uncaught", "exception": {"value": 7}})),
        thrown(json!({})),
    ];
    assert_eq!(
        text(&events),
        "00:00:00.000 uncaught: Error: no\\n    at f (a.js:1:2)\n00:00:00.000 uncaught: Uncaught 7\n00:00:00.000 uncaught: exception\n"
    );
}

#[test]
fn long_texts_are_cut_and_many_counted() {
    let long = "x".repeat(10_000);
    let message = || logged(json!([{"type": "string", "value": long}]));
    let one = text(&[message()]);
    assert!(one.contains('…') && one.chars().count() < TEXT_MAX + 40);
    let many: Vec<Received> = (0..2_000).map(|_| message()).collect();
    let all = text(&many);
    assert!(all.len() < WHOLE_MAX + 3 * TEXT_MAX);
    assert!(all.trim_end().ends_with(" more messages"), "{}", all.len());
}

#[test]
fn a_time_that_is_none_is_said() {
    for odd in [None, Some(f64::NAN), Some(-1.0)] {
        assert_eq!(time(odd), "??:??:??.???");
    }
}
