//! The one door: bytes and options go in, contracts come out.
//!
//! Goes in: a file as it lies on disk, plain or packed, read once from `io::Read`, and options; or the
//! artifacts of a round. Comes out: the documents of `lagometer-report`, every number with its unit
//! or the reason of its absence. Containers (gzip, byte order marks), the telling of kinds of files
//! apart and joins between the areas live here and nowhere else. This crate opens no file, and it
//! refuses what is of another kind, in another encoding or broken, with the place; what is cut off is
//! answered as far as it goes.
//!
//! ```
//! use lagometer_analyze::{Limits, Rules, Source, TraceOptions, WindowChoice, trace};
//!
//! let text = r#"{"traceEvents":[
//!   {"ph":"M","name":"thread_name","pid":7,"tid":7,"args":{"name":"CrRendererMain"}},
//!   {"ph":"X","name":"RunTask","pid":7,"tid":7,"ts":1000,"dur":80000}]}"#;
//! let source = Source {
//!     name: "page.json".to_owned(),
//!     bytes_on_disk: None,
//!     reader: Box::new(text.as_bytes()),
//! };
//! let options = TraceOptions {
//!     window: WindowChoice::Auto,
//!     slice: TraceOptions::SLICE,
//!     long_task: TraceOptions::LONG_TASK,
//!     rules: Rules::Lagometer,
//!     refresh_hz: None,
//!     hash: false,
//!     strict: false,
//!     limits: Limits::default(),
//! };
//! let document = trace(source, &options)?;
//! let blocked = &document.analysis.metrics["total_blocking_time"];
//! assert_eq!(blocked.value.map(|value| value.0), Some(30_000.0));
//! // The task says nothing of its CPU time, and that is not zero.
//! let cpu = &document.analysis.metrics["main_thread_cpu_time"];
//! assert_eq!(cpu.reason.as_deref(), Some("no-thread-time"));
//! # Ok::<(), lagometer_analyze::Error>(())
//! ```
#![deny(missing_docs)]

mod container;
mod convert;
mod cpu;
mod custom;
mod diagnosis;
mod error;
pub mod heap;
mod inspect;
mod round;
mod scripts;
mod trace;
mod window;

pub use cpu::{
    CpuBasisChoice, CpuDiffBy, CpuOptions, CpuPattern, CpuSort, CpuView, SourceOptions, cpu, cpu_diff,
    cpu_diff_stacks, cpu_stacks, cpu_timeline,
};
pub use diagnosis::{Diagnosis, DiagnosisInput, diagnosis, hotspots};
pub use error::{Error, ErrorKind, Location};
pub use inspect::{inspect, inspect_run};
pub use lagometer_cpu::{Limits as CpuLimits, Rules as CpuRules};
pub use lagometer_source::{Files, Found, Wanted};
pub use lagometer_trace::{Bound, Limits, Rules, WindowChoice};
pub use round::{RoundInput, RoundOptions, round};
pub use scripts::ScriptMap;
pub use trace::{Source, TraceOptions, trace};
pub use window::parse_window;

use lagometer_metric::MetricDefinition;
use std::sync::LazyLock;

/// The definition of every metric, in the order in which they are shown.
pub fn definitions() -> &'static [&'static MetricDefinition] {
    static ALL: LazyLock<Vec<&'static MetricDefinition>> = LazyLock::new(|| {
        let trace = lagometer_trace::metric::DEFINITIONS.iter();
        let counter = lagometer_trace::counter::DEFINITIONS.iter();
        let custom = &custom::DEFINITION;
        let mut all: Vec<_> = trace.chain(counter).copied().chain([custom]).collect();
        all.sort_by_key(|definition| definition.group);
        all
    });
    &ALL
}
