//! A number on the wire.

use lagometer_metric::{Measured, Reason, Unit};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// A finite number as JSON writes it: without a fraction where it has none.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RawNumber(pub f64);

impl Serialize for RawNumber {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        // 2^53: up to here every whole number is exact.
        if self.0.fract() == 0.0 && self.0.abs() <= 9_007_199_254_740_992.0 {
            serializer.serialize_i64(self.0 as i64)
        } else {
            serializer.serialize_f64(self.0)
        }
    }
}

impl<'de> Deserialize<'de> for RawNumber {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<RawNumber, D::Error> {
        f64::deserialize(deserializer).map(RawNumber)
    }
}

/// A value that can be absent: `{"value": 12400, "unit": "us"}` or
/// `{"value": null, "unit": "us", "reason": "category-off", "detail": "..."}`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Value {
    /// The number, or null.
    pub value: Option<RawNumber>,
    /// The unit's wire name.
    pub unit: UnitName,
    /// Why it is absent: a stable code.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub reason: Option<String>,
    /// What exactly is missing.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub detail: Option<String>,
}

/// A unit by its wire name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UnitName(pub Unit);

impl Serialize for UnitName {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.0.name())
    }
}

impl<'de> Deserialize<'de> for UnitName {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<UnitName, D::Error> {
        let name = String::deserialize(deserializer)?;
        match Unit::from_name(&name) {
            Some(unit) => Ok(UnitName(unit)),
            None => Err(serde::de::Error::custom(format!("unknown unit `{name}`"))),
        }
    }
}

impl Value {
    /// A measured number in this unit. What is no finite number is absent: JSON has none such, and
    /// would say null without a reason.
    pub fn new(measured: Measured<f64>, unit: Unit) -> Value {
        let finite = measured.and_then(|value| match value.is_finite() {
            true => Measured::Value(value),
            false => Measured::absent(Reason::InvalidValue, format!("{value} is no finite number")),
        });
        match finite {
            Measured::Value(value) => Value {
                value: Some(RawNumber(value)),
                unit: UnitName(unit),
                reason: None,
                detail: None,
            },
            Measured::NotAvailable(absence) => Value {
                value: None,
                unit: UnitName(unit),
                reason: Some(absence.reason.code().to_owned()),
                detail: Some(absence.detail),
            },
        }
    }

    /// The number, or the reason. A code that this version does not know, as a newer one may have
    /// written, becomes `not-reported` with the code in the detail.
    pub fn measured(&self) -> Measured<f64> {
        if let Some(RawNumber(value)) = self.value {
            return Measured::Value(value);
        }
        let detail = self.detail.as_deref().unwrap_or("");
        match self.reason.as_deref() {
            Some(code) => match Reason::from_code(code) {
                Some(reason) => Measured::absent(reason, detail),
                None => Measured::absent(Reason::NotReported, format!("{code}: {detail}")),
            },
            None => Measured::absent(Reason::NotReported, "no reason was stored"),
        }
    }
}

#[cfg(feature = "schema")]
mod schema;
#[cfg(test)]
mod tests;
