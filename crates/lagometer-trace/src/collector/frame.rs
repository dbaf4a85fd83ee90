//! Frames: what compositors and main threads did for them, and the reports of what became of them.

use super::{Collector, async_key};
use crate::Error;
use crate::arguments::{self, FrameArguments};
use crate::category::Categories;
use crate::event::{Event, Name, Phase};
use crate::facts::{FrameEvent, FrameKind, Layer, OnThread, PipelineEvent, PipelineId, Sequence};
use crate::oddity::Odd;

impl Collector {
    /// An event of a compositor.
    pub(super) fn frame(&mut self, event: &Event<'_>) -> Result<(), Error> {
        let (Some(ts), Some(pid)) = (self.time(event), self.pid(event)) else {
            return Ok(());
        };
        let FrameArguments {
            layer,
            sequence,
            wanted,
            in_part,
        } = event
            .args
            .map_or_else(FrameArguments::default, arguments::frame_event);
        let sequence = Sequence::new(sequence);
        let kind = match (event.name, wanted) {
            (Name::BeginFrame, _) => FrameKind::Begun(sequence),
            (Name::DrawFrame, _) if event.phase == Phase::Instant => FrameKind::Drawn(sequence),
            (Name::DrawFrame, _) => FrameKind::DrawnLong,
            (Name::DroppedFrame, _) if in_part => FrameKind::DroppedInPart(sequence),
            (Name::DroppedFrame, _) => FrameKind::Dropped(sequence),
            (Name::RequestMainThreadFrame, _) => FrameKind::Requested,
            (Name::ActivateLayerTree, _) => FrameKind::Activated,
            (_, Some(wanted)) => FrameKind::Wanted(wanted),
            (_, None) => {
                self.note(Odd::MissingArgument, event);
                return Ok(());
            }
        };
        // Frames are a category of their own, whatever it is called in the file.
        self.categories.seen.add(Categories::FRAME);
        let layer = Layer::new(layer);
        if matches!(kind, FrameKind::Drawn(_) | FrameKind::DrawnLong)
            && self.facts.drawn_layers.insert((pid, layer))
        {
            self.keep::<(i64, Layer)>(event)?;
        }
        self.keep_frame(FrameEvent { ts, pid, layer, kind }, event)
    }

    pub(super) fn keep_frame(&mut self, frame: FrameEvent, event: &Event<'_>) -> Result<(), Error> {
        let kept = self.facts.frames.push(frame);
        self.spend_or_free(kept, event)
    }

    /// What a main thread did on behalf of a frame.
    pub(super) fn frame_work(&mut self, event: &Event<'_>) -> Result<(), Error> {
        if matches!(event.phase, Phase::End | Phase::AsyncEnd) {
            return Ok(());
        }
        let commits = matches!(event.name, Name::Commit | Name::CompositeLayers);
        let found = match commits {
            true => event
                .args
                .map_or_else(FrameArguments::default, arguments::frame_event),
            false => FrameArguments::default(),
        };
        // Older Chromes have a `Commit` of another meaning, without the number of a frame.
        if commits && (found.layer.is_none() || (event.name == Name::Commit && found.sequence.is_none())) {
            return Ok(());
        }
        let (Some(ts), Some(pid)) = (self.time(event), self.pid(event)) else {
            return Ok(());
        };
        let Some(thread) = self.thread_of(event)? else {
            return Ok(());
        };
        let duration = event.dur.micros().map_or(0, |duration| duration.0.max(0));
        let place = OnThread {
            // Each costs memory that is bounded, so there are fewer than 2^32.
            thread: u32::try_from(thread).unwrap_or(u32::MAX),
            duration: u32::try_from(duration).unwrap_or(u32::MAX),
        };
        let first = &mut self.facts.threads[thread].first_frame_work;
        *first = Some(first.map_or(ts, |first| first.min(ts)));
        let frame = FrameEvent {
            ts,
            pid,
            layer: Layer::new(found.layer),
            kind: match commits {
                true => FrameKind::Committed(place),
                false => FrameKind::Caused(place),
            },
        };
        self.keep_frame(frame, event)
    }

    /// The report of what became of a frame.
    pub(super) fn pipeline(&mut self, event: &Event<'_>) -> Result<(), Error> {
        let is_begin = match event.phase {
            Phase::AsyncBegin => true,
            Phase::AsyncEnd => false,
            _ => return Ok(()),
        };
        let (Some(ts), Some(pid)) = (self.time(event), self.pid(event)) else {
            return Ok(());
        };
        let Some(key) = async_key(event) else {
            self.note(Odd::MissingArgument, event);
            return Ok(());
        };
        let id = match PipelineId::of_number(&key) {
            Some(id) => id,
            None => PipelineId::of_text(self.bytes(&key, event)?),
        };
        let report = match is_begin {
            true => event.args.and_then(arguments::pipeline_report),
            false => None,
        };
        if is_begin && report.is_none() {
            self.note(Odd::MissingArgument, event);
            return Ok(());
        }
        self.categories.seen.add(Categories::FRAME);
        let kept = self.facts.pipeline.push(PipelineEvent { ts, pid, id, report });
        self.spend_or_free(kept, event)
    }
}
