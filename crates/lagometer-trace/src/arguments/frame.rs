//! The arguments of the events of frames.

use super::{boolean, fields, flag, text, unsigned, whole};
use crate::facts::{Layer, PipelineReport, PipelineState, Sequence};
use lagometer_json::Raw;

/// What an event of a compositor says.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct FrameArguments {
    pub(crate) layer: Option<i64>,
    pub(crate) sequence: Option<u64>,
    /// Whether frames are wanted from here on.
    pub(crate) wanted: Option<bool>,
    /// Of a dropped frame: whether a part of it was shown.
    pub(crate) in_part: bool,
}

/// Of an event of a compositor.
pub(crate) fn frame_event(args: Raw<'_>) -> FrameArguments {
    let mut found = FrameArguments::default();
    let _ = fields(&mut args.cursor(), &mut |key, cursor| {
        match key {
            b"layerTreeId" => found.layer = whole(cursor)?,
            b"frameSeqId" => found.sequence = unsigned(cursor)?,
            b"hasPartialUpdate" => found.in_part = flag(cursor)? == Some(true),
            b"data" => fields(cursor, &mut |key, cursor| {
                match key {
                    b"needsBeginFrame" => found.wanted = flag(cursor)?,
                    _ => cursor.skip()?,
                }
                Ok(())
            })?,
            _ => cursor.skip()?,
        }
        Ok(())
    });
    found
}

/// Of `PipelineReporter`: the report, under the key of today or that of before.
pub(crate) fn pipeline_report(args: Raw<'_>) -> Option<PipelineReport> {
    let mut found = None;
    let _ = fields(&mut args.cursor(), &mut |key, cursor| {
        if !matches!(key, b"frame_reporter" | b"chrome_frame_reporter") {
            return cursor.skip();
        }
        let mut report = PipelineReport {
            sequence: Sequence::new(None),
            source: Sequence::new(None),
            layer: Layer::new(None),
            state: PipelineState::Unknown,
            affects_smoothness: false,
        };
        fields(cursor, &mut |key, cursor| {
            match key {
                b"frame_sequence" => report.sequence = Sequence::new(unsigned(cursor)?),
                b"frame_source" => report.source = Sequence::new(unsigned(cursor)?),
                b"layer_tree_host_id" => report.layer = Layer::new(whole(cursor)?),
                b"state" => {
                    if let Some(word) = text(cursor)? {
                        report.state = PipelineState::of_word(&word.decode_bytes());
                    }
                }
                b"affects_smoothness" => report.affects_smoothness = boolean(cursor)? == Some(true),
                _ => cursor.skip()?,
            }
            Ok(())
        })?;
        found = Some(report);
        Ok(())
    });
    found
}
