//! A number of each navigation, and the one that stands for the window.

use super::{Seen, View};
use crate::Categories;
use crate::loading::Load;
use lagometer_metric::{Measured, NotAvailable, Reason};

/// A number of each navigation, and the one that stands for the window.
#[derive(Clone, Debug, PartialEq)]
pub struct PerNavigation {
    /// That of the last navigation of the main frame in the window.
    pub value: Measured<f64>,
    /// That of each, in the order of the navigations.
    pub list: Vec<Measured<f64>>,
}

impl PerNavigation {
    pub(super) fn of(
        seen: Seen<'_, '_>,
        one: impl Fn(&View<'_>, usize, &Load) -> Result<f64, NotAvailable>,
    ) -> PerNavigation {
        let view = match seen {
            Ok(view) => view,
            Err(why) => {
                return PerNavigation {
                    value: Measured::NotAvailable(why.clone()),
                    list: Vec::new(),
                };
            }
        };
        let loads = view.loads.loads.iter().enumerate();
        let list: Vec<Measured<f64>> = loads
            .map(|(at, load)| Measured::from(one(view, at, load)))
            .collect();
        PerNavigation {
            value: match view.loads.last_page() {
                Some(at) => list[at].clone(),
                None => Measured::NotAvailable(no_navigation(view)),
            },
            list,
        }
    }
}

/// Why there is no navigation.
fn no_navigation(view: &View<'_>) -> NotAvailable {
    let recorded =
        !view.facts.loading.navigations.is_empty() || view.facts.categories.has(Categories::USER_TIMING);
    let (reason, detail) = match recorded {
        true => (Reason::NoNavigation, "no page was loaded in the window"),
        false => (Reason::CategoryOff, "blink.user_timing"),
    };
    NotAvailable {
        reason,
        detail: detail.to_owned(),
    }
}

/// Why a page load has no paint: it is recorded with either of two categories.
pub(super) fn no_paint(view: &View<'_>, what: &str) -> NotAvailable {
    let categories = view.facts.categories;
    let recorded = categories.has(Categories::DEVTOOLS_TIMELINE) || categories.has(Categories::LOADING);
    match recorded {
        true => NotAvailable {
            reason: Reason::NoEventInWindow,
            detail: format!("no `{what}` of the navigation"),
        },
        false => NotAvailable {
            reason: Reason::CategoryOff,
            detail: "loading".to_owned(),
        },
    }
}
