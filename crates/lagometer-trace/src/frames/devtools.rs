//! The list of frames that DevTools shows, by the rules of its engine.
//!
//! The engine looks at the layer tree of the main frame alone, by its id and in whatever process; so
//! does this. Frames are told by the number that their source gave them.

use super::recorded;
use crate::facts::{Facts, FrameEvent, FrameKind, Layer, OnThread, Sequence};
use crate::main_thread::MainThread;
use crate::texts::TextId;
use crate::window::ResolvedWindow;
use lagometer_metric::{Micros, NotAvailable, Reason};
use std::cmp::Reverse;
use std::collections::{BTreeMap, VecDeque};

/// The frames of a trace as DevTools lists them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DevToolsFrames {
    /// Each, in order of time.
    pub list: Vec<DevToolsFrame>,
    /// The frame that was shown when the recording ended: it has no end, and DevTools does not list it.
    pub last: Option<LastFrame>,
    /// When frames were drawn, and what the list made of it.
    pub drawn: Vec<(Micros, DrawnAs)>,
}

/// A frame as DevTools lists it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DevToolsFrame {
    /// The number of the frame with which it was drawn; where it was dropped, that of the next one
    /// that was drawn.
    pub sequence: Option<u64>,
    /// When it began.
    pub start: Micros,
    /// The time to the beginning of the next one.
    pub duration: Micros,
    /// Whether it lasted because nothing was to be shown.
    pub idle: bool,
    /// Whether it was dropped.
    pub dropped: bool,
    /// Whether a part of it was shown although it was dropped.
    pub partial: bool,
}

/// A frame that has no end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LastFrame {
    /// The number of the frame with which it was drawn.
    pub sequence: Option<u64>,
    /// When it began.
    pub start: Micros,
}

/// What the list made of a frame that was drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DrawnAs {
    /// A frame of its own.
    Listed,
    /// The first thing in the trace: where the list starts.
    First,
    /// Nothing: the main thread owed its part.
    Waiting,
    /// Nothing: no begin of that frame is known, or it was drawn before.
    Unknown,
}

/// The list over the whole trace, or why there is none.
pub(crate) fn devtools_frames(
    facts: &Facts,
    main_thread: &MainThread,
) -> Result<DevToolsFrames, NotAvailable> {
    recorded(facts)?;
    let Some(frame) = main_thread.frame else {
        return Err(NotAvailable {
            reason: Reason::FieldMissing,
            detail: "no event names the main frame, whose layer tree DevTools looks at".to_owned(),
        });
    };
    let mut events: Vec<&FrameEvent> = facts
        .frames
        .iter()
        .filter(|event| concerns(event, frame))
        .collect();
    // Stable: what happens at one time is in the order of the file, the longest first.
    events.sort_by_key(|event| (event.ts, Reverse(duration(event))));
    let mut active = ActiveThread::of(facts, main_thread, &events);
    let mut machine = Machine::default();
    for event in events {
        active.advance(event.ts);
        machine.take(event, &active);
    }
    if machine.layer.is_none() {
        return Err(NotAvailable {
            reason: Reason::NoEventInWindow,
            detail: "no `SetLayerTreeId` of the main frame".to_owned(),
        });
    }
    Ok(DevToolsFrames {
        list: machine.list,
        last: machine.last.map(|last| LastFrame {
            sequence: last.sequence,
            start: last.start,
        }),
        drawn: machine.drawn,
    })
}

impl DevToolsFrames {
    /// Those that begin in a window.
    pub(crate) fn inside(mut self, window: &ResolvedWindow) -> DevToolsFrames {
        self.list.retain(|frame| window.holds(frame.start));
        self.drawn.retain(|(ts, _)| window.holds(*ts));
        self.last = self.last.filter(|last| window.holds(last.start));
        self
    }

    /// How many drawn frames became that.
    pub fn drawn_as(&self, what: DrawnAs) -> u64 {
        self.drawn.iter().filter(|(_, drawn)| *drawn == what).count() as u64
    }
}

/// Whether the engine looks at an event at all. It knows a begin and a drop only by their number.
fn concerns(event: &FrameEvent, frame: TextId) -> bool {
    match event.kind {
        FrameKind::Begun(sequence) | FrameKind::Dropped(sequence) | FrameKind::DroppedInPart(sequence) => {
            sequence.get().is_some()
        }
        FrameKind::DrawsInto(into) => into == frame,
        FrameKind::DrawnLong => false,
        _ => true,
    }
}

