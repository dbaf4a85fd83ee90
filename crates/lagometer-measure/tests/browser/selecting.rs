//! Every kind of selector, and what it finds.

use crate::lab::{Lab, in_browser_with, in_one_browser, told};
use serde_json::{Value, json};

/// Shadow roots in shadow roots, texts in parts, and controls.
const PAGE: &str = include_str!("pages/selectors.html");

in_one_browser! {
    selectors_find_what_recorder_means_by_them:
    counts_of_every_kind,
    the_first_in_the_document_and_in_the_list_wins,
    a_path_reaches_into_shadow_roots,
    attributes_and_properties_are_waited_for,
    what_the_page_cannot_read_is_said,
    a_measure_ends_when_any_kind_of_selector_matches,
}

async fn counts_of_every_kind(lab: &Lab) {
    lab.file("page.html", PAGE);
    let mut yaml = String::from("name: s\nserve: .\nurl: /page.html\ntimeout: 1s\nactions:\n");
    for (selector, count) in [
        ("'aria/Sort by price'", 3),
        ("'aria/Sort by price[role=\"button\"]'", 2),
        ("'aria/[role=\"link\"]'", 1),
        ("'aria/[name=\"Sort by price\"][role=\"link\"]'", 1),
        ("'aria/Sort by'", 0),
        ("'aria/a \"quoted\" [name]'", 1),
        ("'aria/Deep button'", 1),
        ("text/quick brown", 1),
        ("text/first", 1),
        ("text/entered text", 1),
        ("text/Within the shadow", 1),
        ("text/Deeper still", 1),
        ("text/nothing of this", 0),
        ("text/Sort by price", 2),
        ("xpath///li", 2),
        ("\"xpath///li[text()='second']\"", 1),
        ("xpath///li/text()", 0),
        ("pierce/.row", 4),
        ("css/.row", 2),
        (".row", 2),
        ("[[my-host, .row]]", 1),
        ("[[my-host, my-inner, .row]]", 1),
        ("[[my-host, 'xpath///p']]", 1),
        ("[[my-host, 'aria/Deep button']]", 1),
        ("[[my-host, 'text/Deeper still']]", 1),
        ("[[ul, .row]]", 0),
    ] {
        yaml += &format!("  - {{waitForElement: {selector}, operator: '==', count: {count}}}\n");
    }
    // A wait that fails says which of them it is.
    lab.good_round(&yaml).await;
}

async fn the_first_in_the_document_and_in_the_list_wins(lab: &Lab) {
    lab.file("page.html", PAGE);
    for (selectors, clicked) in [
        ("['#missing', 'aria/Sort by price', '#host']", "one"),
        ("['aria/Sort by price[role=\"link\"]', '#one']", "three"),
        ("['text/second', 'xpath///button']", "second"),
        (
            "[[my-host, '#nothing'], [my-host, my-inner, '#deeper']]",
            "deeper",
        ),
    ] {
        let yaml = format!(
            "name: s\nserve: .\nurl: /page.html\nprepare: [{{evaluate: 'addEventListener(\"click\", (e) => {{ const t = e.composedPath()[0]; window.hit = t.id || t.textContent }}, true)'}}]\nactions: [{{click: {selectors}}}]\nafter: [{{evaluate: return hit, saveAs: hit}}]\n"
        );
        assert_eq!(
            lab.good_round(&yaml).await.saved("hit"),
            &json!(clicked),
            "{selectors}"
        );
    }
}

async fn a_path_reaches_into_shadow_roots(lab: &Lab) {
    lab.file("page.html", PAGE);
    let yaml =
        "name: s\nserve: .\nurl: /page.html\ntimeout: 400ms\nactions: [{click: [[my-host, '#nothing']]}]\n";
    let failed = lab.bad_round(yaml).await;
    insta::assert_snapshot!(told(&failed.error));
}

