//! What touches the numbers of a trace, and stands on top of them.

use super::heading::capture;
use crate::remarks::{self, Warning};
use lagometer_report::TraceDocument;

/// The warnings, in order.
pub(crate) fn warnings(document: &TraceDocument) -> Vec<Warning> {
    let name = &document.input.name;
    let mut warnings = Vec::new();
    if let Some(partial) = &document.input.partial {
        warnings.push(remarks::partial(name, partial));
    }
    if document.capture.lost == Some(true) {
        let mut warning = Warning::new(format!("the trace is {}", capture(document)));
        let field = document.capture.field.iter();
        warning
            .lines
            .extend(field.map(|field| format!("at {name}: {field}")));
        warning.hint = Some("record a shorter stretch, or with a larger trace buffer".to_owned());
        warnings.push(warning);
    }
    warnings.extend(remarks::warnings(&document.diagnostics, remarks::of_trace).map(|(warning, _)| warning));
    warnings
}
