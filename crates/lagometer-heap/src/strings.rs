//! The table of strings, all in one text.

/// The table of strings. A lone surrogate, which V8 writes, shows as its escape.
#[derive(Clone, Debug, Default)]
pub struct Strings {
    text: String,
    /// Where each ends.
    ends: Vec<u32>,
}

impl Strings {
    /// Appends one; `false` if all together would have more than 4 GiB.
    pub(crate) fn push(&mut self, string: &str) -> bool {
        self.text.push_str(string);
        match u32::try_from(self.text.len()) {
            Ok(end) => {
                self.ends.push(end);
                true
            }
            Err(_) => false,
        }
    }

    /// The string at this index.
    ///
    /// # Panics
    /// If there is none. Every index in a [`Snapshot`](crate::Snapshot) was checked.
    pub fn get(&self, index: u32) -> &str {
        let start = match index.checked_sub(1) {
            Some(before) => self.ends[before as usize],
            None => 0,
        };
        &self.text[start as usize..self.ends[index as usize] as usize]
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// Every string.
    pub fn iter(&self) -> impl Iterator<Item = &str> + '_ {
        (0..self.ends.len() as u32).map(|index| self.get(index))
    }

    pub(crate) fn shrink(&mut self) {
        self.text.shrink_to_fit();
        self.ends.shrink_to_fit();
    }
}
