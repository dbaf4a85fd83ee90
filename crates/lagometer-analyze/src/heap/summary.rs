//! What fills a heap.

use super::rows::{bytes, count, unreachable};
use super::{HeapFile, Remark};
use lagometer_heap::{Form, NodeOrdinal, Snapshot, Summary, Total};
use lagometer_metric::{Measured, Reason, Unit};
use lagometer_report::{
    HeapCount, HeapDetachedCount, HeapKind, HeapParts, HeapRoot, HeapSummaryDocument, HeapUnreachable, Value,
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
                false => detachedness_untold(),
            },
            weakmap_pair_edges: weak_map_edges,
            weakmap_pairs: weak_map_pairs,
            self_edges,
            extra_native: match snapshot.extra_native_bytes() {
                Some(extra) => bytes(extra),
                None => untold("the file has no `extra_native_bytes`", Unit::Bytes),
            },
            parts: parts(snapshot),
            remarks: Remark::all(&remarks),
            diagnostics: self.diagnostics.clone(),
        }
    }
}

fn parts(snapshot: &Snapshot) -> HeapParts {
    let Form {
        detachedness: _,
        trace_node: _,
        node_width: _,
        samples,
        scopes,
        scope_context_vars,
        scope_uses,
    } = snapshot.form();
    let list = |found: Option<u64>, name: &str| match found {
        Some(found) => count(found),
        None => untold(format!("the file has no `{name}`"), Unit::Count),
    };
    HeapParts {
        strings: snapshot.strings().len() as u64,
        locations: snapshot.place_count(),
        scopes: list(scopes, "scopes"),
        scope_context_vars: list(scope_context_vars, "scope_context_vars"),
        scope_uses: list(scope_uses, "scope_uses"),
        samples: list(samples.map(|samples| samples.count), "samples"),
        sampled: match samples.and_then(|samples| samples.span_us) {
            Some(us) => Value::new(Measured::Value(us as f64), Unit::Microseconds),
            None => untold("the file has no time of `samples`", Unit::Microseconds),
        },
        allocation_functions: snapshot.allocations().function_count(),
        allocation_calls: snapshot.allocations().calls().len() as u64,
    }
}

fn untold(detail: impl Into<String>, unit: Unit) -> Value {
    Value::new(Measured::absent(Reason::NotReported, detail), unit)
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

fn detachedness_untold() -> HeapDetachedCount {
    let untold = |unit| untold("the file tells of no object whether it is in a document", unit);
    HeapDetachedCount {
        nodes: untold(Unit::Count),
        bytes: untold(Unit::Bytes),
        group_retained: untold(Unit::Bytes),
    }
}
