//! `waitForEvent`: waits until an event is dispatched, and listens from its own start.

use super::deadline::{Deadline, Elapsed};
use super::element::{invalid, paths, shown};
use super::measure::Closing;
use super::{Fault, Steps};
use lagometer_report::scenario::Selectors;
use serde_json::json;

/// What the page answers.
#[derive(serde::Deserialize)]
struct Heard {
    /// The selector that cannot be read.
    invalid: Option<String>,
    message: Option<String>,
}

/// Listens in the page, which closes the measures that end with it.
pub(super) async fn run(
    steps: &Steps<'_>,
    event: &str,
    selectors: Option<&Selectors>,
    closing: &[Closing],
    deadline: Deadline,
) -> Result<(), Fault> {
    steps.acting(deadline).await?;
    let arguments = json!([event, selectors.map(paths), closing]);
    let listening = steps
        .page
        .in_world::<Heard>("event", arguments, deadline.call_limit());
    match deadline.bound(listening).await {
        Ok(heard) => {
            let heard = heard?;
            match heard.invalid {
                Some(selector) => Err(invalid(&selector, heard.message)),
                None => Ok(()),
            }
        }
        Err(Elapsed) => {
            let at = match selectors {
                Some(selectors) => format!(" at {}", shown(selectors)),
                None => String::new(),
            };
            let what = format!("the event `{event}` did not come{at}");
            let kind = steps.unmet(what, deadline.limit, false);
            Err(Fault::new(kind, steps.loading().await))
        }
    }
}
