//! One trace event, read in one pass.

use crate::loading::LoadingName;
use lagometer_json::{Cursor, Kind, Number, Raw, Stop, Text};
use lagometer_metric::Micros;

/// One event as it stands in the trace. Nothing is copied, and what nobody asks for is not decoded.
#[derive(Clone, Copy, Debug)]
pub struct Event<'a> {
    /// The offset of its first byte.
    pub offset: u64,
    /// What happened.
    pub name: Name,
    /// The name as it is written; absent where the event has none.
    pub name_text: Option<Text<'a>>,
    /// The categories, separated by commas.
    pub categories: Option<Text<'a>>,
    /// What kind of event it is.
    pub phase: Phase,
    /// When, on Chrome's monotonic clock.
    pub ts: Time,
    /// How long.
    pub dur: Time,
    /// The thread's clock at `ts`.
    pub tts: Time,
    /// The thread's CPU time during `dur`.
    pub tdur: Time,
    /// The process.
    pub pid: Identity,
    /// The thread.
    pub tid: Identity,
    /// What pairs asynchronous events.
    pub id: AsyncId<'a>,
    /// The arguments, checked and not decoded.
    pub args: Option<Raw<'a>>,
    /// What was odd about it.
    pub odd: OddFields,
}

/// The phase of an event: one letter of the format.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase {
    /// `X`: start and duration.
    Complete,
    /// `B`: the start of a duration.
    Begin,
    /// `E`: the end of the innermost open duration of the thread.
    End,
    /// `I` or `i`: a point in time.
    Instant,
    /// `R`: a mark.
    Mark,
    /// `b`: the start of an asynchronous duration.
    AsyncBegin,
    /// `n`: a point in an asynchronous duration; a measure of no length.
    AsyncInstant,
    /// `e`: the end of an asynchronous duration.
    AsyncEnd,
    /// `S`: the start of an asynchronous duration as older writers have it.
    AsyncStart,
    /// `T` or `p`: a step in such a one.
    AsyncStep,
    /// `F`: its end.
    AsyncFinish,
    /// `M`: names of processes and threads.
    Metadata,
    /// Another letter of the format, of which no metric is made: `s`, `t`, `f` (flows), `C`
    /// (counters), `P` (samples), `N`, `O`, `D` (objects), `c` (clocks), `v`, `V` (memory dumps), `(`
    /// and `)` (contexts), `a` and `=` (links).
    Known,
    /// What is no letter of the format.
    Other,
    /// It has none.
    Absent,
}

/// A point or a length of time as it is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Time {
    /// It is there; in nanoseconds, because some writers have fractions of microseconds.
    Nanos(i64),
    /// There is no such field.
    Absent,
    /// It is `null`, or no number.
    NotANumber,
    /// It is a number that does not fit; the offset of its first byte.
    OutOfRange(u64),
}

/// A process or thread id.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Identity {
    /// It is there.
    Number(i64),
    /// It is missing, or no whole number.
    Unknown,
}

/// What pairs asynchronous events.
#[derive(Clone, Copy, Debug)]
pub enum AsyncId<'a> {
    /// There is none.
    None,
    /// `id`, as it is written.
    Plain(&'a [u8]),
    /// `id2`, with `local` or `global` in it.
    Scoped(Raw<'a>),
}

/// The names that a metric looks at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Name {
    RunTask,
    ThreadControllerRunTask,
    ThreadControllerDoWork,
    TaskQueueManagerProcessTask,
    ThreadName,
    ProcessName,
    TracingStartedInBrowser,
    TracingStartedInPage,
    FrameCommittedInBrowser,
    ProcessReadyInBrowser,
    CommitLoad,
    NavigationStart,
    SetLayerTreeId,
    DrawFrame,
    BeginFrame,
    NeedsBeginFrameChanged,
    DroppedFrame,
    RequestMainThreadFrame,
    ActivateLayerTree,
    Commit,
    CompositeLayers,
    ScheduleStyleRecalculation,
    InvalidateLayout,
    BeginMainThreadFrame,
    ScrollLayer,
    PipelineReporter,
    UpdateCounters,
    EventTiming,
    TimeStamp,
    Loading(LoadingName),
    TracingSessionIdForWorker,
    /// Any other.
    Other,
}

