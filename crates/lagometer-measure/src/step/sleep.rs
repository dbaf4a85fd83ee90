//! `sleep`: waits.

use super::{Fault, Steps, deadline::Deadline};
use std::time::Duration;

pub(super) async fn run(steps: &Steps<'_>, duration: Duration) -> Result<(), Fault> {
    steps.acting(Deadline::new(steps.timeout)).await?;
    Ok(steps.page.pause(duration).await?)
}
