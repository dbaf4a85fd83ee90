//! YAML text as one tree in which every value and every key has its place.
//!
//! It is built from the events of the parser that `serde-saphyr` is made of and hands on: they carry
//! the place of every token and how a scalar was written, which a value that went through serde has
//! lost. Nodes lie in one list and name each other by index, so an alias costs nothing, and neither
//! building nor dropping a tree recurses.

use super::MAX_FILE_BYTES;
use super::error::{ErrorKind, Found};
use serde_saphyr::granit_parser::{Event, Options, Parser, ScalarStyle, ScanError, Span, Tag};
use std::borrow::Cow;
use std::collections::BTreeMap;

/// Lists and maps inside each other.
const MAX_DEPTH: usize = 64;
/// A megabyte of `[` and `,` makes more nodes than any scenario has.
const MAX_NODES: usize = 100_000;

/// What the tree is with every alias written out, in bytes of text and one for each value. A few
/// aliases of aliases would otherwise make gigabytes.
const MAX_WRITTEN_OUT: usize = 2 * MAX_FILE_BYTES;

/// A line and a column, both from 1; columns count characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Position {
    pub(super) line: u32,
    pub(super) column: u32,
}

impl Position {
    pub(super) const START: Position = Position { line: 1, column: 1 };
}

/// The index of a node in its tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct NodeId(usize);

#[derive(Debug)]
pub(super) struct Tree {
    nodes: Vec<Node>,
    pub(super) root: NodeId,
}

#[derive(Debug)]
pub(super) struct Node {
    pub(super) at: Position,
    pub(super) content: Content,
}

#[derive(Debug)]
pub(super) enum Content {
    Scalar(Scalar),
    List(Vec<NodeId>),
    Map(Vec<Entry>),
}

/// A scalar as it was written: `5` and `"5"` have the same text, but only one is a number.
#[derive(Debug)]
pub(super) struct Scalar {
    pub(super) text: String,
    /// Written without quotes and not as a block, so that it may be a number, a truth value or null.
    pub(super) plain: bool,
}

#[derive(Clone, Debug)]
pub(super) struct Entry {
    pub(super) key: String,
    pub(super) at: Position,
    pub(super) value: NodeId,
}

impl Tree {
    pub(super) fn node(&self, id: NodeId) -> &Node {
        &self.nodes[id.0]
    }
}

/// A list or map that is still open.
struct Open {
    id: NodeId,
    /// What was written out before it started.
    before: usize,
    /// The keys so far, to find one that stands there twice.
    keys: BTreeMap<String, Position>,
    /// The key that waits for its value.
    pending: Option<(String, Position)>,
}

struct Builder {
    nodes: Vec<Node>,
    /// What each node is with its aliases written out; known once it is closed.
    weights: Vec<usize>,
    written_out: usize,
    open: Vec<Open>,
    anchors: BTreeMap<usize, NodeId>,
    root: Option<NodeId>,
}

/// Parses the text. The first problem ends it: behind a syntax error nothing can be trusted.
pub(super) fn parse(text: &str) -> Result<Tree, Found> {
    if text.len() > MAX_FILE_BYTES {
        return Err(Found::at(Position::START, ErrorKind::TooLarge));
    }
    let mut options = Options::default();
    options.set_emit_comments(false);
    // Ours is lower, so that the error is ours too.
    options.flow_nesting_limit = 2 * MAX_DEPTH;
    options.block_nesting_limit = 2 * MAX_DEPTH;
    let mut builder = Builder {
        nodes: Vec::new(),
        weights: Vec::new(),
        written_out: 0,
        open: Vec::new(),
        anchors: BTreeMap::new(),
        root: None,
    };
    for next in Parser::new_from_str_with_options(text, options) {
        let (event, span) = next.map_err(syntax)?;
        refuse_tag(event.tag(), &span)?;
        builder.event(event, place(span.start.line(), span.start.col()))?;
    }
    match builder.root {
        Some(root) => Ok(Tree {
            nodes: builder.nodes,
            root,
        }),
        None => Err(Found::at(Position::START, ErrorKind::Empty)),
    }
}

/// The parser counts lines from 1 and columns from 0. Neither passes the file's size.
fn place(line: usize, column: usize) -> Position {
    Position {
        line: line.max(1) as u32,
        column: (column + 1) as u32,
    }
}

fn syntax(error: ScanError) -> Found {
    let marker = error.marker();
    Found::at(
        place(marker.line(), marker.col()),
        ErrorKind::Syntax { text: error.info() },
    )
}

