//! Where there are no Unix pipes, no browser can be driven yet; everything that reads files works.

use super::{BrowserChoice, LaunchOptions};
use crate::cdp::Connection;
use crate::error::{Error, ErrorKind};
use std::time::Duration;

/// A browser that never runs here.
pub(super) enum Process {}

pub(super) fn start(
    choice: &BrowserChoice,
    _options: &LaunchOptions,
) -> Result<(Process, Connection), Error> {
    Err(ErrorKind::BrowserStart {
        program: choice.program.clone(),
        why: "browsers are driven on Linux and macOS only so far".to_owned(),
        stderr: Vec::new(),
    }
    .into())
}

impl Process {
    pub fn id(&self) -> u32 {
        match *self {}
    }

    pub async fn exit_text(&mut self, _limit: Duration) -> Option<String> {
        match *self {}
    }

    pub async fn end(self, _connection: &Connection) -> Vec<String> {
        match self {}
    }
}
