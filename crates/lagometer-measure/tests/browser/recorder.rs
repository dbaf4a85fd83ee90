//! What DevTools' Recorder writes beside its steps: `assertedEvents`, `frame`, `deviceType: pen`, the
//! device of a viewport; and where a drag ends.

use crate::lab::{Lab, in_one_browser, told};
use serde_json::json;

in_one_browser! {
    what_recorder_writes_is_done:
    a_step_that_leads_to_another_page_is_done_when_that_is_loaded,
    a_step_that_changes_the_address_is_done_then,
    a_step_that_leads_nowhere_says_so,
    a_pen_is_a_pointer_of_its_own,
    code_runs_in_the_own_world_of_a_frame,
    an_expression_of_a_frame_ends_a_measure,
    code_of_a_frame_that_throws_says_where,
    a_telephone_is_laid_out_as_one_and_touched,
    another_device_loads_the_page_again,
    a_drag_ends_where_it_is_told_to,
}

const FIRST: &str = r##"<!doctype html><meta charset=utf-8><title>first</title>
<a id=away href="/slow.html">away</a><button id=push>push</button><button id=stay>stay</button>
<script>push.onclick = () => setTimeout(() => history.pushState(null, "", "/first.html?pushed"), 300)</script>"##;

/// Its load event comes late: an image is waited for that never comes in time.
const SLOW: &str = r#"<!doctype html><meta charset=utf-8><title>slow</title>
<script>
  const start = performance.now();
  document.write("<script src='/late.js'></" + "script>");
  addEventListener("load", () => { window.loaded = performance.now() - start; });
</script>"#;

/// Holds up the load event of its page.
const LATE: &str = "const end = performance.now() + 400; while (performance.now() < end);";

fn yaml(actions: &str) -> String {
    format!("name: r\nserve: .\nurl: /first.html\nactions:\n{actions}\n")
}

async fn a_step_that_leads_to_another_page_is_done_when_that_is_loaded(lab: &Lab) {
    lab.file("first.html", FIRST);
    lab.file("slow.html", SLOW);
    lab.file("late.js", LATE);
    let actions = "  - { type: click, target: main, selectors: [['#away']], assertedEvents: [{ type: navigation, \
                   url: 'http://elsewhere/', title: other }] }\n  \
                   - evaluate: return [document.title, document.readyState, window.loaded > 300]\n    saveAs: now";
    let round = lab.good_round(&yaml(actions)).await;
    assert_eq!(round.saved("now"), &json!(["slow", "complete", true]));
    // Of a navigation the step itself is the event.
    let actions = "  - { type: navigate, url: /slow.html, assertedEvents: [{ type: navigation }] }\n  \
                   - evaluate: return document.title\n    saveAs: now";
    let round = lab.good_round(&yaml(actions)).await;
    assert_eq!(round.saved("now"), &json!("slow"));
}

async fn a_step_that_changes_the_address_is_done_then(lab: &Lab) {
    lab.file("first.html", FIRST);
    let actions = "  - click: '#push'\n    assertedEvents: [{ type: navigation }]\n  \
                   - evaluate: return location.search\n    saveAs: now";
    let round = lab.good_round(&yaml(actions)).await;
    assert_eq!(round.saved("now"), &json!("?pushed"));
}

async fn a_step_that_leads_nowhere_says_so(lab: &Lab) {
    lab.file("first.html", FIRST);
    // A page has half a minute to load, so the round's own time ends it.
    let actions = "  - click: '#stay'\n    assertedEvents: [{ type: navigation }]";
    let yaml = format!("{}roundTimeout: 4s\n", yaml(actions));
    let failed = lab.bad_round(&yaml).await;
    assert_eq!(failed.error.code(), "round-timeout");
    let text = told(&failed.error);
    assert!(text.contains("actions step 1 `click`"), "{text}");
}

async fn a_pen_is_a_pointer_of_its_own(lab: &Lab) {
    let log = "<script>window.log = []; for (const type of ['pointermove', 'pointerdown', 'pointerup', 'click']) \
               addEventListener(type, (e) => log.push([type, e.pointerType, e.isTrusted, e.target.id]), true)</script>";
    lab.file("first.html", &format!("{FIRST}{log}"));
    let actions = "  - click: '#stay'\n    deviceType: pen\n  - evaluate: return log\n    saveAs: log";
    let round = lab.good_round(&yaml(actions)).await;
    let saw = |kind: &str| json!([kind, "pen", true, "stay"]);
    assert_eq!(
        round.saved("log"),
        &json!([
            saw("pointermove"),
            saw("pointerdown"),
            saw("pointerup"),
            saw("click")
        ])
    );
}

/// Says who it is, in variables that only its own world has.
const INNER: &str = "<!doctype html><meta charset=utf-8><p>inner</p><script>\
    window.mine = location.hash; let ready = false; setTimeout(() => { ready = true }, 300)</script>";

async fn code_runs_in_the_own_world_of_a_frame(lab: &Lab) {
    let elsewhere = lab.base_url().replace("127.0.0.1", "localhost");
    lab.file("inner.html", INNER);
    lab.file(
        "outer.html",
        "<!doctype html><iframe src='/inner.html#deep'></iframe>",
    );
    lab.file(
        "first.html",
        &format!("{FIRST}<iframe src='/outer.html'></iframe><iframe src='{elsewhere}/inner.html#elsewhere'></iframe>"),
    );
    for (way, mine) in [("[0, 0]", "#deep"), ("[1]", "#elsewhere")] {
        let actions = format!(
            "  - waitForExpression: ready && mine\n    frame: {way}\n  \
             - evaluate: return [mine, await Promise.resolve(1 + 1)]\n    frame: {way}\n    saveAs: mine"
        );
        let round = lab.good_round(&yaml(&actions)).await;
        assert_eq!(round.saved("mine"), &json!([mine, 2]));
    }
}

