//! The parts of a profile file, kept as they come and put together at its end.

use super::Form;
use super::head::HeadTree;
use super::hermes::StackFrames;
use super::node::{NodeRecord, ObjectSample, Scratch};
use crate::function::FunctionTable;
use crate::nodes::{self, Ids, NONE, RawNodes};
use crate::oddity::{Odd, Oddities};
use crate::profile::resolve;
use crate::{Content, Error, ErrorKind, Limits, Profile, Samples, Sized, Tick, Timed};
use lagometer_json::{Cursor, Kind, Reader, Stop};
use lagometer_metric::Micros;
use std::io;
use std::ops::ControlFlow;

/// What was read so far.
pub(super) struct Parts {
    limits: Limits,
    pub(super) functions: FunctionTable,
    nodes: Part<(RawNodes, Vec<Tick>)>,
    sample_ids: Part<Vec<u32>>,
    object_samples: Vec<ObjectSample>,
    /// Summed up from 0 on.
    deltas: Part<Vec<i64>>,
    timestamps: Part<Vec<i64>>,
    head: Part<HeadTree>,
    stack_frames: Part<StackFrames>,
    /// As they are written: what they count depends on the form.
    pub(super) start: Option<String>,
    pub(super) end: Option<String>,
}

/// A part that may be missing, or begun and not ended.
enum Part<T> {
    Missing,
    Begun(T),
    Whole(T),
}

impl<T> Part<T> {
    fn is_whole(&self) -> bool {
        matches!(self, Part::Whole(_))
    }

    fn take(self) -> Option<T> {
        match self {
            Part::Missing => None,
            Part::Begun(part) | Part::Whole(part) => Some(part),
        }
    }

    fn get(&self) -> Option<&T> {
        match self {
            Part::Missing => None,
            Part::Begun(part) | Part::Whole(part) => Some(part),
        }
    }

    /// Whether nothing of it was read yet, as it must be before it is.
    fn must_be_missing(&self, part: &'static str, at: u64) -> Result<(), Error> {
        match self {
            Part::Missing => Ok(()),
            _ => Err(Error::at(at, ErrorKind::PartTwice { part })),
        }
    }
}

/// Keeps what was read, whether to the end of the part or not.
fn keep<T>(into: &mut Part<T>, part: T, result: Result<(), Error>) -> Result<(), Error> {
    *into = match result {
        Ok(()) => Part::Whole(part),
        Err(_) => Part::Begun(part),
    };
    result
}

impl Parts {
    pub(super) fn new(limits: &Limits) -> Parts {
        Parts {
            limits: *limits,
            functions: FunctionTable::default(),
            nodes: Part::Missing,
            sample_ids: Part::Missing,
            object_samples: Vec::new(),
            deltas: Part::Missing,
            timestamps: Part::Missing,
            head: Part::Missing,
            stack_frames: Part::Missing,
            start: None,
            end: None,
        }
    }

    /// The form, once the file is read.
    pub(super) fn form(&self) -> Option<Form> {
        if !matches!(self.nodes, Part::Missing) {
            return Some(Form::Nodes);
        }
        if let Some(head) = self.head.get() {
            return Some(match head.has_sizes() {
                true => Form::HeapProfile,
                false => Form::Head,
            });
        }
        let hermes = !matches!(self.stack_frames, Part::Missing);
        let sampled = self
            .object_samples
            .iter()
            .any(|sample| sample.stack_frame.is_some());
        (hermes && sampled).then_some(Form::Hermes)
    }

    /// Whether an answer can be given though the file ends here.
    pub(super) fn are_enough(&self) -> bool {
        let some = |part: &Part<Vec<i64>>| part.get().is_some_and(|times| !times.is_empty());
        let ids = self.sample_ids.get().is_some_and(|ids| !ids.is_empty());
        match self.form() {
            Some(Form::Nodes) => self.nodes.is_whole() && ids && some(&self.deltas),
            Some(Form::Head) => self.head.is_whole() && ids && some(&self.timestamps),
            Some(Form::HeapProfile) => self.head.is_whole(),
            Some(Form::Hermes) => self.stack_frames.is_whole(),
            None => false,
        }
    }

