//! Objects: lists of them, one with its edges, and what one dominates.

use super::{HeapFile, Page, Remark, rows};
use crate::Error;
use lagometer_heap::{Detachedness, Edge, NodeOrdinal, ObjectFilter, ObjectOrder};
use lagometer_report::{
    HeapAllocation, HeapDominatorsDocument, HeapEdgeList, HeapEdgeRow, HeapObjectDocument, HeapObjectRow,
    HeapObjectsDocument,
};
use regex_lite::Regex;

/// Which objects are wanted.
#[derive(Clone, Debug)]
pub struct ObjectsOptions {
    /// Their order.
    pub sort: ObjectsSort,
    /// Which of them are listed.
    pub page: Page,
    /// Only those of this kind.
    pub kind: Option<String>,
    /// Only those with this in their name.
    pub name: Option<String>,
    /// Only those whose name this matches.
    pub pattern: Option<Regex>,
    /// Only those with so many bytes of their own.
    pub shallow_min: Option<u64>,
    /// Only those that retain so many bytes.
    pub retained_min: Option<u64>,
    /// Only those that are so near to the root.
    pub distance_max: Option<u32>,
    /// Only those that belong to a document and are not in it.
    pub detached: bool,
}

/// The order of objects.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ObjectsSort {
    /// What retains most first.
    Retained,
    /// The largest first.
    Shallow,
    /// The nearest to the root first.
    Distance,
    /// By id.
    Id,
    /// By kind and name.
    Name,
}

impl ObjectsSort {
    /// The name on the wire.
    pub fn name(self) -> &'static str {
        match self {
            ObjectsSort::Retained => "retained",
            ObjectsSort::Shallow => "shallow",
            ObjectsSort::Distance => "distance",
            ObjectsSort::Id => "id",
            ObjectsSort::Name => "name",
        }
    }

    fn order(self) -> ObjectOrder {
        match self {
            ObjectsSort::Retained => ObjectOrder::Retained,
            ObjectsSort::Shallow => ObjectOrder::Shallow,
            ObjectsSort::Distance => ObjectOrder::Distance,
            ObjectsSort::Id => ObjectOrder::Id,
            ObjectsSort::Name => ObjectOrder::Name,
        }
    }
}

impl HeapFile {
    /// Objects by what is known of them.
    pub fn objects(&self, options: &ObjectsOptions) -> HeapObjectsDocument {
        let named = |name: &str| {
            options
                .name
                .as_ref()
                .is_none_or(|wanted| name.contains(wanted.as_str()))
                && options
                    .pattern
                    .as_ref()
                    .is_none_or(|pattern| pattern.is_match(name))
        };
        let by_name = options.name.is_some() || options.pattern.is_some();
        let filter = ObjectFilter {
            kind: options.kind.as_deref(),
            name: by_name.then_some(&named),
            shallow_min: options.shallow_min,
            retained_min: options.retained_min,
            distance_max: options.distance_max,
            detached: options.detached,
        };
        let found = self.heap.objects(&filter, options.sort.order());
        let rows = options.page.of(&found).map(|(rank, node)| HeapObjectRow {
            rank,
            object: self.object(*node),
            held_by: None,
        });
        self.list("heap-objects", options.sort, options.page, found.len(), rows)
    }

    /// Objects of a document that are not in it, each with what holds it.
    pub fn detached(&self, page: Page) -> HeapObjectsDocument {
        let filter = ObjectFilter {
            detached: true,
            ..ObjectFilter::default()
        };
        let found = self.heap.objects(&filter, ObjectOrder::Retained);
        let holders = self.heap.holders(page.of(&found).map(|(_, node)| *node), |node| {
            self.heap.snapshot().detachedness(node) != Detachedness::Detached
        });
        let rows = page
            .of(&found)
            .zip(holders)
            .map(|((rank, node), holder)| HeapObjectRow {
                rank,
                object: self.object(*node),
                held_by: holder.map(|edge| self.edge_row(&edge, edge.from)),
            });
        self.list("heap-detached", ObjectsSort::Retained, page, found.len(), rows)
    }

    fn list(
        &self,
        kind: &'static str,
        sort: ObjectsSort,
        page: Page,
        total: usize,
        rows: impl Iterator<Item = HeapObjectRow>,
    ) -> HeapObjectsDocument {
        let objects = self.listed(rows, total);
        HeapObjectsDocument {
            kind,
            format_version: 1,
            input: self.input.clone(),
            rules: self.rules(),
            sort: sort.name().to_owned(),
            skip: page.skip as u64,
            total: total as u64,
            listed: objects.rows.len() as u64,
            complete: objects.complete,
            stop_reason: objects.stop_reason,
            objects: objects.rows,
            remarks: Remark::all(&[Remark::Rules, Remark::Shallow, Remark::Names]),
            diagnostics: self.diagnostics.clone(),
        }
    }

