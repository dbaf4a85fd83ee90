//! `snapshot`: the page's heap, streamed into a file of the run. Only in the pass that is made for it; in
//! rounds the step does nothing.

use super::deadline::{Deadline, Elapsed};
use super::{Fault, Phase, Steps};
use crate::error::ErrorKind;
use std::time::Duration;

/// How long it may take where the step does not say it: a large heap takes minutes, and one that does not
/// go on is found out sooner.
pub(super) const TIMEOUT: Duration = Duration::from_secs(24 * 60 * 60);

pub(super) async fn run(steps: &Steps<'_>, name: &str, path: &str, deadline: Deadline) -> Result<(), Fault> {
    steps.acting(deadline).await?;
    // In the warm-up the page is not yet what it is to be.
    let wanted = steps
        .snapshots
        .filter(|_| steps.phase.get() != Phase::WarmupInPage);
    let Some(snapshots) = wanted else { return Ok(()) };
    match deadline.bound(snapshots.take(steps.page, name, path)).await {
        Ok(taken) => Ok(taken?),
        Err(Elapsed) => Err(ErrorKind::Timeout {
            what: "the heap snapshot was not done".to_owned(),
            waited: deadline.limit,
        }
        .into()),
    }
}
