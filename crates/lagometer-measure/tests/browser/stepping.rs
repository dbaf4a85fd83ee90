//! The steps, each in a page that tells what it got.

use crate::lab::{Lab, in_one_browser};
use serde_json::json;

/// Keeps every event in `window.log`.
const LOGGER: &str = r#"<!doctype html><meta charset="utf-8">
<style>body { margin: 0 } #far { margin-top: 3000px } input, button, textarea { display: block }</style>
<button id="b">button</button><input id="i"><textarea id="t"></textarea>
<label id="l"><input type="checkbox" id="c" style="opacity: 0">label</label>
<button id="far">far</button>
<script>
window.log = [];
for (const type of ["mousemove", "mousedown", "mouseup", "click", "auxclick", "contextmenu", "keydown", "keypress", "input", "keyup", "focusin"])
  addEventListener(type, (e) => log.push([type, e.target.id ?? "", e.isTrusted, e.key ?? e.button ?? null, e.code ?? null, e.shiftKey ?? null]), true);
</script>"#;

fn yaml(actions: &str) -> String {
    format!(
        "name: steps\nserve: .\nurl: /log.html\nactions:\n{actions}\nafter: [{{evaluate: return log, saveAs: log}}]\n"
    )
}

in_one_browser! {
    steps_do_what_a_hand_would_do:
    a_click_is_a_trusted_move_press_and_release,
    offsets_and_buttons_reach_the_page,
    what_lies_below_the_viewport_is_scrolled_to_and_clicked,
    the_first_alternative_that_matches_wins,
    a_control_under_its_label_is_clicked_through_it,
    a_moving_element_is_clicked_once_it_rests,
    typed_text_arrives_with_real_key_events,
    keys_that_are_drawn_after_the_window_are_told_of,
    line_breaks_and_tabs_are_keys,
    without_selectors_the_focused_element_is_typed_into,
    waits_compare_counts_and_visibility,
    an_expression_may_throw_and_be_a_promise_before_it_is_true,
    frames_are_waited_for,
    evaluate_keeps_what_it_returns_only_where_it_is_told_to,
    a_page_can_be_left_in_the_middle,
    a_dialog_of_the_page_does_not_stop_the_round,
}

async fn a_click_is_a_trusted_move_press_and_release(lab: &Lab) {
    lab.file("log.html", LOGGER);
    let round = lab.good_round(&yaml("  - click: '#b'")).await;
    let log = round.saved("log").as_array().unwrap();
    let of_button: Vec<_> = log
        .iter()
        .filter(|event| event[1] == "b")
        .map(|event| &event[0])
        .collect();
    assert_eq!(
        json!(of_button),
        json!(["mousemove", "mousedown", "focusin", "mouseup", "click"])
    );
    assert!(log.iter().all(|event| event[2] == true), "{log:?}");
}

async fn offsets_and_buttons_reach_the_page(lab: &Lab) {
    lab.file("log.html", &format!("{LOGGER}<script>addEventListener('mousedown', (e) => window.at = [e.offsetX, e.offsetY, e.button, e.buttons], true)</script>"));
    let actions = "  - click: '#b'\n    offsetX: 3\n    offsetY: 5\n    button: secondary\n  - evaluate: return at\n    saveAs: at";
    let round = lab.good_round(&yaml(actions)).await;
    assert_eq!(
        round.saved("at"),
        &json!([1, 3, 2, 2]),
        "offsets count from the border box, offsetX from the padding box"
    );
    let log = round.saved("log").as_array().unwrap();
    assert!(log.iter().any(|event| event[0] == "contextmenu"));
    assert!(!log.iter().any(|event| event[0] == "click"));
}

async fn what_lies_below_the_viewport_is_scrolled_to_and_clicked(lab: &Lab) {
    lab.file("log.html", LOGGER);
    let round = lab.good_round(&yaml("  - click: '#far'")).await;
    let log = round.saved("log").as_array().unwrap();
    assert!(
        log.iter().any(|event| event[0] == "click" && event[1] == "far"),
        "{log:?}"
    );
}

