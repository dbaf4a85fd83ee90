//! The one door: bytes and options go in, contracts come out.
//!
//! Containers (gzip, byte order marks, telling kinds of files apart) and joins between the areas
//! live here and nowhere else. This crate opens no file: it reads from `io::Read`.
#![deny(missing_docs)]
