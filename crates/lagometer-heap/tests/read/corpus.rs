//! Real files, where the folder with them is at hand.

use flate2::read::GzDecoder;
use lagometer_heap::{Heap, Limits, NodeOrdinal, read};
use std::fs::File;
use std::path::PathBuf;

/// The corpus of heap snapshots; says that it is skipped where there is none.
fn corpus() -> Option<PathBuf> {
    let shared = match std::env::var_os("LAGOMETER_SHARED") {
        Some(folder) => PathBuf::from(folder),
        None => PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../../shared"),
    };
    let heap = shared.join("corpus/heap");
    if heap.is_dir() {
        return Some(heap);
    }
    println!("skipped: there is no corpus of heap snapshots here");
    None
}

#[test]
fn real_snapshots_open_and_add_up() {
    let Some(corpus) = corpus() else { return };
    // Name, objects, edges, reachable objects, bytes retained by the root.
    let known = [
        ("small.heapsnapshot.gz", 71_706, 340_286, 71_706, 5_033_352),
        ("uni.heapsnapshot.gz", 39_110, 177_648, 39_110, 2_915_331),
        ("adv_chain.heapsnapshot.gz", 120_001, 180_000, 120_001, 1_920_000),
        ("chrome.heapsnapshot.gz", 785_996, 3_305_614, 785_916, 51_522_298),
        (
            "chrome_track.heaptimeline.gz",
            798_012,
            3_341_710,
            797_932,
            51_732_502,
        ),
        ("medium.heapsnapshot.gz", 823_400, 3_314_829, 823_400, 45_294_575),
    ];
    for (name, nodes, edges, reachable, bytes) in known {
        let file = GzDecoder::new(File::open(corpus.join(name)).unwrap());
        let snapshot = read(file, 0, None, &Limits::default()).unwrap();
        assert!(snapshot.oddities().is_empty(), "{name}");
        assert_eq!(
            (snapshot.node_count(), snapshot.edge_count()),
            (nodes, edges),
            "{name}"
        );
        let heap = Heap::new(snapshot, &Limits::default()).unwrap();
        assert_eq!(heap.reachable().len(), reachable, "{name}");
        assert_eq!(heap.retained(NodeOrdinal::ROOT), Some(bytes), "{name}");
    }
}
