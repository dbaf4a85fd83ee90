//! The window: collectors on, begin mark, actions, settle, end mark, collectors off.

use super::artifacts::Folder;
use super::cleanup::Resources;
use super::notice::Noticed;
use super::processes;
use super::sampling::Sampling;
use super::{Purpose, trace};
use crate::cdp::{CallError, protocol};
use crate::error::{Error, ErrorKind};
use crate::page::Page;
use crate::step::{Phase, Steps};
use lagometer_report::scenario::Scenario;
use lagometer_report::{CounterReading, PageState, ProcessReading, TraceCapture};
use serde_json::json;
use std::collections::BTreeMap;
use std::time::{Duration, Instant};

/// Between the start of the trace and the begin mark: in attach-like setups a mark set at once was
/// lost, and the start itself makes the page work.
const SETTLE_AFTER_START: Duration = Duration::from_millis(300);
/// How long setting a mark may take: it queues behind whatever the page does.
const MARK_LIMIT: Duration = Duration::from_secs(60);

/// How many frames after the window it takes until that of the last input is presented. Measured: with 4 it
/// always was, on a page whose frames take a sixth of a second to draw (docs/decisions/0115).
const FRAMES_UNTIL_PRESENTED: u32 = 10;
/// How long they may take.
const PRESENTED_LIMIT: Duration = Duration::from_secs(2);

/// What was read around a window.
pub(super) struct Window {
    pub marks: Marks,
    pub counters: Vec<CounterReading>,
    pub processes: Vec<ProcessReading>,
    pub page: Vec<PageState>,
    pub capture: TraceCapture,
    pub after_window: Duration,
}

/// The names of the marks.
pub(super) struct Marks {
    pub begin: String,
    pub actions_end: String,
    pub end: String,
}

impl Marks {
    fn of(scenario: &Scenario) -> Marks {
        let name = &scenario.name;
        Marks {
            begin: format!("lagometer:begin:{name}"),
            actions_end: format!("lagometer:actions-end:{name}"),
            end: format!("lagometer:end:{name}"),
        }
    }
}

/// Opens the window, runs the actions, closes it, and brings the trace to disk.
pub(super) async fn record(
    scenario: &Scenario,
    purpose: Purpose,
    steps: &Steps<'_>,
    folder: &Folder<'_>,
    resources: &Resources<'_>,
    noticed: &dyn Fn(Noticed),
) -> Result<Window, Error> {
    let page = steps.page;
    let marks = Marks::of(scenario);
    let connection = resources.connection();
    let (mut counters, mut processes) = (Vec::new(), Vec::new());
    page.session
        .call(&protocol::PERFORMANCE_ENABLE, json!({}))
        .await?;
    let recording = trace::start(page, scenario, purpose, resources).await?;
    // What was left before the window is not to be collected in it: the growth would hold it.
    page.session
        .call_within(&protocol::HEAP_PROFILER_COLLECT_GARBAGE, json!({}), MARK_LIMIT)
        .await?;
    page.pause(SETTLE_AFTER_START).await?;

    // Asking for the page's state first also makes the driver's world ready.
    let at_begin = state(page, "begin").await?;
    tick(page).await?;
    // The time is that of the reading that follows.
    let before = processes::read(connection, "begin", 0).await?;
    let at_mark = bracketed(page, &marks.begin, ["before-begin", "after-begin"]).await?;
    let timestamp_us = at_mark[0].timestamp_us;
    processes.extend(before.map(|reading| ProcessReading {
        timestamp_us,
        ..reading
    }));
    counters.extend(at_mark);

    let sampling = Sampling::of(page, connection);
    let acting = async {
        steps.run(Phase::Actions, &scenario.actions).await?;
        mark(page, &marks.actions_end).await?;
        steps.settle(scenario.settle).await
    };
    sampling.during(acting).await?;
    let (read, read_of_processes) = sampling.into_readings();
    counters.extend(read);
    processes.extend(read_of_processes);

    // The actions may have loaded another document: its world is made before the counters are read.
    tick(page).await?;
    let at_mark = bracketed(page, &marks.end, ["before-end", "after-end"]).await?;
    processes.extend(processes::read(connection, "end", at_mark[1].timestamp_us).await?);
    counters.extend(at_mark);
    let ended = Instant::now();
    let at_end = state(page, "end").await?;
    presented(page).await;

    let capture = recording.save(page, folder, resources, noticed).await?;
    Ok(Window {
        marks,
        counters,
        processes,
        page: vec![at_begin, at_end],
        capture,
        after_window: ended.elapsed(),
    })
}

/// Keeps the trace on until the browser has told of the last input: it writes an event of input when the
/// frame that answers it was presented, which is after the end of the window where that took longer than
/// `settle`. Frames follow each other, so that one of these can only come when those before it have left
/// the compositor.
async fn presented(page: &Page) {
    let waiting = page.in_world::<()>("frames", json!([FRAMES_UNTIL_PRESENTED]), PRESENTED_LIMIT);
    // A page that draws nothing has nothing to tell; one that is gone is noticed by what follows.
    match tokio::time::timeout(PRESENTED_LIMIT, waiting).await {
        Ok(Ok(())) => {}
        Ok(Err(error)) => tracing::debug!(%error, "frames after the window"),
        Err(_) => tracing::debug!("the frames after the window took too long"),
    }
}

/// Sets a mark between two readings of the counters, which is how the clocks are held against each
/// other. One after the other: the browser hands `Performance.getMetrics` to the page on a way of its
/// own, on which it overtakes other commands.
async fn bracketed(page: &Page, name: &str, at: [&str; 2]) -> Result<[CounterReading; 2], Error> {
    let before = reading(page, at[0]).await?;
    mark(page, name).await?;
    let after = reading(page, at[1]).await?;
    Ok([before, after])
}

/// Makes the page write its counters into the trace, which it does at the end of some tasks: without it
/// the reading next to an end of the window may be as old as the page's last task of that kind.
async fn tick(page: &Page) -> Result<(), CallError> {
    page.in_world("tick", json!([]), MARK_LIMIT).await
}

async fn mark(page: &Page, name: &str) -> Result<(), CallError> {
    page.in_world("mark", json!([name]), MARK_LIMIT).await
}

async fn reading(page: &Page, at: &str) -> Result<CounterReading, Error> {
    counter_reading(at, page.counters().await?)
}

/// Counters with their time.
pub(super) fn counter_reading(at: &str, metrics: BTreeMap<String, f64>) -> Result<CounterReading, Error> {
    let seconds = metrics
        .get("Timestamp")
        .ok_or_else(|| ErrorKind::protocol("the counters lack `Timestamp`"))?;
    Ok(CounterReading {
        at: at.to_owned(),
        timestamp_us: (seconds * 1e6).round() as i64,
        metrics,
    })
}

async fn state(page: &Page, at: &str) -> Result<PageState, CallError> {
    let state = page.state().await?;
    Ok(PageState {
        at: at.to_owned(),
        visibility: state.visibility,
        url: state.url,
        inner_size: [state.inner_width as u32, state.inner_height as u32],
    })
}

/// A duration in microseconds; no real one is beyond i64.
pub(super) fn microseconds(duration: Duration) -> i64 {
    i64::try_from(duration.as_micros()).unwrap_or(i64::MAX)
}
