//! The events of one thread that last, in a few bytes each.
//!
//! Which thread is the page's, and which stretch of it is asked for, may stand at the very end of a
//! trace, so all are kept. They come in any order: those that wait are sorted block by block and
//! written as differences, which takes some five bytes an event, and are read back in order of start
//! by merging the blocks.

use super::names::NameId;
use crate::texts::TextId;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// An event that lasts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Record {
    pub(crate) start: i64,
    /// Not before the start.
    pub(crate) end: i64,
    pub(crate) name: NameId,
    pub(crate) url: Option<TextId>,
}

/// The events of one thread.
#[derive(Clone, Debug, Default)]
pub(crate) struct Store {
    /// Those that wait to be sorted and written.
    waiting: Vec<Record>,
    blocks: Vec<Block>,
    /// Whether it is known that nobody will ask for them.
    is_unwanted: bool,
}

/// Events in order of start, written as differences.
#[derive(Clone, Debug)]
struct Block {
    first: i64,
    count: usize,
    bytes: Box<[u8]>,
}

/// How many events wait: they are out of order by some hundreds at most, mostly.
const BLOCK: usize = 4_096;

impl Store {
    /// Adds an event. Says by how many bytes more is kept than before, or less.
    #[inline]
    pub(crate) fn push(&mut self, record: Record) -> isize {
        self.waiting.push(record);
        match self.waiting.len() {
            BLOCK => self.write() - SIZE * (BLOCK as isize - 1),
            _ => SIZE,
        }
    }

    /// Drops everything, now and later: it is no thread of a page. Says how many bytes that frees.
    pub(crate) fn forget(&mut self) -> usize {
        let blocks = self.blocks.iter().map(|block| block.bytes.len());
        let kept = blocks.sum::<usize>() + self.waiting.len() * size_of::<Record>();
        *self = Store {
            is_unwanted: true,
            ..Store::default()
        };
        kept
    }

    /// Whether events are kept.
    #[inline]
    pub(crate) fn is_wanted(&self) -> bool {
        !self.is_unwanted
    }

    /// Whether there is no event in it.
    pub(crate) fn is_empty(&self) -> bool {
        self.blocks.is_empty() && self.waiting.is_empty()
    }

    /// Writes what waits.
    pub(crate) fn finish(&mut self) {
        self.write();
        self.waiting = Vec::new();
    }

    /// Reads the events in order of start, of those that start together the longest first, and of
    /// equal ones in the order in which they came.
    pub(crate) fn read(&self) -> Merge<'_> {
        let mut blocks: Vec<(usize, &Block)> = self.blocks.iter().enumerate().collect();
        blocks.sort_by_key(|(at, block)| (block.first, *at));
        Merge {
            blocks,
            next: 0,
            current: None,
            others: BinaryHeap::new(),
        }
    }

    /// Sorts and writes what waits; says how many bytes that takes.
    fn write(&mut self) -> isize {
        let order = |record: &Record| (record.start, Reverse(record.end));
        if !self.waiting.is_sorted_by_key(order) {
            self.waiting.sort_by_key(order);
        }
        let Some(first) = self.waiting.first().map(|record| record.start) else {
            return 0;
        };
        let mut bytes = Vec::with_capacity(self.waiting.len() * 6);
        let mut before = first;
        for record in &self.waiting {
            write_number(&mut bytes, record.start.wrapping_sub(before) as u64);
            write_number(&mut bytes, record.end.wrapping_sub(record.start) as u64);
            let name = u64::from(record.name.0) << 1;
            match record.url {
                None => write_number(&mut bytes, name),
                Some(url) => {
                    write_number(&mut bytes, name | 1);
                    write_number(&mut bytes, u64::from(url.index()));
                }
            }
            before = record.start;
        }
        let block = Block {
            first,
            count: self.waiting.len(),
            bytes: bytes.into_boxed_slice(),
        };
        let kept = block.bytes.len() + size_of::<Block>();
        self.blocks.push(block);
        self.waiting.clear();
        kept as isize
    }
}

const SIZE: isize = size_of::<Record>() as isize;

