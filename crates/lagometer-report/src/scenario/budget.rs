//! A budget: a plain limit for a metric's value of the run.

use super::Place;
use lagometer_metric::Unit;
use serde::{Deserialize, Serialize};

/// A limit for a metric, as it is written in a scenario. Whether the metric exists and whether the
/// unit is its unit is checked later, against the list of metrics.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Budget {
    /// The metric's id, with its name and statistic where it has them: `user_timing:sort/p95`.
    pub metric: String,
    /// Whether the value must not be above or not be below the limit.
    pub bound: Bound,
    /// The limit.
    pub limit: Quantity,
    /// Where the metric stands.
    #[serde(skip)]
    pub metric_place: Place,
    /// Where the limit stands.
    #[serde(skip)]
    pub limit_place: Place,
}

/// Which side of a limit is allowed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum Bound {
    /// The value must be at most the limit; written `max`.
    #[serde(rename = "max")]
    AtMost,
    /// The value must be at least the limit; written `min`.
    #[serde(rename = "min")]
    AtLeast,
}

impl Bound {
    /// The key that it is written with.
    pub fn key(self) -> &'static str {
        match self {
            Bound::AtMost => "max",
            Bound::AtLeast => "min",
        }
    }
}

/// A number with the unit that was written behind it.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Quantity {
    /// In the wire unit: `100ms` is 100,000 and `5 %` is 0.05.
    pub value: f64,
    /// The wire unit; `None` for a plain number.
    #[serde(serialize_with = "unit_name")]
    pub unit: Option<Unit>,
    /// As it is written.
    pub text: String,
}

fn unit_name<S: serde::Serializer>(unit: &Option<Unit>, serializer: S) -> Result<S::Ok, S::Error> {
    unit.map(Unit::name).serialize(serializer)
}
