//! A session with one page, and streams of events.

use super::chunks::{Chunk, Chunks};
use super::connection::{CALL_TIMEOUT, Fate, Shared};
use super::message::{CallError, CallReason, Reply};
use super::protocol::{self, Command};
use serde_json::Value;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::{mpsc, watch};

/// A session with one page.
pub(crate) struct Session {
    shared: Arc<Shared>,
    id: String,
    fate: watch::Receiver<Fate>,
}

impl Session {
    pub(super) fn new(shared: Arc<Shared>, id: String, fate: watch::Receiver<Fate>) -> Session {
        Session { shared, id, fate }
    }

    /// Calls a command.
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
        self.shared
            .call(Some(&self.id), command, parameters, limit, false)
            .await
    }

    /// Calls a command although the page may have crashed: stopping a trace still works then.
    pub async fn call_even_if_crashed(
        &self,
        command: &Command,
        parameters: Value,
        limit: Duration,
    ) -> Result<Reply, CallError> {
        self.shared
            .call(Some(&self.id), command, parameters, limit, true)
            .await
    }

    /// Events of this page, from now on; none is lost.
    pub fn events(&self, wanted: &'static [protocol::Event]) -> Events {
        self.shared.subscribe(Some(&self.id), wanted)
    }

    /// The chunks of a heap snapshot of this page, from now on.
    pub fn chunks(&self) -> (Chunks, mpsc::Receiver<Chunk>) {
        Chunks::open(self.shared.clone(), &self.id)
    }

    /// Waits, but ends at once with an error when the page crashes, is closed, or the browser ends.
    pub async fn pause(&self, duration: Duration) -> Result<(), CallError> {
        let mut fate = self.fate.clone();
        tokio::select! {
            lost = fate.wait_for(|fate| *fate != Fate::Alive) => {
                Err(self.lost(lost.map_or(Fate::Closed, |fate| *fate)))
            }
            () = tokio::time::sleep(duration) => Ok(()),
        }
    }

    /// The next event of a stream; an error at once when the page crashes, is closed, or the browser
    /// ends.
    pub async fn next(&self, events: &mut Events) -> Result<Received, CallError> {
        let mut fate = self.fate.clone();
        tokio::select! {
            biased;
            event = events.next() => event.ok_or_else(|| self.lost(*self.fate.borrow())),
            lost = fate.wait_for(|fate| *fate != Fate::Alive) => {
                Err(self.lost(lost.map_or(Fate::Closed, |fate| *fate)))
            }
        }
    }

    fn lost(&self, fate: Fate) -> CallError {
        let reason = match fate {
            Fate::Crashed => CallReason::Crashed,
            Fate::Closed => self.shared.closed(),
            Fate::Alive | Fate::Detached => CallReason::Detached,
        };
        CallError {
            command: "wait",
            reason,
        }
    }
}

impl Drop for Session {
    fn drop(&mut self) {
        self.shared.forget(&self.id);
    }
}

/// An event that was asked for.
#[derive(Debug)]
pub(crate) struct Received {
    pub method: &'static str,
    pub params: Value,
}

/// Events as they come; unbounded, because only rare ones are asked for and none may be lost.
pub(crate) struct Events {
    receiver: mpsc::UnboundedReceiver<Received>,
}

impl Events {
    /// The next one; absent when none can come any more.
    pub async fn next(&mut self) -> Option<Received> {
        self.receiver.recv().await
    }
}

impl Events {
    /// Those that have come already.
    pub fn waiting(&mut self) -> Vec<Received> {
        std::iter::from_fn(|| self.receiver.try_recv().ok()).collect()
    }
}

/// Who wants which events.
pub(super) struct Subscription {
    pub session: Option<String>,
    wanted: &'static [protocol::Event],
    sender: mpsc::UnboundedSender<Received>,
}

impl Subscription {
    pub fn new(session: Option<&str>, wanted: &'static [protocol::Event]) -> (Subscription, Events) {
        let (sender, receiver) = mpsc::unbounded_channel();
        let subscription = Subscription {
            session: session.map(str::to_owned),
            wanted,
            sender,
        };
        (subscription, Events { receiver })
    }

    pub fn is_wanted(&self) -> bool {
        !self.sender.is_closed()
    }

    /// Passes the event on if it is wanted; false when nobody listens any more.
    pub fn offer(&self, session: Option<&str>, method: &str, params: &Value) -> bool {
        if self.session.as_deref() == session
            && let Some(event) = self.wanted.iter().find(|event| event.name == method)
        {
            let received = Received {
                method: event.name,
                params: params.clone(),
            };
            return self.sender.send(received).is_ok();
        }
        self.is_wanted()
    }
}
