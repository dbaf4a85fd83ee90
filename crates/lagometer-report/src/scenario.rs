//! The scenario: how to get a page ready and what to do with it. Reading and checking a file is the
//! job of `lagometer-measure`; here are only the types.

mod budget;
mod conditions;
mod selector;

pub use budget::{Bound, Budget, Quantity};
pub use conditions::{BrowserConditions, Cache, Cookie, DataFile, Install, NetworkConditions, SecretUse};
pub use selector::{Selector, Selectors};

use serde::Serialize;
use serde_json::Value;
use std::collections::BTreeMap;

/// A scenario, checked, with every default filled in.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Scenario {
    /// Letters, digits, `-` and `_`.
    pub name: String,
    /// Absolute, or a path under `serve`.
    pub url: String,
    /// A folder, served on loopback; relative to the scenario file.
    pub serve: Option<String>,
    /// Files whose content is part of what is measured.
    pub data: Vec<DataFile>,
    /// The viewport.
    pub viewport: Viewport,
    /// The browser.
    pub browser: BrowserConditions,
    /// What is put into the page before its own scripts.
    pub install: Install,
    /// Brings the page to the state that is measured; not measured.
    pub prepare: Vec<Step>,
    /// What is measured.
    pub actions: Vec<Step>,
    /// How long the window stays open after the actions.
    pub settle: Settle,
    /// After the window; not measured.
    pub after: Vec<Step>,
    /// Limits for the value of the run; no part of what is measured.
    pub budgets: Vec<Budget>,
    /// How many rounds; `None` is `auto`.
    pub rounds: Option<u32>,
    /// How many warm-up rounds.
    pub warmup: u32,
    /// How often the actions and `reset` run in the page before the window opens.
    pub warmup_in_page: u32,
    /// Brings the page back to the state before the actions.
    pub reset: Vec<Step>,
    /// The time that a step has, unless it says otherwise.
    pub timeout_ms: u64,
    /// The time that a round has.
    pub round_timeout_ms: u64,
    /// Every `${NAME}` in it.
    #[serde(skip)]
    pub secrets: Vec<SecretUse>,
}

/// The viewport, in Recorder's words.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Viewport {
    /// In CSS pixels.
    pub width: u32,
    /// In CSS pixels.
    pub height: u32,
    /// Device pixels to a CSS pixel.
    pub device_scale_factor: f64,
    /// Whether it is laid out as on a telephone: `<meta name=viewport>` counts, scroll bars lie over the page.
    #[serde(skip_serializing_if = "is_false")]
    pub is_mobile: bool,
    /// Whether it says that it can be touched.
    #[serde(skip_serializing_if = "is_false")]
    pub has_touch: bool,
    /// Whether the device is held across.
    #[serde(skip_serializing_if = "is_false")]
    pub is_landscape: bool,
}

/// What is not said is not part of what a scenario means: its hash stays as it was.
fn is_false(value: &bool) -> bool {
    !value
}

impl Viewport {
    /// 1440x900 at scale 1.
    pub const DEFAULT: Viewport = Viewport {
        width: 1440,
        height: 900,
        device_scale_factor: 1.0,
        is_mobile: false,
        has_touch: false,
        is_landscape: false,
    };
}

/// How long the window stays open after the last action.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub enum Settle {
    /// Until this many animation frames have passed; the default is two.
    Frames(u32),
    /// This long.
    Milliseconds(u64),
}

/// A step, and where it stands.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Step {
    /// What it does.
    pub action: Action,
    /// The time that it has, where it says so itself.
    pub timeout_ms: Option<u64>,
    /// The way to the frame in which it looks for elements: places among the frames of each document;
    /// empty for the page itself.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub frame: Vec<u32>,
    /// Whether it is done only when the page has loaded another document, or changed its address.
    #[serde(skip_serializing_if = "is_false")]
    pub awaits_navigation: bool,
    /// Where it stands in the file; no part of what the scenario means.
    #[serde(skip)]
    pub place: Place,
}

/// A place in a scenario file: `grid.yaml:9:9`, and which step it is.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Place {
    /// The line, from 1.
    pub line: u32,
    /// The column, from 1.
    pub column: u32,
    /// `prepare step 1`, `actions step 1.2`.
    pub path: String,
}

