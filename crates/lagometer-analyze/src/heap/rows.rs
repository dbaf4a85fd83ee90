//! Objects, edges and places as they stand in documents.

use super::HeapFile;
use lagometer_heap::{Detachedness, Edge, EdgeName, NodeOrdinal, Place};
use lagometer_metric::{Measured, Reason, Unit};
use lagometer_report::{CpuOriginal, HeapEdge, HeapObject, HeapPlace, Value};

pub(super) fn bytes(bytes: u64) -> Value {
    Value::new(Measured::Value(bytes as f64), Unit::Bytes)
}

pub(super) fn count(count: u64) -> Value {
    Value::new(Measured::Value(count as f64), Unit::Count)
}

/// Why an object has no retained size, distance or dominator.
pub(super) fn unreachable(unit: Unit) -> Value {
    Value::new(
        Measured::absent(Reason::Unreachable, "no path from the root"),
        unit,
    )
}

impl HeapFile {
    pub(super) fn object(&self, node: NodeOrdinal) -> HeapObject {
        let snapshot = self.heap.snapshot();
        HeapObject {
            id: snapshot.id(node).to_string(),
            kind: snapshot.kind(node).to_owned(),
            name: snapshot.name(node).to_owned(),
            shallow_bytes: snapshot.self_size(node),
            retained: match self.heap.retained(node) {
                Some(retained) => bytes(retained),
                None => unreachable(Unit::Bytes),
            },
            distance: match self.heap.distance(node) {
                Some(distance) => count(distance.into()),
                None => unreachable(Unit::Count),
            },
            detached: match snapshot.detachedness(node) {
                Detachedness::Unknown => None,
                Detachedness::Attached => Some(false),
                Detachedness::Detached => Some(true),
            },
            place: snapshot.place(node).map(|place| self.place(&place)),
        }
    }

    pub(super) fn place(&self, place: &Place) -> HeapPlace {
        let Place {
            script_id,
            line,
            column,
            script: _,
        } = *place;
        HeapPlace {
            script: self.heap.snapshot().script_name(place).map(str::to_owned),
            script_id: script_id.to_string(),
            line,
            column,
            original: not_looked_up(),
            original_name: None,
        }
    }
}

/// Original places are looked for when a document is whole.
pub(super) fn not_looked_up() -> CpuOriginal {
    CpuOriginal::absent("not-looked-up", "no source map was looked for")
}

pub(super) fn edge(edge: &Edge<'_>) -> HeapEdge {
    let Edge {
        ordinal: _,
        from: _,
        to: _,
        kind,
        name,
        retaining,
    } = *edge;
    HeapEdge {
        kind: kind.name().to_owned(),
        name: match name {
            EdgeName::Text(text) => Some(text.to_owned()),
            EdgeName::Index(_) => None,
        },
        index: match name {
            EdgeName::Text(_) => None,
            EdgeName::Index(index) => Some(index),
        },
        retaining,
    }
}
