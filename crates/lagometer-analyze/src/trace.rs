//! A trace file into its document.

use crate::container::{self, Container, Fault, Totals};
use crate::convert::{self, Surroundings};
use crate::{Error, Limits, WindowChoice, inspect};
use lagometer_metric::{Micros, NotAvailable, Reason};
use lagometer_report::{Capture, Diagnostic, Input, Partial, TraceDocument};
use lagometer_trace::{Cut, CutInside, Event, Form, Options, Recording, Rules};
use std::io;

/// Something to read, and what it is called.
pub struct Source<'a> {
    /// The file's name as given; `-` for stdin.
    pub name: String,
    /// Its size on disk, where it is a file.
    pub bytes_on_disk: Option<u64>,
    /// Its bytes, packed as they are.
    pub reader: Box<dyn io::Read + 'a>,
}

/// What is to be computed from a trace.
#[derive(Clone, Debug)]
pub struct TraceOptions {
    /// Which stretch of it.
    pub window: WindowChoice,
    /// The length of a slice.
    pub slice: Micros,
    /// From this duration on a task is long.
    pub long_task: Micros,
    /// Which rule set is followed.
    pub rules: Rules,
    /// The refresh rate of the display; estimated from the trace where absent.
    pub refresh_hz: Option<f64>,
    /// Whether the SHA-256 of the input is wanted.
    pub hash: bool,
    /// Whether an input that is cut off is an error.
    pub strict: bool,
    /// How much may be kept in memory.
    pub limits: Limits,
}

impl TraceOptions {
    /// The slice where nobody says otherwise.
    pub const SLICE: Micros = Micros::from_millis(200);
    /// The duration of a long task where nobody says otherwise.
    pub const LONG_TASK: Micros = Micros::from_millis(50);
}

/// The metrics of a trace.
///
/// An input that is cut off is answered as far as it goes, unless `strict` is set: the document says
/// where it ends. What is no trace, a window that is not in it and options that make no sense are
/// errors.
pub fn trace(source: Source<'_>, options: &TraceOptions) -> Result<TraceDocument, Error> {
    let Source {
        name,
        bytes_on_disk: _,
        reader,
    } = source;
    check(&name, options.slice, options.long_task)?;
    let (recording, totals) = recording(&name, reader, options.hash, &options.limits)?;
    let partial = recording.cut.as_ref().map(|cut| partial(cut, recording.form));
    if let (true, Some(partial)) = (options.strict, &partial) {
        return Err(Error::cut_off(&name, partial));
    }
    let analysis = lagometer_trace::analyze(
        &recording.facts,
        &Options {
            window: options.window.clone(),
            slice: options.slice,
            long_task: options.long_task,
            rules: options.rules,
            refresh_hz: options.refresh_hz,
            measured_refresh_hz: None,
            page: None,
            limits: options.limits,
        },
    );
    let analysis = analysis.map_err(|error| Error::of_trace(&name, error))?;
    let surroundings = Surroundings {
        slice: options.slice,
        long_task: options.long_task,
        rules: options.rules,
        incomplete: incomplete(&recording),
    };
    let mut diagnostics = convert::diagnostics(&recording.facts, &recording.metadata, &analysis.notes);
    diagnostics.extend(around_the_text(&totals));
    let capture = Capture {
        missing_end_mark: analysis.window.missing_end.clone(),
        ..capture(&recording)
    };
    let input = Input {
        name,
        bytes: totals.packed_bytes,
        text_bytes: totals.text_bytes,
        sha256: totals.sha256,
        form: match recording.form {
            Form::Object => "object".to_owned(),
            Form::Array => "array".to_owned(),
        },
        container: totals.packing.name().to_owned(),
        events: recording.facts.events(),
        browser: recording.metadata.browser(),
        complete: partial.is_none(),
        partial,
    };
    // The answer does not need the memory of what it was made from.
    drop(recording);
    Ok(TraceDocument {
        kind: "trace",
        format_version: 1,
        capture,
        analysis: convert::analysis(&analysis, &surroundings),
        diagnostics,
        input,
    })
}

