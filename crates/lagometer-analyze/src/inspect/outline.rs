//! The first levels of a JSON text, with the sizes of its lists; what is deeper is checked and
//! passed over.

use crate::container::Fault;
use lagometer_json::{Elements, Error, ErrorKind, Kind, Limits, Reader};
use std::io::{self, Read};

/// Old profiles nest a level for each call, so the depth is that of the deepest stacks with room
/// to spare. Only names and short texts have to be in memory as a whole.
pub(super) const LIMITS: Limits = Limits {
    depth: 1 << 16,
    value_bytes: 16 << 20,
    input_bytes: 1 << 40,
};

/// Objects are looked into down to this level; the document is level 0.
const LEVELS: u32 = 4;
/// How many members of an object are kept; what tells a kind is kept wherever it stands.
const MEMBERS: usize = 64;
/// How many elements of a list are looked into.
const ELEMENTS: u64 = 4;
/// How much of a text is kept.
const TEXT_CHARACTERS: usize = 200;

/// Names that tell kinds apart.
pub(super) const TELLING: &[&str] = &[
    "traceEvents",
    "nodes",
    "samples",
    "head",
    "snapshot",
    "log",
    "version",
    "mappings",
    "sections",
    "title",
    "steps",
    "name",
    "url",
    "serve",
    "actions",
    "kind",
    "format_version",
    "metadata",
];

/// Texts that facts are made of; others may be long and are passed over.
const WANTED_TEXTS: &[&str] = &[
    "kind",
    "id",
    "name",
    "title",
    "version",
    "product-version",
    "user-agent",
    "source",
    "startTime",
    "file",
    "started_at",
    "outcome",
    "run",
    "url",
    "scenario",
    "browser",
];

/// What stands in the first levels of a JSON text.
pub(super) struct Outline {
    /// The document; absent where there is not even a start of one.
    pub(super) root: Option<Node>,
    /// Where the document starts.
    pub(super) start: u64,
    /// Up to here everything is whole.
    pub(super) whole_to: u64,
    /// Why the text was not read to its end.
    pub(super) broken: Option<Break>,
}

/// Why a text was not read to its end.
pub(super) enum Break {
    /// It is cut off, or no JSON from here on.
    Json {
        /// Where.
        at: u64,
        /// What is wrong.
        text: String,
    },
    /// The input could not be read.
    Read(io::Error),
}

/// A value.
pub(super) enum Node {
    Object(Vec<(String, Node)>),
    Array(List),
    Text(String),
    Number(f64),
    /// A value that was passed over.
    Other,
    /// A value that was not reached, or of which only the name is known.
    Unread,
}

/// A list.
#[derive(Default)]
pub(super) struct List {
    pub(super) count: u64,
    pub(super) first: Vec<Node>,
}

impl Node {
    /// The members of an object; of anything else none.
    pub(super) fn members(&self) -> &[(String, Node)] {
        match self {
            Node::Object(members) => members,
            _ => &[],
        }
    }

    /// A member; of a name that stands there twice the last one.
    pub(super) fn get(&self, name: &str) -> Option<&Node> {
        let members = self.members().iter().rev();
        members
            .filter(|(key, _)| key == name)
            .map(|(_, node)| node)
            .next()
    }

    pub(super) fn list(&self) -> Option<&List> {
        match self {
            Node::Array(list) => Some(list),
            _ => None,
        }
    }

    pub(super) fn text(&self) -> Option<&str> {
        match self {
            Node::Text(text) => Some(text),
            _ => None,
        }
    }

    pub(super) fn number(&self) -> Option<f64> {
        match self {
            Node::Number(number) => Some(*number),
            _ => None,
        }
    }
}

impl Outline {
    /// Reads a document to its end, or to where it breaks.
    pub(super) fn read<R: Read>(reader: Reader<R>) -> Outline {
        let mut scan = Scan {
            start: reader.offset(),
            whole_to: reader.offset(),
            reader,
        };
        let mut root = Node::Unread;
        let result = scan.document(&mut root);
        Outline {
            root: (!matches!(root, Node::Unread)).then_some(root),
            start: scan.start,
            whole_to: scan.whole_to,
            broken: result.err().map(Break::of),
        }
    }

    /// Reads what the first bytes of a document tell.
    pub(super) fn of_head(head: &[u8], start: u64) -> Outline {
        Outline::read(Reader::new(head, LIMITS).with_base_offset(start))
    }

