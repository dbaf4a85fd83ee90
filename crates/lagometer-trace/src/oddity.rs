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
    ($($(#[$doc:meta])* $name:ident = $code:literal, $text:literal;)*) => {
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

            /// What it is, in words, to stand behind a number.
            pub fn text(self) -> &'static str {
                match self { $(Odd::$name => $text,)* }
            }
        }
    };
}

odds! {
    /// An element of the list of events is no object.
    EventNotAnObject = "event-not-an-object", "elements of the list are no objects";
    /// A field of an event stands there twice; the last one counts.
    DuplicateKey = "duplicate-key", "events hold a field twice, the last one counts";
    /// A number is written as a string.
    NumberAsString = "number-as-string", "events write a number as a string";
    /// A time has a fraction of a microsecond; start and end are rounded to the nearest.
    FractionalTime = "fractional-time", "events have fractions of a microsecond, rounded to the nearest";
    /// A field is of another kind than the format says and was passed over.
    WrongKind = "wrong-kind", "events have a field of the wrong kind";
    /// An event has no phase.
    WithoutPhase = "event-without-phase", "events have no `ph`";
    /// An event needs a time and has none.
    WithoutTime = "event-without-time", "events have no `ts`";
    /// An event needs a process and a thread and has none.
    WithoutThread = "event-without-thread", "events have no `pid` or `tid`";
    /// A complete event has no duration; it counts as open.
    WithoutDuration = "task-without-duration", "complete tasks have no `dur`, taken as open";
    /// A duration is negative; the event was left out.
    NegativeDuration = "negative-duration", "tasks have a negative `dur`, left out";
    /// An `E` without a `B`; it was left out.
    EndWithoutBegin = "end-without-begin", "`E` events have no `B`, left out";
    /// A `B` that was never closed although one around it was; it was left out.
    BeginWithoutEnd = "begin-without-end", "`B` events inside a closed one have no `E`, left out";
    /// The end of a measure without its start.
    MeasureEndWithoutBegin = "measure-end-without-begin", "`e` events of measures have no `b`, left out";
    /// An event that a metric looks at lacks a field that it needs; it was left out.
    MissingArgument = "missing-argument", "events lack an argument that is needed, left out";
    /// A comma before the end of the list.
    TrailingComma = "trailing-comma", "commas before the end of the list";
    /// Parts of the file that no rule knows; they were checked and passed over.
    UnknownKey = "unknown-key", "unknown parts of the file, passed over";
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
