//! The round and its window.

use crate::lab::{Lab, in_one_browser, names};
use serde_json::json;

const GRID: &str = r##"<!doctype html><meta charset="utf-8"><title>grid</title>
<button id="sort">sort</button><ul id="grid"><li>2<li>1</ul>
<script>
const busy = (ms) => { const end = performance.now() + ms; while (performance.now() < end); };
document.querySelector("#sort").addEventListener("click", () => {
  busy(120);
  document.querySelector("#grid").dataset.sorted = "price";
});
document.body.dataset.ready = "true";
</script>"##;

const SORT: &str = r##"
name: grid-sort
serve: .
url: /grid.html
prepare:
  - waitForElement: "[data-ready=true]"
actions:
  - measure: sort
    steps:
      - click: "#sort"
      - waitForElement: "[data-sorted=price]"
after:
  - evaluate: return document.querySelectorAll("li").length
    saveAs: rows
"##;

in_one_browser! {
    a_round_records_its_window:
    a_round_leaves_the_trace_of_its_window_and_the_samples_beside_it,
    the_marks_lie_between_the_counters_that_were_read_around_them,
    the_page_is_visible_and_has_exactly_the_viewport_at_both_ends,
    another_viewport_is_met_exactly_too,
    only_the_page_itself_is_in_the_trace_and_only_the_four_categories,
    rounds_do_not_share_storage,
    settle_keeps_the_window_open,
    a_page_that_breaks_user_timing_does_not_lose_the_marks_of_the_window,
    looks_from_outside_are_counted_while_the_window_is_open,
}

async fn a_round_leaves_the_trace_of_its_window_and_the_samples_beside_it(lab: &Lab) {
    lab.file("grid.html", GRID);
    let round = lab.good_round(SORT).await;
    assert_eq!(names(round.folder.path()), ["samples.json", "trace.json.gz"]);
    let samples = &round.artifacts.samples;
    let stored = std::fs::read(round.folder.path().join("samples.json")).unwrap();
    assert_eq!(
        &lagometer_report::version::load::<lagometer_report::SamplesDocument>(&stored).unwrap(),
        samples
    );

    let marks = round.marks("lagometer:");
    let order: Vec<&str> = marks.iter().map(|(_, name)| name.as_str()).collect();
    assert_eq!(order[0], "lagometer:begin:grid-sort");
    assert!(
        order[1].starts_with("lagometer:open:") && order[1].ends_with(":sort"),
        "{order:?}"
    );
    assert_eq!(
        order[2..],
        ["lagometer:actions-end:grid-sort", "lagometer:end:grid-sort"]
    );

    let measures = round.measures("sort");
    assert_eq!(measures.len(), 1);
    let sort = &measures[0];
    assert!(sort.milliseconds() >= 120.0, "{sort:?}");
    assert!(
        sort.begin >= marks[0].0 && sort.end <= marks[2].0,
        "{sort:?} in {marks:?}"
    );
    let id = sort.detail["lagometer"]["id"].as_str().unwrap();
    assert!(
        id.bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || byte == b'-'),
        "{id}"
    );
    assert_eq!(order[1], format!("lagometer:open:{id}:sort"));

    // The busy handler is one task inside the measure.
    let events = round.events();
    let long = events
        .iter()
        .filter(|event| event["name"] == "RunTask" && event["dur"].as_i64() >= Some(110_000));
    let inside = long.filter(|task| {
        let start = task["ts"].as_i64().unwrap();
        start >= sort.begin && start + task["dur"].as_i64().unwrap() <= sort.end
    });
    assert_eq!(inside.count(), 1);
    // Real input is timed by the browser.
    assert!(
        events
            .iter()
            .any(|event| event["name"] == "EventTiming" && event["args"]["data"]["type"] == "click")
    );
    assert_eq!(round.saved("rows"), &json!(2));
}

