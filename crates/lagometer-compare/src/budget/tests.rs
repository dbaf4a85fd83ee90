use super::*;
use lagometer_metric::{Group, Measured, Role};
use lagometer_report::scenario::{Place, Quantity};
use lagometer_report::version::Document;
use lagometer_report::{RoundCounts, Variant};
use proptest::prelude::*;
use std::collections::BTreeMap;

const TBT: MetricDefinition = MetricDefinition {
    id: "total_blocking_time",
    title: "total blocking time",
    group: Group::MainThread,
    unit: Unit::Microseconds,
    better: Better::Lower,
    role: Role::Primary,
    statistics: &[],
    rule: "a rule",
    not_meaning: "a meaning",
    rule_version: 1,
    source: "a source",
    verified_chrome: &[],
    gate: None,
};
const LONG_TASK: MetricDefinition = MetricDefinition {
    id: "long_task",
    statistics: &[Statistic::Count, Statistic::Mean, Statistic::Max],
    ..TBT
};
const USER_TIMING: MetricDefinition = MetricDefinition {
    id: "user_timing",
    statistics: &[Statistic::Count, Statistic::Median, Statistic::P95],
    ..TBT
};
const CUSTOM: MetricDefinition = MetricDefinition {
    id: "custom",
    unit: Unit::Count,
    better: Better::Neither,
    ..TBT
};
const MEAN_FPS: MetricDefinition = MetricDefinition {
    id: "mean_fps",
    unit: Unit::Hertz,
    better: Better::Higher,
    ..TBT
};
const BUSY_RATE: MetricDefinition = MetricDefinition {
    id: "busy_rate",
    unit: Unit::Ratio,
    statistics: &[Statistic::Mean, Statistic::Max],
    ..TBT
};
const ALL: &[&MetricDefinition] = &[&TBT, &LONG_TASK, &USER_TIMING, &CUSTOM, &MEAN_FPS, &BUSY_RATE];

fn budget(metric: &str, bound: Bound, value: f64, unit: Option<Unit>) -> Budget {
    Budget {
        metric: metric.to_owned(),
        bound,
        limit: Quantity {
            value,
            unit,
            text: "TEXT".to_owned(),
        },
        metric_place: Place::default(),
        limit_place: Place::default(),
    }
}

fn at_most(metric: &str, value: f64, unit: Option<Unit>) -> Result<Limit, Refusal> {
    resolve(&budget(metric, Bound::AtMost, value, unit), ALL)
}

#[test]
fn an_id_without_a_statistic_means_the_default_one() {
    let check = |written: &str, unit: Option<Unit>, bound: Bound, expect: &str| {
        let limit = resolve(&budget(written, bound, 1.0, unit), ALL).expect(written);
        assert_eq!(limit.metric.to_string(), expect);
    };
    let us = Some(Unit::Microseconds);
    check("total_blocking_time", us, Bound::AtMost, "total_blocking_time");
    check("long_task", us, Bound::AtMost, "long_task/max");
    check("long_task/mean", us, Bound::AtMost, "long_task/mean");
    check("long_task/count", None, Bound::AtMost, "long_task/count");
    check("user_timing:sort", us, Bound::AtMost, "user_timing:sort/median");
    check("user_timing:sort/p95", us, Bound::AtMost, "user_timing:sort/p95");
    check(
        "user_timing:a/b:c/p95",
        us,
        Bound::AtMost,
        "user_timing:a/b:c/p95",
    );
    check("busy_rate", Some(Unit::Ratio), Bound::AtMost, "busy_rate/mean");
    check("mean_fps", Some(Unit::Hertz), Bound::AtLeast, "mean_fps");
    check("custom:rows", None, Bound::AtLeast, "custom:rows");
    check("custom:rows", Some(Unit::Bytes), Bound::AtMost, "custom:rows");
}

#[test]
fn what_cannot_be_a_budget_says_why() {
    let check = |written: &str, bound: Bound, unit: Option<Unit>, expect: &str| {
        let refusal = resolve(&budget(written, bound, 1.0, unit), ALL).expect_err(written);
        let hint = refusal.hint().unwrap_or_default();
        assert_eq!(format!("{refusal} ({hint})"), expect);
    };
    let (us, max) = (Some(Unit::Microseconds), Bound::AtMost);
    check(
        "total_blocking",
        max,
        us,
        "no metric is called `total_blocking` ()",
    );
    check("", max, us, "no metric is called `` ()");
    check(
        "user_timing",
        max,
        us,
        "`user_timing` needs the name of what it measures (write `user_timing:NAME`)",
    );
    check(
        "user_timing:/p95",
        max,
        us,
        "`user_timing` needs the name of what it measures (write `user_timing:NAME`)",
    );
    check(
        "long_task:sort",
        max,
        us,
        "`long_task` has no name behind it (write `long_task`)",
    );
    check(
        "long_task/p99",
        max,
        us,
        "`long_task` has no statistic `p99` (known: `count`, `mean`, `max`)",
    );
    check(
        "long_task/p95",
        max,
        us,
        "`long_task` has no statistic `p95` (known: `count`, `mean`, `max`)",
    );
    check(
        "total_blocking_time/max",
        max,
        us,
        "`total_blocking_time` has no statistic `max` (it is a single number)",
    );
    check(
        "total_blocking_time",
        Bound::AtLeast,
        us,
        "`min` allows every bad value of `total_blocking_time` (less is better here: write `max`)",
    );
    check(
        "mean_fps",
        max,
        Some(Unit::Hertz),
        "`max` allows every bad value of `mean_fps` (more is better here: write `min`)",
    );
    check(
        "long_task",
        max,
        None,
        "`TEXT` is no value of `long_task/max` (it is a time: write `100ms` or `2s`)",
    );
    check(
        "long_task/count",
        max,
        us,
        "`TEXT` is no value of `long_task/count` (it is a count: write a plain number)",
    );
    check(
        "busy_rate",
        max,
        None,
        "`TEXT` is no value of `busy_rate/mean` (it is a share: write `5 %`)",
    );
}

