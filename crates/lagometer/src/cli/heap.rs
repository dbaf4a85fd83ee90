//! The arguments of `lagometer heap`.

use super::after_help;
use clap::{Args, Subcommand, ValueEnum};
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
    /// The bounds.
    #[command(flatten)]
    pub limits: HeapLimits,
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
    /// The shortest path from the root to an object: why it is alive
    #[command(after_help = after_help(&["lagometer heap path page.heapsnapshot 61737"]))]
    Path {
        /// A heap snapshot, plain or gzip, or - for stdin
        file: PathBuf,
        /// The id of the object, with or without @
        id: String,
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
}

pub(super) const ABOUT: &str = "\
What a heap snapshot says: what fills the heap, and what is kept alive by what.

Reads what DevTools, Puppeteer, Playwright, `node --heapsnapshot-signal` and `v8.writeHeapSnapshot` \
write: .heapsnapshot and .heaptimeline, plain or gzip, of any size. A snapshot is checked strictly and \
never answered in part.

Sizes that are retained follow the rules snapshot-strong-v1: weak edges and edges of an object to itself \
retain nothing, shortcut edges retain from the root only, all others retain. They need not equal \
Chrome's, nor what the collector would free.";

const GROUPS_EXAMPLES: &[&str] = &[
    "lagometer heap groups page.heapsnapshot --top 4",
    "lagometer heap groups page.heapsnapshot --kind closure --by-location",
];
