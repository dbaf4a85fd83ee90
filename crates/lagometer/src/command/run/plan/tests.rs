use super::{Ended, GiveUp, Next, Plan};
use lagometer_report::RoundRole::{Measured, Warmup};

/// Runs rounds that end like this, one after the other, and says which rounds were run and how the
/// run ended.
fn check(warmups: u32, wanted: u32, outcomes: &[Ended], expect: Next) -> Plan {
    let mut plan = Plan::new(warmups, wanted);
    for (index, ended) in outcomes.iter().enumerate() {
        let Next::Round(role) = plan.next() else {
            panic!("the run ended before round {}: {:?}", index + 1, plan.next());
        };
        plan.ended(role, *ended);
    }
    assert_eq!(plan.next(), expect, "{outcomes:?}");
    plan
}

#[test]
fn warm_ups_come_first_and_do_not_count() {
    use Ended::Valid;
    check(2, 3, &[], Next::Round(Warmup));
    check(2, 3, &[Valid], Next::Round(Warmup));
    check(2, 3, &[Valid, Valid], Next::Round(Measured));
    let plan = check(2, 3, &[Valid; 5], Next::Done);
    assert_eq!(
        (plan.warmups_done(), plan.valid(), plan.measured(), plan.total()),
        (2, 3, 3, 5)
    );
    check(0, 1, &[], Next::Round(Measured));
    check(1, 1, &[Ended::Invalid], Next::Round(Measured));
}

#[test]
fn invalid_rounds_are_repeated_at_most_as_often_as_rounds_were_wanted() {
    use Ended::{Invalid, Valid};
    check(0, 2, &[Invalid, Valid, Invalid, Valid], Next::Done);
    check(0, 2, &[Invalid, Invalid], Next::Round(Measured));
    check(0, 2, &[Invalid, Invalid, Valid], Next::Round(Measured));
    check(0, 2, &[Invalid, Invalid, Valid, Valid], Next::Done);
    check(
        0,
        2,
        &[Invalid, Invalid, Invalid],
        Next::GiveUp(GiveUp::TooManyInvalid),
    );
}

#[test]
fn one_crash_is_repeated_and_two_in_a_row_end_the_run() {
    use Ended::{RendererCrashed, Valid};
    check(0, 2, &[RendererCrashed], Next::Round(Measured));
    check(0, 2, &[Valid, RendererCrashed, Valid], Next::Done);
    check(
        0,
        3,
        &[Valid, RendererCrashed, Valid, RendererCrashed, Valid],
        Next::Done,
    );
    check(
        0,
        3,
        &[RendererCrashed, RendererCrashed],
        Next::GiveUp(GiveUp::Crashes),
    );
    check(1, 3, &[RendererCrashed], Next::Round(Warmup));
    check(
        1,
        3,
        &[RendererCrashed, RendererCrashed],
        Next::GiveUp(GiveUp::Crashes),
    );
}

#[test]
fn a_dead_browser_is_started_again_once() {
    use Ended::{BrowserDied, Valid};
    check(0, 3, &[BrowserDied], Next::Round(Measured));
    check(
        0,
        3,
        &[BrowserDied, Valid, BrowserDied],
        Next::GiveUp(GiveUp::Crashes),
    );
}

#[test]
fn an_error_that_would_repeat_ends_the_run_at_once() {
    check(1, 3, &[Ended::Failed], Next::GiveUp(GiveUp::Failed));
    check(0, 3, &[Ended::Valid, Ended::Failed], Next::GiveUp(GiveUp::Failed));
}

/// Whatever happens, a run ends after warm-ups, wanted rounds, as many again, and a few crashes.
#[test]
fn every_run_ends() {
    let outcomes = [
        Ended::Valid,
        Ended::Invalid,
        Ended::RendererCrashed,
        Ended::BrowserDied,
        Ended::Failed,
    ];
    // Every sequence of up to five outcomes, repeated for ever.
    for length in 1..=5_u32 {
        for number in 0..outcomes.len().pow(length) {
            let mut plan = Plan::new(2, 3);
            let mut rounds = 0;
            while let Next::Round(role) = plan.next() {
                let digit = number / outcomes.len().pow(rounds % length) % outcomes.len();
                plan.ended(role, outcomes[digit]);
                rounds += 1;
                assert!(rounds <= 40, "sequence {number} of length {length} does not end");
            }
        }
    }
}