async fn the_marks_lie_between_the_counters_that_were_read_around_them(lab: &Lab) {
    lab.file("grid.html", GRID);
    let round = lab.good_round(SORT).await;
    let samples = &round.artifacts.samples;
    // On a busy machine the window is long enough for readings inside.
    let counters: Vec<_> = samples
        .counters
        .iter()
        .filter(|reading| reading.at != "inside")
        .collect();
    let order: Vec<&str> = counters.iter().map(|reading| reading.at.as_str()).collect();
    assert_eq!(order, ["before-begin", "after-begin", "before-end", "after-end"]);
    let begin = round.marks("lagometer:begin:")[0].0;
    let end = round.marks("lagometer:end:")[0].0;
    for (mark, around) in [(begin, &counters[..2]), (end, &counters[2..])] {
        // A mark's time is coarsened to 0.1 ms.
        assert!(
            around[0].timestamp_us - 200 <= mark && mark <= around[1].timestamp_us + 200,
            "{mark} {around:?}"
        );
    }
    let task_time = |at: usize| counters[at].metrics["TaskDuration"];
    assert!(
        task_time(2) - task_time(1) >= 0.110,
        "the handler's 120 ms lie between the marks"
    );
    for name in [
        "Timestamp",
        "TaskDuration",
        "ScriptDuration",
        "LayoutCount",
        "JSHeapUsedSize",
        "Nodes",
        "ThreadTime",
    ] {
        assert!(counters[0].metrics.contains_key(name), "{name}");
    }
}

async fn the_page_is_visible_and_has_exactly_the_viewport_at_both_ends(lab: &Lab) {
    lab.file("grid.html", GRID);
    let round = lab.good_round(SORT).await;
    let samples = &round.artifacts.samples;
    assert_eq!(
        samples
            .page
            .iter()
            .map(|state| state.at.as_str())
            .collect::<Vec<_>>(),
        ["begin", "end"]
    );
    for state in &samples.page {
        assert_eq!(state.visibility, "visible");
        assert_eq!(state.inner_size, [1440, 900]);
        assert_eq!(state.url, format!("{}/grid.html", lab.base_url()));
    }
    assert_eq!(samples.capture.categories.len(), 4);
    assert!(!samples.capture.data_loss);
    assert!(
        samples.capture.start_us > 0 && samples.capture.start_us < 1_000_000,
        "{}",
        samples.capture.start_us
    );
    let size = std::fs::metadata(round.folder.path().join("trace.json.gz"))
        .unwrap()
        .len();
    assert_eq!(samples.capture.bytes, size);
    assert!(!samples.frame_id.is_empty());
    // The frame that the protocol named is the one in the trace.
    let started = round
        .events()
        .into_iter()
        .find(|event| event["name"] == "TracingStartedInBrowser")
        .unwrap();
    let frames = started["args"]["data"]["frames"].as_array().unwrap().clone();
    assert!(
        frames
            .iter()
            .any(|frame| frame["frame"] == json!(samples.frame_id)),
        "{frames:?}"
    );
}

async fn another_viewport_is_met_exactly_too(lab: &Lab) {
    lab.file("grid.html", GRID);
    let yaml = SORT.replace(
        "prepare:",
        "viewport: { width: 800, height: 601, deviceScaleFactor: 2 }\nprepare:",
    );
    let round = lab.good_round(&yaml).await;
    assert!(
        round
            .artifacts
            .samples
            .page
            .iter()
            .all(|state| state.inner_size == [800, 601])
    );
}

async fn only_the_page_itself_is_in_the_trace_and_only_the_four_categories(lab: &Lab) {
    lab.file("grid.html", GRID);
    let round = lab.good_round(SORT).await;
    let events = round.events();
    assert_eq!(round.renderers(), 1);
    let mut categories: Vec<&str> = events.iter().filter_map(|event| event["cat"].as_str()).collect();
    categories.sort_unstable();
    categories.dedup();
    let wanted = &round.artifacts.samples.capture.categories;
    for category in categories {
        let known = category
            .split(',')
            .any(|part| part == "__metadata" || wanted.iter().any(|name| name == part));
        assert!(known, "{category}");
    }
    // All of them carry thread time.
    let tasks: Vec<_> = events
        .iter()
        .filter(|event| event["name"] == "RunTask" && event["ph"] == "X")
        .collect();
    assert!(!tasks.is_empty());
}

