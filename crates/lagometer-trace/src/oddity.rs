//! What was tolerated, counted.

/// Something odd that was tolerated: how often, and where first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Oddity {
    /// What.
    pub kind: Odd,
    /// How many times.
    pub count: u64,
    /// The offset in the text of the first one, where it has a place.
    pub first: Option<u64>,
}

macro_rules! odds {
    ($($(#[$doc:meta])* $name:ident = $code:literal, $one:literal, $many:literal;)*) => {
        /// A kind of oddity.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
        #[non_exhaustive]
        pub enum Odd { $($(#[$doc])* $name,)* }

        impl Odd {
            /// Every kind.
            pub const ALL: &'static [Odd] = &[$(Odd::$name,)*];

            /// The stable code, kebab-case.
            pub fn code(self) -> &'static str {
                match self { $(Odd::$name => $code,)* }
            }

            /// What it is, in words that stand behind this number.
            pub fn text(self, count: u64) -> &'static str {
                match self { $(Odd::$name => if count == 1 { $one } else { $many },)* }
            }
        }
    };
}

odds! {
    /// An element of the list of events is no object.
    EventNotAnObject = "event-not-an-object", "event that is no object", "events that are no objects";
    /// A field of an event stands there twice; the last one counts.
    DuplicateKey = "duplicate-key", "event with a field twice (the last one counts)", "events with a field twice (the last one counts)";
    /// A number is written as a string.
    NumberAsString = "number-as-string", "event with a number as a string", "events with numbers as strings";
    /// A time has a fraction of a microsecond; it is left out of start and end.
    FractionalTime = "fractional-time", "event with a fraction of a microsecond (left out)", "events with fractions of a microsecond (left out)";
    /// A field is of another kind than the format says and was passed over.
    WrongKind = "wrong-kind", "event with a field of the wrong kind", "events with a field of the wrong kind";
    /// An event has no phase.
    WithoutPhase = "event-without-phase", "event without ph", "events without ph";
    /// The phase of an event is no letter of the format; the event was passed over.
    UnknownPhase = "unknown-phase", "event with an unknown ph (passed over)", "events with an unknown ph (passed over)";
    /// An event needs a time and has none.
    WithoutTime = "event-without-time", "event without ts", "events without ts";
    /// An event needs a process and a thread and has none.
    WithoutThread = "event-without-thread", "event without pid or tid", "events without pid or tid";
    /// A complete event has no duration; it counts as open.
    WithoutDuration = "task-without-duration", "complete task without dur (taken as open)", "complete tasks without dur (taken as open)";
    /// A duration is negative; the event was left out.
    NegativeDuration = "negative-duration", "task with a negative dur (left out)", "tasks with a negative dur (left out)";
    /// An `E` without a `B`; it was left out.
    EndWithoutBegin = "end-without-begin", "E event without B (left out)", "E events without B (left out)";
    /// A `B` that was never closed although one around it was; it was left out.
    BeginWithoutEnd = "begin-without-end", "B event without E inside a closed one (left out)", "B events without E inside a closed one (left out)";
    /// The end of a `console.time` without its start.
    ConsoleEndWithoutBegin = "console-end-without-begin", "end of a `console.time` without its begin", "ends of `console.time` without their begins";
    /// The end of a measure without its start.
    MeasureEndWithoutBegin = "measure-end-without-begin", "end of a measure without its begin", "ends of measures without their begins";
    /// An input event that began and never ended.
    InputWithoutEnd = "input-without-end", "input event without its end (left out)", "input events without their ends (left out)";
    /// The end of an input event without its start.
    InputEndWithoutBegin = "input-end-without-begin", "end of an input event without its begin (left out)", "ends of input events without their begins (left out)";
    /// An event that a metric looks at lacks an argument that it needs; it was left out.
    MissingArgument = "missing-argument", "event without an argument that is needed (left out)", "events without an argument that is needed (left out)";
    /// The score of a layout shift is none that a shift can have; the event was left out.
    ImpossibleScore = "impossible-score", "layout shift with an impossible score (left out)", "layout shifts with impossible scores (left out)";
    /// A name or id of User Timing longer than anybody writes; the event was left out.
    NameTooLong = "name-too-long", "mark or measure with a name over 4 KiB (left out)", "marks or measures with names over 4 KiB (left out)";
    /// The detail of a mark or measure that is not kept, because it or all of them are too much.
    DetailLeftOut = "detail-left-out", "detail of a mark or measure over 4 KiB, or beyond 1 MiB of them (left out)", "details of marks or measures over 4 KiB, or beyond 1 MiB of them (left out)";
    /// A comma before the end of the list.
    TrailingComma = "trailing-comma", "trailing comma", "trailing commas";
    /// Parts of the file that no rule knows; they were checked and passed over.
    UnknownKey = "unknown-key", "unknown part of the file (passed over)", "unknown parts of the file (passed over)";
}

/// Counts of every kind.
#[derive(Clone, Debug)]
pub(crate) struct Oddities {
    counts: [(u64, Option<u64>); Odd::ALL.len()],
}

impl Oddities {
    pub(crate) fn new() -> Oddities {
        Oddities {
            counts: [(0, None); Odd::ALL.len()],
        }
    }

    #[cold]
    pub(crate) fn add(&mut self, kind: Odd, offset: u64) {
        let (count, first) = &mut self.counts[kind as usize];
        first.get_or_insert(offset);
        *count += 1;
    }

    /// Adds what has no one place in the file.
    pub(crate) fn add_many(&mut self, kind: Odd, count: u64) {
        self.counts[kind as usize].0 += count;
    }

    pub(crate) fn list(&self) -> Vec<Oddity> {
        let counted = |kind: &Odd| {
            let (count, first) = self.counts[*kind as usize];
            (count > 0).then_some(Oddity {
                kind: *kind,
                count,
                first,
            })
        };
        Odd::ALL.iter().filter_map(counted).collect()
    }
}
