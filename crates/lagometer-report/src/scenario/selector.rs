//! How elements are looked for.

use serde::{Serialize, Serializer};
use std::fmt;

/// Elements to look for: alternatives, all looked for together, the first in the list that matches
/// wins.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Selectors(pub Vec<Selector>);

/// One selector: a path of parts, each looked for in the shadow roots of what the part before it found.
///
/// A part is CSS, or starts with `aria/`, `text/`, `xpath/` or `pierce/`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Selector(pub Vec<String>);

/// A path of one part is stored as that part.
impl Serialize for Selector {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.0.as_slice() {
            [part] => part.serialize(serializer),
            parts => parts.serialize(serializer),
        }
    }
}

impl fmt::Display for Selector {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0.join(" >>> "))
    }
}
