//! The other examples: each shows the property that it was made for. Lower bounds, since machines are
//! loaded.

use crate::program::Bench;
use lagometer_report::{Analysis, RoundState};
use std::path::Path;

/// The numbers of one round of an example.
fn measured(bench: &Bench, name: &str) -> Analysis {
    let scenario = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("../../examples/{name}/{name}.yaml"));
    let given = bench.run(&scenario, &["--rounds", "1", "--warmup", "0"]);
    assert_eq!(given.code, Some(0), "{}", given.stderr);
    bench.check_nothing_is_left();
    let record = bench.record();
    let entry = record.rounds.last().expect("a round");
    assert_eq!(entry.state, RoundState::Valid, "{:?}", entry.reasons);
    let folder = lagometer_record::RunFolder::at(&bench.run_folder()).expect("the run");
    let round = folder.load_round(&entry.round).expect("the round");
    round.analysis.expect("its numbers")
}

fn number(analysis: &Analysis, id: &str) -> f64 {
    let value = analysis
        .metrics
        .get(id)
        .unwrap_or_else(|| panic!("there is no {id}"));
    value
        .measured()
        .into_result()
        .unwrap_or_else(|why| panic!("{id}: {why:?}"))
}

/// Ten times 40 rows are kept that nobody sees any more: each has 9 nodes and 16 KiB of numbers.
#[test]
fn a_list_that_grows() {
    let Some(bench) = Bench::new() else { return };
    let analysis = measured(&bench, "growing-list");
    let loads = analysis.user_timings.iter().find(|timing| timing.name == "load");
    assert_eq!(loads.expect("the measure").samples_us.len(), 10);
    // Between the marks, by the browser's counters: nearly all of it.
    let rows = 400.0;
    assert!(number(&analysis, "cdp_nodes/growth") >= 0.9 * rows * 9.0);
    assert!(number(&analysis, "cdp_js_heap_used_size/growth") >= 0.9 * rows * 16.0 * 1024.0);
    // By the trace, whose first counter comes after the first rows at the latest: most of it.
    assert!(number(&analysis, "dom_nodes/growth") >= 0.5 * rows * 9.0);
    assert!(number(&analysis, "js_heap/growth") >= 0.5 * rows * 16.0 * 1024.0);
}

/// Twelve of 120 frames take 40 ms. A frame before a slow one may be late itself on a machine that is
/// busy, which makes the interval to the slow one shorter; so not every one of them is counted on.
#[test]
fn an_animation_that_drops_frames() {
    let Some(bench) = Bench::new() else { return };
    let analysis = measured(&bench, "canvas-animation");
    assert!(number(&analysis, "frames_late") >= 6.0);
    assert!(number(&analysis, "frame_interval/p95") >= 25_000.0);
    assert!(number(&analysis, "user_timing:animation/median") >= 12.0 * 40_000.0);
    assert!(number(&analysis, "busy_time") >= 12.0 * 40_000.0);
}
