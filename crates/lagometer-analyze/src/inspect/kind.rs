//! The kinds of files, how each is told, and what reads it.

use super::outline::{List, Node, Outline};
use lagometer_report::InspectFact;

/// A kind of file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum FileKind {
    Trace,
    CpuProfile,
    HeapSnapshot,
    HeapTimeline,
    HeapProfile,
    Har,
    Html,
    SourceMap,
    Recorder,
    Scenario,
    Document,
    PerfettoTrace,
    Json,
    Text,
    Archive,
    Binary,
    Empty,
}

impl FileKind {
    /// The name on the wire.
    pub(super) fn name(self) -> &'static str {
        match self {
            FileKind::Trace => "trace",
            FileKind::CpuProfile => "cpu-profile",
            FileKind::HeapSnapshot => "heap-snapshot",
            FileKind::HeapTimeline => "heap-timeline",
            FileKind::HeapProfile => "heap-profile",
            FileKind::Har => "har",
            FileKind::Html => "html",
            FileKind::SourceMap => "source-map",
            FileKind::Recorder => "recorder",
            FileKind::Scenario => "scenario",
            FileKind::Document => "document",
            FileKind::PerfettoTrace => "perfetto-trace",
            FileKind::Json => "json",
            FileKind::Text => "text",
            FileKind::Archive => "archive",
            FileKind::Binary => "binary",
            FileKind::Empty => "empty",
        }
    }

    /// The same for people.
    fn title(self) -> &'static str {
        match self {
            FileKind::Trace => "a Chrome trace",
            FileKind::CpuProfile => "a CPU profile",
            FileKind::HeapSnapshot => "a heap snapshot",
            FileKind::HeapTimeline => "a heap snapshot with an allocation timeline",
            FileKind::HeapProfile => "a sampling heap profile",
            FileKind::Har => "a HAR file of network requests",
            FileKind::Html => "an HTML page",
            FileKind::SourceMap => "a source map",
            FileKind::Recorder => "a recording of the DevTools Recorder",
            FileKind::Scenario => "a Lagometer scenario",
            FileKind::Document => "a Lagometer document",
            FileKind::PerfettoTrace => "a trace in Perfetto's binary form",
            FileKind::Json => "JSON of no known kind",
            FileKind::Text => "text of no known kind",
            FileKind::Archive => "packed data",
            FileKind::Binary => "binary data of no known kind",
            FileKind::Empty => "empty",
        }
    }

    /// The command that reads a file of this name and kind; only commands that there are.
    pub(super) fn command(self, name: &str) -> Option<String> {
        let command = match self {
            FileKind::Trace => "lagometer trace",
            FileKind::CpuProfile | FileKind::HeapProfile => "lagometer cpu",
            FileKind::HeapSnapshot | FileKind::HeapTimeline => "lagometer heap summary",
            FileKind::Scenario => "lagometer run",
            _ => return None,
        };
        Some(format!("{command} {}", quoted(name)))
    }

    /// What is to be known where no command reads it.
    pub(super) fn note(self) -> Option<&'static str> {
        Some(match self {
            FileKind::Har => "Lagometer does not read HAR files; record a trace of the page instead",
            FileKind::SourceMap => "this version of Lagometer does not use source maps yet",
            FileKind::Recorder => {
                "this version of Lagometer does not run recordings yet; write its steps as a scenario"
            }
            FileKind::PerfettoTrace => {
                "only JSON traces are read: record with DevTools, or convert with Perfetto's `traceconv json`"
            }
            FileKind::Archive => "unpack it first; gzip is the only packing that is read",
            FileKind::Trace
            | FileKind::CpuProfile
            | FileKind::HeapProfile
            | FileKind::HeapSnapshot
            | FileKind::HeapTimeline
            | FileKind::Scenario
            | FileKind::Document
            | FileKind::Html
            | FileKind::Json
            | FileKind::Text
            | FileKind::Binary
            | FileKind::Empty => return None,
        })
    }

    /// Whether the parts that were seen are enough, whatever follows.
    pub(super) fn is_certain(self) -> bool {
        self != FileKind::Json
    }

    /// Whether there may be CPU or heap samples in it.
    pub(super) fn may_have_samples(self) -> bool {
        matches!(self, FileKind::CpuProfile | FileKind::HeapProfile)
    }

    /// Whether the reader of heap snapshots is to try: what is JSON of no known kind may be one whose
    /// metadata comes last, and else its refusal has the better place.
    pub(super) fn may_be_a_heap(self) -> bool {
        matches!(
            self,
            FileKind::HeapSnapshot | FileKind::HeapTimeline | FileKind::Json
        )
    }

    /// Whether the reader of traces is to try.
    pub(super) fn may_be_a_trace(self) -> bool {
        self == FileKind::Trace
    }
}

