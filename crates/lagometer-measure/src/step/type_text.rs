//! `typeText`: types text with real keys.

use super::click::{self, Click};
use super::deadline::{Deadline, Elapsed};
use super::keyboard::{Key, key_of};
use super::{Fault, Steps};
use crate::cdp::{CallError, protocol};
use crate::error::ErrorKind;
use lagometer_report::scenario::Selectors;
use serde_json::json;
use std::cell::Cell;
use std::time::Duration;

pub(super) async fn run(
    steps: &Steps<'_>,
    text: &str,
    selectors: Option<&Selectors>,
    deadline: Deadline,
) -> Result<(), Fault> {
    let text = &steps.secrets.expand(text);
    if let Some(selectors) = selectors {
        click::run(steps, selectors, &Click::PLAIN, deadline).await?;
    }
    steps.acting(deadline).await?;
    let typed = Cell::new(0_usize);
    let typing = async {
        // A line break is one key, however the file writes it.
        for character in text.replace("\r\n", "\n").chars() {
            press(steps, &key_of(character)).await?;
            typed.set(typed.get() + 1);
        }
        Ok(())
    };
    match deadline.bound(typing).await {
        Ok(result) => result,
        Err(Elapsed) => Err(Fault::new(
            ErrorKind::Timeout {
                what: format!(
                    "the text of `typeText` ({} characters) was not typed",
                    text.chars().count()
                ),
                waited: deadline.limit,
            },
            format!("{} of them were handled", typed.get()),
        )),
    }
}

async fn press(steps: &Steps<'_>, key: &Key) -> Result<(), Fault> {
    event(
        steps,
        if key.text.is_some() {
            "keyDown"
        } else {
            "rawKeyDown"
        },
        key,
    )
    .await?;
    event(steps, "keyUp", key).await?;
    Ok(())
}

async fn event(steps: &Steps<'_>, kind: &str, key: &Key) -> Result<(), CallError> {
    const SHIFT: u32 = 8;
    let mut parameters = json!({
        "type": kind,
        "modifiers": if key.shift { SHIFT } else { 0 },
        "key": key.key,
        "code": key.code,
        "windowsVirtualKeyCode": key.virtual_code,
    });
    if let (Some(text), true) = (&key.text, kind == "keyDown") {
        parameters["text"] = json!(text);
        parameters["unmodifiedText"] = json!(text);
    }
    // The step's deadline bounds it.
    let limit = Duration::from_secs(3600);
    steps
        .page
        .session
        .call_within(&protocol::INPUT_DISPATCH_KEY_EVENT, parameters, limit)
        .await?;
    Ok(())
}
