//! Stretches of time of which it is told what ran in them: long tasks, slow interactions.

use super::group::WorkGroup;

/// A stretch of time, and what ran in it.
#[derive(Clone, Debug)]
pub(crate) struct Span {
    pub(crate) start: i64,
    pub(crate) end: i64,
    pub(crate) seen: SpanWork,
}

/// What ran in a stretch of time.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct SpanWork {
    pub(crate) groups: [i64; WorkGroup::ALL.len()],
    /// Time by node, in no order.
    pub(crate) nodes: Vec<(u32, i64)>,
    pub(crate) forced_count: u64,
    pub(crate) forced: i64,
    /// Whether it is not known: too many stretches lay over each other.
    pub(crate) is_unknown: bool,
}

/// How many stretches may lie over each other. Long tasks do not, and few interactions are told.
const MOST_AT_ONCE: usize = 32;

/// Stretches of time in order of start, and those that time is in now.
#[derive(Debug, Default)]
pub(crate) struct Spans {
    all: Vec<Span>,
    next: usize,
    active: Vec<Active>,
    /// Sums that were used and are zero again.
    free: Vec<Vec<i64>>,
}

/// A stretch that time is in now.
#[derive(Debug)]
struct Active {
    at: usize,
    /// The end of the stretch.
    end: i64,
    /// By node.
    sums: Vec<i64>,
    /// Which of them are not zero.
    touched: Vec<u32>,
}

impl Spans {
    pub(crate) fn new(mut all: Vec<Span>) -> Spans {
        all.sort_by_key(|span| (span.start, span.end));
        Spans {
            all,
            ..Spans::default()
        }
    }

    /// Adds a stretch of time that a node had for itself. They come in order of time.
    #[inline]
    pub(crate) fn add(&mut self, start: i64, end: i64, node: u32, group: WorkGroup) {
        if self.active.is_empty() && self.all.get(self.next).is_none_or(|span| end <= span.start) {
            return;
        }
        self.leave(start);
        self.enter(end);
        for active in &mut self.active {
            let span = &mut self.all[active.at];
            let inside = end.min(active.end).saturating_sub(start.max(span.start));
            if inside <= 0 {
                continue;
            }
            span.seen.groups[group as usize] += inside;
            let place = node as usize;
            if active.sums.len() <= place {
                active.sums.resize(place + 1, 0);
            }
            if active.sums[place] == 0 {
                active.touched.push(node);
            }
            active.sums[place] += inside;
        }
    }

    /// Adds an event that forced style or layout.
    pub(crate) fn add_forced(&mut self, start: i64, end: i64) {
        self.leave(start);
        self.enter(start.saturating_add(1));
        for active in &self.active {
            let span = &mut self.all[active.at];
            if start >= span.start && start < active.end {
                span.seen.forced_count += 1;
                span.seen.forced += end.min(active.end).saturating_sub(start);
            }
        }
    }

    /// Enters the stretches that start before this time.
    #[inline]
    fn enter(&mut self, before: i64) {
        while let Some(span) = self.all.get_mut(self.next) {
            if span.start >= before {
                return;
            }
            if self.active.len() < MOST_AT_ONCE {
                self.active.push(Active {
                    at: self.next,
                    end: span.end,
                    sums: self.free.pop().unwrap_or_default(),
                    touched: Vec::new(),
                });
            } else {
                span.seen.is_unknown = true;
            }
            self.next += 1;
        }
    }

    /// Leaves the stretches that ended by this time.
    #[inline]
    fn leave(&mut self, by: i64) {
        if self.active.iter().all(|active| active.end > by) {
            return;
        }
        let all = std::mem::take(&mut self.active).into_iter();
        let (ended, active): (Vec<Active>, Vec<Active>) = all.partition(|active| active.end <= by);
        self.active = active;
        for ended in ended {
            self.finish(ended);
        }
    }

    fn finish(&mut self, ended: Active) {
        let Active {
            at,
            mut sums,
            touched,
            ..
        } = ended;
        let span = &mut self.all[at];
        let time = |node: u32| (node, sums[node as usize]);
        span.seen.nodes = touched.iter().map(|node| time(*node)).collect();
        for node in touched {
            sums[node as usize] = 0;
        }
        self.free.push(sums);
    }

    /// All of them, when no more time comes.
    pub(crate) fn into_spans(mut self) -> Vec<Span> {
        for ended in std::mem::take(&mut self.active) {
            self.finish(ended);
        }
        self.all
    }
}
