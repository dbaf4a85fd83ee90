//! What a number is.
//!
//! Goes in: plain integers and floats that somebody measured. Comes out: values that carry their
//! unit, their absence with a reason, their window, their distribution and their definition. This
//! crate knows no file format, reads no file and makes no text for people.
//!
//! ```
//! use lagometer_metric::{Distribution, Measured, Reason};
//!
//! let tasks = Distribution::of([50_000.0, 120_000.0]);
//! assert_eq!(tasks.median(), Measured::Value(85_000.0));
//! let none = Distribution::of([]);
//! assert_eq!(none.median().reason(), Some(Reason::NoSample));
//! ```
#![deny(missing_docs)]

mod definition;
mod distribution;
mod measured;
mod unit;
mod window;

pub use definition::{Better, GateDefault, Group, MetricDefinition, MetricId, Role, Statistic};
pub use distribution::{Distribution, SMALL_SAMPLE};
pub use measured::{Measured, NotAvailable, Reason};
pub use unit::{Micros, Unit};
pub use window::{EmptyWindow, TimeWindow};