    /// An object of which only the names are known.
    pub(super) fn of_keys(start: u64, keys: &[String]) -> Outline {
        let members = keys.iter().map(|key| (key.clone(), Node::Unread)).collect();
        Outline {
            root: Some(Node::Object(members)),
            start,
            whole_to: start,
            broken: None,
        }
    }
}

impl Break {
    fn of(error: Error) -> Break {
        let text = match error.kind {
            ErrorKind::Io(error) => match Fault::of(&error) {
                Some(fault) => fault.to_string(),
                None => return Break::Read(error),
            },
            ErrorKind::UnexpectedEnd => "it is cut off".to_owned(),
            kind => kind.to_string(),
        };
        Break::Json { at: error.at, text }
    }
}

/// Goes through a document and keeps what it meets, so that it is there when the text breaks.
struct Scan<R> {
    reader: Reader<R>,
    start: u64,
    whole_to: u64,
}

impl<R: Read> Scan<R> {
    fn document(&mut self, root: &mut Node) -> Result<(), Error> {
        self.reader.peek()?;
        self.start = self.reader.offset();
        self.value(root, "", 0)?;
        self.whole_to = self.reader.offset();
        self.reader.end()
    }

    /// Reads a value into `node`. Levels bound the recursion.
    fn value(&mut self, node: &mut Node, name: &str, level: u32) -> Result<(), Error> {
        match self.reader.peek()? {
            Kind::Object if level < LEVELS => {
                *node = Node::Object(Vec::new());
                if let Node::Object(members) = node {
                    self.object(members, level)?;
                }
            }
            Kind::Array if level < LEVELS => {
                *node = Node::Array(List::default());
                if let Node::Array(list) = node {
                    self.array(list, level)?;
                }
            }
            Kind::String if WANTED_TEXTS.contains(&name) => {
                let text = self.reader.string()?;
                *node = Node::Text(text.decode().chars().take(TEXT_CHARACTERS).collect());
            }
            Kind::Number => {
                let number = self.reader.number()?.to_f64();
                *node = number.map_or(Node::Other, Node::Number);
            }
            _ => {
                *node = Node::Other;
                self.reader.skip()?;
            }
        }
        Ok(())
    }

    fn object(&mut self, members: &mut Vec<(String, Node)>, level: u32) -> Result<(), Error> {
        let mut fields = self.reader.object()?;
        while let Some(key) = self.reader.next_field(&mut fields)? {
            let telling = TELLING.iter().any(|name| key.is(name));
            let kept = members.len() < if telling { 2 * MEMBERS } else { MEMBERS };
            if !kept {
                self.reader.skip()?;
                continue;
            }
            let name: String = key.decode().chars().take(TEXT_CHARACTERS).collect();
            members.push((name.clone(), Node::Unread));
            if is_part_of_heap(members) {
                // Tens of millions of numbers: nothing is told by them.
                self.reader.skip()?;
            } else if let Some((_, node)) = members.last_mut() {
                self.value(node, &name, level + 1)?;
            }
            if level == 0 {
                self.whole_to = self.reader.offset();
            }
        }
        Ok(())
    }

    fn array(&mut self, list: &mut List, level: u32) -> Result<(), Error> {
        let mut elements = self.reader.array()?;
        // Traces may end in one; what else does is told all the same.
        elements.tolerate_trailing_comma();
        let result = self.elements(list, &mut elements, level);
        if level <= 1 {
            self.whole_to = elements.complete_until();
        }
        result
    }

    fn elements(&mut self, list: &mut List, elements: &mut Elements, level: u32) -> Result<(), Error> {
        while self.reader.next_element(elements)? {
            if list.count < ELEMENTS {
                let mut node = Node::Unread;
                let result = self.value(&mut node, "", level + 1);
                list.first.push(node);
                result?;
            } else {
                self.reader.skip()?;
            }
            list.count += 1;
        }
        Ok(())
    }
}

/// Whether the last member is one of the tables of a heap snapshot.
fn is_part_of_heap(members: &[(String, Node)]) -> bool {
    let Some(((last, _), before)) = members.split_last() else {
        return false;
    };
    last != "samples"
        && before
            .iter()
            .any(|(name, node)| name == "snapshot" && node.get("meta").is_some())
}