impl Builder {
    fn event(&mut self, event: Event<'_>, at: Position) -> Result<(), Found> {
        match event {
            Event::DocumentStart(..) if self.root.is_some() => {
                Err(Found::at(at, ErrorKind::SeveralDocuments))
            }
            Event::Scalar(text, style, anchor, _) => {
                self.scalar(text, style == ScalarStyle::Plain, anchor, at)
            }
            Event::SequenceStart(_, anchor, _) => self.start(Content::List(Vec::new()), anchor, at),
            Event::MappingStart(_, anchor, _) => self.start(Content::Map(Vec::new()), anchor, at),
            Event::SequenceEnd | Event::MappingEnd => {
                if let Some(open) = self.open.pop() {
                    self.weights[open.id.0] = self.written_out - open.before;
                }
                Ok(())
            }
            Event::Alias(anchor) => self.alias(anchor, at),
            // Start and end of the stream and of the document, and what the options turned off.
            _ => Ok(()),
        }
    }

    fn scalar(&mut self, text: Cow<'_, str>, plain: bool, anchor: usize, at: Position) -> Result<(), Found> {
        if self.wants_key() {
            return self.key(text.into_owned(), at);
        }
        let text = text.into_owned();
        let weight = 1 + text.len();
        self.write_out(weight, at)?;
        let id = self.add(Content::Scalar(Scalar { text, plain }), weight, at)?;
        self.anchors.insert(anchor, id);
        self.attach(id);
        Ok(())
    }

    fn start(&mut self, content: Content, anchor: usize, at: Position) -> Result<(), Found> {
        if self.wants_key() {
            return Err(Found::at(at, ErrorKind::KeyNoText));
        }
        if self.open.len() == MAX_DEPTH {
            return Err(Found::at(at, ErrorKind::TooDeep { limit: MAX_DEPTH }));
        }
        let before = self.written_out;
        self.write_out(1, at)?;
        let id = self.add(content, 1, at)?;
        self.anchors.insert(anchor, id);
        self.attach(id);
        self.open.push(Open {
            id,
            before,
            keys: BTreeMap::new(),
            pending: None,
        });
        Ok(())
    }

    /// An alias is the node itself once more. One that lies inside its own anchor would never end.
    fn alias(&mut self, anchor: usize, at: Position) -> Result<(), Found> {
        if self.wants_key() {
            return Err(Found::at(at, ErrorKind::KeyNoText));
        }
        let target = self.anchors.get(&anchor).copied();
        match target.filter(|id| self.open.iter().all(|open| open.id != *id)) {
            Some(id) => {
                self.write_out(self.weights[id.0], at)?;
                self.attach(id);
                Ok(())
            }
            None => Err(Found::at(at, ErrorKind::AliasOfItself)),
        }
    }

    fn wants_key(&self) -> bool {
        self.open.last().is_some_and(|open| {
            open.pending.is_none() && matches!(self.nodes[open.id.0].content, Content::Map(_))
        })
    }

    fn key(&mut self, key: String, at: Position) -> Result<(), Found> {
        self.write_out(key.len(), at)?;
        let Some(open) = self.open.last_mut() else {
            return Ok(());
        };
        if let Some(first) = open.keys.get(&key) {
            let first = *first;
            return Err(Found::at(
                at,
                ErrorKind::DuplicateKey {
                    key,
                    line: first.line,
                },
            ));
        }
        open.keys.insert(key.clone(), at);
        open.pending = Some((key, at));
        Ok(())
    }

    fn write_out(&mut self, weight: usize, at: Position) -> Result<(), Found> {
        self.written_out = self.written_out.saturating_add(weight);
        if self.written_out > MAX_WRITTEN_OUT {
            let limit = MAX_WRITTEN_OUT;
            return Err(Found::at(at, ErrorKind::AliasesTooLarge { limit }));
        }
        Ok(())
    }

    fn add(&mut self, content: Content, weight: usize, at: Position) -> Result<NodeId, Found> {
        if self.nodes.len() == MAX_NODES {
            return Err(Found::at(at, ErrorKind::TooManyValues { limit: MAX_NODES }));
        }
        self.nodes.push(Node { at, content });
        self.weights.push(weight);
        Ok(NodeId(self.nodes.len() - 1))
    }

    /// Hangs a node into the list or map that is open, or makes it the root.
    fn attach(&mut self, value: NodeId) {
        let Some(open) = self.open.last_mut() else {
            self.root = Some(value);
            return;
        };
        match &mut self.nodes[open.id.0].content {
            Content::List(items) => items.push(value),
            Content::Map(entries) => {
                if let Some((key, at)) = open.pending.take() {
                    entries.push(Entry { key, at, value });
                }
            }
            Content::Scalar(_) => {}
        }
    }
}

fn refuse_tag(tag: Option<&Tag>, span: &Span) -> Result<(), Found> {
    let Some(tag) = tag else {
        return Ok(());
    };
    let start = span.tag_start().unwrap_or(span.start);
    Err(Found::at(
        place(start.line(), start.col()),
        ErrorKind::Tag { tag: tag.original() },
    ))
}

#[cfg(test)]
mod tests;