async fn rounds_do_not_share_storage(lab: &Lab) {
    lab.file("store.html", "<!doctype html><script>window.before = localStorage.getItem('x'); localStorage.setItem('x', '1'); document.cookie = 'c=1'</script>");
    let yaml = "name: store\nserve: .\nurl: /store.html\nactions:\n  - evaluate: return [window.before, document.cookie]\n    saveAs: seen";
    for _ in 0..2 {
        let round = lab.good_round(yaml).await;
        assert_eq!(round.saved("seen"), &json!([null, "c=1"]));
    }
}

async fn settle_keeps_the_window_open(lab: &Lab) {
    lab.file("grid.html", GRID);
    let length = |round: &crate::lab::Round| {
        let at = |prefix: &str| round.marks(prefix)[0].0;
        at("lagometer:end:") - at("lagometer:actions-end:")
    };
    let frames = lab.good_round(SORT).await;
    assert!(length(&frames) >= 16_000, "two frames: {}", length(&frames));
    let time = lab.good_round(&format!("{SORT}settle: 300ms\n")).await;
    assert!(length(&time) >= 300_000, "{}", length(&time));
}

async fn a_page_that_breaks_user_timing_does_not_lose_the_marks_of_the_window(lab: &Lab) {
    lab.file(
        "hostile.html",
        r#"<!doctype html><button id="b">b</button><script>
performance.mark = () => { throw new Error("no"); };
performance.measure = () => { throw new Error("no"); };
Performance.prototype.mark = Performance.prototype.measure = () => { throw new Error("no"); };
setInterval(() => { performance.clearMarks(); performance.clearMeasures(); }, 10);
document.querySelector = document.querySelectorAll = () => { throw new Error("no"); };
Document.prototype.querySelectorAll = () => [];
Element.prototype.getBoundingClientRect = () => ({ x: 0, y: 0, width: 0, height: 0 });
window.requestAnimationFrame = () => {};
window.MutationObserver = class { observe() {} };
b.onclick = () => { b.dataset.clicked = 1; lagometer.begin("inner", { until: "now" }).end(); };
</script>"#,
    );
    let round = lab
        .good_round(
            r##"
name: hostile
serve: .
url: /hostile.html
prepare: [{ waitForElement: "#b" }]
actions:
  - measure: press
    steps:
      - click: "#b"
      - waitForElement: "[data-clicked]"
  - measure: truth
    steps: [{ waitForExpression: "b.dataset.clicked === '1'" }]
"##,
        )
        .await;
    assert_eq!(round.marks("lagometer:begin:hostile").len(), 1);
    assert_eq!(round.marks("lagometer:end:hostile").len(), 1);
    for name in ["press", "inner", "truth"] {
        assert_eq!(round.measures(name).len(), 1, "{name}");
    }
}

async fn looks_from_outside_are_counted_while_the_window_is_open(lab: &Lab) {
    lab.file(
        "late.html",
        "<!doctype html><p>p</p><script>setTimeout(() => document.body.dataset.late = 1, 1500)</script>",
    );
    let yaml =
        "name: late\nserve: .\nurl: /late.html\nprepare: [{waitForElement: p}]\nactions: [{sleep: 10}]";
    let quiet = lab.good_round(yaml).await;
    assert_eq!(quiet.artifacts.samples.driver_probes, 0);
    let waits = lab
        .good_round(&yaml.replace("{sleep: 10}", "{waitForElement: '[data-late]'}"))
        .await;
    let probes = waits.artifacts.samples.driver_probes;
    assert!((5..=40).contains(&probes), "{probes}");
}
