//! Under which conditions pages are measured: the browser, the machine, the display.

mod absent;
mod machine;
#[cfg(test)]
mod tests;

use crate::cdp::{CallError, Connection, protocol};
use crate::error::Error;
use crate::page::{self, Page, Setup, State};
use lagometer_metric::{Measured, Reason, Unit};
use lagometer_report::scenario::{BrowserConditions, Cache, Viewport};
use lagometer_report::{
    Environment, Network, Throttling, Value as ReportValue, Viewport as MeasuredViewport,
};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::time::Duration;

/// The refresh rates that displays have, in hertz.
const STANDARD_RATES: &[f64] = &[30.0, 50.0, 60.0, 75.0, 90.0, 120.0, 144.0];
/// A measured rate this near to a standard one is that one.
const RATE_TOLERANCE: f64 = 0.04;
/// How many frames are timed.
const FRAMES: usize = 60;
/// How long they may take: two seconds at the lowest rate, and as much again for a loaded machine.
const FRAMES_LIMIT: Duration = Duration::from_secs(5);
const CLEANUP_LIMIT: Duration = Duration::from_secs(2);

/// The browser, as it was found when it was started.
pub(crate) struct Subject<'a> {
    pub connection: &'a Connection,
    /// `Chrome/156.0.8078.108`, as the protocol says it.
    pub product: &'a str,
    pub v8: &'a str,
    pub headless: bool,
    /// As it was measured.
    pub refresh: Measured<f64>,
}

/// Which browser it is.
pub(crate) async fn name(connection: &Connection, product: &str) -> Result<String, Error> {
    let info = connection
        .call(&protocol::SYSTEM_INFO_GET_INFO, json!({}))
        .await?;
    let (program, _) = command_line(info.text("commandLine")?);
    Ok(browser_name(program, product))
}

/// Asks the browser, the machine and a page.
pub(crate) async fn gather(subject: Subject<'_>, viewport: Viewport) -> Result<Environment, Error> {
    let Subject {
        connection,
        product,
        v8,
        headless,
        refresh,
    } = subject;
    let info = connection
        .call(&protocol::SYSTEM_INFO_GET_INFO, json!({}))
        .await?;
    let line = info.text("commandLine")?;
    let (program, flags) = command_line(line);
    let state = with_page(connection, viewport, async |page| Ok(page.state().await?)).await?;
    let machine = machine::read();
    Ok(absent::explained(Environment {
        lagometer: env!("CARGO_PKG_VERSION").to_owned(),
        browser: browser_name(program, product),
        v8: v8.to_owned(),
        headless: if headless { "new" } else { "off" }.to_owned(),
        flags,
        os: std::env::consts::OS.to_owned(),
        arch: std::env::consts::ARCH.to_owned(),
        cpu: machine.cpu,
        memory_bytes: machine.memory_bytes,
        gpu: gpu(&info.value["gpu"]),
        viewport: measured_viewport(&state),
        refresh: ReportValue::new(refresh, Unit::Hertz),
        visibility: Some(state.visibility),
        throttling: None,
        cache: None,
        trace_buffer_bytes: None,
        load_1m: machine.load_1m,
        absent: BTreeMap::new(),
    }))
}

/// The environment with what the scenario wants of it.
pub(crate) fn under(environment: Environment, conditions: &BrowserConditions) -> Environment {
    let BrowserConditions {
        cpu_slowdown,
        network,
        cache,
        trace_buffer_kib,
        ..
    } = conditions;
    let network = network.map(|network| Network {
        download_bytes_per_s: network.download,
        upload_bytes_per_s: network.upload,
        latency_ms: network.latency_ms,
    });
    absent::explained(Environment {
        throttling: Some(Throttling {
            cpu_slowdown: *cpu_slowdown,
            network,
        }),
        cache: Some(
            match cache {
                Cache::Cold => "cold",
                Cache::Warm => "warm",
            }
            .to_owned(),
        ),
        trace_buffer_bytes: Some(u64::from(*trace_buffer_kib) * 1024),
        ..environment
    })
}

fn measured_viewport(state: &State) -> MeasuredViewport {
    MeasuredViewport {
        width: state.inner_width as u32,
        height: state.inner_height as u32,
        scale: state.scale,
    }
}

/// Measures the refresh rate in a page of its own.
pub(crate) async fn refresh_rate(
    connection: &Connection,
    viewport: Viewport,
) -> Result<Measured<f64>, Error> {
    with_page(connection, viewport, async |page| {
        let timing = page.in_world::<Vec<f64>>("frameTimes", json!([FRAMES + 1]), FRAMES_LIMIT);
        match timing.await {
            Ok(times) => Ok(standard_rate(&times)),
            Err(CallError {
                reason: crate::cdp::CallReason::TimedOut(_),
                ..
            }) => Ok(Measured::absent(
                Reason::RefreshRateUnknown,
                format!("fewer than {FRAMES} frames in {} s", FRAMES_LIMIT.as_secs()),
            )),
            Err(error) => Err(error.into()),
        }
    })
    .await
}

