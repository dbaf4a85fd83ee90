//! `waitForFrames`: waits for animation frames.

use super::{Fault, Steps, deadline::Deadline};
use crate::error::ErrorKind;
use serde_json::json;

pub(super) async fn run(steps: &Steps<'_>, count: u32, deadline: Deadline) -> Result<(), Fault> {
    steps.acting(deadline).await?;
    frames(steps, count, deadline).await
}

/// Waits for frames; also for `settle`.
pub(super) async fn frames(steps: &Steps<'_>, count: u32, deadline: Deadline) -> Result<(), Fault> {
    let waiting = steps
        .page
        .in_world::<()>("frames", json!([count]), deadline.call_limit());
    match deadline.bound(waiting).await {
        Ok(result) => Ok(result?),
        Err(_) => Err(Fault::new(
            ErrorKind::Timeout {
                what: format!("{count} animation frames did not pass"),
                waited: deadline.limit,
            },
            no_frames(steps).await,
        )),
    }
}

/// Why no frame may have come.
pub(super) async fn no_frames(steps: &Steps<'_>) -> String {
    let asked = tokio::time::timeout(std::time::Duration::from_millis(500), steps.page.state()).await;
    match asked {
        Ok(Ok(state)) if state.visibility != "visible" => {
            format!("the page is {}: it draws no frames", state.visibility)
        }
        Ok(Ok(_)) => "the page is visible".to_owned(),
        _ => "page does not answer".to_owned(),
    }
}
