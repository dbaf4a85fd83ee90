//! `click`: presses and releases a mouse button on an element, as a hand would.

use super::deadline::{Deadline, Elapsed};
use super::wait_for_element::invalid;
use super::{Fault, POLL, Steps, shown};
use crate::cdp::protocol;
use crate::error::ErrorKind;
use lagometer_report::scenario::{MouseButton, Selectors};
use serde_json::json;
use std::time::Duration;

/// How it is clicked.
#[derive(Clone, Copy, Debug)]
pub(super) struct Click {
    pub offset: (Option<f64>, Option<f64>),
    pub button: MouseButton,
    pub held: Duration,
}

impl Click {
    /// A plain one in the middle.
    pub const PLAIN: Click = Click {
        offset: (None, None),
        button: MouseButton::Primary,
        held: Duration::ZERO,
    };
}

#[derive(Clone, Copy, Debug, PartialEq, serde::Deserialize)]
struct Point {
    x: f64,
    y: f64,
}

/// What the page answers.
#[derive(serde::Deserialize)]
#[serde(rename_all = "camelCase")]
struct Target {
    /// The selector that cannot be read.
    invalid: Option<String>,
    message: Option<String>,
    /// The selector that won.
    selector: Option<String>,
    count: Option<u64>,
    point: Option<Point>,
    /// Why it cannot be clicked yet.
    why: Option<String>,
    covered_by: Option<String>,
}

pub(super) async fn run(
    steps: &Steps<'_>,
    selectors: &Selectors,
    click: &Click,
    deadline: Deadline,
) -> Result<(), Fault> {
    let point = ready(steps, selectors, click, deadline).await?;
    let acting = async {
        // The page gets mouse moves with its next frame: the way there is no part of the measure.
        mouse(steps, "mouseMoved", point, None).await?;
        steps.acting(deadline).await?;
        mouse(steps, "mousePressed", point, Some(click.button)).await?;
        if !click.held.is_zero() {
            steps.page.pause(click.held).await?;
        }
        mouse(steps, "mouseReleased", point, Some(click.button)).await
    };
    match deadline.bound(acting).await {
        Ok(result) => result,
        Err(Elapsed) => Err(Fault::new(
            ErrorKind::Timeout {
                what: format!("the click on {} was not handled", shown(selectors)),
                waited: deadline.limit,
            },
            steps.loading().await,
        )),
    }
}

/// Waits until the element has a box inside the viewport, in the same place in two looks, with nothing
/// on top.
async fn ready(
    steps: &Steps<'_>,
    selectors: &Selectors,
    click: &Click,
    deadline: Deadline,
) -> Result<Point, Fault> {
    let mut last: Option<Target> = None;
    let waiting = async {
        let mut before = None;
        loop {
            steps.probe();
            let arguments = json!([selectors.0, click.offset.0, click.offset.1]);
            let target: Target = steps
                .page
                .in_world("target", arguments, deadline.call_limit())
                .await?;
            if let Some(selector) = &target.invalid {
                return Err(invalid(selector, target.message));
            }
            let place = target.point.filter(|_| target.covered_by.is_none());
            last = Some(target);
            if let (Some(place), true) = (place, place == before) {
                return Ok(place);
            }
            before = place;
            steps.page.pause(POLL).await?;
        }
    };
    match deadline.bound(waiting).await {
        Ok(result) => result,
        Err(Elapsed) => Err(not_ready(steps, selectors, deadline, last).await),
    }
}

async fn not_ready(
    steps: &Steps<'_>,
    selectors: &Selectors,
    deadline: Deadline,
    last: Option<Target>,
) -> Fault {
    let waited = deadline.limit;
    let Some(target) = last else {
        let condition = format!("nothing matched {}", shown(selectors));
        return Fault::new(ErrorKind::NoMatch { condition, waited }, steps.loading().await);
    };
    let selector = target.selector.unwrap_or_else(|| selectors.0.join(", "));
    let found = match target.count {
        Some(1) => format!("{}, 1 element", steps.loading().await),
        Some(count) => format!("{}, {count} elements", steps.loading().await),
        None => steps.loading().await.to_owned(),
    };
    let kind = match (target.covered_by, target.why) {
        (Some(by), _) => return ErrorKind::Covered { selector, by }.into(),
        (None, Some(why)) => ErrorKind::NotClickable {
            selector,
            why,
            waited,
        },
        (None, None) if target.count == Some(0) => ErrorKind::NoMatch {
            condition: format!("nothing matched {}", shown(selectors)),
            waited,
        },
        (None, None) => ErrorKind::NotClickable {
            selector,
            why: "does not stay in one place".to_owned(),
            waited,
        },
    };
    Fault::new(kind, found)
}

/// The protocol's name of a button, and its bit in `buttons`.
fn protocol_button(button: MouseButton) -> (&'static str, u32) {
    match button {
        MouseButton::Primary => ("left", 1),
        MouseButton::Secondary => ("right", 2),
        MouseButton::Auxiliary => ("middle", 4),
        MouseButton::Back => ("back", 8),
        MouseButton::Forward => ("forward", 16),
    }
}

async fn mouse(
    steps: &Steps<'_>,
    kind: &str,
    point: Point,
    button: Option<MouseButton>,
) -> Result<(), Fault> {
    let (name, bit) = button.map_or(("none", 0), protocol_button);
    let parameters = json!({
        "type": kind,
        "x": point.x,
        "y": point.y,
        "button": name,
        // The buttons that are held after the event.
        "buttons": if kind == "mousePressed" { bit } else { 0 },
        "clickCount": u32::from(button.is_some()),
    });
    // The step's deadline bounds it.
    let limit = Duration::from_secs(3600);
    steps
        .page
        .session
        .call_within(&protocol::INPUT_DISPATCH_MOUSE_EVENT, parameters, limit)
        .await?;
    Ok(())
}
