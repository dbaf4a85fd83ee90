use super::Stop;
use crate::command::run::plan::{Ended, Plan};
use crate::command::run::record;
use lagometer_measure::{Error, ErrorKind};
use lagometer_report::scenario::Place;
use lagometer_report::{RoundDocument, RoundRole, RoundState, StateReason};
use std::path::Path;

fn plan(valid: u32, invalid: u32) -> Plan {
    let mut plan = Plan::new(2, 10);
    plan.ended(RoundRole::Warmup, Ended::Valid);
    plan.ended(RoundRole::Warmup, Ended::Valid);
    for _ in 0..valid {
        plan.ended(RoundRole::Measured, Ended::Valid);
    }
    for _ in 0..invalid {
        plan.ended(RoundRole::Measured, Ended::Invalid);
    }
    plan
}

fn covered(round: u32) -> Error {
    let mut error = Error::from(ErrorKind::Covered {
        selector: "#sort".to_owned(),
        by: "div.cookie-banner".to_owned(),
    });
    error.at.file = Some("grid.yaml".to_owned());
    error.at.step = Some(Place {
        line: 9,
        column: 9,
        path: "actions step 1.1".to_owned(),
    });
    error.at.step_kind = Some("click");
    error.at.round = Some(round);
    error
}

#[test]
fn a_failed_step_says_where_in_which_round_and_what_is_kept() {
    let stop = Stop::from(covered(8));
    let problem = stop.problem(&plan(5, 0), &[]);
    assert_eq!(
        problem.to_string(),
        "`#sort` is covered by `div.cookie-banner`\n  \
         at grid.yaml:9:9, actions step 1.1 `click`, round 8 of 12; 5 rounds kept\n\
         hint: close what covers it in `prepare`"
    );
    assert_eq!(problem.exit.number(), 5);
    let failure = stop.failure(&plan(5, 0), &[]);
    assert_eq!(failure.code, "covered");
    let place = failure.place.expect("a place");
    assert_eq!(place, "grid.yaml:9:9, actions step 1.1 `click`, round 8 of 12");
}

#[test]
fn a_repeated_round_beyond_the_plan_is_not_counted_of_it() {
    let problem = Stop::from(covered(13)).problem(&plan(1, 10), &[]);
    assert!(problem.place[0].ends_with("round 13; 1 round kept"), "{problem}");
}

#[test]
fn an_interruption_is_told_apart_from_a_failure() {
    let stop = Stop::from(Error::from(ErrorKind::Interrupted));
    assert!(matches!(stop, Stop::Interrupted));
    let failure = stop.failure(&plan(0, 0), &[]);
    assert_eq!(
        (failure.code.as_str(), failure.text.as_str()),
        ("interrupted", "interrupted")
    );
    assert_eq!(failure.place, None);
}

#[test]
fn a_browser_that_is_not_there_has_lines_of_its_own() {
    let problem = Stop::from(Error::from(ErrorKind::NoBrowser { asked: None })).problem(&plan(0, 0), &[]);
    assert!(problem.place[0].starts_with("looked at --browser"), "{problem}");
}

fn invalid(number: u32, role: RoundRole, code: &str) -> RoundDocument {
    let error = Error::from(ErrorKind::RendererCrashed);
    let mut round = record::failed_round(number, "head", role, &error, Path::new("runs/a"));
    round.state = RoundState::Invalid;
    round.reasons = vec![StateReason {
        invalidates: Some(true),
        code: code.to_owned(),
        text: format!("in round {number}"),
        amount_us: None,
    }];
    round
}

#[test]
fn too_many_invalid_rounds_are_told_with_each_reason_once() {
    let rounds = [
        invalid(1, RoundRole::Warmup, "mark-missing"),
        invalid(2, RoundRole::Measured, "data-loss"),
        invalid(3, RoundRole::Measured, "clock-disagrees"),
        invalid(4, RoundRole::Measured, "data-loss"),
    ];
    let mut rounds = rounds;
    // What is only to be known made no round invalid.
    rounds[1].reasons.push(StateReason {
        code: "contention".to_owned(),
        invalidates: Some(false),
        ..rounds[2].reasons[0].clone()
    });
    let stop = Stop::TooManyInvalid;
    let problem = stop.problem(&plan(4, 11), &rounds);
    assert_eq!(problem.what, "only 4 of 10 rounds are valid after 15 tries");
    assert_eq!(
        problem.place,
        [
            "at round 2: data-loss: in round 2",
            "at round 3: clock-disagrees: in round 3"
        ]
    );
    assert_eq!(stop.failure(&plan(4, 11), &rounds).code, "too-few-valid-rounds");
    let hint = |rounds| stop.problem(&plan(4, 11), rounds).hint.expect("a hint");
    assert!(hint(&rounds).contains("traceBuffer"), "{}", hint(&rounds));
    let hidden = [invalid(2, RoundRole::Measured, "not-visible")];
    assert!(hint(&hidden).contains("popup"), "{}", hint(&hidden));
    let lost = [invalid(2, RoundRole::Measured, "mark-missing")];
    assert!(hint(&lost).contains("did not record a mark"), "{}", hint(&lost));
    assert!(hint(&rounds[2..3]).contains("other programs"));
}
