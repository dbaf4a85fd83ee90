//! How many nodes and edges a snapshot has, as its first lines say it.

/// What the head of a snapshot says.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Counts {
    /// Absent where the head does not say it.
    pub nodes: Option<u64>,
    /// Absent where the head does not say it.
    pub edges: Option<u64>,
}

/// V8 writes the counts behind the names of the columns, well before this.
const HEAD: usize = 1 << 16;

impl Counts {
    /// Of a text that begins with the head. Who reads the snapshot counts itself; this is what the
    /// browser says of it.
    pub fn of(text: &[u8]) -> Counts {
        let head = &text[..text.len().min(HEAD)];
        Counts {
            nodes: number_after(head, b"\"node_count\":"),
            edges: number_after(head, b"\"edge_count\":"),
        }
    }
}

fn number_after(head: &[u8], key: &[u8]) -> Option<u64> {
    let at = head.windows(key.len()).position(|window| window == key)?;
    let after = &head[at + key.len()..];
    let digits = after.iter().take_while(|byte| byte.is_ascii_digit()).count();
    // A number that reaches the end of what is there may go on behind it.
    let digits = after.get(..digits).filter(|digits| digits.len() < after.len())?;
    std::str::from_utf8(digits).ok()?.parse().ok()
}

#[cfg(test)]
mod tests;
