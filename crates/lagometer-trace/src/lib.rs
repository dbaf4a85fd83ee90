//! Chrome Trace Event bytes and CDP or process counters into metrics of one window.
#![deny(missing_docs)]

mod choice;
pub mod counter;
pub mod metric;

pub use choice::{Bound, Limits, WindowChoice};
