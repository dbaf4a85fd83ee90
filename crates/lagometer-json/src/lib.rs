//! strict, streaming JSON reading over io::Read, every token with its byte offset.
#![deny(missing_docs)]
