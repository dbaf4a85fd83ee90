use super::*;
use crate::column::{BLOCK, Column};
use proptest::prelude::*;

fn value() -> impl Strategy<Value = Option<f64>> {
    let number = prop_oneof![
        (0_u32..9).prop_map(f64::from),
        -1e18..1e18_f64,
        Just(-0.0),
        Just(9_007_199_254_740_993.0),
        Just(0.5),
    ];
    prop::option::weighted(0.9, number)
}

fn reading() -> impl Strategy<Value = Counters> {
    let place = (-3_i64..3, prop::option::of(any::<i64>()));
    let values = [value(), value(), value(), value(), value()];
    (0_i64..50_000, place, values).prop_map(|(ts, (pid, tid), values)| {
        let [js_heap_used, js_heap_limit, nodes, listeners, documents] = values;
        Counters {
            ts: Micros(ts),
            pid,
            tid,
            data: CounterData {
                js_heap_used,
                js_heap_limit,
                nodes,
                listeners,
                documents,
            },
        }
    })
}

fn bits(reading: &Counters) -> (Micros, i64, Option<i64>, [Option<u64>; COUNTERS]) {
    let bits = values(&reading.data).map(|value| value.map(f64::to_bits));
    (reading.ts, reading.pid, reading.tid, bits)
}

proptest! {
    #[test]
    fn readings_are_read_in_order_and_to_the_last_bit(readings in prop::collection::vec(reading(), 0..BLOCK / 64)) {
        let mut column = Column::default();
        for reading in &readings {
            column.push(*reading);
        }
        column.finish();
        let mut sorted = readings;
        sorted.sort_by_key(|reading| reading.ts);
        prop_assert!(column.read().map(|reading| bits(&reading)).eq(sorted.iter().map(bits)));
    }
}
