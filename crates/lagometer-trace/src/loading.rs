//! Page loads: what is kept of them, and what a window says of them.
//!
//! A navigation puts a document into a frame. What it paints, what moves in it, what it fetches and
//! which frames of animation took long is kept for all of a trace, because which frame is the page's may
//! be known only at the end.

mod animation_frame;
mod largest_paint;
mod name;
mod navigation;
mod quiet;
mod request;
mod shift;

pub use animation_frame::{AnimationFrame, AnimationScript};
pub use largest_paint::LargestPaint;
pub use name::LoadingName;
pub use navigation::{Navigation, PageLoad};
pub use shift::{LayoutShift, MovedNode, ShiftCluster};

pub(crate) use animation_frame::{LongAnimationFrames, long_animation_frames};
pub(crate) use navigation::{Load, Loads, loads, main_starts};
pub(crate) use quiet::{BREAKS_QUIET, Interactive, interactive};
pub(crate) use request::requests;
pub(crate) use shift::{Shifts, shifts};

use crate::texts::TextId;
use lagometer_metric::Micros;

/// What is kept of the page loads of a trace.
#[derive(Debug, Default)]
pub(crate) struct LoadingFacts {
    pub(crate) navigations: Vec<NavigationStart>,
    pub(crate) first_paints: Vec<LoadStep>,
    pub(crate) candidates: Vec<Candidate>,
    pub(crate) image_paints: Vec<ImagePaint>,
    /// The ends of `DOMContentLoaded`.
    pub(crate) parsed: Vec<LoadStep>,
    pub(crate) shifts: Vec<Shift>,
    pub(crate) requests: Vec<RequestEvent>,
    pub(crate) animation: Vec<AnimationEvent>,
    pub(crate) animation_frames: Vec<FrameDetail>,
    pub(crate) animation_scripts: Vec<ScriptDetail>,
    pub(crate) presentations: Vec<Presentation>,
}

/// A navigation starts.
#[derive(Clone, Copy, Debug)]
pub(crate) struct NavigationStart {
    pub(crate) ts: Micros,
    pub(crate) pid: i64,
    pub(crate) frame: Option<TextId>,
    pub(crate) url: Option<TextId>,
    pub(crate) id: Option<TextId>,
    pub(crate) is_main: Option<bool>,
}

/// A document has come so far.
#[derive(Clone, Copy, Debug)]
pub(crate) struct LoadStep {
    pub(crate) ts: Micros,
    pub(crate) frame: Option<TextId>,
    pub(crate) navigation: Option<TextId>,
}

/// The largest content that was painted so far.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Candidate {
    pub(crate) step: LoadStep,
    pub(crate) index: u64,
    pub(crate) kind: Option<TextId>,
    pub(crate) size: Option<f64>,
    pub(crate) node: Option<i64>,
    pub(crate) element: Option<TextId>,
}

/// A node shows an image.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ImagePaint {
    pub(crate) ts: Micros,
    pub(crate) frame: Option<TextId>,
    pub(crate) node: i64,
    pub(crate) url: TextId,
}

/// Something moved.
#[derive(Clone, Debug)]
pub(crate) struct Shift {
    pub(crate) ts: Micros,
    pub(crate) pid: i64,
    pub(crate) frame: Option<TextId>,
    pub(crate) is_main: Option<bool>,
    /// Absent in Chromes before 90.
    pub(crate) score: Option<f64>,
    pub(crate) nodes: Box<[MovedNodeFact]>,
    pub(crate) nodes_total: u64,
}

/// A node that moved.
#[derive(Clone, Copy, Debug)]
pub(crate) struct MovedNodeFact {
    pub(crate) node: Option<i64>,
    pub(crate) element: Option<TextId>,
    pub(crate) old_rect: Option<[f64; 4]>,
    pub(crate) new_rect: Option<[f64; 4]>,
}

/// Something happened to a request.
#[derive(Clone, Copy, Debug)]
pub(crate) struct RequestEvent {
    pub(crate) ts: Micros,
    pub(crate) pid: i64,
    pub(crate) id: TextId,
    pub(crate) step: RequestStep,
}

/// What happened to it.
#[derive(Clone, Copy, Debug)]
pub(crate) enum RequestStep {
    /// It was sent, for this frame. Whether it is one that a page waits for: a `GET` over the network.
    Sent {
        frame: Option<TextId>,
        is_waited_for: bool,
    },
    /// It was answered, with a status; when the network sent it, where that is told.
    Answered {
        status: Option<i64>,
        sent: Option<Micros>,
    },
    /// It was over; when the network saw that, where that is told.
    Over { has_failed: bool, over: Option<Micros> },
}

/// Start or end of a part of an animation frame.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct AnimationEvent {
    pub(crate) pid: i64,
    pub(crate) id: TextId,
    pub(crate) part: AnimationPart,
    pub(crate) ts: Micros,
    /// The place of what its start says of it, in the list of its part; absent for an end, which
    /// sorts first.
    pub(crate) begin: Option<u32>,
}

/// The parts of an animation frame.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum AnimationPart {
    Frame,
    Render,
    StyleAndLayout,
    Execute,
    Compile,
}

/// What an animation frame says of itself.
#[derive(Clone, Copy, Debug)]
pub(crate) struct FrameDetail {
    pub(crate) id: Option<TextId>,
    pub(crate) sequence: Option<u64>,
    pub(crate) blocking: Option<Micros>,
}

/// What a script of an animation frame says of itself.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ScriptDetail {
    pub(crate) invoker_type: Option<TextId>,
    pub(crate) class: Option<TextId>,
    pub(crate) property: Option<TextId>,
    pub(crate) url: Option<TextId>,
    pub(crate) function: Option<TextId>,
    pub(crate) position: Option<i64>,
    pub(crate) style: Option<Micros>,
    pub(crate) layout: Option<Micros>,
    pub(crate) pause: Option<Micros>,
}

/// An animation frame was presented.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Presentation {
    pub(crate) ts: Micros,
    pub(crate) pid: i64,
    pub(crate) id: TextId,
    /// The number of the compositor's frame that showed it.
    pub(crate) sequence: Option<u64>,
}
