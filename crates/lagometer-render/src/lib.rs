//! contracts into table, Markdown and JSON text.
#![deny(missing_docs)]
