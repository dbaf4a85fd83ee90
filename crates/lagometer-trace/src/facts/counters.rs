//! Readings of memory counters: what changed since the last one.

use crate::arguments::CounterData;
use crate::column::bits::{BitReader, BitWriter, Rice};
use crate::column::{Kept, LANES, Row};
use lagometer_metric::Micros;

/// A reading of the memory counters of a thread's isolate: a worker has a heap of its own.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Counters {
    pub(crate) ts: Micros,
    pub(crate) pid: i64,
    pub(crate) tid: Option<i64>,
    pub(crate) data: CounterData,
}

/// How many counters a reading has.
const COUNTERS: usize = 5;

/// What is known of the readings before one.
#[derive(Default)]
pub(crate) struct CountersContext {
    before: i64,
    pid: i64,
    tid: Option<i64>,
    /// Whole numbers as they are, others by their bits.
    values: [Option<Number>; COUNTERS],
    times: Rice,
    places: Rice,
    kinds: [Rice; COUNTERS],
    steps: [Rice; COUNTERS],
}

/// A reading: a whole number, or the bits of any other.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Number {
    Whole(i64),
    Other(u64),
}

impl Number {
    fn of(value: f64) -> Number {
        // Up to here every whole number has a float, and back.
        const EXACT: f64 = (1_u64 << 53) as f64;
        let whole = value as i64;
        match value.abs() < EXACT && (whole as f64).to_bits() == value.to_bits() {
            true => Number::Whole(whole),
            false => Number::Other(value.to_bits()),
        }
    }

    fn value(self) -> f64 {
        match self {
            Number::Whole(whole) => whole as f64,
            Number::Other(bits) => f64::from_bits(bits),
        }
    }
}

fn values(data: &CounterData) -> [Option<f64>; COUNTERS] {
    let CounterData {
        js_heap_used,
        js_heap_limit,
        nodes,
        listeners,
        documents,
    } = *data;
    [js_heap_used, js_heap_limit, nodes, listeners, documents]
}

/// How a value comes of the one before: it is the same, another whole number, another one, or missing.
const SAME: u64 = 0;
const WHOLE: u64 = 1;
const OTHER: u64 = 2;
const MISSING: u64 = 3;

impl CountersContext {
    /// What the next whole number is written as a difference to; reading takes the same one.
    fn base(&self, at: usize) -> i64 {
        match self.values[at] {
            Some(Number::Whole(whole)) => whole,
            _ => 0,
        }
    }
}

impl Row for Counters {
    type Context = CountersContext;
    type Order = Micros;
    const LANE: usize = 0;

    fn order(&self) -> Micros {
        self.ts
    }

    fn start(&self) -> i64 {
        self.ts.0
    }

    fn read(context: &mut CountersContext, [bits, _]: &mut [BitReader<'_>; LANES]) -> Counters {
        context.before = context.before.wrapping_add(context.times.read(bits) as i64);
        if context.places.read(bits) > 0 {
            context.pid = context.places.read_signed(bits);
            context.tid = (context.places.read(bits) > 0).then(|| context.places.read_signed(bits));
        }
        for at in 0..COUNTERS {
            let base = context.base(at);
            context.values[at] = match context.kinds[at].read(bits) {
                SAME => continue,
                WHOLE => Some(Number::Whole(
                    base.wrapping_add(context.steps[at].read_signed(bits)),
                )),
                OTHER => Some(Number::Other(context.steps[at].read(bits))),
                _ => None,
            };
        }
        let [js_heap_used, js_heap_limit, nodes, listeners, documents] =
            context.values.map(|value| value.map(Number::value));
        Counters {
            ts: Micros(context.before),
            pid: context.pid,
            tid: context.tid,
            data: CounterData {
                js_heap_used,
                js_heap_limit,
                nodes,
                listeners,
                documents,
            },
        }
    }
}

impl Kept for Counters {
    fn write(&self, context: &mut CountersContext, [bits, _]: &mut [BitWriter; LANES]) -> bool {
        let Counters { ts, pid, tid, data } = self;
        context
            .times
            .write(ts.0.wrapping_sub(context.before) as u64, bits);
        context.before = ts.0;
        let is_elsewhere = (*pid, *tid) != (context.pid, context.tid);
        context.places.write(u64::from(is_elsewhere), bits);
        if is_elsewhere {
            context.places.write_signed(*pid, bits);
            context.places.write(u64::from(tid.is_some()), bits);
            if let Some(tid) = tid {
                context.places.write_signed(*tid, bits);
            }
            (context.pid, context.tid) = (*pid, *tid);
        }
        for (at, value) in values(data).into_iter().enumerate() {
            let value = value.map(Number::of);
            let base = context.base(at);
            let (kinds, steps) = (&mut context.kinds[at], &mut context.steps[at]);
            match value {
                same if same == context.values[at] => kinds.write(SAME, bits),
                Some(Number::Whole(whole)) => {
                    kinds.write(WHOLE, bits);
                    steps.write_signed(whole.wrapping_sub(base), bits);
                }
                Some(Number::Other(other)) => {
                    kinds.write(OTHER, bits);
                    steps.write(other, bits);
                }
                None => kinds.write(MISSING, bits),
            }
            context.values[at] = value;
        }
        false
    }
}

#[cfg(test)]
mod tests;
