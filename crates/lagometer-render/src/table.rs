//! Contracts as text for a terminal or a file: 80 columns, names aside.

mod inspect;
mod metrics;

pub use inspect::inspect;
pub use metrics::metrics;
