//! Measures that are in no statistic.

use crate::number;
use lagometer_report::UserTiming;

/// The names with measures that never ended or that threw, in words; raw names.
pub(crate) fn left_out(timings: &[UserTiming]) -> Vec<String> {
    let odd = timings
        .iter()
        .filter(|timing| timing.open > 0 || timing.threw > 0);
    odd.map(|timing| {
        let mut parts = Vec::new();
        if timing.open > 0 {
            parts.push(format!(
                "{} never ended (unclosed-measure)",
                number::count(timing.open)
            ));
        }
        if timing.threw > 0 {
            parts.push(format!("{} threw", number::count(timing.threw)));
        }
        format!("user timing `{}`: {}, left out", timing.name, parts.join(", "))
    })
    .collect()
}
