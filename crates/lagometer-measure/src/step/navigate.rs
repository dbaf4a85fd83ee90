//! `navigate`: loads a page and waits for its load event.

use super::{Fault, Steps, deadline::Deadline};
use crate::error::ErrorKind;
use crate::page::{Progress, absolute_url};
use std::cell::Cell;

pub(super) async fn run(steps: &Steps<'_>, url: &str, deadline: Deadline) -> Result<(), Fault> {
    steps.acting(deadline).await?;
    load(steps, url, deadline).await
}

/// Loads the page; also for the scenario's own `url`.
pub(super) async fn load(steps: &Steps<'_>, url: &str, deadline: Deadline) -> Result<(), Fault> {
    let url = absolute_url(url, steps.base_url);
    let progress = Cell::new(Progress::Requested);
    let loading = steps.page.navigate(&url, |now| progress.set(now));
    match deadline.bound(loading).await {
        Ok(result) => Ok(result?),
        Err(_) => Err(Fault::new(
            ErrorKind::Timeout {
                what: format!("`{url}` did not load"),
                waited: deadline.limit,
            },
            progress.get().text(),
        )),
    }
}
