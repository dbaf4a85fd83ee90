//! `click`: presses and releases a mouse button on an element, as a hand would.

use super::deadline::{Deadline, Elapsed};
use super::element::{Point, Reach, ready, shown};
use super::{Fault, Steps};
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

pub(super) async fn run(
    steps: &Steps<'_>,
    selectors: &Selectors,
    click: &Click,
    deadline: Deadline,
) -> Result<(), Fault> {
    let reach = Reach {
        offset: click.offset,
        verb: "clicked",
        enabled: true,
    };
    let point = ready(steps, selectors, reach, deadline).await?;
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
