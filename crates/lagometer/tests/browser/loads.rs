//! A page that is loaded inside the window has the numbers of a load; a window that loads none says so, and
//! its table has no rows for them.

use crate::program::{Bench, Given};
use lagometer_report::{Analysis, RoundDocument};
use std::fs;

const FIRST: &str = "<!doctype html><meta charset=utf-8><title>first</title><main data-ready>ready</main>";

/// Content, and 200 ms later something above it that nobody asked for.
const NEXT: &str = r#"<!doctype html><meta charset=utf-8><title>next</title><body style="margin:0">
<h1 id=headline style="font:60px sans-serif">A headline that is the largest thing here</h1>
<script>
  setTimeout(() => {
    const late = document.createElement("div");
    late.style.height = "150px";
    document.body.prepend(late);
    requestAnimationFrame(() => requestAnimationFrame(() => { document.body.dataset.moved = ""; }));
  }, 200);
</script>"#;

fn run(bench: &Bench, actions: &str) -> Given {
    let _ = fs::remove_dir_all(bench.results());
    let site = bench.path().join("site");
    fs::create_dir_all(&site).expect("a folder");
    fs::write(site.join("index.html"), FIRST).expect("a page");
    fs::write(site.join("next.html"), NEXT).expect("a page");
    let scenario = bench.scenario(&format!(
        "name: loads\nserve: ./site\nrounds: 1\nwarmup: 0\nsettle: 300ms\nprepare:\n  \
         - waitForElement: '[data-ready]'\nactions:\n{actions}"
    ));
    let given = bench.run(&scenario, &[]);
    bench.check_nothing_is_left();
    given
}

fn analysis(bench: &Bench, given: &Given) -> Analysis {
    assert_eq!(given.code, Some(0), "{}", given.stderr);
    let folder = lagometer_record::RunFolder::at(&bench.run_folder()).expect("the run");
    let round: RoundDocument = folder
        .load_round(&bench.record().rounds[0].round)
        .expect("the round");
    round.analysis.expect("its numbers")
}

fn number(analysis: &Analysis, id: &str) -> f64 {
    let value = &analysis.metrics[id];
    value.value.unwrap_or_else(|| panic!("{id}: {value:?}")).0
}

#[test]
fn a_page_that_is_loaded_in_the_window_has_its_paints_and_shifts() {
    let Some(bench) = Bench::new() else { return };
    let given = run(
        &bench,
        "  - navigate: /next.html\n  - waitForElement: '[data-moved]'\n",
    );
    let analysis = analysis(&bench, &given);
    let main: Vec<_> = {
        let navigations = analysis.loading.navigations.iter();
        navigations.filter(|navigation| navigation.main_frame).collect()
    };
    let [next] = main[..] else {
        panic!("{main:?}");
    };
    assert!(
        next.url.as_deref().is_some_and(|url| url.ends_with("/next.html")),
        "{next:?}"
    );
    let (fcp, lcp) = (number(&analysis, "fcp"), number(&analysis, "lcp"));
    assert!(fcp > 0.0 && fcp <= lcp, "{fcp} {lcp}");
    let largest = next.largest_paint.as_ref().expect("a largest paint");
    assert_eq!(largest.kind.as_deref(), Some("text"));
    // A headline of a few lines that moves by 150 of the 900 pixels of the viewport.
    let cls = number(&analysis, "cls");
    assert!(cls > 0.001 && cls < 1.0, "{cls}");
    let [cluster] = &analysis.loading.shift_clusters[..] else {
        panic!("{:?}", analysis.loading.shift_clusters);
    };
    assert_eq!(cluster.navigation, next.id);
    let node = &cluster.shifts[0].nodes[0];
    let (old, new) = (
        node.old_rect.expect("where it was"),
        node.new_rect.expect("where it went"),
    );
    // The block above comes in and goes out of it: its end moves by the height of that.
    assert_eq!(new[1].0 + new[3].0 - old[1].0 - old[3].0, 150.0, "{node:?}");
    // The window ends long before five seconds of quiet.
    assert_eq!(analysis.metrics["tti"].reason.as_deref(), Some("no-quiet-window"));
    for row in ["fcp", "lcp", "cls"] {
        assert!(
            given.stdout.contains(&format!("\n  {row} ")),
            "{row}: {}",
            given.stdout
        );
    }
}

#[test]
fn a_window_that_loads_no_page_says_so_and_has_no_rows_of_it() {
    let Some(bench) = Bench::new() else { return };
    let given = run(&bench, "  - evaluate: document.body.append('more')\n");
    let analysis = analysis(&bench, &given);
    for id in ["fcp", "lcp", "tti", "load_blocking_time"] {
        assert_eq!(
            analysis.metrics[id].reason.as_deref(),
            Some("no-navigation"),
            "{id}"
        );
    }
    // Recording them costs the page something for everything that it paints.
    assert_eq!(analysis.metrics["cls"].reason.as_deref(), Some("category-off"));
    assert!(!given.stdout.contains("\nloading"), "{}", given.stdout);
    assert!(!given.stdout.contains("cls"), "{}", given.stdout);
}
