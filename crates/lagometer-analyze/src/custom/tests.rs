use super::values;
use lagometer_metric::Unit;
use lagometer_report::{SamplesDocument, TraceCapture};
use serde_json::{Value, json};
use std::collections::BTreeMap;

fn samples(saved: &[(&str, Value, Option<&str>)]) -> SamplesDocument {
    SamplesDocument {
        kind: "samples".to_owned(),
        format_version: 1,
        begin_mark: "b".to_owned(),
        end_mark: "e".to_owned(),
        actions_end_mark: "a".to_owned(),
        frame_id: "F".to_owned(),
        refresh_hz: None,
        counters: Vec::new(),
        processes: Vec::new(),
        settled_heap: Vec::new(),
        page: Vec::new(),
        capture: TraceCapture {
            categories: Vec::new(),
            start_us: 0,
            data_loss: false,
            bytes: 0,
        },
        driver_probes: 0,
        saved: saved
            .iter()
            .map(|(name, value, _)| ((*name).to_owned(), value.clone()))
            .collect(),
        saved_units: saved
            .iter()
            .filter_map(|(name, _, unit)| Some(((*name).to_owned(), (*unit)?.to_owned())))
            .collect::<BTreeMap<_, _>>(),
    }
}

fn one(value: Value, unit: Option<&str>) -> Option<(Option<f64>, Unit, Option<String>)> {
    let all = values(&samples(&[("rows", value, unit)]));
    let value = all.get("custom:rows")?;
    Some((value.value.map(|raw| raw.0), value.unit.0, value.detail.clone()))
}

#[test]
fn numbers_have_the_unit_of_their_step() {
    let check = |value: Value, unit: Option<&str>, expect: f64, wire: Unit| {
        assert_eq!(one(value, unit), Some((Some(expect), wire, None)));
    };
    check(json!(7), None, 7.0, Unit::Count);
    check(json!(7), Some("count"), 7.0, Unit::Count);
    check(json!(1.5), Some("ms"), 1500.0, Unit::Microseconds);
    check(json!(-2048), Some("bytes"), -2048.0, Unit::Bytes);
    check(json!(0.25), Some("ratio"), 0.25, Unit::Ratio);
}

#[test]
fn what_is_no_number_is_absent_where_one_was_wanted() {
    for (value, found) in [
        (json!(null), "nothing"),
        (json!(true), "a truth value"),
        // As the browser gives what JSON does not have.
        (json!("NaN"), "a text"),
        (json!([1]), "a list"),
        (json!({"a": 1}), "an object"),
    ] {
        let (number, unit, detail) = one(value.clone(), Some("ms")).expect("it is said why it is absent");
        assert_eq!((number, unit), (None, Unit::Microseconds));
        assert_eq!(detail, Some(format!("the step returned {found}, not a number")));
        assert_eq!(one(value, None), None, "nobody wanted a number");
    }
}
