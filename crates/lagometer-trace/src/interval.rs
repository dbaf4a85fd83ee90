//! Stretches of time: their union, and their share of every slice.

use lagometer_metric::{Micros, TimeWindow};

/// The union of stretches of time: in order, with a gap between any two.
pub fn union(mut parts: Vec<TimeWindow>) -> Vec<TimeWindow> {
    parts.sort();
    let mut union = Union::default();
    let mut united: Vec<TimeWindow> = parts.into_iter().filter_map(|part| union.add(part)).collect();
    united.extend(union.close());
    united
}

/// The union of stretches of time that come in order of their starts.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Union {
    open: Option<TimeWindow>,
}

impl Union {
    /// Adds a stretch; gives what no later one can reach, if there is anything now.
    #[inline]
    pub(crate) fn add(&mut self, part: TimeWindow) -> Option<TimeWindow> {
        match &mut self.open {
            Some(open) if part.start() <= open.end() => {
                let end = open.end().max(part.end());
                *open = TimeWindow::new(open.start(), end).expect("it ends after its start still");
                None
            }
            open => open.replace(part),
        }
    }

    /// What is left when no more comes.
    pub(crate) fn close(&mut self) -> Option<TimeWindow> {
        self.open.take()
    }
}

/// The length of stretches that share no time.
pub fn total(parts: &[TimeWindow]) -> Micros {
    parts.iter().map(|part| part.length()).sum()
}

/// How many slices of this length a window has; the last may be short.
pub fn slice_count(window: TimeWindow, slice: Micros) -> u64 {
    // Both are positive.
    (window.length().0 as u64).div_ceil(slice.0 as u64)
}

/// The slice at this place.
pub fn slice_at(window: TimeWindow, slice: Micros, at: usize) -> TimeWindow {
    let start = Micros(window.start().0 + slice.0 * at as i64);
    let end = start.saturating_add(slice).min(window.end());
    TimeWindow::new(start, end).expect("a slice of the window starts before its end")
}

/// The parts inside a window of stretches that share no time.
pub fn clipped(window: TimeWindow, parts: &[TimeWindow]) -> Vec<TimeWindow> {
    let inside = parts.iter().map(|part| window.clip(part.start(), part.end()));
    inside.flatten().collect()
}

/// How much of every slice is covered by stretches that share no time and lie in the window.
///
/// The slices of a stretch are found by division, so the work is that of what is covered, not that
/// of stretches times slices.
pub fn covered_slices(window: TimeWindow, slice: Micros, parts: &[TimeWindow]) -> Vec<Micros> {
    let mut covered = vec![Micros::ZERO; slice_count(window, slice) as usize];
    for part in parts {
        cover(window, slice, *part, &mut covered);
    }
    covered
}

/// Adds a stretch that lies in the window to the slices that it covers.
pub(crate) fn cover(window: TimeWindow, slice: Micros, part: TimeWindow, covered: &mut [Micros]) {
    let first = (part.start().0 - window.start().0) / slice.0;
    let last = (part.end().0 - 1 - window.start().0) / slice.0;
    for at in first..=last {
        let at = at as usize;
        covered[at] += slice_at(window, slice, at).overlap(part.start(), part.end());
    }
}

#[cfg(test)]
mod tests;