    /// One object with its edges in both directions, `page` of each.
    pub fn one(&self, id: &str, page: Page) -> Result<HeapObjectDocument, Error> {
        let node = self.find(id)?;
        let edges: Vec<Edge<'_>> = self.heap.snapshot().edges(node).collect();
        let retainers: Vec<Edge<'_>> = self.heap.edges_into(node).collect();
        let allocations = self.heap.snapshot().allocations();
        let call = self
            .heap
            .snapshot()
            .trace_node(node)
            .and_then(|id| allocations.find(id));
        let stack = call.map(|call| self.stack(call));
        let is_long = stack.as_ref().is_some_and(|stack| !self.text().take(stack));
        let stack = stack.filter(|_| !is_long);
        let made = match (&stack, allocations.recorded()) {
            (Some(_), _) => Some(Remark::Allocations),
            (None, true) => Some(Remark::NoRecord),
            (None, false) => None,
        };
        let always = [Remark::Rules, Remark::Shallow, Remark::Names];
        let remarks: Vec<Remark> = always.into_iter().chain(made).collect();
        Ok(HeapObjectDocument {
            kind: "heap-object",
            format_version: 1,
            input: self.input.clone(),
            rules: self.rules(),
            object: self.object(node),
            dominator: self.heap.dominator(node).map(|above| self.object(above)),
            dominator_reason: match (self.heap.dominator(node), node) {
                (Some(_), _) => None,
                (None, NodeOrdinal::ROOT) => Some("root".to_owned()),
                (None, _) => Some("unreachable".to_owned()),
            },
            edges: self.edge_list(&edges, page, |edge| edge.to),
            retainers: self.edge_list(&retainers, page, |edge| edge.from),
            allocation: HeapAllocation {
                reason: match (&stack, allocations.recorded()) {
                    (Some(_), _) => None,
                    (None, _) if is_long => Some("text".to_owned()),
                    (None, true) => Some("no-record".to_owned()),
                    (None, false) => Some("not-recorded".to_owned()),
                },
                stack,
            },
            remarks: Remark::all(&remarks),
            diagnostics: self.diagnostics.clone(),
        })
    }

    pub(super) fn edge_list(
        &self,
        edges: &[Edge<'_>],
        page: Page,
        end: impl Fn(&Edge<'_>) -> NodeOrdinal,
    ) -> HeapEdgeList {
        let rows = page.of(edges).map(|(_, edge)| self.edge_row(edge, end(edge)));
        let edges_total = edges.len();
        let listed = self.listed(rows, edges_total);
        HeapEdgeList {
            skip: page.skip as u64,
            total: edges_total as u64,
            listed: listed.rows.len() as u64,
            complete: listed.complete,
            stop_reason: listed.stop_reason,
            rows: listed.rows,
        }
    }

    fn edge_row(&self, edge: &Edge<'_>, end: NodeOrdinal) -> HeapEdgeRow {
        HeapEdgeRow {
            edge: rows::edge(edge),
            object: self.object(end),
        }
    }

    /// What an object retains, in parts that add up to the whole.
    pub fn dominators(&self, id: &str, page: Page) -> Result<HeapDominatorsDocument, Error> {
        let node = self.find(id)?;
        let below = self.heap.dominated(node);
        // What is dominated is reachable, so each of them has a size.
        let retained = |nodes: &[NodeOrdinal]| -> u64 {
            nodes.iter().filter_map(|node| self.heap.retained(*node)).sum()
        };
        let rows = page.of(&below).map(|(rank, node)| HeapObjectRow {
            rank,
            object: self.object(*node),
            held_by: None,
        });
        let objects = self.listed(rows, below.len());
        let first = page.skip.min(below.len());
        let shown = &below[first..first + objects.rows.len()];
        Ok(HeapDominatorsDocument {
            kind: "heap-dominators",
            format_version: 1,
            input: self.input.clone(),
            rules: self.rules(),
            object: self.object(node),
            own_bytes: self.heap.snapshot().self_size(node),
            skip: page.skip as u64,
            total: below.len() as u64,
            listed: objects.rows.len() as u64,
            complete: objects.complete,
            stop_reason: objects.stop_reason,
            objects: objects.rows,
            rest_bytes: retained(&below) - retained(shown),
            remarks: Remark::all(&[Remark::Rules, Remark::Shallow]),
            diagnostics: self.diagnostics.clone(),
        })
    }
}
