//! CPU samples of a trace: one pass hands every event to the reader of traces, and those about samples
//! to that of samples.

use super::CpuOptions;
use super::load::{File, ProfileOf, Sampled};
use super::long_tasks::Tasks;
use super::script_events::ScriptEvents;
use super::window::Window;
use crate::container::Container;
use crate::trace::{capture, partial, read_with};
use crate::{Error, TraceOptions, WindowChoice};
use lagometer_cpu::{SampleEvent, SampleEventKind, TraceProfiles};
use lagometer_json::{Cursor, Kind, Raw, Stop};
use lagometer_metric::{Measured, Micros, TimeWindow};
use lagometer_trace::{AsyncId, Event, Identity, Options, Phase, Time, TraceAnalysis};
use std::collections::BTreeMap;
use std::io;

/// Names of threads by process and thread.
type Names = BTreeMap<(i64, i64), String>;

pub(super) fn load<R: io::Read>(
    name: &str,
    input: usize,
    container: &mut Container<R>,
    options: &CpuOptions<'_>,
) -> Result<File, Error> {
    let mut taken = Taken {
        profiles: TraceProfiles::new(&options.limits),
        has_samples: false,
        names: Names::new(),
        scripts: ScriptEvents::default(),
        called: BTreeMap::new(),
    };
    let mut failed = None;
    let limits = crate::Limits::default();
    let recording = read_with(name, container, &limits, &mut |event| {
        if failed.is_none() {
            failed = taken.take(event).err();
        }
    })?;
    let Taken {
        profiles,
        has_samples: _,
        names,
        scripts,
        called,
    } = taken;
    if let Some(error) = failed {
        return Err(Error::of_cpu(name, error));
    }
    let analysis = analyze(name, &recording.facts, options)?;
    let window = window(&analysis, options);
    let (threads, oddities) = profiles.finish();
    let (scripts, texts_left_out) = scripts.finish();
    if threads.is_empty() {
        return Err(Error::no_samples(name, &longest(called)));
    }
    let of_thread = |thread: lagometer_cpu::ThreadProfile| ProfileOf {
        input,
        thread: names.get(&(thread.pid, thread.tid)).cloned(),
        is_page_main: is_page_main(&analysis, thread.pid, thread.tid),
        sampled: Sampled::Thread(thread),
        window: window.clone(),
    };
    Ok(File {
        profiles: threads.into_iter().map(of_thread).collect(),
        form: "trace",
        partial: recording.cut.as_ref().map(|cut| partial(cut, recording.form)),
        oddities,
        capture_lost: capture(&recording).lost == Some(true),
        scripts,
        texts_left_out,
        tasks: Tasks::of(&analysis, TraceOptions::LONG_TASK),
    })
}

/// What is taken of the events of a trace.
struct Taken {
    profiles: TraceProfiles,
    has_samples: bool,
    names: Names,
    scripts: ScriptEvents,
    /// How long the browser ran each function that it called, in nanoseconds: all that a trace without
    /// samples says of functions.
    called: BTreeMap<String, i64>,
}

/// How many functions that the browser called are told apart.
const CALLED: usize = 1_000;

impl Taken {
    /// Hands on what is about samples, and keeps names of threads and what is said of scripts.
    #[inline]
    fn take(&mut self, event: &Event<'_>) -> Result<(), lagometer_cpu::Error> {
        let Some(name) = event.name_text else {
            return Ok(());
        };
        let (Identity::Number(pid), Identity::Number(tid)) = (event.pid, event.tid) else {
            return Ok(());
        };
        if event.phase == Phase::Metadata {
            if name.is("thread_name")
                && let Some(name) = event.args.and_then(name_of)
            {
                self.names.insert((pid, tid), name);
            }
            return Ok(());
        }
        let Some(kind) = SampleEventKind::of_name(name.raw()) else {
            self.others(name.raw(), pid, event);
            return Ok(());
        };
        self.has_samples |= kind.is_of_samples();
        let micros = |time: Time| match time {
            Time::Nanos(nanos) => Some(Micros(nanos.div_euclid(1_000))),
            Time::Absent | Time::NotANumber | Time::OutOfRange(_) => None,
        };
        let scoped;
        let id = match event.id {
            AsyncId::None => &[][..],
            AsyncId::Plain(id) => id,
            AsyncId::Scoped(raw) => {
                scoped = inner_id(raw);
                scoped.map_or(raw.bytes, |inner| inner.bytes)
            }
        };
        self.profiles.push(&SampleEvent {
            kind,
            offset: event.offset,
            pid,
            tid,
            id,
            ts: micros(event.ts).unwrap_or(Micros(i64::MAX)),
            dur: micros(event.dur),
            args: event.args,
        })
    }

