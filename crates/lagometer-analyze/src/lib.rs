//! the one door: bytes and options into contracts.
#![deny(missing_docs)]
