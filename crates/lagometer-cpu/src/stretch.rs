//! Samples in the order of time.

use crate::{Amount, Content, Nodes, Profile, Role, Timed};
use lagometer_metric::TimeWindow;
use std::collections::BTreeMap;

/// How long a thread was seen in one place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stretch {
    /// The node, or [`Nodes::NONE`](crate::Nodes::NONE) where its id is unknown.
    pub node: u32,
    /// When it begins, in microseconds on the clock of the profile.
    pub start: i64,
    /// How long it lasts.
    pub duration: i64,
}

/// The samples of a profile, each until the next one, as [`CallTree::of`](crate::CallTree::of) weighs
/// them; of the part that lies in `window`, where one is given. Sampled bytes have none.
pub fn stretches(profile: &Profile, window: Option<TimeWindow>) -> Vec<Stretch> {
    match &profile.content {
        Content::Timed(timed) => one_by_one(timed, window).collect(),
        Content::Sized(_) => Vec::new(),
    }
}

fn one_by_one(timed: &Timed, window: Option<TimeWindow>) -> impl Iterator<Item = Stretch> + '_ {
    let last = timed.last_duration();
    let from = move |start: i64| window.map_or(start, |window| start.max(window.start().0));
    (0..timed.samples.len()).filter_map(move |at| {
        let amount = timed.amount(at, last, window)?;
        Some(Stretch {
            node: timed.samples.node[at],
            start: from(timed.samples.time[at]),
            duration: amount.weight,
        })
    })
}

/// Garbage collection by the node of the last sample before it that is of something else.
pub fn collections(profile: &Profile, window: Option<TimeWindow>) -> BTreeMap<u32, Amount> {
    let roles: Vec<Role> = profile.functions.iter().map(|function| function.role()).collect();
    let mut collections: BTreeMap<u32, Amount> = BTreeMap::new();
    let mut before = Nodes::NONE;
    let Content::Timed(timed) = &profile.content else {
        return collections;
    };
    for stretch in one_by_one(timed, window) {
        if stretch.node == Nodes::NONE {
            continue;
        }
        match roles[profile.nodes.function[stretch.node as usize] as usize] {
            Role::Collector if before != Nodes::NONE => collections.entry(before).or_default().add(Amount {
                weight: stretch.duration,
                samples: 1,
            }),
            Role::Collector => {}
            _ => before = stretch.node,
        }
    }
    collections
}
