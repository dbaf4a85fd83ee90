//! `drag`: presses the mouse on one element, moves it to another, and releases it there.

use super::click::unhandled;
use super::deadline::{Deadline, Elapsed};
use super::element::{Point, Reach, ready};
use super::input::{self, Press};
use super::{Fault, Steps, element};
use crate::error::ErrorKind;
use lagometer_report::scenario::{DeviceType, MouseButton, Selectors};
use std::time::Duration;
use tokio::time::Instant;

/// A hand moves the mouse about once a frame; even the shortest way has some moves, or a page that
/// waits for a first small move would take it for the whole way.
const PER_MOVE: Duration = Duration::from_millis(16);
const FEWEST_MOVES: u32 = 5;
const MOST_MOVES: u32 = 10_000;

/// The way.
#[derive(Clone, Copy, Debug)]
pub(super) struct Drag<'a> {
    pub from: &'a Selectors,
    pub to: &'a Selectors,
    pub offset: (Option<f64>, Option<f64>),
    pub to_offset: (Option<f64>, Option<f64>),
    pub duration: Duration,
}

pub(super) async fn run(steps: &Steps<'_>, drag: Drag<'_>, deadline: Deadline) -> Result<(), Fault> {
    let (from, to) = ends(steps, drag, deadline).await?;
    let moving = async {
        input::mouse_move(steps, from, None).await?;
        steps.acting(deadline).await?;
        let press = Press {
            button: MouseButton::Primary,
            count: 1,
            pointer: DeviceType::Mouse,
        };
        input::mouse_press(steps, from, press).await?;
        let start = Instant::now();
        let moves = moves(drag.duration);
        for index in 1..=moves {
            let due = start + drag.duration * index / moves;
            steps
                .page
                .pause(due.saturating_duration_since(Instant::now()))
                .await?;
            let share = f64::from(index) / f64::from(moves);
            let point = Point {
                x: from.x + (to.x - from.x) * share,
                y: from.y + (to.y - from.y) * share,
            };
            input::mouse_move(steps, point, Some(press.button)).await?;
        }
        input::mouse_release(steps, to, press).await
    };
    match deadline.bound(moving).await {
        Ok(result) => result,
        Err(Elapsed) => Err(unhandled(steps, "dragging", drag.from, deadline).await),
    }
}

/// In how many moves the way is made.
fn moves(duration: Duration) -> u32 {
    let moves = duration.as_millis() / PER_MOVE.as_millis();
    u32::try_from(moves).map_or(MOST_MOVES, |moves| moves.clamp(FEWEST_MOVES, MOST_MOVES))
}

/// Both ends, in the viewport at the same time.
async fn ends(steps: &Steps<'_>, drag: Drag<'_>, deadline: Deadline) -> Result<(Point, Point), Fault> {
    let reach = Reach {
        offset: drag.offset,
        verb: "dragged",
        enabled: false,
    };
    let drop = Reach {
        offset: drag.to_offset,
        verb: "dropped on",
        enabled: false,
    };
    // Looking for one may scroll the other away.
    ready(steps, drag.to, drop, deadline).await?;
    let from = ready(steps, drag.from, reach, deadline).await?;
    let to = ready(steps, drag.to, drop, deadline).await?;
    if element::now(steps, drag.from, reach, deadline).await? == Some(from) {
        return Ok((from, to));
    }
    let all: Vec<String> = drag.from.0.iter().map(ToString::to_string).collect();
    Err(ErrorKind::NotClickable {
        selector: all.join(", "),
        verb: "dragged",
        why: "is not in the viewport together with where it is to go".to_owned(),
        waited: deadline.limit,
    }
    .into())
}
