//! Measures: by steps, and by the page's own calls.

use crate::lab::{Lab, Round, in_one_browser};
use serde_json::json;

fn page(script: &str) -> String {
    format!(
        r#"<!doctype html><button id="b">b</button><script>
const busy = (ms) => {{ const end = performance.now() + ms; while (performance.now() < end); }};
const wait = (ms) => new Promise((r) => setTimeout(r, ms));
{script}
</script>"#
    )
}

fn yaml(actions: &str) -> String {
    format!("name: m\nserve: .\nurl: /m.html\nactions:\n{actions}\nsettle: 100ms\n")
}

/// Open marks by the name that they end with.
fn opened(round: &Round, name: &str) -> usize {
    let end = format!(":{name}");
    round
        .marks("lagometer:open:")
        .iter()
        .filter(|(_, mark)| mark.ends_with(&end))
        .count()
}

in_one_browser! {
    measures_hold_what_they_name:
    a_page_measures_synchronous_and_asynchronous_work,
    measures_that_overlap_or_reenter_pair_by_their_ids,
    what_throws_or_rejects_is_closed_and_marked_and_goes_on_throwing,
    a_measure_that_never_ends_leaves_only_its_opening,
    a_measure_ends_after_the_next_frame_or_now,
    the_page_has_lagometer_before_its_first_script_in_every_frame,
    a_page_may_use_the_name_for_itself,
    a_measured_step_begins_when_it_acts_and_ends_when_its_wait_comes_true,
    a_measured_wait_for_an_expression_is_watched_once_a_frame,
    measured_steps_nest_and_may_end_now,
    a_measure_whose_page_is_left_stays_open,
}

async fn a_page_measures_synchronous_and_asynchronous_work(lab: &Lab) {
    lab.file("m.html", &page(""));
    let actions = r#"
  - evaluate: |
      const sync = lagometer.measure("sync", () => { busy(30); return 1; });
      const async_ = await lagometer.measure("async", async () => { await wait(60); return 2; });
      const same = { a: 1 };
      return [sync, async_, lagometer.measure("object", () => same) === same];
    saveAs: returned"#;
    let round = lab.good_round(&yaml(actions)).await;
    assert_eq!(round.saved("returned"), &json!([1, 2, true]));
    let sync = &round.measures("sync")[0];
    let async_ = &round.measures("async")[0];
    assert!(
        sync.milliseconds() >= 30.0 && async_.milliseconds() >= 60.0,
        "{sync:?} {async_:?}"
    );
    assert_eq!(
        sync.detail["lagometer"]
            .as_object()
            .unwrap()
            .keys()
            .collect::<Vec<_>>(),
        ["id"]
    );
}

async fn measures_that_overlap_or_reenter_pair_by_their_ids(lab: &Lab) {
    lab.file("m.html", &page(""));
    let actions = r#"
  - evaluate: |
      const recurse = (n) => lagometer.measure("deep", () => { busy(5); if (n > 0) recurse(n - 1); }, { until: "now" });
      recurse(2);
      const first = lagometer.begin("over", { until: "now" });
      await wait(20);
      const second = lagometer.begin("over", { until: "now" });
      await wait(40);
      first.end();
      await wait(20);
      second.end();
      first.end();"#;
    let round = lab.good_round(&yaml(actions)).await;
    let deep = round.measures("deep");
    assert_eq!(deep.len(), 3);
    let mut ids: Vec<_> = deep
        .iter()
        .map(|measure| measure.detail["lagometer"]["id"].to_string())
        .collect();
    ids.sort();
    ids.dedup();
    assert_eq!(ids.len(), 3);
    assert!(
        deep[0].milliseconds() >= 15.0 && deep[2].milliseconds() >= 5.0,
        "{deep:?}"
    );
    let over = round.measures("over");
    assert_eq!(over.len(), 2, "ending twice is ending once");
    assert!(
        over.iter().all(|measure| measure.milliseconds() >= 58.0),
        "{over:?}"
    );
    assert!(over[1].begin - over[0].begin >= 18_000, "{over:?}");
}

async fn what_throws_or_rejects_is_closed_and_marked_and_goes_on_throwing(lab: &Lab) {
    lab.file("m.html", &page(""));
    let actions = r#"
  - evaluate: |
      const seen = [];
      try { lagometer.measure("bad", () => { throw new Error("sync"); }); } catch (e) { seen.push(e.message); }
      await lagometer.measure("bad", async () => { await wait(5); throw new Error("async"); }).catch((e) => seen.push(e.message));
      lagometer.measure("good", () => 1);
      return seen;
    saveAs: seen"#;
    let round = lab.good_round(&yaml(actions)).await;
    assert_eq!(round.saved("seen"), &json!(["sync", "async"]));
    let bad = round.measures("bad");
    assert_eq!(bad.len(), 2);
    assert!(
        bad.iter()
            .all(|measure| measure.detail["lagometer"]["threw"] == true),
        "{bad:?}"
    );
    assert!(
        round.measures("good")[0].detail["lagometer"]
            .get("threw")
            .is_none()
    );
}

async fn a_measure_that_never_ends_leaves_only_its_opening(lab: &Lab) {
    lab.file("m.html", &page(""));
    let actions = "  - evaluate: lagometer.begin('open'); lagometer.begin('closed').end()";
    let round = lab.good_round(&yaml(actions)).await;
    assert_eq!((opened(&round, "open"), round.measures("open").len()), (1, 0));
    assert_eq!((opened(&round, "closed"), round.measures("closed").len()), (1, 1));
}

