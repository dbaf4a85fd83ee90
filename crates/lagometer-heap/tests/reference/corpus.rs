//! A real snapshot against a second algorithm for every object, and against deleting some objects.
//!
//! Deleting each of its 71,706 objects takes too long for a test; the second algorithm stands for that.

use flate2::read::GzDecoder;
use lagometer_heap::{EdgeKind, Heap, Limits, NodeOrdinal, Snapshot, read};
use std::collections::VecDeque;
use std::fs::File;
use std::path::PathBuf;

/// The small snapshot of the corpus; says that it is skipped where there is none.
fn small() -> Option<Heap> {
    let beside = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../../shared");
    let shared = std::env::var_os("LAGOMETER_SHARED").map_or(beside, PathBuf::from);
    let Ok(file) = File::open(shared.join("corpus/heap/small.heapsnapshot.gz")) else {
        println!("skipped: there is no corpus of heap snapshots here");
        return None;
    };
    let limits = Limits::default();
    Some(Heap::new(read(GzDecoder::new(file), 0, None, &limits).unwrap(), &limits).unwrap())
}

/// What each object keeps alive, by the policy written down once more.
fn targets(snapshot: &Snapshot) -> Vec<Vec<usize>> {
    let of = |node: NodeOrdinal| {
        let edges = snapshot.edges(node).filter(|edge| match edge.kind {
            EdgeKind::Weak => false,
            EdgeKind::Shortcut => edge.from == NodeOrdinal::ROOT,
            _ => edge.from != edge.to,
        });
        edges
            .filter(|edge| edge.from != edge.to)
            .map(|edge| edge.to.index())
            .collect()
    };
    snapshot.nodes().map(of).collect()
}

/// Objects behind all that lead to them, as far as there are no cycles.
fn reverse_postorder(targets: &[Vec<usize>]) -> Vec<usize> {
    let mut seen = vec![false; targets.len()];
    let mut order = Vec::new();
    let mut way = vec![(0, 0)];
    seen[0] = true;
    while let Some((node, next)) = way.last_mut() {
        match targets[*node].get(*next) {
            Some(&to) => {
                *next += 1;
                if !seen[to] {
                    seen[to] = true;
                    way.push((to, 0));
                }
            }
            None => {
                order.push(*node);
                way.pop();
            }
        }
    }
    order.reverse();
    order
}

/// Dominators by the algorithm of Cooper, Harvey and Kennedy: another one than that of the crate.
fn dominators(targets: &[Vec<usize>]) -> (Vec<usize>, Vec<Option<usize>>) {
    let order = reverse_postorder(targets);
    let mut place = vec![None; targets.len()];
    for (at, node) in order.iter().enumerate() {
        place[*node] = Some(at);
    }
    let mut from: Vec<Vec<usize>> = vec![Vec::new(); order.len()];
    for (at, node) in order.iter().enumerate() {
        for to in &targets[*node] {
            from[place[*to].unwrap()].push(at);
        }
    }
    let mut above: Vec<Option<usize>> = vec![None; order.len()];
    above[0] = Some(0);
    let mut changed = true;
    while changed {
        changed = false;
        for at in 1..order.len() {
            let known = from[at].iter().copied().filter(|from| above[*from].is_some());
            let new = known.reduce(|mut a, mut b| {
                while a != b {
                    while a > b {
                        a = above[a].unwrap();
                    }
                    while b > a {
                        b = above[b].unwrap();
                    }
                }
                a
            });
            if above[at] != new {
                above[at] = new;
                changed = true;
            }
        }
    }
    (order, above)
}

#[test]
fn every_object_of_a_real_snapshot_has_the_size_that_another_algorithm_gives() {
    let Some(heap) = small() else { return };
    let snapshot = heap.snapshot();
    let (order, above) = dominators(&targets(snapshot));
    let mut retained: Vec<u64> = order
        .iter()
        .map(|node| snapshot.self_size(NodeOrdinal(*node as u32)))
        .collect();
    for at in (1..order.len()).rev() {
        retained[above[at].unwrap()] += retained[at];
    }
    let mut expected = vec![None; snapshot.node_count() as usize];
    for (at, node) in order.iter().enumerate() {
        expected[*node] = Some(retained[at]);
    }
    for node in snapshot.nodes() {
        assert_eq!(heap.retained(node), expected[node.index()], "{node:?}");
    }
}

#[test]
fn deleted_objects_of_a_real_snapshot_take_with_them_what_they_retain() {
    let Some(heap) = small() else { return };
    let snapshot = heap.snapshot();
    let targets = targets(snapshot);
    let bytes_without = |removed: usize| {
        let mut seen = vec![false; targets.len()];
        seen[0] = true;
        let mut queue = VecDeque::from([0]);
        let mut bytes = 0;
        while let Some(node) = queue.pop_front() {
            bytes += snapshot.self_size(NodeOrdinal(node as u32));
            for to in &targets[node] {
                if *to != removed && !seen[*to] {
                    seen[*to] = true;
                    queue.push_back(*to);
                }
            }
        }
        bytes
    };
    let all = bytes_without(usize::MAX);
    for node in (1..targets.len()).step_by(2_003) {
        let ordinal = NodeOrdinal(node as u32);
        let gone = heap.is_reachable(ordinal).then(|| all - bytes_without(node));
        assert_eq!(heap.retained(ordinal), gone, "{ordinal:?}");
    }
}
