//! `waitForElement`: waits until enough elements match.

use super::deadline::{Deadline, Elapsed};
use super::element::{invalid, paths, shown};
use super::measure::Closing;
use super::{Fault, POLL, Steps};
use lagometer_report::scenario::{CountOperator, Selectors};
use serde::Serialize;
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// What is waited for, as the page takes it.
#[derive(Clone, Copy, Debug, Serialize)]
pub(super) struct Wanted<'a> {
    pub operator: CountOperator,
    pub count: u32,
    pub visible: Option<bool>,
    pub attributes: &'a BTreeMap<String, String>,
    pub properties: &'a BTreeMap<String, Value>,
}

/// What the page answers.
#[derive(serde::Deserialize)]
struct Look {
    /// The selector that cannot be read.
    invalid: Option<String>,
    message: Option<String>,
    count: Option<u64>,
    done: Option<bool>,
}

pub(super) async fn run(
    steps: &Steps<'_>,
    selectors: &Selectors,
    wanted: Wanted<'_>,
    deadline: Deadline,
) -> Result<(), Fault> {
    steps.acting(deadline).await?;
    let mut last = None;
    let waiting = async {
        loop {
            steps.probe();
            let look: Look = steps
                .in_frame("count", arguments(selectors, wanted), deadline)
                .await?;
            let look = look.checked()?;
            if look.done == Some(true) {
                return Ok(());
            }
            last = look.count;
            steps.page.pause(POLL).await?;
        }
    };
    match deadline.bound(waiting).await {
        Ok(result) => result,
        Err(Elapsed) => Err(unmet(steps, selectors, wanted, deadline, last).await),
    }
}

/// The same, watched from inside the page, which closes the measures that end with it.
pub(super) async fn watch(
    steps: &Steps<'_>,
    selectors: &Selectors,
    wanted: Wanted<'_>,
    closing: &[Closing],
    deadline: Deadline,
) -> Result<(), Fault> {
    // The clock of a measure is that of the page: a frame watches, but the page closes.
    let (inside, outside) = if steps.frame.borrow().is_empty() {
        (closing, &[][..])
    } else {
        (&[][..], closing)
    };
    let mut parameters = arguments(selectors, wanted);
    if let Some(list) = parameters.as_array_mut() {
        list.push(json!(inside));
    }
    let watching = async {
        loop {
            let look: Look = steps
                .in_frame("watchElement", parameters.clone(), deadline)
                .await?;
            if look.checked()?.done == Some(true) {
                break;
            }
            // The frame is not there yet.
            steps.page.pause(POLL).await?;
        }
        if !outside.is_empty() {
            let limit = deadline.call_limit();
            steps
                .page
                .in_world::<Vec<bool>>("close", json!([outside]), limit)
                .await?;
        }
        Ok(())
    };
    match deadline.bound(watching).await {
        Ok(watched) => watched,
        Err(Elapsed) => {
            let asked = steps.in_frame::<Look>("count", arguments(selectors, wanted), deadline);
            let asked = tokio::time::timeout(POLL * 10, asked).await;
            let last = asked.ok().and_then(Result::ok).and_then(|look| look.count);
            Err(unmet(steps, selectors, wanted, deadline, last).await)
        }
    }
}

impl Look {
    fn checked(self) -> Result<Look, Fault> {
        match self.invalid {
            Some(selector) => Err(invalid(&selector, self.message)),
            None => Ok(self),
        }
    }
}

fn arguments(selectors: &Selectors, wanted: Wanted<'_>) -> Value {
    json!([paths(selectors), wanted])
}

fn operator(operator: CountOperator) -> &'static str {
    match operator {
        CountOperator::AtLeast => ">=",
        CountOperator::Exactly => "==",
        CountOperator::AtMost => "<=",
    }
}

async fn unmet(
    steps: &Steps<'_>,
    selectors: &Selectors,
    wanted: Wanted<'_>,
    deadline: Deadline,
    last: Option<u64>,
) -> Fault {
    let kind = match wanted.visible {
        None => "",
        Some(true) => "visible ",
        Some(false) => "hidden ",
    };
    let mut selectors = shown(selectors);
    if !(wanted.attributes.is_empty() && wanted.properties.is_empty()) {
        selectors.push_str(" with the attributes and properties that are wanted");
    }
    let condition = match (wanted.operator, wanted.count, wanted.visible) {
        (CountOperator::AtLeast, 1, None) => format!("nothing matched {selectors}"),
        (CountOperator::AtLeast, 1, Some(_)) => format!("nothing {}matched {selectors}", kind),
        (relation, count, _) => {
            format!(
                "the number of {kind}elements that match {selectors} was not {} {count}",
                operator(relation)
            )
        }
    };
    let found = match last {
        Some(1) => format!("{}, 1 {kind}element", steps.loading().await),
        Some(count) => format!("{}, {count} {kind}elements", steps.loading().await),
        None => steps.loading().await,
    };
    Fault::new(steps.unmet(condition, deadline.limit, true), found)
}
