use super::*;
use lagometer_measure::scenario;

fn resolved(budgets: &str) -> Result<Vec<String>, String> {
    let text = format!("name: a\nurl: about:blank\nactions: [{{ sleep: 1 }}]\nbudgets:\n{budgets}");
    let scenario = scenario::parse(&text, "a.yaml").expect("the form is right");
    match resolve(&scenario, "a.yaml") {
        Ok(limits) => Ok(limits.iter().map(|limit| limit.metric.to_string()).collect()),
        Err(problem) => Err([
            vec![problem.to_string()],
            problem.others.iter().map(Problem::to_string).collect(),
        ]
        .concat()
        .join("\n\n")),
    }
}

#[test]
fn every_metric_can_have_a_budget() {
    use lagometer_metric::{Better, Unit};
    for definition in definitions() {
        let name = if definition.is_named() { ":sort" } else { "" };
        let key = match definition.better {
            Better::Higher => "min",
            Better::Lower | Better::Neither => "max",
        };
        let unit = match definition.default_statistic() {
            Some(statistic) => statistic.unit(definition.unit),
            None => definition.unit,
        };
        let limit = match unit {
            Unit::Microseconds => "1ms",
            Unit::Bytes => "1 KiB",
            Unit::Ratio => "1 %",
            Unit::Hertz => "1 Hz",
            Unit::Count | Unit::Score => "1",
        };
        let text = format!("  - {{ metric: \"{}{name}\", {key}: {limit} }}\n", definition.id);
        assert_eq!(resolved(&text).map(|limits| limits.len()), Ok(1), "{text}");
    }
}

#[test]
fn what_is_wrong_is_told_with_its_place() {
    let errors = resolved(
        "  - { metric: total_blokking_time, max: 100ms }\n  - { metric: total_blocking_time, max: 100 KiB }\n  \
         - { metric: user_timing, max: 1s }\n  - { metric: nothing_like_it, max: 1s }\n",
    );
    insta::assert_snapshot!(errors.expect_err("four problems"));
}

#[test]
fn the_worst_outcome_gives_the_exit_code() {
    let outcome = |met: Option<bool>| BudgetOutcome {
        metric: "total_blocking_time".to_owned(),
        bound: lagometer_report::scenario::Bound::AtMost,
        limit: lagometer_report::RawNumber(1.0),
        unit: lagometer_report::UnitName(lagometer_metric::Unit::Microseconds),
        value: None,
        n: 0,
        met,
        reason: None,
        detail: None,
    };
    let check = |all: &[Option<bool>], expect: ExitCode| {
        let outcomes: Vec<BudgetOutcome> = all.iter().copied().map(outcome).collect();
        assert_eq!(exit_code(&outcomes), expect, "{all:?}");
    };
    check(&[], ExitCode::Fine);
    check(&[Some(true), Some(true)], ExitCode::Fine);
    check(&[Some(true), Some(false)], ExitCode::GateFailed);
    check(&[None, Some(true)], ExitCode::NotComparable);
    check(&[None, Some(false)], ExitCode::GateFailed);
}
