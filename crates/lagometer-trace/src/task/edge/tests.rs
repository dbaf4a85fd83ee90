use super::*;
use crate::column::{BLOCK, Column};
use proptest::prelude::*;

fn edge() -> impl Strategy<Value = TaskEdge> {
    let kind = prop_oneof![
        Just(EdgeKind::End),
        Just(EdgeKind::Begin(None)),
        (0_u8..4).prop_map(|place| EdgeKind::Begin(Some(place))),
    ];
    let work = prop::option::of((0_u32..90, prop::option::of(any::<u32>())));
    let tts = prop::option::of(-9_i64..90_000);
    let edge = (
        -50_i64..50_000,
        tts,
        prop_oneof![0_u32..5, any::<u32>()],
        kind,
        work,
    );
    edge.prop_map(|(ts, tts, name, kind, work)| TaskEdge {
        ts: Micros(ts),
        tts: ThreadTime::new(tts.map(Micros)),
        name,
        kind,
        work: work.map(|(name, url)| WorkKey {
            name: NameId(name),
            url: url.map(TextId::from_index),
        }),
    })
}

proptest! {
    #[test]
    fn edges_are_read_in_order(edges in prop::collection::vec(edge(), 0..BLOCK / 64)) {
        let mut column = Column::default();
        for edge in &edges {
            column.push(*edge);
        }
        column.finish();
        let mut sorted = edges;
        sorted.sort_by_key(|edge| edge.ts);
        prop_assert!(column.read().eq(sorted));
    }
}

#[test]
fn an_edge_takes_a_few_bytes() {
    let mut column = Column::default();
    let count = 90_000;
    for at in 0..count {
        let is_begin = at % 3 < 2 && at % 6 != 4;
        let name = 1_000_000 + (at % 6) as u32 * 99_991;
        column.push(TaskEdge {
            ts: Micros(150 * at + at * 7_919 % 100),
            tts: ThreadTime::new(Some(Micros(50 * at))),
            name,
            kind: if is_begin {
                EdgeKind::Begin(None)
            } else {
                EdgeKind::End
            },
            work: is_begin.then_some(WorkKey {
                name: NameId((at % 6) as u32),
                url: None,
            }),
        });
    }
    column.finish();
    let each = column.bytes() as f64 / count as f64;
    assert!(each < 4.0, "{each}");
}
