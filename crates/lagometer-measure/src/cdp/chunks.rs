//! The text of a heap snapshot as it comes: message by message, unread, one after the other.
//!
//! A snapshot is as large as the heap, so its chunks take another way than events: they are not parsed
//! into values, and while nobody takes them the pipe is not read any further, so that the browser waits.

use super::connection::Shared;
use super::protocol;
use serde::Deserialize;
use serde_json::value::RawValue;
use std::borrow::Cow;
use std::sync::Arc;
use tokio::sync::mpsc;

/// How many messages may wait. Each is about a megabyte.
const WAITING_MAX: usize = 2;
/// The browser writes an event's method before everything else.
const METHOD_WITHIN: usize = 200;

/// A message that holds a chunk, as the browser wrote it.
#[derive(Debug)]
pub(crate) struct Chunk(pub(super) Vec<u8>);

#[derive(Deserialize)]
struct Message<'a> {
    #[serde(borrow)]
    method: Cow<'a, str>,
    #[serde(borrow, rename = "sessionId")]
    session: Option<Cow<'a, str>>,
}

#[derive(Deserialize)]
struct Content<'a> {
    #[serde(borrow)]
    params: Params<'a>,
}

#[derive(Deserialize)]
struct Params<'a> {
    #[serde(borrow)]
    chunk: &'a RawValue,
}

impl Chunk {
    /// Of a whole message.
    #[cfg(test)]
    pub fn of(message: Vec<u8>) -> Chunk {
        Chunk(message)
    }

    /// The text between the quotes, with its escapes. It is a string of valid JSON, but for surrogates
    /// that stand alone.
    pub fn escaped(&self) -> Result<&[u8], String> {
        let content: Content<'_> = serde_json::from_slice(&self.0).map_err(|error| error.to_string())?;
        let text = content.params.chunk.get().as_bytes();
        match text {
            [b'"', inner @ .., b'"'] => Ok(inner),
            _ => Err("`chunk` is no text".to_owned()),
        }
    }
}

/// Where the chunks of a session go.
pub(super) struct Tap {
    pub session: String,
    sender: mpsc::Sender<Chunk>,
    /// Whether a chunk came on another way and is missing.
    pub has_lost: bool,
}

/// What a message is to the taps.
pub(super) enum Tapped {
    /// No chunk.
    Other,
    /// A chunk for somebody.
    For(mpsc::Sender<Chunk>),
    /// A chunk for nobody, or for somebody who has gone.
    ForNobody,
}

/// Whether the message is a chunk, and for whom.
pub(super) fn tapped(taps: &[Tap], message: &[u8]) -> Tapped {
    let name = protocol::HEAP_PROFILER_ADD_CHUNK.name.as_bytes();
    let head = &message[..message.len().min(METHOD_WITHIN)];
    if !head.windows(name.len()).any(|window| window == name) {
        return Tapped::Other;
    }
    // What only looks like one is read as everything else is.
    let Ok(Message { method, session }) = serde_json::from_slice(message) else {
        return Tapped::Other;
    };
    if method != protocol::HEAP_PROFILER_ADD_CHUNK.name {
        return Tapped::Other;
    }
    let tap = taps
        .iter()
        .find(|tap| Some(tap.session.as_str()) == session.as_deref());
    match tap {
        Some(tap) if !tap.sender.is_closed() => Tapped::For(tap.sender.clone()),
        _ => Tapped::ForNobody,
    }
}

/// The chunks of a session, for as long as this lives.
pub(crate) struct Chunks {
    shared: Arc<Shared>,
    session: String,
}

impl Chunks {
    /// Opens the way; what comes on it is received until this is dropped or ended.
    pub(super) fn open(shared: Arc<Shared>, session: &str) -> (Chunks, mpsc::Receiver<Chunk>) {
        let (sender, receiver) = mpsc::channel(WAITING_MAX);
        let session = session.to_owned();
        shared.add_tap(Tap {
            session: session.clone(),
            sender,
            has_lost: false,
        });
        (Chunks { shared, session }, receiver)
    }

    /// Ends the way: what was received is all. False where a chunk is missing.
    pub fn end(self) -> bool {
        !self.shared.remove_tap(&self.session)
    }
}

impl Drop for Chunks {
    fn drop(&mut self) {
        self.shared.remove_tap(&self.session);
    }
}
