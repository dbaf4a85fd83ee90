//! Events in, facts out.

mod frame;
mod interaction;
mod loading;
mod page;
mod user_timing;
mod work;
mod worker;

use crate::arguments;
use crate::category::{Categories, CategoryCache};
use crate::column::Column;
use crate::event::{AsyncId, Event, Identity, Name, OddFields, Phase, Time};
use crate::facts::{Counters, Facts, NavigationSource, Span};
use crate::oddity::{Odd, Oddities};
use crate::task::{EdgeKind, TaskEdge, Thread, ThreadTime, pair_edges, task_place};
use crate::texts::{TextId, Texts};
use crate::work::{GroupRules, WorkNames};
use crate::{Error, ErrorKind, Limits};
use lagometer_json::{Raw, Text};
use lagometer_metric::Micros;
use std::collections::HashMap;

/// Takes events one by one, in any order, and keeps a few bytes of those that matter.
pub struct Collector {
    facts: Facts,
    categories: CategoryCache,
    threads: HashMap<(i64, i64), usize>,
    /// By a hash of process and thread, those that had an event last.
    recent_threads: [Option<((i64, i64), usize)>; RECENT_THREADS],
    /// The script of the last event that named one, as it is written: the next one is often the same.
    last_url: Option<(Box<[u8]>, TextId)>,
    kept_bytes: usize,
    allowed: usize,
    /// Bytes of details that are kept.
    detail_bytes: usize,
}

impl Collector {
    /// One that has seen nothing.
    pub fn new(limits: &Limits) -> Collector {
        Collector {
            facts: Facts {
                threads: Vec::new(),
                processes: Default::default(),
                started: Vec::new(),
                placements: Vec::new(),
                ready: Default::default(),
                navigations: Vec::new(),
                layer_trees: Default::default(),
                frames: Column::default(),
                drawn_layers: Default::default(),
                pipeline: Column::default(),
                counters: Column::default(),
                marks: Vec::new(),
                measures: Vec::new(),
                console_timings: Vec::new(),
                console_stamps: Vec::new(),
                inputs: Vec::new(),
                loading: Default::default(),
                work_names: WorkNames::new(GroupRules::Lagometer),
                workers: Vec::new(),
                texts: Texts::default(),
                categories: Categories::default(),
                span: Span::default(),
                devtools_span: Span::default(),
                other_span: Span::default(),
                events: 0,
                events_with_phase: 0,
                oddities: Oddities::new(),
            },
            categories: CategoryCache::new(),
            threads: HashMap::new(),
            recent_threads: [None; RECENT_THREADS],
            last_url: None,
            kept_bytes: 0,
            detail_bytes: 0,
            allowed: limits.kept_bytes,
        }
    }

    /// Takes an event.
    pub fn push(&mut self, event: &Event<'_>) -> Result<(), Error> {
        self.facts.events += 1;
        if !event.odd.is_empty() {
            self.note_odd_fields(event);
        }
        let categories = match &event.categories {
            Some(list) => self.categories.of(list),
            None => Categories::default(),
        };
        check_range(event)?;
        match event.phase {
            Phase::Absent => self.note(Odd::WithoutPhase, event),
            Phase::Metadata => {
                self.facts.events_with_phase += 1;
                self.metadata(event)?;
            }
            Phase::Other => self.note(Odd::UnknownPhase, event),
            _ => {
                self.facts.events_with_phase += 1;
                self.extend_span(event, categories);
                if event.name != Name::Other {
                    self.named(event)?;
                }
                match event.phase {
                    Phase::Complete => self.work(event)?,
                    Phase::Begin | Phase::End => self.edge(event)?,
                    _ => {}
                }
                if categories.has(Categories::USER_TIMING) {
                    self.user_timing(event)?;
                } else if categories.has(Categories::CONSOLE) {
                    self.console_timing(event)?;
                }
            }
        }
        Ok(())
    }

    /// Adds an oddity of the form around the events.
    pub(crate) fn note_at(&mut self, kind: Odd, offset: u64) {
        self.facts.oddities.add(kind, offset);
    }

