//! The three views of the frames side by side.

use super::{DevToolsFrames, Frames, PipelineFrames};
use crate::Rules;
use lagometer_metric::{Measured, NotAvailable};

/// The frames of a window in three views, which count differently.
#[derive(Clone, Debug, PartialEq)]
pub struct FrameViews {
    /// As DevTools lists them.
    pub devtools: Measured<DevToolsFrames>,
    /// What became of them, by the reports of the frame pipeline.
    pub pipeline: Measured<PipelineFrames>,
    /// When they were drawn.
    pub draw: Measured<Frames>,
}

impl FrameViews {
    pub(crate) fn of(
        mut devtools: Result<DevToolsFrames, NotAvailable>,
        pipeline: Result<PipelineFrames, NotAvailable>,
        draw: Result<Frames, NotAvailable>,
        rules: Rules,
    ) -> FrameViews {
        if let (Ok(frames), Rules::DevTools) = (&mut devtools, rules) {
            frames.last = None;
        }
        FrameViews {
            devtools: Measured::from(devtools),
            pipeline: Measured::from(pipeline),
            draw: Measured::from(draw),
        }
    }

    /// None of them.
    pub(crate) fn absent(why: &NotAvailable) -> FrameViews {
        FrameViews {
            devtools: Measured::NotAvailable(why.clone()),
            pipeline: Measured::NotAvailable(why.clone()),
            draw: Measured::NotAvailable(why.clone()),
        }
    }
}
