//! Room for a parser that calls itself as deep as its input is nested.
//!
//! The parser has no bound of its own, and a stack that runs over ends the whole process. So the
//! input is bounded and the stack made large enough for the worst that this input can be: every
//! level of nesting takes at least one token.

use std::thread::{Builder, scope};

/// The most tokens that are parsed: a source of about half a megabyte.
pub(super) const TOKENS_MAX: usize = 160_000;

/// The stack that a token can take at the most. Measured on 44 forms of nesting, 4,000 levels each:
/// the worst take 1.6 KiB a token built for speed (`(`, `[`, `a<`), see docs/decisions/0095.
const STACK_OF_TOKEN: usize = if cfg!(debug_assertions) { 12 << 10 } else { 4 << 10 };

/// What even an empty source needs.
const STACK_MIN: usize = 1 << 20;

/// How many tokens a text can have: every sign is one, and so is every word.
pub(super) fn tokens_at_most(text: &str) -> usize {
    let mut tokens = 0;
    let mut in_word = false;
    for byte in text.bytes() {
        let is_space = byte.is_ascii_whitespace();
        let is_word = byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'$' || byte >= 0x80;
        if !is_space && (!is_word || !in_word) {
            tokens += 1;
        }
        in_word = is_word;
    }
    tokens
}

/// The most `<` without a `>` that are parsed as types. Each may open type arguments, and the parser
/// tries that again and again for those that lie inside: 1,000 take it a tenth of a second, 4,000 two
/// seconds and a gigabyte.
pub(super) const OPEN_ANGLES_MAX: usize = 1_000;

/// How many `<` are open at the most, strings and comparisons included.
pub(super) fn open_angles_at_most(text: &str) -> usize {
    let (mut open, mut most, mut before) = (0_usize, 0, b' ');
    for byte in text.bytes() {
        match byte {
            b'<' => {
                open += 1;
                most = most.max(open);
            }
            b'>' if before != b'=' => open = open.saturating_sub(1),
            _ => {}
        }
        before = byte;
    }
    most
}

/// Runs something on a stack that is large enough for a source of so many tokens; absent where there
/// is none. Only what is touched of it becomes memory.
pub(super) fn with_stack_for<T: Send>(tokens: usize, work: impl FnOnce() -> T + Send) -> Option<T> {
    let size = STACK_MIN + tokens * STACK_OF_TOKEN;
    scope(|scope| {
        let thread = Builder::new().stack_size(size).spawn_scoped(scope, work).ok()?;
        thread.join().ok()
    })
}
