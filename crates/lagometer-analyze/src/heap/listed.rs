//! Rows of an answer, as far as their text goes.

use super::HeapFile;
use std::io;

/// The rows of a list that are shown.
pub(super) struct Listed<T> {
    pub rows: Vec<T>,
    /// Whether these are all rows that there are.
    pub complete: bool,
    /// Why not.
    pub stop_reason: Option<String>,
}

impl HeapFile {
    /// As many of the rows as their text allows; `total` is how many there are on all pages.
    pub(super) fn listed<T: serde::Serialize>(
        &self,
        rows: impl Iterator<Item = T>,
        total: usize,
    ) -> Listed<T> {
        let mut text = self.text();
        let mut listed = Vec::new();
        let mut cut = false;
        for row in rows {
            if !text.take(&row) {
                cut = true;
                break;
            }
            listed.push(row);
        }
        let complete = listed.len() == total;
        let reason = if cut { "text" } else { "rows" };
        Listed {
            rows: listed,
            complete,
            stop_reason: (!complete).then(|| reason.to_owned()),
        }
    }

    pub(super) fn text(&self) -> TextLeft {
        TextLeft(self.text_chars)
    }
}

/// So many characters may still be said.
pub(super) struct TextLeft(u64);

impl TextLeft {
    /// Takes what a row has as JSON; `false` if that is more than is left, and nothing is left then.
    pub(super) fn take(&mut self, row: &impl serde::Serialize) -> bool {
        let fits = serde_json::to_writer(&mut *self, row).is_ok();
        if !fits {
            self.0 = 0;
        }
        fits
    }
}

impl io::Write for TextLeft {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        // Bytes that go on with a character are none of their own.
        let characters = bytes.iter().filter(|byte| (**byte as i8) >= -0x40).count() as u64;
        match self.0.checked_sub(characters) {
            Some(left) => {
                self.0 = left;
                Ok(bytes.len())
            }
            None => Err(io::ErrorKind::StorageFull.into()),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