    pub(super) fn nodes<R: io::Read>(&mut self, reader: &mut Reader<R>, at: u64) -> Result<(), Error> {
        self.nodes.must_be_missing("nodes", at)?;
        let (mut nodes, mut ticks) = (RawNodes::default(), Vec::new());
        let (functions, limits) = (&mut self.functions, &self.limits);
        let mut scratch = Scratch::default();
        let result = records(reader, |cursor| {
            let record = NodeRecord::read(cursor, &mut scratch)?;
            Ok(push_node(
                &record, &scratch, functions, limits, &mut nodes, &mut ticks,
            ))
        });
        keep(&mut self.nodes, (nodes, ticks), result)
    }

    pub(super) fn samples<R: io::Read>(&mut self, reader: &mut Reader<R>, at: u64) -> Result<(), Error> {
        self.sample_ids.must_be_missing("samples", at)?;
        let (mut ids, objects) = (Vec::new(), &mut self.object_samples);
        let limits = self.limits;
        let result = records(reader, |cursor| {
            if cursor.peek()? == Kind::Object {
                let sample = ObjectSample::read(cursor)?;
                objects.push(sample);
            } else {
                let number = cursor.number()?;
                let Some(id) = number.to_u64().and_then(|id| u32::try_from(id).ok()) else {
                    return Ok(Err(Error::out_of_range(number.offset(), "samples")));
                };
                ids.push(id);
            }
            Ok(too_many(ids.len() + objects.len(), limits))
        });
        keep(&mut self.sample_ids, ids, result)
    }

    pub(super) fn time_deltas<R: io::Read>(&mut self, reader: &mut Reader<R>, at: u64) -> Result<(), Error> {
        self.deltas.must_be_missing("timeDeltas", at)?;
        let (mut times, mut now) = (Vec::new(), 0_i64);
        let limits = self.limits;
        let result = records(reader, |cursor| {
            let number = cursor.number()?;
            let delta = number.round_i64().map(|(delta, _)| delta);
            let Some(time) = delta.and_then(|delta| now.checked_add(delta)).filter(in_range) else {
                return Ok(Err(Error::out_of_range(number.offset(), "timeDeltas")));
            };
            now = time;
            times.push(now);
            Ok(too_many(times.len(), limits))
        });
        keep(&mut self.deltas, times, result)
    }

    pub(super) fn timestamps<R: io::Read>(&mut self, reader: &mut Reader<R>, at: u64) -> Result<(), Error> {
        self.timestamps.must_be_missing("timestamps", at)?;
        let mut times = Vec::new();
        let limits = self.limits;
        let result = records(reader, |cursor| {
            let number = cursor.number()?;
            let Some(time) = number.round_i64().map(|(time, _)| time).filter(in_range) else {
                return Ok(Err(Error::out_of_range(number.offset(), "timestamps")));
            };
            times.push(time);
            Ok(too_many(times.len(), limits))
        });
        keep(&mut self.timestamps, times, result)
    }

    pub(super) fn head<R: io::Read>(
        &mut self,
        reader: &mut Reader<R>,
        at: u64,
        oddities: &mut Oddities,
    ) -> Result<(), Error> {
        self.head.must_be_missing("head", at)?;
        let mut tree = HeadTree::default();
        let result = tree.read(reader, &mut self.functions, &self.limits, oddities);
        keep(&mut self.head, tree, result)
    }

    pub(super) fn stack_frames<R: io::Read>(&mut self, reader: &mut Reader<R>, at: u64) -> Result<(), Error> {
        self.stack_frames.must_be_missing("stackFrames", at)?;
        let mut frames = StackFrames::default();
        let result = frames.read(reader, &mut self.functions, &self.limits);
        keep(&mut self.stack_frames, frames, result)
    }

