//! The metrics of a trace: one file each.

use lagometer_metric::MetricDefinition;

/// Every metric of a trace, in order of display.
pub const DEFINITIONS: &[&MetricDefinition] = &[];
