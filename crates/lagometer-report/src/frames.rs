//! The frames of a window in three views, which count differently.

use crate::Value;
use serde::{Deserialize, Serialize};

/// The frames of a window in three views, and how they agree.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Frames {
    /// As DevTools lists them.
    pub devtools: DevToolsFrames,
    /// What became of them, by the reports of Chrome's frame pipeline.
    pub pipeline: PipelineFrames,
    /// When they were drawn.
    pub draw: DrawnFrames,
    /// In one sentence each, how the counts of the views come of each other; null where there is but
    /// one view.
    pub reconciliation: Option<String>,
}

/// The frames as DevTools lists them.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct DevToolsFrames {
    /// How many begin in the window.
    pub total: Value,
    /// Of these: lasted because nothing was to be shown.
    pub idle: Value,
    /// Of these: were dropped.
    pub dropped: Value,
    /// Of the dropped ones: a part was shown.
    pub partial: Value,
    /// How many of them are in `list`.
    pub listed: u64,
    /// The first of them, in order of time.
    pub list: Vec<DevToolsFrame>,
    /// The frame that was shown when the recording ended; DevTools does not list it.
    pub last: Option<LastFrame>,
}

/// A frame as DevTools lists it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct DevToolsFrame {
    /// The number of the frame with which it was drawn, a decimal string.
    pub sequence: Option<String>,
    /// When it began, after the start of the window.
    pub start_us: i64,
    /// The time to the beginning of the next one.
    pub duration_us: i64,
    /// Whether it lasted because nothing was to be shown.
    pub idle: bool,
    /// Whether it was dropped.
    pub dropped: bool,
    /// Whether a part of it was shown although it was dropped.
    pub partial: bool,
}

/// A frame that has no end.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct LastFrame {
    /// The number of the frame with which it was drawn, a decimal string.
    pub sequence: Option<String>,
    /// When it began, after the start of the window.
    pub start_us: i64,
}

/// What became of frames, by the reports of Chrome's frame pipeline.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PipelineFrames {
    /// How many frames came to an end in the window, whatever became of them.
    pub total: Value,
    /// Of these: presented with all that was to be in them.
    pub presented: Value,
    /// Of these: presented without the part of the main thread.
    pub presented_in_part: Value,
    /// Of these: dropped, to the harm of smoothness.
    pub dropped: Value,
    /// Of these: dropped, and nothing was to be seen in them.
    pub no_damage: Value,
    /// Of these: nothing was to be drawn.
    pub not_wanted: Value,
    /// How many reports there are: a frame has several where its parts went different ways.
    pub reports: Value,
    /// How many intervals between presented frames span idleness, and are left out.
    pub breaks: Value,
    /// The longest stretch in which the display stood still although there was something to show.
    pub freeze: Option<Freeze>,
    /// How many of the frames are in `list`.
    pub listed: u64,
    /// The first of them, in order of their ends.
    pub list: Vec<PipelineFrame>,
}

/// A stretch in which the display stood still.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Freeze {
    /// When it began, after the start of the window.
    pub start_us: i64,
    /// How long it lasted.
    pub duration_us: i64,
}

/// A frame and what became of it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PipelineFrame {
    /// Its number in its source, a decimal string.
    pub sequence: Option<String>,
    /// When it began, after the start of the window.
    pub start_us: i64,
    /// When it was presented, after the start of the window; where it was not, when that was clear.
    pub end_us: i64,
    /// `presented`, `presented-in-part`, `dropped`, `no-damage`, `not-wanted` or `unknown`.
    pub fate: String,
}

/// When frames were drawn. Their intervals are in `frame_intervals` of the analysis.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct DrawnFrames {
    /// How many `DrawFrame` of the page's layer tree lie in the window.
    pub drawn: Value,
    /// How many `DroppedFrame` do.
    pub dropped_events: Value,
    /// How many intervals span idleness, and are left out.
    pub breaks: Value,
    /// For how long of the window frames were wanted.
    pub wanted: Value,
}
