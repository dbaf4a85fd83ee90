//! The trace: started on the page's session, streamed to disk as the browser packs it.

use super::artifacts::Folder;
use super::cleanup::Resources;
use super::notice::Noticed;
use super::{Purpose, TRACE_FILE, window};
use crate::cdp::{CallReason, Events, protocol};
use crate::error::{Error, ErrorKind};
use crate::page::Page;
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use lagometer_report::TraceCapture;
use lagometer_report::scenario::{Action, Scenario, Step};
use serde_json::json;
use std::time::{Duration, Instant};

/// The four categories that every metric of the window comes from; a round that is measured records
/// nothing else, because recording costs the page time.
const CATEGORIES: [&str; 4] = [
    "blink.user_timing",
    "devtools.timeline",
    "disabled-by-default-devtools.timeline",
    "disabled-by-default-devtools.timeline.frame",
];

/// The one that layout shifts come from. It also has an event for everything that is painted, so it is
/// recorded only where the actions load a page.
const OF_LOADS: &str = "loading";

/// What a round of diagnosis records beside them: samples of the CPU (`.hires` changes nothing in
/// Chromium 156), the stacks that force style and layout (with them, and only with them, an event
/// carries the number of its sample), what the engine compiles, and the scripts with the addresses of
/// their maps.
const OF_DIAGNOSIS: [&str; 4] = [
    "disabled-by-default-v8.cpu_profiler",
    "disabled-by-default-devtools.timeline.stack",
    "disabled-by-default-v8.compile",
    "disabled-by-default-devtools.v8-source-rundown",
];

/// The texts of the scripts. A script of the scenario may hold a secret, so a scenario with secrets is
/// recorded without them.
const OF_SOURCES: &str = "disabled-by-default-devtools.v8-source-rundown-sources";

/// The categories of a round of this scenario.
fn categories(scenario: &Scenario, purpose: Purpose) -> Vec<&'static str> {
    let mut categories = CATEGORIES.to_vec();
    if loads_a_page(&scenario.actions) {
        categories.push(OF_LOADS);
    }
    if purpose == Purpose::Diagnosis {
        categories.extend(OF_DIAGNOSIS);
        categories.extend(scenario.secrets.is_empty().then_some(OF_SOURCES));
    }
    categories
}

/// Recurses as deep as steps are nested, which the parser bounds.
fn loads_a_page(steps: &[Step]) -> bool {
    steps.iter().any(|step| match &step.action {
        Action::Navigate { .. } => true,
        Action::Measure { steps, .. } | Action::Repeat { steps, .. } => loads_a_page(steps),
        _ => false,
    })
}

/// One read of the stream.
const READ_SIZE: u32 = 1 << 20;
/// A page session starts in milliseconds; one that takes this long will not.
const START_LIMIT: Duration = Duration::from_secs(15);
/// Packing a full buffer takes the browser tens of seconds.
const END_LIMIT: Duration = Duration::from_secs(180);

/// A trace that is being recorded.
pub(super) struct Recording {
    complete: Events,
    start_us: i64,
    categories: Vec<&'static str>,
}

/// Starts recording the page's process. Where the browser's buffer is full, it says so at the end.
pub(super) async fn start(
    page: &Page,
    scenario: &Scenario,
    purpose: Purpose,
    resources: &Resources<'_>,
) -> Result<Recording, Error> {
    let complete = page.session.events(&[protocol::TRACING_COMPLETE]);
    let categories = categories(scenario, purpose);
    let parameters = json!({
        "transferMode": "ReturnAsStream",
        "streamFormat": "json",
        "streamCompression": "gzip",
        "traceConfig": {
            "recordMode": "recordAsMuchAsPossible",
            "traceBufferSizeInKb": scenario.browser.trace_buffer_kib,
            "includedCategories": categories,
            "excludedCategories": ["*"],
        },
    });
    let begun = Instant::now();
    // From here on it has to be stopped, even if the answer never comes.
    resources.is_tracing(true);
    let answer = page
        .session
        .call_within(&protocol::TRACING_START, parameters, START_LIMIT)
        .await;
    match answer {
        Ok(_) => Ok(Recording {
            complete,
            start_us: window::microseconds(begun.elapsed()),
            categories,
        }),
        Err(error) => {
            let message = match &error.reason {
                CallReason::Remote { message, .. } => {
                    // Nothing of ours was started; another one's trace is not to be stopped.
                    resources.is_tracing(false);
                    message.clone()
                }
                CallReason::TimedOut(limit) => format!("no answer in {} s", limit.as_secs()),
                _ => return Err(error.into()),
            };
            Err(ErrorKind::TraceStart { message }.into())
        }
    }
}

impl Recording {
    /// Stops recording and brings the trace to disk.
    pub async fn save(
        mut self,
        page: &Page,
        folder: &Folder<'_>,
        resources: &Resources<'_>,
        noticed: &dyn Fn(Noticed),
    ) -> Result<TraceCapture, Error> {
        let session = &page.session;
        session
            .call_within(&protocol::TRACING_END, json!({}), END_LIMIT)
            .await?;
        let complete = tokio::time::timeout(END_LIMIT, session.next(&mut self.complete)).await;
        let complete = complete.map_err(|_| ErrorKind::Timeout {
            what: "the trace did not complete".to_owned(),
            waited: END_LIMIT,
        })??;
        resources.is_tracing(false);
        let lacks =
            |field: &str| ErrorKind::protocol(format!("the trace is complete, but `{field}` is missing"));
        let handle = complete.params["stream"]
            .as_str()
            .ok_or_else(|| lacks("stream"))?;
        resources.has_stream(Some(handle));
        let data_loss = complete.params["dataLossOccurred"]
            .as_bool()
            .ok_or_else(|| lacks("dataLossOccurred"))?;
        if data_loss {
            Noticed::by_answer("data-loss").tell(noticed);
        }
        if complete.params["streamCompression"] != "gzip" {
            return Err(ErrorKind::protocol("the trace is not packed as gzip").into());
        }
        let mut file = folder.begin(TRACE_FILE)?;
        loop {
            let parameters = json!({"handle": handle, "size": READ_SIZE});
            let reply = session.call(&protocol::IO_READ, parameters).await?;
            let data = reply.text("data")?;
            if reply.value["base64Encoded"] == true {
                let bytes = STANDARD.decode(data).map_err(|_| reply.lacks("data"))?;
                file.append(&bytes)?;
            } else {
                file.append(data.as_bytes())?;
            }
            if reply.flag("eof")? {
                break;
            }
        }
        session
            .call(&protocol::IO_CLOSE, json!({"handle": handle}))
            .await?;
        resources.has_stream(None);
        let bytes = file.bytes;
        folder.finish(file)?;
        Ok(TraceCapture {
            categories: self
                .categories
                .iter()
                .map(|category| (*category).to_owned())
                .collect(),
            start_us: self.start_us,
            data_loss,
            bytes,
        })
    }
}

#[cfg(test)]
mod tests;