async fn attributes_and_properties_are_waited_for(lab: &Lab) {
    lab.file("page.html", &format!("{PAGE}<input id=box type=checkbox data-row=5><script>setTimeout(() => {{ box.checked = true; box.dataset.state = 'ready'; box.indeterminate = null }}, 300)</script>"));
    let yaml = |wait: &str| {
        format!(
            "name: s\nserve: .\nurl: /page.html\ntimeout: 2s\nactions: [{{waitForElement: input, {wait}}}]\n"
        )
    };
    lab.good_round(&yaml("attributes: {type: checkbox, data-row: '5'}"))
        .await;
    lab.good_round(&yaml(
        "properties: {checked: true, tabIndex: 0, dataset: {state: ready}}",
    ))
    .await;
    let measured = "name: s\nserve: .\nurl: /page.html\nactions: [{measure: m, steps: [{waitForElement: input, properties: {checked: true}}]}]\n";
    assert_eq!(lab.good_round(measured).await.measures("m").len(), 1);
    let short = yaml("attributes: {type: radio}").replace("2s", "300ms");
    insta::assert_snapshot!(told(&lab.bad_round(&short).await.error));
}

async fn what_the_page_cannot_read_is_said(lab: &Lab) {
    lab.file("page.html", PAGE);
    let mut told_all = String::new();
    for selector in ["'pierce/::nonsense('", "'xpath///['", "[['#missing', 'p[']]"] {
        let yaml = format!(
            "name: s\nserve: .\nurl: /page.html\ntimeout: 400ms\nactions: [{{waitForElement: {selector}}}]\n"
        );
        told_all += &format!("{}\n\n", told(&lab.bad_round(&yaml).await.error));
    }
    insta::assert_snapshot!(told_all.trim_end());
}

async fn a_measure_ends_when_any_kind_of_selector_matches(lab: &Lab) {
    lab.file("page.html", PAGE);
    // A shadow root, a name and a text change without a mutation that an observer of the document sees.
    for selectors in [
        "'aria/Late name'",
        "'text/late text'",
        "'xpath///p[@data-late]'",
        "'pierce/.late'",
        "[[my-host, .late]]",
    ] {
        let change = "const r = host.shadowRoot; setTimeout(() => { r.querySelector('p').className = 'late'; r.querySelector('p').textContent = 'late text'; r.querySelector('button').setAttribute('aria-label', 'Late name'); inner.dataset.late = 1 }, 300)";
        let yaml = format!(
            "name: s\nserve: .\nurl: /page.html\nactions: [{{measure: late, steps: [{{evaluate: \"{change}\"}}, {{waitForElement: {selectors}}}]}}]\n"
        );
        let round = lab.good_round(&yaml).await;
        let late = &round.measures("late")[0];
        let took = late.milliseconds();
        assert!((300.0..700.0).contains(&took), "{selectors}: {took} ms");
    }
}

/// Names and roles are computed in the page; here they are held against the browser's own, which it
/// gives where a flag asks for it.
#[test]
fn names_and_roles_are_those_of_the_browser() {
    in_browser_with("--enable-blink-features=ComputedAccessibilityInfo", async |lab| {
        let page = include_str!("pages/accessible.html");
        let script = include_str!("../../src/page/accessible.js");
        lab.file(
            "page.html",
            &format!("{page}<script>const ours = {script}</script>"),
        );
        let compare = r#"
          const inShadow = document.getElementById("host").shadowRoot.firstChild;
          const all = [...document.querySelectorAll("[id]"), inShadow];
          const tidy = (text) => text.replace(/\s+/g, " ").trim();
          return all.map((e) => [e.id, [e.computedRole, tidy(e.computedName)], [ours.roleOf(e), ours.nameOf(e)]]);"#;
        let yaml = format!(
            "name: s\nserve: .\nurl: /page.html\nactions:\n  - evaluate: |{compare}\n    saveAs: all\n"
        );
        let round = lab.good_round(&yaml).await;
        let all = round.saved("all").as_array().unwrap();
        assert!(all.len() > 140, "{}", all.len());
        let named = all.iter().filter(|entry| entry[1][1] != "").count();
        assert!(named > 80, "the browser names {named}: is the flag gone?");
        let differ: Vec<&Value> = all
            .iter()
            .filter(|entry| entry[1][1] != entry[2][1] || (entry[1][0] != "" && entry[1][0] != entry[2][0]))
            .collect();
        assert!(differ.is_empty(), "element, the browser's, ours: {differ:#?}");
    });
}
