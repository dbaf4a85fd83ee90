//! Interaction to Next Paint.

use super::{Seen, VERIFIED, View};
use crate::{Categories, Interaction};
use lagometer_metric::{
    Better, GateDefault, Group, Measured, MetricDefinition, NotAvailable, Reason, Role, Unit,
};

/// Of so many interactions one is passed over, the longest first: a single slow one of a long stay
/// says little of it.
pub const PASSED_OVER_EVERY: usize = 50;
/// At most so many are passed over.
pub const MOST_PASSED_OVER: usize = 9;

/// `inp`.
pub const DEFINITION: MetricDefinition = MetricDefinition {
    id: "inp",
    title: "interaction to next paint",
    group: Group::Interactions,
    unit: Unit::Microseconds,
    better: Better::Lower,
    role: Role::Primary,
    statistics: &[],
    rule: "of the interactions that began in the window, in the page's processes and in those of frames inside it, each \
           with the duration of its longest event of 1 ms or more: the longest, after one is passed over for every 50 \
           of them, at most nine",
    not_meaning: "not the number of a whole visit, which is over all interactions until the page is left; good is up to \
                  200 ms, poor is over 500 ms",
    rule_version: 1,
    source: "trace event `EventTiming`; web.dev/articles/inp",
    verified_chrome: VERIFIED,
    gate: Some(GateDefault {
        relative: 0.05,
        absolute: 8_000.0,
    }),
};

/// Interactions and the one that stands for them.
#[derive(Clone, Debug, PartialEq)]
pub struct Inp {
    /// `inp`.
    pub value: Measured<f64>,
    /// Which of the list it is.
    pub index: Option<usize>,
    /// Every interaction, in order of start.
    pub list: Vec<Interaction>,
}

pub(crate) fn compute(seen: Seen<'_, '_>) -> Inp {
    match seen.map_err(Clone::clone).and_then(inp) {
        Ok(inp) => inp,
        Err(why) => Inp {
            value: Measured::NotAvailable(why),
            index: None,
            list: Vec::new(),
        },
    }
}

/// How many of so many interactions are passed over.
pub(crate) fn passed_over(interactions: usize) -> usize {
    (interactions / PASSED_OVER_EVERY).min(MOST_PASSED_OVER)
}

fn inp(view: &View<'_>) -> Result<Inp, NotAvailable> {
    let list = &view.interactions;
    let mut order: Vec<usize> = (0..list.len()).collect();
    // Of equally long ones the first.
    order.sort_by_key(|at| std::cmp::Reverse(list[*at].duration));
    let Some(index) = order.get(passed_over(list.len())).copied() else {
        return Err(nothing(view));
    };
    Ok(Inp {
        value: Measured::Value(list[index].duration.as_f64()),
        index: Some(index),
        list: list.clone(),
    })
}

/// Why there is no interaction.
fn nothing(view: &View<'_>) -> NotAvailable {
    let (reason, detail) = match view.facts.categories.has(Categories::DEVTOOLS_TIMELINE) {
        true => (Reason::NoEventInWindow, "no interaction"),
        false => (Reason::CategoryOff, "devtools.timeline"),
    };
    NotAvailable {
        reason,
        detail: detail.to_owned(),
    }
}

#[cfg(test)]
mod tests;
