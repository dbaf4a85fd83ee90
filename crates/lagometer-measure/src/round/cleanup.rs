//! What a round holds in the browser, and how it is given back: a list of steps, each tried on every
//! way out.

use crate::cdp::{CallError, Connection, Events, protocol};
use crate::page::Page;
use serde_json::json;
use std::cell::{Cell, OnceCell, RefCell};
use std::time::Duration;

/// How long each step may take.
const STEP_LIMIT: Duration = Duration::from_secs(2);

/// What a round holds.
pub(crate) struct Resources<'a> {
    connection: &'a Connection,
    context_id: String,
    target_id: RefCell<Option<String>>,
    page: OnceCell<Page>,
    tracing: Cell<bool>,
    stream: RefCell<Option<String>>,
}

impl<'a> Resources<'a> {
    /// Opens a fresh context: no cookies, no cache.
    pub async fn open(connection: &'a Connection) -> Result<Resources<'a>, CallError> {
        let parameters = json!({"disposeOnDetach": true});
        let reply = connection
            .call_within(
                &protocol::TARGET_CREATE_BROWSER_CONTEXT,
                parameters,
                STEP_LIMIT * 3,
            )
            .await?;
        Ok(Resources {
            connection,
            context_id: reply.text("browserContextId")?.to_owned(),
            target_id: RefCell::default(),
            page: OnceCell::new(),
            tracing: Cell::new(false),
            stream: RefCell::default(),
        })
    }

    pub fn connection(&self) -> &'a Connection {
        self.connection
    }

    pub fn context_id(&self) -> &str {
        &self.context_id
    }

    pub fn has_target(&self, id: &str) {
        self.target_id.replace(Some(id.to_owned()));
    }

    pub fn has_page(&self, page: Page) -> &Page {
        self.page.get_or_init(|| page)
    }

    pub fn page(&self) -> Option<&Page> {
        self.page.get()
    }

    pub fn is_tracing(&self, tracing: bool) {
        self.tracing.set(tracing);
    }

    pub fn has_stream(&self, handle: Option<&str>) {
        self.stream.replace(handle.map(str::to_owned));
    }

    /// Gives everything back; what could not be given back is said in words. In a browser that has
    /// ended there is nothing left to give back.
    pub async fn release(self) -> Vec<String> {
        let mut problems = Vec::new();
        let mut note = |step: &str, result: Result<(), CallError>| match result {
            Err(error) if !error.is_closed() => problems.push(format!("{step}: {error}")),
            _ => {}
        };
        if let Some(page) = self.page.get() {
            if self.tracing.get() {
                let complete = page.session.events(&[protocol::TRACING_COMPLETE]);
                note("stopping the trace", self.stop_tracing(page, complete).await);
            }
            let stream = self.stream.take();
            if let Some(handle) = stream {
                let parameters = json!({"handle": handle});
                let closed = page
                    .session
                    .call_even_if_crashed(&protocol::IO_CLOSE, parameters, STEP_LIMIT)
                    .await;
                note("closing the trace's stream", closed.map(|_| ()));
            }
        }
        let target_id = self.target_id.take();
        if let Some(target_id) = target_id {
            let parameters = json!({"targetId": target_id});
            let closed = self
                .connection
                .call_within(&protocol::TARGET_CLOSE_TARGET, parameters, STEP_LIMIT)
                .await;
            note("closing the page", closed.map(|_| ()));
        }
        let parameters = json!({"browserContextId": self.context_id});
        let disposed = self
            .connection
            .call_within(&protocol::TARGET_DISPOSE_BROWSER_CONTEXT, parameters, STEP_LIMIT)
            .await;
        note("disposing of the context", disposed.map(|_| ()));
        problems
    }

    /// Stops the trace and notes its stream, which is then closed unread.
    async fn stop_tracing(&self, page: &Page, mut complete: Events) -> Result<(), CallError> {
        page.session
            .call_even_if_crashed(&protocol::TRACING_END, json!({}), STEP_LIMIT)
            .await?;
        // A trace that does not complete in time is let go with its page.
        if let Ok(Some(event)) = tokio::time::timeout(STEP_LIMIT, complete.next()).await {
            self.has_stream(event.params["stream"].as_str());
        }
        Ok(())
    }
}
