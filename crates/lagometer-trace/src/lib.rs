//! Chrome Trace Event bytes and counters of the browser into the metrics of one window.
//!
//! Goes in: the text of a trace, in any of the forms that Chrome and its tools write, read once from
//! `io::Read`; and plain readings of `Performance.getMetrics`. Comes out: typed metrics, each a value
//! or a reason, the main thread and how it was found, the window, and what was tolerated. It refuses
//! what is no trace, numbers that do not fit, windows that are not in the trace, and traces of which
//! more would have to be kept than [`Limits`] allow; a trace that is cut off is answered and says so.
//!
//! ```
//! use lagometer_metric::{Measured, Micros};
//! use lagometer_trace::{Limits, Options, Rules, WindowChoice, analyze, read};
//!
//! let text = r#"[
//!   {"ph":"M","name":"thread_name","pid":7,"tid":7,"args":{"name":"CrRendererMain"}},
//!   {"ph":"X","name":"RunTask","pid":7,"tid":7,"ts":1000,"dur":80000,"tdur":60000},
//!   {"ph":"X","name":"RunTask","pid":7,"tid":7,"ts":101000,"dur":20000,"tdur":20000}
//! ]"#;
//! let recording = read(text.as_bytes(), 0, &Limits::default())?;
//! let options = Options {
//!     window: WindowChoice::Auto,
//!     slice: Micros::from_millis(200),
//!     long_task: Micros::from_millis(50),
//!     rules: Rules::Lagometer,
//!     refresh_hz: None,
//!     measured_refresh_hz: None,
//!     page: None,
//!     limits: Limits::default(),
//! };
//! let analysis = analyze(&recording.facts, &options)?;
//! assert_eq!(analysis.metrics.total_blocking_time, Measured::Value(30_000.0));
//! assert_eq!(analysis.metrics.main_thread_cpu_time, Measured::Value(80_000.0));
//! # Ok::<(), lagometer_trace::Error>(())
//! ```
#![deny(missing_docs)]

mod analysis;
mod arguments;
mod category;
mod choice;
mod collector;
mod column;
mod console;
pub mod counter;
mod error;
mod event;
mod facts;
mod frames;
mod interaction;
pub mod interval;
mod limits;
mod loading;
mod main_thread;
mod memory;
mod metadata;
pub mod metric;
mod note;
mod oddity;
mod read;
mod rules;
mod task;
#[cfg(test)]
mod test_trace;
mod texts;
mod timeline;
mod user_timing;
mod window;
pub mod work;

pub use analysis::{Options, RefreshSource, TraceAnalysis, analyze};
pub use category::Categories;
pub use choice::{Bound, WindowChoice};
pub use collector::Collector;
pub use console::Stamp;
pub use error::{Error, ErrorKind, Found, WindowError};
pub use event::{AsyncId, Event, Identity, Name, OddFields, Phase, Time};
pub use facts::{Facts, Held};
pub use frames::{
    DevToolsFrame, DevToolsFrames, DrawnAs, Fate, FrameViews, Frames, Interval, Intervals, LastFrame,
    PipelineFrame, PipelineFrames,
};
pub use interaction::{Interaction, InteractionEvent, InteractionParts};
pub use limits::Limits;
pub use loading::{
    AnimationFrame, AnimationScript, LargestPaint, LayoutShift, LoadingName, MovedNode, Navigation, PageLoad,
    ShiftCluster,
};
pub use main_thread::{Confidence, Home, MainThread, Method, PageHint, Rejected, Why};
pub use memory::{MemoryReading, ThreadMemory};
pub use metadata::{Buffer, Loss, Metadata};
pub use note::Note;
pub use oddity::{Odd, Oddity};
pub use read::{Cut, CutInside, Form, Recording, read, read_with};
pub use rules::Rules;
pub use task::{Task, ThreadTime};
pub use timeline::{OpenTask, ThreadWork, Timeline, TopLevelTask};
pub use user_timing::PageMark;
pub use window::ResolvedWindow;
pub use work::{Work, WorkGroup, Worker, WorkerKind};
