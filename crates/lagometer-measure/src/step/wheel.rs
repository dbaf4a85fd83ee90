//! `wheel`: turns the mouse wheel, in even notches.

use super::click::unhandled;
use super::deadline::{Deadline, Elapsed};
use super::element::{Point, Reach, ready};
use super::input;
use super::{Fault, Steps};
use crate::cdp::protocol;
use crate::error::ErrorKind;
use lagometer_report::scenario::Selectors;
use std::time::Duration;
use tokio::task::JoinSet;
use tokio::time::Instant;

/// About once a frame, as a wheel that is turned fast gives them.
const PER_NOTCH: Duration = Duration::from_millis(16);

/// How it is turned.
#[derive(Clone, Copy, Debug)]
pub(super) struct Wheel<'a> {
    pub delta: (f64, f64),
    pub selectors: Option<&'a Selectors>,
    pub duration: Duration,
}

pub(super) async fn run(steps: &Steps<'_>, wheel: Wheel<'_>, deadline: Deadline) -> Result<(), Fault> {
    let point = match wheel.selectors {
        Some(selectors) => {
            let reach = Reach {
                offset: (None, None),
                verb: "scrolled",
                enabled: false,
            };
            ready(steps, selectors, reach, deadline).await?
        }
        None => middle(steps).await?,
    };
    let turning = async {
        input::mouse_move(steps, point, None).await?;
        steps.acting(deadline).await?;
        turn(steps, point, wheel).await
    };
    match (deadline.bound(turning).await, wheel.selectors) {
        (Ok(result), _) => result,
        (Err(Elapsed), Some(selectors)) => Err(unhandled(steps, "wheel", selectors, deadline).await),
        (Err(Elapsed), None) => Err(Fault::new(
            ErrorKind::Timeout {
                what: "the wheel was not handled".to_owned(),
                waited: deadline.limit,
            },
            steps.loading().await,
        )),
    }
}

async fn middle(steps: &Steps<'_>) -> Result<Point, Fault> {
    let state = steps.page.state().await?;
    Ok(Point {
        x: state.inner_width / 2.0,
        y: state.inner_height / 2.0,
    })
}

/// A wheel does not wait for the page: every notch is sent when it is due, whether the ones before it
/// were handled or not. The step ends when all of them were.
async fn turn(steps: &Steps<'_>, point: Point, wheel: Wheel<'_>) -> Result<(), Fault> {
    let start = Instant::now();
    let count = notches(wheel.duration);
    let mut sent = JoinSet::new();
    for index in 1..=count {
        // The first at once, the last when the time is over.
        let due = start + wheel.duration * (index - 1) / (count - 1).max(1);
        steps
            .page
            .pause(due.saturating_duration_since(Instant::now()))
            .await?;
        let part = |total: f64| share(total, index, count) - share(total, index - 1, count);
        let notch = input::wheel_notch(steps, point, (part(wheel.delta.0), part(wheel.delta.1)));
        let session = steps.page.session.clone();
        sent.spawn(async move {
            let limit = input::BOUNDED_BY_STEP;
            session
                .call_within(&protocol::INPUT_DISPATCH_MOUSE_EVENT, notch, limit)
                .await
        });
        // A page that was lost is not turned any further.
        while let Some(handled) = sent.try_join_next() {
            joined(handled)??;
        }
    }
    while let Some(handled) = sent.join_next().await {
        joined(handled)??;
    }
    Ok(())
}

fn joined<T>(handled: Result<T, tokio::task::JoinError>) -> Result<T, Fault> {
    handled.map_err(|error| ErrorKind::protocol(format!("a notch of the wheel was lost: {error}")).into())
}

fn notches(duration: Duration) -> u32 {
    let notches = duration.as_millis() / PER_NOTCH.as_millis();
    u32::try_from(notches).map_or(u32::MAX, |notches| notches.max(1))
}

/// The part of the whole after `index` of `count` notches, in whole pixels; the last is the whole, so
/// the notches add up to exactly what was asked for.
fn share(total: f64, index: u32, count: u32) -> f64 {
    if index == count {
        return total;
    }
    (total * f64::from(index) / f64::from(count)).round()
}

#[cfg(test)]
mod tests;
