//! `measure`: a phase that the user waits for.
//!
//! It begins in the page right before its first inner step acts, and ends in the first task after the
//! next frame once its last inner step is done. A wait at its end is watched by the page itself, so
//! that the end is not rounded to the driver's looks.

use super::deadline::{Deadline, Elapsed};
use super::wait_for_element::{self, Wanted};
use super::{Fault, Steps, wait_for_event, wait_for_expression, wait_for_frames};
use crate::error::{Error, ErrorKind};
use lagometer_report::scenario::{Action, MeasureEnd, Step};
use serde::Serialize;
use serde_json::{Value, json};
use std::cell::RefCell;
use std::rc::Rc;

/// A measure that begins when the next step acts.
pub(super) struct Opening {
    name: String,
    /// Filled with the page's handle once it has begun.
    handle: Rc<RefCell<Option<Value>>>,
}

/// A measure that is to be closed, as the page's scripts take it.
#[derive(Clone, Debug, Serialize)]
pub(super) struct Closing {
    handle: Value,
    until: &'static str,
}

pub(super) async fn run(
    steps: &Steps<'_>,
    step: &Step,
    name: &str,
    until: MeasureEnd,
    inner: &[Step],
) -> Result<(), Error> {
    let handle = Rc::new(RefCell::new(None));
    steps.opening.borrow_mut().push(Opening {
        name: name.to_owned(),
        handle: handle.clone(),
    });
    let deadline = || steps.deadline(steps.limit(step));
    let closing = || {
        let begun = handle.borrow().clone();
        begun.map(|handle| Closing {
            handle,
            until: match until {
                MeasureEnd::Now => "now",
                MeasureEnd::NextFrame => "frame",
            },
        })
    };
    let (watched, before) = match inner.split_last() {
        Some((last, before)) if is_watched(&last.action) && !last.awaits_navigation => (Some(last), before),
        _ => (None, inner),
    };
    steps.run_all(before).await?;
    // Where nothing has acted yet, it begins here.
    steps.acting(deadline()).await.map_err(|fault| fault.at(step))?;
    let closing: Vec<Closing> = closing().into_iter().collect();
    match watched {
        Some(last) => watch(steps, last, &closing).await.map_err(|fault| fault.at(last)),
        None => close(steps, name, &closing, deadline())
            .await
            .map_err(|fault| fault.at(step)),
    }
}

fn is_watched(action: &Action) -> bool {
    matches!(
        action,
        Action::WaitForElement { .. } | Action::WaitForExpression { .. } | Action::WaitForEvent { .. }
    )
}

async fn watch(steps: &Steps<'_>, last: &Step, closing: &[Closing]) -> Result<(), Fault> {
    steps.at(last);
    let deadline = steps.deadline(steps.limit(last));
    match &last.action {
        Action::WaitForElement {
            selectors,
            operator,
            count,
            visible,
            attributes,
            properties,
        } => {
            let wanted = Wanted {
                operator: *operator,
                count: *count,
                visible: *visible,
                attributes,
                properties,
            };
            wait_for_element::watch(steps, selectors, wanted, closing, deadline).await
        }
        Action::WaitForExpression { expression } => {
            wait_for_expression::watch(steps, expression, closing, deadline).await
        }
        Action::WaitForEvent { event, selectors } => {
            wait_for_event::run(steps, event, selectors.as_ref(), closing, deadline).await
        }
        _ => unreachable!("only waits are watched"),
    }
}

/// Begins the measures that wait for a step to act: all in one call, right before it.
pub(super) async fn begin_pending(steps: &Steps<'_>, deadline: Deadline) -> Result<(), Fault> {
    let pending = std::mem::take(&mut *steps.opening.borrow_mut());
    if pending.is_empty() {
        return Ok(());
    }
    let names: Vec<&str> = pending.iter().map(|opening| opening.name.as_str()).collect();
    let opening = steps
        .page
        .in_world::<Vec<Value>>("open", json!([names]), deadline.call_limit());
    let handles = deadline
        .bound(opening)
        .await
        .map_err(|Elapsed| ErrorKind::Timeout {
            what: format!("measure `{}` did not begin", names.join("`, `")),
            waited: deadline.limit,
        })??;
    for (opening, handle) in pending.iter().zip(handles) {
        opening.handle.replace(Some(handle));
    }
    Ok(())
}

async fn close(steps: &Steps<'_>, name: &str, closing: &[Closing], deadline: Deadline) -> Result<(), Fault> {
    let closed = steps
        .page
        .in_world::<Vec<bool>>("close", json!([closing]), deadline.call_limit());
    match deadline.bound(closed).await {
        Ok(closed) => {
            if closed?.contains(&false) {
                tracing::debug!(name, "the page was left inside a measure: it stays open");
            }
            Ok(())
        }
        Err(Elapsed) => Err(Fault::new(
            ErrorKind::Timeout {
                what: format!("measure `{name}` did not end: no frame was drawn"),
                waited: deadline.limit,
            },
            wait_for_frames::no_frames(steps).await,
        )),
    }
}
