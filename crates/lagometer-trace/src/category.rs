//! Trace categories: which of those that the metrics need are in the file.

use lagometer_json::Text;

/// A set of categories, as bits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Categories(u8);

impl Categories {
    /// `disabled-by-default-devtools.timeline`: tasks, memory counters, where the page is.
    pub const TIMELINE: Categories = Categories(1);
    /// `disabled-by-default-devtools.timeline.frame`: frames.
    pub const FRAME: Categories = Categories(2);
    /// `blink.user_timing`: marks and measures.
    pub const USER_TIMING: Categories = Categories(4);
    /// `toplevel`: tasks under their older names.
    pub const TOPLEVEL: Categories = Categories(8);
    /// `devtools.timeline`: input events.
    pub const DEVTOOLS_TIMELINE: Categories = Categories(16);
    /// `loading`: layout shifts.
    pub const LOADING: Categories = Categories(64);

    /// `blink.console`: the timings of `console.time`.
    pub const CONSOLE: Categories = Categories(32);

    /// The set of these names.
    pub fn of<'n>(names: impl IntoIterator<Item = &'n str>) -> Categories {
        let mut set = Categories::default();
        for name in names {
            set.add(Categories::of_name(name.trim().as_bytes()));
        }
        set
    }

    /// Whether all of `other` is in it.
    pub fn has(self, other: Categories) -> bool {
        self.0 & other.0 == other.0
    }

    pub(crate) fn add(&mut self, other: Categories) {
        self.0 |= other.0;
    }

    fn of_name(name: &[u8]) -> Categories {
        match name {
            b"disabled-by-default-devtools.timeline" => Categories::TIMELINE,
            b"disabled-by-default-devtools.timeline.frame" => Categories::FRAME,
            b"blink.user_timing" => Categories::USER_TIMING,
            b"toplevel" => Categories::TOPLEVEL,
            b"devtools.timeline" => Categories::DEVTOOLS_TIMELINE,
            b"blink.console" => Categories::CONSOLE,
            b"loading" => Categories::LOADING,
            _ => Categories::default(),
        }
    }

    fn of_list(list: &[u8]) -> Categories {
        let mut set = Categories::default();
        for name in list.split(|byte| *byte == b',') {
            set.add(Categories::of_name(name));
        }
        // An event of both is there where one of them is recorded, which is nearly always the other.
        if set.has(Categories::DEVTOOLS_TIMELINE) {
            set.0 &= !Categories::LOADING.0;
        }
        set
    }
}

/// How many different lists of categories are remembered; a trace has some dozens.
const SLOTS: usize = 64;
/// Longer lists are looked at again each time.
const LONGEST: usize = 120;

/// Tells the categories of an event, remembering the lists that it has seen: there are few, and
/// every event has one.
pub(crate) struct CategoryCache {
    slots: Vec<(Vec<u8>, Categories)>,
    /// Everything that was seen.
    pub(crate) seen: Categories,
}

impl CategoryCache {
    pub(crate) fn new() -> CategoryCache {
        CategoryCache {
            slots: vec![(Vec::new(), Categories::default()); SLOTS],
            seen: Categories::default(),
        }
    }

    #[inline]
    pub(crate) fn of(&mut self, list: &Text<'_>) -> Categories {
        let raw = list.raw();
        // Lists differ in their length and their last letters.
        let hash = match raw {
            [.., before, last] => usize::from(*before) * 3 + usize::from(*last) * 7 + raw.len(),
            _ => raw.len(),
        };
        let slot = &mut self.slots[hash % SLOTS];
        if slot.0 == raw {
            return slot.1;
        }
        let set = Categories::of_list(&list.decode_bytes());
        self.seen.add(set);
        if raw.len() <= LONGEST {
            slot.0.clear();
            slot.0.extend_from_slice(raw);
            slot.1 = set;
        }
        set
    }
}

#[cfg(test)]
mod tests;
