//! The metrics from counters of the browser: one file each.

use lagometer_metric::MetricDefinition;

/// Every metric from counters, in order of display.
pub const DEFINITIONS: &[&MetricDefinition] = &[];
