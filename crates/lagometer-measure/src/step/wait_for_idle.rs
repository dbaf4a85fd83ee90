//! `waitForIdle`: waits until for some time there was no long task and no request.

use super::deadline::{Deadline, Elapsed};
use super::{Fault, POLL, Steps};
use serde_json::json;
use std::cell::RefCell;
use std::time::Duration;
use tokio::time::Instant;

pub(super) async fn run(steps: &Steps<'_>, wanted: Duration, deadline: Deadline) -> Result<(), Fault> {
    steps.acting(deadline).await?;
    let start = Instant::now();
    let busy = RefCell::new(String::new());
    let waiting = async {
        loop {
            steps.probe();
            // Milliseconds since the last long task; null where there was none.
            let since: Option<f64> = steps
                .page
                .in_world("sinceLongTask", json!([]), deadline.call_limit())
                .await?;
            let tasks = since.map_or(Duration::MAX, |since| {
                Duration::from_secs_f64(since.max(0.0) / 1000.0)
            });
            let requests = match &steps.page.requests {
                Some(requests) => requests.quiet(),
                None => Ok(Duration::MAX),
            };
            match requests {
                Ok(quiet) if quiet.min(tasks).min(start.elapsed()) >= wanted => return Ok(()),
                Ok(_) if tasks < wanted => {
                    busy.replace(format!("the last long task ended {} ms ago", tasks.as_millis()));
                }
                Ok(quiet) => {
                    busy.replace(format!(
                        "the last request began or ended {} ms ago",
                        quiet.min(start.elapsed()).as_millis()
                    ));
                }
                Err(url) => {
                    busy.replace(format!("`{url}` is still being loaded"));
                }
            }
            steps.page.pause(POLL).await?;
        }
    };
    match deadline.bound(waiting).await {
        Ok(result) => result,
        Err(Elapsed) => {
            let what = format!("the page was not idle for {} ms", wanted.as_millis());
            let kind = steps.unmet(what, deadline.limit, false);
            Err(match busy.take() {
                text if text.is_empty() => Fault::new(kind, steps.loading().await),
                text => Fault::new(kind, text),
            })
        }
    }
}
