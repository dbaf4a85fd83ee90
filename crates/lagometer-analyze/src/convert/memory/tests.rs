use super::*;

fn thread(count: usize) -> lagometer_trace::ThreadMemory {
    let reading = |at: usize| MemoryReading {
        ts: Micros(100 + at as i64),
        js_heap: Some(at as f64),
        dom_nodes: None,
        event_listeners: None,
        documents: None,
    };
    lagometer_trace::ThreadMemory {
        pid: 7,
        tid: Some(7),
        process_name: None,
        is_page: true,
        readings: (0..count).map(reading).collect(),
    }
}

#[test]
fn of_many_readings_every_so_many_are_listed_and_the_last() {
    let listed = |count: usize| memory(&[thread(count)], Micros(100)).remove(0);
    let few = listed(3);
    assert_eq!((few.step, few.total, &few.times_us[..]), (1, 3, &[0, 1, 2][..]));
    assert_eq!(few.dom_nodes, [None, None, None]);
    let many = listed(25_001);
    assert_eq!((many.step, many.total), (3, 25_001));
    assert!(many.times_us.len() <= LISTED + 1);
    assert_eq!(many.times_us[..3], [0, 3, 6]);
    assert_eq!(many.times_us.last(), Some(&25_000));
    assert_eq!(many.js_heap.len(), many.times_us.len());
    assert_eq!(listed(0).times_us, Vec::<i64>::new());
}
