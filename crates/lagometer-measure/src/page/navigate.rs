//! Loading a page.

use super::Page;
use crate::cdp::{CallError, CallReason, Events, protocol};
use crate::error::ErrorKind;
use serde_json::json;
use std::time::Duration;

/// How long the answer to `Page.navigate` is waited for; the step's own limit is tighter.
const ANSWER_LIMIT: Duration = Duration::from_secs(600);

/// What a load ends with that something stopped: a download, an answer without a body, or a renderer
/// that crashed on the way, which is reported a moment later.
const ABORTED: &str = "net::ERR_ABORTED";
/// How long that moment may be.
const CRASH_PAUSE: Duration = Duration::from_secs(1);
/// What a load ends with whose status says that it failed, and whose answer has no body to show.
const STATUS_WITHOUT_PAGE: &str = "net::ERR_HTTP_RESPONSE_CODE_FAILURE";

/// How far loading has come, for the error when its time is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Progress {
    /// The server has not answered.
    Requested,
    /// The document is there, its load event is not.
    Committed,
}

impl Progress {
    /// In words.
    pub fn text(self) -> &'static str {
        match self {
            Progress::Requested => "no answer yet",
            Progress::Committed => "the document is there, its load event is not",
        }
    }
}

/// The address of a path under the served folder, or of what is absolute already.
pub(crate) fn absolute_url(url: &str, base_url: Option<&str>) -> String {
    match base_url {
        Some(base) if !is_absolute(url) => {
            format!("{}/{}", base.trim_end_matches('/'), url.trim_start_matches('/'))
        }
        _ => url.to_owned(),
    }
}

/// Whether an address starts with a scheme: a letter, then letters, digits, `+`, `-`, `.`, and a colon.
fn is_absolute(url: &str) -> bool {
    let Some((scheme, _)) = url.split_once(':') else {
        return false;
    };
    scheme.starts_with(|first: char| first.is_ascii_alphabetic())
        && scheme
            .bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || b"+-.".contains(&byte))
}

impl Page {
    /// Loads an address and waits for the load event of its document, or of the one that it is sent on
    /// to.
    pub async fn navigate(&self, url: &str, progress: impl Fn(Progress)) -> Result<(), ErrorKind> {
        progress(Progress::Requested);
        let mut events = self
            .session
            .events(&[protocol::PAGE_FRAME_NAVIGATED, protocol::PAGE_LOAD_EVENT_FIRED]);
        let parameters = json!({"url": url});
        let answer = self
            .session
            .call_within(&protocol::PAGE_NAVIGATE, parameters, ANSWER_LIMIT)
            .await;
        let reply = answer.map_err(|error| refused(url, error))?;
        if let Some(why) = reply.value["errorText"].as_str() {
            if why == ABORTED {
                let pause = self.session.pause(CRASH_PAUSE).await;
                pause.map_err(CallError::into_kind)?;
            }
            return Err(match self.failed_status().await {
                Some(status) if why == STATUS_WITHOUT_PAGE => failed_with_status(url, status),
                _ => failed(url, why),
            });
        }
        // Without a loader only the fragment changed, and nothing is loaded.
        if let Some(loader) = reply.value["loaderId"].as_str() {
            let mut is_committed = false;
            loop {
                let event = self
                    .session
                    .next(&mut events)
                    .await
                    .map_err(CallError::into_kind)?;
                if event.method == protocol::PAGE_FRAME_NAVIGATED.name {
                    if event.params["frame"]["loaderId"] == loader {
                        is_committed = true;
                        progress(Progress::Committed);
                    }
                } else if is_committed {
                    break;
                }
            }
        }
        let status: u64 = self
            .in_world("status", json!([]), super::OPEN_LIMIT)
            .await
            .map_err(CallError::into_kind)?;
        if status >= 400 {
            return Err(failed_with_status(url, status));
        }
        Ok(())
    }

    /// Loads the page again and waits for its load event.
    pub(super) async fn reload(&self) -> Result<(), CallError> {
        let mut navigation = self.navigation();
        self.session
            .call_within(&protocol::PAGE_RELOAD, json!({}), ANSWER_LIMIT)
            .await?;
        navigation.wait(self).await
    }

    /// The next navigation of the page: to be asked for before what causes it.
    pub fn navigation(&self) -> Navigation {
        Navigation {
            events: self.session.events(&[
                protocol::PAGE_FRAME_NAVIGATED,
                protocol::PAGE_LOAD_EVENT_FIRED,
                protocol::PAGE_NAVIGATED_WITHIN_DOCUMENT,
            ]),
        }
    }

    /// The status behind the error page that the browser shows instead, where it tells.
    async fn failed_status(&self) -> Option<u64> {
        let asked = self.in_world("status", json!([]), super::OPEN_LIMIT).await;
        asked.ok().filter(|status| *status >= 400)
    }
}

/// A navigation that something causes.
pub(crate) struct Navigation {
    events: Events,
}

impl Navigation {
    /// Waits until the page has loaded another document, or has changed its address without one.
    pub async fn wait(&mut self, page: &Page) -> Result<(), CallError> {
        let mut is_committed = false;
        loop {
            let event = page.session.next(&mut self.events).await?;
            if event.method == protocol::PAGE_FRAME_NAVIGATED.name {
                is_committed |= event.params["frame"]["id"] == page.frame_id.as_str();
            } else if event.method == protocol::PAGE_NAVIGATED_WITHIN_DOCUMENT.name {
                if event.params["frameId"] == page.frame_id.as_str() {
                    return Ok(());
                }
            } else if is_committed {
                return Ok(());
            }
        }
    }
}

fn failed_with_status(url: &str, status: u64) -> ErrorKind {
    failed(url, &format!("the server answered with status {status}"))
}

fn failed(url: &str, why: &str) -> ErrorKind {
    ErrorKind::NavigationFailed {
        url: url.to_owned(),
        why: why.to_owned(),
    }
}

/// The browser refuses some addresses without trying them.
fn refused(url: &str, error: CallError) -> ErrorKind {
    match error.reason {
        CallReason::Remote { message, .. } => failed(url, &message),
        _ => error.into_kind(),
    }
}
