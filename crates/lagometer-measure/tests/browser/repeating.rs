//! The heap after each repetition.

use crate::lab::{Lab, in_one_browser};

in_one_browser! {
    the_heap_over_repetitions:
    what_is_kept_shows_after_each_repetition,
    what_is_let_go_of_does_not_show,
    the_actions_are_not_read_where_nobody_asks_or_before_the_window,
}

const PAGE: &str = r#"<!doctype html><meta charset="utf-8">
<button id="keep">keep</button><button id="drop">drop</button><script>
const kept = [];
const work = () => Array.from({ length: 25_000 }, (_, at) => ({ at }));
keep.onclick = () => { kept.push(work()); };
drop.onclick = () => { window.last = work().length; };
</script>"#;

fn yaml(button: &str, repeat: &str) -> String {
    format!(
        "name: heap\nserve: .\nurl: /heap.html\nprepare: [{{waitForElement: '#keep'}}]\nactions:\n  - {repeat}\n    \
         steps: [{{click: '#{button}'}}, {{waitForFrames: 1}}]\n"
    )
}

/// The growth from each repetition to the next, without the first: it has the code compiled.
async fn growths(lab: &Lab, button: &str) -> Vec<f64> {
    lab.file("heap.html", PAGE);
    let round = lab.good_round(&yaml(button, "repeat: 8\n    series: heap")).await;
    let heap = &round.artifacts.samples.settled_heap;
    let repetitions: Vec<u32> = heap.iter().map(|reading| reading.repetition).collect();
    assert_eq!(repetitions, [1, 2, 3, 4, 5, 6, 7, 8]);
    let begin = round.marks("lagometer:begin:")[0].0;
    let end = round.marks("lagometer:actions-end:")[0].0;
    let times: Vec<i64> = heap.iter().map(|reading| reading.timestamp_us).collect();
    assert!(times.is_sorted() && times[0] > begin, "{times:?} after {begin}");
    assert!(times[7] <= end + 1_000, "{times:?} before {end}");
    let used = heap
        .windows(2)
        .map(|pair| pair[1].used_bytes - pair[0].used_bytes);
    used.skip(1).collect()
}

/// 25 000 objects of a number each, at least 12 bytes, and the list of them.
async fn what_is_kept_shows_after_each_repetition(lab: &Lab) {
    let growths = growths(lab, "keep").await;
    for growth in &growths {
        assert!((300_000.0..2_000_000.0).contains(growth), "{growths:?}");
    }
}

async fn what_is_let_go_of_does_not_show(lab: &Lab) {
    let growths = growths(lab, "drop").await;
    let total: f64 = growths.iter().sum();
    assert!(total.abs() < 150_000.0, "{growths:?}");
}

async fn the_actions_are_not_read_where_nobody_asks_or_before_the_window(lab: &Lab) {
    lab.file("heap.html", PAGE);
    let round = lab.good_round(&yaml("drop", "repeat: 3")).await;
    assert!(round.artifacts.samples.settled_heap.is_empty());
    let warmed = yaml("drop", "repeat: 3\n    series: heap")
        + "warmupInPage: 1\nreset: [{evaluate: window.last = 0}]\n";
    let round = lab.good_round(&warmed).await;
    assert_eq!(round.artifacts.samples.settled_heap.len(), 3);
}
