use super::*;
use crate::ThreadTime;

fn window(start: i64, end: i64) -> TimeWindow {
    TimeWindow::new(Micros(start), Micros(end)).unwrap()
}

#[test]
fn what_lies_in_several_parts_is_all_of_it() {
    let parts = Parts::new(vec![window(10, 20), window(30, 40), window(40, 45)], true);
    for start in 0..60 {
        for end in start..60 {
            let holds = |point: i64| (10..20).contains(&point) || (30..45).contains(&point);
            let expected = match start == end {
                true => (holds(start) || start == 45).then_some(0),
                false => {
                    Some((start..end).filter(|point| holds(*point)).count() as i64).filter(|time| *time > 0)
                }
            };
            assert_eq!(parts.inside(start, end), expected, "{start} to {end}");
        }
    }
    let without_end = Parts::new(vec![window(10, 20)], false);
    assert_eq!(without_end.inside(20, 20), None);
    assert_eq!(without_end.inside(i64::MIN, i64::MAX), Some(10));
}

fn sweep(records: &[(i64, i64, &str)], most_nodes: usize, parts: &Parts) -> (WorkNames, Sums) {
    let mut names = WorkNames::new(super::super::GroupRules::Lagometer);
    let records: Vec<Record> = records
        .iter()
        .map(|(start, end, name)| Record {
            start: *start,
            end: *end,
            name: names.keep(name.as_bytes()).0,
            url: None,
            task: None,
            thread_time: ThreadTime::new(None),
        })
        .collect();
    let task = names.id_of("RunTask");
    let mut sums = Sums::new(most_nodes);
    Sweep::new(&names, task, parts, &mut sums, Spans::new(Vec::new())).run(records.into_iter());
    (names, sums)
}

#[test]
fn a_home_left_and_found_again_counts_in_both_parts() {
    let parts = Parts::new(vec![window(0, 10), window(50, 60)], true);
    let (_, sums) = sweep(
        &[(5, 55, "RunTask"), (7, 52, "Layout"), (60, 60, "Paint")],
        100,
        &parts,
    );
    assert_eq!(sums.groups[WorkGroup::Other as usize], 2 + 3);
    assert_eq!(sums.groups[WorkGroup::StyleLayout as usize], 3 + 2);
    assert_eq!(sums.in_tasks, 10);
    assert_eq!(sums.tree.nodes.iter().map(|node| node.count).sum::<u64>(), 3);
}

#[test]
fn more_paths_than_are_told_apart_keep_the_sums_whole() {
    let names: Vec<String> = (0..50).map(|at| format!("name {at}")).collect();
    let mut records = vec![(0, 1_000, "RunTask")];
    records.extend(
        names
            .iter()
            .zip(0..)
            .map(|(name, at)| (10 * at, 10 * at + 5, name.as_str())),
    );
    records.push((600, 700, "Layout"));
    let parts = Parts::new(vec![window(0, 1_000)], true);
    let (_, sums) = sweep(&records, 20, &parts);
    assert!(sums.tree.is_cut);
    assert_eq!(sums.tree.nodes.len(), 20);
    assert_eq!(sums.groups[WorkGroup::StyleLayout as usize], 100);
    assert_eq!(sums.groups.iter().sum::<i64>(), 1_000);
    assert_eq!(
        sums.tree.nodes.iter().map(|node| node.self_time).sum::<i64>(),
        1_000
    );
    let (_, sums) = sweep(&records, 1_000, &parts);
    assert!(!sums.tree.is_cut);
}

#[test]
fn an_event_that_ends_outside_of_its_task_is_counted_and_no_time_twice() {
    let parts = Parts::new(vec![window(0, 100)], true);
    let (_, sums) = sweep(
        &[(0, 10, "RunTask"), (5, 15, "Layout"), (12, 20, "Paint")],
        100,
        &parts,
    );
    assert_eq!(sums.overlaps, 2);
    assert_eq!(sums.groups.iter().sum::<i64>(), 20);
    assert_eq!(sums.in_tasks, 10);
}
