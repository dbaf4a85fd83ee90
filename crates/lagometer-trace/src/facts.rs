//! What is kept of a trace: a few bytes of each event that a metric may need.
//!
//! Which thread is the page's main thread, which process shows the page and which layer tree is
//! its own may stand at the very end of a trace, so everything is kept for all of them.

mod counters;
mod frame;
mod held;

pub(crate) use counters::Counters;
pub(crate) use frame::{
    FrameEvent, FrameKind, Layer, OnThread, PipelineEvent, PipelineId, PipelineReport, PipelineState,
    Sequence,
};
pub use held::Held;

use crate::category::Categories;
use crate::column::Column;
use crate::loading::LoadingFacts;
use crate::oddity::Oddities;
use crate::task::Thread;
use crate::texts::{TextId, Texts};
use crate::work::WorkNames;
use lagometer_metric::Micros;
use std::collections::{BTreeMap, BTreeSet};

/// What is kept of a trace.
pub struct Facts {
    pub(crate) threads: Vec<Thread>,
    /// The names of processes.
    pub(crate) processes: BTreeMap<i64, TextId>,
    pub(crate) started: Vec<Started>,
    pub(crate) placements: Vec<Placement>,
    /// Which process a placeholder became.
    pub(crate) ready: BTreeMap<TextId, i64>,
    pub(crate) navigations: Vec<Navigation>,
    pub(crate) layer_trees: BTreeSet<LayerTree>,
    pub(crate) frames: Column<FrameEvent>,
    /// The layer trees of which a frame was drawn, by process.
    pub(crate) drawn_layers: BTreeSet<(i64, Layer)>,
    pub(crate) pipeline: Column<PipelineEvent>,
    pub(crate) counters: Column<Counters>,
    pub(crate) marks: Vec<Mark>,
    pub(crate) measures: Vec<MeasureEvent>,
    pub(crate) console_timings: Vec<MeasureEvent>,
    pub(crate) console_stamps: Vec<ConsoleStamp>,
    pub(crate) inputs: Vec<InputEvent>,
    pub(crate) loading: LoadingFacts,
    /// The names of events that last.
    pub(crate) work_names: WorkNames,
    pub(crate) workers: Vec<WorkerSession>,
    pub(crate) texts: Texts,
    pub(crate) categories: Categories,
    /// The span of durations and instants.
    pub(crate) span: Span,
    /// The span as DevTools has it: marks too, and nothing that starts at 0.
    pub(crate) devtools_span: Span,
    /// The span of all other events that have a time.
    pub(crate) other_span: Span,
    pub(crate) events: u64,
    pub(crate) events_with_phase: u64,
    pub(crate) oddities: Oddities,
}

/// From the first start to the last end.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Span {
    pub(crate) ends: Option<(Micros, Micros)>,
}

/// The start of the recording, with the frames that there were.
#[derive(Clone, Debug)]
pub(crate) struct Started {
    pub(crate) ts: Micros,
    pub(crate) frames: Vec<StartedFrame>,
}

/// A frame at the start of the recording.
#[derive(Clone, Copy, Debug)]
pub(crate) struct StartedFrame {
    pub(crate) frame: TextId,
    pub(crate) process: Option<Process>,
    pub(crate) has_parent: bool,
    pub(crate) has_url: bool,
    /// Whether it shows `about:blank`, which is no page yet.
    pub(crate) is_blank: bool,
    pub(crate) address: Address,
    pub(crate) is_primary: Option<bool>,
    pub(crate) is_outermost: Option<bool>,
}

/// A process, or what stood for it before it was there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Process {
    Pid(i64),
    Pseudo(TextId),
}

/// From here on, a frame is in a process.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Placement {
    pub(crate) ts: Micros,
    pub(crate) frame: TextId,
    pub(crate) process: Process,
    /// Whether it is the outermost frame of a page, as far as the event says.
    pub(crate) is_main: bool,
    /// Whether it shows `about:blank` there.
    pub(crate) is_blank: bool,
    pub(crate) address: Address,
}

/// An address, to be told from another one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Address {
    /// A hash of it; of nothing where there is none.
    pub(crate) hash: u64,
    /// Whether it begins as an address does.
    pub(crate) is_url: bool,
}

/// A page starts to load into a main frame, or the recording starts in a page.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Navigation {
    pub(crate) pid: i64,
    pub(crate) tid: i64,
    pub(crate) source: NavigationSource,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum NavigationSource {
    TracingStartedInPage,
    NavigationStart,
}

/// A frame draws into a layer tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct LayerTree {
    pub(crate) pid: i64,
    pub(crate) frame: Option<TextId>,
    pub(crate) layer: i64,
}

