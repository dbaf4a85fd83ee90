//! A snapshot as a list of objects and edges, and its text.

use lagometer_heap::{Heap, Limits, Snapshot, read};
use proptest::prelude::*;

/// The kinds of edges, by their codes in the text.
pub const EDGE_KINDS: [&str; 7] = [
    "context", "element", "property", "internal", "hidden", "shortcut", "weak",
];

#[derive(Clone, Debug)]
pub struct Graph {
    /// Kind (0 synthetic, 1 object, 2 closure), name (0 to 3), size, whether detached.
    pub nodes: Vec<(u8, u8, u32, bool)>,
    /// From, kind, to.
    pub edges: Vec<(usize, usize, usize)>,
}

impl Graph {
    /// The text of a snapshot.
    pub fn text(&self) -> String {
        let meta = r#"{"snapshot":{"meta":{"node_fields":["type","name","id","self_size","edge_count","detachedness"],"node_types":[["synthetic","object","closure"],"string","number","number","number","number"],"edge_fields":["type","name_or_index","to_node"],"edge_types":[["context","element","property","internal","hidden","shortcut","weak"],"string_or_number","node"]}"#;
        let nodes = self
            .nodes
            .iter()
            .enumerate()
            .map(|(index, (kind, name, size, detached))| {
                let edges = self.edges.iter().filter(|(from, ..)| *from == index).count();
                let detached = if *detached { 2 } else { 0 };
                format!("{kind},{name},{},{size},{edges},{detached}", self.id(index))
            });
        let nodes: Vec<String> = nodes.collect();
        let edges = self
            .sorted()
            .into_iter()
            .map(|(_, kind, to)| format!("{kind},{},{}", kind % 4, to * 6));
        let edges: Vec<String> = edges.collect();
        format!(
            "{meta},\"node_count\":{},\"edge_count\":{}}},\n\"nodes\":[{}],\n\"edges\":[{}],\n\"strings\":[\"\",\"A\",\"B\",\"C\"]}}",
            self.nodes.len(),
            self.edges.len(),
            nodes.join("\n,"),
            edges.join("\n,"),
        )
    }

    pub fn id(&self, index: usize) -> u64 {
        2 * index as u64 + 1
    }

    /// The edges in the order of the file.
    pub fn sorted(&self) -> Vec<(usize, usize, usize)> {
        let mut edges = self.edges.clone();
        edges.sort_by_key(|(from, ..)| *from);
        edges
    }

    pub fn heap(&self) -> Heap {
        let text = self.text();
        Heap::new(read_text(&text), &Limits::default()).unwrap()
    }

    /// The policy, written down a second time.
    pub fn retains(&self, &(from, kind, to): &(usize, usize, usize)) -> bool {
        match EDGE_KINDS[kind] {
            "weak" => false,
            _ if from == to => false,
            "shortcut" => from == 0,
            _ => true,
        }
    }

    /// What is reached from the root without the objects in `removed`, round by round.
    pub fn reached_without(&self, removed: &[usize]) -> Vec<bool> {
        let mut reached = vec![false; self.nodes.len()];
        reached[0] = !removed.contains(&0);
        loop {
            let mut changed = false;
            for edge in &self.edges {
                let (from, _, to) = *edge;
                if reached[from] && !reached[to] && self.retains(edge) && !removed.contains(&to) {
                    reached[to] = true;
                    changed = true;
                }
            }
            if !changed {
                return reached;
            }
        }
    }

    /// The bytes that go with the objects in `removed`.
    pub fn bytes_without(&self, removed: &[usize]) -> u64 {
        let (before, after) = (self.reached_without(&[]), self.reached_without(removed));
        let gone = (0..self.nodes.len()).filter(|&node| before[node] && !after[node]);
        gone.map(|node| u64::from(self.nodes[node].2)).sum()
    }
}

pub fn read_text(text: &str) -> Snapshot {
    read(text.as_bytes(), 0, None, &Limits::default()).unwrap()
}

/// Graphs of a few objects, mostly of edges that retain.
pub fn graph() -> impl Strategy<Value = Graph> {
    (2_usize..14).prop_flat_map(|nodes| {
        let node = (1_u8..3, 0_u8..4, 0_u32..100, proptest::bool::weighted(0.2));
        let kind = prop_oneof![4 => 0_usize..5, 1 => Just(5_usize), 1 => Just(6_usize)];
        let edges = proptest::collection::vec((0..nodes, kind, 0..nodes), 0..nodes * 3);
        (proptest::collection::vec(node, nodes), edges).prop_map(|(mut nodes, edges)| {
            nodes[0].0 = 0;
            Graph { nodes, edges }
        })
    })
}
