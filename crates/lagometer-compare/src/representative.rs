//! The one round whose curves and lists stand for the run.

use crate::Counted;
use lagometer_metric::Measured;

/// The metric that decides: far less noisy on a shared machine than any wall time.
const DECIDING_METRIC: &str = "main_thread_cpu_time";

/// The chosen round, and by what it was chosen.
pub(crate) struct Chosen<'a> {
    pub(crate) round: Counted<'a>,
    pub(crate) by: &'static str,
}

/// The round of the median main-thread CPU time; of an even number the lower middle one, so that
/// it is a round that happened. Equal times: the earlier round first. Rounds without that time
/// cannot be chosen while one has it; if none has it, the first round is taken and said so.
pub(crate) fn choose<'a>(counted: &[Counted<'a>]) -> Option<Chosen<'a>> {
    let mut timed: Vec<(f64, Counted<'a>)> = counted
        .iter()
        .filter_map(|round| Some((cpu_time(round)?, *round)))
        .collect();
    timed.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.number.cmp(&b.1.number)));
    match timed.len().checked_sub(1) {
        Some(last) => Some(Chosen {
            round: timed[last / 2].1,
            by: DECIDING_METRIC,
        }),
        None => counted.first().map(|round| Chosen {
            round: *round,
            by: "first-valid",
        }),
    }
}

fn cpu_time(round: &Counted<'_>) -> Option<f64> {
    match round.analysis.metrics.get(DECIDING_METRIC)?.measured() {
        Measured::Value(time) if time.is_finite() => Some(time),
        _ => None,
    }
}