async fn the_first_alternative_that_matches_wins(lab: &Lab) {
    lab.file("log.html", LOGGER);
    let round = lab
        .good_round(&yaml("  - click: ['#missing', '#b', '#far']"))
        .await;
    let log = round.saved("log").as_array().unwrap();
    let clicked: Vec<_> = log
        .iter()
        .filter(|event| event[0] == "click")
        .map(|event| &event[1])
        .collect();
    assert_eq!(json!(clicked), json!(["b"]));
}

async fn a_control_under_its_label_is_clicked_through_it(lab: &Lab) {
    lab.file(
        "log.html",
        &LOGGER.replace("opacity: 0", "position: absolute; z-index: -1"),
    );
    let round = lab
        .good_round(&yaml(
            "  - click: '#c'\n  - evaluate: return c.checked\n    saveAs: checked",
        ))
        .await;
    assert_eq!(round.saved("checked"), &json!(true));
}

async fn a_moving_element_is_clicked_once_it_rests(lab: &Lab) {
    lab.file("log.html", &LOGGER.replace("</style>", "#b { position: relative; animation: m .6s linear } @keyframes m { from { left: 0 } to { left: 600px } }</style>"));
    let round = lab
        .good_round(&yaml(
            "  - click: '#b'\n  - evaluate: return b.getAnimations().length\n    saveAs: moving",
        ))
        .await;
    assert_eq!(round.saved("moving"), &json!(0), "it was clicked while it moved");
}

async fn typed_text_arrives_with_real_key_events(lab: &Lab) {
    lab.file("log.html", LOGGER);
    let actions =
        "  - typeText: 'aZ 1!é'\n    selectors: '#i'\n  - evaluate: return i.value\n    saveAs: value";
    let round = lab.good_round(&yaml(actions)).await;
    assert_eq!(round.saved("value"), &json!("aZ 1!é"));
    let log = round.saved("log").as_array().unwrap();
    let of = |kind: &str| -> Vec<_> { log.iter().filter(|event| event[0] == kind).cloned().collect() };
    let down = of("keydown");
    assert_eq!(down.len(), 6);
    assert_eq!(
        (of("keypress").len(), of("input").len(), of("keyup").len()),
        (6, 6, 6)
    );
    assert_eq!(down[0], json!(["keydown", "i", true, "a", "KeyA", false]));
    assert_eq!(down[1], json!(["keydown", "i", true, "Z", "KeyZ", true]));
    assert_eq!(down[2], json!(["keydown", "i", true, " ", "Space", false]));
    assert_eq!(down[4], json!(["keydown", "i", true, "!", "Digit1", true]));
    assert_eq!(down[5], json!(["keydown", "i", true, "é", "", false]));
    // Keys are timed by the browser as interactions.
    assert!(
        round
            .events()
            .iter()
            .any(|event| event["name"] == "EventTiming" && event["args"]["data"]["type"] == "keydown")
    );
}