/// A mark of User Timing.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Mark {
    pub(crate) ts: Micros,
    pub(crate) pid: i64,
    pub(crate) tid: i64,
    pub(crate) name: TextId,
    /// Whether the browser set it while it loaded.
    pub(crate) by_browser: bool,
    /// What the page wrote into its detail, as JSON text.
    pub(crate) detail: Option<TextId>,
}

/// A `console.timeStamp`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ConsoleStamp {
    pub(crate) ts: Micros,
    pub(crate) pid: i64,
    pub(crate) name: TextId,
    /// Where it stands for a stretch of time: that.
    pub(crate) span: Option<(Micros, Micros)>,
    /// The track that it is to be shown in.
    pub(crate) track: Option<TextId>,
}

/// Start, end or both of a measure of User Timing, or of `console.time`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct MeasureEvent {
    pub(crate) ts: Micros,
    pub(crate) pid: i64,
    pub(crate) id: TextId,
    pub(crate) name: TextId,
    pub(crate) edge: Edge,
    /// The id that Lagometer gave it.
    pub(crate) lagometer: Option<TextId>,
    pub(crate) threw: bool,
    /// What the page wrote into its detail, as JSON text.
    pub(crate) detail: Option<TextId>,
}

/// Start or end of the `EventTiming` of an input event.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct InputEvent {
    pub(crate) pid: i64,
    pub(crate) id: TextId,
    pub(crate) ts: Micros,
    /// What its start says of it; absent for an end, which sorts first.
    pub(crate) begin: Option<InputBegin>,
}

/// What the start of an `EventTiming` says of the input event.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct InputBegin {
    pub(crate) event_type: Option<TextId>,
    pub(crate) frame: Option<TextId>,
    /// Which interaction it belongs to; absent where to none.
    pub(crate) interaction: Option<u64>,
    /// How long it took, as the page sees it.
    pub(crate) duration: Option<Micros>,
    /// When its handlers ran, on Chrome's clock.
    pub(crate) processing: Option<(Micros, Micros)>,
}

/// A worker says what it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct WorkerSession {
    pub(crate) pid: i64,
    /// The worker's thread, which need not be the one that says so.
    pub(crate) tid: i64,
    pub(crate) url: Option<TextId>,
}

/// The order is that in which edges at the same time are looked at, see `user_timing`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Edge {
    End,
    Begin,
    Both,
}

impl Address {
    pub(crate) fn of(text: &[u8]) -> Address {
        let mut hash = 0xcbf2_9ce4_8422_2325_u64;
        for byte in text {
            hash = (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3);
        }
        let scheme = text
            .split(|byte| *byte == b':')
            .next()
            .filter(|scheme| scheme.len() < text.len());
        let is_scheme = |scheme: &[u8]| {
            let rest = |byte: &u8| byte.is_ascii_alphanumeric() || b"+-.".contains(byte);
            scheme.first().is_some_and(u8::is_ascii_alphabetic) && scheme.iter().all(rest)
        };
        Address {
            hash,
            is_url: scheme.is_some_and(is_scheme),
        }
    }
}

impl Span {
    #[inline]
    pub(crate) fn holds(&self, start: Micros, end: Micros) -> bool {
        self.ends
            .is_some_and(|(first, last)| first <= start && end <= last)
    }

    #[inline]
    pub(crate) fn add(&mut self, start: Micros, end: Micros) {
        self.ends = Some(match self.ends {
            Some((first, last)) => (first.min(start), last.max(end)),
            None => (start, end),
        });
    }
}

impl Facts {
    /// How many events there were.
    pub fn events(&self) -> u64 {
        self.events
    }

    /// The categories of which an event was there, of those that metrics need.
    pub fn categories(&self) -> Categories {
        self.categories
    }

    /// Says that these categories were recorded, whether an event of them is there or not.
    pub fn also_recorded(&mut self, categories: Categories) {
        self.categories.add(categories);
    }

    /// When the first mark of this name was set.
    pub fn first_mark(&self, name: &str) -> Option<Micros> {
        self.marks_named(name).into_iter().next()
    }

    /// When the marks of this name were set, in order of time.
    pub fn marks_named(&self, name: &str) -> Vec<Micros> {
        let Some(id) = self.texts.id_of(name) else {
            return Vec::new();
        };
        let marks = self.marks.iter().filter(|mark| mark.name == id);
        let mut times: Vec<Micros> = marks.map(|mark| mark.ts).collect();
        times.sort();
        times
    }

    /// Whether the name of any event said what kind of event it is.
    pub(crate) fn looks_like_events(&self) -> bool {
        self.events == 0 || self.events_with_phase > 0
    }

    /// What was tolerated.
    pub fn oddities(&self) -> Vec<crate::Oddity> {
        self.oddities.list()
    }
}
