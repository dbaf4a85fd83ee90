//! Throughput: inputs of a stated size, and the ways of reading them that are compared.
//!
//! `cargo bench -p lagometer-bench` runs on generated inputs, and on the trace that
//! `LAGOMETER_LARGE` names. `cargo run --release -p lagometer-bench --example read -- FILE` reads
//! one file in each way, and prints counts, CPU time and memory.
#![deny(missing_docs)]

pub mod cpu_profile;
pub mod input;
pub mod json;
pub mod page;
pub mod source_map;
