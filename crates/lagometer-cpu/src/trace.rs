//! CPU samples in the events of a trace: several profiles at once, each in pieces.
//!
//! Chrome writes `Profile` when a thread begins to be sampled and `ProfileChunk`s with what was
//! sampled since the last one; a chunk belongs to the profile of its process with its id, whatever
//! its thread, which is the sampler's. Before Chrome 58 and in Node there was one `CpuProfile`.

mod chunk;
mod layout;
#[cfg(test)]
mod tests;

use crate::function::FunctionTable;
use crate::nodes::{self, RawNodes};
use crate::oddity::{Odd, Oddities};
use crate::profile::resolve;
use crate::read::moved;
use crate::{Content, Error, Limits, Oddity, Profile, Samples, Tick, Timed};
use chunk::ChunkData;
use lagometer_json::{Raw, Stop};
use lagometer_metric::Micros;
use std::collections::BTreeMap;

pub use layout::{LayoutKind, LayoutWork};

/// An event about samples, as it stands in the trace.
#[derive(Clone, Copy, Debug)]
pub struct SampleEvent<'a> {
    /// Which.
    pub kind: SampleEventKind,
    /// The offset of its first byte.
    pub offset: u64,
    /// The process.
    pub pid: i64,
    /// The thread that wrote it.
    pub tid: i64,
    /// Its id, as it is written; empty where it has none.
    pub id: &'a [u8],
    /// When it was written.
    pub ts: Micros,
    /// How long it took, where it says so.
    pub dur: Option<Micros>,
    /// Its arguments.
    pub args: Option<Raw<'a>>,
}

/// The events that are about samples.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SampleEventKind {
    /// `Profile`: a thread begins to be sampled.
    Begin,
    /// `ProfileChunk`: what was sampled since the last one.
    Chunk,
    /// `CpuProfile`: a whole profile.
    Whole,
    /// `UpdateLayoutTree`: styles were computed.
    Style,
    /// `Layout`: boxes were placed.
    Layout,
    /// `V8.CompileCode`, `v8.compile` and the like: a script was parsed or compiled.
    Compile,
}

impl SampleEventKind {
    /// Whether it is of a profile itself.
    pub fn is_of_samples(self) -> bool {
        matches!(
            self,
            SampleEventKind::Begin | SampleEventKind::Chunk | SampleEventKind::Whole
        )
    }

    /// The kind of an event with this name; `None` where it is about no samples.
    #[inline]
    pub fn of_name(name: &[u8]) -> Option<SampleEventKind> {
        match name {
            b"Profile" => Some(SampleEventKind::Begin),
            b"ProfileChunk" => Some(SampleEventKind::Chunk),
            b"CpuProfile" => Some(SampleEventKind::Whole),
            b"UpdateLayoutTree" => Some(SampleEventKind::Style),
            b"Layout" => Some(SampleEventKind::Layout),
            [b'v' | b'V', b'8', b'.', rest @ ..] => is_compile(rest).then_some(SampleEventKind::Compile),
            _ => None,
        }
    }
}

/// Whether V8 calls parsing or compiling so; what it does on other threads has their numbers.
fn is_compile(name: &[u8]) -> bool {
    [&b"Compile"[..], b"compile", b"Parse", b"PreParse"]
        .iter()
        .any(|begin| name.starts_with(begin))
}

/// A profile of a trace.
#[derive(Clone, Debug)]
pub struct ThreadProfile {
    /// The process.
    pub pid: i64,
    /// The thread that was sampled.
    pub tid: i64,
    /// The profile's id, as it is written.
    pub id: String,
    /// The samples; times are on the clock of the trace.
    pub profile: Profile,
    /// Style, layout, parsing and compiling on the thread, in order of time.
    pub layout: Vec<LayoutWork>,
}