/// A name as a shell takes it.
fn quoted(name: &str) -> String {
    let is_plain = |character: char| character.is_alphanumeric() || "-_./,:@%+=".contains(character);
    if !name.is_empty() && name.chars().all(is_plain) {
        // Not an option, and not stdin unless it is.
        return if name.starts_with('-') && name != "-" {
            format!("./{name}")
        } else {
            name.to_owned()
        };
    }
    format!("'{}'", name.replace('\'', r"'\''"))
}

/// What a text is, and how that is told.
#[derive(Clone, Debug)]
pub(super) struct Recognised {
    pub(super) kind: FileKind,
    /// Where the text that tells it starts.
    pub(super) at: u64,
    /// What stands there.
    pub(super) shape: String,
    /// More exactly than the kind says it, where there is more.
    pub(super) exact: Option<String>,
    /// What is known already.
    pub(super) facts: Vec<InspectFact>,
}

impl Recognised {
    pub(super) fn new(kind: FileKind, at: u64, shape: impl Into<String>) -> Recognised {
        Recognised {
            kind,
            at,
            shape: shape.into(),
            exact: None,
            facts: Vec::new(),
        }
    }

    pub(super) fn exactly(mut self, exact: impl Into<String>) -> Recognised {
        self.exact = Some(exact.into());
        self
    }

    /// What it is, with its article.
    pub(super) fn title(&self) -> String {
        match &self.exact {
            Some(exact) => exact.clone(),
            None => self.kind.title().to_owned(),
        }
    }

    /// The place and what stands there.
    pub(super) fn evidence(&self) -> String {
        format!("byte {}: {}", self.at, self.shape)
    }
}

/// What a JSON text is, as far as it was read; `None` where there is nothing to tell it by.
pub(super) fn of_json(outline: &Outline) -> Option<Recognised> {
    let root = outline.root.as_ref()?;
    let (kind, shape) = match root {
        Node::Object(members) if members.is_empty() && outline.broken.is_some() => return None,
        Node::Object(_) => of_object(root),
        Node::Array(list) if list.first.is_empty() && outline.broken.is_some() => return None,
        Node::Array(list) => of_array(list),
        Node::Text(_) | Node::Number(_) | Node::Other if outline.broken.is_none() => {
            (FileKind::Json, "a single value".to_owned())
        }
        _ => return None,
    };
    let recognised = Recognised::new(kind, outline.start, shape);
    Some(match kind {
        FileKind::Document => match root.get("kind").and_then(Node::text) {
            Some(kind) => recognised.exactly(format!("a Lagometer document of the kind `{kind}`")),
            None => recognised,
        },
        _ => recognised,
    })
}

/// What starts like JSON and breaks before it tells anything.
pub(super) fn broken_json(outline: &Outline) -> Recognised {
    let at = outline.start;
    Recognised::new(FileKind::Text, at, "starts like JSON").exactly("text that breaks off as JSON")
}

fn of_object(root: &Node) -> (FileKind, String) {
    let told = if has_list(root, "traceEvents") {
        Some((FileKind::Trace, "object with `traceEvents`"))
    } else {
        // A heap snapshot has `nodes` and `samples` too.
        of_heap(root)
            .or_else(|| of_profile(root))
            .or_else(|| of_web(root))
    };
    if let Some((kind, shape)) = told {
        return (kind, shape.to_owned());
    }
    let place = ["url", "serve"].into_iter().find(|name| root.get(name).is_some());
    if let (true, Some(place)) = (has_list(root, "actions"), place) {
        return (FileKind::Scenario, format!("object with `{place}` and `actions`"));
    }
    (FileKind::Json, members_in_words(root.members()))
}

