//! One page: its session, its viewport, the world of the driver, and what is evaluated in it.

mod console;
mod frame;
mod frames;
mod navigate;
mod requests;
mod script;
mod setup;

pub(crate) use navigate::{Progress, absolute_url};
pub(crate) use setup::{Setup, emulate_network};

use crate::cdp::{CallError, CallReason, Connection, Session, protocol};
use crate::error::{Error, ErrorKind};
use lagometer_report::scenario::Viewport;
use requests::Requests;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;
use tokio::task::JoinHandle;

/// The name of the driver's world, as it shows in DevTools.
const WORLD: &str = "lagometer";
/// How long each of the few commands that open a page may take.
const OPEN_LIMIT: Duration = Duration::from_secs(10);
/// So often a call is repeated in a new document, if each in turn is left.
const WORLD_TRIES: u32 = 20;
/// How long is waited between such tries.
const WORLD_PAUSE: Duration = Duration::from_millis(20);

/// The name under which the code of steps shows in stacks.
pub(crate) const SOURCE_NAME: &str = "lagometer-step";

/// A page in its session.
pub(crate) struct Page {
    connection: Connection,
    pub session: Arc<Session>,
    pub frame_id: String,
    world: Cell<Option<i64>>,
    frame_worlds: RefCell<frame::FrameWorlds>,
    /// The viewport that it has.
    pub viewport: Cell<Viewport>,
    /// Its requests; absent where nobody wants to know.
    pub requests: Option<Requests>,
    /// The script that fills the storage of the first document.
    storage_script: RefCell<Option<String>>,
    background: Vec<JoinHandle<()>>,
}

/// What a page says about itself.
#[derive(Clone, Debug, serde::Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct State {
    pub visibility: String,
    pub url: String,
    pub inner_width: f64,
    pub inner_height: f64,
    pub scale: f64,
    /// `document.readyState`.
    pub ready: String,
}

/// What evaluating in the page's own world gave.
#[derive(Debug)]
pub(crate) enum Evaluated {
    /// It returned this.
    Value(Value),
    /// It threw.
    Threw(Exception),
}

impl Evaluated {
    /// What an answer says.
    fn of(answer: &Value) -> Evaluated {
        if let Some(exception) = exception(answer) {
            return Evaluated::Threw(exception);
        }
        let result = &answer["result"];
        // NaN, infinities and big integers have no JSON number; their text is kept.
        let value = result.get("value").or_else(|| result.get("unserializableValue"));
        Evaluated::Value(value.cloned().unwrap_or(Value::Null))
    }
}

/// An exception, as the page describes it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Exception {
    /// The class and message: `TypeError: x is undefined`.
    pub message: String,
    /// The line in the code of the step, from 1, where one line stands before it.
    pub line: Option<u32>,
    /// Whether the code could not even be read.
    pub is_syntax_error: bool,
}

/// Opens a page in a context and gives back the id of its target.
pub(crate) async fn create_target(connection: &Connection, context_id: &str) -> Result<String, CallError> {
    let parameters = json!({"url": "about:blank", "browserContextId": context_id, "newWindow": true});
    let reply = connection
        .call_within(&protocol::TARGET_CREATE_TARGET, parameters, OPEN_LIMIT)
        .await?;
    Ok(reply.text("targetId")?.to_owned())
}