    pub(super) fn finish(self, form: Form, oddities: &mut Oddities) -> Result<Profile, Error> {
        let missing = |part: &'static str| Error {
            at: None,
            kind: ErrorKind::PartMissing { part },
        };
        let (nodes, content) = match form {
            Form::Nodes => {
                let (raw, ticks) = self.nodes.take().ok_or_else(|| missing("nodes"))?;
                let node = self.sample_ids.take().ok_or_else(|| missing("samples"))?;
                let mut time = self.deltas.take().ok_or_else(|| missing("timeDeltas"))?;
                let start = self
                    .start
                    .as_deref()
                    .and_then(micros)
                    .ok_or_else(|| missing("startTime"))?;
                time.iter_mut()
                    .for_each(|time| *time = time.saturating_add(start.0));
                let (nodes, ids, renumbered) = nodes::link(raw, oddities);
                let content = Timed {
                    samples: samples(node, time, &ids, oddities),
                    start: Some(start),
                    end: self.end.as_deref().and_then(micros),
                    ticks: moved(ticks, renumbered.as_deref()),
                };
                (nodes, Content::Timed(content))
            }
            Form::Head => {
                let head = self.head.take().ok_or_else(|| missing("head"))?;
                let node = self.sample_ids.take().ok_or_else(|| missing("samples"))?;
                let time = self.timestamps.take().ok_or_else(|| missing("timestamps"))?;
                let ids = Ids::of(&head.id, oddities);
                let content = Timed {
                    samples: samples(node, time, &ids, oddities),
                    start: self.start.as_deref().and_then(seconds),
                    end: self.end.as_deref().and_then(seconds),
                    ticks: head.ticks,
                };
                (head.nodes, Content::Timed(content))
            }
            Form::HeapProfile => {
                let head = self.head.take().ok_or_else(|| missing("head"))?;
                let ids = Ids::of(&head.id, oddities);
                let samples = heap_samples(&self.object_samples, head.nodes.len(), &ids, oddities);
                let content = Sized {
                    bytes: head.bytes,
                    samples,
                };
                (head.nodes, Content::Sized(content))
            }
            Form::Hermes => {
                let frames = self.stack_frames.take().ok_or_else(|| missing("stackFrames"))?;
                let (nodes, ids, _) = nodes::link(frames.nodes, oddities);
                let (node, time) = hermes_samples(&self.object_samples, oddities);
                let content = Timed {
                    samples: samples(node, time, &ids, oddities),
                    ..Timed::default()
                };
                (nodes, Content::Timed(content))
            }
        };
        Ok(Profile {
            functions: self.functions.into_functions(),
            nodes,
            content,
        })
    }
}

