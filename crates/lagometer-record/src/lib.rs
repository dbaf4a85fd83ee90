//! runs on disk: atomic writes, relative paths, index.
#![deny(missing_docs)]
