//! The list of frames that DevTools shows, by the rules of its engine.
//!
//! The engine looks at the layer tree of the main frame alone, by its id and in whatever process; so
//! does this. Frames are told by the number that their source gave them.

use super::{LISTED, recorded};
use crate::facts::{Facts, FrameEvent, FrameKind, Layer, OnThread, Sequence};
use crate::main_thread::MainThread;
use crate::task::Task;
use crate::texts::TextId;
use crate::window::ResolvedWindow;
use lagometer_metric::{Micros, NotAvailable, Reason};
use std::collections::{BTreeMap, VecDeque};

/// The frames of a trace as DevTools lists them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DevToolsFrames {
    /// The first of them, in order of time.
    pub list: Vec<DevToolsFrame>,
    /// How many there are.
    pub total: u64,
    /// How many of them lasted because nothing was to be shown.
    pub idle: u64,
    /// How many of them were dropped.
    pub dropped: u64,
    /// Of how many of these a part was shown.
    pub partial: u64,
    /// The frame that was shown when the recording ended: it has no end, and DevTools does not list it.
    pub last: Option<LastFrame>,
    /// How many frames were drawn, by what the list made of them.
    drawn: [u64; DrawnAs::COUNT],
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

impl DrawnAs {
    const COUNT: usize = 4;
}

/// The frames that begin in a window, or why there are none.
pub(crate) fn devtools_frames(
    facts: &Facts,
    main_thread: &MainThread,
    window: &ResolvedWindow,
) -> Result<DevToolsFrames, NotAvailable> {
    recorded(facts)?;
    let Some(frame) = main_thread.frame else {
        return Err(NotAvailable {
            reason: Reason::FieldMissing,
            detail: "no event names the main frame, whose layer tree DevTools looks at".to_owned(),
        });
    };
    let mut active = ActiveThread::of(facts, main_thread);
    let mut machine = Machine::new(window);
    for event in facts.frames.read().filter(|event| concerns(event, frame)) {
        active.advance(event.ts);
        machine.take(&event, &mut active);
    }
    if machine.layer.is_none() {
        return Err(NotAvailable {
            reason: Reason::NoEventInWindow,
            detail: "no `SetLayerTreeId` of the main frame".to_owned(),
        });
    }
    let mut frames = machine.frames;
    let last = machine.last.filter(|last| window.holds(last.start));
    frames.last = last.map(|last| LastFrame {
        sequence: last.sequence,
        start: last.start,
    });
    Ok(frames)
}

impl DevToolsFrames {
    /// How many drawn frames became that.
    pub fn drawn_as(&self, what: DrawnAs) -> u64 {
        self.drawn[what as usize]
    }

    fn add(&mut self, frame: DevToolsFrame) {
        self.total += 1;
        self.idle += u64::from(frame.idle);
        self.dropped += u64::from(frame.dropped);
        self.partial += u64::from(frame.partial);
        if self.list.len() < LISTED {
            self.list.push(frame);
        }
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

/// The main thread of the page that counts at a time: of several each from its first event on.
struct ActiveThread<'f> {
    threads: Vec<MainThreadTasks<'f>>,
    at: usize,
}

/// The starts of the tasks of a thread, up to a time.
struct MainThreadTasks<'f> {
    thread: usize,
    from: Micros,
    /// Those with two ends.
    tasks: Box<dyn Iterator<Item = Task> + 'f>,
    next: Option<Task>,
    /// The starts of the others, in order.
    points: Vec<Micros>,
    next_point: usize,
    /// The last start up to the time that was asked for last.
    started: Option<Micros>,
}

impl<'f> ActiveThread<'f> {
    fn of(facts: &'f Facts, main_thread: &MainThread) -> ActiveThread<'f> {
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
        let tasks = |thread: usize| {
            // DevTools knows but the newest name of tasks.
            let list = &facts.threads[thread].tasks[0];
            let mut points = [&list.open[..], &list.instants[..]].concat();
            points.sort_unstable();
            let first_work = facts.threads[thread].first_frame_work;
            let first = list.first().into_iter().chain(first_work);
            let mut tasks = facts.threads[thread].tasks_of(0);
            MainThreadTasks {
                thread,
                from: first.min().unwrap_or(Micros(i64::MAX)),
                next: tasks.next(),
                tasks: Box::new(tasks),
                points,
                next_point: 0,
                started: None,
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

    /// When the task began in which something happened; its own time where no task is known. Times
    /// come in order.
    fn task_start(&mut self, ts: Micros) -> Micros {
        let active = self.threads.get_mut(self.at);
        active.and_then(|active| active.started_by(ts)).unwrap_or(ts)
    }
}

impl MainThreadTasks<'_> {
    /// The last start up to a time.
    fn started_by(&mut self, ts: Micros) -> Option<Micros> {
        while let Some(task) = self.next.filter(|task| task.start <= ts) {
            self.started = self.started.max(Some(task.start));
            self.next = self.tasks.next();
        }
        while let Some(point) = self.points.get(self.next_point).filter(|point| **point <= ts) {
            self.started = self.started.max(Some(*point));
            self.next_point += 1;
        }
        self.started
    }
}

/// What the engine remembers between events.
struct Machine<'w> {
    /// What is asked for.
    window: &'w ResolvedWindow,
    frames: DevToolsFrames,
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

impl<'w> Machine<'w> {
    fn new(window: &'w ResolvedWindow) -> Machine<'w> {
        Machine {
            window,
            frames: DevToolsFrames {
                list: Vec::new(),
                total: 0,
                idle: 0,
                dropped: 0,
                partial: 0,
                last: None,
                drawn: [0; DrawnAs::COUNT],
            },
            layer: None,
            last: None,
            queue: Queue::default(),
            requested: false,
            committed: false,
            before_commit: None,
            before_activation: None,
            last_begin: None,
            wanted_since: None,
        }
    }

    fn take(&mut self, event: &FrameEvent, active: &mut ActiveThread<'_>) {
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
                self.frames.drawn[drawn as usize] += u64::from(self.window.holds(ts));
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
        let last = self.last.replace(begun);
        if let Some(last) = last.filter(|last| self.window.holds(last.start)) {
            self.frames.add(DevToolsFrame {
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
