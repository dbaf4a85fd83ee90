//! A thin layer over the Chrome DevTools Protocol: JSON messages over a pipe, sessions, events.

mod chunks;
mod connection;
mod message;
pub mod protocol;
mod session;
#[cfg(test)]
mod tests;
mod words;

pub(crate) use chunks::Chunk;
pub(crate) use connection::Connection;
pub(crate) use message::{CallError, CallReason, Reply};
pub(crate) use session::{Events, Received, Session};
pub(crate) use words::LastWords;
