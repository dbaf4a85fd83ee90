//! Real snapshots: every object deleted, and a second algorithm for every object.
//!
//! An object is deleted, and what was reachable from the root is searched for again, over the edges that
//! the policy, written down once more, lets retain. 512 deletions go through the edges together, a bit
//! for each; some are done one by one as well, so that this short way is itself held by the long one.

use flate2::read::GzDecoder;
use lagometer_heap::{EdgeKind, Heap, Limits, NodeOrdinal, Snapshot, read};
use std::collections::VecDeque;
use std::fs::File;
use std::path::PathBuf;

/// A snapshot of the corpus; says that it is skipped where there is none.
fn corpus(name: &str) -> Option<Heap> {
    let beside = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../../shared");
    let shared = std::env::var_os("LAGOMETER_SHARED").map_or(beside, PathBuf::from);
    let Ok(file) = File::open(shared.join("corpus/heap").join(name)) else {
        println!("skipped: there is no corpus of heap snapshots here");
        return None;
    };
    let limits = Limits::default();
    Some(Heap::new(read(GzDecoder::new(file), 0, None, &limits).unwrap(), &limits).unwrap())
}

fn small() -> Option<Heap> {
    corpus("small.heapsnapshot.gz")
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

/// So many objects are deleted in one go, each in a search of its own.
const AT_ONCE: usize = 512;
const WORDS: usize = AT_ONCE / 64;
type Bits = [u64; WORDS];

/// Which bits are new in `known` if all of `more` but those of `without` come in; they come in.
fn merge(known: &mut Bits, more: &Bits, without: &Bits) -> bool {
    let mut changed = 0;
    for word in 0..WORDS {
        let new = more[word] & !without[word] & !known[word];
        known[word] |= new;
        changed |= new;
    }
    changed != 0
}

/// The edges that retain, all in one list.
struct Edges {
    first: Vec<usize>,
    to: Vec<u32>,
}

impl Edges {
    fn new(targets: &[Vec<usize>]) -> Edges {
        let mut first = vec![0];
        let mut to = Vec::new();
        for targets in targets {
            to.extend(targets.iter().map(|to| *to as u32));
            first.push(to.len());
        }
        Edges { first, to }
    }

    fn of(&self, node: usize) -> &[u32] {
        &self.to[self.first[node]..self.first[node + 1]]
    }

    /// For each of some objects the bytes that are not reached any more if it is deleted. A bit of an
    /// object says that it is reached in the search without the object that has this bit; an object
    /// that gets more bits is looked at again, until there are none to get.
    fn lost_without(&self, deleted: &[usize], sizes: &[u64], reachable: &[bool]) -> Vec<u64> {
        let nodes = sizes.len();
        let mut gone = vec![[0; WORDS]; nodes];
        let mut all = [0; WORDS];
        for (bit, node) in deleted.iter().enumerate() {
            gone[*node][bit / 64] |= 1 << (bit % 64);
            all[bit / 64] |= 1 << (bit % 64);
        }
        let mut reached = vec![[0; WORDS]; nodes];
        let mut waits = vec![false; nodes];
        let mut queue = VecDeque::from([0]);
        merge(&mut reached[0], &all, &gone[0]);
        while let Some(node) = queue.pop_front() {
            waits[node] = false;
            let here = reached[node];
            for to in self.of(node) {
                let to = *to as usize;
                if merge(&mut reached[to], &here, &gone[to]) && !waits[to] {
                    waits[to] = true;
                    queue.push_back(to);
                }
            }
        }
        let mut lost = vec![0; deleted.len()];
        for node in (0..nodes).filter(|node| reachable[*node]) {
            for word in 0..WORDS {
                let mut missing = all[word] & !reached[node][word];
                while missing != 0 {
                    lost[word * 64 + missing.trailing_zeros() as usize] += sizes[node];
                    missing &= missing - 1;
                }
            }
        }
        lost
    }
}

/// What is reached from the root if an object is deleted, in a search of its own.
fn bytes_without(removed: Option<usize>, targets: &[Vec<usize>], sizes: &[u64]) -> (u64, Vec<bool>) {
    let mut seen = vec![false; targets.len()];
    let mut queue: VecDeque<usize> = (removed != Some(0)).then_some(0).into_iter().collect();
    queue.iter().for_each(|root| seen[*root] = true);
    let mut bytes = 0;
    while let Some(node) = queue.pop_front() {
        bytes += sizes[node];
        for to in &targets[node] {
            if Some(*to) != removed && !seen[*to] {
                seen[*to] = true;
                queue.push_back(*to);
            }
        }
    }
    (bytes, seen)
}

/// Deletes every object of a snapshot, and one in two thousand by itself.
fn delete_all(heap: &Heap) {
    let snapshot = heap.snapshot();
    let targets = targets(snapshot);
    let sizes: Vec<u64> = snapshot.nodes().map(|node| snapshot.self_size(node)).collect();
    let (all, reachable) = bytes_without(None, &targets, &sizes);
    let edges = Edges::new(&targets);
    let nodes: Vec<usize> = (0..targets.len()).collect();
    for together in nodes.chunks(AT_ONCE) {
        let lost = edges.lost_without(together, &sizes, &reachable);
        for (node, lost) in together.iter().zip(lost) {
            let expected = reachable[*node].then_some(lost);
            assert_eq!(heap.retained(NodeOrdinal(*node as u32)), expected, "{node}");
        }
    }
    for node in (0..targets.len()).step_by(2_003) {
        let expected = reachable[node].then(|| all - bytes_without(Some(node), &targets, &sizes).0);
        assert_eq!(heap.retained(NodeOrdinal(node as u32)), expected, "{node}");
    }
}

/// All 71,706 objects of one, all 39,110 of the other. With `LAGOMETER_DELETE_ALL` set the larger ones
/// too, which takes minutes: see `docs/validation.md`.
#[test]
fn deleted_objects_of_real_snapshots_take_with_them_what_they_retain() {
    let small = ["small.heapsnapshot.gz", "uni.heapsnapshot.gz"];
    let large = [
        "adv_chain.heapsnapshot.gz",
        "chrome.heapsnapshot.gz",
        "chrome_track.heaptimeline.gz",
        "medium.heapsnapshot.gz",
    ];
    let large = large
        .iter()
        .filter(|_| std::env::var_os("LAGOMETER_DELETE_ALL").is_some());
    for name in small.iter().chain(large) {
        if let Some(heap) = corpus(name) {
            delete_all(&heap);
            println!("{name}: all {} objects deleted", heap.snapshot().node_count());
        }
    }
}
