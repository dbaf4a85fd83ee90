use super::navigate::absolute_url;
use super::{Exception, exception};
use serde_json::json;

#[test]
fn paths_are_joined_to_the_served_folder_and_addresses_are_left() {
    let join = |url| absolute_url(url, Some("http://127.0.0.1:8000"));
    assert_eq!(
        join("/grid.html?rows=5000"),
        "http://127.0.0.1:8000/grid.html?rows=5000"
    );
    assert_eq!(join("grid.html"), "http://127.0.0.1:8000/grid.html");
    assert_eq!(join("/"), "http://127.0.0.1:8000/");
    assert_eq!(join("/a?time=10:30"), "http://127.0.0.1:8000/a?time=10:30");
    assert_eq!(join("https://example.org/a"), "https://example.org/a");
    assert_eq!(join("about:blank"), "about:blank");
    assert_eq!(absolute_url("/a", None), "/a");
}

#[test]
fn the_line_of_an_exception_counts_in_the_code_of_the_step() {
    let answer = json!({"exceptionDetails": {
        "text": "Uncaught (in promise) Error: boom", "lineNumber": 0,
        "exception": {"className": "Error", "description":
            "Error: boom\nsecond line\n    at f (http://localhost/app.js:9:9)\n    at lagometer-step:3:9\n    at lagometer-step:8:3"},
    }});
    let expected = Exception {
        message: "Error: boom\nsecond line".to_owned(),
        line: Some(2),
        is_syntax_error: false,
    };
    assert_eq!(exception(&answer), Some(expected));
}

#[test]
fn a_syntax_error_has_the_line_that_the_parser_gives() {
    let answer = json!({"exceptionDetails": {
        "text": "Uncaught", "lineNumber": 2,
        "exception": {"className": "SyntaxError", "description": "SyntaxError: Unexpected identifier 'bar'"},
    }});
    let found = exception(&answer).unwrap();
    assert_eq!((found.line, found.is_syntax_error), (Some(2), true));
}

#[test]
fn a_thrown_value_that_is_no_error_is_shown_as_it_is() {
    let answer = json!({"exceptionDetails": {
        "text": "Uncaught (in promise)", "lineNumber": 0, "exception": {"type": "number", "value": 7},
    }});
    let found = exception(&answer).unwrap();
    assert_eq!((found.message.as_str(), found.line), ("7", None));
    assert_eq!(exception(&json!({"result": {"type": "undefined"}})), None);
}
