//! The recordings of the repository: Node by majors, and Chromium. Each opens without a remark that is not
//! known, and what is computed of it holds together.

use flate2::read::GzDecoder;
use lagometer_heap::{Heap, Limits, NodeOrdinal, OddityKind, Snapshot, read};
use std::fs::{self, File};
use std::path::{Path, PathBuf};

/// Every recorded snapshot, by the folder of its runtime.
fn recordings() -> Vec<(String, PathBuf)> {
    let fixtures = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../fixtures");
    let mut found = Vec::new();
    for runtime in fs::read_dir(&fixtures).unwrap() {
        let runtime = runtime.unwrap();
        let name = runtime.file_name().to_string_lossy().into_owned();
        for file in fs::read_dir(runtime.path().join("heap")).into_iter().flatten() {
            let path = file.unwrap().path();
            if path.extension().is_some_and(|extension| extension == "gz") {
                found.push((name.clone(), path));
            }
        }
    }
    found.sort();
    found
}

fn open(path: &Path) -> Heap {
    let limits = Limits::default();
    let snapshot = read(GzDecoder::new(File::open(path).unwrap()), 0, None, &limits).unwrap();
    Heap::new(snapshot, &limits).unwrap()
}

/// The objects of this constructor.
fn objects(snapshot: &Snapshot, name: &str) -> Vec<NodeOrdinal> {
    let of_name = |node: &NodeOrdinal| snapshot.kind(*node) == "object" && snapshot.name(*node) == name;
    snapshot.nodes().filter(of_name).collect()
}

#[test]
fn every_recorded_runtime_opens_and_holds_together() {
    let recordings = recordings();
    let runtimes: Vec<&str> = recordings.iter().map(|(runtime, _)| runtime.as_str()).collect();
    assert_eq!(
        runtimes,
        ["chromium-156", "node-12", "node-16", "node-20", "node-24"]
    );
    for (runtime, path) in recordings {
        let heap = open(&path);
        let snapshot = heap.snapshot();
        let oddities: Vec<&OddityKind> = snapshot.oddities().iter().map(|oddity| &oddity.kind).collect();
        let tracked = path.to_string_lossy().contains("heaptimeline");
        let known: &[&OddityKind] = if tracked {
            &[&OddityKind::MoreFunctions]
        } else {
            &[]
        };
        assert_eq!(oddities, known, "{runtime}");
        assert_eq!(snapshot.allocations().recorded(), tracked, "{runtime}");

        // What was made is there, each object reachable and with a dominator.
        let (rows, links) = (objects(snapshot, "Row"), objects(snapshot, "Link"));
        assert_eq!((rows.len(), links.len()), (50, 21), "{runtime}");
        for node in rows.iter().chain(&links) {
            assert!(
                heap.is_reachable(*node) && heap.dominator(*node).is_some(),
                "{runtime}"
            );
        }
        // The first link of the chain keeps the whole chain, and what each keeps grows towards it.
        let mut sizes: Vec<u64> = links.iter().map(|link| heap.retained(*link).unwrap()).collect();
        sizes.sort_unstable();
        let own = u64::from(u32::try_from(snapshot.self_size(links[0])).unwrap());
        assert!(sizes[20] >= 20 * own, "{runtime}: {sizes:?}");
        check_sums(&runtime, &heap);
    }
}

/// What an object retains is itself and what those retain that it dominates; the root retains all that is
/// reachable; nobody is nearer to the root than one step from the nearest of those that lead to it.
fn check_sums(runtime: &str, heap: &Heap) {
    let snapshot = heap.snapshot();
    let mut parts: Vec<u64> = snapshot.nodes().map(|node| snapshot.self_size(node)).collect();
    let mut reachable = 0;
    for node in heap.reachable() {
        reachable += snapshot.self_size(node);
        let Some(dominator) = heap.dominator(node) else {
            assert_eq!(node, NodeOrdinal::ROOT, "{runtime}");
            continue;
        };
        parts[dominator.index()] += heap.retained(node).unwrap();
    }
    assert_eq!(heap.retained(NodeOrdinal::ROOT), Some(reachable), "{runtime}");
    for node in snapshot.nodes() {
        match heap.is_reachable(node) {
            true => assert_eq!(
                heap.retained(node),
                Some(parts[node.index()]),
                "{runtime}: {node:?}"
            ),
            false => assert_eq!(
                (heap.retained(node), heap.dominator(node)),
                (None, None),
                "{runtime}"
            ),
        }
    }
    for edge in heap
        .reachable()
        .flat_map(|node| snapshot.edges(node))
        .filter(|edge| edge.retaining)
    {
        let (from, to) = (heap.distance(edge.from).unwrap(), heap.distance(edge.to));
        assert!(to.is_some_and(|to| to <= from + 1), "{runtime}: {edge:?}");
    }
}

/// Of the recording with allocations: every row knows that it was made in `fill`.
#[test]
fn a_tracked_recording_knows_where_objects_were_made() {
    let tracked = recordings()
        .into_iter()
        .filter(|(_, path)| path.to_string_lossy().contains("heaptimeline"));
    let tracked: Vec<_> = tracked.collect();
    assert_eq!(tracked.len(), 1);
    let heap = open(&tracked[0].1);
    let snapshot = heap.snapshot();
    let allocations = snapshot.allocations();
    let strings = snapshot.strings();
    for row in objects(snapshot, "Row") {
        let call = allocations
            .find(snapshot.trace_node(row).expect("it was tracked"))
            .unwrap();
        let stack: Vec<String> = allocations
            .stack(call)
            .map(|call| strings.get(allocations.function(call).name).to_string())
            .collect();
        assert!(stack.iter().any(|function| function == "fill"), "{stack:?}");
    }
}