fn duration(event: &FrameEvent) -> u32 {
    match event.kind {
        FrameKind::Caused(OnThread { duration, .. }) | FrameKind::Committed(OnThread { duration, .. }) => {
            duration
        }
        _ => 0,
    }
}

/// The main thread of the page that counts at a time: of several each from its first event on.
struct ActiveThread {
    threads: Vec<MainThreadTasks>,
    at: usize,
}

struct MainThreadTasks {
    thread: usize,
    from: Micros,
    /// The starts of its tasks, in order.
    starts: Vec<Micros>,
}

impl ActiveThread {
    fn of(facts: &Facts, main_thread: &MainThread, events: &[&FrameEvent]) -> ActiveThread {
        let mut threads: Vec<usize> = match &main_thread.whole {
            Some(threads) => threads.clone(),
            None => main_thread.homes.iter().map(|home| home.thread).collect(),
        };
        let mut seen = Vec::new();
        threads.retain(|thread| {
            let is_new = !seen.contains(thread);
            seen.push(*thread);
            is_new
        });
        let mut first_work: BTreeMap<usize, Micros> = BTreeMap::new();
        for event in events {
            if let FrameKind::Caused(on) | FrameKind::Committed(on) = event.kind {
                first_work.entry(on.thread as usize).or_insert(event.ts);
            }
        }
        let tasks = |thread: usize| {
            // DevTools knows but the newest name of tasks.
            let list = &facts.threads[thread].tasks[0];
            let complete = list.complete.iter().map(|task| &task.start);
            let mut starts: Vec<Micros> = complete
                .chain(&list.open)
                .chain(&list.instants)
                .copied()
                .collect();
            starts.sort_unstable();
            let first = starts.first().into_iter().chain(first_work.get(&thread));
            MainThreadTasks {
                thread,
                from: first.min().copied().unwrap_or(Micros(i64::MAX)),
                starts,
            }
        };
        let mut threads: Vec<MainThreadTasks> = threads.into_iter().map(tasks).collect();
        threads.sort_by_key(|tasks| tasks.from);
        ActiveThread { threads, at: 0 }
    }

    fn advance(&mut self, ts: Micros) {
        while self.threads.get(self.at + 1).is_some_and(|next| next.from <= ts) {
            self.at += 1;
        }
    }

    fn is(&self, on: OnThread) -> bool {
        let active = self.threads.get(self.at);
        active.is_some_and(|active| active.thread == on.thread as usize)
    }

    /// When the task began in which something happened; its own time where no task is known.
    fn task_start(&self, ts: Micros) -> Micros {
        let Some(active) = self.threads.get(self.at) else {
            return ts;
        };
        let next = active.starts.partition_point(|start| *start <= ts);
        next.checked_sub(1).map_or(ts, |last| active.starts[last])
    }
}

/// What the engine remembers between events.
#[derive(Default)]
struct Machine {
    list: Vec<DevToolsFrame>,
    drawn: Vec<(Micros, DrawnAs)>,
    /// The layer tree of the main frame.
    layer: Option<Layer>,
    /// The frame that has begun and not ended.
    last: Option<Begun>,
    queue: Queue,
    /// The main thread was asked for its part of a frame, and has not given it.
    requested: bool,
    /// It has given it, and nothing was drawn since.
    committed: bool,
    /// When the work began of which the next commit comes.
    before_commit: Option<Micros>,
    /// The same of what was committed and not taken over.
    before_activation: Option<Micros>,
    last_begin: Option<Micros>,
    /// When frames became wanted, since the last one that was drawn.
    wanted_since: Option<Micros>,
}

/// A frame that has begun.
#[derive(Clone, Copy)]
struct Begun {
    sequence: Option<u64>,
    start: Micros,
    idle: bool,
    dropped: bool,
    partial: bool,
}

impl Machine {
    fn take(&mut self, event: &FrameEvent, active: &ActiveThread) {
        let ts = event.ts;
        match event.kind {
            FrameKind::DrawsInto(_) => self.layer = Some(event.layer),
            FrameKind::Caused(on) => {
                if active.is(on) && self.before_commit.is_none() {
                    self.before_commit = Some(active.task_start(ts));
                }
            }
            FrameKind::Committed(on) => {
                if active.is(on) && self.is_pages(event) {
                    self.commit();
                }
            }
            _ if !self.is_pages(event) => {}
            FrameKind::Begun(sequence) => {
                self.start_first(sequence, ts);
                self.last_begin = Some(ts);
                self.queue.begin(sequence, ts);
            }
            FrameKind::Dropped(sequence) => self.drop_frame(sequence, ts, false),
            FrameKind::DroppedInPart(sequence) => self.drop_frame(sequence, ts, true),
            FrameKind::Drawn(sequence) => {
                let drawn = self.draw(sequence, ts);
                self.drawn.push((ts, drawn));
            }
            FrameKind::Activated => {
                if self.last.is_some() && self.wanted_since.is_none() {
                    self.before_activation = None;
                }
            }
            FrameKind::Requested => self.requested |= self.last.is_some(),
            FrameKind::Wanted(true) => self.wanted_since = Some(ts),
            FrameKind::Wanted(false) | FrameKind::DrawnLong => {}
        }
    }