/// What a step does.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub enum Action {
    /// Loads a page and waits for its load event.
    Navigate {
        /// Absolute, or a path under `serve`.
        url: String,
    },
    /// Presses and releases a mouse button on an element.
    Click {
        /// The element.
        selectors: Selectors,
        /// From the left edge of its box; the middle where absent.
        offset_x: Option<f64>,
        /// From the top edge of its box; the middle where absent.
        offset_y: Option<f64>,
        /// The button.
        button: MouseButton,
        /// The time between press and release.
        duration_ms: u64,
        /// What it is clicked with.
        #[serde(skip_serializing_if = "DeviceType::is_mouse")]
        device_type: DeviceType,
    },
    /// Two clicks in the same place, the second of which counts as the second.
    DoubleClick {
        /// The element.
        selectors: Selectors,
        /// From the left edge of its box; the middle where absent.
        offset_x: Option<f64>,
        /// From the top edge of its box; the middle where absent.
        offset_y: Option<f64>,
        /// The button.
        button: MouseButton,
        /// The time between each press and its release.
        duration_ms: u64,
        /// What it is clicked with.
        #[serde(skip_serializing_if = "DeviceType::is_mouse")]
        device_type: DeviceType,
    },
    /// Moves the mouse over an element.
    Hover {
        /// The element.
        selectors: Selectors,
        /// From the left edge of its box; the middle where absent.
        offset_x: Option<f64>,
        /// From the top edge of its box; the middle where absent.
        offset_y: Option<f64>,
    },
    /// Presses the mouse on an element, moves it to another one, and releases it there.
    Drag {
        /// The element that is dragged.
        selectors: Selectors,
        /// The element on which it is dropped.
        to: Selectors,
        /// From the left edge of the dragged element's box; the middle where absent.
        offset_x: Option<f64>,
        /// From the top edge of the dragged element's box; the middle where absent.
        offset_y: Option<f64>,
        /// From the left edge of the box on which it is dropped; the middle where absent.
        #[serde(skip_serializing_if = "Option::is_none")]
        to_offset_x: Option<f64>,
        /// From the top edge of the box on which it is dropped; the middle where absent.
        #[serde(skip_serializing_if = "Option::is_none")]
        to_offset_y: Option<f64>,
        /// How long the way takes.
        duration_ms: u64,
    },
    /// Turns the mouse wheel.
    Wheel {
        /// To the right, in CSS pixels.
        delta_x: f64,
        /// Down, in CSS pixels.
        delta_y: f64,
        /// Where the mouse is; the middle of the viewport where absent.
        selectors: Option<Selectors>,
        /// Over which time the turning is spread.
        duration_ms: u64,
    },
    /// Sets a scroll position by script.
    Scroll {
        /// From the left; unchanged where absent.
        x: Option<f64>,
        /// From the top; unchanged where absent.
        y: Option<f64>,
        /// The element that scrolls; the page where absent.
        selectors: Option<Selectors>,
    },
    /// Sets the value of a control by script, with the events `input` and `change`.
    Change {
        /// The control.
        selectors: Selectors,
        /// The value; of a checkbox `true` or `false`, of a selection the value or text of an option.
        value: String,
    },
    /// Presses a key and holds it.
    KeyDown {
        /// Its name, as `KeyboardEvent.key` gives it.
        key: String,
        /// The element that is focused first; the focused one where absent.
        selectors: Option<Selectors>,
    },
    /// Releases a key.
    KeyUp {
        /// Its name, as `KeyboardEvent.key` gives it.
        key: String,
        /// The element that is focused first; the focused one where absent.
        selectors: Option<Selectors>,
    },
    /// Types text with real keys.
    TypeText {
        /// The text.
        text: String,
        /// The element that is focused first by a click; the focused one where absent.
        selectors: Option<Selectors>,
    },
    /// Waits until enough elements match.
    WaitForElement {
        /// The elements.
        selectors: Selectors,
        /// How `count` is compared.
        operator: CountOperator,
        /// How many.
        count: u32,
        /// Whether they must be visible; does not matter where absent.
        visible: Option<bool>,
        /// Attributes that they must have.
        #[serde(skip_serializing_if = "BTreeMap::is_empty")]
        attributes: BTreeMap<String, String>,
        /// Properties that they must have; of a map, what it names.
        #[serde(skip_serializing_if = "BTreeMap::is_empty")]
        properties: BTreeMap<String, Value>,
    },
    /// Waits until an expression is true.
    WaitForExpression {
        /// The expression; a promise is awaited.
        expression: String,
    },
    /// Waits for this many animation frames.
    WaitForFrames {
        /// How many.
        count: u32,
    },
    /// Runs the body of an async function in the page.
    Evaluate {
        /// The body.
        body: String,
        /// Keeps what it returns under this name.
        save_as: Option<String>,
        /// The unit of a number that it returns; a count where absent.
        unit: Option<SavedUnit>,
    },
    /// A phase that the user waits for.
    Measure {
        /// Its name: the metric is `user_timing:NAME`.
        name: String,
        /// When it ends.
        until: MeasureEnd,
        /// What is done in it.
        steps: Vec<Step>,
    },
    /// Waits.
    Sleep {
        /// How long.
        duration_ms: u64,
    },
    /// Waits until for some time there was no long task and no request.
    WaitForIdle {
        /// How long there must be none.
        duration_ms: u64,
    },
    /// Waits until an event is dispatched.
    WaitForEvent {
        /// The event's type.
        event: String,
        /// Elements that it must pass through; any place in the document where absent.
        selectors: Option<Selectors>,
    },
    /// Does steps several times.
    Repeat {
        /// How often.
        times: u32,
        /// What is read after each time.
        #[serde(skip_serializing_if = "Option::is_none")]
        series: Option<RepeatSeries>,
        /// What is done each time.
        steps: Vec<Step>,
    },
    /// Collects the page's garbage.
    Gc,
    /// Takes a snapshot of the page's heap, in a pass of its own: in rounds it does nothing.
    Snapshot {
        /// What it is called.
        name: String,
    },
    /// Changes the viewport.
    SetViewport {
        /// The new one.
        viewport: Viewport,
    },
    /// Pretends another network.
    EmulateNetworkConditions {
        /// The network.
        network: NetworkConditions,
    },
}

