//! Reads a heap snapshot and prints how long each step took.
//!
//! `cargo run --release -p lagometer-bench --example heap -- FILE`

use anyhow::Context as _;
use lagometer_heap::{GroupBy, GroupOrder, Groups, Heap, Limits, read};
use std::fs::File;
use std::time::Instant;

#[expect(clippy::print_stdout, reason = "an example that is run by hand")]
fn main() -> anyhow::Result<()> {
    let path = std::env::args().nth(1).context("name a heap snapshot")?;
    let file = File::open(&path).with_context(|| format!("failed to open `{path}`"))?;
    let bytes = file.metadata()?.len();
    let limits = Limits::default();
    let start = Instant::now();
    let snapshot = read(file, 0, Some(bytes), &limits)?;
    let read = start.elapsed();
    println!(
        "{} objects, {} edges",
        snapshot.node_count(),
        snapshot.edge_count()
    );
    let heap = Heap::new(snapshot, &limits)?;
    let graph = start.elapsed();
    println!("{} reachable", heap.reachable().len());
    let groups = Groups::new(&heap, GroupBy::KindAndName);
    let grouped = start.elapsed();
    let order = groups.ordered(heap.snapshot(), GroupOrder::Retained, |group| !group.engine);
    let first = groups.members(&order[..order.len().min(1)]);
    let retained = heap.retained_by_groups(&first);
    println!(
        "{} groups, the first retains {retained:?} bytes",
        groups.groups.len()
    );
    let removed = start.elapsed();
    println!(
        "read {read:.2?}, graph {:.2?}, groups {:.2?}, exact size of one group {:.2?}",
        graph - read,
        grouped - graph,
        removed - grouped
    );
    Ok(())
}
