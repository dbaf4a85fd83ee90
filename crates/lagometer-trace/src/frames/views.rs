//! The three views of the frames side by side.

use super::{DevToolsFrames, Frames, PipelineFrames};
use crate::Rules;
use crate::metric::Seen;
use lagometer_metric::Measured;

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
    pub(crate) fn of(seen: Seen<'_, '_>, rules: Rules) -> FrameViews {
        let view = match seen {
            Ok(view) => view,
            Err(why) => {
                return FrameViews {
                    devtools: Measured::NotAvailable(why.clone()),
                    pipeline: Measured::NotAvailable(why.clone()),
                    draw: Measured::NotAvailable(why.clone()),
                };
            }
        };
        let mut devtools = view.devtools.clone();
        if let (Ok(frames), Rules::DevTools) = (&mut devtools, rules) {
            frames.last = None;
        }
        FrameViews {
            devtools: Measured::from(devtools),
            pipeline: Measured::from(view.pipeline.clone()),
            draw: Measured::from(view.frames.clone()),
        }
    }
}
