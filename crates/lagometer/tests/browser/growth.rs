//! What grows in a window is what the page made grow, to the last one: nothing of ours is in it, and
//! nothing from before.

use crate::program::Bench;
use lagometer_report::{RoundDocument, RoundState};
use std::fs;

/// Before it is measured it leaves garbage of every kind, and it adds exactly what it is told to.
const PAGE: &str = r##"<!doctype html><meta charset=utf-8><title>growth</title><main data-ready>ready</main>
<button id=add>add</button><input id=box type=checkbox><div id=list></div>
<script>
  const kept = [];
  const add = (listeners, nodes, documents) => {
    for (let index = 0; index < listeners; index += 1) list.addEventListener("custom", () => index);
    for (let index = 0; index < nodes; index += 1) list.append(document.createElement("i"));
    for (let index = 0; index < documents; index += 1) kept.push(new Document());
  };
  for (let index = 0; index < 500; index += 1) {
    const gone = document.createElement("p");
    gone.addEventListener("click", () => index);
    if (index % 100 === 0) new Document().append(gone);
  }
  document.getElementById("add").addEventListener("click", () => {
    add(3, 5, 2);
    document.body.dataset.added = "";
  });
  document.getElementById("add").addEventListener("mousedown", () => {
    lagometer.begin("pressed").end();
    lagometer.measure("awaited", () => new Promise((done) => setTimeout(done, 5)));
  });
</script>"##;

/// Growth of listeners, nodes and documents in each round, by the trace and by the counters at the marks.
fn growths(actions: &str) -> Vec<[[f64; 3]; 2]> {
    let Some(bench) = Bench::new() else {
        return Vec::new();
    };
    let site = bench.path().join("site");
    fs::create_dir(&site).expect("a folder");
    fs::write(site.join("index.html"), PAGE).expect("a page");
    let scenario = bench.scenario(&format!(
        "name: growth\nserve: ./site\nrounds: 3\nwarmup: 0\nprepare: [{{ waitForElement: '[data-ready]' }}]\n\
         actions:\n{actions}"
    ));
    let given = bench.run(&scenario, &[]);
    assert_eq!(given.code, Some(0), "{}", given.stderr);
    bench.check_nothing_is_left();
    let run = lagometer_record::RunFolder::at(&bench.run_folder()).expect("the run");
    let rounds = bench.record().rounds;
    let valid = rounds.iter().filter(|round| round.state == RoundState::Valid);
    let growths: Vec<_> = valid
        .map(|round| of_round(&run.load_round(&round.round).expect("the round")))
        .collect();
    assert_eq!(growths.len(), 3, "{rounds:?}");
    growths
}

fn of_round(round: &RoundDocument) -> [[f64; 3]; 2] {
    let metrics = &round.analysis.as_ref().expect("its numbers").metrics;
    let growth = |id: &str| {
        let value = metrics[&format!("{id}/growth")].measured().into_result();
        value.unwrap_or_else(|why| panic!("{id}: {why:?}"))
    };
    [
        ["event_listeners", "dom_nodes", "documents"].map(growth),
        ["cdp_js_event_listeners", "cdp_nodes", "cdp_documents"].map(growth),
    ]
}

/// A page that nobody touches grows by nothing, whatever the ends of the window and the waits do.
#[test]
fn a_page_that_does_nothing_does_not_grow() {
    for actions in [
        "  - sleep: 1200\n",
        "  - sleep: 100\nsettle: 300ms\n",
        "  - waitForFrames: 10\n  - gc:\n  - measure: still\n    steps:\n      - scroll: { y: 0 }\n      \
         - waitForExpression: 'true'\n",
    ] {
        for growth in growths(actions) {
            assert_eq!(growth, [[0.0; 3]; 2], "{actions}");
        }
    }
}

/// Input of every kind, phases of ours and phases of the page, and the waits that end them: what the
/// page adds is all that grows. (The browser has nodes of its own, for the text in a field or the marker
/// of an item; there are none here.)
#[test]
fn a_page_grows_by_exactly_what_it_adds() {
    let actions = "  - measure: added\n    steps:\n      - click: '#add'\n      \
                   - waitForElement: 'body[data-added]'\n  - typeText: ab\n  \
                   - change: '#box'\n    value: true\n  - wheel: { deltaY: 10 }\n  \
                   - hover: 'pierce/#add'\n  - evaluate: add(7, 11, 1)\n  - sleep: 600\n";
    for growth in growths(actions) {
        // A document is a node, too.
        assert_eq!(growth, [[10.0, 19.0, 3.0]; 2]);
    }
}
