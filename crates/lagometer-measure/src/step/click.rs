//! `click`, `doubleClick`, `hover`: what a hand does with the mouse or a finger in one place.

use super::deadline::{Deadline, Elapsed};
use super::element::{Point, Reach, ready, shown};
use super::input::{self, Press};
use super::{Fault, Steps};
use crate::error::ErrorKind;
use lagometer_report::scenario::{DeviceType, MouseButton, Selectors};
use std::time::Duration;

/// How it is clicked.
#[derive(Clone, Copy, Debug)]
pub(super) struct Click {
    pub offset: (Option<f64>, Option<f64>),
    pub button: MouseButton,
    pub held: Duration,
    pub device: DeviceType,
    /// How many clicks in a row.
    pub count: u32,
}

impl Click {
    /// A plain one in the middle.
    pub const PLAIN: Click = Click {
        offset: (None, None),
        button: MouseButton::Primary,
        held: Duration::ZERO,
        device: DeviceType::Mouse,
        count: 1,
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
        match click.device {
            DeviceType::Mouse | DeviceType::Pen => with_mouse(steps, point, click, deadline).await,
            DeviceType::Touch => with_finger(steps, point, click, deadline).await,
        }
    };
    match deadline.bound(acting).await {
        Ok(result) => result,
        Err(Elapsed) => Err(unhandled(steps, "click", selectors, deadline).await),
    }
}

async fn with_mouse(steps: &Steps<'_>, point: Point, click: &Click, deadline: Deadline) -> Result<(), Fault> {
    // The page gets mouse moves with its next frame: the way there is no part of the measure.
    let pointer = click.device;
    input::pointer_move(steps, pointer, point, None).await?;
    steps.acting(deadline).await?;
    for count in 1..=click.count {
        let button = click.button;
        let press = Press {
            button,
            count,
            pointer,
        };
        input::mouse_press(steps, point, press).await?;
        if !click.held.is_zero() {
            steps.page.pause(click.held).await?;
        }
        input::mouse_release(steps, point, press).await?;
    }
    Ok(())
}

async fn with_finger(
    steps: &Steps<'_>,
    point: Point,
    click: &Click,
    deadline: Deadline,
) -> Result<(), Fault> {
    steps.acting(deadline).await?;
    for _ in 0..click.count {
        input::touch(steps, Some(point)).await?;
        if !click.held.is_zero() {
            steps.page.pause(click.held).await?;
        }
        input::touch(steps, None).await?;
    }
    Ok(())
}

/// Moves the mouse over an element.
pub(super) async fn hover(
    steps: &Steps<'_>,
    selectors: &Selectors,
    offset: (Option<f64>, Option<f64>),
    deadline: Deadline,
) -> Result<(), Fault> {
    let reach = Reach {
        offset,
        verb: "hovered",
        enabled: false,
    };
    let point = ready(steps, selectors, reach, deadline).await?;
    steps.acting(deadline).await?;
    match deadline.bound(input::mouse_move(steps, point, None)).await {
        Ok(result) => result,
        Err(Elapsed) => Err(unhandled(steps, "hovering", selectors, deadline).await),
    }
}

/// The error of input that the page did not answer in time.
pub(super) async fn unhandled(
    steps: &Steps<'_>,
    what: &str,
    selectors: &Selectors,
    deadline: Deadline,
) -> Fault {
    Fault::new(
        ErrorKind::Timeout {
            what: format!("the {what} on {} was not handled", shown(selectors)),
            waited: deadline.limit,
        },
        steps.loading().await,
    )
}
