//! Names of events, each kept once, with what is to be known of it.

use super::group::{GroupRules, Traits, traits};
use std::borrow::Cow;
use std::collections::HashMap;

/// A name that is kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct NameId(pub(crate) u32);

/// Names of events, each kept once.
#[derive(Debug)]
pub(crate) struct WorkNames {
    ids: HashMap<Box<[u8]>, NameId>,
    names: Vec<Name>,
    /// By a hash of the text: the name that was asked for last.
    slots: Vec<u32>,
    rules: GroupRules,
}

#[derive(Debug)]
struct Name {
    text: Box<[u8]>,
    traits: Traits,
}

/// How many names are found without a look into the map; a trace has some hundreds.
const SLOTS: usize = 1_024;
/// No name is kept in this slot yet.
const EMPTY: u32 = u32::MAX;
/// Longer names are cut: nobody reads them, and they would be kept.
const LONGEST: usize = 1 << 10;
/// What a name costs beside its bytes, which are kept twice: two places, a slot and its traits.
const OVERHEAD: usize = 80;

impl WorkNames {
    pub(crate) fn new(rules: GroupRules) -> WorkNames {
        WorkNames {
            ids: HashMap::new(),
            names: Vec::new(),
            slots: vec![EMPTY; SLOTS],
            rules,
        }
    }

    /// Keeps a name; says what that costs, which is nothing where it is kept already.
    #[inline]
    pub(crate) fn keep(&mut self, text: &[u8]) -> (NameId, usize) {
        let slot = slot_of(text);
        let id = self.slots[slot];
        if let Some(name) = self.names.get(id as usize)
            && *name.text == *text
        {
            return (NameId(id), 0);
        }
        let (id, cost) = self.look_up(text);
        self.slots[slot] = id.0;
        (id, cost)
    }

    #[cold]
    fn look_up(&mut self, text: &[u8]) -> (NameId, usize) {
        let text = &text[..text.len().min(LONGEST)];
        if let Some(id) = self.ids.get(text) {
            return (*id, 0);
        }
        // Each costs memory that is bounded, so there are fewer than 2^32.
        let id = NameId(u32::try_from(self.names.len()).expect("bounded by the limit of bytes"));
        self.names.push(Name {
            text: text.into(),
            traits: traits(&String::from_utf8_lossy(text), self.rules),
        });
        self.ids.insert(text.into(), id);
        (id, 2 * text.len() + OVERHEAD)
    }

    /// Tells the kinds of work by another table.
    #[cfg(test)]
    pub(crate) fn classify(&mut self, rules: GroupRules) {
        self.rules = rules;
        for name in &mut self.names {
            name.traits = traits(&String::from_utf8_lossy(&name.text), rules);
        }
    }

    /// The id of a name that is kept.
    pub(crate) fn id_of(&self, text: &str) -> Option<NameId> {
        self.ids.get(text.as_bytes()).copied()
    }

    #[inline]
    pub(crate) fn traits_of(&self, id: NameId) -> Traits {
        self.names[id.0 as usize].traits
    }

    /// The text for people.
    pub(crate) fn text_of(&self, id: NameId) -> Cow<'_, str> {
        String::from_utf8_lossy(&self.names[id.0 as usize].text)
    }
}

/// Names differ in their length, their first and their last letters.
#[inline]
fn slot_of(text: &[u8]) -> usize {
    let word = |bytes: &[u8; 8]| u64::from_le_bytes(*bytes);
    let (first, last) = match (text.first_chunk::<8>(), text.last_chunk::<8>()) {
        (Some(first), Some(last)) => (word(first), word(last)),
        _ => {
            let mut short = [0; 8];
            short[..text.len()].copy_from_slice(text);
            (word(&short), 0)
        }
    };
    let mixed = (first ^ last.rotate_left(29) ^ text.len() as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    // The upper bits depend on all.
    (mixed >> (64 - SLOTS.trailing_zeros())) as usize
}

#[cfg(test)]
mod tests;
