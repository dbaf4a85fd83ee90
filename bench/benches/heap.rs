//! From the bytes of a heap snapshot to its groups, on a generated snapshot of some 32 MiB.

use divan::{Bencher, counter::BytesCount};
use lagometer_heap::{GroupBy, Groups, Heap, Limits, Snapshot, read};
use std::fmt::Write as _;
use std::sync::LazyLock;

/// So many objects make about 32 MiB.
const OBJECTS: u32 = 500_000;

/// Objects that hold three others each: a later one, an earlier one, and one of a hundred that are
/// shared.
static TEXT: LazyLock<String> = LazyLock::new(|| {
    let mut text = format!(
        r#"{{"snapshot":{{"meta":{{"node_fields":["type","name","id","self_size","edge_count"],"node_types":[["synthetic","object"],"string","number","number","number"],"edge_fields":["type","name_or_index","to_node"],"edge_types":[["context","element","property","internal","hidden","shortcut","weak"],"string_or_number","node"]}},"node_count":{OBJECTS},"edge_count":{}}},"nodes":["#,
        OBJECTS * 3
    );
    let comma = |index: u32| if index == 0 { "" } else { "\n," };
    let fine = "memory takes what is written";
    for node in 0..OBJECTS {
        let (kind, name) = (u32::from(node > 0), node % 1_000);
        write!(
            text,
            "{}{kind},{name},{},{},3",
            comma(node),
            2 * u64::from(node) + 1,
            16 + node % 64
        )
        .expect(fine);
    }
    text.push_str("],\"edges\":[");
    for node in 0..OBJECTS {
        for (slot, to) in [(node + 1).min(OBJECTS - 1), node / 2, node % 100]
            .into_iter()
            .enumerate()
        {
            let first = node * 3 + slot as u32;
            write!(text, "{}2,{slot},{}", comma(first), u64::from(to) * 5).expect(fine);
        }
    }
    let strings: Vec<String> = (0..1_000).map(|index| format!("\"Class{index}\"")).collect();
    write!(text, "],\"strings\":[{}]}}", strings.join(",")).expect(fine);
    text
});

fn main() {
    divan::main();
}

fn load(bytes: &[u8]) -> Snapshot {
    read(bytes, 0, Some(bytes.len() as u64), &Limits::default()).expect("a snapshot")
}

#[divan::bench(sample_count = 10, sample_size = 1)]
fn read_32_mib(bencher: Bencher<'_, '_>) {
    let bytes = BytesCount::of_slice(TEXT.as_bytes());
    bencher.counter(bytes).bench(|| load(TEXT.as_bytes()));
}

#[divan::bench(sample_count = 10, sample_size = 1)]
fn read_and_search_32_mib(bencher: Bencher<'_, '_>) {
    let bytes = BytesCount::of_slice(TEXT.as_bytes());
    bencher
        .counter(bytes)
        .bench(|| Heap::new(load(TEXT.as_bytes()), &Limits::default()).expect("a graph"));
}

#[divan::bench(sample_count = 10, sample_size = 1)]
fn groups(bencher: Bencher<'_, '_>) {
    let heap = Heap::new(load(TEXT.as_bytes()), &Limits::default()).expect("a graph");
    bencher.bench_local(|| Groups::new(&heap, GroupBy::KindAndName));
}

#[divan::bench(sample_count = 10, sample_size = 1)]
fn exact_size_of_twenty_groups(bencher: Bencher<'_, '_>) {
    let heap = Heap::new(load(TEXT.as_bytes()), &Limits::default()).expect("a graph");
    let groups = Groups::new(&heap, GroupBy::KindAndName);
    let members = groups.members(&(0..20).collect::<Vec<usize>>());
    bencher.bench_local(|| heap.retained_by_groups(&members));
}
