//! The pipe: messages out, answers and events in.

use super::chunks::{Chunk, Tap, Tapped, tapped};
use super::message::{CallError, CallReason, Envelope, Incoming, Outgoing, Reply};
use super::protocol::{self, Command};
use super::session::{Events, Session, Subscription};
use super::words::LastWords;
use serde_json::Value;
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use tokio::io::{AsyncBufReadExt, AsyncRead, AsyncWrite, AsyncWriteExt, BufReader};
use tokio::sync::{mpsc, oneshot, watch};

/// How long an answer is waited for where nothing else bounds it.
pub(crate) const CALL_TIMEOUT: Duration = Duration::from_secs(30);

/// The largest message that is read; the largest real one is a 1 MiB read in base64.
const MESSAGE_MAX: usize = 256 << 20;
/// A buffer that grew beyond this is not kept.
const BUFFER_KEPT: usize = 4 << 20;

/// A connection to a browser. Clones share it.
#[derive(Clone)]
pub(crate) struct Connection {
    shared: Arc<Shared>,
}

pub(super) struct Shared {
    outgoing: mpsc::UnboundedSender<Vec<u8>>,
    state: Mutex<State>,
    words: LastWords,
}

/// What became of a session.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Fate {
    Alive,
    Crashed,
    Detached,
    Closed,
}

struct State {
    closed: bool,
    /// When a page crashed, or the pipe ended: the last time.
    lost: Option<Instant>,
    next_id: u64,
    pending: BTreeMap<u64, Pending>,
    sessions: BTreeMap<String, watch::Sender<Fate>>,
    subscriptions: Vec<Subscription>,
    /// Where the chunks of heap snapshots go.
    taps: Vec<Tap>,
}

struct Pending {
    command: &'static str,
    session: Option<String>,
    answer: oneshot::Sender<Result<Value, CallReason>>,
}

impl Connection {
    /// Speaks over a pair of pipes; two tasks of the current runtime do the reading and writing, and
    /// end with the pipes.
    pub fn new<R, W>(reader: R, mut writer: W, words: LastWords) -> Connection
    where
        R: AsyncRead + Unpin + Send + 'static,
        W: AsyncWrite + Unpin + Send + 'static,
    {
        let (outgoing, mut messages) = mpsc::unbounded_channel::<Vec<u8>>();
        let shared = Arc::new(Shared {
            outgoing,
            state: Mutex::new(State {
                closed: false,
                lost: None,
                next_id: 1,
                pending: BTreeMap::new(),
                sessions: BTreeMap::new(),
                subscriptions: Vec::new(),
                taps: Vec::new(),
            }),
            words,
        });
        // Only the reading task keeps the state, and only while the pipe is open; the writing task
        // ends when the last sender is gone.
        tokio::spawn(async move {
            while let Some(message) = messages.recv().await {
                if writer.write_all(&message).await.is_err() {
                    break;
                }
            }
        });
        let reading = Arc::downgrade(&shared);
        tokio::spawn(async move {
            let mut reader = BufReader::with_capacity(1 << 16, reader);
            let mut message = Vec::new();
            while read_message(&mut reader, &mut message).await {
                let Some(shared) = reading.upgrade() else { return };
                match shared.tapped(&message) {
                    Tapped::Other => shared.receive(&message),
                    Tapped::ForNobody => {}
                    Tapped::For(sender) => {
                        // Not kept open while it waits. Who has gone wants no more of it.
                        drop(shared);
                        let _ = sender.send(Chunk(std::mem::take(&mut message))).await;
                    }
                }
            }
            if let Some(shared) = reading.upgrade() {
                shared.close();
            }
        });
        Connection { shared }
    }

    /// Calls a command of the browser itself.
    pub async fn call(&self, command: &Command, parameters: Value) -> Result<Reply, CallError> {
        self.call_within(command, parameters, CALL_TIMEOUT).await
    }

    /// The same with a time limit.
    pub async fn call_within(
        &self,
        command: &Command,
        parameters: Value,
        limit: Duration,
    ) -> Result<Reply, CallError> {
        self.shared.call(None, command, parameters, limit, false).await
    }

    /// The session of this id, which the browser has just opened.
    pub fn session(&self, id: &str) -> Session {
        let fate = self.shared.register(id);
        Session::new(self.shared.clone(), id.to_owned(), fate)
    }

    /// Ends the connection, whatever the pipe says; does not keep it open itself.
    pub fn hang_up(&self) -> impl FnOnce() + Send + 'static {
        let shared = Arc::downgrade(&self.shared);
        move || {
            if let Some(shared) = shared.upgrade() {
                shared.close();
            }
        }
    }

    /// When a page crashed, or the pipe ended, the last time.
    pub fn lost_at(&self) -> Option<Instant> {
        self.shared.state().lost
    }

    /// The last lines that the browser wrote to stderr.
    pub fn last_words(&self) -> Vec<String> {
        self.shared.words.lines()
    }
}

