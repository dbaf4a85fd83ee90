//! What fills a heap.

use super::rows::{bytes, count, unreachable};
use super::{HeapFile, Remark};
use lagometer_heap::{NodeOrdinal, Summary, Total};
use lagometer_metric::{Measured, Reason, Unit};
use lagometer_report::{
    HeapCount, HeapDetachedCount, HeapKind, HeapRoot, HeapSummaryDocument, HeapUnreachable, Value,
};

impl HeapFile {
    /// What fills the heap.
    pub fn summary(&self) -> HeapSummaryDocument {
        let snapshot = self.heap.snapshot();
        let Summary {
            kinds,
            all,
            reachable,
            unreachable: lost,
            detached,
            detached_retained,
            detachedness_known,
            weak_map_edges,
            weak_map_pairs,
            self_edges,
        } = Summary::new(&self.heap);
        let mut remarks = vec![Remark::Rules, Remark::Shallow];
        if weak_map_edges > 0 {
            remarks.push(Remark::WeakMaps);
        }
        let root = self.object(NodeOrdinal::ROOT);
        HeapSummaryDocument {
            kind: "heap-summary",
            format_version: 1,
            input: self.input.clone(),
            rules: self.rules(),
            nodes: all.nodes,
            edges: snapshot.edge_count().into(),
            shallow_bytes: all.bytes,
            reachable: total(reachable),
            unreachable: HeapUnreachable {
                nodes: lost.nodes,
                bytes: lost.bytes,
                retained: unreachable(Unit::Bytes),
            },
            by_kind: kinds
                .into_iter()
                .map(|kind| HeapKind {
                    kind: kind.kind,
                    nodes: kind.total.nodes,
                    bytes: kind.total.bytes,
                })
                .collect(),
            root: HeapRoot {
                id: root.id,
                retained: root.retained,
            },
            detached: match detachedness_known {
                true => apart(detached, detached_retained),
                false => untold(),
            },
            weakmap_pair_edges: weak_map_edges,
            weakmap_pairs: weak_map_pairs,
            self_edges,
            extra_native: match snapshot.extra_native_bytes() {
                Some(extra) => bytes(extra),
                None => {
                    let absent =
                        Measured::absent(Reason::NotReported, "the file has no `extra_native_bytes`");
                    Value::new(absent, Unit::Bytes)
                }
            },
            remarks: Remark::all(&remarks),
            diagnostics: self.diagnostics.clone(),
        }
    }
}

fn total(total: Total) -> HeapCount {
    HeapCount {
        nodes: total.nodes,
        bytes: total.bytes,
    }
}

fn apart(detached: Total, group_retained: u64) -> HeapDetachedCount {
    HeapDetachedCount {
        nodes: count(detached.nodes),
        bytes: bytes(detached.bytes),
        group_retained: bytes(group_retained),
    }
}

fn untold() -> HeapDetachedCount {
    let untold = |unit| {
        let detail = "the file tells of no object whether it is in a document";
        Value::new(Measured::absent(Reason::NotReported, detail), unit)
    };
    HeapDetachedCount {
        nodes: untold(Unit::Count),
        bytes: untold(Unit::Bytes),
        group_retained: untold(Unit::Bytes),
    }
}
