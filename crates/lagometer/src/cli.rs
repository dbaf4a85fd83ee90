//! The command line: the only place that knows clap. Out comes an [`Invocation`], checked.

mod capture;
mod cpu;
mod heap;

pub use heap::{
    DominatorsArguments, GroupSort, GroupsArguments, HeapArguments, HeapCommand, HeapExport, HeapLimits,
    HeapSourceMaps, ObjectSort, ObjectsArguments, PageArguments, PathsArguments,
};

use crate::exit_code::ExitCode;
use clap::error::ErrorKind;
use clap::{ArgAction, Args, CommandFactory as _, FromArgMatches as _, Parser, Subcommand, ValueEnum};
use lagometer_metric::Micros;
use std::ffi::OsString;
use std::path::PathBuf;

pub use capture::{CaptureArguments, CaptureCommand, CapturePageArguments};
pub use cpu::{CpuArguments, CpuCommand, CpuDiffArguments, DiffExport, Export, Order, ReadingArguments};

/// What was asked for.
#[derive(Clone, Debug, PartialEq)]
pub struct Invocation {
    /// How to answer.
    pub answer: AnswerOptions,
    /// What to do.
    pub command: Command,
}

/// The options that every command has.
#[derive(Clone, Debug, PartialEq, Args)]
#[command(next_help_heading = "Every command")]
pub struct AnswerOptions {
    /// The form of the answer
    #[arg(long, value_enum, default_value_t = Format::Table, global = true)]
    pub format: Format,
    /// Write the answer to this file instead of stdout
    #[arg(short, long, value_name = "FILE", global = true)]
    pub output: Option<PathBuf>,
    /// No progress and no warnings about this machine; errors are still shown
    #[arg(short, long, global = true, conflicts_with = "verbose")]
    pub quiet: bool,
    /// Every tolerated oddity with its byte offset, and a log on stderr; -vv logs every step
    #[arg(short, long, action = ArgAction::Count, global = true)]
    pub verbose: u8,
    /// Only ASCII: bars become digits in tenths
    #[arg(long, global = true)]
    pub ascii: bool,
    /// Exit with 2 when a file is cut off; what could be read is still answered
    #[arg(long, global = true)]
    pub strict: bool,
    /// Print the rule of every number shown, and what it does not mean
    #[arg(long, global = true)]
    pub rules_text: bool,
}

/// What `report` writes where nobody says otherwise.
const REPORT_FILE: &str = "report.html";

impl AnswerOptions {
    /// The options of this command: a page goes to a file, everything else to stdout.
    fn for_command(self, command: &Command) -> AnswerOptions {
        let file = matches!(command, Command::Report(_)).then(|| PathBuf::from(REPORT_FILE));
        AnswerOptions {
            output: self.output.or(file),
            ..self
        }
    }
}

/// The form of an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// For reading, 80 columns
    Table,
    /// For issues and pull requests
    Markdown,
    /// Everything, raw values with units
    Json,
}

/// A command and its own options.
#[derive(Clone, Debug, PartialEq, Subcommand)]
pub enum Command {
    /// Measure a page in a browser: rounds, a record on disk, a table
    #[command(after_help = after_help(RUN_EXAMPLES), long_about = RUN_ABOUT)]
    Run(RunArguments),
    /// The metrics of a Chrome trace
    #[command(after_help = after_help(TRACE_EXAMPLES), long_about = TRACE_ABOUT)]
    Trace(TraceArguments),
    /// Which functions CPU time was spent in, and on which lines
    #[command(after_help = after_help(cpu::EXAMPLES), long_about = cpu::ABOUT)]
    Cpu(Box<CpuArguments>),
    /// What a heap snapshot says: what fills the heap, and what is kept alive by what
    #[command(long_about = heap::ABOUT)]
    Heap(HeapArguments),
    /// Take a heap snapshot of a page, streamed to disk
    #[command(long_about = capture::ABOUT)]
    Capture(CaptureArguments),
    /// The runs of a results folder, newest first
    #[command(after_help = after_help(HISTORY_EXAMPLES))]
    History(HistoryArguments),
    /// Write runs or traces as a page to look at: one file, without network
    #[command(after_help = after_help(REPORT_EXAMPLES), long_about = REPORT_ABOUT)]
    Report(ReportArguments),
    /// Find out what a file is, and which command reads it
    #[command(after_help = after_help(INSPECT_EXAMPLES))]
    Inspect {
        /// A file, a folder of a run, or - for stdin
        file: PathBuf,
    },
    /// What the numbers mean: rule, unit, direction, version, source
    #[command(after_help = after_help(METRICS_EXAMPLES))]
    Metrics {
        /// Only this one; a whole id such as busy_rate/mean is fine too
        id: Option<String>,
    },
}

