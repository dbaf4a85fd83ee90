//! Whether an id was seen before.

use std::collections::HashSet;

/// Ids of a page lie in one stretch of memory.
const PAGE_BITS: u32 = 12;
const PAGE_WORDS: usize = 1 << (PAGE_BITS - 6);
/// Pages are kept for ids of 32 bits; V8 gives no others.
const PAGES: u64 = 1 << (32 - PAGE_BITS);
/// No page here.
const NONE: u32 = u32::MAX;

/// A set of ids: a bit for each where they lie close together, as those of V8 do, else a hash table.
/// Its memory follows the number of ids, however they are spread.
#[derive(Default)]
pub(super) struct IdSet {
    directory: Vec<u32>,
    words: Vec<u64>,
    spread: HashSet<u64>,
    count: u64,
}

impl IdSet {
    /// Puts in an id; `false` if it was there.
    #[inline(always)]
    pub(super) fn insert(&mut self, id: u64) -> bool {
        self.count += 1;
        let page = id >> PAGE_BITS;
        let slot = match self.directory.get(page as usize) {
            Some(&slot) if slot != NONE => slot,
            _ => match self.open_page(page) {
                Some(slot) => slot,
                None => return self.spread.insert(id),
            },
        };
        let within = id as usize & ((1 << PAGE_BITS) - 1);
        let word = &mut self.words[slot as usize * PAGE_WORDS + within / 64];
        let bit = 1 << (within % 64);
        let new = *word & bit == 0;
        *word |= bit;
        new && (self.spread.is_empty() || !self.spread.contains(&id))
    }

    #[cold]
    fn open_page(&mut self, page: u64) -> Option<u32> {
        let pages = (self.words.len() / PAGE_WORDS) as u64;
        if page >= PAGES || pages > 1024 + self.count / 16 {
            return None;
        }
        if self.directory.len() as u64 <= page {
            self.directory.resize(page as usize + 1, NONE);
        }
        self.directory[page as usize] = pages as u32;
        self.words.resize(self.words.len() + PAGE_WORDS, 0);
        Some(pages as u32)
    }
}

#[cfg(test)]
mod tests;
