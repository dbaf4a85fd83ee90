use super::*;
use lagometer_measure::scenario::{fingerprint, parse};
use lagometer_report::scenario::Action;
use proptest::prelude::*;

fn click(selector: &str) -> PageAction {
    PageAction::Click {
        selector: selector.to_owned(),
    }
}

fn typed(selector: &str, text: &str) -> PageAction {
    PageAction::Type {
        selector: selector.to_owned(),
        text: text.to_owned(),
    }
}

#[test]
fn actions_become_one_phase() {
    let actions = [typed("#search", "acme \"1\""), click("#go")];
    insta::assert_snapshot!(scenario(
        "http://localhost:5173/grid.html?rows=5000#top",
        &actions
    ));
}

#[test]
fn a_page_that_nobody_touches_is_watched() {
    let text = scenario("http://localhost:5173/", &[]);
    let scenario = parse(&text, "scenario.yaml").expect("a scenario");
    assert_eq!(scenario.name, "localhost");
    assert_eq!(scenario.actions[0].action, Action::Sleep { duration_ms: 2_000 });
}

#[test]
fn names_are_made_of_host_and_path() {
    for (address, expect) in [
        ("http://localhost:5173/", "localhost"),
        ("http://localhost:5173/grid.html?rows=5000", "localhost-grid-html"),
        ("https://user:secret@example.org/a/b/#x", "example-org-a-b"),
        ("http://[::1]:8080/a", "1-a"),
        ("http://127.0.0.1:80", "127-0-0-1"),
        ("file:///srv/somebody/page.html", "page-html"),
        ("about:blank", "about-blank"),
        ("data:text/html,<p>x", "data"),
        ("http://müller.example/ü", "m-ller-example"),
        ("http:///", "page"),
    ] {
        assert_eq!(name(address), expect, "{address}");
    }
    assert_eq!(name(&format!("http://a/{}", "b/".repeat(100))).len(), 63);
}

proptest! {
    /// Whatever is given, the copy says the same: address, elements and texts come back, and the
    /// fingerprint is that of the text.
    #[test]
    fn the_written_scenario_is_what_was_asked_for(
        path in "\\PC{0,20}",
        actions in proptest::collection::vec(("#\\PC{1,12}", proptest::option::of(any::<String>())), 1..4),
    ) {
        // `${NAME}` is a value from the environment here as in a scenario.
        prop_assume!(!actions.iter().any(|(_, text)| text.as_ref().is_some_and(|text| text.contains("${"))));
        let address = format!("http://localhost/{path}");
        let actions: Vec<PageAction> = actions
            .iter()
            .map(|(selector, text)| match text {
                Some(text) => typed(selector, text),
                None => click(selector),
            })
            .collect();
        let text = scenario(&address, &actions);
        let read = parse(&text, "scenario.yaml").map_err(|error| TestCaseError::fail(error.report()))?;
        prop_assert_eq!(&read.url, &address);
        let Action::Measure { name, steps, .. } = &read.actions[0].action else {
            return Err(TestCaseError::fail("a measure"));
        };
        prop_assert_eq!(name, "interaction");
        let done: Vec<PageAction> = steps
            .iter()
            .map(|step| match &step.action {
                Action::Click { selectors, .. } => click(&first(selectors)),
                Action::TypeText { text, selectors: Some(selectors) } => typed(&first(selectors), text),
                other => panic!("{other:?} was not asked for"),
            })
            .collect();
        prop_assert_eq!(done, actions);
        let again = parse(&text, "other.yaml").expect("the same text");
        prop_assert_eq!(fingerprint(&again), fingerprint(&read));
    }
}

fn first(selectors: &lagometer_report::scenario::Selectors) -> String {
    let lagometer_report::scenario::Selectors(all) = selectors;
    assert_eq!(all.len(), 1);
    all[0].to_string()
}
