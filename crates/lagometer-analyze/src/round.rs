//! The artifacts of a round into its document.

mod clock;
mod processes;
mod validity;

use crate::convert::{self, Surroundings};
use crate::custom;
use crate::trace::{capture, check, incomplete, partial, recording};
use crate::{Error, Limits};
use lagometer_metric::{Measured, Micros, NotAvailable, Reason};
use lagometer_report::{
    Analysis, Capture, CounterReading, Diagnostic, RawNumber, RoundDocument, RoundRole, SamplesDocument,
    SettledHeap, SettledHeapReading,
};
use lagometer_trace::counter::{self, Ends, Reading};
use lagometer_trace::{
    Bound, Categories, Facts, Note, Options, PageHint, Recording, Rules, TraceAnalysis, WindowChoice,
};
use std::io;

/// What a round left behind.
pub struct RoundInput<'a> {
    /// Counts from 1 over the whole run, warm-ups included.
    pub number: u32,
    /// The variant; a plain run has the one variant `head`.
    pub variant: String,
    /// Warm-up or measured.
    pub role: RoundRole,
    /// What the trace is called in errors.
    pub trace_name: String,
    /// The trace, packed as it is.
    pub trace: Box<dyn io::Read + 'a>,
    /// What was read from the browser beside the trace.
    pub samples: &'a SamplesDocument,
}

/// What is to be computed from a round.
#[derive(Clone, Debug)]
pub struct RoundOptions {
    /// The length of a slice.
    pub slice: Micros,
    /// From this duration on a task is long.
    pub long_task: Micros,
    /// The refresh rate of the display; as measured in the page where absent.
    pub refresh_hz: Option<f64>,
    /// How much may be kept in memory.
    pub limits: Limits,
}

/// The metrics of a round, and whether they count.
///
/// A round whose trace lacks a mark, lost events or disagrees with the browser's clock is answered
/// too: as invalid, with its reasons. An error is a trace that cannot be read at all.
pub fn round(input: RoundInput<'_>, options: &RoundOptions) -> Result<RoundDocument, Error> {
    let RoundInput {
        number,
        variant,
        role,
        trace_name,
        trace,
        samples,
    } = input;
    check(&trace_name, options.slice, options.long_task)?;
    let read = recording(&trace_name, trace, false, &options.limits);
    let (mut recording, _) = read.map_err(Error::of_round)?;
    let asked_for = samples.capture.categories.iter().map(String::as_str);
    recording.facts.also_recorded(Categories::of(asked_for));
    let marks = WindowMarks::find(&recording.facts, samples);
    let analysis = match marks.choice(samples) {
        Some(window) => {
            let analysis =
                lagometer_trace::analyze(&recording.facts, &trace_options(window, samples, options));
            Some(analysis.map_err(|error| Error::of_trace(&trace_name, error).of_round())?)
        }
        None => None,
    };
    let capture = round_capture(&recording, samples);
    let clock = clock::clock(&marks, &samples.counters);
    let cut = recording.cut.as_ref().map(|cut| partial(cut, recording.form));
    let reasons = validity::reasons(&validity::Evidence {
        samples,
        marks: &marks,
        capture: &capture,
        cut: cut.as_ref(),
        clock: &clock,
        analysis: analysis.as_ref(),
    });
    let notes = analysis.as_ref().map_or(&[][..], |analysis| &analysis.notes);
    Ok(RoundDocument {
        kind: "round".to_owned(),
        format_version: 1,
        number,
        variant,
        role,
        state: validity::state(&reasons),
        failure: None,
        diagnostics: diagnostics(&recording, notes, samples),
        analysis: analysis.map(|analysis| written(&analysis, &recording, samples, options)),
        capture: Some(capture),
        clock: Some(clock),
        reasons,
    })
}

/// What is to be known of a round, warnings first.
fn diagnostics(recording: &Recording, notes: &[Note], samples: &SamplesDocument) -> Vec<Diagnostic> {
    let collected = samples.settled_heap.len() as u64;
    let forced = (collected > 0).then(|| Diagnostic {
        code: "forced-collections".to_owned(),
        count: collected,
        text: format!(
            "`series: heap` stopped the page {collected} times in the window to collect garbage: times, busy rate and \
             heap hold that, and compare only with runs that do the same"
        ),
        warning: true,
        byte: None,
        amount_us: None,
    });
    let others = convert::diagnostics(&recording.facts, &recording.metadata, notes);
    forced.into_iter().chain(others).collect()
}

/// A mark of ours: the page became hidden.
const HIDDEN_MARK: &str = "lagometer:visibility:hidden";
/// A mark of ours: the page became visible.
const VISIBLE_MARK: &str = "lagometer:visibility:visible";

/// When the marks of the window were set, and those of the page's visibility.
struct WindowMarks {
    begin: Option<Micros>,
    end: Option<Micros>,
    hidden: Vec<Micros>,
    visible: Vec<Micros>,
}

impl WindowMarks {
    fn find(facts: &Facts, samples: &SamplesDocument) -> WindowMarks {
        let begin = facts.first_mark(&samples.begin_mark);
        let end = facts.first_mark(&samples.end_mark);
        WindowMarks {
            begin,
            // One that lies before the begin ends nothing.
            end: end.filter(|end| begin.is_none_or(|begin| begin <= *end)),
            hidden: facts.marks_named(HIDDEN_MARK),
            visible: facts.marks_named(VISIBLE_MARK),
        }
    }

