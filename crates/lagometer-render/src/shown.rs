//! A number, or what stands in its place.

use crate::number;
use lagometer_metric::{Statistic, Unit};
use lagometer_report::{RawNumber, RunValue, Value};

/// A number as text, or why there is none.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Shown {
    Number(String),
    /// The code, and what exactly in words of this crate; raw text.
    Absent(Absence),
}

/// Why there is no number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Absence {
    pub(crate) reason: String,
    pub(crate) detail: String,
}

/// What stands in a number's place.
pub(crate) const NOT_AVAILABLE: &str = "n/a";

impl Shown {
    pub(crate) fn of(value: &Value, statistic: Option<Statistic>) -> Shown {
        Shown::new(value.value, value.unit.0, statistic, &value.reason, &value.detail)
    }

    pub(crate) fn of_run(value: &RunValue, statistic: Option<Statistic>) -> Shown {
        Shown::new(value.value, value.unit.0, statistic, &value.reason, &value.detail)
    }

    fn new(
        number: Option<RawNumber>,
        unit: Unit,
        statistic: Option<Statistic>,
        reason: &Option<String>,
        detail: &Option<String>,
    ) -> Shown {
        match number {
            Some(RawNumber(raw)) => Shown::Number(text(unit, statistic, raw)),
            None => Shown::Absent(Absence::new(reason.as_deref(), detail.as_deref())),
        }
    }

    /// The number, or `n/a`.
    pub(crate) fn short(&self) -> &str {
        match self {
            Shown::Number(text) => text,
            Shown::Absent(_) => NOT_AVAILABLE,
        }
    }
}

impl Absence {
    pub(crate) fn new(reason: Option<&str>, detail: Option<&str>) -> Absence {
        let (reason, detail) = (reason.unwrap_or("not-reported"), detail.unwrap_or(""));
        // The detail of this code is a bare list of categories.
        let lacks = reason == "category-off" && !detail.is_empty() && !detail.contains(' ');
        Absence {
            reason: reason.to_owned(),
            detail: if lacks {
                format!("the recording lacks {detail}")
            } else {
                detail.to_owned()
            },
        }
    }

    /// The code, and the detail where there is one.
    pub(crate) fn text(&self) -> String {
        if self.detail.is_empty() {
            return self.reason.clone();
        }
        format!("{}: {}", self.reason, self.detail)
    }
}

/// The number of a statistic: a growth is a change and carries its sign.
pub(crate) fn text(unit: Unit, statistic: Option<Statistic>, raw: f64) -> String {
    match statistic {
        Some(Statistic::Growth) => number::change(unit, raw),
        _ => number::value(unit, raw),
    }
}
