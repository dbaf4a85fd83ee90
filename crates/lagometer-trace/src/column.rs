//! Rows in order of time, in a few bits each.
//!
//! What is kept of a trace may be asked for only when all of it is known, and it comes in any order.
//! Rows that wait are sorted block by block and written as differences to those before; they are read
//! back in order by merging the blocks.

pub(crate) mod bits;

use bits::{BitReader, BitWriter};
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// A row as it is read: all of what was written of it, or a part.
pub(crate) trait Row: Copy {
    /// What writer and reader know of the rows before, in one block.
    type Context: Default;
    /// The order of the rows; those that are equal in it stay in the order in which they came.
    type Order: Ord;
    /// In which lane such rows are counted.
    const LANE: usize;

    /// Where it stands.
    fn order(&self) -> Self::Order;
    /// Its time, by which the order goes first.
    fn start(&self) -> i64;
    /// The next one.
    fn read(context: &mut Self::Context, lanes: &mut [BitReader<'_>; LANES]) -> Self;
}

/// A row that can be kept.
pub(crate) trait Kept: Row {
    /// Writes it, and says whether the second lane has a part of it.
    fn write(&self, context: &mut Self::Context, lanes: &mut [BitWriter; LANES]) -> bool;
}

/// All rows have a part in the first lane. Those with one in the second can be read without the others.
pub(crate) const LANES: usize = 2;

/// Rows of one kind.
#[derive(Clone, Debug)]
pub(crate) struct Column<R> {
    /// Those that wait to be sorted and written.
    waiting: Vec<R>,
    blocks: Vec<Block>,
}

/// Rows in order, written as differences.
#[derive(Clone, Debug)]
struct Block {
    /// The time of the first.
    first: i64,
    /// How many rows have a part in each lane.
    counts: [u32; LANES],
    lanes: [Box<[u8]>; LANES],
}

/// How many rows wait: they are out of order by some hundreds at most, mostly.
pub(crate) const BLOCK: usize = 4_096;

impl<R> Default for Column<R> {
    fn default() -> Column<R> {
        Column {
            waiting: Vec::new(),
            blocks: Vec::new(),
        }
    }
}

impl<R: Kept> Column<R> {
    const SIZE: isize = size_of::<R>() as isize;

    /// Adds a row. Says by how many bytes more is kept than before, or less.
    #[inline]
    pub(crate) fn push(&mut self, row: R) -> isize {
        self.waiting.push(row);
        match self.waiting.len() {
            BLOCK => self.write() - Self::SIZE * (BLOCK as isize - 1),
            _ => Self::SIZE,
        }
    }

    /// Writes what waits, for it to be read.
    pub(crate) fn finish(&mut self) {
        self.write();
        self.waiting = Vec::new();
    }

    /// The bytes that are kept.
    pub(crate) fn bytes(&self) -> usize {
        let of =
            |block: &Block| size_of::<Block>() + block.lanes.iter().map(|lane| lane.len()).sum::<usize>();
        self.blocks.iter().map(of).sum::<usize>() + self.waiting.len() * size_of::<R>()
    }

    /// How many rows there are.
    pub(crate) fn count(&self) -> u64 {
        let written = self.blocks.iter().map(|block| u64::from(block.counts[0]));
        written.sum::<u64>() + self.waiting.len() as u64
    }

    /// Whether there is no row.
    pub(crate) fn is_empty(&self) -> bool {
        self.blocks.is_empty() && self.waiting.is_empty()
    }

    /// The rows in order, when all are written.
    pub(crate) fn read(&self) -> Merge<'_, R> {
        self.read_as()
    }

    /// A part of each row that has it.
    pub(crate) fn read_as<P: Row>(&self) -> Merge<'_, P> {
        debug_assert!(self.waiting.is_empty(), "what waits is not read");
        Merge::new(&self.blocks)
    }

