//! Looking for an element, and waiting until a pointer can reach it.

use super::deadline::{Deadline, Elapsed};
use super::{Fault, POLL, Steps};
use crate::error::ErrorKind;
use lagometer_report::scenario::Selectors;
use serde_json::{Value, json};

/// A point in the viewport, in CSS pixels.
#[derive(Clone, Copy, Debug, PartialEq, serde::Deserialize)]
pub(super) struct Point {
    pub x: f64,
    pub y: f64,
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

/// What a pointer step wants of its element.
#[derive(Clone, Copy, Debug)]
pub(super) struct Reach {
    /// From the corner of its box; the middle where absent.
    pub offset: (Option<f64>, Option<f64>),
    /// What is done to it, in words: "clicked".
    pub verb: &'static str,
    /// Whether it has to take input: a disabled control can be hovered, but not clicked.
    pub enabled: bool,
}

/// Selectors as the page takes them: a list of paths.
pub(super) fn paths(selectors: &Selectors) -> Value {
    selectors.0.iter().map(|selector| json!(selector.0)).collect()
}

/// Selectors as errors show them: `a`, or `a` or `b`.
pub(super) fn shown(selectors: &Selectors) -> String {
    let quoted: Vec<String> = selectors
        .0
        .iter()
        .map(|selector| format!("`{selector}`"))
        .collect();
    quoted.join(" or ")
}

/// The error of a selector that the page cannot read.
pub(super) fn invalid(selector: &str, message: Option<String>) -> Fault {
    ErrorKind::Invalid {
        what: "selector",
        text: selector.to_owned(),
        message: message.unwrap_or_else(|| "the page cannot read it".to_owned()),
    }
    .into()
}

/// Waits until the element has a box inside the viewport, in the same place in two looks, with nothing
/// on top.
pub(super) async fn ready(
    steps: &Steps<'_>,
    selectors: &Selectors,
    reach: Reach,
    deadline: Deadline,
) -> Result<Point, Fault> {
    let mut last: Option<Target> = None;
    let waiting = async {
        let mut before = None;
        loop {
            steps.probe();
            let target = look(steps, selectors, reach, true, deadline).await?;
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
        Err(Elapsed) => Err(not_ready(steps, selectors, reach, deadline, last).await),
    }
}

/// Where the element is now, without scrolling to it; absent where a pointer does not reach it.
pub(super) async fn now(
    steps: &Steps<'_>,
    selectors: &Selectors,
    reach: Reach,
    deadline: Deadline,
) -> Result<Option<Point>, Fault> {
    steps.probe();
    let target = look(steps, selectors, reach, false, deadline).await?;
    Ok(target.point.filter(|_| target.covered_by.is_none()))
}

/// One look: where the element is in the viewport of the page, or why a pointer does not reach it.
async fn look(
    steps: &Steps<'_>,
    selectors: &Selectors,
    reach: Reach,
    scrolls: bool,
    deadline: Deadline,
) -> Result<Target, Fault> {
    let (x, y) = reach.offset;
    let arguments = json!([paths(selectors), x, y, reach.enabled, scrolls]);
    let mut target: Target = steps.in_frame("target", arguments, deadline).await?;
    // A frame counts from its own corner: out of each frame into the one around it.
    let way = steps.frame.borrow().clone();
    for depth in (0..way.len()).rev() {
        let Some(point) = target.point.filter(|_| target.covered_by.is_none()) else {
            break;
        };
        let arguments = json!([way[depth], point.x, point.y, scrolls]);
        let limit = deadline.call_limit();
        let around: Option<Target> = steps
            .page
            .in_frame(&way[..depth], "throughFrame", arguments, limit)
            .await?;
        target.point = around.as_ref().and_then(|around| around.point);
        if let Some(around) = around {
            target.why = around.why;
            target.covered_by = around.covered_by;
        }
    }
    Ok(target)
}

async fn not_ready(
    steps: &Steps<'_>,
    selectors: &Selectors,
    reach: Reach,
    deadline: Deadline,
    last: Option<Target>,
) -> Fault {
    let waited = deadline.limit;
    let Some(target) = last else {
        let condition = format!("nothing matched {}", shown(selectors));
        return Fault::new(ErrorKind::NoMatch { condition, waited }, steps.loading().await);
    };
    let selector = target.selector.unwrap_or_else(|| {
        let all: Vec<String> = selectors.0.iter().map(ToString::to_string).collect();
        all.join(", ")
    });
    let found = match target.count {
        Some(1) => format!("{}, 1 element", steps.loading().await),
        Some(count) => format!("{}, {count} elements", steps.loading().await),
        None => steps.loading().await,
    };
    let kind = match (target.covered_by, target.why) {
        (Some(by), _) => return ErrorKind::Covered { selector, by }.into(),
        (None, Some(why)) => ErrorKind::NotClickable {
            selector,
            verb: reach.verb,
            why,
            waited,
        },
        (None, None) if target.count == Some(0) => ErrorKind::NoMatch {
            condition: format!("nothing matched {}", shown(selectors)),
            waited,
        },
        (None, None) => ErrorKind::NotClickable {
            selector,
            verb: reach.verb,
            why: "does not stay in one place".to_owned(),
            waited,
        },
    };
    Fault::new(kind, found)
}
