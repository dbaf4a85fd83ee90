//! What was captured.

use super::inspect::fact_rows;
use crate::{Style, capture_view};
use lagometer_report::PageCaptureDocument;

/// What was written, and how to go on.
///
/// ```text
/// snapshot   page.heapsnapshot
/// size       50,314.7 KiB, 785,996 nodes, 3,305,614 edges
/// sha256     3c9d...
/// next       lagometer heap summary page.heapsnapshot
/// ```
pub fn page_capture(document: &PageCaptureDocument, style: &Style) -> String {
    fact_rows(&capture_view::page_capture(document), style)
}
