//! Contracts as GitHub Markdown.

mod inspect;
mod metrics;

pub use inspect::inspect;
pub use metrics::{metrics, metrics_reference};