/// What was odd about the fields of an event, as bits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct OddFields(u8);

impl OddFields {
    /// A field stands there twice; the last one counts.
    pub const DUPLICATE_KEY: OddFields = OddFields(1);
    /// A number is written as a string.
    pub const NUMBER_AS_STRING: OddFields = OddFields(2);
    /// A time has a fraction of a microsecond.
    pub const FRACTION: OddFields = OddFields(4);
    /// A field is of another kind than the format says.
    pub const WRONG_KIND: OddFields = OddFields(8);
    /// The event is no object.
    pub const NOT_AN_OBJECT: OddFields = OddFields(16);
    /// `ts` is `null`.
    pub const NULL_TIME: OddFields = OddFields(32);

    /// Whether all of `other` is in it.
    pub fn has(self, other: OddFields) -> bool {
        self.0 & other.0 == other.0
    }

    /// Whether nothing was odd.
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    fn add(&mut self, other: OddFields) {
        self.0 |= other.0;
    }
}

impl Time {
    /// The microsecond in which it lies.
    pub fn micros(self) -> Option<Micros> {
        match self {
            Time::Nanos(nanos) => Some(Micros(nanos.div_euclid(1_000))),
            Time::Absent | Time::NotANumber | Time::OutOfRange(_) => None,
        }
    }

    /// The microsecond in which that ends which starts here and lasts `duration`: the end loses its
    /// fraction, not the duration, so that what touches still touches.
    pub fn end_after(self, duration: Time) -> Option<Micros> {
        match (self, duration) {
            (Time::Nanos(start), Time::Nanos(duration)) => {
                Some(Micros(start.saturating_add(duration).div_euclid(1_000)))
            }
            _ => None,
        }
    }
}

impl Phase {
    fn of(text: &[u8]) -> Phase {
        match text {
            b"X" => Phase::Complete,
            b"B" => Phase::Begin,
            b"E" => Phase::End,
            b"I" | b"i" => Phase::Instant,
            b"R" => Phase::Mark,
            b"b" => Phase::AsyncBegin,
            b"n" => Phase::AsyncInstant,
            b"e" => Phase::AsyncEnd,
            b"M" => Phase::Metadata,
            b"S" => Phase::AsyncStart,
            b"T" | b"p" => Phase::AsyncStep,
            b"F" => Phase::AsyncFinish,
            b"s" | b"t" | b"f" | b"C" | b"P" | b"N" | b"O" | b"D" => Phase::Known,
            b"c" | b"v" | b"V" | b"(" | b")" | b"a" | b"=" => Phase::Known,
            _ => Phase::Other,
        }
    }
}

impl Name {
    fn of(text: &[u8]) -> Name {
        match text {
            b"RunTask" => Name::RunTask,
            b"ThreadControllerImpl::RunTask" => Name::ThreadControllerRunTask,
            b"ThreadControllerImpl::DoWork" => Name::ThreadControllerDoWork,
            b"TaskQueueManager::ProcessTaskFromWorkQueue" => Name::TaskQueueManagerProcessTask,
            b"thread_name" => Name::ThreadName,
            b"process_name" => Name::ProcessName,
            b"TracingStartedInBrowser" => Name::TracingStartedInBrowser,
            b"TracingStartedInPage" => Name::TracingStartedInPage,
            b"FrameCommittedInBrowser" => Name::FrameCommittedInBrowser,
            b"ProcessReadyInBrowser" => Name::ProcessReadyInBrowser,
            b"CommitLoad" => Name::CommitLoad,
            b"navigationStart" => Name::NavigationStart,
            b"SetLayerTreeId" => Name::SetLayerTreeId,
            b"DrawFrame" => Name::DrawFrame,
            b"BeginFrame" => Name::BeginFrame,
            b"NeedsBeginFrameChanged" => Name::NeedsBeginFrameChanged,
            b"DroppedFrame" => Name::DroppedFrame,
            b"RequestMainThreadFrame" => Name::RequestMainThreadFrame,
            b"ActivateLayerTree" => Name::ActivateLayerTree,
            b"Commit" => Name::Commit,
            b"CompositeLayers" => Name::CompositeLayers,
            b"ScheduleStyleRecalculation" => Name::ScheduleStyleRecalculation,
            b"InvalidateLayout" => Name::InvalidateLayout,
            b"BeginMainThreadFrame" => Name::BeginMainThreadFrame,
            b"ScrollLayer" => Name::ScrollLayer,
            b"PipelineReporter" => Name::PipelineReporter,
            b"UpdateCounters" => Name::UpdateCounters,
            b"EventTiming" => Name::EventTiming,
            b"TimeStamp" => Name::TimeStamp,
            b"TracingSessionIdForWorker" => Name::TracingSessionIdForWorker,
            text => LoadingName::of(text).map_or(Name::Other, Name::Loading),
        }
    }
}

