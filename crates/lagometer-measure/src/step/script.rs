//! `scroll`, `change`, and focusing an element: what is done by script and not by input.

use super::deadline::{Deadline, Elapsed};
use super::element::{invalid, paths, shown};
use super::{Fault, POLL, Steps};
use crate::error::ErrorKind;
use lagometer_report::scenario::Selectors;
use serde_json::{Value, json};

/// What the page answers.
#[derive(serde::Deserialize)]
struct Answer {
    /// The selector that cannot be read.
    invalid: Option<String>,
    message: Option<String>,
    /// The selector that won.
    selector: Option<String>,
    count: Option<u64>,
    /// Why it cannot be done yet.
    why: Option<String>,
}

/// Something that is done to an element by a function of the driver's world.
struct Deed<'a> {
    function: &'static str,
    /// In words: "changed".
    verb: &'static str,
    selectors: Option<&'a Selectors>,
    arguments: Vec<Value>,
}

pub(super) async fn scroll(
    steps: &Steps<'_>,
    (x, y): (Option<f64>, Option<f64>),
    selectors: Option<&Selectors>,
    deadline: Deadline,
) -> Result<(), Fault> {
    let deed = Deed {
        function: "scroll",
        verb: "scrolled",
        selectors,
        arguments: vec![json!(x), json!(y)],
    };
    run(steps, &deed, deadline).await
}

pub(super) async fn change(
    steps: &Steps<'_>,
    selectors: &Selectors,
    value: &str,
    deadline: Deadline,
) -> Result<(), Fault> {
    let deed = Deed {
        function: "change",
        verb: "changed",
        selectors: Some(selectors),
        arguments: vec![json!(steps.secrets.expand(value))],
    };
    run(steps, &deed, deadline).await
}

/// Focuses an element; to be called before a step acts.
pub(super) async fn focus(steps: &Steps<'_>, selectors: &Selectors, deadline: Deadline) -> Result<(), Fault> {
    let deed = Deed {
        function: "focus",
        verb: "focused",
        selectors: Some(selectors),
        arguments: Vec::new(),
    };
    look(steps, &deed, deadline).await?;
    call(steps, &deed, false, deadline).await.map(|_| ())
}

async fn run(steps: &Steps<'_>, deed: &Deed<'_>, deadline: Deadline) -> Result<(), Fault> {
    look(steps, deed, deadline).await?;
    steps.acting(deadline).await?;
    match deadline.bound(call(steps, deed, false, deadline)).await {
        // It was there a moment ago; what is in the way now is no reason to do it twice.
        Ok(answer) => match answer? {
            Answer { why: None, count, .. } if count != Some(0) => Ok(()),
            last => Err(not_done(steps, deed, deadline, Some(last)).await),
        },
        Err(Elapsed) => Err(not_done(steps, deed, deadline, None).await),
    }
}

/// Waits until it can be done, without doing it.
async fn look(steps: &Steps<'_>, deed: &Deed<'_>, deadline: Deadline) -> Result<(), Fault> {
    let mut last = None;
    let waiting = async {
        loop {
            steps.probe();
            let answer = call(steps, deed, true, deadline).await?;
            if answer.why.is_none() && answer.count != Some(0) {
                return Ok(());
            }
            last = Some(answer);
            steps.page.pause(POLL).await?;
        }
    };
    match deadline.bound(waiting).await {
        Ok(result) => result,
        Err(Elapsed) => Err(not_done(steps, deed, deadline, last).await),
    }
}

async fn call(
    steps: &Steps<'_>,
    deed: &Deed<'_>,
    is_only_a_look: bool,
    deadline: Deadline,
) -> Result<Answer, Fault> {
    let mut arguments = vec![json!(deed.selectors.map(paths)), json!(is_only_a_look)];
    arguments.extend(deed.arguments.iter().cloned());
    let arguments = Value::from(arguments);
    let answer: Answer = steps.in_frame(deed.function, arguments, deadline).await?;
    match answer.invalid {
        Some(selector) => Err(invalid(&selector, answer.message)),
        None => Ok(answer),
    }
}

async fn not_done(steps: &Steps<'_>, deed: &Deed<'_>, deadline: Deadline, last: Option<Answer>) -> Fault {
    let waited = deadline.limit;
    let loading = steps.loading().await;
    let sought = deed.selectors.map_or_else(|| "the page".to_owned(), shown);
    match last {
        Some(Answer {
            why: Some(why),
            selector,
            ..
        }) => Fault::new(
            ErrorKind::NotClickable {
                selector: selector.unwrap_or(sought),
                verb: deed.verb,
                why,
                waited,
            },
            loading,
        ),
        Some(_) => Fault::new(
            ErrorKind::NoMatch {
                condition: format!("nothing matched {sought}"),
                waited,
            },
            format!("{loading}, 0 elements"),
        ),
        None => Fault::new(
            ErrorKind::Timeout {
                what: format!("{sought} was not {}", deed.verb),
                waited,
            },
            loading,
        ),
    }
}
