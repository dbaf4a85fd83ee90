//! `typeText`, `keyDown`, `keyUp`: real keys.

use super::click::{self, Click};
use super::deadline::{Deadline, Elapsed};
use super::keyboard::{Key, key_of, named};
use super::{Fault, Steps, input, script};
use crate::error::ErrorKind;
use lagometer_report::scenario::Selectors;
use std::cell::Cell;

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
    input::key_down(steps, key).await?;
    input::key_up(steps, key).await
}

/// Which way a single key goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Direction {
    Down,
    Up,
}

/// `keyDown` and `keyUp`: one key, which stays held between the two.
pub(super) async fn single(
    steps: &Steps<'_>,
    direction: Direction,
    name: &str,
    selectors: Option<&Selectors>,
    deadline: Deadline,
) -> Result<(), Fault> {
    let Some(key) = named(name) else {
        // The parser has refused such a name.
        return Err(ErrorKind::protocol(format!("no key is called `{name}`")).into());
    };
    if let Some(selectors) = selectors {
        script::focus(steps, selectors, deadline).await?;
    }
    steps.acting(deadline).await?;
    let moving = async {
        match direction {
            Direction::Down => input::key_down(steps, &key).await,
            Direction::Up => input::key_up(steps, &key).await,
        }
    };
    match deadline.bound(moving).await {
        Ok(result) => result,
        Err(Elapsed) => Err(Fault::new(
            ErrorKind::Timeout {
                what: format!("the key `{name}` was not handled"),
                waited: deadline.limit,
            },
            steps.loading().await,
        )),
    }
}
