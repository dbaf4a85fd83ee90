//! How pages load in a window: navigations, layout shifts, long animation frames.

use crate::{RawNumber, Value};
use serde::{Deserialize, Serialize};

/// Page loads, layout shifts and long animation frames of a window. What is cut has a total.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Loading {
    /// The navigations of the page and of the frames inside it that started in the window, in order of
    /// start; the first of them where there are more than are kept.
    pub navigations: Vec<Navigation>,
    /// How many there are.
    pub navigations_total: u64,
    /// The session windows of layout shifts, in order of time; those with the largest scores where
    /// there are more than are kept.
    pub shift_clusters: Vec<ShiftCluster>,
    /// How many there are.
    pub shift_clusters_total: u64,
    /// The long animation frames that began in the window, in order of start; the longest where there
    /// are more than are kept.
    pub long_animation_frames: Vec<LongAnimationFrame>,
    /// How many there are; null where they are not known.
    pub long_animation_frames_total: Option<u64>,
}

/// A document that is put into a frame of the page. Its numbers count from its start.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Navigation {
    /// What the browser calls it; null in Chromes before 67.
    pub id: Option<String>,
    /// The id of the frame.
    pub frame: Option<String>,
    /// Whether that is the page's main frame.
    pub main_frame: bool,
    /// The address; null in Chromes before 67.
    pub url: Option<String>,
    /// The process of the document.
    pub pid: i64,
    /// Its start, after the start of the window.
    pub start_us: i64,
    /// When the next one of the frame or of the page started, or the window ended.
    pub end_us: i64,
    /// First contentful paint.
    pub fcp: Value,
    /// Largest contentful paint.
    pub lcp: Value,
    /// What was painted then; null where `lcp` is.
    pub largest_paint: Option<LargestPaint>,
    /// The largest session window of layout shifts after it; of the main frame only.
    pub cls: Value,
    /// Time to interactive; of the main frame only.
    pub tti: Value,
    /// Blocking time from `fcp` to `tti`.
    pub load_blocking_time: Value,
    /// Blocking time from `fcp` to the end of the navigation, known also where `tti` is not.
    pub blocking_after_fcp: Value,
}

/// The largest content that a page load painted before somebody used the page.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct LargestPaint {
    /// Which of the candidates of the load it is; they count from 1.
    pub candidate_index: u64,
    /// `image` or `text`.
    #[serde(rename = "type")]
    pub kind: Option<String>,
    /// Its area as seen, in square CSS pixels.
    pub size: Option<RawNumber>,
    /// The node, as CDP's DOM domain numbers it for the browser's backend.
    pub node_id: Option<i64>,
    /// The element in words, as `DIV id='log'`, in Chromes that say it.
    pub element: Option<String>,
    /// The address of an image, in Chromes that say it.
    pub url: Option<String>,
}

/// A session window: layout shifts that follow each other closely.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ShiftCluster {
    /// The first shift, after the start of the window.
    pub start_us: i64,
    /// The last shift, after the start of the window.
    pub end_us: i64,
    /// The sum of their scores.
    pub score: RawNumber,
    /// Whether it is the one that `cls` is of.
    pub is_cls: bool,
    /// The id of the navigation that it comes after; null before the first one.
    pub navigation: Option<String>,
    /// The shifts, in order of time; those with the largest scores where there are more than are kept.
    pub shifts: Vec<LayoutShift>,
    /// How many there are.
    pub shifts_total: u64,
}

/// Content that moved without being asked to.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct LayoutShift {
    /// When, after the start of the window.
    pub at_us: i64,
    /// How much, weighted by how much of the page its frame is.
    pub score: RawNumber,
    /// The id of the frame.
    pub frame: Option<String>,
    /// Whether that is a main frame, as far as the trace says.
    pub main_frame: Option<bool>,
    /// The first of the nodes that moved.
    pub nodes: Vec<MovedNode>,
    /// How many the browser names; it names up to five.
    pub nodes_total: u64,
}

/// A node that moved. Rectangles are x, y, width and height in the viewport.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct MovedNode {
    /// The node, as CDP's DOM domain numbers it for the browser's backend.
    pub node_id: Option<i64>,
    /// The element in words, in Chromes that say it.
    pub element: Option<String>,
    /// Where it was.
    pub old_rect: Option<[RawNumber; 4]>,
    /// Where it went.
    pub new_rect: Option<[RawNumber; 4]>,
}

/// An animation frame of 50 ms and more.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct LongAnimationFrame {
    /// Its process.
    pub pid: i64,
    /// Its start, after the start of the window.
    pub start_us: i64,
    /// Its duration.
    pub duration_us: i64,
    /// For how long it kept input waiting, as the browser says it, in whole milliseconds.
    pub blocking_us: Option<i64>,
    /// When the page began to make the update, after the start of the window; null where there was none.
    pub render_start_us: Option<i64>,
    /// When style and layout of it began, after the start of the window.
    pub style_and_layout_start_us: Option<i64>,
    /// When it was shown, after the start of the window.
    pub presented_us: Option<i64>,
    /// The number of the compositor's frame that showed it, `frame_sequence` of `PipelineReporter`.
    pub frame_sequence: Option<u64>,
    /// Its scripts, in order of start; the longest where there are more than are kept.
    pub scripts: Vec<AnimationScript>,
    /// How many there are.
    pub scripts_total: u64,
}

/// A script that ran in a long animation frame.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct AnimationScript {
    /// When it began, after the start of the window.
    pub start_us: i64,
    /// How long it ran.
    pub duration_us: i64,
    /// `execute` or `compile`.
    pub work: String,
    /// Why it ran, as `USER_CALLBACK`.
    pub invoker_type: Option<String>,
    /// Who called it, as `FrameRequestCallback`.
    pub invoker: Option<String>,
    /// Its file.
    pub url: Option<String>,
    /// Its function.
    pub function: Option<String>,
    /// The character in the file at which the function stands, from 0.
    pub position: Option<i64>,
    /// The time in it for style that it asked for.
    pub forced_style_us: Option<i64>,
    /// The time in it for layout that it asked for.
    pub forced_layout_us: Option<i64>,
    /// The time in it for dialogs and synchronous requests.
    pub pause_us: Option<i64>,
}