/// The unit of a number that a scenario reads from the page.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub enum SavedUnit {
    /// How many.
    Count,
    /// Milliseconds.
    Ms,
    /// Bytes.
    Bytes,
    /// A part of a whole.
    Ratio,
}

impl SavedUnit {
    /// As it is written.
    pub fn name(self) -> &'static str {
        match self {
            SavedUnit::Count => "count",
            SavedUnit::Ms => "ms",
            SavedUnit::Bytes => "bytes",
            SavedUnit::Ratio => "ratio",
        }
    }
}

/// A mouse button.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub enum MouseButton {
    /// The left one.
    Primary,
    /// The middle one.
    Auxiliary,
    /// The right one.
    Secondary,
    /// Back.
    Back,
    /// Forward.
    Forward,
}

/// What a click is made with.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub enum DeviceType {
    /// The mouse.
    Mouse,
    /// A finger.
    Touch,
    /// A pen.
    Pen,
}

impl DeviceType {
    fn is_mouse(&self) -> bool {
        *self == DeviceType::Mouse
    }
}

/// How a number of elements is compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub enum CountOperator {
    /// At least.
    #[serde(rename = ">=")]
    AtLeast,
    /// Exactly.
    #[serde(rename = "==")]
    Exactly,
    /// At most.
    #[serde(rename = "<=")]
    AtMost,
}

/// When a measure ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub enum MeasureEnd {
    /// In the first task after the next frame: users wait for pixels.
    NextFrame,
    /// At once.
    Now,
}

impl Action {
    /// The step's type, as it is written.
    pub fn kind(&self) -> &'static str {
        match self {
            Action::Navigate { .. } => "navigate",
            Action::Click { .. } => "click",
            Action::DoubleClick { .. } => "doubleClick",
            Action::Hover { .. } => "hover",
            Action::Drag { .. } => "drag",
            Action::Wheel { .. } => "wheel",
            Action::Scroll { .. } => "scroll",
            Action::Change { .. } => "change",
            Action::KeyDown { .. } => "keyDown",
            Action::KeyUp { .. } => "keyUp",
            Action::TypeText { .. } => "typeText",
            Action::WaitForElement { .. } => "waitForElement",
            Action::WaitForExpression { .. } => "waitForExpression",
            Action::WaitForFrames { .. } => "waitForFrames",
            Action::Evaluate { .. } => "evaluate",
            Action::Measure { .. } => "measure",
            Action::Sleep { .. } => "sleep",
            Action::WaitForIdle { .. } => "waitForIdle",
            Action::WaitForEvent { .. } => "waitForEvent",
            Action::Repeat { .. } => "repeat",
            Action::Gc => "gc",
            Action::Snapshot { .. } => "snapshot",
            Action::SetViewport { .. } => "setViewport",
            Action::EmulateNetworkConditions { .. } => "emulateNetworkConditions",
        }
    }
}

/// What is read after each repetition.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub enum RepeatSeries {
    /// What is left on the JavaScript heap once the garbage is collected.
    Heap,
}
