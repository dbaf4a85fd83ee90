//! The one door: bytes and options go in, contracts come out.
//!
//! Containers (gzip, byte order marks, telling kinds of files apart) and joins between the areas
//! live here and nowhere else. This crate opens no file: it reads from `io::Read`.
#![deny(missing_docs)]

mod container;
mod convert;
mod error;
mod inspect;
mod round;
mod trace;
mod window;

pub use error::{Error, ErrorKind, Location};
pub use inspect::{inspect, inspect_run};
pub use lagometer_trace::{Bound, Limits, WindowChoice};
pub use round::{RoundInput, RoundOptions, round};
pub use trace::{Source, TraceOptions, trace};
pub use window::parse_window;

use lagometer_metric::MetricDefinition;
use std::sync::LazyLock;

/// The definition of every metric, in the order in which they are shown.
pub fn definitions() -> &'static [&'static MetricDefinition] {
    static ALL: LazyLock<Vec<&'static MetricDefinition>> = LazyLock::new(|| {
        let trace = lagometer_trace::metric::DEFINITIONS.iter();
        let counter = lagometer_trace::counter::DEFINITIONS.iter();
        let mut all: Vec<_> = trace.chain(counter).copied().collect();
        all.sort_by_key(|definition| definition.group);
        all
    });
    &ALL
}
