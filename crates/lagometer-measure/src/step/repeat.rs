//! `repeat`, and what is left on the heap after each repetition.

use super::{Fault, Phase, Steps};
use crate::cdp::protocol;
use crate::error::{Error, ErrorKind};
use lagometer_report::SettledHeap;
use lagometer_report::scenario::{RepeatSeries, Step};
use serde_json::json;
use std::time::Duration;

/// Between the two collections: what the first one frees may have finalizers, which run as tasks and let
/// go of more.
const SETTLE: Duration = Duration::from_millis(100);

/// Does the inner steps again and again. In the window, and where it is asked for, collects the garbage
/// after each repetition and reads what is left.
pub(super) async fn run(
    steps: &Steps<'_>,
    step: &Step,
    times: u32,
    series: Option<RepeatSeries>,
    inner: &[Step],
) -> Result<(), Error> {
    let is_read = series == Some(RepeatSeries::Heap) && steps.phase.get() == Phase::Actions;
    for repetition in 1..=times {
        steps.run_all(inner).await?;
        if is_read {
            let settled = settled(steps, repetition).await;
            steps
                .settled_heap
                .borrow_mut()
                .push(settled.map_err(|fault| fault.at(step))?);
        }
    }
    Ok(())
}

async fn settled(steps: &Steps<'_>, repetition: u32) -> Result<SettledHeap, Fault> {
    let limit = steps.timeout;
    let page = steps.page;
    let collect = || {
        page.session
            .call_within(&protocol::HEAP_PROFILER_COLLECT_GARBAGE, json!({}), limit)
    };
    collect().await?;
    page.pause(SETTLE).await?;
    collect().await?;
    let counters = page.counters().await?;
    let counter = |name: &str| -> Result<f64, Fault> {
        let value = counters.get(name).copied();
        let lacks = || Fault::from(ErrorKind::protocol(format!("the counters lack `{name}`")));
        value.ok_or_else(lacks)
    };
    Ok(SettledHeap {
        repetition,
        timestamp_us: (counter("Timestamp")? * 1e6).round() as i64,
        used_bytes: counter("JSHeapUsedSize")?,
        nodes: counter("Nodes")?,
    })
}
