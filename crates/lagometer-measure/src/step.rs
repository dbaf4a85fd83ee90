//! Running steps: one file for each kind.
//!
//! A step first gets ready (it finds its element and waits for it to rest) and then acts. A measure
//! begins between the two, so that it does not hold the driver's own waiting.

mod click;
mod condition;
mod deadline;
mod drag;
mod element;
mod evaluate;
mod input;
pub(crate) mod keyboard;
mod measure;
mod navigate;
mod repeat;
mod script;
mod sleep;
mod snapshot;
mod type_text;
mod wait_for_element;
mod wait_for_event;
mod wait_for_expression;
mod wait_for_frames;
mod wait_for_idle;
mod wheel;

use crate::cdp::CallError;
use crate::error::{Error, ErrorKind, Location};
use crate::page::{Evaluated, Page};
use crate::secret::Secrets;
use crate::snapshot::Snapshots;
use deadline::{Deadline, Elapsed};
use lagometer_report::SettledHeap;
use lagometer_report::scenario::{Action, Settle, Step};
use measure::Opening;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;
use std::pin::Pin;
use std::time::{Duration, Instant};
use type_text::Direction;

/// The pause between two looks into the page.
const POLL: Duration = Duration::from_millis(50);
/// How long a page may take to load where the step does not say it.
const LOAD_TIMEOUT: Duration = Duration::from_secs(30);
/// How long the frames of `settle` are waited for at least: late work is what it is there for.
const SETTLE_TIMEOUT: Duration = Duration::from_secs(30);

/// In which part of a round a step runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Phase {
    Prepare,
    /// The actions and `reset`, before the window opens.
    WarmupInPage,
    Actions,
    After,
}

/// The step that runs.
#[derive(Debug, Default)]
pub(crate) struct Current {
    /// Where it stands, for the error of a round whose time is over.
    pub at: Option<Location>,
    /// When its time is over.
    pub due: Option<Instant>,
}

/// What steps work with, and what they leave.
pub(crate) struct Steps<'a> {
    pub page: &'a Page,
    pub base_url: Option<&'a str>,
    pub timeout: Duration,
    pub secrets: &'a Secrets,
    /// The step that runs.
    pub current: &'a RefCell<Current>,
    pub phase: Cell<Phase>,
    /// Values kept by `evaluate` steps, by name.
    pub saved: RefCell<BTreeMap<String, Value>>,
    /// The heap after each repetition, where it is asked for.
    pub settled_heap: RefCell<Vec<SettledHeap>>,
    /// Where heap snapshots go, where they are taken.
    pub snapshots: Option<&'a Snapshots<'a>>,
    /// Looks into the page from outside while the window was open.
    pub probes: Cell<u64>,
    /// The way to the frame of the step that runs.
    frame: RefCell<Vec<u32>>,
    /// Whether there was no such frame when it was last looked for.
    frame_is_missing: Cell<bool>,
    /// Keys that are held.
    held: input::Held,
    /// Measures that begin when the next step acts.
    opening: RefCell<Vec<Opening>>,
}

/// A step that failed, before its place is known.
pub(crate) struct Fault {
    kind: ErrorKind,
    /// What was found in the page.
    found: Option<String>,
}

impl From<ErrorKind> for Fault {
    fn from(kind: ErrorKind) -> Fault {
        Fault { kind, found: None }
    }
}

impl From<CallError> for Fault {
    fn from(error: CallError) -> Fault {
        error.into_kind().into()
    }
}

impl Fault {
    fn new(kind: ErrorKind, found: impl Into<String>) -> Fault {
        Fault {
            kind,
            found: Some(found.into()),
        }
    }

    /// Of a part of the scenario that is no step.
    fn without_step(self, key: &'static str) -> Error {
        Error {
            at: Box::new(Location {
                key: Some(key),
                found: self.found,
                ..Location::default()
            }),
            kind: self.kind,
            cleanup: Vec::new(),
        }
    }

