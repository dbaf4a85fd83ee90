//! The arguments of `lagometer heap`.

use super::after_help;
use clap::{Args, Subcommand, ValueEnum};
use regex_lite::Regex;
use std::path::PathBuf;

/// What `heap` needs: a question and a snapshot.
#[derive(Clone, Debug, PartialEq, Args)]
#[command(
    subcommand_required = true,
    arg_required_else_help = true,
    disable_help_subcommand = true
)]
pub struct HeapArguments {
    /// The question.
    #[command(subcommand)]
    pub command: HeapCommand,
    /// Where sources were written.
    #[command(flatten)]
    pub sources: HeapSourceMaps,
    /// The bounds.
    #[command(flatten)]
    pub limits: HeapLimits,
}

/// Source maps, for functions and constructors in the places where they were written.
#[derive(Clone, Debug, PartialEq, Args)]
#[command(next_help_heading = "Source maps")]
pub struct HeapSourceMaps {
    /// A source map, and the end of the address of the script that it belongs to; without that, the script
    /// is the one that is called like the map without `.map`
    ///
    /// Scripts and maps on this machine are found by what the script says. A script of which the file has
    /// no name is called by its number: `'script 12=app.js.map'`. May be given several times.
    #[arg(long = "source-map", value_name = "[SCRIPT=]FILE", global = true)]
    pub source_maps: Vec<String>,
    /// Fetch source maps, and scripts that name them, from the `http` and `https` addresses at which they
    /// are served, as they are there now
    ///
    /// Each at most 64 MiB within 10 s. What cannot be fetched is a note. Sources are not fetched.
    #[arg(long, global = true)]
    pub fetch_maps: bool,
    /// From where the sources of the maps are to be seen, in place of the maps' own addresses
    #[arg(long, value_name = "FOLDER|URL", global = true)]
    pub source_root: Option<String>,
}

/// A question about a heap.
#[derive(Clone, Debug, PartialEq, Subcommand)]
pub enum HeapCommand {
    /// What fills the heap: sizes by kind, what is reachable, what is detached
    #[command(after_help = after_help(&["lagometer heap summary page.heapsnapshot"]))]
    Summary {
        /// A heap snapshot, plain or gzip, or - for stdin
        file: PathBuf,
    },
    /// Objects by constructor, with the bytes that would go with all of a group
    #[command(after_help = after_help(GROUPS_EXAMPLES))]
    Groups(GroupsArguments),
    /// Objects by kind, name, size, distance or detachedness
    #[command(after_help = after_help(OBJECTS_EXAMPLES))]
    Objects(ObjectsArguments),
    /// One object: its size, its place, where it was made, its edges in both directions
    #[command(after_help = after_help(&["lagometer heap object page.heapsnapshot 61737"]))]
    Object(OneArguments),
    /// What goes with an object: the objects that it dominates directly, in parts that add up
    #[command(after_help = after_help(DOMINATORS_EXAMPLES))]
    Dominators(DominatorsArguments),
    /// Several simple paths from the root to an object, shortest first
    #[command(after_help = after_help(&["lagometer heap paths page.heapsnapshot 61737 --paths 10"]))]
    Paths(PathsArguments),
    /// Objects that keep each other, and objects that lead to themselves
    #[command(after_help = after_help(&["lagometer heap cycles page.heapsnapshot"]))]
    Cycles(ListArguments),
    /// Objects of a document that are not in it, and what holds each
    #[command(after_help = after_help(&["lagometer heap detached page.heapsnapshot"]))]
    Detached(ListArguments),
    /// Where objects were made, if the file was taken with allocation tracking
    #[command(after_help = after_help(&["lagometer heap allocations page.heaptimeline"]))]
    Allocations(ListArguments),
    /// The shortest path from the root to an object: why it is alive
    #[command(after_help = after_help(&["lagometer heap path page.heapsnapshot 61737"]))]
    Path {
        /// A heap snapshot, plain or gzip, or - for stdin
        file: PathBuf,
        /// The id of the object, with or without @
        id: String,
        /// So many edges of the path are shown; of a longer one the first half of them and the last
        #[arg(long, value_name = "N", default_value_t = 1_024, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
        depth: u32,
    },
}

