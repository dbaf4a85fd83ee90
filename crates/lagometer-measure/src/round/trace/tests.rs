use super::*;

fn recorded(actions: &str) -> Vec<&'static str> {
    let text = format!("name: x\nurl: http://localhost:1/\nactions:\n{actions}");
    let scenario = crate::scenario::parse(&text, "x.yaml").expect("a scenario");
    categories(&scenario.actions)
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
