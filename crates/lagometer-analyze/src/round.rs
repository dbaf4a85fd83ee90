//! The artifacts of a round into its document.

use crate::{Error, Limits, Location};
use lagometer_metric::Micros;
use lagometer_report::{RoundDocument, RoundRole, SamplesDocument};
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
    let _ = options;
    Err(Error {
        at: Location {
            name: input.trace_name,
            byte: Some(0),
            path: None,
        },
        kind: crate::ErrorKind::Syntax {
            what: "the reader of traces is not there yet".to_owned(),
            hint: "wait for the next commit".to_owned(),
        },
    })
}
