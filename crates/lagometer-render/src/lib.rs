//! Contracts into text: table, Markdown, JSON; and a run into a page, HTML with drawings.
//!
//! Goes in: documents of `lagometer-report`, metric definitions and a [`Style`]. Comes out: text
//! that ends in a line feed. This crate computes no metric and changes no value: it picks, orders,
//! words and places them. [`number`] alone turns numbers into digits. Text of strangers in the
//! documents is made harmless for the terminal, for Markdown and for HTML.
//!
//! ```
//! use lagometer_metric::Unit;
//! use lagometer_render::{Style, message, number};
//!
//! assert_eq!(number::value(Unit::Microseconds, 1_355_900.0), "1,355.9 ms");
//! assert_eq!(message::note("a \x1b[31mred\x1b[0m name", &Style::PLAIN), "note: a \\u{1b}[31mred\\u{1b}[0m name\n");
//! ```
#![deny(missing_docs)]

mod budgets;
mod capture_view;
mod choice;
pub mod command_line;
mod cpu_diff_view;
mod cpu_excerpt;
mod cpu_label;
mod cpu_listing;
mod cpu_place;
mod cpu_tasks;
mod cpu_view;
mod curve;
mod definition;
pub mod drawing;
mod explain;
pub mod export;
mod facts;
mod frames;
mod heap_view;
mod history_view;
mod hotspots;
pub mod html;
mod interactions;
pub mod json;
pub mod junit;
mod label;
mod layout;
mod long_tasks;
pub mod markdown;
pub mod message;
pub mod number;
mod plot;
mod remarks;
mod rules;
mod run_view;
mod scale;
mod settled_heap;
mod shown;
mod style;
mod svg;
pub mod table;
#[cfg(test)]
mod test_documents;
#[cfg(test)]
mod test_tags;
mod timeline;
mod trace_view;
mod user_timings;
mod visible;
mod work;

pub use style::Style;
pub use work::WorkView;
