//! The schemas of what is written by hand.

use super::{RawNumber, UnitName};
use lagometer_metric::Unit;
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use std::borrow::Cow;

impl JsonSchema for RawNumber {
    fn schema_name() -> Cow<'static, str> {
        "RawNumber".into()
    }

    fn inline_schema() -> bool {
        true
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": "number" })
    }
}

impl JsonSchema for UnitName {
    fn schema_name() -> Cow<'static, str> {
        "UnitName".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        let names: Vec<&str> = Unit::ALL.iter().map(|unit| unit.name()).collect();
        json_schema!({ "enum": names })
    }
}
