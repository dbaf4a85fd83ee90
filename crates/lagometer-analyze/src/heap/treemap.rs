//! What an object retains, as parts within parts.

use super::{HeapFile, Page};
use crate::Error;
use lagometer_heap::NodeOrdinal;
use lagometer_report::{HeapTreemap, HeapTreemapPart, HeapTreemapRow};
use std::collections::BTreeMap;

/// So many levels are parts of their own.
const LEVELS: u32 = 3;

/// A part of which so many would be as large as the whole is still drawn.
const SMALLEST: u64 = 4_000;

/// A part that is still divided: so many of its size would be as large as the whole.
const DIVIDED: u64 = 200;

impl HeapFile {
    /// What an object retains as parts within parts: the objects that it dominates directly, `page` of
    /// them, what those dominate, and so on. The parts of an object add up to what it retains.
    pub fn treemap(&self, id: &str, page: Page) -> Result<HeapTreemap, Error> {
        let node = self.find(id)?;
        let mut rows = Vec::new();
        if let Some(whole) = self.heap.retained(node) {
            let divided = self.divided(node, whole);
            // What is still to be written, the next one last.
            let mut open = vec![(0, Part::Object(node))];
            while let Some((depth, part)) = open.pop() {
                rows.push(self.part(depth, &part));
                if let Part::Object(node) = part
                    && let Some(below) = divided.get(&node)
                {
                    let skip = if depth == 0 { page.skip } else { 0 };
                    let parts = self.parts(node, below, skip, page.rows, whole);
                    open.extend(parts.into_iter().rev().map(|part| (depth + 1, part)));
                }
            }
        }
        Ok(HeapTreemap {
            name: self.name.clone(),
            rules: self.rules(),
            rows,
        })
    }

    /// The objects that are divided, with what each dominates directly.
    fn divided(&self, node: NodeOrdinal, whole: u64) -> BTreeMap<NodeOrdinal, Vec<NodeOrdinal>> {
        let mut divided = BTreeMap::new();
        let mut level = vec![node];
        for _ in 0..LEVELS {
            let below = self.heap.dominated_by_each(&level);
            let large = |node: &NodeOrdinal| is_share(self.heap.retained(*node), whole, DIVIDED);
            let next = below.iter().flatten().copied().filter(large).collect();
            let with_parts = level
                .into_iter()
                .zip(below)
                .filter(|(_, below)| !below.is_empty());
            divided.extend(with_parts);
            level = next;
        }
        divided
    }

    /// The parts of an object: itself, the largest of what it dominates, and the others together.
    fn parts(
        &self,
        node: NodeOrdinal,
        below: &[NodeOrdinal],
        skip: usize,
        rows: usize,
        whole: u64,
    ) -> Vec<Part> {
        let drawn = |node: &NodeOrdinal| is_share(self.heap.retained(*node), whole, SMALLEST);
        let shown = below.iter().copied().skip(skip).take(rows).filter(drawn);
        let shown: Vec<NodeOrdinal> = shown.collect();
        // What is dominated is reachable, so each of them has a size.
        let bytes = |nodes: &[NodeOrdinal]| -> u64 {
            nodes.iter().filter_map(|node| self.heap.retained(*node)).sum()
        };
        let others = (below.len() - shown.len()) as u64;
        let other_bytes = bytes(below) - bytes(&shown);
        let mut parts: Vec<Part> = shown.into_iter().map(Part::Object).collect();
        let own = self.heap.snapshot().self_size(node);
        parts.extend((own > 0).then_some(Part::Own(own)));
        parts.extend((other_bytes > 0).then_some(Part::Others(others, other_bytes)));
        parts
    }

    fn part(&self, depth: u32, part: &Part) -> HeapTreemapRow {
        let (bytes, part) = match *part {
            Part::Object(node) => {
                // Only what is reachable is a part.
                let retained = self.heap.retained(node);
                let bytes = retained.unwrap_or_else(|| self.heap.snapshot().self_size(node));
                (bytes, HeapTreemapPart::Object(Box::new(self.object(node))))
            }
            Part::Own(bytes) => (bytes, HeapTreemapPart::Own),
            Part::Others(objects, bytes) => (bytes, HeapTreemapPart::Others(objects)),
        };
        HeapTreemapRow { depth, bytes, part }
    }
}

enum Part {
    Object(NodeOrdinal),
    /// The bytes of the object itself.
    Own(u64),
    /// How many objects, and what they retain together.
    Others(u64, u64),
}

/// Whether so many of this size are as large as the whole.
fn is_share(bytes: Option<u64>, whole: u64, parts: u64) -> bool {
    bytes.is_some_and(|bytes| bytes > 0 && u128::from(bytes) * u128::from(parts) >= u128::from(whole))
}
