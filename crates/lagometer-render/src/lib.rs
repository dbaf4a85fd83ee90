//! Contracts into text: table, Markdown, JSON.
//!
//! Goes in: documents of `lagometer-report`, metric definitions and a [`Style`]. Comes out: text
//! that ends in a line feed. This crate computes no metric and changes no value: it picks, orders,
//! words and places them. [`number`] alone turns numbers into digits. Text of strangers in the
//! documents is made harmless for the terminal and for Markdown.
//!
//! ```
//! use lagometer_metric::Unit;
//! use lagometer_render::{Style, message, number};
//!
//! assert_eq!(number::value(Unit::Microseconds, 1_355_900.0), "1,355.9 ms");
//! assert_eq!(message::note("a \x1b[31mred\x1b[0m name", &Style::PLAIN), "note: a \\u{1b}[31mred\\u{1b}[0m name\n");
//! ```
#![deny(missing_docs)]

mod definition;
mod facts;
pub mod json;
mod layout;
pub mod markdown;
pub mod message;
pub mod number;
mod style;
pub mod table;
mod visible;

pub use style::Style;
