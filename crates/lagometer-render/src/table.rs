//! Contracts as text for a terminal or a file: 80 columns, names aside.

mod capture;
mod cpu;
mod cpu_diff;
mod heap;
mod history;
mod hotspots;
mod inspect;
mod metrics;
mod parts;
mod run;
mod trace;

pub use capture::page_capture;
pub use cpu::cpu;
pub use cpu_diff::cpu_diff;
pub use heap::{
    heap_allocations, heap_cycles, heap_dominators, heap_groups, heap_object, heap_objects, heap_paths,
    heap_summary,
};
pub use history::history;
pub use inspect::inspect;
pub use metrics::metrics;
pub use run::{run, run_place, run_snapshots};
pub use trace::trace;

#[cfg(test)]
mod tests;
