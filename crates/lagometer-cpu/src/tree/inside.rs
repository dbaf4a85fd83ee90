//! Style, layout and compiling inside of samples: V8 counts their time for the function that is on the
//! stack.

use super::{Amount, LayoutPart, NodeLayout};
use crate::nodes::NONE;
use crate::{LayoutKind, LayoutWork, Timed};
use lagometer_metric::TimeWindow;
use std::collections::BTreeMap;

/// What of it lies in the samples of each node, and what each node forced.
pub(super) fn layout(timed: &Timed, work: &[LayoutWork], window: Option<TimeWindow>) -> Vec<NodeLayout> {
    let mut sums: BTreeMap<(u32, LayoutPart), Amount> = BTreeMap::new();
    let inside = |at: i64| window.is_none_or(|window| (window.start().0..window.end().0).contains(&at));
    let is_compile = |work: &&LayoutWork| work.kind == LayoutKind::Compile;
    let forced = work.iter().filter(|work| !is_compile(work));
    for work in forced
        .clone()
        .filter(|work| work.node != NONE && inside(work.start))
    {
        let part = LayoutPart::Forced(work.kind, work.line, work.column);
        sums.entry((work.node, part)).or_default().add(Amount {
            weight: work.duration,
            samples: 1,
        });
    }
    overlaps(timed, &spans(forced, window), LayoutPart::Inside, &mut sums);
    let compiling = spans(work.iter().filter(is_compile), window);
    overlaps(timed, &compiling, LayoutPart::Compiling, &mut sums);
    sums.into_iter()
        .map(|((node, part), amount)| NodeLayout { node, part, amount })
        .collect()
}

/// The union of the work, clipped to the window: layout may hold style.
fn spans<'w>(work: impl Iterator<Item = &'w LayoutWork>, window: Option<TimeWindow>) -> Vec<(i64, i64)> {
    let (first, last) = window.map_or((i64::MIN, i64::MAX), |window| (window.start().0, window.end().0));
    let mut spans: Vec<(i64, i64)> = Vec::new();
    // In order of their starts.
    for work in work {
        let from = work.start.max(first);
        let to = work.start.saturating_add(work.duration).min(last);
        match spans.last_mut() {
            Some(before) if from <= before.1 => before.1 = before.1.max(to),
            _ if from < to => spans.push((from, to)),
            _ => {}
        }
    }
    spans
}

/// Adds to each node what of its samples lies inside of a span.
fn overlaps(
    timed: &Timed,
    spans: &[(i64, i64)],
    part: LayoutPart,
    sums: &mut BTreeMap<(u32, LayoutPart), Amount>,
) {
    let last = timed.last_duration();
    let time = &timed.samples.time;
    let mut next = 0;
    for (at, &node) in timed.samples.node.iter().enumerate() {
        let from = time[at];
        let to = time.get(at + 1).copied().unwrap_or(from.saturating_add(last));
        while spans.get(next).is_some_and(|span| span.1 <= from) {
            next += 1;
        }
        let overlapping = spans[next..].iter().take_while(|span| span.0 < to);
        let weight: i64 = overlapping.map(|span| span.1.min(to) - span.0.max(from)).sum();
        if weight > 0 && node != NONE {
            sums.entry((node, part))
                .or_default()
                .add(Amount { weight, samples: 1 });
        }
    }
}