    fn at(self, step: &Step) -> Error {
        // "nothing matched ..." already says what kind of step it was.
        let says_itself = matches!(self.kind, ErrorKind::PageNotReady { .. });
        Error {
            at: Box::new(Location {
                step: Some(step.place.clone()),
                step_kind: (!says_itself).then(|| step.action.kind()),
                found: self.found,
                ..Location::default()
            }),
            kind: self.kind,
            cleanup: Vec::new(),
        }
    }
}

impl<'a> Steps<'a> {
    pub fn new(
        page: &'a Page,
        base_url: Option<&'a str>,
        timeout: Duration,
        secrets: &'a Secrets,
        current: &'a RefCell<Current>,
    ) -> Steps<'a> {
        Steps {
            page,
            base_url,
            timeout,
            secrets,
            current,
            phase: Cell::new(Phase::Prepare),
            saved: RefCell::default(),
            settled_heap: RefCell::default(),
            snapshots: None,
            probes: Cell::new(0),
            frame: RefCell::default(),
            frame_is_missing: Cell::new(false),
            held: input::Held::default(),
            opening: RefCell::default(),
        }
    }

    /// Runs steps one after the other.
    pub async fn run(&self, phase: Phase, steps: &[Step]) -> Result<(), Error> {
        self.phase.set(phase);
        self.run_all(steps).await
    }

    /// Loads the scenario's own page.
    pub async fn load(&self, url: &str) -> Result<(), Error> {
        let deadline = self.deadline(self.timeout.max(LOAD_TIMEOUT));
        navigate::load(self, url, deadline)
            .await
            .map_err(|fault| fault.without_step("url"))
    }

    /// Keeps the window open after the last action.
    pub async fn settle(&self, settle: Settle) -> Result<(), Error> {
        let settled = match settle {
            Settle::Milliseconds(time) => Ok(self.page.pause(Duration::from_millis(time)).await?),
            Settle::Frames(count) => {
                wait_for_frames::frames(self, count, self.deadline(self.timeout.max(SETTLE_TIMEOUT))).await
            }
        };
        settled.map_err(|fault| fault.without_step("settle"))
    }

    /// Boxed, because a measure holds steps: the scenario's depth bounds it.
    fn run_all<'b>(&'b self, steps: &'b [Step]) -> Pin<Box<dyn Future<Output = Result<(), Error>> + 'b>> {
        Box::pin(async move {
            for step in steps {
                self.run_one(step).await?;
            }
            Ok(())
        })
    }

    async fn run_one(&self, step: &Step) -> Result<(), Error> {
        if !step.awaits_navigation {
            return self.act(step).await;
        }
        let mut navigation = self.page.navigation();
        self.act(step).await?;
        let deadline = self.deadline(self.limit(step).max(LOAD_TIMEOUT));
        let outcome = match deadline.bound(navigation.wait(self.page)).await {
            Ok(waited) => waited.map_err(Fault::from),
            Err(Elapsed) => Err(Fault::new(
                ErrorKind::Timeout {
                    what: "the step led to no navigation".to_owned(),
                    waited: deadline.limit,
                },
                self.loading().await,
            )),
        };
        outcome.map_err(|fault| fault.at(step))
    }

    async fn act(&self, step: &Step) -> Result<(), Error> {
        let deadline = self.deadline(self.limit(step));
        self.at(step);
        tracing::debug!(step = step.place.path, kind = step.action.kind(), "step");
        let result = match &step.action {
            Action::Navigate { url } => navigate::run(self, url, deadline).await,
            Action::Click { .. }
            | Action::DoubleClick { .. }
            | Action::Hover { .. }
            | Action::Drag { .. }
            | Action::Wheel { .. } => self.point(&step.action, deadline).await,
            Action::Scroll { x, y, selectors } => {
                script::scroll(self, (*x, *y), selectors.as_ref(), deadline).await
            }
            Action::Change { selectors, value } => script::change(self, selectors, value, deadline).await,
            Action::KeyDown { key, selectors } => {
                type_text::single(self, Direction::Down, key, selectors.as_ref(), deadline).await
            }
            Action::KeyUp { key, selectors } => {
                type_text::single(self, Direction::Up, key, selectors.as_ref(), deadline).await
            }
            Action::TypeText { text, selectors } => {
                type_text::run(self, text, selectors.as_ref(), deadline).await
            }
            Action::WaitForElement {
                selectors,
                operator,
                count,
                visible,
                attributes,
                properties,
            } => {
                let wanted = wait_for_element::Wanted {
                    operator: *operator,
                    count: *count,
                    visible: *visible,
                    attributes,
                    properties,
                };
                wait_for_element::run(self, selectors, wanted, deadline).await
            }
            Action::WaitForExpression { expression } => {
                wait_for_expression::run(self, expression, deadline).await
            }
            Action::WaitForFrames { count } => wait_for_frames::run(self, *count, deadline).await,
            Action::Evaluate { body, save_as, .. } => {
                evaluate::run(self, body, save_as.as_deref(), deadline).await
            }
            Action::Snapshot { name } => snapshot::run(self, name, &step.place.path, deadline).await,
            Action::Sleep { duration_ms } => sleep::run(self, Duration::from_millis(*duration_ms)).await,
            Action::WaitForIdle { duration_ms } => {
                wait_for_idle::run(self, Duration::from_millis(*duration_ms), deadline).await
            }
            Action::WaitForEvent { event, selectors } => {
                wait_for_event::run(self, event, selectors.as_ref(), &[], deadline).await
            }
            action @ (Action::Gc | Action::SetViewport { .. } | Action::EmulateNetworkConditions { .. }) => {
                condition::run(self, action, deadline).await
            }
            // Their inner steps know their own places.
            Action::Repeat { times, series, steps } => {
                return repeat::run(self, step, *times, *series, steps).await;
            }
            Action::Measure { name, until, steps } => {
                return measure::run(self, step, name, *until, steps).await;
            }
        };
        result.map_err(|fault| fault.at(step))
    }

    /// Notes which step runs.
    fn at(&self, step: &Step) {
        self.frame.replace(step.frame.clone());
        self.frame_is_missing.set(false);
        self.current.borrow_mut().at = Some(Location {
            step: Some(step.place.clone()),
            step_kind: Some(step.action.kind()),
            ..Location::default()
        });
    }

    /// The time of what begins now.
    fn deadline(&self, limit: Duration) -> Deadline {
        let deadline = Deadline::new(limit);
        self.current.borrow_mut().due = Some(deadline.at());
        deadline
    }

    /// The steps of the pointer.
    async fn point(&self, action: &Action, deadline: Deadline) -> Result<(), Fault> {
        let count = 1 + u32::from(matches!(action, Action::DoubleClick { .. }));
        match action {
            Action::Click {
                selectors,
                offset_x,
                offset_y,
                button,
                duration_ms,
                device_type,
            }
            | Action::DoubleClick {
                selectors,
                offset_x,
                offset_y,
                button,
                duration_ms,
                device_type,
            } => {
                let click = click::Click {
                    offset: (*offset_x, *offset_y),
                    button: *button,
                    held: Duration::from_millis(*duration_ms),
                    device: *device_type,
                    count,
                };
                click::run(self, selectors, &click, deadline).await
            }
            Action::Hover {
                selectors,
                offset_x,
                offset_y,
            } => click::hover(self, selectors, (*offset_x, *offset_y), deadline).await,
            Action::Drag {
                selectors,
                to,
                offset_x,
                offset_y,
                to_offset_x,
                to_offset_y,
                duration_ms,
            } => {
                let drag = drag::Drag {
                    from: selectors,
                    to,
                    offset: (*offset_x, *offset_y),
                    to_offset: (*to_offset_x, *to_offset_y),
                    duration: Duration::from_millis(*duration_ms),
                };
                drag::run(self, drag, deadline).await
            }
            Action::Wheel {
                delta_x,
                delta_y,
                selectors,
                duration_ms,
            } => {
                let wheel = wheel::Wheel {
                    delta: (*delta_x, *delta_y),
                    selectors: selectors.as_ref(),
                    duration: Duration::from_millis(*duration_ms),
                };
                wheel::run(self, wheel, deadline).await
            }
            _ => unreachable!("no step of the pointer"),
        }
    }

    fn limit(&self, step: &Step) -> Duration {
        match (step.timeout_ms, &step.action) {
            (Some(own), _) => Duration::from_millis(own),
            (None, Action::Navigate { .. }) => self.timeout.max(LOAD_TIMEOUT),
            (None, Action::Snapshot { .. }) => snapshot::TIMEOUT,
            // What takes its time is not cut off by the time that a step has to begin.
            (None, Action::Wheel { duration_ms, .. } | Action::Drag { duration_ms, .. }) => {
                self.timeout + Duration::from_millis(*duration_ms)
            }
            (None, _) => self.timeout,
        }
    }

    /// To be called right before a step acts: begins the measures that wait for it.
    async fn acting(&self, deadline: Deadline) -> Result<(), Fault> {
        measure::begin_pending(self, deadline).await
    }

    /// Counts a look into the page while the window is open.
    fn probe(&self) {
        if self.phase.get() == Phase::Actions {
            self.probes.set(self.probes.get() + 1);
        }
    }

    /// The error of a condition that did not come true: in `prepare` the page is not ready.
    fn unmet(&self, condition: String, waited: Duration, is_match: bool) -> ErrorKind {
        match self.phase.get() {
            Phase::Prepare => ErrorKind::PageNotReady { condition, waited },
            _ if is_match => ErrorKind::NoMatch { condition, waited },
            _ => ErrorKind::Timeout {
                what: condition,
                waited,
            },
        }
    }

    /// How far the page's loading is, in the words of errors; best effort, because the page may be
    /// what does not answer.
    async fn loading(&self) -> String {
        let asked = tokio::time::timeout(Duration::from_millis(500), self.page.state()).await;
        let loading = match asked {
            Ok(Ok(state)) if state.ready == "complete" => "page loaded",
            Ok(Ok(_)) => "page still loading",
            _ => "page does not answer",
        };
        if !self.frame_is_missing.get() {
            return loading.to_owned();
        }
        let way: Vec<String> = self.frame.borrow().iter().map(u32::to_string).collect();
        format!("{loading}, no frame [{}]", way.join(", "))
    }

    /// Evaluates an expression in the own world of the frame of the step that runs; waits for a frame that
    /// is not there yet.
    async fn evaluate(&self, expression: &str, deadline: Deadline) -> Result<Evaluated, CallError> {
        let way = self.frame.borrow().clone();
        loop {
            let evaluated = self
                .page
                .evaluate_in(&way, expression, deadline.call_limit())
                .await?;
            self.frame_is_missing.set(evaluated.is_none());
            match evaluated {
                Some(evaluated) => return Ok(evaluated),
                None => self.page.pause(POLL).await?,
            }
        }
    }

    /// Calls a function of the driver's world in the frame of the step that runs. Where there is no
    /// such frame nothing is found.
    async fn in_frame<T: DeserializeOwned>(
        &self,
        function: &str,
        arguments: Value,
        deadline: Deadline,
    ) -> Result<T, Fault> {
        let way = self.frame.borrow().clone();
        let limit = deadline.call_limit();
        let answer = self.page.in_frame(&way, function, arguments, limit).await?;
        self.frame_is_missing.set(answer.is_none());
        let answer: Value = answer.unwrap_or_else(|| json!({"count": 0, "done": false}));
        serde_json::from_value(answer)
            .map_err(|error| ErrorKind::protocol(format!("`{function}`: {error}")).into())
    }
}
