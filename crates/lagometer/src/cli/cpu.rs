//! What `cpu` needs.

use super::after_help;
use clap::{Args, Subcommand, ValueEnum};
use lagometer_analyze::{CpuBasisChoice, CpuDiffBy, CpuRules, CpuSort, CpuView};
use std::path::PathBuf;

/// What `cpu` needs.
#[derive(Clone, Debug, PartialEq, Args)]
#[command(
    args_conflicts_with_subcommands = true,
    subcommand_negates_reqs = true,
    disable_help_subcommand = true
)]
pub struct CpuArguments {
    /// Another question than where the time went.
    #[command(subcommand)]
    pub command: Option<CpuCommand>,
    /// CPU profiles or traces with CPU samples, plain or gzip, or - for stdin; or a run, whose extra round is
    /// then read: its folder, its id, a unique start of its id, or last; several are added up
    #[arg(value_name = "FILE|RUN", required = true)]
    pub files: Vec<PathBuf>,
    /// How many rows are listed: 10, of calls 40; json lists all
    #[arg(long, value_name = "N")]
    top: Option<usize>,
    /// How many rows are left out in front of the list
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub skip: usize,
    /// What the functions are ordered by
    #[arg(long, value_enum, default_value_t = Sort::Own)]
    pub sort: Sort,
    /// What is listed: functions, calls from either end, or what functions are put together by
    #[arg(long, value_enum, default_value_t = View::Functions)]
    pub view: View,
    /// Who calls this function and what it calls: its name, or an id of the JSON answer
    #[arg(long, value_name = "NAME", conflicts_with = "view")]
    pub function: Option<String>,
    /// Write the stacks in this form instead of the answer
    #[arg(long, value_enum, value_name = "FORM", conflicts_with_all = ["view", "function", "format"])]
    pub export: Option<Export>,
    /// The order of the boxes of `--export svg`
    #[arg(long, value_enum, default_value_t = Order::LeftHeavy, requires = "export")]
    pub order: Order,
    /// What shares are of
    #[arg(long, value_enum, default_value_t = Basis::Active)]
    pub basis: Basis,
    /// Only the profile with this number; may be given several times
    #[arg(long = "profile", value_name = "N")]
    pub profiles: Vec<String>,
    /// How many lines are shown around the hottest lines of each listed function [default: none in the
    /// table, 3 in markdown and json]
    #[arg(long, value_name = "N")]
    pub context_lines: Option<u32>,
    /// What is read, and how.
    #[command(flatten)]
    pub reading: ReadingArguments,
}

/// What is read of profiles, and how.
#[derive(Clone, Debug, PartialEq, Args)]
pub struct ReadingArguments {
    /// Only samples with a function on their stack whose name or address matches
    #[arg(long, value_name = "REGEX")]
    pub focus: Option<String>,
    /// Only samples without such a function on their stack
    #[arg(long, value_name = "REGEX")]
    pub ignore: Option<String>,
    /// Such functions are not shown, and their own time is their callers'
    #[arg(long, value_name = "REGEX")]
    pub hide: Option<String>,
    /// Only the profile of this thread: its name or number; `all` adds up every thread
    #[arg(long, value_name = "THREAD")]
    pub thread: Option<String>,
    /// The window: each end a time such as 1.2s after the start, in a trace also a mark, or empty
    ///
    /// Without it the window is the pair of lagometer marks where a trace has exactly one, else
    /// everything.
    #[arg(long, value_name = "FROM..TO", value_parser = super::window, allow_hyphen_values = true)]
    pub window: Option<String>,
    /// By which rules samples get their time: those of `lagometer metrics`, or those of the Performance
    /// panel of DevTools
    #[arg(long, value_enum, default_value_t = Rules::Lagometer)]
    pub rules: Rules,
    /// A source map, and the end of the address of the script that it belongs to; without that, the script
    /// is the one that is called like the map without `.map`
    ///
    /// Scripts and maps on this machine are found by what the script says. May be given several times.
    #[arg(long = "source-map", value_name = "[SCRIPT=]FILE")]
    pub source_maps: Vec<String>,
    /// Fetch source maps, and scripts that name them, from the `http` and `https` addresses at which they
    /// are served, as they are there now
    ///
    /// Each at most 64 MiB within 10 s. What cannot be fetched is a note. Sources are not fetched.
    #[arg(long)]
    pub fetch_maps: bool,
    /// From where the sources of the maps are to be seen, in place of the maps' own addresses
    #[arg(long, value_name = "FOLDER|URL")]
    pub source_root: Option<String>,
    /// Where the runs are kept
    #[arg(long, value_name = "DIR", default_value = "lagometer-results")]
    pub results: PathBuf,
    /// How many calls may be kept in memory
    #[arg(long, value_name = "N", default_value_t = 32_000_000)]
    pub max_nodes: usize,
    /// How many samples may be kept in memory
    #[arg(long, value_name = "N", default_value_t = 128_000_000)]
    pub max_samples: usize,
}

