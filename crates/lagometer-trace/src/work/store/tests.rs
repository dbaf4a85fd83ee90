use super::*;
use crate::column::BLOCK;
use proptest::prelude::*;

fn record(start: i64, length: i64, name: u32, url: Option<u32>) -> Record {
    Record {
        start,
        end: start + length,
        name: NameId(name),
        url: url.map(TextId::from_index),
        task: None,
        thread_time: ThreadTime::new(None),
    }
}

fn task(start: i64, length: i64, place: u8, thread_time: Option<i64>) -> Record {
    Record {
        task: Some(place),
        thread_time: ThreadTime::new(thread_time.map(Micros)),
        ..record(start, length, 90 + u32::from(place), None)
    }
}

fn stored(records: &[Record]) -> (Store, isize) {
    let mut store = Store::default();
    let kept = records.iter().map(|record| store.push(*record)).sum();
    store.finish();
    (store, kept)
}

#[track_caller]
fn check(records: &[Record]) {
    let (store, _) = stored(records);
    let mut sorted = records.to_vec();
    sorted.sort_by_key(|record| (record.start, Reverse(record.end)));
    assert!(store.read().eq(sorted), "{} records", records.len());
}

#[test]
fn what_is_stored_is_read_in_order() {
    check(&[]);
    check(&[
        record(5, 3, 1, None),
        record(1, 9, 0, Some(7)),
        record(5, 4, 2, None),
    ]);
    // Both ends of what a trace can hold.
    let most = i64::MAX / 1_000;
    check(&[
        record(most, 0, u32::MAX, Some(u32::MAX)),
        record(-most, 2 * most, 0, None),
    ]);
}

#[test]
fn blocks_in_any_order_are_merged() {
    let count = 5 * BLOCK as i64 + 17;
    let straight: Vec<Record> = (0..count)
        .map(|at| record(3 * at, at % 7, at as u32 % 90, None))
        .collect();
    check(&straight);
    let backwards: Vec<Record> = straight.iter().rev().copied().collect();
    check(&backwards);
    // Every block reaches over the whole time.
    let mixed: Vec<Record> = (0..count)
        .map(|at| {
            record(
                at * 7_919 % count,
                at % 11,
                at as u32 % 300,
                (at % 3 == 0).then_some(at as u32),
            )
        })
        .collect();
    check(&mixed);
    // All at once, in the order in which they came.
    let together: Vec<Record> = (0..count).map(|at| record(1, 1, at as u32, None)).collect();
    check(&together);
}

#[test]
fn an_event_takes_a_few_bits() {
    let count = 100_000;
    let records = (0..count).map(|at| match at % 8 {
        0 => task(60 * at, 300 + at % 100, 0, Some(200 + at % 90)),
        part => record(60 * at + part, 30, part as u32, None),
    });
    let (store, kept) = stored(&records.collect::<Vec<_>>());
    let written = store.rows().bytes();
    assert!((written as i64) * 10 < 22 * count, "{written} bytes");
    // What waits at the end is accounted for as it was, before it was written.
    let waiting = (size_of::<Record>() * BLOCK) as isize;
    assert!(
        (written as isize..written as isize + waiting).contains(&kept),
        "{kept}"
    );
}

#[test]
fn tasks_are_read_alone_and_are_left_when_the_rest_is_dropped() {
    let records: Vec<Record> = (0..3 * BLOCK as i64)
        .map(|at| match at % 5 {
            0 => task(at, at % 9, (at % 2) as u8, (at % 3 > 0).then_some(at % 7)),
            _ => record(at, 4, at as u32 % 60, None),
        })
        .collect();
    let (mut store, _) = stored(&records);
    let expected = |place: u8| {
        let of_name = records.iter().filter(move |record| record.task == Some(place));
        of_name.map(|record| (record.start, record.end, record.thread_time))
    };
    let read = |store: &Store, place: u8| {
        let tasks = store.tasks(usize::from(place));
        let parts = tasks.map(|task| (task.start.0, task.end.0, task.thread_time));
        parts.collect::<Vec<_>>()
    };
    for place in [0, 1, 2] {
        assert!(read(&store, place).into_iter().eq(expected(place)));
    }
    assert!(!store.is_empty() && store.is_wanted());
    assert!(store.forget() > 0);
    assert_eq!(store.forget(), 0, "a second time nothing is left to drop");
    store.finish();
    for place in [0, 1, 2] {
        assert!(read(&store, place).into_iter().eq(expected(place)));
    }
    assert!(store.is_empty() && !store.is_wanted());
}

proptest! {
    #[test]
    fn reading_equals_sorting(
        times in prop::collection::vec((0_i64..50_000, 0_i64..300, 0_u32..500), 0..3 * BLOCK),
    ) {
        let event = |(start, length, name): (i64, i64, u32)| match name % 7 {
            0 => task(start, length, (name % 4) as u8, (name % 3 > 0).then_some(i64::from(name) - 9)),
            _ => record(start, length, name, name.is_multiple_of(5).then_some(name)),
        };
        let records: Vec<Record> = times.into_iter().map(event).collect();
        let (store, _) = stored(&records);
        let mut sorted = records;
        sorted.sort_by_key(|record| (record.start, Reverse(record.end)));
        prop_assert!(store.read().eq(sorted));
    }
}