/// What `run` needs.
#[derive(Clone, Debug, PartialEq, Args)]
pub struct RunArguments {
    /// The scenario: a YAML or JSON file, or - for stdin; or the address of a page
    #[arg(value_name = "SCENARIO|URL")]
    pub scenario: PathBuf,
    /// With an address: click this element; actions are done in the order in which they are given
    #[arg(long = "click", value_name = "SELECTOR")]
    clicks: Vec<String>,
    /// With an address: click this element and type a text into it; `${NAME}` in the text is taken from
    /// the environment and kept nowhere
    #[arg(long = "type", value_name = "SELECTOR=TEXT", value_parser = typed_text)]
    texts: Vec<(String, String)>,
    /// Both, in their order on the command line
    #[arg(skip)]
    pub actions: Vec<PageAction>,
    /// Where runs are kept
    #[arg(long, value_name = "DIR", default_value = "lagometer-results")]
    pub results: PathBuf,
    /// How many measured rounds, instead of the scenario's; auto is 10
    #[arg(long, value_name = "N", value_parser = rounds)]
    pub rounds: Option<u32>,
    /// How many warm-up rounds are run first and dropped, instead of the scenario's
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(..=MAX_ROUNDS))]
    pub warmup: Option<u32>,
    /// Measure this address: replaces `url` and `serve` of the scenario
    #[arg(long, value_name = "URL", value_parser = absolute_url)]
    pub url: Option<String>,
    /// The browser to start; else LAGOMETER_BROWSER, PATH and the usual folders are searched
    #[arg(long, value_name = "PATH")]
    pub browser: Option<PathBuf>,
    /// Which raw traces stay on disk; median is the round that the curves are taken from, and the one with
    /// CPU samples
    #[arg(long, value_enum, value_name = "WHICH", default_value_t = KeepTraces::All)]
    pub keep_traces: KeepTraces,
    /// Leave out the extra round with CPU samples that follows the measured ones and says where the time
    /// went
    #[arg(long)]
    pub no_diagnosis: bool,
    /// Write the outcome of the run and of each budget as JUnit XML, too
    #[arg(long, value_name = "FILE")]
    pub junit: Option<PathBuf>,
}

/// What is done with a page whose address is given in the place of a scenario.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PageAction {
    /// Clicks an element.
    Click {
        /// The element.
        selector: String,
    },
    /// Types into an element.
    Type {
        /// The element.
        selector: String,
        /// The text.
        text: String,
    },
}

/// What `report` needs.
#[derive(Clone, Debug, PartialEq, Args)]
pub struct ReportArguments {
    /// A run: its folder, its id, a unique start of its id, or last; or a trace: its file, or - for stdin
    #[arg(value_name = "RUN|FILE", required = true)]
    pub subjects: Vec<PathBuf>,
    /// Where the runs are kept
    #[arg(long, value_name = "DIR", default_value = "lagometer-results")]
    pub results: PathBuf,
    /// The window of traces, as of lagometer trace
    #[arg(long, value_name = "FROM..TO", value_parser = window, allow_hyphen_values = true)]
    pub window: Option<String>,
    /// Whose conventions are followed in traces, as of lagometer trace
    #[arg(long, value_enum, value_name = "RULES", default_value = "lagometer")]
    pub rules: RuleSet,
}

/// Which raw traces a run keeps.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum KeepTraces {
    /// That of every round
    All,
    /// That of the round with the median main-thread CPU time
    Median,
    /// No trace
    None,
}

/// What `history` needs.
#[derive(Clone, Debug, PartialEq, Args)]
pub struct HistoryArguments {
    /// Where the runs are kept
    #[arg(long, value_name = "DIR", default_value = "lagometer-results")]
    pub results: PathBuf,
    /// Only the runs of this scenario
    #[arg(long, value_name = "NAME")]
    pub scenario: Option<String>,
    /// How many runs are listed
    #[arg(long, value_name = "N", default_value_t = 20, value_parser = clap::value_parser!(u32).range(1..))]
    pub limit: u32,
}

