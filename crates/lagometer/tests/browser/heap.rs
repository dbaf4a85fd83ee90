//! The heap over repetitions, from the scenario to the answer.

use crate::program::Bench;
use std::fs;

const PAGE: &str = r#"<!doctype html><meta charset="utf-8"><button id="keep">keep</button><script>
const kept = [];
keep.onclick = () => { kept.push(Array.from({ length: 25_000 }, (_, at) => ({ at }))); };
</script>"#;

#[test]
fn what_each_repetition_leaves_is_a_slope_with_its_interval() {
    let Some(bench) = Bench::new() else { return };
    let site = bench.path().join("site");
    fs::create_dir(&site).expect("a folder");
    fs::write(site.join("heap.html"), PAGE).expect("a page");
    let scenario = bench.scenario(
        "name: heap\nserve: ./site\nurl: /heap.html\nprepare: [{ waitForElement: '#keep' }]\nactions:\n  \
         - repeat: 8\n    series: heap\n    steps: [{ click: '#keep' }, { waitForFrames: 1 }]\nrounds: 1\nwarmup: 0\n",
    );
    let given = bench.run(&scenario, &[]);
    assert_eq!(given.code, Some(0), "{}", given.stderr);
    for told in [
        "heap slope median",
        "heap slope low",
        "heap slope high",
        "to collect",
    ] {
        assert!(given.stdout.contains(told), "{told}: {}", given.stdout);
    }
    let run = fs::read_dir(bench.results().join("runs")).expect("runs").next();
    let summary = run.expect("a run").expect("a folder").path().join("summary.json");
    let text = fs::read_to_string(summary).expect("a summary");
    let summary: serde_json::Value = serde_json::from_str(&text).expect("json");
    let metrics = &summary["variants"]["head"]["metrics"];
    let value = |id: &str| metrics[id]["value"].as_f64().expect("a number");
    // 25 000 objects of a number each, at least 12 bytes, and the list of them.
    let slope = value("heap_slope/median");
    assert!((300_000.0..2_000_000.0).contains(&slope), "{slope}");
    assert!(value("heap_slope/low") <= slope && slope <= value("heap_slope/high"));
    assert_eq!(value("settled_heap/count"), 8.0);
    assert!(
        value("counter_readings") >= 1.0,
        "the window is longer than half a second"
    );
    assert!(value("process_cpu_time:renderer") > 0.0, "the page worked");
}
