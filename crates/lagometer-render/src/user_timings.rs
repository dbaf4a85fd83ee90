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
                "{} never ended (unclosed-measure{})",
                number::count(timing.open),
                begun(timing)
            ));
        }
        if timing.threw > 0 {
            parts.push(format!("{} threw", number::count(timing.threw)));
        }
        format!("user timing `{}`: {}, left out", timing.name, parts.join(", "))
    })
    .collect()
}

/// How many of those that never ended are told by their begin.
const BEGUN_LISTED: usize = 3;

/// `, begun at 12.0 ms, 20.1 ms, 30.0 ms and 2 more`.
fn begun(timing: &UserTiming) -> String {
    let listed: Vec<String> = {
        let starts = timing.open_starts_us.iter().take(BEGUN_LISTED);
        starts.map(|start| number::millis(*start)).collect()
    };
    if listed.is_empty() {
        return String::new();
    }
    let later = match timing.open.saturating_sub(listed.len() as u64) {
        0 => String::new(),
        more => format!(" and {} more", number::count(more)),
    };
    format!(", begun at {}{later}", listed.join(", "))
}
