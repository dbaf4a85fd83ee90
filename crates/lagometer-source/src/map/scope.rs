//! The scopes of a map: what a function is called where it was written.

use super::MapError;
use srcmap_scopes::{GeneratedRange, Position, ScopeInfo};

/// How deep scopes may lie in each other. Programs of people stay under a hundred; a string of
/// opening items alone would make a tree that cannot be taken down without as deep a stack.
const DEEPEST: usize = 2_000;

/// Decodes the scopes, unless they are too deep.
pub(super) fn decode(text: &str, names: &[String], sources: usize) -> Result<ScopeInfo, MapError> {
    if depth(text) > DEEPEST {
        return Err(MapError::ScopesTooDeep(DEEPEST));
    }
    srcmap_scopes::decode_scopes(text, names, sources).map_err(MapError::Scopes)
}

/// An upper bound of the depth: every item that does not plainly close a scope or a range, or add to
/// one, is taken as one that opens.
fn depth(text: &str) -> usize {
    let (mut now, mut deepest) = (0_usize, 0);
    for item in text.split(',') {
        match item.as_bytes().first() {
            // `C` is 2, the end of an original scope; `F` is 5, the end of a generated range.
            Some(b'C' | b'F') => now = now.saturating_sub(1),
            // `D`, `G`, `H`, `I`: variables, bindings, bindings of parts, call sites.
            Some(b'D' | b'G' | b'H' | b'I') | None => {}
            Some(_) => {
                now += 1;
                deepest = deepest.max(now);
            }
        }
    }
    deepest
}

/// The name of the function around a generated position, lines and columns from 0: that of the
/// innermost range which is a stack frame, if the scope that it was made of has one.
pub(super) fn function_name(scopes: &ScopeInfo, line: u32, column: u32) -> Option<&str> {
    let at = Position { line, column };
    let holds = |range: &&GeneratedRange| range.start <= at && at < range.end;
    let mut innermost = None;
    let mut ranges = &scopes.ranges;
    while let Some(range) = ranges.iter().find(holds) {
        if range.is_stack_frame {
            innermost = Some(range);
        }
        ranges = &range.children;
    }
    let definition = innermost?.definition?;
    let name = scopes.original_scope_for_definition(definition)?.name.as_deref();
    name.filter(|name| !name.is_empty())
}