    /// Sorts and writes what waits; says how many bytes that takes.
    fn write(&mut self) -> isize {
        if !self.waiting.is_sorted_by_key(Row::order) {
            self.waiting.sort_by_key(Row::order);
        }
        let Some(first) = self.waiting.first().map(Row::start) else {
            return 0;
        };
        let mut lanes = <[BitWriter; LANES]>::default();
        let mut context = R::Context::default();
        let mut seconds = 0;
        for row in &self.waiting {
            seconds += u32::from(row.write(&mut context, &mut lanes));
        }
        let block = Block {
            first,
            counts: [self.waiting.len() as u32, seconds],
            lanes: lanes.map(|mut lane| lane.finish()),
        };
        let lengths = block.lanes.iter().map(|lane| lane.len());
        let kept = lengths.sum::<usize>() + size_of::<Block>();
        self.blocks.push(block);
        self.waiting.clear();
        kept as isize
    }
}

/// Reads one block.
struct BlockReader<'s, R: Row> {
    lanes: [BitReader<'s>; LANES],
    context: R::Context,
    left: u32,
    /// Which of the blocks it is, in the order in which they came.
    at: usize,
}

impl<R: Row> BlockReader<'_, R> {
    #[inline]
    fn next(&mut self) -> Option<R> {
        self.left = self.left.checked_sub(1)?;
        Some(R::read(&mut self.context, &mut self.lanes))
    }
}

/// A block that is being read, and its next row.
struct Reading<'s, R: Row> {
    head: R,
    reader: BlockReader<'s, R>,
}

impl<R: Row> Reading<'_, R> {
    /// Of two heads the one that comes first has the smaller key.
    #[inline]
    fn key(&self) -> (R::Order, usize) {
        (self.head.order(), self.reader.at)
    }
}

impl<R: Row> PartialEq for Reading<'_, R> {
    fn eq(&self, other: &Self) -> bool {
        self.key() == other.key()
    }
}

impl<R: Row> Eq for Reading<'_, R> {}

impl<R: Row> PartialOrd for Reading<'_, R> {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl<R: Row> Ord for Reading<'_, R> {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        self.key().cmp(&other.key())
    }
}

/// The rows of a column in order. Blocks that share no time are read one after the other.
pub(crate) struct Merge<'s, R: Row> {
    /// In order of time, each with its place in the order in which they came.
    blocks: Vec<(usize, &'s Block)>,
    /// The first block that is not being read.
    next: usize,
    /// The block whose head comes first.
    current: Option<Box<Reading<'s, R>>>,
    others: BinaryHeap<Reverse<Box<Reading<'s, R>>>>,
}

impl<R: Row> Iterator for Merge<'_, R> {
    type Item = R;

    #[inline]
    fn next(&mut self) -> Option<R> {
        let due = match (&self.current, self.blocks.get(self.next)) {
            (Some(current), Some((_, block))) => block.first <= current.head.start(),
            (None, Some(_)) => true,
            (_, None) => false,
        };
        if due {
            self.open_due();
        }
        let current = self.current.as_mut()?;
        let row = current.head;
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
        Some(row)
    }
}

impl<'s, R: Row> Merge<'s, R> {
    fn new(blocks: &'s [Block]) -> Merge<'s, R> {
        let with_rows = blocks
            .iter()
            .enumerate()
            .filter(|(_, block)| block.counts[R::LANE] > 0);
        let mut blocks: Vec<(usize, &Block)> = with_rows.collect();
        blocks.sort_by_key(|(at, block)| (block.first, *at));
        Merge {
            blocks,
            next: 0,
            current: None,
            others: BinaryHeap::new(),
        }
    }

    /// Starts to read every block of which a row may come next.
    #[cold]
    fn open_due(&mut self) {
        while let Some((at, block)) = self.blocks.get(self.next) {
            if self
                .current
                .as_ref()
                .is_some_and(|current| block.first > current.head.start())
            {
                return;
            }
            let mut reader = BlockReader {
                lanes: [BitReader::new(&block.lanes[0]), BitReader::new(&block.lanes[1])],
                context: R::Context::default(),
                left: block.counts[R::LANE],
                at: *at,
            };
            self.next += 1;
            if let Some(head) = reader.next() {
                let opened = Box::new(Reading { head, reader });
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