/// What stands around the text and was left out.
pub(crate) fn around_the_text(totals: &Totals) -> impl Iterator<Item = Diagnostic> {
    let mark = u64::from(totals.byte_order_mark > 0);
    let found = [
        ("byte-order-mark", mark, "byte order mark in front of the text"),
        (
            "gzip-padding",
            totals.padding_bytes,
            "zero bytes behind the gzip data",
        ),
        (
            "bytes-after-gzip",
            totals.trailing_bytes,
            "bytes behind the gzip data (left out)",
        ),
    ];
    let found = found.into_iter().filter(|(_, count, _)| *count > 0);
    found.map(|(code, count, text)| Diagnostic {
        code: code.to_owned(),
        count,
        text: text.to_owned(),
        warning: false,
        byte: None,
        amount_us: None,
    })
}

/// Options that make no sense are refused before anything is read.
pub(crate) fn check(name: &str, slice: Micros, long_task: Micros) -> Result<(), Error> {
    for (option, value) in [("--slice", slice), ("--long-task", long_task)] {
        if value <= Micros::ZERO {
            return Err(Error::option(name, option, value));
        }
    }
    Ok(())
}

/// Reads a trace to its end, whatever it is packed in.
pub(crate) fn recording<'a>(
    name: &str,
    reader: Box<dyn io::Read + 'a>,
    hash: bool,
    limits: &Limits,
) -> Result<(Recording, Totals), Error> {
    let mut container = container::open(reader, hash).map_err(|fault| Error::of_fault(name, &fault))?;
    // By its content an empty list could be anything; here it is a list of no events.
    if !(container.head_is_all() && container.head().trim_ascii() == b"[]") {
        inspect::refuse_other_kinds(name, &container)?;
    }
    let recording = read_with(name, &mut container, limits, &mut |_| {})?;
    let totals = container.finish().map_err(|error| Error::of_read(name, error))?;
    Ok((recording, totals))
}

/// Reads the events of a trace, and shows each to `also`.
pub(crate) fn read_with<R: io::Read>(
    name: &str,
    container: &mut Container<R>,
    limits: &Limits,
    also: &mut dyn FnMut(&Event<'_>),
) -> Result<Recording, Error> {
    use lagometer_trace::{ErrorKind, Found};
    let base = container.base_offset();
    let result = lagometer_trace::read_with(container, base, limits, also);
    result.map_err(|error| match error.kind {
        ErrorKind::NotATrace {
            found: Found::Object(keys),
        } => inspect::refuse_object(name, error.at.unwrap_or(base), &keys),
        ErrorKind::Json(lagometer_json::ErrorKind::Io(error)) => match Fault::of(&error) {
            Some(fault) => Error::of_fault(name, fault),
            None => Error::of_read(name, error),
        },
        _ => Error::of_trace(name, error),
    })
}

/// Why events may be missing.
pub(crate) fn incomplete(recording: &Recording) -> Option<NotAvailable> {
    let cut = recording.cut.as_ref().filter(|cut| cut.inside != CutInside::Rest);
    if let Some(cut) = cut {
        return Some(NotAvailable {
            reason: Reason::FileTruncated,
            detail: format!("the file ends at byte {}", cut.at),
        });
    }
    let loss = recording.metadata.loss();
    (loss.lost == Some(true)).then(|| NotAvailable {
        reason: Reason::CaptureOverflow,
        detail: "the trace buffer was full".to_owned(),
    })
}

pub(crate) fn capture(recording: &Recording) -> Capture {
    let loss = recording.metadata.loss();
    Capture {
        lost: loss.lost,
        chunks_discarded: loss.chunks_discarded,
        field: loss.field,
        buffer_bytes: loss.buffer_bytes,
        missing_end_mark: None,
    }
}

/// Where and how a file was cut, in words.
pub(crate) fn partial(cut: &Cut, form: Form) -> Partial {
    let what = match (cut.inside, form) {
        (CutInside::Event, _) => "the input ends inside an event",
        (CutInside::List, Form::Object) => "the list of events is not closed",
        (CutInside::List, Form::Array) => {
            "the list of events is not closed, which this form allows: events may be missing"
        }
        (CutInside::Rest, _) => "the input ends behind the events, which are all there",
    };
    let text = match &cut.cause {
        Some(cause) => format!("{cause}: {what}"),
        None => what.to_owned(),
    };
    Partial {
        byte: cut.at,
        whole_to_byte: cut.whole_to,
        text,
    }
}

#[cfg(test)]
mod tests;
