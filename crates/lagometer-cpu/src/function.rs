//! Functions, each once: name, place, and what the samples in it stand for.

use crate::Position;
use crate::frame;
use lagometer_json::{Raw, Stop};
use std::collections::HashMap;
use std::hash::{BuildHasher, Hasher, RandomState};

/// A function: what has the same name at the same place is the same one.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Function {
    /// The name; empty where it has none.
    pub name: String,
    /// The address of its script; empty where it is none of a script.
    pub url: String,
    /// Where it begins, in the script as it ran.
    pub position: Position,
}

/// What the samples in a function stand for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Role {
    /// Code of a script, or a native function that scripts can call.
    Function,
    /// The foot of every stack.
    Root,
    /// The engine or the browser, with no script on the stack.
    Program,
    /// Nothing was to be done.
    Idle,
    /// Garbage was being collected.
    Collector,
}

impl Function {
    /// What its samples stand for. V8 puts its own frames in round brackets, without a script; the
    /// name of a function in a script may look so too, but has an address or a line.
    pub fn role(&self) -> Role {
        if !self.url.is_empty() || self.position.line.is_some() {
            return Role::Function;
        }
        match self.name.as_str() {
            "(root)" | "[root]" => Role::Root,
            "(program)" => Role::Program,
            "(idle)" => Role::Idle,
            "(garbage collector)" | "[GC]" => Role::Collector,
            _ => Role::Function,
        }
    }

    /// Whether it is no code of a script: an interface of the browser or the engine.
    pub fn is_native(&self) -> bool {
        self.role() == Role::Function && self.url.is_empty() && self.position == Position::default()
    }
}

/// Functions by their number, and how they are found again.
///
/// A profile repeats the same call frame for thousands of nodes, as the same bytes: these are
/// looked up first and decoded once.
#[derive(Default)]
pub(crate) struct FunctionTable {
    functions: Vec<Function>,
    by_bytes: HashMap<Box<[u8]>, u32, FoldState>,
    by_identity: HashMap<Function, u32>,
}

impl FunctionTable {
    /// The number of the function of this call frame.
    pub(crate) fn of_frame(&mut self, frame: Raw<'_>) -> Result<u32, Stop> {
        if let Some(known) = self.by_bytes.get(frame.bytes) {
            return Ok(*known);
        }
        let function = frame::call_frame(&mut frame.cursor())?;
        let number = self.of(function);
        self.by_bytes.insert(frame.bytes.into(), number);
        Ok(number)
    }

    /// The number of this function.
    pub(crate) fn of(&mut self, function: Function) -> u32 {
        if let Some(known) = self.by_identity.get(&function) {
            return *known;
        }
        // There are fewer functions than bytes in the input, and a limit on nodes below 2^32.
        let number = self.functions.len() as u32;
        self.by_identity.insert(function.clone(), number);
        self.functions.push(function);
        number
    }

    pub(crate) fn into_functions(self) -> Vec<Function> {
        self.functions
    }
}

/// Hashes long keys sixteen bytes at a time, with seeds so that no file can choose its collisions.
struct FoldState(u64, u64);

impl Default for FoldState {
    fn default() -> FoldState {
        let random = RandomState::new();
        FoldState(random.hash_one(0_u8), random.hash_one(1_u8))
    }
}

impl BuildHasher for FoldState {
    type Hasher = Fold;
    fn build_hasher(&self) -> Fold {
        Fold(self.0, self.1)
    }
}

struct Fold(u64, u64);

impl Fold {
    #[inline(always)]
    fn words(&mut self, first: u64, second: u64) {
        // The halves of a full product: every bit of the key reaches both ends of the state.
        let product = u128::from(self.0 ^ first) * u128::from(self.1 ^ second);
        self.0 = (product as u64) ^ ((product >> 64) as u64);
    }
}

impl Hasher for Fold {
    #[inline]
    fn write(&mut self, bytes: &[u8]) {
        let word = |half: &[u8]| u64::from_le_bytes(half.try_into().expect("halves of sixteen"));
        let mut pairs = bytes.chunks_exact(16);
        for pair in &mut pairs {
            self.words(word(&pair[..8]), word(&pair[8..]));
        }
        let mut last = [0; 16];
        last[..pairs.remainder().len()].copy_from_slice(pairs.remainder());
        self.words(word(&last[..8]), word(&last[8..]) ^ bytes.len() as u64);
    }

    fn finish(&self) -> u64 {
        self.0
    }
}
