//! `evaluate`: runs the body of an async function in the page.

use super::deadline::{Deadline, Elapsed};
use super::{Fault, Steps};
use crate::cdp::{CallError, CallReason};
use crate::error::ErrorKind;
use crate::page::{Evaluated, SOURCE_NAME};

pub(super) async fn run(
    steps: &Steps<'_>,
    body: &str,
    save_as: Option<&str>,
    deadline: Deadline,
) -> Result<(), Fault> {
    steps.acting(deadline).await?;
    // What nobody keeps is not carried out of the page. One line stands before the body: exceptions
    // are counted from there.
    let code = match save_as {
        Some(_) => format!("(async () => {{\n{body}\n}})()\n//# sourceURL={SOURCE_NAME}"),
        None => format!("(async () => {{\n{body}\n}})().then(() => undefined)\n//# sourceURL={SOURCE_NAME}"),
    };
    let evaluated = match deadline.bound(steps.evaluate(&code, deadline)).await {
        Ok(Err(error)) if error.is_context_lost() => {
            return Err(ErrorKind::EvaluateThrew {
                message: "the page was left while the code ran".to_owned(),
                line: None,
            }
            .into());
        }
        Ok(Err(error)) if save_as.is_some() => return Err(not_kept(error)),
        Ok(evaluated) => evaluated?,
        Err(Elapsed) => {
            return Err(Fault::new(
                ErrorKind::Timeout {
                    what: "the code of `evaluate` did not end".to_owned(),
                    waited: deadline.limit,
                },
                steps.loading().await,
            ));
        }
    };
    match evaluated {
        Evaluated::Value(value) => {
            if let Some(name) = save_as {
                steps.saved.borrow_mut().insert(name.to_owned(), value);
            }
            Ok(())
        }
        Evaluated::Threw(exception) => Err(match exception.line {
            Some(line) => Fault::new(
                ErrorKind::EvaluateThrew {
                    message: exception.message,
                    line: Some(line),
                },
                format!("line {line} of the code"),
            ),
            None => ErrorKind::EvaluateThrew {
                message: exception.message,
                line: None,
            }
            .into(),
        }),
    }
}

/// What was returned may be nothing that can leave the page: a window, half a surrogate pair.
fn not_kept(error: CallError) -> Fault {
    let why = match &error.reason {
        CallReason::Remote { message, .. } | CallReason::Unreadable(message) => message.clone(),
        _ => return error.into(),
    };
    ErrorKind::EvaluateThrew {
        message: format!("what it returned cannot be kept: {why}"),
        line: None,
    }
    .into()
}
