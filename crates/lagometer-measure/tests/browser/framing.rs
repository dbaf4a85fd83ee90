//! Steps in frames: nested, below the edge of the viewport, in processes of their own.

use crate::lab::{Lab, Round, in_one_browser, told};
use serde_json::{Value, json};

/// Tells the page around all frames what it saw.
const INNER: &str = r#"<!doctype html><meta charset="utf-8"><style>body { margin: 20px } #far { margin-top: 900px }</style>
<button id="b" aria-label="Inside">button</button><input id="i"><button id="far">far</button>
<script>
  for (const type of ["pointerdown", "click", "keydown", "input", "change", "wheel"])
    addEventListener(type, (e) => top.postMessage([location.hash, type, e.target.id, e.isTrusted, e.key ?? null], "*"), true);
</script>"#;

in_one_browser! {
    steps_reach_into_frames:
    a_frame_of_the_page_is_acted_in,
    a_frame_in_a_frame_is_acted_in,
    a_frame_of_another_process_is_acted_in,
    nothing_of_a_frame_that_was_prepared_is_recorded,
    a_frame_that_comes_late_is_waited_for,
    a_measure_ends_with_what_a_frame_shows,
    what_covers_a_frame_is_named,
    a_frame_that_is_not_there_is_said,
}

const COLLECT: &str =
    "<script>window.log = []; addEventListener('message', (e) => log.push(e.data))</script>";

async fn acted(lab: &Lab, page: &str, actions: &str) -> Round {
    lab.file("inner.html", INNER);
    lab.file(
        "frames.html",
        &format!("<!doctype html><meta charset=utf-8>{COLLECT}{page}"),
    );
    let yaml = format!(
        "name: frames\nserve: .\nurl: /frames.html\nprepare: [{{waitForFrames: 5}}]\nactions:\n{actions}\nafter: [{{evaluate: 'return log', saveAs: log}}]\n"
    );
    lab.good_round(&yaml).await
}

fn seen(round: &Round, kind: &str) -> Vec<Value> {
    let log = round.saved("log").as_array().unwrap();
    log.iter().filter(|entry| entry[1] == kind).cloned().collect()
}

/// Every kind of step that looks for elements, in the frame at `way`.
fn every_step(way: &str) -> String {
    [
        "waitForElement: aria/Inside",
        "click: '#b'",
        "click: '#far'",
        "typeText: ab\n    selectors: '#i'",
        "keyDown: c\n    selectors: '#i'",
        "keyUp: c",
        "change: '#i'\n    value: set",
        "hover: '#b'",
        "wheel: {deltaY: 60}\n    selectors: '#b'",
    ]
    .map(|step| format!("  - {step}\n    frame: {way}\n"))
    .concat()
        + "  - sleep: 200ms"
}

fn check_every_step(round: &Round, hash: &str) {
    let clicks = seen(round, "click");
    assert_eq!(clicks[0], json!([hash, "click", "b", true, null]));
    assert_eq!(clicks[1], json!([hash, "click", "far", true, null]));
    let keys: Vec<_> = seen(round, "keydown")
        .iter()
        .map(|entry| entry[4].clone())
        .collect();
    assert_eq!(json!(keys), json!(["a", "b", "c"]));
    assert!(
        seen(round, "keydown")
            .iter()
            .all(|entry| entry[0] == hash && entry[2] == "i" && entry[3] == true)
    );
    assert_eq!(seen(round, "input").len(), 4);
    assert_eq!(seen(round, "change").len(), 1);
    assert!(!seen(round, "wheel").is_empty());
}

async fn a_frame_of_the_page_is_acted_in(lab: &Lab) {
    let page = "<iframe src='/inner.html#first'></iframe><div style='height: 2000px'></div><iframe src='/inner.html#second' style='border: 7px solid; padding: 5px'></iframe>";
    let round = acted(lab, page, &every_step("[1]")).await;
    check_every_step(&round, "#second");
}

