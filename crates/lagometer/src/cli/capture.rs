//! The arguments of `lagometer capture`.

use super::after_help;
use clap::{Args, Subcommand};
use std::path::PathBuf;

/// What `capture` needs: whose heap.
#[derive(Clone, Debug, PartialEq, Args)]
#[command(
    subcommand_required = true,
    arg_required_else_help = true,
    disable_help_subcommand = true
)]
pub struct CaptureArguments {
    /// Whose heap.
    #[command(subcommand)]
    pub command: CaptureCommand,
}

/// Whose heap is captured.
#[derive(Clone, Debug, PartialEq, Subcommand)]
pub enum CaptureCommand {
    /// The heap of a page's main thread
    #[command(after_help = after_help(PAGE_EXAMPLES), long_about = PAGE_ABOUT)]
    Page(CapturePageArguments),
}

/// What `capture page` needs.
#[derive(Clone, Debug, PartialEq, Args)]
pub struct CapturePageArguments {
    /// The address of a page; or a scenario that gets one ready: a YAML or JSON file, or - for stdin
    #[arg(value_name = "URL|SCENARIO")]
    pub page: PathBuf,
    /// One snapshot, of the page as it is once it is ready
    #[arg(long, required = true)]
    pub once: bool,
    /// The file that is written; one that is there is replaced. Packed where it ends in .gz
    #[arg(long, value_name = "FILE", default_value = "page.heapsnapshot")]
    pub out: PathBuf,
    /// The browser to start; else LAGOMETER_BROWSER, PATH and the usual folders are searched
    #[arg(long, value_name = "PATH")]
    pub browser: Option<PathBuf>,
}

pub(super) const ABOUT: &str = "\
Take a heap snapshot of a page, streamed to disk.

The file is what DevTools writes and opens; `lagometer heap` answers from it.";

const PAGE_ABOUT: &str = "\
The heap of a page's main thread.

With an address, the page is loaded, left alone for two seconds, and then its heap is written. With a \
scenario, what it says of the browser and the page is done, and its steps of `prepare`; its actions are \
not. The browser collects the garbage first. The snapshot is written as it comes, in a few MiB of memory \
whatever its size, and appears under its name only when it is whole. Workers, and frames in processes of \
their own, have heaps of their own, which are not in it: the answer names them. Every string of the page is in it, \
passwords and tokens too.";

const PAGE_EXAMPLES: &[&str] = &[
    "lagometer capture page --once http://localhost:5173/",
    "lagometer capture page --once list.yaml --out list.heapsnapshot.gz",
];
