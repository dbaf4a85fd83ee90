//! The driver's world in the frames of a page, also in those that live in processes of their own.

use super::{Evaluated, OPEN_LIMIT, Page, WORLD_PAUSE, WORLD_TRIES, exception, script};
use crate::cdp::protocol::{self, Command};
use crate::cdp::{CallError, CallReason, Reply, Session};
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

/// The driver's world in a frame.
#[derive(Clone)]
pub(super) struct FrameWorld {
    session: Arc<Session>,
    /// The id of the session, where the frame has one of its own.
    own_session: Option<String>,
    world: i64,
}

/// The frames that were entered, by the way to them: places among the frames of each document.
pub(super) type FrameWorlds = BTreeMap<Vec<u32>, FrameWorld>;

impl Page {
    /// Calls a function of the driver's world in a frame; absent where there is no such frame now.
    /// Without any way it is the page itself.
    pub async fn in_frame<T: DeserializeOwned>(
        &self,
        way: &[u32],
        function: &str,
        arguments: Value,
        limit: Duration,
    ) -> Result<Option<T>, CallError> {
        if way.is_empty() {
            return self.in_world(function, arguments, limit).await.map(Some);
        }
        let mut tries = 0;
        loop {
            let outcome = match self.enter(way).await {
                Ok(None) => return Ok(None),
                Ok(Some(frame)) => frame.call(function, &arguments, limit).await,
                Err(error) => Err(error),
            };
            match outcome {
                // The frame was left, or moved to another process: it is entered anew.
                Err(error) if is_left(&error) && tries < WORLD_TRIES => {
                    self.frame_worlds.borrow_mut().clear();
                    self.world.set(None);
                    tries += 1;
                    self.session.pause(WORLD_PAUSE).await?;
                }
                Err(error) => return Err(error),
                Ok(reply) => return read(&reply, function).map(Some),
            }
        }
    }

    /// Evaluates an expression in a frame's own world; absent where there is no such frame now. Without any
    /// way it is the page itself.
    pub async fn evaluate_in(
        &self,
        way: &[u32],
        expression: &str,
        limit: Duration,
    ) -> Result<Option<Evaluated>, CallError> {
        if way.is_empty() {
            return self.evaluate(expression, limit).await.map(Some);
        }
        let outcome = match self.enter(way).await {
            Ok(None) => return Ok(None),
            Ok(Some(frame)) => frame.evaluate(expression, limit).await,
            Err(error) => Err(error),
        };
        match outcome {
            Ok(evaluated) => Ok(Some(evaluated)),
            Err(error) => {
                // It is entered anew the next time.
                if is_left(&error) {
                    self.frame_worlds.borrow_mut().clear();
                    self.world.set(None);
                }
                Err(error)
            }
        }
    }

    /// Ends the sessions with frames that have their own.
    pub(super) async fn leave_frames(&self) -> Result<(), CallError> {
        let worlds = std::mem::take(&mut *self.frame_worlds.borrow_mut());
        for own in worlds.into_values().filter_map(|frame| frame.own_session) {
            let parameters = json!({"sessionId": own});
            self.connection
                .call_within(&protocol::TARGET_DETACH_FROM_TARGET, parameters, OPEN_LIMIT)
                .await?;
        }
        Ok(())
    }

    /// The world at the end of a way, entered frame by frame.
    async fn enter(&self, way: &[u32]) -> Result<Option<FrameWorld>, CallError> {
        let mut outer = FrameWorld {
            session: self.session.clone(),
            own_session: None,
            world: self.world().await?,
        };
        for (depth, index) in way.iter().enumerate() {
            let known = self.frame_worlds.borrow().get(&way[..=depth]).cloned();
            let inner = match known {
                Some(inner) => inner,
                None => match self.enter_one(&outer, *index).await? {
                    Some(inner) => inner,
                    None => return Ok(None),
                },
            };
            self.frame_worlds
                .borrow_mut()
                .insert(way[..=depth].to_vec(), inner.clone());
            outer = inner;
        }
        Ok(Some(outer))
    }

    async fn enter_one(&self, outer: &FrameWorld, index: u32) -> Result<Option<FrameWorld>, CallError> {
        let parameters = json!({
            "functionDeclaration": "(index) => lagometerDriver.frameElement(index)",
            "executionContextId": outer.world,
            "arguments": [{"value": index}],
        });
        let reply = outer
            .command(&protocol::RUNTIME_CALL_FUNCTION_ON, parameters)
            .await?;
        let Some(object) = reply.value["result"]["objectId"].as_str() else {
            return Ok(None);
        };
        let reply = outer
            .command(&protocol::DOM_DESCRIBE_NODE, json!({"objectId": object}))
            .await?;
        let Some(frame_id) = reply.value["node"]["frameId"].as_str() else {
            return Ok(None);
        };
        let same_process = FrameWorld::create(outer.session.clone(), None, frame_id).await;
        match same_process {
            Ok(frame) => Ok(Some(frame)),
            // The session does not know the frame: it lives in another process, as a target.
            Err(CallError {
                reason: CallReason::Remote { .. },
                ..
            }) => self.attach_frame(frame_id).await.map(Some),
            Err(error) => Err(error),
        }
    }