async fn a_frame_in_a_frame_is_acted_in(lab: &Lab) {
    lab.file("outer.html", "<!doctype html><p>outer<iframe src='/inner.html#other'></iframe><div style='height: 900px'></div><iframe src='/inner.html#deep'></iframe>");
    let round = acted(
        lab,
        "<iframe src='/outer.html' style='width: 600px; height: 300px'></iframe>",
        &every_step("[0, 1]"),
    )
    .await;
    check_every_step(&round, "#deep");
}

async fn a_frame_of_another_process_is_acted_in(lab: &Lab) {
    let elsewhere = lab.base_url().replace("127.0.0.1", "localhost");
    let page = format!("<p>here<iframe src='{elsewhere}/inner.html#elsewhere'></iframe>");
    let round = acted(lab, &page, &every_step("[0]")).await;
    check_every_step(&round, "#elsewhere");
    assert_eq!(round.renderers(), 2, "its process is in the trace as well");
}

/// A session with a frame of another process would bring that process into the trace.
async fn nothing_of_a_frame_that_was_prepared_is_recorded(lab: &Lab) {
    let elsewhere = lab.base_url().replace("127.0.0.1", "localhost");
    lab.file("inner.html", INNER);
    lab.file(
        "frames.html",
        &format!("<!doctype html><p>here<iframe src='{elsewhere}/inner.html'></iframe>"),
    );
    let yaml = "name: s\nserve: .\nurl: /frames.html\nprepare: [{click: '#b', frame: [0]}]\nactions: [{click: p}]\nafter: [{click: '#b', frame: [0]}]\n";
    assert_eq!(lab.good_round(yaml).await.renderers(), 1);
}

async fn a_frame_that_comes_late_is_waited_for(lab: &Lab) {
    let page = "<script>setTimeout(() => { const f = document.createElement('iframe'); f.src = '/inner.html#late'; document.body.append(f) }, 700)</script><p>x";
    let round = acted(lab, page, "  - click: '#b'\n    frame: [0]\n  - sleep: 100ms").await;
    assert_eq!(seen(&round, "click")[0][0], "#late");
}

async fn a_measure_ends_with_what_a_frame_shows(lab: &Lab) {
    let page = "<iframe src='/inner.html#f'></iframe>";
    let actions = "  - measure: shown\n    steps:\n      - evaluate: \"setTimeout(() => frames[0].document.body.append(Object.assign(document.createElement('p'), { id: 'late' })), 300)\"\n      - waitForElement: '#late'\n        frame: [0]";
    let round = acted(lab, page, actions).await;
    let shown = round.measures("shown");
    assert_eq!(shown.len(), 1);
    let took = shown[0].milliseconds();
    assert!((300.0..600.0).contains(&took), "{took} ms");
}

async fn what_covers_a_frame_is_named(lab: &Lab) {
    lab.file("inner.html", INNER);
    lab.file("frames.html", "<!doctype html><iframe src='/inner.html'></iframe><div id=banner style='position: fixed; inset: 0'></div>");
    let yaml = "name: s\nserve: .\nurl: /frames.html\nactions: [{click: '#b', frame: [0], timeout: 600ms}]\n";
    insta::assert_snapshot!(told(&lab.bad_round(yaml).await.error));
}

async fn a_frame_that_is_not_there_is_said(lab: &Lab) {
    lab.file("frames.html", "<!doctype html><iframe></iframe>");
    let mut all = String::new();
    for step in ["click: '#b'", "waitForElement: '#b'", "change: '#b', value: x"] {
        let yaml = format!(
            "name: s\nserve: .\nurl: /frames.html\nactions: [{{{step}, frame: [0, 3], timeout: 400ms}}]\n"
        );
        all += &format!("{}\n\n", told(&lab.bad_round(&yaml).await.error));
    }
    insta::assert_snapshot!(all.trim_end());
}
