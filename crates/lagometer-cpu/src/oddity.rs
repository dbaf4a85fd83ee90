//! What was tolerated, counted.

/// Something odd that was tolerated: how often, and where first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Oddity {
    /// What.
    pub kind: Odd,
    /// How many times.
    pub count: u64,
    /// The offset in the text of the first one, where it has a place.
    pub first: Option<u64>,
    /// The ids that it is about, the first few different ones.
    pub ids: Vec<u64>,
}

macro_rules! odds {
    ($($(#[$doc:meta])* $name:ident = $code:literal, $warning:literal, $one:literal, $many:literal;)*) => {
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

            /// Whether it touches the numbers.
            pub fn is_warning(self) -> bool {
                match self { $(Odd::$name => $warning,)* }
            }

            /// What it is, in words that stand behind this number.
            pub fn text(self, count: u64) -> &'static str {
                match self { $(Odd::$name => if count == 1 { $one } else { $many },)* }
            }
        }
    };
}

odds! {
    /// A sample names a node that is not there; its time belongs to no function.
    SampleOfUnknownNode = "sample-of-unknown-node", true, "sample of an unknown node (its time belongs to no function)", "samples of unknown nodes (their time belongs to no function)";
    /// A node names a child that is not there.
    UnknownChild = "unknown-child", true, "child id that no node has (left out)", "child ids that no node has (left out)";
    /// A node names a parent that is not there; it stands at the top.
    UnknownParent = "unknown-parent", true, "node with an unknown parent (put at the top)", "nodes with unknown parents (put at the top)";
    /// Two nodes have one id; its samples are counted for the first one.
    DuplicateId = "duplicate-id", true, "node with a duplicate id (samples count for the first one)", "nodes with duplicate ids (samples count for the first one)";
    /// A node is a child of two nodes; the first one has it.
    TwoParents = "two-parents", true, "node with two parents (the first one has it)", "nodes with two parents (the first one has them)";
    /// Nodes are their own ancestors; the circle was opened.
    Circle = "circle-of-nodes", true, "circle of nodes (opened)", "circles of nodes (opened)";
    /// There are more samples than times, or the other way round; what has no partner was left out.
    WithoutPartner = "samples-without-time", true, "sample without a time, or time without a sample (left out)", "samples without a time, or times without a sample (left out)";
    /// Samples are not in the order of time, as V8 writes them; they were sorted.
    BackInTime = "sample-back-in-time", false, "sample earlier than the one before it (sorted)", "samples earlier than the ones before them (sorted)";
    /// The first sample lies before the start.
    BeforeStart = "sample-before-start", false, "first sample before the start of the profile", "first samples before the start of the profile";
    /// A chunk has no profile.
    ChunkWithoutProfile = "chunk-without-profile", true, "chunk of samples without its profile (left out)", "chunks of samples without their profile (left out)";
    /// An event about samples lacks what it needs.
    EventWithoutData = "profile-event-without-data", false, "event about samples without data", "events about samples without data";
    /// Two profiles have one id in one process.
    ProfileTwice = "profile-twice", true, "profile that begins twice (its chunks belong to the first)", "profiles that begin twice (their chunks belong to the first)";
    /// The list of lines is not as long as the list of samples.
    LinesWithoutPartner = "lines-without-sample", false, "chunk with more or fewer lines than samples", "chunks with more or fewer lines than samples";
    /// A value is of another kind than the format says and was passed over.
    WrongKind = "wrong-kind", false, "value of the wrong kind (passed over)", "values of the wrong kind (passed over)";
    /// Parts of the file that no rule knows; they were checked and passed over.
    UnknownKey = "unknown-key", false, "unknown part of the file (passed over)", "unknown parts of the file (passed over)";
}

/// How many ids are named.
const IDS: usize = 4;

/// Counts of every kind.
#[derive(Clone, Debug)]
pub(crate) struct Oddities {
    counts: [Count; Odd::ALL.len()],
}

#[derive(Clone, Debug)]
struct Count {
    count: u64,
    first: Option<u64>,
    ids: Vec<u64>,
}

impl Oddities {
    pub(crate) fn new() -> Oddities {
        let none = Count {
            count: 0,
            first: None,
            ids: Vec::new(),
        };
        Oddities {
            counts: std::array::from_fn(|_| none.clone()),
        }
    }

    /// One more, at this offset.
    #[cold]
    pub(crate) fn at(&mut self, kind: Odd, offset: u64) {
        let count = &mut self.counts[kind as usize];
        count.first.get_or_insert(offset);
        count.count += 1;
    }

    /// One more, about this id.
    #[cold]
    pub(crate) fn of_id(&mut self, kind: Odd, id: u64) {
        let count = &mut self.counts[kind as usize];
        if count.ids.len() < IDS && !count.ids.contains(&id) {
            count.ids.push(id);
        }
        count.count += 1;
    }

    /// Some more, without a place.
    pub(crate) fn many(&mut self, kind: Odd, more: u64) {
        self.counts[kind as usize].count += more;
    }

    pub(crate) fn list(&self) -> Vec<Oddity> {
        let counted = |kind: &Odd| {
            let Count { count, first, ids } = self.counts[*kind as usize].clone();
            (count > 0).then_some(Oddity {
                kind: *kind,
                count,
                first,
                ids,
            })
        };
        Odd::ALL.iter().filter_map(counted).collect()
    }
}
