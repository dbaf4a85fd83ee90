//! The user timings of all rounds.

use crate::Counted;
use lagometer_report::UserTiming;
use std::collections::BTreeMap;

/// Every sample of every round, by name in order of first appearance; samples in order of rounds.
/// Starts stay what they are: after the start of their own round's window.
pub(crate) fn of_rounds(counted: &[Counted<'_>]) -> Vec<UserTiming> {
    let mut merged: Vec<UserTiming> = Vec::new();
    let mut places: BTreeMap<&str, usize> = BTreeMap::new();
    for timing in counted.iter().flat_map(|round| &round.analysis.user_timings) {
        let place = *places.entry(&timing.name).or_insert(merged.len());
        let Some(all) = merged.get_mut(place) else {
            merged.push(timing.clone());
            continue;
        };
        let UserTiming {
            name: _,
            samples_us,
            starts_us,
            open,
            threw,
            details,
            open_starts_us,
        } = timing;
        // One detail a sample, as long as any sample has one.
        if !(all.details.is_empty() && details.is_empty()) {
            all.details.resize(all.samples_us.len(), None);
            all.details.extend_from_slice(details);
            all.details.resize(all.samples_us.len() + samples_us.len(), None);
        }
        all.open_starts_us.extend(open_starts_us);
        all.samples_us.extend(samples_us);
        all.starts_us.extend(starts_us);
        all.open = all.open.saturating_add(*open);
        all.threw = all.threw.saturating_add(*threw);
    }
    merged
}
