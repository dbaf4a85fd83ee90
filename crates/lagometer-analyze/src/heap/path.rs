//! Why an object is alive.

use super::listed::TextLeft;
use super::{HeapFile, Remark, rows};
use crate::Error;
use lagometer_heap::{PathLimits, PathStep, PathStop};
use lagometer_report::{HeapPath, HeapPathStep, HeapPathsDocument};

impl HeapFile {
    /// The shortest path from the root to the object with this id. `@` may stand before the id. So many
    /// edges of it are shown: the first half of them, and the last.
    pub fn path(&self, id: &str, edges_shown: usize) -> Result<HeapPathsDocument, Error> {
        let node = self.find(id)?;
        let mut text = self.text();
        let path = self.heap.shortest_path(node);
        let path = path.map(|steps| self.shown(&steps, edges_shown, &mut text));
        let complete = path.as_ref().is_none_or(|(path, _)| path.left_out == 0);
        let reason = if path.as_ref().is_some_and(|(_, cut)| *cut) {
            "text"
        } else {
            "depth"
        };
        Ok(HeapPathsDocument {
            kind: "heap-path",
            format_version: 1,
            input: self.input.clone(),
            rules: self.rules(),
            object: self.object(node),
            edges_inspected: 0,
            paths: path.into_iter().map(|(path, _)| path).collect(),
            complete,
            stop_reason: (!complete).then(|| reason.to_owned()),
            remarks: Remark::all(&[Remark::Rules, Remark::WeakMaps]),
            diagnostics: self.diagnostics.clone(),
        })
    }

    /// Several simple paths, shortest first.
    pub fn paths(&self, id: &str, limits: &PathLimits) -> Result<HeapPathsDocument, Error> {
        let node = self.find(id)?;
        let found = self.heap.paths(node, limits);
        let (mut text, mut paths, mut cut) = (self.text(), Vec::new(), false);
        for steps in &found.paths {
            let (path, is_cut) = self.shown(steps, usize::MAX, &mut text);
            cut |= is_cut;
            if is_cut {
                break;
            }
            paths.push(path);
        }
        let stop = found.stop.map(|stop| match stop {
            PathStop::Paths => "paths",
            PathStop::Depth => "depth",
            PathStop::Edges => "edges",
            PathStop::Queue => "queue",
        });
        let stop = if cut { Some("text") } else { stop };
        Ok(HeapPathsDocument {
            kind: "heap-paths",
            format_version: 1,
            input: self.input.clone(),
            rules: self.rules(),
            object: self.object(node),
            edges_inspected: found.edges,
            paths,
            complete: stop.is_none(),
            stop_reason: stop.map(str::to_owned),
            remarks: Remark::all(&[Remark::Rules, Remark::WeakMaps]),
            diagnostics: self.diagnostics.clone(),
        })
    }

    /// A path as it is shown, and whether it had more text than was left: from both ends on so many
    /// edges, and what their text allows.
    fn shown(&self, steps: &[PathStep<'_>], edges_shown: usize, text: &mut TextLeft) -> (HeapPath, bool) {
        let step = |step: &PathStep<'_>| {
            let PathStep { node, held_by } = *step;
            HeapPathStep {
                object: self.object(node),
                held_by: held_by.map(|edge| rows::edge(&edge)),
            }
        };
        let most = edges_shown.saturating_add(1).min(steps.len());
        let (mut first, mut last, mut cut) = (Vec::new(), Vec::new(), false);
        while first.len() + last.len() < most {
            let from_start = first.len() <= last.len();
            let at = if from_start {
                first.len()
            } else {
                steps.len() - 1 - last.len()
            };
            let next = step(&steps[at]);
            if !text.take(&next) {
                cut = true;
                break;
            }
            if from_start {
                first.push(next)
            } else {
                last.push(next)
            }
        }
        first.extend(last.into_iter().rev());
        let path = HeapPath {
            edges: steps.len() as u64 - 1,
            left_out: (steps.len() - first.len()) as u64,
            steps: first,
        };
        (path, cut)
    }
}