/// Another question about CPU samples.
#[derive(Clone, Debug, PartialEq, Subcommand)]
pub enum CpuCommand {
    /// What takes more and what takes less time in one build than in another one
    #[command(after_help = after_help(DIFF_EXAMPLES), long_about = DIFF_ABOUT)]
    Diff(CpuDiffArguments),
}

/// What `cpu diff` needs.
#[derive(Clone, Debug, PartialEq, Args)]
pub struct CpuDiffArguments {
    /// Profiles, traces or runs of the base, each one repeat
    #[arg(long, value_name = "FILE|RUN", required = true, num_args = 1..)]
    pub base: Vec<PathBuf>,
    /// Profiles, traces or runs of the head, each one repeat
    #[arg(long, value_name = "FILE|RUN", required = true, num_args = 1..)]
    pub head: Vec<PathBuf>,
    /// What a row is
    #[arg(long, value_enum, default_value_t = By::Function)]
    pub by: By,
    /// How many rows are listed; json lists all
    #[arg(long, value_name = "N", default_value_t = 20)]
    pub top: usize,
    /// Write both sides in this form instead of the answer
    #[arg(long, value_enum, value_name = "FORM", conflicts_with_all = ["by", "format"])]
    pub export: Option<DiffExport>,
    /// What is read, and how.
    #[command(flatten)]
    pub reading: ReadingArguments,
}

impl CpuArguments {
    /// How many rows are listed.
    pub fn top(&self) -> usize {
        let calls = self.function.is_some() || matches!(self.view, View::BottomUp | View::TopDown);
        self.top.unwrap_or(if calls { 40 } else { 10 })
    }
}

/// A form of another program, or a drawing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Export {
    /// A flame graph: one drawing without script
    Svg,
    /// A line for each stack, for FlameGraph and inferno
    Folded,
    /// A file for speedscope.app
    Speedscope,
    /// A CPU profile for DevTools, with functions as they were written
    Cpuprofile,
}

/// The order of boxes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Order {
    /// Stacks that are the same are one, the largest first
    LeftHeavy,
    /// From the first sample to the last, of one profile
    Time,
}

/// A drawing of both sides.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum DiffExport {
    /// A differential flame graph: blue is less, orange is more
    Svg,
}

/// What a row of a comparison is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum By {
    /// A function
    Function,
    /// A file
    File,
    /// A package
    Package,
    /// A host
    Domain,
    /// A kind of code
    Category,
}

impl From<By> for CpuDiffBy {
    fn from(by: By) -> CpuDiffBy {
        match by {
            By::Function => CpuDiffBy::Function,
            By::File => CpuDiffBy::File,
            By::Package => CpuDiffBy::Package,
            By::Domain => CpuDiffBy::Domain,
            By::Category => CpuDiffBy::Category,
        }
    }
}