impl Page {
    /// Takes over a new page: one session, the exact viewport, the scripts that run before the page's.
    pub async fn attach(
        connection: &Connection,
        target_id: &str,
        viewport: Viewport,
        setup: &Setup,
    ) -> Result<Page, Error> {
        let parameters = json!({"targetId": target_id, "flatten": true});
        let reply = connection
            .call_within(&protocol::TARGET_ATTACH_TO_TARGET, parameters, OPEN_LIMIT)
            .await?;
        let session = Arc::new(connection.session(reply.text("sessionId")?));
        let call = async |command, parameters| session.call_within(command, parameters, OPEN_LIMIT).await;
        let mut background = vec![tokio::spawn(answer_dialogs(session.clone()))];
        call(&protocol::INSPECTOR_ENABLE, json!({})).await?;
        set_metrics(&session, viewport).await?;
        if viewport.has_touch {
            set_touch(&session, true).await?;
        }
        let storage_script = setup.apply(&session).await?;
        let requests = match setup.follows_requests {
            true => {
                let (requests, task) = Requests::follow(&session, OPEN_LIMIT).await?;
                background.push(task);
                Some(requests)
            }
            false => None,
        };
        let scripts = setup.scripts().into();
        background.push(frames::instrument(connection.clone(), session.clone(), scripts).await?);
        let tree = call(&protocol::PAGE_GET_FRAME_TREE, json!({})).await?;
        let frame_id = tree.value["frameTree"]["frame"]["id"].as_str();
        let frame_id = frame_id.ok_or_else(|| tree.lacks("frameTree"))?.to_owned();
        let page = Page {
            connection: connection.clone(),
            session,
            frame_id,
            world: Cell::new(None),
            frame_worlds: RefCell::default(),
            viewport: Cell::new(viewport),
            requests,
            storage_script: RefCell::new(storage_script),
            background,
        };
        page.check_viewport(viewport).await?;
        Ok(page)
    }

    /// Changes the viewport. Whether a page is on a telephone, and whether it can be touched, it asks when
    /// it is loaded: where that changes it is loaded again, as by Puppeteer.
    pub async fn set_viewport(&self, viewport: Viewport) -> Result<(), CallError> {
        let before = self.viewport.get();
        set_metrics(&self.session, viewport).await?;
        if before.has_touch != viewport.has_touch {
            set_touch(&self.session, viewport.has_touch).await?;
        }
        self.viewport.set(viewport);
        if (before.is_mobile, before.has_touch) != (viewport.is_mobile, viewport.has_touch) {
            self.reload().await?;
        }
        Ok(())
    }

    /// A viewport that is not exactly the one that was asked for would be measured as if it were. How wide
    /// a page is on a telephone, the page decides.
    pub async fn check_viewport(&self, wanted: Viewport) -> Result<State, Error> {
        let state = self.state().await?;
        if wanted.is_mobile {
            return Ok(state);
        }
        let is_exact = state.inner_width == f64::from(wanted.width)
            && state.inner_height == f64::from(wanted.height)
            && (state.scale - wanted.device_scale_factor).abs() < 1e-6;
        if is_exact {
            return Ok(state);
        }
        Err(ErrorKind::protocol(format!(
            "the viewport is {}x{} at scale {} instead of {}x{} at {}",
            state.inner_width,
            state.inner_height,
            state.scale,
            wanted.width,
            wanted.height,
            wanted.device_scale_factor
        ))
        .into())
    }

    /// What the page says about itself.
    pub async fn state(&self) -> Result<State, CallError> {
        self.in_world("state", json!([]), OPEN_LIMIT).await
    }

    /// Calls a function of the driver's world, in the document that is there then: when the page is
    /// left meanwhile, the call is made again in the new one.
    pub async fn in_world<T: DeserializeOwned>(
        &self,
        function: &str,
        arguments: Value,
        limit: Duration,
    ) -> Result<T, CallError> {
        let mut tries = 0;
        loop {
            match self.in_world_once(function, &arguments, limit).await {
                Err(error) if error.is_context_lost() && tries < WORLD_TRIES => {
                    self.world.set(None);
                    tries += 1;
                    self.session.pause(WORLD_PAUSE).await?;
                }
                result => return result,
            }
        }
    }

    async fn in_world_once<T: DeserializeOwned>(
        &self,
        function: &str,
        arguments: &Value,
        limit: Duration,
    ) -> Result<T, CallError> {
        let world = self.world().await?;
        let parameters = function_call(world, function, arguments);
        let reply = self
            .session
            .call_within(&protocol::RUNTIME_CALL_FUNCTION_ON, parameters, limit)
            .await?;
        frame::read(&reply, function)
    }