/// Opens a page in a context of its own, and closes it whatever happens.
async fn with_page<T>(
    connection: &Connection,
    viewport: Viewport,
    work: impl AsyncFnOnce(&Page) -> Result<T, Error>,
) -> Result<T, Error> {
    let parameters = json!({"disposeOnDetach": true});
    let reply = connection
        .call(&protocol::TARGET_CREATE_BROWSER_CONTEXT, parameters)
        .await?;
    let context = Context {
        connection: connection.clone(),
        id: reply.text("browserContextId")?.to_owned(),
    };
    let target_id = page::create_target(connection, &context.id).await?;
    let page = Page::attach(connection, &target_id, viewport, &Setup::default()).await?;
    let result = work(&page).await;
    drop(page);
    context.dispose().await;
    result
}

/// A context that is disposed of even when nobody waits for it any more: its page would be in the
/// trace of every later round.
struct Context {
    connection: Connection,
    id: String,
}

impl Context {
    async fn dispose(mut self) {
        let id = std::mem::take(&mut self.id);
        dispose(self.connection.clone(), id).await;
    }
}

impl Drop for Context {
    fn drop(&mut self) {
        let id = std::mem::take(&mut self.id);
        if let (false, Ok(runtime)) = (id.is_empty(), tokio::runtime::Handle::try_current()) {
            runtime.spawn(dispose(self.connection.clone(), id));
        }
    }
}

async fn dispose(connection: Connection, id: String) {
    let parameters = json!({"browserContextId": id});
    let disposed = connection
        .call_within(
            &protocol::TARGET_DISPOSE_BROWSER_CONTEXT,
            parameters,
            CLEANUP_LIMIT,
        )
        .await;
    if let Err(error) = disposed {
        tracing::debug!(%error, "a context could not be disposed of");
    }
}

/// The standard rate that the median interval of these frame times (in milliseconds) stands for.
fn standard_rate(times: &[f64]) -> Measured<f64> {
    let mut intervals: Vec<f64> = times.windows(2).map(|pair| pair[1] - pair[0]).collect();
    intervals.sort_by(f64::total_cmp);
    let Some(&median) = intervals.get(intervals.len() / 2).filter(|median| **median > 0.0) else {
        return Measured::absent(Reason::RefreshRateUnknown, "no two frames to measure between");
    };
    let measured = 1000.0 / median;
    let near = STANDARD_RATES
        .iter()
        .find(|rate| (measured / **rate - 1.0).abs() <= RATE_TOLERANCE);
    match near {
        Some(rate) => Measured::Value(*rate),
        None => Measured::absent(
            Reason::RefreshRateUnknown,
            format!("the median of {} intervals is {measured:.1} Hz", intervals.len()),
        ),
    }
}

/// The program and the flags of a command line as the browser gives it: joined by blanks, so a piece
/// that is no flag belongs to the flag before it. The profile folder is another one each time and
/// says nothing, so its path is left out.
fn command_line(line: &str) -> (&str, Vec<String>) {
    let (program, rest) = line
        .split_once(" -")
        .map_or((line, ""), |(program, _)| (program, &line[program.len() + 1..]));
    let mut flags: Vec<String> = Vec::new();
    for piece in rest.split(' ').filter(|piece| !piece.is_empty()) {
        let is_own = piece.starts_with('-') || piece == "about:blank";
        match flags.last_mut() {
            Some(before) if !is_own => {
                before.push(' ');
                before.push_str(piece);
            }
            _ => flags.push(piece.to_owned()),
        }
    }
    for flag in &mut flags {
        if flag.starts_with("--user-data-dir=") {
            *flag = "--user-data-dir=<profile>".to_owned();
        }
    }
    (program, flags)
}

/// The protocol says `Chrome/156.0` of every browser of the family; which one it is shows in the
/// program's path.
fn browser_name(program: &str, product: &str) -> String {
    let version = product.split_once('/').map_or(product, |(_, version)| version);
    let program = program.to_ascii_lowercase();
    let name = if program.contains("chromium") {
        "Chromium"
    } else if program.contains("edge") {
        "Edge"
    } else {
        "Chrome"
    };
    format!("{name} {version}")
}

/// The GPU as the browser names it.
fn gpu(gpu: &Value) -> Option<String> {
    let renderer = gpu["auxAttributes"]["glRenderer"]
        .as_str()
        .filter(|text| !text.is_empty());
    let device = || {
        gpu["devices"][0]["deviceString"]
            .as_str()
            .filter(|text| !text.is_empty())
    };
    renderer.or_else(device).map(str::to_owned)
}
