//! The last lines that a browser wrote to stderr, for the error that needs them.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, PoisonError};
use tokio::io::{AsyncRead, AsyncReadExt};

const LINES_KEPT: usize = 6;
const LINE_MAX: usize = 300;

/// The last lines; clones share them.
#[derive(Clone, Debug, Default)]
pub(crate) struct LastWords {
    lines: Arc<Mutex<VecDeque<String>>>,
}

impl LastWords {
    /// The lines, the oldest first.
    pub fn lines(&self) -> Vec<String> {
        self.lines
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .iter()
            .cloned()
            .collect()
    }

    fn push(&self, line: &[u8]) {
        let text: String = String::from_utf8_lossy(line)
            .chars()
            .filter(|character| !character.is_control())
            .collect();
        // A browser without a desktop says this a dozen times at every start; it never is the cause.
        if text.is_empty() || text.contains("ERROR:dbus/") {
            return;
        }
        let mut lines = self.lines.lock().unwrap_or_else(PoisonError::into_inner);
        if lines.len() == LINES_KEPT {
            lines.pop_front();
        }
        lines.push_back(text);
    }

    /// Reads a stream to its end and keeps its last lines, each cut at a fixed length.
    pub async fn collect(self, mut stream: impl AsyncRead + Unpin) {
        let mut chunk = [0; 4096];
        let mut line = Vec::new();
        while let Ok(length @ 1..) = stream.read(&mut chunk).await {
            for &byte in &chunk[..length] {
                if byte == b'\n' {
                    self.push(&line);
                    line.clear();
                } else if line.len() < LINE_MAX {
                    line.push(byte);
                }
            }
        }
        self.push(&line);
    }
}

#[cfg(test)]
mod tests;