/// Reads the elements of an array, until one is an error.
fn records<R: io::Read>(
    reader: &mut Reader<R>,
    mut each: impl FnMut(&mut Cursor<'_>) -> Result<Result<(), Error>, Stop>,
) -> Result<(), Error> {
    let mut elements = reader.array()?;
    let flow = reader.try_records(&mut elements, |cursor| {
        Ok(match each(cursor)? {
            Ok(()) => ControlFlow::Continue(()),
            Err(error) => ControlFlow::Break(error),
        })
    })?;
    match flow {
        ControlFlow::Continue(()) => Ok(()),
        ControlFlow::Break(error) => Err(error),
    }
}

/// Adds a node as it was read.
pub(crate) fn push_node(
    record: &NodeRecord<'_>,
    scratch: &Scratch,
    functions: &mut FunctionTable,
    limits: &Limits,
    nodes: &mut RawNodes,
    ticks: &mut Vec<Tick>,
) -> Result<(), Error> {
    let at = record.offset;
    let missing = |field| Error::at(at, ErrorKind::FieldMissing { field });
    let id = record.id.ok_or_else(|| missing("id"))?;
    let id = id_of(id).ok_or_else(|| Error::out_of_range(at, "id"))?;
    let frame = record.frame.ok_or_else(|| missing("callFrame"))?;
    let function = match functions.of_frame(frame) {
        Ok(function) => function,
        Err(Stop::Invalid(error)) => return Err(error.into()),
        Err(Stop::Incomplete) => return Err(missing("callFrame")),
    };
    if nodes.id.len() >= limits.nodes {
        return Err(Error::at(at, too_many_nodes(limits)));
    }
    let node = nodes.id.len() as u32;
    nodes.push(id, function, record.parent.and_then(id_of), &[]);
    // An id that does not fit is one that no node has.
    nodes
        .children
        .extend(scratch.children.iter().map(|id| id_of(*id).unwrap_or(NONE)));
    ticks.extend(
        scratch
            .ticks
            .iter()
            .map(|&(line, ticks)| Tick { node, line, ticks }),
    );
    Ok(())
}

/// An id, if it can be one of a node.
pub(crate) fn id_of(id: i64) -> Option<u32> {
    u32::try_from(id).ok().filter(|id| *id != NONE)
}

pub(crate) fn too_many_nodes(limits: &Limits) -> ErrorKind {
    ErrorKind::TooMany {
        what: "nodes",
        allowed: limits.nodes,
        option: Limits::NODES_OPTION,
    }
}

fn too_many(samples: usize, limits: Limits) -> Result<(), Error> {
    if samples <= limits.samples {
        return Ok(());
    }
    let kind = ErrorKind::TooMany {
        what: "samples",
        allowed: limits.samples,
        option: Limits::SAMPLES_OPTION,
    };
    Err(Error { at: None, kind })
}

/// Times of a profile lie within some 70 000 years, so that sums and differences fit.
pub(crate) fn in_range(time: &i64) -> bool {
    time.unsigned_abs() < 1 << 61
}

/// Ids and times into samples in the order of time.
pub(crate) fn samples(mut node: Vec<u32>, time: Vec<i64>, ids: &Ids, oddities: &mut Oddities) -> Samples {
    resolve(&mut node, ids, oddities);
    let mut samples = Samples {
        node,
        time,
        line: Vec::new(),
        column: Vec::new(),
    };
    samples.pair(oddities);
    samples.sort(oddities);
    samples
}

/// Ticks of nodes that got other numbers.
pub(crate) fn moved(mut ticks: Vec<Tick>, renumbered: Option<&[u32]>) -> Vec<Tick> {
    if let Some(new) = renumbered {
        ticks
            .iter_mut()
            .for_each(|tick| tick.node = new[tick.node as usize]);
    }
    ticks
}

fn micros(text: &str) -> Option<Micros> {
    scaled(text, 0)
}

fn seconds(text: &str) -> Option<Micros> {
    scaled(text, 6)
}

fn scaled(text: &str, decimals: u32) -> Option<Micros> {
    let number = Cursor::new(text.as_bytes(), 0).number().ok()?;
    let (scaled, _) = number.round_scaled_i64(decimals)?;
    Some(Micros(scaled)).filter(|time| in_range(&time.0))
}

/// How many samples of the heap each node has.
fn heap_samples(list: &[ObjectSample], nodes: usize, ids: &Ids, oddities: &mut Oddities) -> Vec<u32> {
    if list.is_empty() {
        return Vec::new();
    }
    let mut samples = vec![0; nodes];
    for sample in list {
        match sample.node.and_then(id_of).map(|id| (id, ids.node(id))) {
            Some((_, Some(node))) => samples[node as usize] += 1,
            Some((id, None)) => oddities.of_id(Odd::SampleOfUnknownNode, u64::from(id)),
            None => oddities.at(Odd::WrongKind, sample.offset),
        }
    }
    samples
}

/// The samples of Hermes that have a stack and a time.
fn hermes_samples(list: &[ObjectSample], oddities: &mut Oddities) -> (Vec<u32>, Vec<i64>) {
    let mut columns = (Vec::new(), Vec::new());
    for sample in list {
        let frame = sample.stack_frame.and_then(id_of);
        match (frame, sample.ts.filter(in_range)) {
            (Some(frame), Some(ts)) => {
                columns.0.push(frame);
                columns.1.push(ts);
            }
            _ => oddities.at(Odd::WrongKind, sample.offset),
        }
    }
    columns
}