impl<'a> Event<'a> {
    /// Reads the next value as an event. A value that is no object becomes an event of which
    /// nothing is known.
    pub fn read(cursor: &mut Cursor<'a>) -> Result<Event<'a>, Stop> {
        let mut event = Event::nothing();
        // White space before the event does not belong to it.
        let kind = cursor.peek()?;
        event.offset = cursor.offset();
        if kind != Kind::Object {
            event.odd.add(OddFields::NOT_AN_OBJECT);
            cursor.skip()?;
            return Ok(event);
        }
        let mut seen = 0_u16;
        let mut fields = cursor.object()?;
        while let Some(key) = cursor.next_field(&mut fields)? {
            let key = key.decode_bytes();
            let field = Field::of(&key);
            if field == Field::Other {
                cursor.skip()?;
                continue;
            }
            let bit = 1 << field as u16;
            if seen & bit != 0 {
                event.odd.add(OddFields::DUPLICATE_KEY);
            }
            seen |= bit;
            event.read_field(field, cursor)?;
        }
        Ok(event)
    }

    fn nothing() -> Event<'a> {
        Event {
            offset: 0,
            name: Name::Other,
            name_text: None,
            categories: None,
            phase: Phase::Absent,
            ts: Time::Absent,
            dur: Time::Absent,
            tts: Time::Absent,
            tdur: Time::Absent,
            pid: Identity::Unknown,
            tid: Identity::Unknown,
            id: AsyncId::None,
            args: None,
            odd: OddFields::default(),
        }
    }

    #[inline(always)]
    fn read_field(&mut self, field: Field, cursor: &mut Cursor<'a>) -> Result<(), Stop> {
        match field {
            Field::Args => self.args = Some(cursor.raw()?),
            Field::Name => {
                self.name_text = self.text(cursor)?;
                self.name = match &self.name_text {
                    Some(text) => Name::of(&text.decode_bytes()),
                    None => Name::Other,
                };
            }
            Field::Cat => self.categories = self.text(cursor)?,
            Field::Ph => {
                self.phase = match self.text(cursor)? {
                    Some(text) => Phase::of(&text.decode_bytes()),
                    None => Phase::Absent,
                }
            }
            Field::Ts => {
                self.ts = self.time(cursor)?;
                if self.ts == Time::NotANumber {
                    self.odd.add(OddFields::NULL_TIME);
                }
            }
            Field::Dur => self.dur = self.time(cursor)?,
            Field::Tts => self.tts = self.time(cursor)?,
            Field::Tdur => self.tdur = self.time(cursor)?,
            Field::Pid => self.pid = self.identity(cursor)?,
            Field::Tid => self.tid = self.identity(cursor)?,
            Field::Id => {
                let raw = cursor.raw()?;
                // `id2` says more where both are there.
                if !matches!(self.id, AsyncId::Scoped(_)) {
                    self.id = AsyncId::Plain(raw.bytes);
                }
            }
            Field::Id2 => self.id = AsyncId::Scoped(cursor.raw()?),
            Field::Other => cursor.skip()?,
        }
        Ok(())
    }

