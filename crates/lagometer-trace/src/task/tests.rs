use super::*;
use proptest::prelude::*;

fn task(start: i64, end: i64) -> Task {
    Task {
        start: Micros(start),
        end: Micros(end),
        thread_time: ThreadTime::new(None),
    }
}

fn spans(tasks: impl IntoIterator<Item = Task>) -> Vec<(i64, i64)> {
    let spans = tasks.into_iter().map(|task| (task.start.0, task.end.0));
    spans.collect()
}

/// As the tasks of a thread are read.
fn in_order(mut tasks: Vec<Task>) -> impl Iterator<Item = Task> {
    tasks.sort_by_key(|task| (task.start, std::cmp::Reverse(task.end)));
    tasks.into_iter()
}

#[test]
fn contained_tasks_are_not_top_level() {
    let tasks = [task(0, 10), task(2, 8), task(0, 5), task(5, 10), task(10, 12)];
    assert_eq!(spans(top_level(in_order(tasks.to_vec()))), [(0, 10), (10, 12)]);
}

#[test]
fn partly_overlapping_tasks_are_both_top_level() {
    assert_eq!(
        spans(top_level(in_order(vec![task(5, 15), task(0, 10)]))),
        [(0, 10), (5, 15)]
    );
}

#[test]
fn of_equal_tasks_one_is_kept() {
    assert_eq!(
        spans(top_level(in_order(vec![task(0, 10), task(0, 10)]))),
        [(0, 10)]
    );
}

#[test]
fn of_equal_tasks_that_with_most_thread_time_is_kept() {
    let with = |time: Option<i64>| Task {
        thread_time: ThreadTime::new(time.map(Micros)),
        ..task(0, 10)
    };
    let tasks = vec![
        with(Some(3)),
        with(None),
        task(0, 0),
        with(Some(7)),
        with(Some(5)),
    ];
    let times = Nesting::of(in_order(tasks)).map(|(task, is_nested)| (task.thread_time.get(), is_nested));
    let time = |micros| Some(Micros(micros));
    let expected = [(time(7), false), (time(5), true), (time(3), true), (None, true)];
    assert!(times.eq(expected));
}

proptest! {
    #[test]
    fn top_level_is_what_no_other_contains(tasks in prop::collection::vec((0_i64..30, 1_i64..12), 0..20)) {
        let tasks: Vec<Task> = tasks.iter().map(|(start, length)| task(*start, start + length)).collect();
        let mut expected: Vec<(i64, i64)> = Vec::new();
        for (at, one) in tasks.iter().enumerate() {
            let contained = tasks.iter().enumerate().any(|(other_at, other)| {
                let inside = other.start <= one.start && one.end <= other.end;
                other_at != at && inside && (spans([*other]) != spans([*one]) || other_at < at)
            });
            if !contained {
                expected.push((one.start.0, one.end.0));
            }
        }
        expected.sort_unstable();
        prop_assert_eq!(spans(top_level(in_order(tasks.to_vec()))), expected);
    }
}

fn edge(ts: i64, name: u32, kind: EdgeKind) -> TaskEdge {
    TaskEdge {
        ts: Micros(ts),
        tts: ThreadTime::new(Some(Micros(ts / 2))),
        name,
        kind,
        work: Some(WorkKey {
            name: crate::work::NameId(name),
            url: None,
        }),
    }
}

/// Complete tasks, starts of open ones, and how many ends and begins found no partner.
type Paired = (Vec<(i64, i64)>, Vec<i64>, (u64, u64));

fn paired(edges: &[TaskEdge]) -> Paired {
    let mut thread = Thread::new(1, 1);
    for edge in edges {
        thread.edges.push(*edge);
    }
    let alone = pair_edges(&mut thread);
    assert_eq!(thread.unpaired, alone.0 + alone.1);
    thread.work.finish();
    let tasks = spans(thread.tasks_of(0));
    assert_eq!(thread.tasks[0].with_length as usize, tasks.len());
    let open = thread.tasks[0].open.iter().map(|start| start.0).collect();
    (tasks, open, alone)
}

const TASK: EdgeKind = EdgeKind::Begin(Some(0));
const OTHER: EdgeKind = EdgeKind::Begin(None);
const END: EdgeKind = EdgeKind::End;

#[test]
fn ends_close_the_innermost_begin() {
    let edges = [
        edge(0, 1, TASK),
        edge(2, 2, OTHER),
        edge(4, 0, END),
        edge(10, 0, END),
    ];
    assert_eq!(paired(&edges), (vec![(0, 10)], vec![], (0, 0)));
}

#[test]
fn the_order_of_the_file_does_not_matter() {
    let edges = [
        edge(10, 1, END),
        edge(0, 1, TASK),
        edge(4, 2, END),
        edge(2, 2, OTHER),
    ];
    assert_eq!(paired(&edges), (vec![(0, 10)], vec![], (0, 0)));
}

#[test]
fn a_begin_without_end_is_open() {
    let edges = [edge(0, 1, TASK), edge(5, 1, END), edge(7, 1, TASK)];
    assert_eq!(paired(&edges), (vec![(0, 5)], vec![7], (0, 0)));
}

#[test]
fn an_end_finds_the_begin_of_its_name_below_lost_ones() {
    let edges = [edge(0, 1, TASK), edge(2, 2, OTHER), edge(10, 1, END)];
    assert_eq!(paired(&edges), (vec![(0, 10)], vec![], (0, 1)));
}

#[test]
fn an_end_without_begin_is_left_out() {
    let edges = [
        edge(0, 3, END),
        edge(1, 1, TASK),
        edge(2, 3, END),
        edge(5, 1, END),
    ];
    assert_eq!(paired(&edges), (vec![(1, 5)], vec![], (2, 0)));
}

#[test]
fn the_thread_clock_of_both_ends_is_the_thread_time() {
    let mut thread = Thread::new(1, 1);
    thread.edges.push(edge(0, 1, TASK));
    thread.edges.push(edge(10, 1, END));
    pair_edges(&mut thread);
    thread.work.finish();
    let mut tasks = thread.tasks_of(0);
    assert_eq!(
        tasks.next().map(|task| task.thread_time.get()),
        Some(Some(Micros(5)))
    );
}

#[test]
fn the_first_name_with_a_duration_is_the_name_of_the_tasks() {
    let mut thread = Thread::new(1, 1);
    assert_eq!(thread.task_name(), None);
    thread.tasks[0].instants.push(Micros(1));
    assert_eq!(thread.task_name(), Some(0));
    thread.tasks[2].add(Micros(0), Micros(1));
    assert_eq!(thread.task_name(), Some(2), "instants alone are no tasks");
    thread.tasks[1].open.push(Micros(1));
    assert_eq!(thread.task_name(), Some(1));
}

#[test]
fn deep_nesting_is_work_for_each_edge_alone() {
    let mut edges: Vec<TaskEdge> = (0..100_000).map(|ts| edge(ts, 1, TASK)).collect();
    edges.extend((100_000..200_000).map(|ts| edge(ts, 2, END)));
    let (tasks, open, alone) = paired(&edges);
    assert_eq!((tasks.len(), open.len(), alone), (0, 100_000, (100_000, 0)));
}
