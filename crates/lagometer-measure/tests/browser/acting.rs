//! The steps that act on a page, each in a page that tells what it saw: real input is trusted, comes in
//! the browser's own order, and is timed as an interaction.

use crate::lab::{Lab, Round, in_one_browser, told};
use serde_json::{Value, json};

const PAGE: &str = include_str!("pages/input.html");

in_one_browser! {
    input_reaches_the_page_as_from_a_hand:
    a_double_click_is_two_clicks_and_one_more_event,
    hovering_moves_the_mouse_and_presses_nothing,
    a_touch_is_a_finger_and_then_a_click,
    the_wheel_turns_evenly_and_by_exactly_so_much,
    the_wheel_turns_over_the_page_where_no_element_is_named,
    scrolling_sets_a_position_without_input,
    what_is_draggable_is_dragged_and_dropped,
    what_is_not_draggable_is_dragged_with_the_mouse_alone,
    keys_have_names_places_and_modifiers,
    a_key_that_is_held_changes_what_is_typed_and_clicked,
    changing_sets_values_of_every_kind_of_control,
    what_cannot_be_done_says_why,
    input_is_in_the_trace_as_interactions,
}

async fn acted(lab: &Lab, actions: &str) -> Round {
    lab.file("input.html", PAGE);
    let yaml = format!(
        "name: input\nserve: .\nurl: /input.html\nactions:\n{actions}\nafter: [{{evaluate: 'return log', saveAs: log}}]\n"
    );
    lab.good_round(&yaml).await
}

/// What the page saw of these types, in its order.
fn seen(round: &Round, types: &[&str]) -> Vec<Value> {
    let log = round.saved("log").as_array().unwrap();
    let wanted = log
        .iter()
        .filter(|event| types.contains(&event["type"].as_str().unwrap()));
    wanted.cloned().collect()
}

fn of_each(events: &[Value], field: &str) -> Value {
    events.iter().map(|event| event[field].clone()).collect()
}

async fn a_double_click_is_two_clicks_and_one_more_event(lab: &Lab) {
    let round = acted(lab, "  - doubleClick: '#b'\n    offsetX: 4\n    offsetY: 6").await;
    let types = [
        "pointerdown",
        "mousedown",
        "pointerup",
        "mouseup",
        "click",
        "dblclick",
    ];
    let events = seen(&round, &types);
    let mut twice = ["pointerdown", "mousedown", "pointerup", "mouseup", "click"].repeat(2);
    twice.push("dblclick");
    assert_eq!(of_each(&events, "type"), json!(twice));
    assert!(
        events
            .iter()
            .all(|event| event["trusted"] == true && event["at"] == "b")
    );
    let clicks = seen(&round, &["click", "dblclick"]);
    assert_eq!(of_each(&clicks, "detail"), json!([1, 2, 2]));
    assert_eq!(of_each(&clicks, "x"), json!([4, 4, 4]));
    assert_eq!(of_each(&clicks, "y"), json!([6, 6, 6]));
}

async fn hovering_moves_the_mouse_and_presses_nothing(lab: &Lab) {
    let round = acted(
        lab,
        "  - hover: '#off'\n  - hover: '#i'\n  - waitForFrames: 2\n  - waitForElement: '#i:hover'",
    )
    .await;
    let over = seen(&round, &["pointerover"]);
    assert_eq!(over.last().unwrap()["at"], "i");
    assert!(
        over.iter()
            .all(|event| event["trusted"] == true && event["pointer"] == "mouse")
    );
    assert!(!seen(&round, &["mousemove"]).is_empty());
    assert!(seen(&round, &["pointerdown", "mousedown", "click"]).is_empty());
}

async fn a_touch_is_a_finger_and_then_a_click(lab: &Lab) {
    let round = acted(
        lab,
        "  - click: '#b'\n    deviceType: touch\n  - waitForExpression: log.some((e) => e.type === 'click')",
    )
    .await;
    let types = [
        "pointerdown",
        "touchstart",
        "pointerup",
        "touchend",
        "mousedown",
        "mouseup",
        "click",
    ];
    let events = seen(&round, &types);
    assert_eq!(of_each(&events, "type"), json!(types), "{events:#?}");
    assert!(
        events
            .iter()
            .all(|event| event["trusted"] == true && event["at"] == "b")
    );
    assert_eq!(events[0]["pointer"], "touch");
}

