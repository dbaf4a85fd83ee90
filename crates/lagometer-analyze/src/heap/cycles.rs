//! Objects that keep each other.

use super::{HeapFile, Page, Remark};
use lagometer_heap::{Edge, NodeOrdinal};
use lagometer_report::{HeapCycle, HeapCyclesDocument};
use std::cmp::Reverse;

/// So many members of a group are shown.
const MEMBERS_SHOWN: usize = 5;

impl HeapFile {
    /// Groups of objects that lead to each other, and objects that lead to themselves.
    pub fn cycles(&self, page: Page) -> HeapCyclesDocument {
        let found = self.heap.cycles();
        let rows = page.of(&found).map(|(rank, cycle)| {
            let mut largest: Vec<NodeOrdinal> = cycle.members.clone();
            largest.sort_by_key(|node| (Reverse(self.heap.retained(*node)), *node));
            largest.truncate(MEMBERS_SHOWN);
            HeapCycle {
                rank,
                nodes: cycle.members.len() as u64,
                shallow_bytes: cycle.shallow,
                reachable: cycle.reachable,
                largest: largest.into_iter().map(|node| self.object(node)).collect(),
            }
        });
        let cycles = self.listed(rows, found.len());
        let own = self.heap.self_references();
        let own: Vec<Edge<'_>> = own
            .iter()
            .map(|(_, edge)| self.heap.snapshot().edge(*edge))
            .collect();
        HeapCyclesDocument {
            kind: "heap-cycles",
            format_version: 1,
            input: self.input.clone(),
            rules: self.rules(),
            skip: page.skip as u64,
            total: found.len() as u64,
            listed: cycles.rows.len() as u64,
            complete: cycles.complete,
            stop_reason: cycles.stop_reason,
            cycles: cycles.rows,
            self_references: self.edge_list(&own, page, |edge| edge.from),
            remarks: Remark::all(&[Remark::Cycle, Remark::Rules, Remark::Shallow, Remark::Names]),
            diagnostics: self.diagnostics.clone(),
        }
    }
}
