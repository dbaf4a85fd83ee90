//! What fills a heap.

use crate::{EdgeKind, Heap, NodeOrdinal};
use std::collections::BTreeSet;

/// What fills a heap.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Summary {
    /// The kinds of objects that there are, the largest first.
    pub kinds: Vec<KindTotal>,
    /// All objects.
    pub all: Total,
    /// Those that a path of retaining edges leads to.
    pub reachable: Total,
    /// The others.
    pub unreachable: Total,
    /// Objects of a document that are not in it.
    pub detached: Total,
    /// The bytes that would go with all of them together.
    pub detached_retained: u64,
    /// Whether the file tells of any object whether it is in the document.
    pub detachedness_known: bool,
    /// Edges that stand for a key and a value in a weak map, and the pairs they stand for.
    pub weak_map_edges: u64,
    /// The pairs.
    pub weak_map_pairs: u64,
    /// Edges of objects to themselves that would retain.
    pub self_edges: u64,
}

/// All objects of a kind.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KindTotal {
    /// V8's word for the kind.
    pub kind: String,
    /// How many, and how large.
    pub total: Total,
}

/// How many objects, and how many bytes of their own.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Total {
    /// How many.
    pub nodes: u64,
    /// How many bytes.
    pub bytes: u64,
}

impl Total {
    fn add(&mut self, bytes: u64) {
        self.nodes += 1;
        self.bytes += bytes;
    }
}

impl Summary {
    /// Counts.
    pub fn new(heap: &Heap) -> Summary {
        let snapshot = heap.snapshot();
        let mut kinds = vec![Total::default(); snapshot.kinds().len()];
        let [mut all, mut reachable, mut unreachable, mut detached] = [Total::default(); 4];
        for node in snapshot.nodes() {
            let bytes = snapshot.self_size(node);
            kinds[usize::from(snapshot.kind_code(node))].add(bytes);
            all.add(bytes);
            if heap.is_reachable(node) {
                reachable.add(bytes);
            } else {
                unreachable.add(bytes);
            }
        }
        let apart: Vec<NodeOrdinal> = snapshot.detached().collect();
        for node in &apart {
            detached.add(snapshot.self_size(*node));
        }
        let detached_retained = match apart.is_empty() {
            true => 0,
            false => heap.retained_by_groups(&[apart])[0],
        };
        let kinds = snapshot.kinds().iter().zip(kinds).map(|(kind, total)| KindTotal {
            kind: kind.clone(),
            total,
        });
        let mut kinds: Vec<KindTotal> = kinds.filter(|kind| kind.total.nodes > 0).collect();
        kinds.sort_by_key(|kind| std::cmp::Reverse((kind.total.bytes, kind.total.nodes)));
        let (weak_map_edges, weak_map_pairs) = weak_maps(heap);
        Summary {
            kinds,
            all,
            reachable,
            unreachable,
            detached,
            detached_retained,
            detachedness_known: snapshot.nodes.detachedness.iter().next().is_some(),
            weak_map_edges,
            weak_map_pairs,
            self_edges: self_edges(heap),
        }
    }
}

/// V8 names such an edge `3 / part of key (..) -> value (..) pair in WeakMap (..)`, from the key and
/// from the table alike.
fn weak_maps(heap: &Heap) -> (u64, u64) {
    let snapshot = heap.snapshot();
    let pair = |name: &str| {
        let (number, rest) = name.split_once(" / ")?;
        let counted = !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit());
        let says_so = rest.starts_with("part of key (") && rest.contains(" pair in WeakMap (");
        (counted && says_so).then(|| rest.to_owned())
    };
    let pairs: Vec<Option<String>> = snapshot.strings().iter().map(pair).collect();
    if pairs.iter().all(Option::is_none) {
        return (0, 0);
    }
    let mut edges = 0;
    let mut seen = BTreeSet::new();
    for (packed, name) in snapshot.edges.to.iter().zip(&snapshot.edges.name) {
        if packed.kind() == EdgeKind::Internal
            && let Some(pair) = &pairs[*name as usize]
        {
            edges += 1;
            seen.insert(pair);
        }
    }
    (edges, seen.len() as u64)
}

fn self_edges(heap: &Heap) -> u64 {
    let snapshot = heap.snapshot();
    let own = snapshot.nodes().flat_map(|node| {
        let edges = &snapshot.edges.to[snapshot.edge_range(node)];
        edges.iter().filter(move |edge| edge.holds_itself(node))
    });
    own.count() as u64
}