async fn the_wheel_turns_evenly_and_by_exactly_so_much(lab: &Lab) {
    let round = acted(
        lab,
        "  - wheel: {deltaX: 100, deltaY: 1000}\n    selectors: '#box'\n    duration: 480ms\n  - waitForExpression: box.scrollTop === 1000 && box.scrollLeft === 100",
    )
    .await;
    let events = seen(&round, &["wheel"]);
    let sum = |axis: usize| -> f64 {
        events
            .iter()
            .map(|event| event["delta"][axis].as_f64().unwrap())
            .sum()
    };
    assert_eq!((sum(0), sum(1)), (100.0, 1000.0));
    assert!(events.len() > 5, "{} notches", events.len());
    assert!(events.iter().all(|event| event["trusted"] == true));
    let times: Vec<f64> = events
        .iter()
        .map(|event| event["time"].as_f64().unwrap())
        .collect();
    let took = times.last().unwrap() - times[0];
    assert!((300.0..900.0).contains(&took), "{took} ms");
}

async fn the_wheel_turns_over_the_page_where_no_element_is_named(lab: &Lab) {
    let round = acted(
        lab,
        "  - wheel: {deltaY: 1200}\n  - waitForExpression: scrollY === 1200",
    )
    .await;
    let events = seen(&round, &["wheel"]);
    assert_eq!(
        of_each(&events, "delta"),
        json!([[0, 1200]]),
        "one notch where it takes no time"
    );
}

async fn scrolling_sets_a_position_without_input(lab: &Lab) {
    let round = acted(
        lab,
        "  - scroll: {x: 30, y: 500}\n    selectors: '#box'\n  - scroll: {y: 20}\n    selectors: '#box'\n  - scroll: {y: 900}\n  - evaluate: return [box.scrollLeft, box.scrollTop, scrollY]\n    saveAs: at\n  - waitForFrames: 2",
    )
    .await;
    assert_eq!(round.saved("at"), &json!([30, 20, 900]));
    assert!(seen(&round, &["wheel"]).is_empty());
    assert!(!seen(&round, &["scroll"]).is_empty());
}

async fn what_is_draggable_is_dragged_and_dropped(lab: &Lab) {
    let round = acted(
        lab,
        "  - drag: '#card'\n    to: '#list'\n    duration: 200ms\n  - waitForExpression: list.textContent === 'the card'",
    )
    .await;
    let events = seen(
        &round,
        &[
            "mousedown",
            "dragstart",
            "dragenter",
            "dragover",
            "drop",
            "dragend",
        ],
    );
    let mut kinds: Vec<&str> = events
        .iter()
        .map(|event| event["type"].as_str().unwrap())
        .collect();
    assert!(events.iter().all(|event| event["trusted"] == true));
    assert!(
        events
            .iter()
            .any(|event| event["type"] == "dragenter" && event["at"] == "list")
    );
    kinds.retain(|kind| !["dragenter", "dragover"].contains(kind));
    assert_eq!(kinds, ["mousedown", "dragstart", "drop", "dragend"]);
}

async fn what_is_not_draggable_is_dragged_with_the_mouse_alone(lab: &Lab) {
    let round = acted(
        lab,
        "  - drag: '#plain'\n    to: '#b'\n    duration: 160ms\n    offsetX: 5",
    )
    .await;
    let down = &seen(&round, &["mousedown"])[0];
    assert_eq!((&down["at"], &down["x"]), (&json!("plain"), &json!(5)));
    let moves = seen(&round, &["mousemove"]);
    let held = moves.iter().filter(|event| event["buttons"] == 1).count();
    assert!(held >= 5, "{held} moves with the button held");
    let up = &seen(&round, &["mouseup"])[0];
    assert_eq!((&up["at"], &up["buttons"]), (&json!("b"), &json!(0)));
    assert!(seen(&round, &["dragstart"]).is_empty());
}

async fn keys_have_names_places_and_modifiers(lab: &Lab) {
    let round = acted(
        lab,
        "  - keyDown: Enter\n    selectors: '#t'\n  - keyUp: Enter\n  - keyDown: ArrowLeft\n  - keyUp: ArrowLeft\n  - keyDown: F5\n  - keyUp: F5\n  - keyDown: 7\n  - keyDown: 7\n  - keyUp: 7\n  - keyDown: ü\n  - keyUp: ü",
    )
    .await;
    let down = seen(&round, &["keydown"]);
    assert_eq!(
        of_each(&down, "key"),
        json!(["Enter", "ArrowLeft", "F5", "7", "7", "ü"])
    );
    assert_eq!(
        of_each(&down, "code"),
        json!(["Enter", "ArrowLeft", "F5", "Digit7", "Digit7", ""])
    );
    assert_eq!(of_each(&down, "keyCode"), json!([13, 37, 116, 55, 55, 0]));
    assert_eq!(
        of_each(&down, "repeat"),
        json!([false, false, false, false, true, false])
    );
    assert!(
        down.iter()
            .all(|event| event["trusted"] == true && event["at"] == "t")
    );
    assert_eq!(seen(&round, &["keyup"]).len(), 5);
    assert_eq!(
        seen(&round, &["input"]).len(),
        4,
        "the line break, two digits, and the letter"
    );
    assert!(
        seen(&round, &["pointerdown"]).is_empty(),
        "focused without a click"
    );
}

