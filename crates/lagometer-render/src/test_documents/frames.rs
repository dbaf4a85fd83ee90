//! An animation in three views.

use super::number;
use lagometer_metric::Unit;
use lagometer_report::{DevToolsFrames, DrawnFrames, Frames, Freeze, PipelineFrames, Value};

fn count(value: f64) -> Value {
    number(value, Unit::Count)
}

/// As a recording has them.
pub(crate) fn animation() -> Frames {
    Frames {
        devtools: DevToolsFrames {
            total: count(178.0),
            idle: count(0.0),
            dropped: count(74.0),
            partial: count(70.0),
            listed: 0,
            list: Vec::new(),
            last: None,
        },
        pipeline: PipelineFrames {
            total: count(181.0),
            presented: count(107.0),
            presented_in_part: count(10.0),
            dropped: count(64.0),
            no_damage: count(0.0),
            not_wanted: count(0.0),
            reports: count(287.0),
            breaks: count(0.0),
            freeze: Some(Freeze {
                start_us: 1_614_175,
                duration_us: 106_654,
            }),
            listed: 0,
            list: Vec::new(),
        },
        draw: DrawnFrames {
            drawn: count(106.0),
            dropped_events: count(74.0),
            breaks: count(0.0),
            wanted: number(3_024_999.0, Unit::Microseconds),
        },
        reconciliation: Some("DevTools lists 104 drawn and 74 dropped frames; 117 presented".to_owned()),
    }
}