    fn others(&mut self, name: &[u8], pid: i64, event: &Event<'_>) {
        let Some(args) = event.args else { return };
        if ScriptEvents::is_of(name) {
            self.scripts.push(pid, args);
        } else if name == b"FunctionCall"
            && !self.has_samples
            && self.called.len() < CALLED
            && let Time::Nanos(nanos) = event.dur
            && let Some(function) = called(args)
        {
            let sum = self.called.entry(function).or_default();
            *sum = sum.saturating_add(nanos);
        }
    }
}

/// The function that the browser called, in the arguments of the event.
fn called(args: Raw<'_>) -> Option<String> {
    let mut function = None;
    let read = members(&mut args.cursor(), &mut |key, cursor| match key {
        b"data" => members(cursor, &mut |key, cursor| match key {
            b"functionName" if cursor.peek()? == Kind::String => {
                function = Some(cursor.string()?.decode().into_owned());
                Ok(())
            }
            _ => cursor.skip(),
        }),
        _ => cursor.skip(),
    });
    read.ok().and(function).filter(|function| !function.is_empty())
}

/// The names of those that ran longest.
fn longest(called: BTreeMap<String, i64>) -> Vec<String> {
    const NAMED: usize = 5;
    let mut called: Vec<(String, i64)> = called.into_iter().collect();
    called.sort_by_key(|(_, nanos)| std::cmp::Reverse(*nanos));
    called
        .into_iter()
        .take(NAMED)
        .map(|(function, _)| function)
        .collect()
}

/// The `name` in the arguments of a metadata event.
fn name_of(args: Raw<'_>) -> Option<String> {
    let mut cursor = args.cursor();
    let mut name = None;
    members(&mut cursor, &mut |key, cursor| {
        if key == b"name" && cursor.peek()? == Kind::String {
            name = Some(cursor.string()?.decode().into_owned());
            return Ok(());
        }
        cursor.skip()
    })
    .ok()?;
    name
}

/// What stands under `local` or `global`.
fn inner_id(id: Raw<'_>) -> Option<Raw<'_>> {
    let mut cursor = id.cursor();
    let mut inner = None;
    members(&mut cursor, &mut |_, cursor| {
        inner = Some(cursor.raw()?);
        Ok(())
    })
    .ok()?;
    inner
}

/// Reads one member's value, exactly that.
pub(super) type Visit<'v, 'a> = dyn FnMut(&[u8], &mut Cursor<'a>) -> Result<(), Stop> + 'v;

/// Visits the members of an object; any other value is passed over.
pub(super) fn members<'a>(cursor: &mut Cursor<'a>, visit: &mut Visit<'_, 'a>) -> Result<(), Stop> {
    if cursor.peek()? != Kind::Object {
        return cursor.skip();
    }
    let mut fields = cursor.object()?;
    while let Some(key) = cursor.next_field(&mut fields)? {
        visit(&key.decode_bytes(), cursor)?;
    }
    Ok(())
}

/// What the trace says of its main thread and its marks.
fn analyze(
    name: &str,
    facts: &lagometer_trace::Facts,
    options: &CpuOptions<'_>,
) -> Result<TraceAnalysis, Error> {
    let analysis = lagometer_trace::analyze(
        facts,
        &Options {
            window: options.window.clone().unwrap_or(WindowChoice::Auto),
            slice: TraceOptions::SLICE,
            long_task: TraceOptions::LONG_TASK,
            rules: lagometer_trace::Rules::Lagometer,
            refresh_hz: None,
            measured_refresh_hz: None,
            page: None,
            limits: crate::Limits::default(),
        },
    );
    analysis.map_err(|error| Error::of_trace(name, error))
}

/// The window that was asked for or that marks give; `None` is the whole trace.
fn window(analysis: &TraceAnalysis, options: &CpuOptions<'_>) -> Option<Window> {
    let resolved = &analysis.window;
    let whole = resolved.from_edge && resolved.to_edge;
    let Measured::Value(inside) = &resolved.window else {
        return None;
    };
    if whole
        && !matches!(
            options.window,
            Some(WindowChoice::Between { .. } | WindowChoice::OneOf(_) | WindowChoice::Navigation(_))
        )
    {
        return None;
    }
    Some(Window {
        inside: *inside,
        from: resolved.from.clone(),
        to: resolved.to.clone(),
        origin: resolved.origin,
    })
}

/// Whether this is the page's main thread; `None` where none was found.
fn is_page_main(analysis: &TraceAnalysis, pid: i64, tid: i64) -> Option<bool> {
    match &analysis.main_thread {
        Measured::Value(found) => Some(found.homes.iter().any(|home| (home.pid, home.tid) == (pid, tid))),
        Measured::NotAvailable(_) => None,
    }
}

/// A point of time as it is counted in a window.
pub(super) fn since(origin: Micros, window: TimeWindow) -> (i64, i64) {
    let from = window.start().saturating_sub(origin).0;
    (from, window.end().saturating_sub(origin).0)
}
