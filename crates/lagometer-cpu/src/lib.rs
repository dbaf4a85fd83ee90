//! V8 CPU samples into functions, lines and call trees.
//!
//! Goes in: the text of a CPU profile, in any of the forms that V8, Node and Hermes write, read once
//! from `io::Read`; or the events about samples of a trace. Comes out: functions, each once, with the
//! time of their samples; the tree of calls; hot lines; what was tolerated. It refuses what is no
//! profile, and profiles that are larger than [`Limits`] allow. Positions are 1-based or unknown.
//!
//! ```
//! use lagometer_cpu::{CallTree, Limits, Rules, hotspots, read};
//!
//! let text = r#"{"nodes":[
//!   {"id":1,"callFrame":{"functionName":"(root)","scriptId":"0","url":"","lineNumber":-1,"columnNumber":-1},"children":[2]},
//!   {"id":2,"callFrame":{"functionName":"sort","scriptId":"7","url":"/a.js","lineNumber":6,"columnNumber":9}}],
//!   "startTime":1000,"endTime":1400,"samples":[1,2,2],"timeDeltas":[50,100,100]}"#;
//! let recording = read(text.as_bytes(), 0, &Limits::default())?;
//! let tree = CallTree::of(&recording.profile, Rules::Lagometer, None);
//! let sums = hotspots(&tree);
//! let sort = tree.functions.iter().position(|function| function.name == "sort").unwrap();
//! assert_eq!(tree.functions[sort].position.line.map(|line| line.get()), Some(7));
//! // From 1150 on; the last sample lasts as long as the median, since the profile ends later.
//! assert_eq!(sums[sort].own.weight, 200);
//! # Ok::<(), lagometer_cpu::Error>(())
//! ```
#![deny(missing_docs)]

mod call;
mod error;
pub mod filter;
mod frame;
mod function;
mod hotspots;
mod label;
mod layout;
mod limits;
mod line;
mod nodes;
mod oddity;
pub mod paths;
mod position;
mod profile;
mod profile_label;
mod read;
mod span;
mod stretch;
mod trace;
mod tree;

pub use call::{Calls, Neighbour, calls};
pub use error::{Error, ErrorKind, Found};
pub use function::{Function, Role};
pub use hotspots::{FunctionSum, hotspots, hotspots_of, subtrees};
pub use label::{Evidence, LABEL_SAMPLES_MIN, Label, RECORDED_SHARE, is_recorded, labels};
pub use layout::{FunctionLayout, layouts};
pub use limits::Limits;
pub use line::{FunctionLine, lines};
pub use nodes::Nodes;
pub use oddity::{Odd, Oddity};
pub use position::Position;
pub use profile::{Content, Profile, Samples, Sized, Tick, Timed};
pub use profile_label::{ProfileLabel, profile_labels};
pub use read::{Cut, Form, Recording, read};
pub use span::{Span, SpanFunction, span};
pub use stretch::{Stretch, collections, stretches};
pub use trace::{LayoutKind, LayoutWork, SampleEvent, SampleEventKind, ThreadProfile, TraceProfiles};
pub use tree::{
    Amount, CallTree, Interval, LayoutPart, LineSource, NodeLayout, NodeLine, Rules, Weight, merge,
};
