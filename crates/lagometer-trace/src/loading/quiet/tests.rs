use super::*;
use proptest::prelude::*;

fn load<'l>(end: i64, tasks: &'l [(Micros, Micros)], requests: &'l [Request]) -> Interactive<'l> {
    Interactive {
        painted: Micros(1_000_000),
        parsed: Micros(1_200_000),
        end: Micros(end),
        tasks,
        requests,
    }
}

fn spans(list: &[(i64, i64)]) -> Vec<(Micros, Micros)> {
    list.iter()
        .map(|(start, end)| (Micros(*start), Micros(*end)))
        .collect()
}

fn requests(list: &[(i64, i64)]) -> Vec<Request> {
    let one = |(start, end): &(i64, i64)| Request {
        start: Micros(*start),
        end: Micros(*end),
    };
    list.iter().map(one).collect()
}

fn found(end: i64, tasks: &[(i64, i64)], sent: &[(i64, i64)]) -> Result<i64, String> {
    let (tasks, sent) = (spans(tasks), requests(sent));
    interactive(&load(end, &tasks, &sent))
        .map(|at| at.0)
        .map_err(|why| why.detail)
}

#[test]
fn a_page_without_long_tasks_is_interactive_when_it_is_parsed() {
    assert_eq!(found(6_000_001, &[], &[]), Ok(1_200_000));
    // Five seconds after first content have to be known.
    let why = "the main thread was never quiet for 5 s after first content".to_owned();
    assert_eq!(found(6_000_000, &[], &[]), Err(why));
}

#[test]
fn the_last_long_task_before_the_quiet_ends_the_load() {
    let tasks = [(500_000, 700_000), (2_000_000, 2_300_000), (7_000_000, 7_100_000)];
    assert_eq!(found(20_000_000, &tasks, &[]), Ok(7_100_000));
    // Exactly five seconds are enough.
    let tasks = [(2_000_000, 2_300_000), (7_300_000, 7_400_000)];
    assert_eq!(found(20_000_000, &tasks, &[]), Ok(2_300_000));
}

#[test]
fn two_requests_are_quiet_and_three_are_not() {
    let two = [(0, 9_000_000), (0, 9_000_000)];
    assert_eq!(found(10_000_000, &[], &two), Ok(1_200_000));
    let three = [(0, 9_000_000), (0, 9_000_000), (2_000_000, 9_000_000)];
    let why = "the network was never quiet for 5 s after first content".to_owned();
    assert_eq!(found(10_000_000, &[], &three), Err(why));
    // Quiet of the network alone does not move it: only a long task does.
    assert_eq!(found(15_000_000, &[], &three), Ok(1_200_000));
    assert_eq!(
        found(15_000_000, &[(8_000_000, 8_060_000)], &three),
        Ok(8_060_000)
    );
}

#[test]
fn a_request_that_follows_another_at_once_does_not_come_on_top() {
    let chain = [
        (0, 20_000_000),
        (0, 20_000_000),
        (0, 4_000_000),
        (4_000_000, 4_000_000),
    ];
    assert_eq!(found(20_000_000, &[], &chain), Ok(1_200_000));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(10_000))]

    /// Times in tenths of a second, so that the reference may look at each.
    #[test]
    fn it_is_the_first_quiet_of_both(
        gaps in prop::collection::vec((1_i64..70, 1_i64..8), 0..6),
        sent in prop::collection::vec((0_i64..150, 1_i64..80), 0..8),
        end in 50_i64..260,
    ) {
        let mut at = 0;
        let tasks: Vec<(i64, i64)> = gaps.iter().map(|(gap, length)| {
            let start = at + gap;
            at = start + length;
            (start, at)
        }).collect();
        let sent: Vec<(i64, i64)> = sent.iter().map(|(start, length)| (*start, start + length)).collect();
        let scale = |list: &[(i64, i64)]| -> Vec<(i64, i64)> {
            list.iter().map(|(start, over)| (start * 100_000, over * 100_000)).collect()
        };
        let (tasks, mut sent) = (scale(&tasks), scale(&sent));
        sent.sort_unstable();
        let known: Vec<(i64, i64)> = tasks.iter().copied().filter(|(start, _)| *start < end * 100_000).collect();
        let tenths = |list: &[(i64, i64)]| -> Vec<(i64, i64)> {
            list.iter().map(|(start, over)| (start / 100_000, over / 100_000)).collect()
        };
        let expected = literal(end, &tenths(&known), &tenths(&sent));
        prop_assert_eq!(found(end * 100_000, &known, &sent).ok(), expected.map(|at| at * 100_000));
    }
}

/// The rule read word by word over tenths of a second: first content at 1.0 s, parsed at 1.2 s.
fn literal(end: i64, tasks: &[(i64, i64)], sent: &[(i64, i64)]) -> Option<i64> {
    let (painted, parsed, quiet) = (10, 12, 50);
    let is_busy = |at: i64| tasks.iter().any(|(start, over)| *start <= at && at < *over);
    let is_loud = |at: i64| {
        sent.iter()
            .filter(|(start, over)| *start <= at && at < *over)
            .count()
            > REQUESTS_OF_QUIET
    };
    // Before everything it is quiet, for long enough.
    for from in -60..end {
        let to = from + quiet;
        // Quiet that ends with or before five seconds after first content is too early.
        let both = |at: i64| !is_busy(at) && !is_loud(at);
        let goes_on = |is_quiet: &dyn Fn(i64) -> bool| {
            let mut last = to;
            while last < end && is_quiet(last) {
                last += 1;
            }
            last
        };
        let late_enough =
            goes_on(&|at| !is_busy(at)) > painted + quiet && goes_on(&|at| !is_loud(at)) > painted + quiet;
        if to <= end && (from..to).all(both) && late_enough {
            let last = tasks
                .iter()
                .map(|(_, over)| *over)
                .filter(|over| *over <= from)
                .max();
            return Some(last.map_or(parsed, |last| last.max(parsed)));
        }
    }
    None
}
