//! Messages: what is sent, what comes back, why a call failed.

use super::protocol::Command;
use crate::error::{Error, ErrorKind};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::time::Duration;

/// A command on its way out.
#[derive(Serialize)]
pub(super) struct Outgoing<'a> {
    pub id: u64,
    pub method: &'a str,
    pub params: &'a Value,
    #[serde(rename = "sessionId", skip_serializing_if = "Option::is_none")]
    pub session: Option<&'a str>,
}

/// Anything that comes in.
#[derive(Deserialize)]
pub(super) struct Incoming {
    pub id: Option<u64>,
    pub method: Option<String>,
    pub params: Option<Value>,
    pub result: Option<Value>,
    pub error: Option<RemoteError>,
    #[serde(rename = "sessionId")]
    pub session: Option<String>,
}

/// The same, of a message whose content cannot be read: enough to fail the call that waits for it.
#[derive(Deserialize)]
pub(super) struct Envelope {
    pub id: Option<u64>,
}

#[derive(Deserialize)]
pub(super) struct RemoteError {
    pub code: i64,
    pub message: String,
}

/// A call that did not succeed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct CallError {
    /// The command.
    pub command: &'static str,
    /// Why.
    pub reason: CallReason,
}

/// Why a call did not succeed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum CallReason {
    /// The browser closed the pipe; the last lines of its stderr.
    Closed(Vec<String>),
    /// The page's renderer crashed.
    Crashed,
    /// The session ended: the page was closed.
    Detached,
    /// No answer in time.
    TimedOut(Duration),
    /// The browser refused.
    Remote { code: i64, message: String },
    /// The answer cannot be read, or lacks a field.
    Unreadable(String),
}

impl CallError {
    /// Whether the world that was called into is gone, because the page was left: the call can be
    /// made again in the new document.
    pub fn is_context_lost(&self) -> bool {
        let CallReason::Remote { message, .. } = &self.reason else {
            return false;
        };
        const LOST: &[&str] = &[
            "Cannot find context with specified id",
            "Inspected target navigated or closed",
            "Execution context was destroyed",
            "Cannot find default execution context",
            "No frame for given id found",
            "uniqueContextId not found",
        ];
        LOST.iter().any(|lost| message.starts_with(lost))
    }

    /// Whether nothing more will come from this session: cleaning it up is pointless.
    pub fn is_closed(&self) -> bool {
        matches!(self.reason, CallReason::Closed(_))
    }

    pub fn into_kind(self) -> ErrorKind {
        let command = self.command;
        match self.reason {
            CallReason::Closed(stderr) => ErrorKind::BrowserDied { stderr },
            CallReason::Crashed => ErrorKind::RendererCrashed,
            CallReason::Detached => ErrorKind::protocol("the page was closed while it was needed"),
            CallReason::TimedOut(waited) => ErrorKind::Timeout {
                what: format!("the browser did not answer `{command}`"),
                waited,
            },
            CallReason::Remote { code, message } => {
                ErrorKind::protocol(format!("`{command}` failed: {message} ({code})"))
            }
            CallReason::Unreadable(message) => ErrorKind::protocol(format!("`{command}`: {message}")),
        }
    }
}

impl From<CallError> for Error {
    fn from(error: CallError) -> Error {
        error.into_kind().into()
    }
}

impl std::fmt::Display for CallError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        Error::from(self.clone()).fmt(f)
    }
}

/// The answer to a command.
#[derive(Debug)]
pub(crate) struct Reply {
    pub command: &'static str,
    pub value: Value,
}

impl Reply {
    pub(super) fn new(command: &Command, value: Value) -> Reply {
        Reply {
            command: command.name,
            value,
        }
    }

    /// A field that must be a string.
    pub fn text(&self, field: &str) -> Result<&str, CallError> {
        self.value[field].as_str().ok_or_else(|| self.lacks(field))
    }

    /// A field that must be a whole number.
    pub fn integer(&self, field: &str) -> Result<i64, CallError> {
        self.value[field].as_i64().ok_or_else(|| self.lacks(field))
    }

    /// A field that must be true or false.
    pub fn flag(&self, field: &str) -> Result<bool, CallError> {
        self.value[field].as_bool().ok_or_else(|| self.lacks(field))
    }

    /// The error of an answer without a field that it must have.
    pub fn lacks(&self, field: &str) -> CallError {
        CallError {
            command: self.command,
            reason: CallReason::Unreadable(format!("the answer lacks a usable `{field}`")),
        }
    }
}
