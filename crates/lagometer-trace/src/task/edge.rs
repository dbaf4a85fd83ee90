//! Begins and ends of events, and their pairs.

use super::{Thread, ThreadTime};
use crate::column::bits::{BitReader, BitWriter, Rice, from_zigzag, zigzag};
use crate::column::{Kept, LANES, Row};
use crate::texts::TextId;
use crate::work::{NameId, Record};
use lagometer_metric::Micros;

/// A `B` or `E` of a thread.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct TaskEdge {
    pub(crate) ts: Micros,
    pub(crate) tts: ThreadTime,
    /// A hash of the name; `E` may have none, which is 0.
    pub(crate) name: u32,
    pub(crate) kind: EdgeKind,
    /// What is begun, where that is kept.
    pub(crate) work: Option<WorkKey>,
}

/// What an event is, and whose work.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct WorkKey {
    pub(crate) name: NameId,
    pub(crate) url: Option<TextId>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum EdgeKind {
    End,
    /// With the place of its name in [`super::TASK_NAMES`], where it is one.
    Begin(Option<u8>),
}

/// How far down the stack an `E` looks for its `B`.
const UNWIND: usize = 64;

/// Pairs `B` and `E` of a thread by a stack, and adds what they are to its events. Says how many
/// ends had no begin, and how many begins inside a closed one had no end.
pub(crate) fn pair_edges(thread: &mut Thread) -> (u64, u64) {
    let mut edges = std::mem::take(&mut thread.edges);
    edges.finish();
    let mut stack: Vec<(usize, TaskEdge)> = Vec::new();
    let (mut ends_alone, mut begins_alone) = (0, 0);
    // What ends at one time, with the place at which it began.
    let mut closed: Vec<(usize, Record)> = Vec::new();
    for (place, edge) in edges.read().enumerate() {
        if edge.kind != EdgeKind::End {
            stack.push((place, edge));
            continue;
        }
        let matches =
            |(_, begin): &(usize, TaskEdge)| edge.name == 0 || begin.name == 0 || begin.name == edge.name;
        let Some(above) = stack.iter().rev().take(UNWIND).position(matches) else {
            ends_alone += 1;
            continue;
        };
        begins_alone += above as u64;
        let at = stack.len() - 1 - above;
        let (place, begin) = stack[at];
        stack.truncate(at);
        let EdgeKind::Begin(task) = begin.kind else {
            continue;
        };
        if let Some(task) = task {
            thread.tasks[usize::from(task)].add(begin.ts, edge.ts);
        }
        if let Some(WorkKey { name, url }) = begin.work {
            if closed.first().is_some_and(|(_, first)| first.end != edge.ts.0) {
                keep(&mut closed, thread);
            }
            let record = Record {
                start: begin.ts.0,
                end: edge.ts.0,
                name,
                url,
                task,
                thread_time: time_between(begin, edge),
            };
            closed.push((place, record));
        }
    }
    keep(&mut closed, thread);
    for (_, begin) in stack {
        if let EdgeKind::Begin(Some(name)) = begin.kind {
            thread.tasks[usize::from(name)].open.push(begin.ts);
        }
    }
    thread.unpaired = ends_alone + begins_alone;
    (ends_alone, begins_alone)
}

/// Keeps what ended at one time. An inner one is closed before the outer one, and of equal ones the
/// outer one comes first.
fn keep(closed: &mut Vec<(usize, Record)>, thread: &mut Thread) {
    closed.sort_unstable_by_key(|(place, _)| *place);
    for (_, record) in closed.drain(..) {
        // It is no longer than its begin and end were, which are accounted for.
        thread.work.push(record);
    }
}

/// What of a thread's own clock went by.
fn time_between(begin: TaskEdge, end: TaskEdge) -> ThreadTime {
    match (begin.tts.get(), end.tts.get()) {
        (Some(begin), Some(end)) => ThreadTime::new(Some(end.saturating_sub(begin))),
        _ => ThreadTime::new(None),
    }
}

/// Of how many names it is remembered what came after them.
const FOLLOWERS: usize = 64;

/// What is known of the edges before one.
pub(crate) struct EdgeContext {
    before: i64,
    tts: i64,
    last: usize,
    followers: [What; FOLLOWERS],
    times: Rice,
    thread_times: Rice,
    changes: Rice,
    names: Rice,
    keys: Rice,
}