fn value(value: Measured<f64>, unit: Unit) -> RunValue {
    let rounds = vec![Some(value)];
    crate::run_value::over(&rounds, unit)
}

fn summary(metrics: Vec<(&str, RunValue)>) -> SummaryDocument {
    let window = value(Measured::Value(700_000.0), Unit::Microseconds);
    let head = Variant {
        rounds: RoundCounts {
            measured: 1,
            warmup: 0,
            invalid: 0,
            failed: 0,
        },
        metrics: metrics
            .into_iter()
            .map(|(id, value)| (id.to_owned(), value))
            .collect(),
        ..crate::variant(&[])
    };
    SummaryDocument {
        hotspots: None,
        snapshots: Vec::new(),
        other_heaps: Vec::new(),
        kind: SummaryDocument::KIND.to_owned(),
        format_version: SummaryDocument::VERSION,
        run: "run".to_owned(),
        rule_versions: BTreeMap::new(),
        variants: BTreeMap::from([("head".to_owned(), Variant { window, ..head })]),
        budgets: Vec::new(),
        diagnostics: Vec::new(),
    }
}

fn one(limit: Result<Limit, Refusal>, summary: &SummaryDocument) -> BudgetOutcome {
    let mut outcomes = judge(&[limit.expect("a metric that is there")], summary);
    outcomes.remove(0)
}

#[test]
fn the_limit_itself_is_allowed() {
    let run = summary(vec![(
        "total_blocking_time",
        value(Measured::Value(100_000.0), Unit::Microseconds),
    )]);
    let us = Some(Unit::Microseconds);
    assert_eq!(
        one(at_most("total_blocking_time", 100_000.0, us), &run).met,
        Some(true)
    );
    let breach = one(at_most("total_blocking_time", 99_999.0, us), &run);
    assert_eq!(breach.met, Some(false));
    assert_eq!(breach.value, Some(RawNumber(100_000.0)));
    assert_eq!((breach.n, breach.reason), (1, None));
}

#[test]
fn a_value_that_is_absent_is_neither_met_nor_exceeded() {
    let gone = Measured::absent(Reason::CategoryOff, "v8");
    let run = summary(vec![("long_task/max", value(gone, Unit::Microseconds))]);
    let us = Some(Unit::Microseconds);
    let outcome = one(at_most("long_task", 1.0, us), &run);
    assert_eq!((outcome.met, outcome.value), (None, None));
    assert_eq!(outcome.reason.as_deref(), Some("category-off"));
    assert_eq!(outcome.detail.as_deref(), Some("v8"));
}

#[test]
fn a_name_that_was_not_measured_is_told_with_those_that_were() {
    let us = Some(Unit::Microseconds);
    let time = || value(Measured::Value(5.0), Unit::Microseconds);
    let names = ["a", "b", "c", "d", "e", "f"];
    let ids: Vec<String> = names
        .iter()
        .map(|name| format!("user_timing:{name}/median"))
        .collect();
    let run = summary(ids.iter().map(|id| (id.as_str(), time())).collect());
    let outcome = one(at_most("user_timing:sotr", 1.0, us), &run);
    assert_eq!(outcome.met, None);
    assert_eq!(outcome.reason.as_deref(), Some("not-recorded"));
    assert_eq!(
        outcome.detail.as_deref(),
        Some("no round has a `sotr`; there are `a`, `b`, `c`, `d`, `e` and 1 more")
    );
    let none = one(at_most("user_timing:sotr", 1.0, us), &summary(vec![]));
    assert_eq!(
        none.detail.as_deref(),
        Some("no round has a `sotr`; there is none at all")
    );
}

#[test]
fn a_custom_value_has_the_unit_that_it_was_saved_with() {
    let run = summary(vec![("custom:rows", value(Measured::Value(5.0), Unit::Count))]);
    let plain = one(at_most("custom:rows", 4.0, None), &run);
    assert_eq!((plain.met, plain.unit.0), (Some(false), Unit::Count));
    let other = one(at_most("custom:rows", 4.0, Some(Unit::Bytes)), &run);
    assert_eq!(other.met, None);
    assert_eq!(
        other.detail.as_deref(),
        Some("the limit is in bytes, the value in count")
    );
}

proptest! {
    /// Turning the values of both sides round turns the bound round.
    #[test]
    fn at_most_and_at_least_are_each_others_mirror(value_us in -1e9..1e9_f64, limit in -1e9..1e9_f64) {
        let of = |number: f64| summary(vec![("custom:x", value(Measured::Value(number), Unit::Count))]);
        let limit_of = |bound, value| resolve(&budget("custom:x", bound, value, None), ALL);
        let most = one(limit_of(Bound::AtMost, limit), &of(value_us));
        let least = one(limit_of(Bound::AtLeast, -limit), &of(-value_us));
        prop_assert_eq!(most.met, least.met);
        prop_assert_eq!(most.met, Some(value_us - limit <= 0.0));
    }
}
