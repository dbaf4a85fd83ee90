//! CPU samples of a trace: one pass hands every event to the reader of traces, and those about samples
//! to that of samples.

use super::CpuOptions;
use super::load::{File, ProfileOf, Sampled};
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
    options: &CpuOptions,
) -> Result<File, Error> {
    let mut profiles = TraceProfiles::new(&options.limits);
    let mut names = Names::new();
    let mut failed = None;
    let limits = crate::Limits::default();
    let recording = read_with(name, container, &limits, &mut |event| {
        if failed.is_none() {
            failed = take(event, &mut profiles, &mut names).err();
        }
    })?;
    if let Some(error) = failed {
        return Err(Error::of_cpu(name, error));
    }
    let analysis = analyze(name, &recording.facts, options)?;
    let window = window(&analysis, options);
    let (threads, oddities) = profiles.finish();
    if threads.is_empty() {
        return Err(Error::no_samples(name));
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
    })
}

/// Hands on what is about samples, and keeps names of threads.
#[inline]
fn take(
    event: &Event<'_>,
    profiles: &mut TraceProfiles,
    names: &mut Names,
) -> Result<(), lagometer_cpu::Error> {
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
            names.insert((pid, tid), name);
        }
        return Ok(());
    }
    let Some(kind) = SampleEventKind::of_name(name.raw()) else {
        return Ok(());
    };
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
    profiles.push(&SampleEvent {
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
type Visit<'v, 'a> = dyn FnMut(&[u8], &mut Cursor<'a>) -> Result<(), Stop> + 'v;

fn members<'a>(cursor: &mut Cursor<'a>, visit: &mut Visit<'_, 'a>) -> Result<(), Stop> {
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
fn analyze(name: &str, facts: &lagometer_trace::Facts, options: &CpuOptions) -> Result<TraceAnalysis, Error> {
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
fn window(analysis: &TraceAnalysis, options: &CpuOptions) -> Option<Window> {
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