impl Default for EdgeContext {
    fn default() -> EdgeContext {
        EdgeContext {
            before: 0,
            tts: 0,
            last: 0,
            followers: [What::default(); FOLLOWERS],
            times: Rice::default(),
            thread_times: Rice::default(),
            changes: Rice::default(),
            names: Rice::default(),
            keys: Rice::default(),
        }
    }
}

/// What an edge is, beside its times.
#[derive(Clone, Copy, PartialEq, Eq)]
struct What {
    name: u32,
    kind: EdgeKind,
    work: Option<WorkKey>,
}

impl Default for What {
    fn default() -> What {
        What {
            name: 0,
            kind: EdgeKind::End,
            work: None,
        }
    }
}

impl What {
    /// Where it is remembered what came after it.
    fn slot(self) -> usize {
        let is_end = u32::from(self.kind == EdgeKind::End);
        (self.name.wrapping_mul(2) ^ self.name >> 16 ^ is_end) as usize % FOLLOWERS
    }

    fn write(self, context: &mut EdgeContext, bits: &mut BitWriter) {
        let kind = match self.kind {
            EdgeKind::End => 0,
            EdgeKind::Begin(None) => 1,
            EdgeKind::Begin(Some(place)) => 2 + u64::from(place),
        };
        let url = self.work.and_then(|work| work.url);
        let marks = u64::from(self.work.is_some()) | u64::from(url.is_some()) << 1;
        context.changes.write((kind << 2 | marks) + 1, bits);
        context.names.write(u64::from(self.name), bits);
        if let Some(work) = self.work {
            context.keys.write(u64::from(work.name.0), bits);
        }
        if let Some(url) = url {
            context.keys.write(u64::from(url.index()), bits);
        }
    }

    fn read(marked: u64, context: &mut EdgeContext, bits: &mut BitReader<'_>) -> What {
        let name = context.names.read(bits) as u32;
        let has_url = marked & 2 != 0;
        let work = (marked & 1 != 0).then(|| WorkKey {
            name: NameId(context.keys.read(bits) as u32),
            url: has_url.then(|| TextId::from_index(context.keys.read(bits) as u32)),
        });
        let kind = match marked >> 2 {
            0 => EdgeKind::End,
            1 => EdgeKind::Begin(None),
            task => EdgeKind::Begin(Some((task - 2) as u8)),
        };
        What { name, kind, work }
    }
}

impl Row for TaskEdge {
    type Context = EdgeContext;
    type Order = Micros;
    const LANE: usize = 0;

    /// What happens at the same time stays in the order of the file.
    fn order(&self) -> Micros {
        self.ts
    }

    fn start(&self) -> i64 {
        self.ts.0
    }

    fn read(context: &mut EdgeContext, [bits, _]: &mut [BitReader<'_>; LANES]) -> TaskEdge {
        context.before = context.before.wrapping_add(context.times.read(bits) as i64);
        let tts = match context.thread_times.read(bits) {
            0 => ThreadTime::new(None),
            step => {
                context.tts = context.tts.wrapping_add(from_zigzag(step - 1));
                ThreadTime::new(Some(Micros(context.tts)))
            }
        };
        let slot = context.last;
        let what = match context.changes.read(bits).checked_sub(1) {
            None => context.followers[slot],
            Some(marked) => What::read(marked, context, bits),
        };
        context.followers[slot] = what;
        context.last = what.slot();
        TaskEdge {
            ts: Micros(context.before),
            tts,
            name: what.name,
            kind: what.kind,
            work: what.work,
        }
    }
}

impl Kept for TaskEdge {
    fn write(&self, context: &mut EdgeContext, [bits, _]: &mut [BitWriter; LANES]) -> bool {
        let TaskEdge {
            ts,
            tts,
            name,
            kind,
            work,
        } = *self;
        context
            .times
            .write(ts.0.wrapping_sub(context.before) as u64, bits);
        context.before = ts.0;
        match tts.get() {
            None => context.thread_times.write(0, bits),
            Some(Micros(time)) => {
                let step = zigzag(time.wrapping_sub(context.tts));
                context.thread_times.write(step + 1, bits);
                context.tts = time;
            }
        }
        let what = What { name, kind, work };
        let slot = context.last;
        match context.followers[slot] == what {
            true => context.changes.write(0, bits),
            false => what.write(context, bits),
        }
        context.followers[slot] = what;
        context.last = what.slot();
        false
    }
}

#[cfg(test)]
mod tests;
