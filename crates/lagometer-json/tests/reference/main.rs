//! Differential properties: against serde_json, and of every way of reading against the others.

mod accept;
mod chunking;
mod document;
mod walk;