/// A page that takes a tenth of a second and more to draw what a key did to it.
const DRAWS_LATE: &str = r#"<!doctype html>
<style>div { display: inline-block; width: 60px; height: 60px; margin: 6px; box-shadow: 0 0 60px #0008; filter: blur(3px) }</style>
<body><script>
for (let k = 0; k < 200; k++) document.body.append(document.createElement("div"));
let keys = 0;
addEventListener("keydown", () => {
  keys++;
  for (const div of document.querySelectorAll("div")) div.style.background = `hsl(${keys * 40} 60% 50%)`;
});
</script>"#;

async fn keys_that_are_drawn_after_the_window_are_told_of(lab: &Lab) {
    lab.file("late.html", DRAWS_LATE);
    for _ in 0..4 {
        let yaml = "name: late\nserve: .\nurl: /late.html\nactions:\n  - typeText: lagometer\n";
        let events = lab.good_round(yaml).await.events();
        let told = events.iter().filter(|event| {
            event["name"] == "EventTiming" && event["ph"] == "b" && event["args"]["data"]["type"] == "keydown"
        });
        assert_eq!(told.count(), 9);
    }
}

async fn line_breaks_and_tabs_are_keys(lab: &Lab) {
    lab.file("log.html", LOGGER);
    let actions = "  - typeText: \"one\\ntwo\\t\"\n    selectors: '#t'\n  - evaluate: return [t.value, document.activeElement.id]\n    saveAs: value";
    let round = lab.good_round(&yaml(actions)).await;
    assert_eq!(round.saved("value"), &json!(["one\ntwo", "c"]));
}

async fn without_selectors_the_focused_element_is_typed_into(lab: &Lab) {
    lab.file("log.html", LOGGER);
    let actions = "  - click: '#i'\n  - typeText: abc\n  - evaluate: return i.value\n    saveAs: value";
    assert_eq!(lab.good_round(&yaml(actions)).await.saved("value"), &json!("abc"));
}

async fn waits_compare_counts_and_visibility(lab: &Lab) {
    lab.file(
        "log.html",
        &format!("{LOGGER}<p>1<p>2<p style='display:none'>3<p style='visibility:hidden'>4"),
    );
    let actions = r"
  - waitForElement: p
    operator: '=='
    count: 4
  - waitForElement: p
    operator: '=='
    count: 2
    visible: true
  - waitForElement: p
    operator: '=='
    count: 2
    visible: false
  - waitForElement: '#nothing'
    operator: '=='
    count: 0
  - waitForElement: p
    operator: '<='
    count: 4
  - waitForElement: ['#nothing', p]
    count: 4";
    lab.good_round(&yaml(actions)).await;
}

async fn an_expression_may_throw_and_be_a_promise_before_it_is_true(lab: &Lab) {
    lab.file(
        "log.html",
        &format!(
            "{LOGGER}<script>setTimeout(() => window.app = {{ ready: Promise.resolve(1) }}, 300)</script>"
        ),
    );
    lab.good_round(&yaml("  - waitForExpression: app.ready // comment"))
        .await;
}

async fn frames_are_waited_for(lab: &Lab) {
    lab.file("log.html", LOGGER);
    let actions = "  - evaluate: window.t = performance.now()\n  - waitForFrames: 30\n  - evaluate: return performance.now() - t\n    saveAs: took";
    let round = lab.good_round(&yaml(actions)).await;
    let took = round.saved("took").as_f64().unwrap();
    assert!(took >= 450.0, "30 frames at 60 Hz: {took}");
}

async fn evaluate_keeps_what_it_returns_only_where_it_is_told_to(lab: &Lab) {
    lab.file("log.html", LOGGER);
    let actions = r#"
  - evaluate: |
      await new Promise((r) => setTimeout(r, 20));
      return { rows: [1, 2], name: "é" };
    saveAs: object
  - evaluate: return undefined
    saveAs: nothing
  - evaluate: return NaN
    saveAs: nan
  - evaluate: return window
  - evaluate: "return 1 // comment"
    saveAs: comment"#;
    let round = lab.good_round(&yaml(actions)).await;
    assert_eq!(round.saved("object"), &json!({"rows": [1, 2], "name": "é"}));
    assert_eq!(round.saved("nothing"), &json!(null));
    assert_eq!(round.saved("nan"), &json!("NaN"));
    assert_eq!(round.saved("comment"), &json!(1));
    assert_eq!(round.artifacts.samples.saved.len(), 5, "four and the log");
}

async fn a_page_can_be_left_in_the_middle(lab: &Lab) {
    lab.file("log.html", LOGGER);
    lab.file(
        "next.html",
        "<!doctype html><p id=next>next<script>document.body.dataset.here = lagometer.begin.name</script>",
    );
    let actions = r"
  - navigate: /next.html
  - waitForElement: '#next'
  - evaluate: location.href = '/log.html'
  - waitForElement: '#b'
  - waitForExpression: Array.isArray(window.log)";
    let round = lab.good_round(&yaml(actions)).await;
    assert_eq!(round.marks("lagometer:end:steps").len(), 1);
    assert!(round.artifacts.samples.page[1].url.ends_with("/log.html"));
}

async fn a_dialog_of_the_page_does_not_stop_the_round(lab: &Lab) {
    lab.file("log.html", &format!("{LOGGER}<script>b.onclick = () => {{ alert('a'); window.answer = confirm('b') }}; onbeforeunload = (e) => e.preventDefault()</script>"));
    let actions =
        "  - click: '#b'\n  - evaluate: return answer\n    saveAs: answer\n  - navigate: /log.html?2";
    let round = lab.good_round(&yaml(actions)).await;
    assert_eq!(round.saved("answer"), &json!(true));
}