    async fn attach_frame(&self, frame_id: &str) -> Result<FrameWorld, CallError> {
        let parameters = json!({"targetId": frame_id, "flatten": true});
        let reply = self
            .connection
            .call_within(&protocol::TARGET_ATTACH_TO_TARGET, parameters, OPEN_LIMIT)
            .await?;
        let id = reply.text("sessionId")?.to_owned();
        let session = Arc::new(self.connection.session(&id));
        FrameWorld::create(session, Some(id), frame_id).await
    }
}

impl FrameWorld {
    async fn create(
        session: Arc<Session>,
        own_session: Option<String>,
        frame_id: &str,
    ) -> Result<FrameWorld, CallError> {
        let parameters = json!({"frameId": frame_id, "worldName": super::WORLD});
        let reply = session
            .call_within(&protocol::PAGE_CREATE_ISOLATED_WORLD, parameters, OPEN_LIMIT)
            .await?;
        let world = reply.integer("executionContextId")?;
        let frame = FrameWorld {
            session,
            own_session,
            world,
        };
        let parameters = json!({"expression": script::driver(), "contextId": world, "returnByValue": false});
        let reply = frame.command(&protocol::RUNTIME_EVALUATE, parameters).await?;
        match exception(&reply.value) {
            None => Ok(frame),
            Some(exception) => Err(CallError {
                command: reply.command,
                reason: CallReason::Unreadable(format!("the driver's script threw: {}", exception.message)),
            }),
        }
    }

    async fn command(&self, command: &Command, parameters: Value) -> Result<Reply, CallError> {
        self.session.call_within(command, parameters, OPEN_LIMIT).await
    }

    /// In the frame's own world, which is reached through its document: what knows the document here
    /// knows it there.
    async fn evaluate(&self, expression: &str, limit: Duration) -> Result<Evaluated, CallError> {
        let parameters = json!({"expression": "document", "contextId": self.world, "returnByValue": false});
        let reply = self.command(&protocol::RUNTIME_EVALUATE, parameters).await?;
        let document = reply.value["result"]["objectId"].as_str();
        let document = document.ok_or_else(|| reply.lacks("result"))?;
        let parameters = json!({"objectId": document});
        let reply = self.command(&protocol::DOM_DESCRIBE_NODE, parameters).await?;
        let node = &reply.value["node"]["backendNodeId"];
        let parameters = json!({"backendNodeId": node});
        let reply = self.command(&protocol::DOM_RESOLVE_NODE, parameters).await?;
        let document = reply.value["object"]["objectId"].as_str();
        let document = document.ok_or_else(|| reply.lacks("object"))?;
        // The code starts in the first line, as where it stands alone: exceptions are counted from there.
        let parameters = json!({
            "functionDeclaration": format!("function () {{ return {expression}\n}}"),
            "objectId": document,
            "returnByValue": true,
            "awaitPromise": true,
        });
        let reply = self
            .session
            .call_within(&protocol::RUNTIME_CALL_FUNCTION_ON, parameters, limit)
            .await?;
        Ok(Evaluated::of(&reply.value))
    }

    async fn call(&self, function: &str, arguments: &Value, limit: Duration) -> Result<Reply, CallError> {
        let parameters = super::function_call(self.world, function, arguments);
        self.session
            .call_within(&protocol::RUNTIME_CALL_FUNCTION_ON, parameters, limit)
            .await
    }
}

/// The value that a function gave.
pub(super) fn read<T: DeserializeOwned>(reply: &Reply, function: &str) -> Result<T, CallError> {
    let unreadable = |message| CallError {
        command: reply.command,
        reason: CallReason::Unreadable(message),
    };
    if let Some(exception) = exception(&reply.value) {
        return Err(unreadable(format!("`{function}` threw: {}", exception.message)));
    }
    let value = reply.value["result"].get("value").cloned().unwrap_or(Value::Null);
    serde_json::from_value(value).map_err(|error| unreadable(format!("`{function}`: {error}")))
}

fn is_left(error: &CallError) -> bool {
    error.is_context_lost() || matches!(error.reason, CallReason::Detached)
}