    #[inline(always)]
    fn text(&mut self, cursor: &mut Cursor<'a>) -> Result<Option<Text<'a>>, Stop> {
        match cursor.string() {
            Ok(text) => Ok(Some(text)),
            Err(Stop::Incomplete) => Err(Stop::Incomplete),
            Err(Stop::Invalid(error)) => {
                if cursor.peek()? == Kind::String {
                    return Err(Stop::Invalid(error));
                }
                self.odd.add(OddFields::WRONG_KIND);
                cursor.skip()?;
                Ok(None)
            }
        }
    }

    #[inline(always)]
    fn time(&mut self, cursor: &mut Cursor<'a>) -> Result<Time, Stop> {
        match cursor.number() {
            Ok(number) => Ok(self.time_of(number)),
            Err(Stop::Incomplete) => Err(Stop::Incomplete),
            Err(Stop::Invalid(error)) => match cursor.peek()? {
                Kind::Number => Err(Stop::Invalid(error)),
                Kind::String => self.time_in_text(cursor),
                _ => {
                    cursor.skip()?;
                    Ok(Time::NotANumber)
                }
            },
        }
    }

    #[inline(always)]
    fn time_of(&mut self, number: Number<'a>) -> Time {
        let nanos = match number.round_i64() {
            Some((micros, true)) => micros.checked_mul(1_000),
            Some((_, false)) => {
                self.odd.add(OddFields::FRACTION);
                number.round_scaled_i64(3).map(|(nanos, _)| nanos)
            }
            None => None,
        };
        match nanos {
            Some(nanos) => Time::Nanos(nanos),
            None => Time::OutOfRange(number.offset()),
        }
    }

    #[cold]
    fn time_in_text(&mut self, cursor: &mut Cursor<'a>) -> Result<Time, Stop> {
        let text = cursor.string()?;
        let mut inner = Cursor::new(text.raw(), text.offset());
        // A string that is no number by the same grammar is no time.
        let time = match inner.number() {
            Ok(number) if inner.end().is_ok() => self.time_of(number),
            _ => Time::NotANumber,
        };
        self.odd.add(match time {
            Time::NotANumber => OddFields::WRONG_KIND,
            _ => OddFields::NUMBER_AS_STRING,
        });
        Ok(time)
    }

    #[inline(always)]
    fn identity(&mut self, cursor: &mut Cursor<'a>) -> Result<Identity, Stop> {
        match cursor.number() {
            Ok(number) => Ok(self.identity_of(number.to_i64())),
            Err(Stop::Incomplete) => Err(Stop::Incomplete),
            Err(Stop::Invalid(error)) => match cursor.peek()? {
                Kind::Number => Err(Stop::Invalid(error)),
                Kind::String => {
                    let text = cursor.string()?;
                    let number = text.decode().parse().ok();
                    if number.is_some() {
                        self.odd.add(OddFields::NUMBER_AS_STRING);
                    }
                    Ok(self.identity_of(number))
                }
                _ => {
                    cursor.skip()?;
                    Ok(self.identity_of(None))
                }
            },
        }
    }

    #[inline(always)]
    fn identity_of(&mut self, number: Option<i64>) -> Identity {
        match number {
            Some(number) => Identity::Number(number),
            None => {
                self.odd.add(OddFields::WRONG_KIND);
                Identity::Unknown
            }
        }
    }
}

/// The fields of an event that are read.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Field {
    Args,
    Name,
    Cat,
    Ph,
    Ts,
    Dur,
    Tts,
    Tdur,
    Pid,
    Tid,
    Id,
    Id2,
    Other,
}

impl Field {
    #[inline(always)]
    fn of(key: &[u8]) -> Field {
        match key {
            b"args" => Field::Args,
            b"name" => Field::Name,
            b"cat" => Field::Cat,
            b"ph" => Field::Ph,
            b"ts" => Field::Ts,
            b"dur" => Field::Dur,
            b"tts" => Field::Tts,
            b"tdur" => Field::Tdur,
            b"pid" => Field::Pid,
            b"tid" => Field::Tid,
            b"id" => Field::Id,
            b"id2" => Field::Id2,
            _ => Field::Other,
        }
    }
}

#[cfg(test)]
mod tests;
