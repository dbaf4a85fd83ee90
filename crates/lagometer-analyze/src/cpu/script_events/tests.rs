use super::*;

fn scripts(events: &[&str]) -> Vec<RecordedScript> {
    let mut scripts = ScriptEvents::default();
    for args in events {
        scripts.push(1, Cursor::new(args.as_bytes(), 0).raw().unwrap());
    }
    scripts.finish().0
}

fn script(url: &str, map_url: Option<&str>, text: Option<&str>) -> RecordedScript {
    RecordedScript {
        url: url.to_owned(),
        map_url: map_url.map(str::to_owned),
        text: text.map(str::to_owned),
    }
}

#[test]
fn text_and_address_of_a_script_come_in_two_events() {
    let found = scripts(&[
        r#"{"data":{"isolate":"77","scriptId":3,"sourceText":"a();"}}"#,
        r#"{"data":{"isolate":"77","scriptId":3,"url":"http://h/a.js","sourceMapUrl":"a.js.map"}}"#,
        r#"{"data":{"isolate":"78","scriptId":3,"url":"http://h/b.js"}}"#,
        r#"{"data":{"isolate":"78","scriptId":4}}"#,
        r#"{"data":[]}"#,
    ]);
    let expected = [
        script("http://h/a.js", Some("a.js.map"), Some("a();")),
        script("http://h/b.js", None, None),
    ];
    assert_eq!(found, expected);
}

#[test]
fn a_long_text_is_put_together_only_where_all_of_it_is_there() {
    let part = |index: u32, text: &str| {
        format!(
            r#"{{"data":{{"isolate":"7","scriptId":1,"splitIndex":{index},"splitCount":2,"sourceText":"{text}"}}}}"#
        )
    };
    let about = r#"{"data":{"isolate":"7","scriptId":1,"url":"u"}}"#;
    let (first, second) = (part(0, "a"), part(1, "b"));
    assert_eq!(
        scripts(&[&second, about, &first, &first]),
        [script("u", None, Some("ab"))]
    );
    assert_eq!(scripts(&[&second, about]), [script("u", None, None)]);
}