    /// The driver's world in the current document, with its functions.
    async fn world(&self) -> Result<i64, CallError> {
        if let Some(world) = self.world.get() {
            return Ok(world);
        }
        let parameters = json!({"frameId": self.frame_id, "worldName": WORLD});
        let reply = self
            .session
            .call_within(&protocol::PAGE_CREATE_ISOLATED_WORLD, parameters, OPEN_LIMIT)
            .await?;
        let world = reply.integer("executionContextId")?;
        let parameters = json!({"expression": script::driver(), "contextId": world, "returnByValue": false});
        let reply = self
            .session
            .call_within(&protocol::RUNTIME_EVALUATE, parameters, OPEN_LIMIT)
            .await?;
        if let Some(exception) = exception(&reply.value) {
            return Err(CallError {
                command: reply.command,
                reason: CallReason::Unreadable(format!("the driver's script threw: {}", exception.message)),
            });
        }
        self.world.set(Some(world));
        Ok(world)
    }

    /// Evaluates an expression in the page's own world; a promise is awaited.
    pub async fn evaluate(&self, expression: &str, limit: Duration) -> Result<Evaluated, CallError> {
        let parameters = json!({"expression": expression, "returnByValue": true, "awaitPromise": true});
        let reply = self
            .session
            .call_within(&protocol::RUNTIME_EVALUATE, parameters, limit)
            .await?;
        Ok(Evaluated::of(&reply.value))
    }

    /// Waits, but ends at once with an error when the page crashes or the browser ends.
    pub async fn pause(&self, duration: Duration) -> Result<(), CallError> {
        self.session.pause(duration).await
    }

    /// To be called once the page is loaded: what it then keeps in its storage stays.
    pub async fn storage_is_filled(&self) -> Result<(), CallError> {
        let script = self.storage_script.take();
        if let Some(identifier) = script {
            let parameters = json!({"identifier": identifier});
            self.session
                .call_within(&protocol::PAGE_REMOVE_SCRIPT, parameters, OPEN_LIMIT)
                .await?;
        }
        Ok(())
    }

    /// Ends the script that the page is running, even one that never ends by itself; best effort.
    pub async fn stop_script(&self, limit: Duration) {
        let stopped = self
            .session
            .call_within(&protocol::RUNTIME_TERMINATE_EXECUTION, json!({}), limit)
            .await;
        if let Err(error) = stopped {
            tracing::debug!(%error, "the page's script could not be stopped");
        }
    }

    /// Closes the sessions with frames of other processes: a trace records the processes of every page
    /// and frame that has one.
    pub async fn detach_frames(&self) -> Result<(), CallError> {
        let parameters = json!({"autoAttach": false, "waitForDebuggerOnStart": false, "flatten": true});
        self.session
            .call_within(&protocol::TARGET_SET_AUTO_ATTACH, parameters, OPEN_LIMIT)
            .await?;
        self.leave_frames().await
    }

    /// `Performance.getMetrics` by name.
    pub async fn counters(&self) -> Result<BTreeMap<String, f64>, CallError> {
        let reply = self
            .session
            .call(&protocol::PERFORMANCE_GET_METRICS, json!({}))
            .await?;
        let metrics = reply.value["metrics"]
            .as_array()
            .ok_or_else(|| reply.lacks("metrics"))?;
        let pair = |metric: &Value| Some((metric["name"].as_str()?.to_owned(), metric["value"].as_f64()?));
        metrics
            .iter()
            .map(|metric| pair(metric).ok_or_else(|| reply.lacks("metrics")))
            .collect()
    }

    /// A picture of the page, as PNG.
    pub async fn screenshot(&self, limit: Duration) -> Result<Vec<u8>, CallError> {
        use base64::Engine;
        let parameters = json!({"format": "png"});
        let reply = self
            .session
            .call_within(&protocol::PAGE_CAPTURE_SCREENSHOT, parameters, limit)
            .await?;
        let data = base64::engine::general_purpose::STANDARD.decode(reply.text("data")?);
        data.map_err(|_| reply.lacks("data"))
    }
}

