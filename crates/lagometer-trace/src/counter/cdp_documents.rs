//! Documents at both ends.

use super::{EndLevels, STATISTICS, Seen, VERIFIED, end_levels};
use lagometer_metric::{Better, Group, MetricDefinition, Role, Unit};

/// `cdp_documents`.
pub const DEFINITION: MetricDefinition = MetricDefinition {
    id: "cdp_documents",
    title: "cdp documents",
    group: Group::Rendering,
    unit: Unit::Count,
    better: Better::Lower,
    role: Role::Explains,
    statistics: STATISTICS,
    rule: "documents in the page's process by the first reading after the begin mark and by the last \
           one before the end mark; growth is end minus start",
    not_meaning: "not of the page alone, and not the trace's readings, which are taken at other moments",
    rule_version: 1,
    source: "CDP `Performance.getMetrics`, `Documents`",
    verified_chrome: VERIFIED,
    gate: None,
};

pub(crate) fn compute(seen: Seen<'_, '_>) -> EndLevels {
    end_levels(seen, "Documents")
}