async fn a_key_that_is_held_changes_what_is_typed_and_clicked(lab: &Lab) {
    let round = acted(
        lab,
        r"  - keyDown: Shift
  - keyDown: a
    selectors: '#i'
  - keyUp: a
  - typeText: 'b1'
  - click: '#b'
  - keyUp: Shift
  - keyDown: Control
  - keyDown: a
    selectors: '#t'
  - keyUp: a
  - keyUp: Control
  - typeText: new
  - evaluate: return [i.value, t.value]
    saveAs: values",
    )
    .await;
    assert_eq!(
        round.saved("values"),
        &json!(["AB!", "new"]),
        "Control and A select all"
    );
    let down = seen(&round, &["keydown"]);
    assert_eq!(down[0]["location"], 1);
    let modifiers: Vec<_> = down
        .iter()
        .map(|event| event["modifiers"].as_str().unwrap())
        .collect();
    assert_eq!(
        modifiers,
        ["shift", "shift", "shift", "shift", "ctrl", "ctrl", "", "", ""]
    );
    assert_eq!(seen(&round, &["click"])[0]["modifiers"], "shift");
}

async fn changing_sets_values_of_every_kind_of_control(lab: &Lab) {
    let round = acted(
        lab,
        r"  - change: '#i'
    value: text
  - change: '#t'
    value: 'two words'
  - change: '#s'
    value: Two
  - change: '#c'
    value: true
  - change: '#n'
    value: 1.5
  - change: '#e'
    value: edited
  - evaluate: return [i.value, t.value, s.value, c.checked, n.value, e.textContent]
    saveAs: values",
    )
    .await;
    assert_eq!(
        round.saved("values"),
        &json!(["text", "two words", "2", true, "1.5", "edited"])
    );
    let events = seen(&round, &["input", "change", "keydown", "pointerdown"]);
    let expected: Vec<Value> = ["i", "t", "s", "c", "n", "e"]
        .iter()
        .flat_map(|id| [json!([id, "input"]), json!([id, "change"])])
        .collect();
    let found: Vec<Value> = events
        .iter()
        .map(|event| json!([event["at"], event["type"]]))
        .collect();
    assert_eq!(found, expected, "by script: no key, no pointer");
}

async fn what_cannot_be_done_says_why(lab: &Lab) {
    lab.file("input.html", PAGE);
    let mut all = String::new();
    for action in [
        "change: '#off'\n    value: x",
        "change: '#s'\n    value: Three",
        "change: '#c'\n    value: maybe",
        "change: '#n'\n    value: many",
        "change: '#missing'\n    value: x",
        "scroll: {y: 4}\n    selectors: '#missing'",
        "keyDown: a\n    selectors: '#missing'",
        "doubleClick: '#off'",
        "drag: '#card'\n    to: '#far'",
        "wheel: {deltaY: 4}\n    selectors: 'p['",
    ] {
        let yaml =
            format!("name: s\nserve: .\nurl: /input.html\nactions:\n  - {action}\n    timeout: 700ms\n");
        all += &format!("{}\n\n", told(&lab.bad_round(&yaml).await.error));
    }
    insta::assert_snapshot!(all.trim_end());
}

async fn input_is_in_the_trace_as_interactions(lab: &Lab) {
    let round = acted(
        lab,
        "  - click: '#b'\n  - doubleClick: '#b'\n  - keyDown: Enter\n    selectors: '#t'\n  - keyUp: Enter\n  - click: '#b'\n    deviceType: touch\n  - waitForFrames: 3",
    )
    .await;
    let events = round.events();
    let interactions = |kind: &str| -> usize {
        let timed = events.iter().filter(|event| {
            let data = &event["args"]["data"];
            event["name"] == "EventTiming"
                && data["type"] == kind
                && data["interactionId"].as_u64().is_some_and(|id| id > 0)
        });
        timed.count()
    };
    assert!(
        interactions("pointerdown") >= 3,
        "{}",
        interactions("pointerdown")
    );
    assert!(interactions("click") >= 3, "{}", interactions("click"));
    assert!(interactions("keydown") >= 1);
}
