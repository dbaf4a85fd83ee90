use super::remarks;
use crate::scenario::parse;

fn texts(actions: &str) -> Vec<(u64, String)> {
    let text = format!("name: a\nurl: http://x/\nactions:\n{actions}\n");
    let scenario = parse(&text, "s.yaml").unwrap_or_else(|error| panic!("{}", error.report()));
    let found = remarks(&scenario).into_iter();
    found
        .map(|diagnostic| (diagnostic.count, diagnostic.text))
        .collect()
}

#[test]
fn a_pause_inside_a_measure_is_a_warning_with_its_place() {
    let text = "a `sleep` is part of the measure `m`, actions step 1.2 in line 7: wait for what the user sees instead";
    assert_eq!(
        texts("  - measure: m\n    steps:\n      - click: a\n      - sleep: 5\n  - sleep: 5"),
        [(1, text.to_owned())]
    );
}

#[test]
fn every_pause_is_counted_and_the_innermost_measure_is_named() {
    let found = texts(
        "  - repeat: 2\n    steps:\n      - measure: outer\n        steps:\n          - measure: inner\n            steps: [{ sleep: 1 }]\n          - sleep: 2",
    );
    assert_eq!(found.len(), 1);
    assert_eq!(found[0].0, 2);
    assert!(found[0].1.contains("`inner`"), "{}", found[0].1);
}

#[test]
fn a_pause_elsewhere_is_none() {
    assert!(texts("  - sleep: 5\n  - measure: m\n    steps: [{ click: a }]").is_empty());
    assert!(texts("  - repeat: 2\n    steps: [{ sleep: 5 }]").is_empty());
}