impl Drop for Page {
    fn drop(&mut self) {
        for task in &self.background {
            task.abort();
        }
    }
}

async fn set_metrics(session: &Session, viewport: Viewport) -> Result<(), CallError> {
    let mut metrics = json!({
        "width": viewport.width,
        "height": viewport.height,
        "deviceScaleFactor": viewport.device_scale_factor,
        "mobile": viewport.is_mobile,
    });
    // A screen that nobody says anything of stays as it is.
    if viewport.is_landscape {
        metrics["screenOrientation"] = json!({"type": "landscapePrimary", "angle": 90});
    } else if viewport.is_mobile {
        metrics["screenOrientation"] = json!({"type": "portraitPrimary", "angle": 0});
    }
    session
        .call_within(
            &protocol::EMULATION_SET_DEVICE_METRICS_OVERRIDE,
            metrics,
            OPEN_LIMIT,
        )
        .await?;
    Ok(())
}

async fn set_touch(session: &Session, enabled: bool) -> Result<(), CallError> {
    let parameters = json!({"enabled": enabled});
    session
        .call_within(
            &protocol::EMULATION_SET_TOUCH_EMULATION_ENABLED,
            parameters,
            OPEN_LIMIT,
        )
        .await?;
    Ok(())
}

/// The parameters of a call of a function of the driver's world.
fn function_call(world: i64, function: &str, arguments: &Value) -> Value {
    let arguments: Vec<Value> = arguments
        .as_array()
        .into_iter()
        .flatten()
        .map(|value| json!({"value": value}))
        .collect();
    json!({
        "functionDeclaration": format!("(...a) => lagometerDriver.{function}(...a)"),
        "executionContextId": world,
        "arguments": arguments,
        "returnByValue": true,
        "awaitPromise": true,
    })
}

/// A page that shows an alert or asks a question waits until somebody answers; nobody is here. What
/// it asks before it is left must be granted, or it could not be left.
async fn answer_dialogs(session: Arc<Session>) {
    let mut events = session.events(&[protocol::PAGE_JAVASCRIPT_DIALOG_OPENING]);
    while let Some(event) = events.next().await {
        tracing::debug!(
            kind = event.params["type"].as_str(),
            "accepted a dialog of the page"
        );
        let accept = json!({"accept": true});
        if session
            .call(&protocol::PAGE_HANDLE_JAVASCRIPT_DIALOG, accept)
            .await
            .is_err_and(|e| e.is_closed())
        {
            return;
        }
    }
}

/// The exception in an answer, where there is one.
fn exception(answer: &Value) -> Option<Exception> {
    let details = answer.get("exceptionDetails")?;
    let thrown = &details["exception"];
    let text = details["text"].as_str().unwrap_or("Uncaught");
    let description = thrown["description"].as_str();
    let message = match (description, thrown.get("value")) {
        // The stack follows the message.
        (Some(description), _) => description
            .split("\n    at ")
            .next()
            .unwrap_or(description)
            .to_owned(),
        (None, Some(value)) => value.to_string(),
        (None, None) => text.to_owned(),
    };
    let is_syntax_error = thrown["className"] == "SyntaxError" && !text.contains("in promise");
    let line = if is_syntax_error {
        details["lineNumber"].as_u64()
    } else {
        description
            .and_then(line_in_stack)
            .map(|line| line.saturating_sub(1))
    };
    Some(Exception {
        message,
        line: line
            .and_then(|line| u32::try_from(line).ok())
            .filter(|line| *line > 0),
        is_syntax_error,
    })
}

/// The line, from 1, of the innermost frame of a stack that lies in the code of a step.
fn line_in_stack(stack: &str) -> Option<u64> {
    let (_, after) = stack.split_once(SOURCE_NAME)?;
    let digits = after.strip_prefix(':')?;
    digits
        .split(|character: char| !character.is_ascii_digit())
        .next()?
        .parse()
        .ok()
}

#[cfg(test)]
mod tests;
