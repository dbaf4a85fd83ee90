//! What is kept of frames: events of compositors and of what main threads did for them, and the
//! reports of the frame pipeline.

mod rows;

use crate::texts::TextId;
use lagometer_metric::Micros;

/// An event of a compositor, or of a main thread on behalf of one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct FrameEvent {
    pub(crate) ts: Micros,
    pub(crate) pid: i64,
    pub(crate) layer: Layer,
    pub(crate) kind: FrameKind,
}

/// The id of a layer tree, or that the event has none; in eight bytes, because there are many.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Layer(i64);

impl Layer {
    const MISSING: i64 = i64::MIN;

    pub(crate) fn new(id: Option<i64>) -> Layer {
        Layer(id.unwrap_or(Self::MISSING))
    }

    pub(crate) fn get(self) -> Option<i64> {
        (self.0 != Self::MISSING).then_some(self.0)
    }
}

/// The number of a frame in its source, or that of the source, or that the event has none.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Sequence(u64);

impl Sequence {
    const MISSING: u64 = u64::MAX;

    pub(crate) fn new(number: Option<u64>) -> Sequence {
        Sequence(number.unwrap_or(Self::MISSING))
    }

    pub(crate) fn get(self) -> Option<u64> {
        (self.0 != Self::MISSING).then_some(self.0)
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum FrameKind {
    Begun(Sequence),
    Drawn(Sequence),
    /// As older Chromes wrote it: a duration, which DevTools does not know.
    DrawnLong,
    Dropped(Sequence),
    /// Dropped, while a part of it was shown.
    DroppedInPart(Sequence),
    /// The main thread was asked for its part.
    Requested,
    /// A tree of the main thread was taken over.
    Activated,
    /// From here on frames are wanted, or not.
    Wanted(bool),
    /// From here on a frame of a document draws into the layer tree.
    DrawsInto(TextId),
    /// A main thread did something that a frame comes of.
    Caused(OnThread),
    /// A main thread handed over its part.
    Committed(OnThread),
}

/// Which thread, and for how long; an hour and more is one length here.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct OnThread {
    pub(crate) thread: u32,
    pub(crate) duration: u32,
}

impl FrameEvent {
    /// For how long a main thread did something; of what compositors do nothing is known.
    pub(crate) fn duration(&self) -> u32 {
        match self.kind {
            FrameKind::Caused(on) | FrameKind::Committed(on) => on.duration,
            _ => 0,
        }
    }
}

/// Start or end of the report of a frame.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct PipelineEvent {
    pub(crate) ts: Micros,
    pub(crate) pid: i64,
    pub(crate) id: PipelineId,
    /// What its start says; absent for an end.
    pub(crate) report: Option<PipelineReport>,
}

/// What pairs start and end of a report. Each frame has one of its own, so they are not kept as
/// texts: a number as Chrome writes it is that number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct PipelineId(u8, u64);

impl PipelineId {
    /// Of an id with its scope, where it is a number in the one way in which Chrome writes it.
    pub(crate) fn of_number(key: &[u8]) -> Option<PipelineId> {
        let scopes: [&[u8]; 3] = [b"id:0x", b"local:0x", b"global:0x"];
        let (scope, digits) = scopes
            .iter()
            .zip(1..)
            .find_map(|(start, scope)| Some((scope, key.strip_prefix(*start)?)))?;
        let is_digit = |digit: &u8| matches!(digit, b'0'..=b'9' | b'a'..=b'f');
        let is_plain = digits.len() <= 16 && digits.iter().all(is_digit) && !digits.starts_with(b"0");
        let digits = std::str::from_utf8(digits).ok().filter(|_| is_plain)?;
        Some(PipelineId(scope, u64::from_str_radix(digits, 16).ok()?))
    }

    /// Of any other id.
    pub(crate) fn of_text(id: TextId) -> PipelineId {
        PipelineId(0, u64::from(id.index()))
    }
}

/// What the start of a report says of its frame.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct PipelineReport {
    pub(crate) sequence: Sequence,
    /// What gave the frame its number.
    pub(crate) source: Sequence,
    pub(crate) layer: Layer,
    pub(crate) state: PipelineState,
    /// Whether it counts for smoothness that it was dropped.
    pub(crate) affects_smoothness: bool,
}

/// What became of a frame.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum PipelineState {
    PresentedAll,
    PresentedPartial,
    Dropped,
    NoUpdateDesired,
    /// A word that is not known, or none.
    Unknown,
}

impl PipelineState {
    /// By its word, with or without the prefix that Chrome's writers of JSON give it.
    pub(crate) fn of_word(word: &[u8]) -> PipelineState {
        match word.strip_prefix(b"STATE_").unwrap_or(word) {
            b"PRESENTED_ALL" => PipelineState::PresentedAll,
            b"PRESENTED_PARTIAL" => PipelineState::PresentedPartial,
            b"DROPPED" => PipelineState::Dropped,
            b"NO_UPDATE_DESIRED" => PipelineState::NoUpdateDesired,
            _ => PipelineState::Unknown,
        }
    }
}
