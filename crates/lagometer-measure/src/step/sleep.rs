//! `sleep`: waits.

use super::{Fault, Steps};
use std::time::Duration;

pub(super) async fn run(steps: &Steps<'_>, duration: Duration) -> Result<(), Fault> {
    steps.acting(steps.deadline(steps.timeout)).await?;
    Ok(steps.page.pause(duration).await?)
}
