//! Cumulative Layout Shift.

use super::{Seen, VERIFIED, View};
use crate::Categories;
use crate::loading::{Load, ShiftCluster};
use lagometer_metric::{
    Better, GateDefault, Group, Measured, MetricDefinition, NotAvailable, Reason, Role, Unit,
};

/// `cls`.
pub const DEFINITION: MetricDefinition = MetricDefinition {
    id: "cls",
    title: "cumulative layout shift",
    group: Group::Loading,
    unit: Unit::Score,
    better: Better::Lower,
    role: Role::Primary,
    statistics: &[],
    rule: "the largest session window of layout shifts in the window: shifts of the page and of frames inside it that \
           do not follow an input, added up by their score weighted by the frame, until the next comes more than 1 s \
           after the last or more than 5 s after the first, or a navigation starts",
    not_meaning: "not the number of a whole visit where the window is a part of it; good is up to 0.1, poor is over 0.25",
    rule_version: 1,
    source: "trace event `LayoutShift`; web.dev/articles/cls",
    verified_chrome: VERIFIED,
    gate: Some(GateDefault {
        relative: 0.05,
        absolute: 0.01,
    }),
};

/// The layout shift of a window and of each navigation in it, and the session windows.
#[derive(Clone, Debug, PartialEq)]
pub struct Cls {
    /// The largest session window.
    pub value: Measured<f64>,
    /// The largest one of each navigation, in their order.
    pub list: Vec<Measured<f64>>,
    /// Every session window, in order of time.
    pub clusters: Vec<ShiftCluster>,
}

pub(crate) fn compute(seen: Seen<'_, '_>) -> Cls {
    let view = match seen {
        Ok(view) => view,
        Err(why) => return Cls::absent(why, 0),
    };
    let loads = &view.loads.loads;
    if let Err(why) = known(view) {
        return Cls::absent(&why, loads.len());
    }
    let clusters = &view.shifts.clusters;
    let worst = |of: &dyn Fn(&&ShiftCluster) -> bool| {
        let scores = clusters
            .iter()
            .filter(|cluster| of(cluster))
            .map(|cluster| cluster.score);
        Measured::Value(scores.fold(0.0, f64::max))
    };
    let mut of_place = std::collections::BTreeMap::new();
    for cluster in clusters {
        let most = of_place.entry(cluster.main_place).or_insert(cluster.score);
        *most = cluster.score.max(*most);
    }
    let of_load = |load: &Load| match load.main_place {
        // Nothing moved: that is what zero says.
        Some(place) => Measured::Value(of_place.get(&Some(place)).map_or(0.0, |most| *most)),
        None => Measured::absent(
            Reason::NotReported,
            "shifts of inner frames are those of the page",
        ),
    };
    Cls {
        value: worst(&|_| true),
        list: loads.iter().map(of_load).collect(),
        clusters: clusters.clone(),
    }
}

/// Whether the shifts of the window are known.
fn known(view: &View<'_>) -> Result<(), NotAvailable> {
    let shifts = &view.shifts;
    if shifts.without_score > 0 {
        return Err(NotAvailable {
            reason: Reason::FieldMissing,
            detail: format!(
                "{} of {} shifts lack `weighted_score_delta`, as before Chrome 90",
                shifts.without_score, shifts.total
            ),
        });
    }
    match shifts.total > 0 || view.facts.categories.has(Categories::LOADING) {
        true => Ok(()),
        false => Err(NotAvailable {
            reason: Reason::CategoryOff,
            detail: "loading".to_owned(),
        }),
    }
}

impl Cls {
    fn absent(why: &NotAvailable, navigations: usize) -> Cls {
        let absent = || Measured::NotAvailable(why.clone());
        Cls {
            value: absent(),
            list: (0..navigations).map(|_| absent()).collect(),
            clusters: Vec::new(),
        }
    }
}

#[cfg(test)]
mod tests;
