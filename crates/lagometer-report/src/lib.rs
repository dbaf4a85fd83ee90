//! The written contracts: every document that Lagometer stores or prints as JSON.
//!
//! Goes in: results, already computed, converted field by field. Comes out: JSON documents with
//! `kind` and `format_version`, and back again. This crate computes nothing and reads no file.
//! Newer formats than it knows are refused with a hint; older ones are upgraded in [`version`].
//!
//! ```
//! use lagometer_metric::{Measured, Reason, Unit};
//! use lagometer_report::Value;
//!
//! let absent = Value::new(Measured::absent(Reason::CategoryOff, "blink.user_timing"), Unit::Microseconds);
//! assert_eq!(
//!     serde_json::to_string(&absent).unwrap(),
//!     r#"{"value":null,"unit":"us","reason":"category-off","detail":"blink.user_timing"}"#
//! );
//! ```
#![deny(missing_docs)]

mod analysis;
mod capture;
mod cpu;
mod cpu_diff;
mod cpu_long_task;
mod cpu_source;
mod cpu_stacks;
mod environment;
mod frames;
mod heap;
mod history;
mod inspect;
mod loading;
mod metrics;
mod record;
mod round;
mod samples;
pub mod scenario;
mod series;
mod summary;
#[cfg(test)]
mod tests;
mod trace;
mod value;
pub mod version;
mod work;

pub use analysis::{
    Analysis, AnalysisOptions, Console, ConsoleStamp, ConsoleTiming, Detail, Diagnostic, FrameInterval,
    Interaction, InteractionEvent, LongTask, MainThread, MainThreadWindow, MainThreadWork, Mark, OpenTask,
    RejectedThread, SettledHeapReading, ThreadMemory, UserTiming, Window,
};
pub use capture::{CapturedFile, CapturedOtherHeap, PageCaptureDocument};
pub use cpu::{
    CpuBasis, CpuCalls, CpuDocument, CpuForcedLayout, CpuForcedLine, CpuFunction, CpuGroup, CpuInput,
    CpuInterval, CpuLabel, CpuLine, CpuLineRow, CpuOptions, CpuPlace, CpuProfile, CpuRelated, CpuShare,
    CpuTime, CpuTree, CpuTreeRow, CpuWindow,
};
pub use cpu_diff::{CpuChange, CpuDiffAmount, CpuDiffDocument, CpuDiffInput, CpuDiffOptions, CpuDiffRow};
pub use cpu_long_task::{CpuLongTask, CpuLongTasks, CpuTaskForced, CpuTaskFunction};
pub use cpu_source::{CpuExcerpt, CpuExcerptLine, CpuOriginal, CpuSourcePlace};
pub use cpu_stacks::{
    CpuDiffStackRow, CpuDiffStacks, CpuStackRow, CpuStacks, CpuTimeline, CpuTimelineCall,
    CpuTimelineFunction, CpuTimelineSample,
};
pub use environment::{Absence, Cpu, Environment, Network, Throttling, Viewport};
pub use frames::{
    DevToolsFrame, DevToolsFrames, DrawnFrames, Frames, Freeze, LastFrame, PipelineFrame, PipelineFrames,
};
pub use heap::{
    HeapAllocation, HeapAllocationSite, HeapAllocationsDocument, HeapCount, HeapCycle, HeapCyclesDocument,
    HeapDetachedCount, HeapDominatorsDocument, HeapEdge, HeapEdgeList, HeapEdgeRow, HeapFrame, HeapGroup,
    HeapGroupsDocument, HeapGroupsOptions, HeapInput, HeapKind, HeapObject, HeapObjectDocument,
    HeapObjectRow, HeapObjectsDocument, HeapParts, HeapPath, HeapPathStep, HeapPathsDocument, HeapPlace,
    HeapRemark, HeapRoot, HeapSummaryDocument, HeapTreemap, HeapTreemapPart, HeapTreemapRow, HeapUnreachable,
};
pub use history::{BudgetCounts, HistoryDocument, HistoryRun};
pub use inspect::{InspectDocument, InspectFact};
pub use loading::{
    AnimationScript, LargestPaint, LayoutShift, Loading, LongAnimationFrame, MovedNode, Navigation,
    ShiftCluster,
};
pub use metrics::{GateDefault, MetricEntry, MetricsDocument};
pub use record::{
    DiagnosisEntry, Failure, IndexEntry, KeptSnapshot, KeptSource, Outcome, RecordDocument, RecordFiles,
    RecordOptions, RecordsDocument, RoundEntry, ScenarioReference, SourceState,
};
pub use round::{Clock, RoundDocument, RoundRole, RoundState, StateReason};
pub use samples::{
    CounterReading, PageState, ProcessReading, ProcessState, SamplesDocument, SettledHeap, TraceCapture,
};
pub use series::{AbsentRange, Series};
pub use summary::{BudgetOutcome, Hotspots, RoundCounts, RunValue, SummaryDocument, Variant};
pub use trace::{Capture, Input, Partial, TraceDocument};
pub use value::{RawNumber, UnitName, Value};
pub use work::{
    DomainWork, ForcedTask, GroupTimes, NamedWork, ScriptWork, SpanWork, UrlWork, Work, WorkNode, Worker,
};
