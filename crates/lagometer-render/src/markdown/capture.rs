//! What was captured.

use super::inspect::fact_rows;
use crate::{Style, capture_view};
use lagometer_report::PageCaptureDocument;

/// What was written, and how to go on.
pub fn page_capture(document: &PageCaptureDocument, _style: &Style) -> String {
    fact_rows(&capture_view::page_capture(document))
}