/// Takes the events about samples, one by one in the order of the file.
pub struct TraceProfiles {
    limits: Limits,
    oddities: Oddities,
    building: BTreeMap<Key, Building>,
    /// In the order of their first event.
    order: Vec<Key>,
    layout: Vec<layout::Pending>,
    samples: usize,
    nodes: usize,
}

/// The process and the id of a profile.
type Key = (i64, Box<[u8]>);

/// A profile of which more may come.
#[derive(Default)]
struct Building {
    /// Thread and time of its `Profile`; `None` where only chunks came so far.
    begun: Option<(i64, Micros)>,
    /// The start on the clock of the arguments, which the end is on too.
    argument_start: Option<i64>,
    argument_end: Option<i64>,
    functions: FunctionTable,
    nodes: RawNodes,
    ticks: Vec<Tick>,
    chunks: Vec<Chunk>,
    samples: Vec<u32>,
    deltas: Vec<i64>,
    lines: Vec<u32>,
    columns: Vec<u32>,
    /// By the number that layout events carry: the id of the node that called.
    trace_ids: BTreeMap<u64, u32>,
}

/// Where the parts of a chunk end, and when it was written.
struct Chunk {
    ts: Micros,
    samples: usize,
    deltas: usize,
}

impl TraceProfiles {
    /// Without any event yet.
    pub fn new(limits: &Limits) -> TraceProfiles {
        TraceProfiles {
            limits: *limits,
            oddities: Oddities::new(),
            building: BTreeMap::new(),
            order: Vec::new(),
            layout: Vec::new(),
            samples: 0,
            nodes: 0,
        }
    }

    /// Takes an event. What cannot be used is counted; an error is a limit or a number that does
    /// not fit.
    pub fn push(&mut self, event: &SampleEvent<'_>) -> Result<(), Error> {
        match event.kind {
            SampleEventKind::Begin => self.begin(event),
            SampleEventKind::Chunk => return self.chunk(event),
            SampleEventKind::Whole => {
                self.begin(event);
                return self.chunk(event);
            }
            SampleEventKind::Style | SampleEventKind::Layout | SampleEventKind::Compile => {
                self.layout.extend(layout::Pending::of(event));
            }
        }
        Ok(())
    }

    fn begin(&mut self, event: &SampleEvent<'_>) {
        let start = event.args.map(chunk::begin_start);
        let building = self.of(event);
        if building.begun.is_some() {
            self.oddities.at(Odd::ProfileTwice, event.offset);
            return;
        }
        building.begun = Some((event.tid, event.ts));
        building.argument_start = start.flatten();
    }

    fn of(&mut self, event: &SampleEvent<'_>) -> &mut Building {
        let key = (event.pid, event.id.into());
        if !self.building.contains_key(&key) {
            self.order.push((event.pid, event.id.into()));
        }
        self.building.entry(key).or_default()
    }

    fn chunk(&mut self, event: &SampleEvent<'_>) -> Result<(), Error> {
        let Some(args) = event.args else {
            self.oddities.at(Odd::EventWithoutData, event.offset);
            return Ok(());
        };
        let (limits, before) = (self.limits, (self.nodes, self.samples));
        let mut oddities = std::mem::replace(&mut self.oddities, Oddities::new());
        let building = self.of(event);
        let had = (building.nodes.id.len(), building.samples.len());
        let room = Limits {
            nodes: limits.nodes.saturating_sub(before.0) + had.0,
            samples: limits.samples.saturating_sub(before.1) + had.1,
        };
        let mut data = ChunkData {
            building,
            whole: event.kind == SampleEventKind::Whole,
            limits: &room,
            allowed: &limits,
            oddities: &mut oddities,
            failed: None,
        };
        let read = data.read(args);
        let failed = data.failed.take();
        building.chunks.push(Chunk {
            ts: event.ts,
            samples: building.samples.len(),
            deltas: building.deltas.len(),
        });
        let more = (building.nodes.id.len() - had.0, building.samples.len() - had.1);
        self.oddities = oddities;
        self.nodes += more.0;
        self.samples += more.1;
        match (failed, read) {
            (Some(error), _) => Err(error),
            (None, Ok(())) => Ok(()),
            (None, Err(Stop::Invalid(error))) => Err(error.into()),
            // The arguments were checked as a whole.
            (None, Err(Stop::Incomplete)) => Ok(()),
        }
    }

