//! Names and ids, each kept once.

use std::collections::HashMap;

/// A text that is kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct TextId(u32);

impl TextId {
    /// Its place among the texts, to be written in few bytes.
    pub(crate) fn index(self) -> u32 {
        self.0
    }

    /// The id of such a place.
    pub(crate) fn from_index(index: u32) -> TextId {
        TextId(index)
    }
}

/// Texts, each kept once.
#[derive(Debug, Default)]
pub(crate) struct Texts {
    ids: HashMap<Box<[u8]>, TextId>,
    texts: Vec<Box<[u8]>>,
}

/// What a text costs beside its bytes, which are kept twice: two places and a slot.
const OVERHEAD: usize = 64;

impl Texts {
    /// Keeps a text; says what that costs, which is nothing where it is kept already.
    pub(crate) fn keep(&mut self, text: &[u8]) -> (TextId, usize) {
        if let Some(id) = self.ids.get(text) {
            return (*id, 0);
        }
        // Each costs memory that is bounded, so there are fewer than 2^32.
        let id = TextId(u32::try_from(self.texts.len()).expect("bounded by the limit of bytes"));
        self.texts.push(text.into());
        self.ids.insert(text.into(), id);
        (id, 2 * text.len() + OVERHEAD)
    }

    /// How many texts are kept.
    pub(crate) fn count(&self) -> usize {
        self.texts.len()
    }

    /// What they take.
    pub(crate) fn bytes(&self) -> usize {
        let texts = self.texts.iter();
        texts.map(|text| 2 * text.len() + OVERHEAD).sum()
    }

    /// The id of a text that is kept.
    pub(crate) fn id_of(&self, text: &str) -> Option<TextId> {
        self.ids.get(text.as_bytes()).copied()
    }

    /// The text for people; what is no UTF-8 cannot come from a JSON string.
    pub(crate) fn text_of(&self, id: TextId) -> String {
        String::from_utf8_lossy(&self.texts[id.0 as usize]).into_owned()
    }

    /// The bytes of a text.
    pub(crate) fn bytes_of(&self, id: TextId) -> &[u8] {
        &self.texts[id.0 as usize]
    }
}