/// What `trace` needs.
#[derive(Clone, Debug, PartialEq, Args)]
pub struct TraceArguments {
    /// A trace, plain or gzip, or - for stdin
    pub file: PathBuf,
    /// The window: each end a mark, a time such as 1.2s after the start of the trace, or empty
    ///
    /// Or navigation:2, the second page that was loaded, until the next. Without it the window is the
    /// pair of lagometer marks where there is exactly one, else the whole trace; the answer says which.
    #[arg(long, value_name = "FROM..TO", value_parser = window, allow_hyphen_values = true)]
    pub window: Option<String>,
    /// The length of a slice of the busy rate
    #[arg(long, value_name = "TIME", default_value = "200ms", value_parser = duration)]
    pub slice: Micros,
    /// From this duration on a task is long
    #[arg(long, value_name = "TIME", default_value = "50ms", value_parser = duration)]
    pub long_task: Micros,
    /// Whose conventions are followed, where Lagometer's differ on purpose
    ///
    /// By `devtools` a task is long over 50 ms and not at it, tasks inside others are long tasks of
    /// their own, every process that the page was in counts over the whole trace, timings and
    /// interactions are those of all processes, and the last frame is not listed. Numbers of
    /// different rules are not to be compared.
    #[arg(long, value_enum, value_name = "RULES", default_value = "lagometer")]
    pub rules: RuleSet,
    /// The display's refresh rate, from which the frame budget comes; else measured in the trace
    #[arg(long, value_name = "HZ", value_parser = refresh_hz)]
    pub refresh_hz: Option<f64>,
    /// How many long tasks, interactions and workers are listed, and rows of --work (at least 10)
    #[arg(long, value_name = "N", default_value_t = 2)]
    pub top: usize,
    /// List in detail what the main thread was busy with; json has every list
    #[arg(long, value_enum, value_name = "LIST")]
    pub work: Option<WorkList>,
    /// Draw busy rate, long tasks, interactions, frame intervals and heap over time
    ///
    /// As plots of several lines in a table; in Markdown as a picture beside the file that --output
    /// names, and without such a file as a block of text. json has the values.
    #[arg(long)]
    pub plot: bool,
    /// How much of a trace may be kept in memory; a recording of hours may need more
    #[arg(long, value_name = "MIB", default_value_t = 256, value_parser = clap::value_parser!(u32).range(1..))]
    pub max_memory: u32,
}

/// How the main thread's work is listed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum WorkList {
    /// What lay in what, from tasks down
    TopDown,
    /// What the time of each name of event lay in, from the name up
    BottomUp,
    /// By script or document
    Url,
    /// By domain
    Domain,
    /// By name of event
    Name,
}

/// Whose conventions are followed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum RuleSet {
    /// Those that `lagometer metrics` states
    Lagometer,
    /// Those of DevTools' trace engine
    Devtools,
}

/// More rounds than anybody waits for.
const MAX_ROUNDS: i64 = 10_000;

/// Longer than any recording: a day.
const MAX_DURATION: Micros = Micros::from_millis(24 * 60 * 60 * 1_000);

const RUN_ABOUT: &str = "\
Measure a page in a browser: rounds, a record on disk, a table.

A scenario says how to get the page ready and what to do. Only `actions` are measured. Each round \
starts in a fresh context; warm-up rounds are dropped; the value of a run is the median over its \
rounds. One more round, with CPU samples, says where the time went: it is in none of the numbers, and \
`lagometer cpu last` has all of it. Everything is kept below --results, and that folder can be moved.

With the address of a page in the place of a scenario, what --click and --type say is measured, as \
the phase `interaction`; without them, two seconds of the loaded page that nobody touches. The \
scenario that this makes is kept in the run's folder and can be run again.";

const TRACE_ABOUT: &str = "\
The metrics of a Chrome trace.

Reads what DevTools, Puppeteer, Playwright, chrome://tracing and `lagometer run` write: the object \
and the array form, plain or gzip. A file that is cut off is answered as far as it goes, and says so.";

const REPORT_ABOUT: &str = "\
Write runs or traces as a page to look at: one file, without network.

