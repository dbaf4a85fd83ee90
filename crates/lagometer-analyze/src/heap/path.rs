//! Why an object is alive.

use super::{HeapFile, Remark, rows};
use crate::Error;
use lagometer_heap::{PathLimits, PathStep, PathStop};
use lagometer_report::{HeapPath, HeapPathStep, HeapPathsDocument};

/// So many edges of a path are shown: the first half of them, and the last.
const EDGES_SHOWN: usize = 1024;

impl HeapFile {
    /// The shortest path from the root to the object with this id. `@` may stand before the id.
    pub fn path(&self, id: &str) -> Result<HeapPathsDocument, Error> {
        let node = self.find(id)?;
        let path = self.heap.shortest_path(node).map(|steps| self.shown(&steps));
        let complete = path.as_ref().is_none_or(|path| path.left_out == 0);
        Ok(HeapPathsDocument {
            kind: "heap-path",
            format_version: 1,
            input: self.input.clone(),
            rules: self.rules(),
            object: self.object(node),
            edges_inspected: 0,
            paths: path.into_iter().collect(),
            complete,
            stop_reason: (!complete).then(|| "depth".to_owned()),
            remarks: Remark::all(&[Remark::Rules, Remark::WeakMaps]),
            diagnostics: self.diagnostics.clone(),
        })
    }

    /// Several simple paths, shortest first.
    pub fn paths(&self, id: &str, limits: &PathLimits) -> Result<HeapPathsDocument, Error> {
        let node = self.find(id)?;
        let found = self.heap.paths(node, limits);
        let stop = found.stop.map(|stop| match stop {
            PathStop::Paths => "paths",
            PathStop::Depth => "depth",
            PathStop::Edges => "edges",
            PathStop::Queue => "queue",
        });
        Ok(HeapPathsDocument {
            kind: "heap-paths",
            format_version: 1,
            input: self.input.clone(),
            rules: self.rules(),
            object: self.object(node),
            edges_inspected: found.edges,
            paths: found.paths.iter().map(|steps| self.shown(steps)).collect(),
            complete: stop.is_none(),
            stop_reason: stop.map(str::to_owned),
            remarks: Remark::all(&[Remark::Rules, Remark::WeakMaps]),
            diagnostics: self.diagnostics.clone(),
        })
    }

    fn shown(&self, steps: &[PathStep<'_>]) -> HeapPath {
        let step = |step: &PathStep<'_>| {
            let PathStep { node, held_by } = *step;
            HeapPathStep {
                object: self.object(node),
                held_by: held_by.map(|edge| rows::edge(&edge)),
            }
        };
        let edges = steps.len() as u64 - 1;
        let half = EDGES_SHOWN.div_ceil(2);
        let shown: Vec<HeapPathStep> = if steps.len() > EDGES_SHOWN + 1 {
            let (first, last) = (&steps[..half], &steps[steps.len() - half - 1..]);
            first.iter().chain(last).map(step).collect()
        } else {
            steps.iter().map(step).collect()
        };
        HeapPath {
            edges,
            left_out: (steps.len() - shown.len()) as u64,
            steps: shown,
        }
    }
}