/// Reads one message without its final NUL; false at the end of the pipe. A message beyond the limit
/// ends the connection: what follows it could not be trusted.
async fn read_message<R: AsyncRead + Unpin>(reader: &mut BufReader<R>, message: &mut Vec<u8>) -> bool {
    message.clear();
    if message.capacity() > BUFFER_KEPT {
        *message = Vec::new();
    }
    loop {
        let Ok(available) = reader.fill_buf().await else {
            return false;
        };
        if available.is_empty() {
            return false;
        }
        let (taken, complete) = match available.iter().position(|&byte| byte == 0) {
            Some(end) => {
                message.extend_from_slice(&available[..end]);
                (end + 1, true)
            }
            None => {
                message.extend_from_slice(available);
                (available.len(), false)
            }
        };
        reader.consume(taken);
        if complete {
            return true;
        }
        if message.len() > MESSAGE_MAX {
            tracing::warn!(
                bytes = message.len(),
                "a message of the browser is too long; hanging up"
            );
            return false;
        }
    }
}

impl Shared {
    fn state(&self) -> MutexGuard<'_, State> {
        // The state stays consistent even if a holder panicked: every change is a single insert or
        // remove.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Sends a command and waits for its answer. A session that is known to be dead fails at once,
    /// unless `dead_too`: a crashed page still answers `Tracing.end`.
    pub(super) async fn call(
        &self,
        session: Option<&str>,
        command: &Command,
        parameters: Value,
        limit: Duration,
        dead_too: bool,
    ) -> Result<Reply, CallError> {
        debug_assert!(
            parameters
                .as_object()
                .is_some_and(|map| map.keys().all(|key| command.parameters.contains(&key.as_str()))),
            "{}: every parameter that is sent stands in the list",
            command.name
        );
        let failed = |reason| CallError {
            command: command.name,
            reason,
        };
        let (sender, answer) = oneshot::channel();
        let message = {
            let mut state = self.state();
            if state.closed {
                drop(state);
                return Err(failed(self.closed()));
            }
            if let (Some(session), false) = (session, dead_too) {
                match state.sessions.get(session).map(|fate| *fate.borrow()) {
                    Some(Fate::Alive) => {}
                    Some(Fate::Crashed) => return Err(failed(CallReason::Crashed)),
                    _ => return Err(failed(CallReason::Detached)),
                }
            }
            let id = state.next_id;
            state.next_id += 1;
            state.pending.insert(
                id,
                Pending {
                    command: command.name,
                    session: session.filter(|_| !dead_too).map(str::to_owned),
                    answer: sender,
                },
            );
            let outgoing = Outgoing {
                id,
                method: command.name,
                params: &parameters,
                session,
            };
            let mut message = serde_json::to_vec(&outgoing)
                .map_err(|error| failed(CallReason::Unreadable(error.to_string())))?;
            message.push(0);
            message
        };
        // A writer that is gone means that the reader is about to notice, too, and fails the call.
        let _ = self.outgoing.send(message);
        match tokio::time::timeout(limit, answer).await {
            Ok(Ok(Ok(value))) => Ok(Reply::new(command, value)),
            Ok(Ok(Err(reason))) => Err(failed(reason)),
            Ok(Err(_)) => Err(failed(self.closed())),
            Err(_) => Err(failed(CallReason::TimedOut(limit))),
        }
    }

    pub(super) fn closed(&self) -> CallReason {
        CallReason::Closed(self.words.lines())
    }

    fn register(&self, id: &str) -> watch::Receiver<Fate> {
        let mut state = self.state();
        let first = if state.closed { Fate::Closed } else { Fate::Alive };
        let (sender, receiver) = watch::channel(first);
        state.sessions.insert(id.to_owned(), sender);
        receiver
    }

    pub(super) fn forget(&self, id: &str) {
        let mut state = self.state();
        state.sessions.remove(id);
        state
            .subscriptions
            .retain(|subscription| subscription.session.as_deref() != Some(id));
    }

    pub(super) fn subscribe(&self, session: Option<&str>, wanted: &'static [protocol::Event]) -> Events {
        let (subscription, events) = Subscription::new(session, wanted);
        let mut state = self.state();
        let alive = match session {
            None => !state.closed,
            Some(id) => state
                .sessions
                .get(id)
                .is_some_and(|fate| *fate.borrow() == Fate::Alive),
        };
        // Without a subscription the stream has ended before it began, which is the truth.
        if alive {
            state
                .subscriptions
                .retain(|subscription| subscription.is_wanted());
            state.subscriptions.push(subscription);
        }
        events
    }

