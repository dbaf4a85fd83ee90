//! One number over the rounds of a run.

use lagometer_metric::{Distribution, Measured, Reason, Unit};
use lagometer_report::{RawNumber, RunValue, UnitName};
use std::collections::BTreeMap;

/// The median over the rounds that have the number.
///
/// `rounds` holds one entry a counted round, in their order; `None` where that round does not know
/// the metric at all. Half of the rounds must have it: under that the value is absent with
/// `too-few-rounds`, unless every round gives the same reason, which is then the reason of the run.
/// No round at all: `too-few-rounds`.
pub(crate) fn over(rounds: &[Option<Measured<f64>>], unit: Unit) -> RunValue {
    let rounds: Vec<Option<Measured<f64>>> = rounds.iter().cloned().map(finite).collect();
    let numbers: Vec<Option<f64>> = rounds
        .iter()
        .map(|round| match round {
            Some(Measured::Value(number)) => Some(*number),
            _ => None,
        })
        .collect();
    let distribution = Distribution::of(numbers.iter().copied().flatten());
    let value = if distribution.count() == 0 || distribution.count() * 2 < rounds.len() {
        absence(&rounds, distribution.count())
    } else {
        distribution.median()
    };
    let (value, reason, detail) = match value.into_result() {
        Ok(number) => (Some(RawNumber(number)), None, None),
        Err(absent) => (None, Some(absent.reason.code().to_owned()), Some(absent.detail)),
    };
    RunValue {
        value,
        unit: UnitName(unit),
        reason,
        detail,
        n: distribution.count() as u32,
        min: distribution.min().into_result().ok().map(RawNumber),
        max: distribution.max().into_result().ok().map(RawNumber),
        rounds: numbers.into_iter().map(|number| number.map(RawNumber)).collect(),
    }
}

/// The same value with its number taken back: the rounds' numbers are not of one kind.
pub(crate) fn withhold(value: RunValue, detail: String) -> RunValue {
    RunValue {
        value: None,
        reason: Some(Reason::ConditionsDiffer.code().to_owned()),
        detail: Some(detail),
        min: None,
        max: None,
        ..value
    }
}

/// A number that is none would break every statistic; it is said, not counted.
fn finite(round: Option<Measured<f64>>) -> Option<Measured<f64>> {
    match round {
        Some(Measured::Value(number)) if !number.is_finite() => Some(Measured::absent(
            Reason::InvalidValue,
            format!("{number} is no finite number"),
        )),
        other => other,
    }
}

fn absence(rounds: &[Option<Measured<f64>>], n: usize) -> Measured<f64> {
    if let Some(agreed) = agreed_reason(rounds) {
        return agreed;
    }
    let mut codes: BTreeMap<&str, u32> = BTreeMap::new();
    for round in rounds {
        match round {
            Some(Measured::Value(_)) => {}
            Some(Measured::NotAvailable(absent)) => *codes.entry(absent.reason.code()).or_insert(0) += 1,
            None => *codes.entry("not there").or_insert(0) += 1,
        }
    }
    let mut detail = format!("{n} of {} rounds have it", rounds.len());
    for (index, (code, count)) in codes.iter().enumerate() {
        detail.push_str(if index == 0 { ": " } else { ", " });
        detail.push_str(&format!("{code} in {count}"));
    }
    Measured::absent(Reason::TooFewRounds, detail)
}

/// The reason that every round gives, where they all give the same; with their detail if that is
/// the same too, else with that of the first one, named as such.
fn agreed_reason(rounds: &[Option<Measured<f64>>]) -> Option<Measured<f64>> {
    let mut absences = rounds.iter().map(|round| match round {
        Some(Measured::NotAvailable(absent)) => Some(absent),
        _ => None,
    });
    let first = absences.next()??;
    let mut same_detail = true;
    for absent in absences {
        let absent = absent?;
        if absent.reason != first.reason {
            return None;
        }
        same_detail &= absent.detail == first.detail;
    }
    let detail = if same_detail {
        first.detail.clone()
    } else {
        format!("{} (the first of {} rounds)", first.detail, rounds.len())
    };
    Some(Measured::absent(first.reason, detail))
}