    /// Between the marks; without an end mark up to the end of the trace, which the round's state
    /// then says; without a begin mark there is no window.
    fn choice(&self, samples: &SamplesDocument) -> Option<WindowChoice> {
        self.begin?;
        Some(WindowChoice::Between {
            from: Bound::Mark(samples.begin_mark.clone()),
            to: match self.end {
                Some(_) => Bound::Mark(samples.end_mark.clone()),
                None => Bound::Edge,
            },
        })
    }
}

fn trace_options(window: WindowChoice, samples: &SamplesDocument, options: &RoundOptions) -> Options {
    Options {
        window,
        slice: options.slice,
        long_task: options.long_task,
        rules: Rules::Lagometer,
        refresh_hz: options.refresh_hz,
        measured_refresh_hz: samples.refresh_hz,
        page: Some(PageHint {
            frame_id: samples.frame_id.clone(),
        }),
        limits: options.limits,
    }
}

/// What the file and the browser say of lost events.
fn round_capture(recording: &Recording, samples: &SamplesDocument) -> Capture {
    let told = capture(recording);
    if samples.capture.data_loss && told.lost != Some(true) {
        return Capture {
            lost: Some(true),
            field: Some("Tracing.tracingComplete.dataLossOccurred".to_owned()),
            ..told
        };
    }
    Capture {
        lost: Some(told.lost.unwrap_or(samples.capture.data_loss)),
        ..told
    }
}

fn written(
    analysis: &TraceAnalysis,
    recording: &Recording,
    samples: &SamplesDocument,
    options: &RoundOptions,
) -> Analysis {
    let lost = samples.capture.data_loss.then(|| NotAvailable {
        reason: Reason::CaptureOverflow,
        detail: "the browser says that events were lost".to_owned(),
    });
    let surroundings = Surroundings {
        slice: options.slice,
        long_task: options.long_task,
        rules: Rules::Lagometer,
        incomplete: incomplete(recording).or(lost),
    };
    let mut written = convert::analysis(analysis, &surroundings);
    let between = between_marks(&samples.counters);
    let counters = counter::analyze(ends(&between));
    let (values, rule_versions) = convert::counters(&counters);
    written.metrics.extend(values);
    written.rule_versions.extend(rule_versions);
    written.metrics.extend(custom::values(samples));
    written
        .rule_versions
        .insert(custom::DEFINITION.id.to_owned(), custom::DEFINITION.rule_version);
    if let (Measured::Value(window), Ok(_)) = (&analysis.window.window, ends(&between)) {
        let readings: Vec<Reading<'_>> = between.iter().map(|(_, reading)| *reading).collect();
        let series = counter::series(&readings, *window, options.slice);
        written
            .series
            .extend(convert::counter_series(series, options.slice));
    }
    if !samples.settled_heap.is_empty() {
        let used: Vec<f64> = samples.settled_heap.iter().map(|heap| heap.used_bytes).collect();
        let heap = counter::heap_over_repetitions(&used);
        written.metrics.extend(convert::heap_over_repetitions(&heap));
        let from = window_start(analysis);
        let readings = samples.settled_heap.iter();
        written.settled_heap = readings.map(|heap| settled_heap(heap, from)).collect();
    }
    let processes = processes::numbers(analysis, samples, options.slice);
    written.metrics.extend(convert::processes(&processes));
    let memory = processes.into_iter().filter_map(|numbers| numbers.memory_series);
    let memory = convert::counter_series(memory.collect(), options.slice);
    written.series.extend(memory);
    written
}

fn window_start(analysis: &TraceAnalysis) -> Micros {
    match &analysis.window.window {
        Measured::Value(window) => window.start(),
        Measured::NotAvailable(_) => analysis.window.origin,
    }
}

fn settled_heap(heap: &SettledHeap, window_start: Micros) -> SettledHeapReading {
    let SettledHeap {
        repetition,
        timestamp_us,
        used_bytes,
        nodes,
    } = heap;
    SettledHeapReading {
        repetition: *repetition,
        at_us: Micros(*timestamp_us).saturating_sub(window_start).0,
        used_bytes: RawNumber(*used_bytes),
        nodes: RawNumber(*nodes),
    }
}

/// The readings between the marks, each with where it was taken, in order of time.
fn between_marks(counters: &[CounterReading]) -> Vec<(&str, Reading<'_>)> {
    let inside = counters
        .iter()
        .filter(|counter| ["after-begin", "inside", "before-end"].contains(&counter.at.as_str()));
    inside
        .map(|counter| (counter.at.as_str(), as_reading(counter)))
        .collect()
}

/// The first and the last reading between the marks.
fn ends<'a>(between: &[(&str, Reading<'a>)]) -> Result<Ends<'a>, NotAvailable> {
    let absent = |which: &str| NotAvailable {
        reason: Reason::NotRecorded,
        detail: format!("no reading {which}"),
    };
    let begin = between.first().filter(|(at, _)| *at == "after-begin");
    let end = between.last().filter(|(at, _)| *at == "before-end");
    Ok(Ends {
        begin: begin.ok_or_else(|| absent("after the begin mark"))?.1,
        end: end.ok_or_else(|| absent("before the end mark"))?.1,
        between: between.len() - 2,
    })
}

fn as_reading(reading: &CounterReading) -> Reading<'_> {
    let CounterReading {
        at: _,
        timestamp_us,
        metrics,
    } = reading;
    Reading {
        timestamp: Micros(*timestamp_us),
        metrics,
    }
}

#[cfg(test)]
mod tests;
