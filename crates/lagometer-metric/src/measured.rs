//! A number that may be absent, and why it is.

use std::fmt;

/// A value, or the reason why there is none. Absent is never zero, so there is no default and no
/// way to take the value without seeing the reason.
#[derive(Clone, Debug, PartialEq)]
pub enum Measured<T> {
    /// It was measured. Zero means measured.
    Value(T),
    /// It was not, and this is why.
    NotAvailable(NotAvailable),
}

/// Why a value is absent: a stable code, and a detail for people.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NotAvailable {
    /// The stable code.
    pub reason: Reason,
    /// What exactly, in a few words: the missing category, the number of frames. May be empty.
    pub detail: String,
}

impl<T> Measured<T> {
    /// An absent value.
    pub fn absent(reason: Reason, detail: impl Into<String>) -> Measured<T> {
        Measured::NotAvailable(NotAvailable {
            reason,
            detail: detail.into(),
        })
    }

    /// Applies `f` to the value and keeps an absence as it is.
    pub fn map<U>(self, f: impl FnOnce(T) -> U) -> Measured<U> {
        match self {
            Measured::Value(value) => Measured::Value(f(value)),
            Measured::NotAvailable(absence) => Measured::NotAvailable(absence),
        }
    }

    /// Applies `f`, which may find a reason of its own.
    pub fn and_then<U>(self, f: impl FnOnce(T) -> Measured<U>) -> Measured<U> {
        match self {
            Measured::Value(value) => f(value),
            Measured::NotAvailable(absence) => Measured::NotAvailable(absence),
        }
    }

    /// Borrows the value or the reason.
    pub fn as_ref(&self) -> Measured<&T> {
        match self {
            Measured::Value(value) => Measured::Value(value),
            Measured::NotAvailable(absence) => Measured::NotAvailable(absence.clone()),
        }
    }

    /// The reason, where the value is absent.
    pub fn reason(&self) -> Option<Reason> {
        match self {
            Measured::Value(_) => None,
            Measured::NotAvailable(absence) => Some(absence.reason),
        }
    }

    /// The value as a `Result`, for `?` and for matching; the reason stays with it.
    pub fn into_result(self) -> Result<T, NotAvailable> {
        match self {
            Measured::Value(value) => Ok(value),
            Measured::NotAvailable(absence) => Err(absence),
        }
    }
}

impl<T> From<Result<T, NotAvailable>> for Measured<T> {
    fn from(result: Result<T, NotAvailable>) -> Measured<T> {
        match result {
            Ok(value) => Measured::Value(value),
            Err(absence) => Measured::NotAvailable(absence),
        }
    }
}

macro_rules! reasons {
    ($($(#[$doc:meta])* $name:ident = $code:literal,)*) => {
        /// A stable code for why a value is absent.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[non_exhaustive]
        pub enum Reason { $($(#[$doc])* $name,)* }

        impl Reason {
            /// Every reason.
            pub const ALL: &'static [Reason] = &[$(Reason::$name,)*];

            /// The code on the wire, kebab-case.
            pub fn code(self) -> &'static str {
                match self { $(Reason::$name => $code,)* }
            }
        }
    };
}

reasons! {
    /// The page's main thread could not be found.
    NoMainThread = "no-main-thread",
    /// The recording lacks the trace category that this needs; the detail names it.
    CategoryOff = "category-off",
    /// The category is there, but no such event lies in the window.
    NoEventInWindow = "no-event-in-window",
    /// The window has no length.
    EmptyWindow = "empty-window",
    /// Two samples have the same timestamp, so no rate exists.
    EqualTimestamps = "equal-timestamps",
    /// The measure was begun and never ended.
    UnclosedMeasure = "unclosed-measure",
    /// The baseline is zero, so no relative change exists.
    ZeroBaseline = "zero-baseline",
    /// The two sides were not measured under the same conditions.
    ConditionsDiffer = "conditions-differ",
    /// Fewer than half of the rounds have the value.
    TooFewRounds = "too-few-rounds",
    /// The file ends before the part that holds it.
    FileTruncated = "file-truncated",
    /// The browser's trace buffer was full and events are missing.
    CaptureOverflow = "capture-overflow",
    /// The display's refresh rate is not known, so neither is the frame budget.
    RefreshRateUnknown = "refresh-rate-unknown",
    /// The place in the source is not known.
    PositionUnknown = "position-unknown",
    /// There is no sample to compute it from.
    NoSample = "no-sample",
    /// No sample had been taken yet at this point of a series.
    NoSampleYet = "no-sample-yet",
    /// Fewer than two frames were drawn, so there is no interval.
    TooFewFrames = "too-few-frames",
    /// There are samples, but fewer than this needs.
    TooFewSamples = "too-few-samples",
    /// Frames were not wanted all the time, so a mean rate would say nothing.
    NotContinuous = "not-continuous",
    /// The events lack the thread's CPU time (`tdur`).
    NoThreadTime = "no-thread-time",
    /// The events lack this field.
    FieldMissing = "field-missing",
    /// The main thread lies in different processes during the window and cannot be followed there.
    ProcessChanged = "process-changed",
    /// It was not recorded in this kind of run or file.
    NotRecorded = "not-recorded",
    /// The file holds samples only, and no events of a trace.
    NoTraceEvents = "no-trace-events",
    /// A value was found that is no number that can be used; the detail gives it.
    InvalidValue = "invalid-value",
    /// Every measure of this name threw.
    AllThrew = "all-threw",
    /// No path of retaining edges leads from the root to the object.
    Unreachable = "unreachable",
    /// The browser does not report it.
    NotReported = "not-reported",
    /// No page was loaded in the window.
    NoNavigation = "no-navigation",
    /// Main thread and network were never quiet together for long enough.
    NoQuietWindow = "no-quiet-window",
}

impl Reason {
    /// The reason of this wire code.
    pub fn from_code(code: &str) -> Option<Reason> {
        Reason::ALL.iter().copied().find(|reason| reason.code() == code)
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.code())
    }
}

#[cfg(test)]
mod tests;