    /// Pairs what is to be paired, and gives what was kept.
    pub fn finish(mut self) -> Facts {
        for thread in &mut self.facts.threads {
            let (ends_alone, begins_alone) = pair_edges(thread);
            thread.work.finish();
            for (count, kind) in [
                (ends_alone, Odd::EndWithoutBegin),
                (begins_alone, Odd::BeginWithoutEnd),
            ] {
                self.facts.oddities.add_many(kind, count);
            }
        }
        self.facts.frames.finish();
        self.facts.pipeline.finish();
        self.facts.counters.finish();
        self.facts.categories = self.categories.seen;
        self.facts
    }

    fn named(&mut self, event: &Event<'_>) -> Result<(), Error> {
        match event.name {
            Name::RunTask => self.task(event, 0),
            Name::ThreadControllerRunTask => self.task(event, 1),
            Name::ThreadControllerDoWork => self.task(event, 2),
            Name::TaskQueueManagerProcessTask => self.task(event, 3),
            Name::DrawFrame if matches!(event.phase, Phase::AsyncEnd | Phase::AsyncFinish) => Ok(()),
            Name::DrawFrame
            | Name::BeginFrame
            | Name::DroppedFrame
            | Name::RequestMainThreadFrame
            | Name::ActivateLayerTree
            | Name::NeedsBeginFrameChanged => self.frame(event),
            Name::Commit
            | Name::CompositeLayers
            | Name::ScheduleStyleRecalculation
            | Name::InvalidateLayout
            | Name::BeginMainThreadFrame
            | Name::ScrollLayer => self.frame_work(event),
            Name::PipelineReporter => self.pipeline(event),
            Name::UpdateCounters => self.counters(event),
            Name::EventTiming => self.event_timing(event),
            Name::TimeStamp => self.console_stamp(event),
            Name::SetLayerTreeId => self.layer_tree(event),
            Name::TracingStartedInBrowser => self.started(event),
            Name::TracingStartedInPage => self.navigation(event, NavigationSource::TracingStartedInPage),
            Name::NavigationStart => {
                self.navigation_start(event)?;
                self.navigation(event, NavigationSource::NavigationStart)
            }
            Name::Loading(name) => self.loading(event, name),
            Name::FrameCommittedInBrowser | Name::CommitLoad => self.placement(event),
            Name::ProcessReadyInBrowser => self.process_ready(event),
            Name::TracingSessionIdForWorker => self.worker_session(event),
            Name::ThreadName | Name::ProcessName | Name::Other => Ok(()),
        }
    }

    #[inline]
    fn extend_span(&mut self, event: &Event<'_>, categories: Categories) {
        let Some(start) = event.ts.micros() else {
            return;
        };
        let (is_duration, is_instant) = match event.phase {
            Phase::Complete | Phase::Begin | Phase::End => (true, false),
            phase => (false, phase == Phase::Instant),
        };
        // Chrome writes 0 for "no time", but never where something lasts: there it is the start of
        // a clock.
        if start.0 == 0 && !is_duration {
            return;
        }
        let end = match event.phase {
            Phase::Complete => event.ts.end_after(event.dur).map_or(start, |end| end.max(start)),
            _ => start,
        };
        if !is_duration && !is_instant {
            self.facts.other_span.add(start, end);
            return;
        }
        let is_known = self.facts.span.holds(start, end);
        if is_known && (start.0 == 0 || self.facts.devtools_span.holds(start, end)) {
            return;
        }
        // The time of a mark is set by script, that of a histogram sample is not of this clock.
        let is_sample = || {
            let name = event.name_text.map(|name| name.raw());
            name.is_some_and(|name| name.ends_with(b"::UMA"))
        };
        let is_sample = is_sample();
        if start.0 != 0 && !is_sample {
            self.facts.devtools_span.add(start, end);
        }
        if categories.has(Categories::USER_TIMING) || is_sample {
            self.facts.other_span.add(start, end);
        } else {
            self.facts.span.add(start, end);
        }
    }