/// What `heap groups` needs.
#[derive(Clone, Debug, PartialEq, Args)]
pub struct GroupsArguments {
    /// A heap snapshot, plain or gzip, or - for stdin
    pub file: PathBuf,
    /// How many groups are listed
    #[arg(long, value_name = "N", default_value_t = 20, value_parser = clap::value_parser!(u32).range(1..=1_000))]
    pub top: u32,
    /// How many groups are passed over first
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub skip: u32,
    /// The order; retained is by what the outermost members retain, at most the group retained
    #[arg(long, value_enum, value_name = "COLUMN", default_value_t = GroupSort::Retained)]
    pub sort: GroupSort,
    /// Only groups of this kind, such as object, closure or native
    #[arg(long, value_name = "KIND")]
    pub kind: Option<String>,
    /// Only groups with this in their name
    #[arg(long, value_name = "TEXT")]
    pub name: Option<String>,
    /// Also groups of the engine: blink::, system /, arrays, code, shapes
    #[arg(long)]
    pub all: bool,
    /// A group of its own for each place in the sources
    #[arg(long)]
    pub by_location: bool,
}

/// What a question about the whole heap needs.
#[derive(Clone, Debug, PartialEq, Args)]
pub struct ListArguments {
    /// A heap snapshot, plain or gzip, or - for stdin
    pub file: PathBuf,
    #[command(flatten)]
    pub page: PageArguments,
}

/// What a question about one object needs.
#[derive(Clone, Debug, PartialEq, Args)]
pub struct OneArguments {
    /// A heap snapshot, plain or gzip, or - for stdin
    pub file: PathBuf,
    /// The id of the object, with or without @
    pub id: String,
    #[command(flatten)]
    pub page: PageArguments,
}

/// What `heap dominators` needs.
#[derive(Clone, Debug, PartialEq, Args)]
pub struct DominatorsArguments {
    #[command(flatten)]
    pub one: OneArguments,
    /// As a drawing in place of the answer: boxes within boxes, whose area is what they retain
    #[arg(long, value_enum, value_name = "FORM")]
    pub export: Option<HeapExport>,
}

/// A drawing of what an object retains.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum HeapExport {
    /// A treemap: one drawing without script
    Svg,
}

/// Which rows are listed.
#[derive(Clone, Copy, Debug, PartialEq, Args)]
pub struct PageArguments {
    /// How many rows are listed
    #[arg(long, value_name = "N", default_value_t = 20, value_parser = clap::value_parser!(u32).range(1..=1_000))]
    pub top: u32,
    /// How many rows are passed over first
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub skip: u32,
}

/// What `heap objects` needs.
#[derive(Clone, Debug, Args)]
pub struct ObjectsArguments {
    /// A heap snapshot, plain or gzip, or - for stdin
    pub file: PathBuf,
    #[command(flatten)]
    pub page: PageArguments,
    /// The order
    #[arg(long, value_enum, value_name = "COLUMN", default_value_t = ObjectSort::Retained)]
    pub sort: ObjectSort,
    /// Only objects of this kind, such as object, closure, native or string
    #[arg(long, value_name = "KIND")]
    pub kind: Option<String>,
    /// Only objects with this in their name
    #[arg(long, value_name = "TEXT")]
    pub name: Option<String>,
    /// Only objects whose name this regular expression matches
    #[arg(long, value_name = "REGEX", value_parser = regex)]
    pub regex: Option<Regex>,
    /// Only objects with so many bytes of their own
    #[arg(long, value_name = "BYTES")]
    pub min_shallow: Option<u64>,
    /// Only objects that retain so many bytes
    #[arg(long, value_name = "BYTES")]
    pub min_retained: Option<u64>,
    /// Only objects that are so many edges from the root, or fewer
    #[arg(long, value_name = "N")]
    pub max_distance: Option<u32>,
    /// Only objects of a document that are not in it
    #[arg(long)]
    pub detached: bool,
}

/// Patterns are the same where their texts are.
impl PartialEq for ObjectsArguments {
    fn eq(&self, other: &ObjectsArguments) -> bool {
        let texts = |arguments: &ObjectsArguments| {
            let ObjectsArguments {
                file,
                page,
                sort,
                kind,
                name,
                regex,
                min_shallow,
                min_retained,
                max_distance,
                detached,
            } = arguments.clone();
            let regex = regex.map(|regex| regex.as_str().to_owned());
            let bounds = (min_shallow, min_retained, max_distance, detached);
            (file, (page.top, page.skip), sort, kind, name, regex, bounds)
        };
        texts(self) == texts(other)
    }
}

fn regex(text: &str) -> Result<Regex, String> {
    Regex::new(text).map_err(|error| error.to_string())
}

/// The order of objects.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum ObjectSort {
    /// What retains most first
    Retained,
    /// The largest first
    Shallow,
    /// The nearest to the root first
    Distance,
    /// By id
    Id,
    /// By kind and name
    Name,
}