    /// The profiles, in the order in which they begin in the file, and what was tolerated. Those
    /// without a sample are left out.
    pub fn finish(mut self) -> (Vec<ThreadProfile>, Vec<Oddity>) {
        let mut profiles = Vec::new();
        for key in std::mem::take(&mut self.order) {
            let building = self.building.remove(&key).expect("every key was entered once");
            let Some((tid, start)) = building.begun else {
                let chunks = building.chunks.len() as u64;
                self.oddities.many(Odd::ChunkWithoutProfile, chunks);
                continue;
            };
            let (pid, id) = key;
            let (profile, nodes_of_ids) = building.finish(start, &mut self.oddities);
            let Content::Timed(timed) = &profile.content else {
                continue;
            };
            if timed.samples.is_empty() {
                continue;
            }
            let layout = layout::of_thread(&self.layout, pid, tid, &nodes_of_ids);
            profiles.push(ThreadProfile {
                pid,
                tid,
                id: String::from_utf8_lossy(&id).trim_matches('"').to_owned(),
                profile,
                layout,
            });
        }
        (profiles, self.oddities.list())
    }
}

impl Building {
    /// The profile, and the node of each number that layout events carry.
    fn finish(mut self, start: Micros, oddities: &mut Oddities) -> (Profile, BTreeMap<u64, u32>) {
        self.put_in_order();
        let (nodes, ids, renumbered) = nodes::link(self.nodes, oddities);
        let mut now = start.0;
        let time = self.deltas.iter().map(|delta| {
            now = now.saturating_add(*delta);
            now
        });
        let mut samples = Samples {
            time: time.collect(),
            node: self.samples,
            line: self.lines,
            column: self.columns,
        };
        resolve(&mut samples.node, &ids, oddities);
        samples.pair(oddities);
        samples.sort(oddities);
        let length = |end: i64| self.argument_start.map(|start| end.saturating_sub(start));
        let end = self.argument_end.and_then(length);
        let timed = Timed {
            start: Some(start),
            end: end.map(|length| start.saturating_add(Micros(length))),
            ticks: moved(self.ticks, renumbered.as_deref()),
            samples,
        };
        let known = |(trace_id, id): (u64, u32)| Some((trace_id, ids.node(id)?));
        let nodes_of_ids = self.trace_ids.into_iter().filter_map(known).collect();
        let profile = Profile {
            functions: self.functions.into_functions(),
            nodes,
            content: Content::Timed(timed),
        };
        (profile, nodes_of_ids)
    }

    /// Brings the chunks into the order of their time: deltas add up in it.
    fn put_in_order(&mut self) {
        if self.chunks.is_sorted_by_key(|chunk| chunk.ts) {
            return;
        }
        let mut parts = Vec::new();
        let mut from = (0, 0);
        for chunk in &self.chunks {
            let to = (chunk.samples, chunk.deltas);
            parts.push((chunk.ts, from.0..to.0, from.1..to.1));
            from = to;
        }
        parts.sort_by_key(|part| part.0);
        let samples = parts
            .iter()
            .flat_map(|part| self.samples[part.1.clone()].iter().copied());
        let deltas = parts
            .iter()
            .flat_map(|part| self.deltas[part.2.clone()].iter().copied());
        let (samples, deltas) = (samples.collect(), deltas.collect());
        for places in [&mut self.lines, &mut self.columns] {
            if !places.is_empty() {
                let moved = parts
                    .iter()
                    .flat_map(|part| places[part.1.clone()].iter().copied());
                *places = moved.collect();
            }
        }
        (self.samples, self.deltas) = (samples, deltas);
    }
}