    /// A task without two ends. One that has them is kept as every event that lasts.
    #[inline]
    fn task(&mut self, event: &Event<'_>, name: usize) -> Result<(), Error> {
        if matches!(event.phase, Phase::Begin | Phase::End) {
            return Ok(());
        }
        let Some(start) = self.time(event) else {
            return Ok(());
        };
        let Some(thread) = self.thread_of(event)? else {
            return Ok(());
        };
        let list = &mut self.facts.threads[thread].tasks[name];
        match (event.phase, event.ts.end_after(event.dur)) {
            (Phase::Instant, _) => list.instants.push(start),
            (Phase::Complete, None) => {
                list.open.push(start);
                self.note(Odd::WithoutDuration, event);
            }
            (Phase::Complete, Some(end)) if end < start => {
                self.note(Odd::NegativeDuration, event);
                return Ok(());
            }
            _ => return Ok(()),
        }
        self.keep::<Micros>(event)
    }

    fn edge(&mut self, event: &Event<'_>) -> Result<(), Error> {
        let Some(ts) = self.time(event) else {
            return Ok(());
        };
        let Some(thread) = self.thread_of(event)? else {
            return Ok(());
        };
        let place = task_place(event.name);
        let is_wanted = place.is_some() || self.facts.threads[thread].work.is_wanted();
        let work = if event.phase == Phase::Begin && is_wanted {
            Some(self.work_key(event)?)
        } else {
            None
        };
        let kept = self.facts.threads[thread].edges.push(TaskEdge {
            ts,
            tts: ThreadTime::new(event.tts.micros()),
            name: event.name_text.map_or(0, |name| hash(name.raw())),
            kind: match event.phase {
                Phase::Begin => EdgeKind::Begin(place),
                _ => EdgeKind::End,
            },
            work,
        });
        self.spend_or_free(kept, event)
    }

    fn counters(&mut self, event: &Event<'_>) -> Result<(), Error> {
        let (Some(ts), Some(pid)) = (self.time(event), self.pid(event)) else {
            return Ok(());
        };
        let data = match event.args {
            Some(args) => arguments::counters(args),
            None => arguments::CounterData::default(),
        };
        let tid = match event.tid {
            Identity::Number(tid) => Some(tid),
            Identity::Unknown => None,
        };
        let kept = self.facts.counters.push(Counters { ts, pid, tid, data });
        self.spend_or_free(kept, event)
    }

    /// What pairs this event: the id, and whether it is one of the process or of all. A measure
    /// stays in its process, so ids of all processes are kept apart too.
    fn async_id(&mut self, event: &Event<'_>) -> Result<Option<TextId>, Error> {
        match async_key(event) {
            Some(key) => self.bytes(&key, event).map(Some),
            None => Ok(None),
        }
    }

    #[inline]
    fn thread_of(&mut self, event: &Event<'_>) -> Result<Option<usize>, Error> {
        let Some(key) = self.ids(event) else {
            return Ok(None);
        };
        let slot = (key.0 ^ key.1.wrapping_mul(31)) as usize % RECENT_THREADS;
        if let Some((recent, thread)) = self.recent_threads[slot]
            && recent == key
        {
            return Ok(Some(thread));
        }
        let thread = match self.threads.get(&key) {
            Some(thread) => *thread,
            None => {
                self.keep::<(Thread, [usize; 4])>(event)?;
                let thread = self.facts.threads.len();
                self.facts.threads.push(Thread::new(key.0, key.1));
                self.threads.insert(key, thread);
                thread
            }
        };
        self.recent_threads[slot] = Some((key, thread));
        Ok(Some(thread))
    }

    #[inline]
    fn time(&mut self, event: &Event<'_>) -> Option<Micros> {
        let time = event.ts.micros();
        // One that is `null` was counted when the fields were.
        if event.ts == Time::Absent {
            self.note(Odd::WithoutTime, event);
        }
        time
    }

    #[inline]
    fn ids(&mut self, event: &Event<'_>) -> Option<(i64, i64)> {
        let ids = ids(event);
        if ids.is_none() {
            self.note(Odd::WithoutThread, event);
        }
        ids
    }

    fn pid(&mut self, event: &Event<'_>) -> Option<i64> {
        match event.pid {
            Identity::Number(pid) => Some(pid),
            Identity::Unknown => {
                self.note(Odd::WithoutThread, event);
                None
            }
        }
    }

