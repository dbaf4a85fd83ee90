//! `waitForExpression`: waits until an expression is true.

use super::deadline::{Deadline, Elapsed};
use super::measure::Closing;
use super::{Fault, POLL, Steps};
use crate::error::ErrorKind;
use crate::page::{Evaluated, Exception, SOURCE_NAME};
use serde_json::{Value, json};

pub(super) async fn run(steps: &Steps<'_>, expression: &str, deadline: Deadline) -> Result<(), Fault> {
    steps.acting(deadline).await?;
    let mut last = None;
    let waiting = async {
        loop {
            steps.probe();
            match look(steps, expression, deadline).await? {
                Look::True => return Ok(()),
                look => last = Some(look),
            }
            steps.page.pause(POLL).await?;
        }
    };
    match deadline.bound(waiting).await {
        Ok(result) => result,
        Err(Elapsed) => Err(unmet(steps, expression, deadline, last).await),
    }
}

/// The same, watched from inside the page once a frame; the page closes the measures that end with it.
pub(super) async fn watch(
    steps: &Steps<'_>,
    expression: &str,
    closing: &[Closing],
    deadline: Deadline,
) -> Result<(), Fault> {
    // The clock of a measure is that of the page: a frame watches, but the page closes.
    let (closing, outside) = if steps.frame.borrow().is_empty() {
        (closing, &[][..])
    } else {
        (&[][..], closing)
    };
    let code = format!(
        "globalThis[Symbol.for(\"lagometer.watch\")](async () => (\n{expression}\n), {})\n//# sourceURL={SOURCE_NAME}",
        json!(closing)
    );
    let watching = async {
        loop {
            match steps.evaluate(&code, deadline).await {
                Ok(Evaluated::Value(_)) => break,
                Ok(Evaluated::Threw(exception)) if exception.is_syntax_error => {
                    return Err(invalid(expression, exception));
                }
                Ok(Evaluated::Threw(exception)) => {
                    let message = format!("watching an expression failed: {}", exception.message);
                    return Err(ErrorKind::protocol(message).into());
                }
                // The page was left; it is watched in the new document.
                Err(error) if error.is_context_lost() => steps.page.pause(POLL).await?,
                Err(error) => return Err(error.into()),
            }
        }
        if !outside.is_empty() {
            let limit = deadline.call_limit();
            let closed = steps.page.in_world::<Vec<bool>>("close", json!([outside]), limit);
            closed.await?;
        }
        Ok(())
    };
    match deadline.bound(watching).await {
        Ok(result) => result,
        Err(Elapsed) => {
            let asked = tokio::time::timeout(POLL * 10, look(steps, expression, deadline)).await;
            let last = asked.ok().and_then(Result::ok);
            Err(unmet(steps, expression, deadline, last).await)
        }
    }
}

/// What a look gave.
enum Look {
    True,
    False,
    Threw(String),
    PageLeft,
}

async fn look(steps: &Steps<'_>, expression: &str, deadline: Deadline) -> Result<Look, Fault> {
    // What it throws is caught inside: an exception that is handed out would be kept alive for us.
    let code = format!(
        "(async () => {{ try {{ return Boolean(await (\n{expression}\n)) }} catch (error) {{ return String(error) }} }})()\n//# sourceURL={SOURCE_NAME}"
    );
    match steps.evaluate(&code, deadline).await {
        Ok(Evaluated::Value(Value::Bool(true))) => Ok(Look::True),
        Ok(Evaluated::Value(Value::Bool(false))) => Ok(Look::False),
        Ok(Evaluated::Value(other)) => Ok(Look::Threw(other.as_str().unwrap_or("unknown").to_owned())),
        Ok(Evaluated::Threw(exception)) if exception.is_syntax_error => Err(invalid(expression, exception)),
        Ok(Evaluated::Threw(exception)) => Ok(Look::Threw(exception.message)),
        Err(error) if error.is_context_lost() => Ok(Look::PageLeft),
        Err(error) => Err(error.into()),
    }
}

fn invalid(expression: &str, exception: Exception) -> Fault {
    ErrorKind::Invalid {
        what: "expression",
        text: expression.to_owned(),
        message: exception.message,
    }
    .into()
}

async fn unmet(steps: &Steps<'_>, expression: &str, deadline: Deadline, last: Option<Look>) -> Fault {
    let condition = format!("`{expression}` did not become true");
    let loading = steps.loading().await;
    let found = match last {
        Some(Look::Threw(message)) => format!("{loading}, it throws {message}"),
        Some(Look::False) => format!("{loading}, it is false"),
        Some(Look::True | Look::PageLeft) | None => loading.to_owned(),
    };
    Fault::new(steps.unmet(condition, deadline.limit, false), found)
}