    pub(super) fn add_tap(&self, tap: Tap) {
        self.state().taps.push(tap);
    }

    /// Whether a chunk of it was lost.
    pub(super) fn remove_tap(&self, session: &str) -> bool {
        let mut state = self.state();
        let has_lost = (state.taps.iter()).any(|tap| tap.session == session && tap.has_lost);
        state.taps.retain(|tap| tap.session != session);
        has_lost
    }

    fn tapped(&self, message: &[u8]) -> Tapped {
        tapped(&self.state().taps, message)
    }

    fn receive(&self, bytes: &[u8]) {
        let incoming: Incoming = match serde_json::from_slice(bytes) {
            Ok(incoming) => incoming,
            Err(error) => return self.receive_unreadable(bytes, &error),
        };
        if let Some(id) = incoming.id {
            let Some(pending) = self.state().pending.remove(&id) else {
                return;
            };
            let answer = match incoming.error {
                Some(error) => Err(CallReason::Remote {
                    code: error.code,
                    message: error.message,
                }),
                None => Ok(incoming.result.unwrap_or(Value::Null)),
            };
            // Nobody waits any longer for a call whose time is over.
            let _ = pending.answer.send(answer);
        } else if let Some(method) = incoming.method {
            self.receive_event(
                &method,
                incoming.session.as_deref(),
                incoming.params.unwrap_or(Value::Null),
            );
        }
    }

    /// V8 writes lone surrogates, which are no valid JSON text for serde: the call that waits for such
    /// an answer fails instead of waiting for ever.
    fn receive_unreadable(&self, bytes: &[u8], error: &serde_json::Error) {
        tracing::debug!(%error, bytes = bytes.len(), "a message of the browser cannot be read");
        let Ok(Envelope { id: Some(id) }) = serde_json::from_slice(bytes) else {
            return;
        };
        if let Some(pending) = self.state().pending.remove(&id) {
            let message = format!("the answer cannot be read: {error}");
            let _ = pending.answer.send(Err(CallReason::Unreadable(message)));
        }
    }

    fn receive_event(&self, method: &str, session: Option<&str>, params: Value) {
        if method == protocol::INSPECTOR_TARGET_CRASHED.name {
            if let Some(session) = session {
                self.end_session(session, Fate::Crashed);
            }
        } else if method == protocol::TARGET_DETACHED_FROM_TARGET.name
            && let Some(detached) = params["sessionId"].as_str()
        {
            self.end_session(detached, Fate::Detached);
        }
        let mut state = self.state();
        if method == protocol::HEAP_PROFILER_ADD_CHUNK.name {
            // Written in an order in which it was not known for what it is: it is missing now.
            let of_session = |tap: &&mut Tap| Some(tap.session.as_str()) == session;
            let taps = state.taps.iter_mut().filter(of_session);
            taps.for_each(|tap| tap.has_lost = true);
        }
        state
            .subscriptions
            .retain(|subscription| subscription.offer(session, method, &params));
    }

    /// Fails everything that waits for this session: it will never answer.
    fn end_session(&self, id: &str, fate: Fate) {
        let mut state = self.state();
        let Some(sender) = state.sessions.get(id) else {
            return;
        };
        // A crashed session that is then closed stays crashed: that is what happened.
        let is_news = *sender.borrow() == Fate::Alive;
        if is_news {
            sender.send_replace(fate);
        }
        let reason = match *sender.borrow() {
            Fate::Crashed => CallReason::Crashed,
            _ => CallReason::Detached,
        };
        if is_news && fate == Fate::Crashed {
            state.lost = Some(Instant::now());
        }
        let lost: Vec<u64> = (state.pending.iter())
            .filter(|(_, pending)| pending.session.as_deref() == Some(id))
            .map(|(id, _)| *id)
            .collect();
        for id in lost {
            if let Some(pending) = state.pending.remove(&id) {
                tracing::debug!(
                    command = pending.command,
                    ?reason,
                    "the session ended before its answer"
                );
                let _ = pending.answer.send(Err(reason.clone()));
            }
        }
        // Streams of a crashed page stay open: the trace of its process still completes.
        if reason == CallReason::Detached {
            state
                .subscriptions
                .retain(|subscription| subscription.session.as_deref() != Some(id));
        }
    }

    fn close(&self) {
        let reason = self.closed();
        let mut state = self.state();
        if !state.closed {
            state.lost = Some(Instant::now());
        }
        state.closed = true;
        for pending in std::mem::take(&mut state.pending).into_values() {
            let _ = pending.answer.send(Err(reason.clone()));
        }
        for fate in state.sessions.values() {
            fate.send_if_modified(|fate| {
                let alive = *fate == Fate::Alive;
                if alive {
                    *fate = Fate::Closed;
                }
                alive
            });
        }
        state.subscriptions.clear();
    }
}
