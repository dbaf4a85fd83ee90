use super::*;

fn recorded(actions: &str) -> Vec<&'static str> {
    let text = format!("name: x\nurl: http://localhost:1/\nactions:\n{actions}");
    let scenario = crate::scenario::parse(&text, "x.yaml").expect("a scenario");
    categories(&scenario, Purpose::Measuring)
}

#[test]
fn the_category_of_loads_is_recorded_where_the_actions_load_a_page() {
    assert_eq!(recorded("  - click: '#a'\n"), CATEGORIES);
    assert_eq!(
        recorded("  - navigate: http://localhost:1/b\n").last(),
        Some(&OF_LOADS)
    );
    let inside = "  - repeat: 2\n    steps:\n      - measure: m\n        steps:\n          - navigate: http://localhost:1/b\n";
    assert_eq!(recorded(inside).len(), CATEGORIES.len() + 1);
}

#[test]
fn a_round_of_diagnosis_records_all_of_that_and_more() {
    let of = |text: &str, purpose| {
        let text = format!("name: x\nurl: http://localhost:1/\nactions:\n{text}");
        categories(
            &crate::scenario::parse(&text, "x.yaml").expect("a scenario"),
            purpose,
        )
    };
    let plain = "  - click: '#a'\n";
    let diagnosed = of(plain, Purpose::Diagnosis);
    assert!(diagnosed.starts_with(&of(plain, Purpose::Measuring)));
    assert_eq!(diagnosed.last(), Some(&OF_SOURCES));
    // What a scenario keeps secret may stand in a script.
    let secret = "  - typeText: ${TOKEN}\n    selectors: '#a'\n";
    assert!(!of(secret, Purpose::Diagnosis).contains(&OF_SOURCES));
}
