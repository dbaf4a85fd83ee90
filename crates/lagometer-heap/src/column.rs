//! Columns that are as narrow as what usually stands in them.

use std::collections::BTreeMap;

/// Numbers of 64 bits that nearly all fit into 32.
#[derive(Clone, Debug, Default)]
pub(crate) struct Narrow {
    values: Vec<u32>,
    /// What does not fit, by its place; the column itself holds [`WIDE`] there.
    wide: BTreeMap<u32, u64>,
}

const WIDE: u32 = u32::MAX;

impl Narrow {
    pub(crate) fn reserve(&mut self, count: usize) {
        self.values.reserve_exact(count);
    }

    #[inline(always)]
    pub(crate) fn push(&mut self, value: u64) {
        if value < u64::from(WIDE) {
            self.values.push(value as u32);
        } else {
            self.push_wide(value);
        }
    }

    #[cold]
    fn push_wide(&mut self, value: u64) {
        self.wide.insert(self.values.len() as u32, value);
        self.values.push(WIDE);
    }

    #[inline(always)]
    pub(crate) fn get(&self, index: usize) -> u64 {
        match self.values[index] {
            WIDE => self.wide[&(index as u32)],
            value => u64::from(value),
        }
    }

    /// The first place of a value.
    pub(crate) fn find(&self, value: u64) -> Option<usize> {
        if value < u64::from(WIDE) {
            return self.values.iter().position(|&at| u64::from(at) == value);
        }
        let mut wide = self.wide.iter();
        wide.find(|(_, at)| **at == value)
            .map(|(index, _)| *index as usize)
    }

    pub(crate) fn shrink(&mut self) {
        self.values.shrink_to_fit();
    }
}

/// Small numbers of which nearly all are zero.
#[derive(Clone, Debug, Default)]
pub(crate) struct Sparse(Vec<(u32, u32)>);

impl Sparse {
    /// The places must come in order.
    #[inline(always)]
    pub(crate) fn set(&mut self, index: u32, value: u32) {
        if value != 0 {
            self.0.push((index, value));
        }
    }

    pub(crate) fn get(&self, index: u32) -> u32 {
        let found = self.0.binary_search_by_key(&index, |(index, _)| *index);
        found.map_or(0, |at| self.0[at].1)
    }

    /// What is not zero.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (u32, u32)> + '_ {
        self.0.iter().copied()
    }

    pub(crate) fn shrink(&mut self) {
        self.0.shrink_to_fit();
    }
}
