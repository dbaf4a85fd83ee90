//! What touches the numbers of a trace, and stands on top of them.

use super::heading::capture;
use crate::number;
use crate::remarks::{self, Warning};
use lagometer_report::TraceDocument;

/// The warnings, in order.
pub(crate) fn warnings(document: &TraceDocument) -> Vec<Warning> {
    let name = &document.input.name;
    let mut warnings = Vec::new();
    if let Some(partial) = &document.input.partial {
        warnings.push(remarks::partial(name, partial));
    }
    let lost = document.capture.lost == Some(true);
    if lost {
        warnings.push(lost_events(document));
    }
    // Where events were lost, that a mark is missing is a part of it.
    let others = remarks::warnings(&document.diagnostics, remarks::of_trace)
        .filter(|(_, diagnostic)| !(lost && diagnostic.code == "mark-missing"));
    warnings.extend(others.map(|(warning, _)| warning));
    warnings
}

/// The browser's buffer was full.
fn lost_events(document: &TraceDocument) -> Warning {
    let (capture_of, name) = (&document.capture, &document.input.name);
    let mut warning = Warning::new(format!("the trace is {}", capture(document)));
    let field = capture_of.field.iter();
    warning
        .lines
        .extend(field.map(|field| format!("at {name}: {field}")));
    let window = &document.analysis.window;
    let end = number::millis(window.end_us.saturating_sub(window.start_us));
    warning.lines.push(match &capture_of.missing_end_mark {
        Some(mark) => format!("the mark `{mark}` is missing: all numbers are partial, up to {end}"),
        None => "all numbers are partial: nobody knows what is missing".to_owned(),
    });
    warning.hint = Some("record a shorter stretch, or with a larger trace buffer".to_owned());
    warning
}