/// What `heap paths` needs.
#[derive(Clone, Debug, PartialEq, Args)]
pub struct PathsArguments {
    /// A heap snapshot, plain or gzip, or - for stdin
    pub file: PathBuf,
    /// The id of the object, with or without @
    pub id: String,
    /// So many paths are looked for
    #[arg(long, value_name = "N", default_value_t = 5, value_parser = clap::value_parser!(u32).range(1..=1_000))]
    pub paths: u32,
    /// So many edges a path may have
    #[arg(long, value_name = "N", default_value_t = 64, value_parser = clap::value_parser!(u32).range(1..=1_024))]
    pub depth: u32,
    /// So many edges into objects are looked at
    #[arg(long, value_name = "N", default_value_t = 50_000, value_parser = clap::value_parser!(u64).range(1..))]
    pub edges: u64,
    /// So many beginnings of paths may wait
    #[arg(long, value_name = "N", default_value_t = 4_096, value_parser = clap::value_parser!(u32).range(1..=16_000_000))]
    pub queue: u32,
}

/// The order of groups.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum GroupSort {
    /// What the outermost members retain
    Retained,
    /// The members' own bytes
    Shallow,
    /// How many members
    Count,
    /// The most that one member retains
    Largest,
    /// Kind and name
    Name,
}

/// The bounds on what a snapshot may demand. They bound work, not time and not memory.
#[derive(Clone, Debug, PartialEq, Args)]
#[command(next_help_heading = "Limits (they bound work, not time and not memory)")]
pub struct HeapLimits {
    /// The size of the text, unpacked
    #[arg(long, value_name = "MIB", default_value_t = 2_048, global = true, value_parser = clap::value_parser!(u32).range(1..))]
    pub max_file: u32,
    /// The objects
    #[arg(long, value_name = "N", default_value_t = 16_000_000, global = true, value_parser = clap::value_parser!(u32).range(1..=536_870_911))]
    pub max_nodes: u32,
    /// The edges
    #[arg(long, value_name = "N", default_value_t = 64_000_000, global = true, value_parser = clap::value_parser!(u32).range(1..))]
    pub max_edges: u32,
    /// The entries of the table of strings
    #[arg(long, value_name = "N", default_value_t = 4_000_000, global = true, value_parser = clap::value_parser!(u32).range(1..))]
    pub max_strings: u32,
    /// The characters of one string or value of the metadata
    #[arg(long, value_name = "N", default_value_t = 16_777_216, global = true, value_parser = clap::value_parser!(u64).range(1..))]
    pub max_value: u64,
    /// The levels of a value of the metadata, and the calls of an allocation stack
    #[arg(long, value_name = "N", default_value_t = 64, global = true, value_parser = clap::value_parser!(u32).range(1..=100_000))]
    pub max_depth: u32,
    /// The steps of the search for dominators, as a multiple of objects and edges together
    #[arg(long, value_name = "N", default_value_t = 64, global = true, value_parser = clap::value_parser!(u64).range(1..))]
    pub max_work: u64,
    /// The characters of the rows of a list as JSON; a list that reaches it ends there and says so
    #[arg(long, value_name = "N", default_value_t = 67_108_864, global = true, value_parser = clap::value_parser!(u64).range(1..))]
    pub max_text: u64,
}

pub(super) const ABOUT: &str = "\
What a heap snapshot says: what fills the heap, and what is kept alive by what.

Reads what DevTools, Puppeteer, Playwright, `node --heapsnapshot-signal` and `v8.writeHeapSnapshot` \
write: .heapsnapshot and .heaptimeline, plain or gzip. A snapshot is checked strictly and \
never answered in part.

Sizes that are retained follow the rules snapshot-strong-v1: weak edges and edges of an object to itself \
retain nothing, shortcut edges retain from the root only, all others retain. They need not equal \
Chrome's, nor what the collector would free.";

const DOMINATORS_EXAMPLES: &[&str] = &[
    "lagometer heap dominators page.heapsnapshot 61737 --top 10",
    "lagometer heap dominators page.heapsnapshot 1 --export svg -o heap.svg",
];
const OBJECTS_EXAMPLES: &[&str] = &[
    "lagometer heap objects page.heapsnapshot --kind closure --name on",
    "lagometer heap objects page.heapsnapshot --regex '^(Map|Set)$' --min-retained 1048576",
];
const GROUPS_EXAMPLES: &[&str] = &[
    "lagometer heap groups page.heapsnapshot --top 4",
    "lagometer heap groups page.heapsnapshot --kind closure --by-location",
];