async fn an_expression_of_a_frame_ends_a_measure(lab: &Lab) {
    let elsewhere = lab.base_url().replace("127.0.0.1", "localhost");
    lab.file("inner.html", INNER);
    for host in ["", elsewhere.as_str()] {
        lab.file(
            "first.html",
            &format!("{FIRST}<iframe src='{host}/inner.html'></iframe>"),
        );
        let actions = "  - evaluate: 'window.shown = false; setTimeout(() => { window.shown = true }, 350)'\n    \
                       frame: [0]\n  - measure: shown\n    steps:\n      - waitForExpression: window.shown\n        \
                       frame: [0]";
        let round = lab.good_round(&yaml(actions)).await;
        let shown = round.measures("shown");
        assert_eq!(shown.len(), 1, "{host}");
        assert!(shown[0].milliseconds() > 100.0, "{:?}", shown[0]);
    }
}

async fn code_of_a_frame_that_throws_says_where(lab: &Lab) {
    lab.file("inner.html", INNER);
    lab.file(
        "first.html",
        &format!("{FIRST}<iframe src='/inner.html'></iframe>"),
    );
    let mut all = String::new();
    for step in [
        "  - evaluate: |\n      const a = 1;\n      throw new TypeError('boom ' + a);\n    frame: [0]",
        "  - evaluate: |\n      const a = 1;\n      const = 2;\n    frame: [0]",
        "  - waitForExpression: a b\n    frame: [0]",
        "  - waitForExpression: mine === 7\n    frame: [0]\n    timeout: 400ms",
        "  - evaluate: return 1\n    frame: [3]\n    timeout: 400ms",
    ] {
        let failed = lab.bad_round(&yaml(step)).await;
        all += &format!("{}\n\n", told(&failed.error));
    }
    insta::assert_snapshot!(all.trim_end());
}

const DEVICE: &str = "return [innerWidth, innerHeight, devicePixelRatio, navigator.maxTouchPoints > 0, \
                      'ontouchstart' in window, screen.orientation.type, window.loads]";

async fn a_telephone_is_laid_out_as_one_and_touched(lab: &Lab) {
    lab.file(
        "first.html",
        &format!("<meta name=viewport content='width=device-width'>{FIRST}"),
    );
    let device =
        "viewport: { width: 390, height: 844, deviceScaleFactor: 3, isMobile: true, hasTouch: true }";
    let yaml = format!(
        "{}{device}\n",
        yaml(&format!("  - evaluate: {}\n    saveAs: device", json!(DEVICE)))
    );
    let round = lab.good_round(&yaml).await;
    assert_eq!(
        round.saved("device"),
        &json!([390, 844, 3, true, true, "portrait-primary", null])
    );
}

async fn another_device_loads_the_page_again(lab: &Lab) {
    let count =
        "<script>window.loads = sessionStorage.loads = 1 + Number(sessionStorage.loads ?? 0)</script>";
    lab.file(
        "first.html",
        &format!("<meta name=viewport content='width=device-width'>{FIRST}{count}"),
    );
    let look = |name: &str| format!("  - evaluate: {}\n    saveAs: {name}\n", json!(DEVICE));
    let actions = [
        &look("before"),
        "  - setViewport: { width: 800, height: 600, isLandscape: true }\n",
        &look("turned"),
        "  - { type: setViewport, width: 390, height: 844, deviceScaleFactor: 2, isMobile: true, hasTouch: true, isLandscape: false }\n",
        &look("after"),
    ]
    .concat();
    let round = lab.good_round(&yaml(&actions)).await;
    let is_touched = |name: &str| round.saved(name)[3].clone();
    assert_eq!(
        (is_touched("before"), &round.saved("before")[6]),
        (json!(false), &json!(1))
    );
    assert_eq!(
        round.saved("turned"),
        &json!([800, 600, 1, false, false, "landscape-primary", 1])
    );
    assert_eq!(
        round.saved("after"),
        &json!([390, 844, 2, true, true, "portrait-primary", 2])
    );
}

async fn a_drag_ends_where_it_is_told_to(lab: &Lab) {
    let page = "<!doctype html><meta charset=utf-8><style>body { margin: 0 } div { width: 200px; height: 100px }</style>\
                <div id=a>a</div><div id=b>b</div><script>window.log = []; for (const type of ['mousedown', 'mouseup']) \
                addEventListener(type, (e) => log.push([type, e.isTrusted, e.target.id, e.offsetX, e.offsetY]), true)</script>";
    lab.file("first.html", page);
    let actions = "  - drag: '#a'\n    offsetX: 11\n    offsetY: 12\n    to: '#b'\n    toOffsetX: 150\n    \
                   toOffsetY: 90\n  - evaluate: return log\n    saveAs: log";
    let round = lab.good_round(&yaml(actions)).await;
    assert_eq!(
        round.saved("log"),
        &json!([["mousedown", true, "a", 11, 12], ["mouseup", true, "b", 150, 90]])
    );
}
