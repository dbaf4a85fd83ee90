//! The requests of a page that are under way.

use crate::cdp::{CallError, Events, Session, protocol};
use serde_json::json;
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use tokio::task::JoinHandle;
use tokio::time::Instant;

/// A page with more open requests than this is not idle; which they all are does not matter.
const KEPT: usize = 10_000;

/// Requests of the page and the frames in its process.
#[derive(Clone)]
pub(crate) struct Requests {
    state: Arc<Mutex<State>>,
}

struct State {
    /// Addresses by the browser's id.
    open: BTreeMap<String, String>,
    /// When the last one began or ended.
    changed: Instant,
}

impl Requests {
    /// Follows the requests from now on.
    pub async fn follow(session: &Session, limit: Duration) -> Result<(Requests, JoinHandle<()>), CallError> {
        let events = session.events(&[
            protocol::NETWORK_REQUEST_WILL_BE_SENT,
            protocol::NETWORK_LOADING_FINISHED,
            protocol::NETWORK_LOADING_FAILED,
        ]);
        session
            .call_within(&protocol::NETWORK_ENABLE, json!({}), limit)
            .await?;
        let requests = Requests {
            state: Arc::new(Mutex::new(State {
                open: BTreeMap::new(),
                changed: Instant::now(),
            })),
        };
        let task = tokio::spawn(requests.clone().take(events));
        Ok((requests, task))
    }

    async fn take(self, mut events: Events) {
        while let Some(event) = events.next().await {
            let Some(id) = event.params["requestId"].as_str() else {
                continue;
            };
            let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
            state.changed = Instant::now();
            if event.method == protocol::NETWORK_REQUEST_WILL_BE_SENT.name {
                let url = event.params["request"]["url"].as_str();
                if state.open.len() < KEPT {
                    state.open.insert(id.to_owned(), url.unwrap_or("?").to_owned());
                }
            } else {
                state.open.remove(id);
            }
        }
    }

    /// How long there has been none, or the address of one that is open.
    pub fn quiet(&self) -> Result<Duration, String> {
        let state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        match state.open.values().next() {
            Some(url) => Err(url.clone()),
            None => Ok(state.changed.elapsed()),
        }
    }
}
