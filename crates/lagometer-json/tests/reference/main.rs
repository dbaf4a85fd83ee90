//! Differential properties: against serde_json, and of every way of reading against the others.

#![allow(clippy::unwrap_used)]

mod accept;
mod chunking;
mod document;
mod walk;