    fn text(&mut self, text: &Text<'_>, event: &Event<'_>) -> Result<TextId, Error> {
        self.bytes(&text.decode_bytes(), event)
    }

    fn bytes(&mut self, bytes: &[u8], event: &Event<'_>) -> Result<TextId, Error> {
        let (id, cost) = self.facts.texts.keep(bytes);
        self.spend(cost, event)?;
        Ok(id)
    }

    /// Accounts for one more record of this type.
    #[inline]
    fn keep<T>(&mut self, event: &Event<'_>) -> Result<(), Error> {
        self.spend(size_of::<T>(), event)
    }

    #[inline]
    fn spend(&mut self, bytes: usize, event: &Event<'_>) -> Result<(), Error> {
        self.kept_bytes += bytes;
        if self.kept_bytes > self.allowed {
            return Err(Error::too_much(event.offset, self.allowed));
        }
        Ok(())
    }

    /// Accounts for what a column keeps more than before, or less.
    #[inline]
    fn spend_or_free(&mut self, bytes: isize, event: &Event<'_>) -> Result<(), Error> {
        match usize::try_from(bytes) {
            Ok(more) => self.spend(more, event),
            Err(_) => {
                self.kept_bytes = self.kept_bytes.saturating_add_signed(bytes);
                Ok(())
            }
        }
    }

    #[cold]
    fn note(&mut self, kind: Odd, event: &Event<'_>) {
        self.facts.oddities.add(kind, event.offset);
    }

    #[cold]
    fn note_odd_fields(&mut self, event: &Event<'_>) {
        for (field, kind) in [
            (OddFields::DUPLICATE_KEY, Odd::DuplicateKey),
            (OddFields::NUMBER_AS_STRING, Odd::NumberAsString),
            (OddFields::FRACTION, Odd::FractionalTime),
            (OddFields::WRONG_KIND, Odd::WrongKind),
            (OddFields::NOT_AN_OBJECT, Odd::EventNotAnObject),
            (OddFields::NULL_TIME, Odd::WithoutTime),
        ] {
            if event.odd.has(field) {
                self.note(kind, event);
            }
        }
    }
}

/// How many threads are found without a look into the map.
const RECENT_THREADS: usize = 64;

/// A number that does not fit is an error: half an event would be a lie.
#[inline]
fn check_range(event: &Event<'_>) -> Result<(), Error> {
    for (field, time) in [
        ("ts", event.ts),
        ("dur", event.dur),
        ("tdur", event.tdur),
        ("tts", event.tts),
    ] {
        if let Time::OutOfRange(at) = time {
            return Err(Error {
                at: Some(at),
                kind: ErrorKind::NumberOutOfRange { field },
            });
        }
    }
    Ok(())
}

/// The id that pairs an event with others, with its scope.
fn async_key(event: &Event<'_>) -> Option<Vec<u8>> {
    let (scope, raw): (&[u8], &[u8]) = match event.id {
        AsyncId::None => return None,
        AsyncId::Plain(raw) => (b"id:", raw),
        AsyncId::Scoped(id2) => match arguments::scoped_id(id2)? {
            (true, Raw { bytes, .. }) => (b"local:", bytes),
            (false, Raw { bytes, .. }) => (b"global:", bytes),
        },
    };
    // A number is the same id with and without quotes.
    let raw = raw.strip_prefix(b"\"").unwrap_or(raw);
    let raw = raw.strip_suffix(b"\"").unwrap_or(raw);
    let mut key = Vec::with_capacity(scope.len() + raw.len());
    key.extend_from_slice(scope);
    key.extend_from_slice(raw);
    Some(key)
}

#[inline]
fn ids(event: &Event<'_>) -> Option<(i64, i64)> {
    match (event.pid, event.tid) {
        (Identity::Number(pid), Identity::Number(tid)) => Some((pid, tid)),
        _ => None,
    }
}

/// FNV-1a of a name, never 0.
fn hash(name: &[u8]) -> u32 {
    let mut hash = 0x811c_9dc5_u32;
    for byte in name {
        hash = (hash ^ u32::from(*byte)).wrapping_mul(0x0100_0193);
    }
    hash.max(1)
}
