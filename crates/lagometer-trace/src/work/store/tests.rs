use super::*;
use proptest::prelude::*;

fn record(start: i64, length: i64, name: u32, url: Option<u32>) -> Record {
    Record {
        start,
        end: start + length,
        name: NameId(name),
        url: url.map(TextId::from_index),
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
fn an_event_takes_a_few_bytes() {
    let records: Vec<Record> = (0..100_000)
        .map(|at| record(40 * at, 30, at as u32 % 60, None))
        .collect();
    let (store, kept) = stored(&records);
    let written: usize = store.blocks.iter().map(|block| block.bytes.len()).sum();
    assert_eq!(written, 3 * records.len());
    // What waits at the end is accounted for as it was, before it was written.
    assert!(
        (written as isize..written as isize + SIZE * BLOCK as isize).contains(&kept),
        "{kept}"
    );
}

#[test]
fn what_nobody_will_ask_for_is_dropped() {
    let (mut store, kept) = stored(&[record(1, 1, 0, None); 10_000]);
    assert!(!store.is_empty() && store.is_wanted());
    let freed = store.forget() as isize;
    assert!(freed > 0 && freed <= kept, "{freed} of {kept}");
    assert!(store.is_empty() && !store.is_wanted());
}

proptest! {
    #[test]
    fn reading_equals_sorting(
        times in prop::collection::vec((0_i64..50_000, 0_i64..300, 0_u32..500), 0..3 * BLOCK),
    ) {
        let records: Vec<Record> = times
            .into_iter()
            .map(|(start, length, name)| record(start, length, name, (name % 5 == 0).then_some(name)))
            .collect();
        let (store, _) = stored(&records);
        let mut sorted = records;
        sorted.sort_by_key(|record| (record.start, Reverse(record.end)));
        prop_assert!(store.read().eq(sorted));
    }
}