    fn is_pages(&self, event: &FrameEvent) -> bool {
        self.layer == Some(event.layer)
    }

    fn commit(&mut self) {
        if let Some(begun) = self.before_commit.take() {
            self.before_activation = Some(begun);
            self.requested = false;
            self.committed = true;
        }
    }

    fn drop_frame(&mut self, sequence: Sequence, ts: Micros, partial: bool) {
        self.start_first(sequence, ts);
        self.queue.begin(sequence, ts);
        self.queue.set_dropped(sequence, partial);
    }

    fn draw(&mut self, sequence: Sequence, ts: Micros) -> DrawnAs {
        if self.start_first(sequence, ts) {
            return DrawnAs::First;
        }
        // What waits for the main thread was not drawn for this frame.
        let waits = self.requested && !self.committed;
        self.committed = false;
        if waits {
            return DrawnAs::Waiting;
        }
        self.note_idleness();
        let frames = self.queue.until(sequence);
        let drawn = if frames.is_empty() {
            DrawnAs::Unknown
        } else {
            DrawnAs::Listed
        };
        for frame in frames {
            let after_idle = self.last.is_some_and(|last| last.idle);
            self.start(Begun {
                sequence: sequence.get(),
                start: frame.ts,
                idle: false,
                dropped: frame.dropped,
                partial: frame.partial,
            });
            if after_idle {
                self.before_activation = None;
            }
        }
        drawn
    }

    /// The frame before the first one after frames became wanted lasted because nothing was to be shown.
    fn note_idleness(&mut self) {
        let Some(wanted) = self.wanted_since.take() else {
            return;
        };
        let end = self.before_activation.or(self.last_begin).unwrap_or(wanted);
        if let Some(last) = self.last.as_mut().filter(|last| end > last.start) {
            last.idle = true;
            self.last_begin = None;
        }
    }

    /// Starts the list with this frame where nothing was before; says whether.
    fn start_first(&mut self, sequence: Sequence, ts: Micros) -> bool {
        let is_first = self.last.is_none();
        if is_first {
            self.start(Begun {
                sequence: sequence.get(),
                start: ts,
                idle: false,
                dropped: false,
                partial: false,
            });
        }
        is_first
    }

    fn start(&mut self, begun: Begun) {
        if let Some(last) = self.last.replace(begun) {
            self.list.push(DevToolsFrame {
                sequence: last.sequence,
                start: last.start,
                duration: begun.start.saturating_sub(last.start),
                idle: last.idle,
                dropped: last.dropped,
                partial: last.partial,
            });
        }
    }
}

/// Frames that have begun, until they are drawn or passed over.
#[derive(Default)]
struct Queue {
    order: VecDeque<Sequence>,
    frames: BTreeMap<Sequence, Waiting>,
}

#[derive(Clone, Copy)]
struct Waiting {
    ts: Micros,
    dropped: bool,
    partial: bool,
}

impl Queue {
    fn begin(&mut self, sequence: Sequence, ts: Micros) {
        self.frames.entry(sequence).or_insert_with(|| {
            self.order.push_back(sequence);
            Waiting {
                ts,
                dropped: false,
                partial: false,
            }
        });
    }

    fn set_dropped(&mut self, sequence: Sequence, partial: bool) {
        if let Some(frame) = self.frames.get_mut(&sequence) {
            frame.dropped = true;
            frame.partial = partial;
        }
    }

    /// Takes everything up to a frame: it, and of those before it the dropped ones. What was begun
    /// before it and neither drawn nor dropped goes on in the others.
    fn until(&mut self, sequence: Sequence) -> Vec<Waiting> {
        let mut taken = Vec::new();
        if !self.frames.contains_key(&sequence) {
            return taken;
        }
        while let Some(next) = self.order.pop_front() {
            let frame = self.frames.remove(&next);
            taken.extend(frame.filter(|frame| frame.dropped || next == sequence));
            if next == sequence {
                break;
            }
        }
        taken
    }
}

#[cfg(test)]
mod tests;
