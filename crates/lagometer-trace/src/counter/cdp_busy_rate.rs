//! How much of the time was spent in tasks, by the browser's own count.

use super::{Ends, Seen, VERIFIED, not_backwards};
use lagometer_metric::{Better, Group, Measured, MetricDefinition, NotAvailable, Reason, Role, Unit};

/// `cdp_busy_rate`.
pub const DEFINITION: MetricDefinition = MetricDefinition {
    id: "cdp_busy_rate",
    title: "cdp busy rate",
    group: Group::Rendering,
    unit: Unit::Ratio,
    better: Better::Lower,
    role: Role::Explains,
    statistics: &[],
    rule: "the growth of `TaskDuration` divided by that of `Timestamp`, between the first reading after the begin mark \
           and the last one before the end mark",
    not_meaning: "not CPU usage; coarser than `busy_rate`, which sees the tasks themselves",
    rule_version: 1,
    source: "CDP `Performance.getMetrics`, `TaskDuration` and `Timestamp`",
    verified_chrome: VERIFIED,
    gate: None,
};

pub(crate) fn compute(seen: Seen<'_, '_>) -> Measured<f64> {
    Measured::from(seen.map_err(Clone::clone).and_then(busy_rate))
}

fn busy_rate(ends: &Ends<'_>) -> Result<f64, NotAvailable> {
    let name = "TaskDuration";
    let busy = not_backwards(name, ends.begin.micros(name)?, ends.end.micros(name)?)?;
    let time = ends.end.timestamp.saturating_sub(ends.begin.timestamp).as_f64();
    if time <= 0.0 {
        return Err(NotAvailable {
            reason: Reason::EqualTimestamps,
            detail: "both readings have one timestamp".to_owned(),
        });
    }
    Ok(busy / time)
}