/// A kind, and what it is told by.
type Told = Option<(FileKind, &'static str)>;

fn of_heap(root: &Node) -> Told {
    if !has(root, "snapshot", |snapshot| snapshot.get("meta").is_some()) {
        return None;
    }
    let samples = root.get("samples").and_then(Node::list);
    Some(match samples {
        Some(samples) if samples.count > 0 => (
            FileKind::HeapTimeline,
            "object with `snapshot.meta` and filled `samples`",
        ),
        _ => (FileKind::HeapSnapshot, "object with `snapshot.meta`"),
    })
}

/// CPU profiles, in today's form and as a tree under `head`, and sampling heap profiles.
fn of_profile(root: &Node) -> Told {
    let samples = root.get("samples").is_some();
    if has_list(root, "nodes") && samples {
        return Some((FileKind::CpuProfile, "object with `nodes` and `samples`"));
    }
    let first_node = root
        .get("nodes")
        .and_then(Node::list)
        .and_then(|nodes| nodes.first.first());
    if first_node.is_some_and(|node| node.get("callFrame").is_some()) {
        return Some((FileKind::CpuProfile, "object with `nodes` of `callFrame`s"));
    }
    let head = root.get("head")?;
    if head.get("selfSize").is_some() {
        return Some((FileKind::HeapProfile, "object with `head.selfSize`"));
    }
    if head.get("hitCount").is_some() {
        return Some((FileKind::CpuProfile, "object with `head.hitCount`, the old form"));
    }
    let unread = matches!(head, Node::Unread);
    (unread && samples).then_some((
        FileKind::CpuProfile,
        "object with `head` and `samples`, the old form",
    ))
}

fn of_web(root: &Node) -> Told {
    let any = |name| root.get(name).is_some();
    let is_log = |log: &Node| log.get("entries").is_some() || log.get("creator").is_some();
    Some(if has(root, "log", is_log) {
        (FileKind::Har, "object with `log` of `entries`")
    } else if any("version") && any("mappings") {
        (FileKind::SourceMap, "object with `version` and `mappings`")
    } else if any("version") && has_list(root, "sections") {
        (FileKind::SourceMap, "object with `version` and `sections`")
    } else if any("kind") && any("format_version") {
        (FileKind::Document, "object with `kind` and `format_version`")
    } else if any("title") && has_list(root, "steps") {
        (FileKind::Recorder, "object with `title` and `steps`")
    } else {
        return None;
    })
}

/// Whether there is a list of this name, or something that was not read.
fn has_list(root: &Node, name: &str) -> bool {
    has(root, name, |node| node.list().is_some())
}

/// Whether there is something of this name that passes, or was not read.
fn has(root: &Node, name: &str, test: impl Fn(&Node) -> bool) -> bool {
    let passes = |node: &Node| matches!(node, Node::Unread) || test(node);
    root.get(name).is_some_and(passes)
}

fn of_array(list: &List) -> (FileKind, String) {
    if list.first.iter().any(|element| element.get("ph").is_some()) {
        return (FileKind::Trace, "array of objects with `ph`".to_owned());
    }
    let shape = match list.first.first() {
        None => "array without elements".to_owned(),
        Some(Node::Object(members)) if !members.is_empty() => {
            format!("array, its first element an {}", members_in_words(members))
        }
        Some(_) => "array".to_owned(),
    };
    (FileKind::Json, shape)
}

/// The first names of an object.
fn members_in_words(members: &[(String, Node)]) -> String {
    const SHOWN: usize = 4;
    let shown: Vec<String> = members
        .iter()
        .take(SHOWN)
        .map(|(name, _)| format!("`{}`", name.chars().take(40).collect::<String>()))
        .collect();
    let more = if members.len() > SHOWN { " and more" } else { "" };
    if shown.is_empty() {
        return "object without members".to_owned();
    }
    format!("object with {}{more}", shown.join(", "))
}