async fn a_measure_ends_after_the_next_frame_or_now(lab: &Lab) {
    lab.file("m.html", &page(""));
    let actions = r#"
  - evaluate: |
      for (let i = 0; i < 5; i++) {
        await new Promise((r) => requestAnimationFrame(r));
        lagometer.measure("frame", () => {});
        lagometer.measure("now", () => {}, { until: "now" });
        await wait(50);
      }
      return performance.getEntriesByType("mark").length;
    saveAs: marks"#;
    let round = lab.good_round(&yaml(actions)).await;
    let longest = |name: &str| {
        round
            .measures(name)
            .iter()
            .map(|m| m.milliseconds())
            .fold(0.0, f64::max)
    };
    // Begun right after one frame, the next one is a whole interval away.
    assert!(longest("frame") > 5.0, "{}", longest("frame"));
    assert_eq!(
        round.saved("marks"),
        &json!(1),
        "the opening marks are taken away again; the window's stays"
    );
    assert_eq!(round.measures("now").len(), 5);
}

async fn the_page_has_lagometer_before_its_first_script_in_every_frame(lab: &Lab) {
    let other = lab.base_url().replace("127.0.0.1", "localhost");
    let inner = "<!doctype html><script>const h = globalThis.lagometer?.begin('inner', {until: 'now'}); h?.end(); parent.postMessage([location.host, typeof lagometer], '*')</script>";
    lab.file("inner.html", inner);
    lab.file("m.html", &format!(
            "<!doctype html><script>window.first = typeof lagometer; window.keys = Object.keys(globalThis).includes('lagometer'); window.got = []; onmessage = (e) => got.push(e.data)</script>\
             <iframe src=/inner.html></iframe><iframe src={other}/inner.html></iframe><iframe srcdoc=\"{}\"></iframe>",
            inner.replace('"', "&quot;")
        ));
    let yaml = "name: m\nserve: .\nurl: /m.html\nprepare: [{waitForExpression: got.length === 3}]\nactions:\n  - evaluate: return [first, keys, got.map((g) => g[1])]\n    saveAs: seen";
    let round = lab.good_round(yaml).await;
    assert_eq!(
        round.saved("seen"),
        &json!(["object", false, ["object", "object", "object"]])
    );
}

async fn a_page_may_use_the_name_for_itself(lab: &Lab) {
    lab.file("m.html", &page("let lagometer = 5; window.own = lagometer;"));
    let round = lab
        .good_round(&yaml("  - evaluate: return own\n    saveAs: own"))
        .await;
    assert_eq!(round.saved("own"), &json!(5));
}

async fn a_measured_step_begins_when_it_acts_and_ends_when_its_wait_comes_true(lab: &Lab) {
    lab.file("m.html", &page("b.onclick = () => { window.at = performance.now(); setTimeout(() => { document.body.dataset.done = 1; window.done = performance.now(); }, 203); };"));
    let actions = r##"
  - measure: press
    steps:
      - click: "#b"
      - waitForElement: "[data-done]"
  - evaluate: return [at, done, performance.getEntriesByName("press")[0].startTime, performance.getEntriesByName("press")[0].duration]
    saveAs: times"##;
    let round = lab.good_round(&yaml(actions)).await;
    let times: Vec<f64> = serde_json::from_value(round.saved("times").clone()).unwrap();
    let [at, done, start, duration] = times[..] else {
        panic!("{times:?}")
    };
    // The driver's two looks at the element, 50 ms apart, are no part of it.
    assert!(
        start <= at && at - start < 30.0,
        "begins {} ms before the click is handled",
        at - start
    );
    let late = start + duration - done;
    assert!(
        (0.0..45.0).contains(&late),
        "ends {late} ms after the condition, within two frames"
    );
}

async fn a_measured_wait_for_an_expression_is_watched_once_a_frame(lab: &Lab) {
    lab.file(
        "m.html",
        &page("b.onclick = () => setTimeout(() => { window.done = performance.now(); }, 203);"),
    );
    let actions = r##"
  - measure: press
    steps:
      - click: "#b"
      - waitForExpression: window.done > 0
  - evaluate: const [m] = performance.getEntriesByName("press"); return m.startTime + m.duration - done
    saveAs: late"##;
    let round = lab.good_round(&yaml(actions)).await;
    let late = round.saved("late").as_f64().unwrap();
    assert!((0.0..60.0).contains(&late), "{late}");
}

async fn measured_steps_nest_and_may_end_now(lab: &Lab) {
    lab.file("m.html", &page("b.onclick = () => busy(40);"));
    let actions = r##"
  - measure: outer
    steps:
      - measure: inner
        until: now
        steps: [{ click: "#b" }]
      - sleep: 50
      - evaluate: "1"
  - measure: idle
    steps: [{ sleep: 30 }]"##;
    let round = lab.good_round(&yaml(actions)).await;
    let (outer, inner) = (&round.measures("outer")[0], &round.measures("inner")[0]);
    assert!(
        inner.milliseconds() >= 40.0 && outer.milliseconds() >= inner.milliseconds() + 50.0,
        "{outer:?} {inner:?}"
    );
    assert!((outer.begin - inner.begin).abs() < 5_000 && inner.end <= outer.end);
    assert!(round.measures("idle")[0].milliseconds() >= 30.0);
}

async fn a_measure_whose_page_is_left_stays_open(lab: &Lab) {
    lab.file(
        "m.html",
        &page("b.onclick = () => { location.href = '/next.html'; };"),
    );
    lab.file("next.html", "<!doctype html><p id=next>next");
    let actions = r##"
  - measure: away
    steps:
      - click: "#b"
      - waitForElement: "#next""##;
    let round = lab.good_round(&yaml(actions)).await;
    assert_eq!((opened(&round, "away"), round.measures("away").len()), (1, 0));
}
