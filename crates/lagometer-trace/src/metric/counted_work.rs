//! How often something ran on the main thread, and how long in all.

use super::Seen;
use super::main_thread_work::told;
use crate::work::{Counted, Work};
use lagometer_metric::Measured;

/// How often, and how long in all.
#[derive(Clone, Debug, PartialEq)]
pub struct CountedWork {
    /// How often.
    pub count: Measured<f64>,
    /// How long in all.
    pub total: Measured<f64>,
}

impl CountedWork {
    pub(super) fn of(seen: Seen<'_, '_>, which: fn(&Work) -> Counted) -> CountedWork {
        let counted = seen.map_err(Clone::clone).and_then(|view| told(view).map(which));
        let number = |of: fn(Counted) -> f64| Measured::from(counted.clone().map(of));
        CountedWork {
            count: number(|counted| counted.count as f64),
            total: number(|counted| counted.total.as_f64()),
        }
    }
}