`lagometer run` writes report.html into the folder of each run; this writes it again, or several runs \
on one page, to the file that --output names (report.html in the current folder, - for stdout). The \
page runs no script and opens from the disk. It links to the raw traces in the folders of the runs, by \
paths relative to itself. A trace is shown as `lagometer trace` answers it.";

const REPORT_EXAMPLES: &[&str] = &[
    "lagometer report last",
    "lagometer report 2026-11-29-143012-grid-sort last -o two-runs.html",
    "lagometer report trace.json.gz -o trace.html",
];
const RUN_EXAMPLES: &[&str] = &[
    "lagometer run examples/grid-sort/grid-sort.yaml --rounds 3",
    "lagometer run examples/grid-sort/grid-sort.yaml --format json -o answer.json",
    "lagometer run http://localhost:5173/ --type '#search=acme' --click '#go'",
];
const TRACE_EXAMPLES: &[&str] = &[
    "lagometer trace trace.json.gz --window 0.2s..0.7s",
    "lagometer trace trace.json.gz --plot",
    "gzip -dc trace.json.gz | lagometer trace - --format json",
];
const HISTORY_EXAMPLES: &[&str] = &[
    "lagometer history",
    "lagometer history --scenario grid-sort --limit 5 --format markdown",
];
const INSPECT_EXAMPLES: &[&str] = &["lagometer inspect trace.json.gz"];
const METRICS_EXAMPLES: &[&str] = &[
    "lagometer metrics total_blocking_time",
    "lagometer metrics --format markdown",
];

fn after_help(examples: &[&str]) -> String {
    let mut help = String::from("Examples:\n");
    for example in examples {
        help.push_str(&format!("  {example}\n"));
    }
    help.push('\n');
    help.push_str(&ExitCode::help());
    help
}

/// Measures how a web page behaves while somebody uses it, and says what made it slow.
#[derive(Debug, Parser)]
#[command(
    name = "lagometer",
    version,
    // The same text on a terminal, in a pipe and in the documentation.
    term_width = 80,
    after_help = root_help(),
    subcommand_required = true,
    arg_required_else_help = true,
    disable_help_subcommand = true,
)]
struct CommandLine {
    #[command(flatten)]
    answer: AnswerOptions,
    #[command(subcommand)]
    command: Command,
}

fn root_help() -> String {
    let variables = "\
Variables:
  LAGOMETER_BROWSER  the browser to start
  LAGOMETER_LOG      what is logged to stderr: debug, or lagometer_measure=trace
  NO_COLOR           no colour
  CLICOLOR_FORCE     colour also where the answer is no terminal";
    format!("{}\n\n{variables}", after_help(&[RUN_EXAMPLES[0]]))
}

/// Why there is no invocation: a text to print, which is help that was asked for or an error.
#[derive(Debug)]
pub struct NoInvocation {
    /// The text, with escape codes for colour.
    pub coloured: String,
    /// The text.
    pub plain: String,
    /// Whether this is an answer (help, version) and no error.
    pub answer: bool,
}

/// Reads the command line; the first of `arguments` is the program.
pub fn parse(arguments: impl IntoIterator<Item = OsString>) -> Result<Invocation, NoInvocation> {
    let line = CommandLine::command()
        .try_get_matches_from(arguments)
        .and_then(|matches| {
            let mut line = CommandLine::from_arg_matches(&matches)?;
            if let (Command::Run(run), Some((_, matches))) = (&mut line.command, matches.subcommand()) {
                run.actions = actions(run, matches);
            }
            Ok(line)
        });
    match line {
        Ok(CommandLine { answer, command }) => Ok(Invocation {
            answer: answer.for_command(&command),
            command,
        }),
        Err(error) => Err(NoInvocation {
            coloured: error.render().ansi().to_string(),
            plain: error.render().to_string(),
            answer: matches!(error.kind(), ErrorKind::DisplayHelp | ErrorKind::DisplayVersion),
        }),
    }
}