/// What is listed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum View {
    /// Functions, with hot lines and labels
    Functions,
    /// Calls, from each function up to its callers
    BottomUp,
    /// Calls, from the first caller down
    TopDown,
    /// Lines over all functions
    Lines,
    /// By file
    Files,
    /// By package
    Packages,
    /// By host
    Domains,
    /// By kind of code
    Categories,
    /// By thread
    Threads,
}

impl From<View> for CpuView {
    fn from(view: View) -> CpuView {
        match view {
            View::Functions => CpuView::Functions,
            View::BottomUp => CpuView::BottomUp,
            View::TopDown => CpuView::TopDown,
            View::Lines => CpuView::Lines,
            View::Files => CpuView::Files,
            View::Packages => CpuView::Packages,
            View::Domains => CpuView::Domains,
            View::Categories => CpuView::Categories,
            View::Threads => CpuView::Threads,
        }
    }
}

/// What the functions are ordered by.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Sort {
    /// Their own time
    #[value(name = "self")]
    Own,
    /// With what they call
    Total,
}

/// What shares are of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Basis {
    /// All samples without idle ones
    Active,
    /// All samples
    Sampled,
}

/// By which rules samples get their time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Rules {
    /// Each sample is what it says, and lasts until the next one
    Lagometer,
    /// Single (program) samples and garbage collection belong to the stack before them
    Devtools,
}

impl From<Sort> for CpuSort {
    fn from(sort: Sort) -> CpuSort {
        match sort {
            Sort::Own => CpuSort::Own,
            Sort::Total => CpuSort::Total,
        }
    }
}

impl From<Basis> for CpuBasisChoice {
    fn from(basis: Basis) -> CpuBasisChoice {
        match basis {
            Basis::Active => CpuBasisChoice::Active,
            Basis::Sampled => CpuBasisChoice::Sampled,
        }
    }
}

impl From<Rules> for CpuRules {
    fn from(rules: Rules) -> CpuRules {
        match rules {
            Rules::Lagometer => CpuRules::Lagometer,
            Rules::Devtools => CpuRules::DevTools,
        }
    }
}

pub(super) const ABOUT: &str = "\
Which functions CPU time was spent in, and on which lines.

Reads CPU profiles of Chrome, Node, Deno and Hermes in their old and new forms, traces with CPU \
samples, the extra round of a run, and sampling heap profiles, whose bytes then stand in the place of time. Self is the time of a function itself, total \
with what it calls, every sample once. Idle time, garbage collection and the engine's own work stand \
apart. Of a trace the worst long tasks are listed with their functions. A label is only given for what the numbers show, and prints them.";

pub(super) const EXAMPLES: &[&str] = &[
    "lagometer cpu page.cpuprofile --top 4",
    "lagometer cpu last --context-lines 3",
    "lagometer cpu trace.json.gz --thread all --window 0.2s..0.7s",
    "lagometer cpu page.cpuprofile --view top-down --focus '/src/'",
    "lagometer cpu page.cpuprofile --export svg -o page.svg",
    "lagometer cpu bundle.cpuprofile --export cpuprofile -o sources.cpuprofile",
    "lagometer cpu run-1.cpuprofile run-2.cpuprofile --sort total --format markdown",
];

pub(super) const DIFF_ABOUT: &str = "\
What takes more and what takes less time in one build than in another one.

Every file is one repeat of its side, read and chosen from by itself; the medians are compared. A change \
is claimed where it is larger than the noise: the larger of both sides' max - min, and of two standard \
errors of sampling. A side of one file has no spread, so nothing is judged. A function is the same by its \
name and file, wherever it stands; paths count without host, query and hash. Where lines moved and a file \
has several functions of a name, they are one row.";

pub(super) const DIFF_EXAMPLES: &[&str] = &[
    "lagometer cpu diff --base base-1.cpuprofile base-2.cpuprofile --head head-1.cpuprofile head-2.cpuprofile",
    "lagometer cpu diff --base base-*.cpuprofile --head head-*.cpuprofile --by package",
    "lagometer cpu diff --base base-*.cpuprofile --head head-*.cpuprofile --export svg -o diff.svg",
];