/// Seven bits a byte, the lowest first; the last byte has its upper bit clear.
#[inline]
fn write_number(bytes: &mut Vec<u8>, mut number: u64) {
    while number >= 0x80 {
        bytes.push(number as u8 | 0x80);
        number >>= 7;
    }
    bytes.push(number as u8);
}

/// Reads one block.
#[derive(Debug)]
struct BlockReader<'s> {
    bytes: &'s [u8],
    left: usize,
    before: i64,
    /// Which of the blocks it is, in the order in which they came.
    at: usize,
}

impl BlockReader<'_> {
    #[inline]
    fn number(&mut self) -> u64 {
        let (mut number, mut shift) = (0_u64, 0);
        while let Some((byte, rest)) = self.bytes.split_first() {
            self.bytes = rest;
            number |= u64::from(byte & 0x7f) << shift;
            if byte & 0x80 == 0 {
                break;
            }
            shift += 7;
        }
        number
    }

    #[inline]
    fn next(&mut self) -> Option<Record> {
        self.left = self.left.checked_sub(1)?;
        let start = self.before.wrapping_add(self.number() as i64);
        let end = start.wrapping_add(self.number() as i64);
        let name = self.number();
        let url = (name & 1 == 1).then(|| TextId::from_index(self.number() as u32));
        self.before = start;
        Some(Record {
            start,
            end,
            name: NameId((name >> 1) as u32),
            url,
        })
    }
}

/// A block that is being read, and its next event.
#[derive(Debug)]
struct Reading<'s> {
    head: Record,
    reader: BlockReader<'s>,
}

impl Reading<'_> {
    /// Of two heads the one that comes first has the smaller key.
    #[inline]
    fn key(&self) -> (i64, Reverse<i64>, usize) {
        (self.head.start, Reverse(self.head.end), self.reader.at)
    }
}

impl PartialEq for Reading<'_> {
    fn eq(&self, other: &Self) -> bool {
        self.key() == other.key()
    }
}

impl Eq for Reading<'_> {}

impl PartialOrd for Reading<'_> {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Reading<'_> {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        self.key().cmp(&other.key())
    }
}

/// The events of a thread in order. Blocks that share no time are read one after the other.
#[derive(Debug)]
pub(crate) struct Merge<'s> {
    /// In order of start, each with its place in the order in which they came.
    blocks: Vec<(usize, &'s Block)>,
    /// The first block that is not being read.
    next: usize,
    /// The block whose head comes first.
    current: Option<Reading<'s>>,
    others: BinaryHeap<Reverse<Reading<'s>>>,
}

impl Iterator for Merge<'_> {
    type Item = Record;

    #[inline]
    fn next(&mut self) -> Option<Record> {
        let due = match (&self.current, self.blocks.get(self.next)) {
            (Some(current), Some((_, block))) => block.first <= current.head.start,
            (None, Some(_)) => true,
            (_, None) => false,
        };
        if due {
            self.open_due();
        }
        let current = self.current.as_mut()?;
        let record = current.head;
        match current.reader.next() {
            Some(head) => {
                current.head = head;
                if let Some(Reverse(other)) = self.others.peek()
                    && other.key() < current.key()
                {
                    self.swap();
                }
            }
            None => self.current = self.others.pop().map(|Reverse(other)| other),
        }
        Some(record)
    }
}

impl<'s> Merge<'s> {
    /// Starts to read every block of which an event may come next.
    #[cold]
    fn open_due(&mut self) {
        while let Some((at, block)) = self.blocks.get(self.next) {
            if self
                .current
                .as_ref()
                .is_some_and(|current| block.first > current.head.start)
            {
                return;
            }
            let mut reader = BlockReader {
                bytes: &block.bytes,
                left: block.count,
                before: block.first,
                at: *at,
            };
            self.next += 1;
            if let Some(head) = reader.next() {
                let opened = Reading { head, reader };
                match &self.current {
                    Some(current) if current.key() < opened.key() => self.others.push(Reverse(opened)),
                    _ => {
                        let before = self.current.replace(opened);
                        self.others.extend(before.map(Reverse));
                    }
                }
            }
        }
    }

    #[cold]
    fn swap(&mut self) {
        if let Some(Reverse(first)) = self.others.pop() {
            let before = self.current.replace(first);
            self.others.extend(before.map(Reverse));
        }
    }
}

#[cfg(test)]
mod tests;