/// Clicks and texts in the order in which they stand on the command line, which clap keeps apart.
fn actions(run: &RunArguments, matches: &clap::ArgMatches) -> Vec<PageAction> {
    let places = |id: &str| {
        matches
            .indices_of(id)
            .into_iter()
            .flatten()
            .collect::<Vec<usize>>()
    };
    let clicks = run.clicks.iter().map(|selector| PageAction::Click {
        selector: selector.clone(),
    });
    let texts = run.texts.iter().map(|(selector, text)| PageAction::Type {
        selector: selector.clone(),
        text: text.clone(),
    });
    let mut placed: Vec<(usize, PageAction)> = places("clicks").into_iter().zip(clicks).collect();
    placed.extend(places("texts").into_iter().zip(texts));
    placed.sort_by_key(|(place, _)| *place);
    placed.into_iter().map(|(_, action)| action).collect()
}

/// `SELECTOR=TEXT`, cut at the first `=` that does not belong to the selector: not in brackets, not in
/// quotes.
fn typed_text(argument: &str) -> Result<(String, String), String> {
    let mut depth = 0_usize;
    let mut quote = None;
    let mut escaped = false;
    for (index, character) in argument.char_indices() {
        match (character, quote) {
            _ if escaped => escaped = false,
            ('\\', _) => escaped = true,
            (_, Some(open)) if character == open => quote = None,
            (_, Some(_)) => {}
            ('"' | '\'', None) => quote = Some(character),
            ('[' | '(', None) => depth += 1,
            (']' | ')', None) => depth = depth.saturating_sub(1),
            ('=', None) if depth == 0 && index > 0 => {
                let (selector, text) = argument.split_at(index);
                return Ok((selector.to_owned(), text[1..].to_owned()));
            }
            _ => {}
        }
    }
    Err("want an element and a text, such as `#search=acme`".to_owned())
}

/// `auto`, or how many rounds.
fn rounds(text: &str) -> Result<u32, String> {
    if text == "auto" {
        return Ok(AUTO_ROUNDS);
    }
    match text.parse::<u32>() {
        Ok(rounds) if (1..=MAX_ROUNDS).contains(&i64::from(rounds)) => Ok(rounds),
        _ => Err(format!("want `auto` or a number from 1 to {MAX_ROUNDS}")),
    }
}

/// What `rounds: auto` means.
pub const AUTO_ROUNDS: u32 = 10;

/// `500ms`, `1.2s`, `2m`; a bare number is milliseconds, as in a scenario.
fn duration(text: &str) -> Result<Micros, String> {
    let wrong = || "want a time such as `200ms` or `1.2s`".to_owned();
    let (digits, scale) = if let Some(digits) = text.strip_suffix("ms") {
        (digits, 1_000.0)
    } else if let Some(digits) = text.strip_suffix("us") {
        (digits, 1.0)
    } else if let Some(digits) = text.strip_suffix('s') {
        (digits, 1_000_000.0)
    } else if let Some(digits) = text.strip_suffix('m') {
        (digits, 60_000_000.0)
    } else {
        (text, 1_000.0)
    };
    // Only digits and a point: no sign, no exponent, no `inf`.
    if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.') {
        return Err(wrong());
    }
    let micros = (digits.parse::<f64>().map_err(|_| wrong())? * scale).round();
    if micros < 1.0 {
        return Err("must be longer than nothing".to_owned());
    }
    if micros > MAX_DURATION.as_f64() {
        return Err("must not be longer than a day".to_owned());
    }
    Ok(Micros(micros as i64))
}

fn refresh_hz(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(hertz) if (1.0..=1_000.0).contains(&hertz) => Ok(hertz),
        _ => Err("want a number from 1 to 1000".to_owned()),
    }
}

/// Whether this can be a window at all; what its ends are, the trace's marks tell.
fn window(text: &str) -> Result<String, String> {
    if text.contains("..") || text.starts_with("navigation:") {
        Ok(text.to_owned())
    } else {
        Err("want two ends, `FROM..TO`, such as `1.2s..3s` or `mark-a..mark-b`; or `navigation:1`".to_owned())
    }
}

fn absolute_url(text: &str) -> Result<String, String> {
    if is_address(text) {
        Ok(text.to_owned())
    } else {
        Err("want an absolute address such as `http://localhost:5173/`".to_owned())
    }
}

/// Whether this is the address of a page, and not the name of a file.
pub fn is_address(text: &str) -> bool {
    let known = ["http://", "https://", "file:///", "data:", "about:"];
    known.iter().any(|scheme| text.starts_with(scheme))
}

#[cfg(test)]
mod tests;
