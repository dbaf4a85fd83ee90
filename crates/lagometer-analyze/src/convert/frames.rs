//! The three views of the frames into their written form.

use super::metrics::truly;
use lagometer_metric::{Measured, Micros, NotAvailable, Unit};
use lagometer_report::{
    DevToolsFrame, DevToolsFrames, DrawnFrames, Frames, Freeze, LastFrame, PipelineFrame, PipelineFrames,
    Value,
};
use lagometer_trace::{DrawnAs, Fate, FrameViews};

/// The written form, with the times after the start of the window.
pub(super) fn frames(views: &FrameViews, window_start: Micros, incomplete: Option<&NotAvailable>) -> Frames {
    let FrameViews {
        devtools,
        pipeline,
        draw,
    } = views;
    let context = Context {
        window_start,
        incomplete,
    };
    Frames {
        devtools: context.devtools(devtools),
        pipeline: context.pipeline(pipeline),
        draw: context.draw(draw),
        reconciliation: reconciliation(views),
    }
}

struct Context<'c> {
    window_start: Micros,
    incomplete: Option<&'c NotAvailable>,
}

impl Context<'_> {
    fn after_start(&self, point: Micros) -> i64 {
        point.saturating_sub(self.window_start).0
    }

    /// A count of a view, or why there is none.
    fn count<V>(&self, view: &Measured<V>, of: impl Fn(&V) -> u64) -> Value {
        self.value(view, Unit::Count, |view| of(view) as f64)
    }

    fn value<V>(&self, view: &Measured<V>, unit: Unit, of: impl Fn(&V) -> f64) -> Value {
        let measured = match view {
            Measured::Value(view) => Measured::Value(of(view)),
            Measured::NotAvailable(why) => Measured::NotAvailable(truly(why, self.incomplete)),
        };
        Value::new(measured, unit)
    }

    fn devtools(&self, view: &Measured<lagometer_trace::DevToolsFrames>) -> DevToolsFrames {
        use lagometer_trace::DevToolsFrame as Frame;
        let (list, last) = match view {
            Measured::Value(view) => (&view.list[..], view.last),
            Measured::NotAvailable(_) => (&[][..], None),
        };
        let frame = |frame: &Frame| {
            let Frame {
                sequence,
                start,
                duration,
                idle,
                dropped,
                partial,
            } = frame;
            DevToolsFrame {
                sequence: sequence.map(|sequence| sequence.to_string()),
                start_us: self.after_start(*start),
                duration_us: duration.0,
                idle: *idle,
                dropped: *dropped,
                partial: *partial,
            }
        };
        let listed: Vec<DevToolsFrame> = list.iter().map(frame).collect();
        DevToolsFrames {
            total: self.count(view, |view| view.total),
            idle: self.count(view, |view| view.idle),
            dropped: self.count(view, |view| view.dropped),
            partial: self.count(view, |view| view.partial),
            listed: listed.len() as u64,
            list: listed,
            last: last.map(|lagometer_trace::LastFrame { sequence, start }| LastFrame {
                sequence: sequence.map(|sequence| sequence.to_string()),
                start_us: self.after_start(start),
            }),
        }
    }

    fn pipeline(&self, view: &Measured<lagometer_trace::PipelineFrames>) -> PipelineFrames {
        let fate = |fate: Fate| self.count(view, |view| view.count(fate));
        let (list, freeze) = match view {
            Measured::Value(view) => (&view.list[..], view.freeze),
            Measured::NotAvailable(_) => (&[][..], None),
        };
        let frame = |frame: &lagometer_trace::PipelineFrame| {
            let lagometer_trace::PipelineFrame {
                sequence,
                start,
                end,
                fate,
            } = frame;
            PipelineFrame {
                sequence: sequence.map(|sequence| sequence.to_string()),
                start_us: self.after_start(*start),
                end_us: self.after_start(*end),
                fate: fate.code().to_owned(),
            }
        };
        let listed: Vec<PipelineFrame> = list.iter().map(frame).collect();
        PipelineFrames {
            total: self.count(view, |view| view.total()),
            presented: fate(Fate::Presented),
            presented_in_part: fate(Fate::PresentedInPart),
            dropped: fate(Fate::Dropped),
            no_damage: fate(Fate::NoDamage),
            not_wanted: fate(Fate::NotWanted),
            reports: self.count(view, |view| view.reports),
            breaks: self.count(view, |view| view.breaks),
            freeze: freeze.map(|freeze| Freeze {
                start_us: self.after_start(freeze.start),
                duration_us: freeze.length.0,
            }),
            listed: listed.len() as u64,
            list: listed,
        }
    }

    fn draw(&self, view: &Measured<lagometer_trace::Frames>) -> DrawnFrames {
        DrawnFrames {
            drawn: self.count(view, |view| view.drawn),
            dropped_events: self.count(view, |view| view.dropped),
            breaks: self.count(view, |view| view.breaks),
            wanted: self.value(view, Unit::Microseconds, |view| view.wanted.as_f64()),
        }
    }
}

/// How the counts of the views come of each other: of those that are there.
fn reconciliation(views: &FrameViews) -> Option<String> {
    let mut sentences = Vec::new();
    if let Measured::Value(devtools) = &views.devtools {
        let (dropped, partial) = (devtools.dropped, devtools.partial);
        let drawn = devtools.total - dropped;
        sentences.push(format!(
            "DevTools lists {drawn} drawn and {dropped} dropped frames ({partial} of them in part)"
        ));
        if let Measured::Value(draw) = &views.draw {
            let parts = [
                (devtools.drawn_as(DrawnAs::Listed), "in its list"),
                (devtools.drawn_as(DrawnAs::First), "where the list starts"),
                (
                    devtools.drawn_as(DrawnAs::Waiting),
                    "left out, waiting for the main thread",
                ),
                (devtools.drawn_as(DrawnAs::Unknown), "left out, without a begin"),
            ];
            let parts: Vec<String> = parts
                .iter()
                .filter(|(count, _)| *count > 0)
                .map(|(count, what)| format!("{count} {what}"))
                .collect();
            sentences.push(format!("{} `DrawFrame`: {}", draw.drawn, parts.join(", ")));
        }
    }
    if let Measured::Value(pipeline) = &views.pipeline {
        let dropped = pipeline.count(Fate::Dropped);
        let presented_too = pipeline.dropped_reports.saturating_sub(dropped);
        if let Measured::Value(draw) = &views.draw
            && draw.dropped + pipeline.dropped_reports > 0
        {
            sentences.push(format!(
                "{} `DroppedFrame` and {} reports that harm smoothness, {presented_too} of frames that were \
                 presented all the same or reported twice, leave {dropped} dropped",
                draw.dropped, pipeline.dropped_reports
            ));
        }
        let (whole, part) = (
            pipeline.count(Fate::Presented),
            pipeline.count(Fate::PresentedInPart),
        );
        sentences.push(format!(
            "{} presented: {whole} whole, {part} without the main thread",
            whole + part
        ));
    }
    (sentences.len() > 1).then(|| sentences.join("; "))
}
