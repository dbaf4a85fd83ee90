use super::*;
use crate::column::{BLOCK, Column};
use proptest::prelude::*;

fn check<R: Kept + PartialEq + std::fmt::Debug>(rows: Vec<R>) {
    let mut column = Column::default();
    for row in &rows {
        column.push(*row);
    }
    column.finish();
    let mut sorted = rows;
    sorted.sort_by_key(Row::order);
    assert!(column.read().eq(sorted));
}

fn number() -> impl Strategy<Value = u64> {
    prop_oneof![0_u64..100, any::<u64>()]
}

fn frame_event() -> impl Strategy<Value = FrameEvent> {
    let place = (0_i64..3, prop_oneof![Just(i64::MIN), 0_i64..4]);
    let event = (-50_i64..50_000, place, 0..KINDS, number(), any::<u32>());
    event.prop_map(|(ts, (pid, layer), which, number, duration)| FrameEvent {
        ts: Micros(ts),
        pid,
        layer: Layer(layer),
        kind: kind(which, number, duration),
    })
}

fn pipeline_event() -> impl Strategy<Value = PipelineEvent> {
    let report = (number(), number(), 0_i64..3, 0..STATES.len(), any::<bool>());
    let report = report.prop_map(
        |(sequence, source, layer, state, affects_smoothness)| PipelineReport {
            sequence: Sequence(sequence),
            source: Sequence(source),
            layer: Layer(layer),
            state: STATES[state],
            affects_smoothness,
        },
    );
    let event = (
        -50_i64..50_000,
        0_i64..3,
        0_u8..4,
        number(),
        prop::option::of(report),
    );
    event.prop_map(|(ts, pid, id_kind, id, report)| PipelineEvent {
        ts: Micros(ts),
        pid,
        id: PipelineId(id_kind, id),
        report,
    })
}

proptest! {
    #[test]
    fn events_of_frames_are_read_in_order(events in prop::collection::vec(frame_event(), 0..BLOCK / 64)) {
        check(events);
    }

    #[test]
    fn reports_are_read_in_order(events in prop::collection::vec(pipeline_event(), 0..BLOCK / 64)) {
        check(events);
    }
}

#[test]
fn a_frame_takes_a_few_bytes() {
    let count = 100_000;
    let (mut events, mut reports) = (Column::default(), Column::default());
    for number in 0..count {
        let ts = Micros(16_667 * number as i64 + number as i64 * 7_919 % 900);
        let sequence = Sequence(number);
        for kind in [FrameKind::Begun(sequence), FrameKind::Drawn(sequence)] {
            events.push(FrameEvent {
                ts,
                pid: 7,
                layer: Layer(2),
                kind,
            });
        }
        let report = PipelineReport {
            sequence,
            source: Sequence(9),
            layer: Layer(2),
            state: PipelineState::PresentedAll,
            affects_smoothness: true,
        };
        for (ts, report) in [(ts, Some(report)), (ts + Micros(5_000), None)] {
            let id = PipelineId(1, 64 * number);
            reports.push(PipelineEvent {
                ts,
                pid: 7,
                id,
                report,
            });
        }
    }
    events.finish();
    reports.finish();
    let bytes = |bytes: usize| bytes as f64 / count as f64;
    assert!(bytes(events.bytes()) < 5.5, "{}", bytes(events.bytes()));
    assert!(bytes(reports.bytes()) < 8.0, "{}", bytes(reports.bytes()));
}
