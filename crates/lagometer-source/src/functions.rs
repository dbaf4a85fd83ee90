//! The functions of an original source, found by parsing it: where each begins and what it is called.

mod collect;
mod deeds;
mod stack;

use oxc_allocator::Allocator;
use oxc_parser::Parser;
use oxc_span::SourceType;

pub use deeds::Deed;
pub(crate) use deeds::DeedAt;

/// The functions of a source, by where their heads begin.
pub(crate) struct Functions {
    list: Vec<Known>,
    deeds: Vec<DeedAt>,
}

/// A function of a source.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Known {
    /// The offset at which it begins with all that names it: `x` in `x = function () {`, the key of
    /// a method.
    pub(crate) head: usize,
    /// The offset of its body.
    pub(crate) body: usize,
    /// Absent for one that has none.
    pub(crate) name: Option<String>,
    /// What one without a name is for, as `callback of map in renderRows`.
    pub(crate) role: Option<String>,
}

/// Why a source could not be parsed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum Unparsed {
    /// It is neither JavaScript nor TypeScript, or has errors that a parser cannot go on after.
    #[error("no JavaScript or TypeScript that can be parsed")]
    Syntax,
    /// It has more tokens than are parsed.
    #[error("about {tokens} tokens, at most {} are parsed", stack::TOKENS_MAX)]
    TooLarge { tokens: usize },
    /// There is no room for the parser's stack.
    #[error("no memory for the stack of the parser")]
    NoStack,
}

impl Functions {
    /// Parses a source. What kind of source it is comes from its address; where that says nothing
    /// or is wrong, the others are tried.
    pub(crate) fn parse(text: &str, address: &str) -> Result<Functions, Unparsed> {
        let tokens = stack::tokens_at_most(text);
        if tokens > stack::TOKENS_MAX {
            return Err(Unparsed::TooLarge { tokens });
        }
        stack::with_stack_for(tokens, || {
            let may_have_types = stack::open_angles_at_most(text) <= stack::OPEN_ANGLES_MAX;
            let kinds = kinds(address).into_iter();
            let mut kinds = kinds.filter(|kind| may_have_types || !kind.is_typescript());
            let parsed = kinds.find_map(|kind| parse_as(text, kind));
            parsed.ok_or(Unparsed::Syntax)
        })
        .unwrap_or(Err(Unparsed::NoStack))
    }

    /// What is done between two offsets.
    pub(crate) fn deeds_within(&self, from: usize, to: usize) -> &[DeedAt] {
        let at = |offset: usize| self.deeds.partition_point(|deed| deed.offset < offset);
        &self.deeds[at(from)..at(to)]
    }

    /// The function whose head holds an offset. A place in a body says nothing: a function of which
    /// the map has no place of its own would be taken for the one around it.
    pub(crate) fn with_head_at(&self, offset: usize) -> Option<&Known> {
        let before = self.list.partition_point(|known| known.head <= offset);
        let mut candidates = self.list[..before].iter().rev().take(NEAREST);
        candidates.find(|known| offset <= known.body)
    }
}

/// How many heads before a place are looked at. Those that begin later are nearer; a head that holds
/// the place has only the heads of its own parameters after it.
const NEAREST: usize = 64;

/// The kinds of source to try, the likeliest first.
fn kinds(address: &str) -> Vec<SourceType> {
    let path = address.split(['?', '#']).next().unwrap_or(address);
    let mut kinds: Vec<SourceType> = SourceType::from_path(path).into_iter().collect();
    for kind in [
        SourceType::tsx(),
        SourceType::ts(),
        SourceType::jsx(),
        SourceType::cjs(),
    ] {
        if !kinds.contains(&kind) {
            kinds.push(kind);
        }
    }
    kinds
}

fn parse_as(text: &str, kind: SourceType) -> Option<Functions> {
    let allocator = Allocator::default();
    let parsed = Parser::new(&allocator, text, kind).parse();
    if parsed.panicked || !parsed.diagnostics.is_empty() {
        return None;
    }
    let mut list = collect::functions(&parsed.program);
    list.sort_by_key(|known| (known.head, known.body));
    let deeds = deeds::deeds(&parsed.program);
    Some(Functions { list, deeds })
}

#[cfg(test)]
mod tests;
