//! Files with CPU samples into their document.

mod convert;
mod diff;
mod group;
mod labels;
mod load;
mod long_tasks;
mod pattern;
mod script_events;
mod sources;
mod stacks;
mod timeline;
mod trace;
mod view;
mod window;
mod written;

use crate::{Error, Source, WindowChoice};
pub use diff::{CpuDiffBy, cpu_diff, cpu_diff_stacks};
use lagometer_cpu::{Amount, Content, Function, FunctionSum, Limits, Role, Rules, Weight};
use lagometer_report::CpuDocument;
use load::{Loaded, ProfileOf};
pub use pattern::CpuPattern;
pub use sources::SourceOptions;
use sources::Sources;
pub use stacks::cpu_stacks;
pub use timeline::cpu_timeline;
use written::Written;

/// What is to be computed from samples.
#[derive(Clone, Debug)]
pub struct CpuOptions<'f> {
    /// By which rules samples get their time.
    pub rules: Rules,
    /// What the functions are ordered by.
    pub sort: CpuSort,
    /// What shares are of.
    pub basis: CpuBasisChoice,
    /// Only profiles of threads with this name or number; `all` chooses every one.
    pub thread: Option<String>,
    /// Only profiles with these ids.
    pub profiles: Vec<String>,
    /// Which stretch of time; without it that between lagometer marks, where a trace has one pair, else
    /// all of it.
    pub window: Option<WindowChoice>,
    /// What is shown.
    pub view: CpuView,
    /// The function of which both sides are wanted: a name, or an id of the answer.
    pub function: Option<String>,
    /// Only samples with a function like this on their stack.
    pub focus: Option<CpuPattern>,
    /// Only samples without a function like this on their stack.
    pub ignore: Option<CpuPattern>,
    /// Functions like this belong to their callers.
    pub hide: Option<CpuPattern>,
    /// Whether the SHA-256 of the inputs is wanted.
    pub hash: bool,
    /// Whether an input that is cut off is an error.
    pub strict: bool,
    /// How much may be kept in memory.
    pub limits: Limits,
    /// Where functions and lines were written.
    pub sources: SourceOptions<'f>,
    /// Whether the lines of each call are wanted, for the order of time.
    pub lines_of_calls: bool,
}

/// What is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CpuView {
    /// Functions alone.
    Functions,
    /// Calls, from each function up to its callers.
    BottomUp,
    /// Calls, from the first caller down.
    TopDown,
    /// Lines over all functions.
    Lines,
    /// By file.
    Files,
    /// By package.
    Packages,
    /// By host.
    Domains,
    /// By kind of code.
    Categories,
    /// By thread.
    Threads,
}

impl CpuView {
    /// Every view.
    pub const ALL: [CpuView; 9] = [
        CpuView::Functions,
        CpuView::BottomUp,
        CpuView::TopDown,
        CpuView::Lines,
        CpuView::Files,
        CpuView::Packages,
        CpuView::Domains,
        CpuView::Categories,
        CpuView::Threads,
    ];

    /// The word.
    pub fn name(self) -> &'static str {
        match self {
            CpuView::Functions => "functions",
            CpuView::BottomUp => "bottom-up",
            CpuView::TopDown => "top-down",
            CpuView::Lines => "lines",
            CpuView::Files => "files",
            CpuView::Packages => "packages",
            CpuView::Domains => "domains",
            CpuView::Categories => "categories",
            CpuView::Threads => "threads",
        }
    }
}

/// What the functions are ordered by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CpuSort {
    /// Their own time.
    Own,
    /// With what they call.
    Total,
}

/// What shares are of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CpuBasisChoice {
    /// Everything but idleness.
    Active,
    /// Everything.
    Sampled,
}

/// The functions of CPU profiles, of the chosen ones over all files as one.
///
/// A file that is cut off behind its first samples is answered as far as it goes, unless `strict` is
/// set. What holds no samples, and a choice that is not there, are errors. A source map or a source that
/// is missing or broken is a note, and leaves a function where its script has it.
pub fn cpu(sources: Vec<Source<'_>>, options: &CpuOptions<'_>) -> Result<CpuDocument, Error> {
    let loaded = load::load(sources, options)?;
    let chosen = choose(&loaded, options)?;
    let mut answer = Answer::of(written(&loaded, &chosen, options), options);
    let document = convert::document(&loaded, &chosen, &mut answer, options)?;
    Ok(CpuDocument {
        long_tasks: long_tasks::long_tasks(&loaded, &chosen, &mut answer.written, options),
        ..document
    })
}

/// The chosen profiles as one tree, as it was written.
fn written<'o>(loaded: &'o Loaded, chosen: &[usize], options: &'o CpuOptions<'_>) -> Written<'o> {
    let trees = chosen
        .iter()
        .map(|at| loaded.profiles[*at].tree(options.rules))
        .collect();
    let sources = Sources::new(&options.sources, loaded.scripts.iter().collect());
    Written::of(lagometer_cpu::merge(trees), sources, options)
}

/// What was computed.
struct Answer<'t> {
    written: Written<'t>,
    /// What was sampled in each node and below it.
    below: Vec<Amount>,
    sums: Vec<FunctionSum>,
    roles: Vec<Role>,
    calls: lagometer_cpu::Calls,
    /// Functions with samples in them or in what they call, in the order that was asked for.
    order: Vec<u32>,
    basis: i64,
    basis_name: &'static str,
    /// All that was sampled, idle time with it.
    recorded: i64,
}

impl<'t> Answer<'t> {
    fn of(written: Written<'t>, options: &CpuOptions<'_>) -> Answer<'t> {
        let tree = &written.tree;
        let below = lagometer_cpu::subtrees(tree);
        let sums = lagometer_cpu::hotspots_of(tree, &below);
        let roles: Vec<Role> = tree.functions.iter().map(Function::role).collect();
        let idle = own_of(&sums, &roles, Role::Idle);
        let sampled = tree.sampled().weight;
        let (basis, basis_name) = match (options.basis, tree.weight) {
            (CpuBasisChoice::Active, Weight::Time) => (sampled - idle, "active"),
            // Bytes are never idle.
            (CpuBasisChoice::Sampled, _) | (_, Weight::Bytes) => (sampled, "sampled"),
        };
        // Neighbours are wanted of those alone that a label may be given to.
        let wanted: Vec<bool> = sums
            .iter()
            .map(|sum| {
                sum.own.weight.saturating_mul(100) >= basis || sum.total.weight.saturating_mul(5) >= basis
            })
            .collect();
        Answer {
            calls: lagometer_cpu::calls(tree, &below, &wanted),
            order: order(tree, &sums, &roles, options.sort),
            written,
            below,
            sums,
            roles,
            basis,
            basis_name,
            recorded: sampled,
        }
    }
}

fn own_of(sums: &[FunctionSum], roles: &[Role], role: Role) -> i64 {
    let of_role = sums.iter().zip(roles).filter(|(_, its)| **its == role);
    of_role.map(|(sum, _)| sum.own.weight).sum()
}

fn order(tree: &lagometer_cpu::CallTree, sums: &[FunctionSum], roles: &[Role], sort: CpuSort) -> Vec<u32> {
    let counts = |function: &u32| {
        let at = *function as usize;
        roles[at] == Role::Function && (sums[at].total.weight > 0 || sums[at].total.samples > 0)
    };
    let mut order: Vec<u32> = (0..sums.len() as u32).filter(counts).collect();
    let weights = |function: u32| {
        let sum = &sums[function as usize];
        match sort {
            CpuSort::Own => (sum.own.weight, sum.total.weight),
            CpuSort::Total => (sum.total.weight, sum.own.weight),
        }
    };
    order.sort_by(|a, b| {
        let by_weight = weights(*b).cmp(&weights(*a));
        by_weight.then_with(|| tree.functions[*a as usize].cmp(&tree.functions[*b as usize]))
    });
    order
}

/// The chosen profiles. Without a choice one of each file: the page's main thread, else the one with
/// the most active time.
fn choose(loaded: &Loaded, options: &CpuOptions<'_>) -> Result<Vec<usize>, Error> {
    let by_id = |at: usize| options.profiles.iter().any(|id| *id == at.to_string());
    let by_thread = |of: &ProfileOf| match options.thread.as_deref() {
        None | Some("all") => true,
        Some(wanted) => {
            of.thread.as_deref() == Some(wanted) || of.tid().is_some_and(|tid| tid.to_string() == wanted)
        }
    };
    if let Some(id) = options.profiles.iter().find(|id| {
        let number: Option<usize> = id.parse().ok();
        number.is_none_or(|number| number >= loaded.profiles.len())
    }) {
        return Err(Error::no_profile(
            &loaded.name(),
            &format!("no profile `{id}`"),
            &loaded.listed(),
        ));
    }
    let explicit = options.thread.is_some() || !options.profiles.is_empty();
    let chosen: Vec<usize> = if explicit {
        let fits =
            |at: &usize| (options.profiles.is_empty() || by_id(*at)) && by_thread(&loaded.profiles[*at]);
        (0..loaded.profiles.len()).filter(fits).collect()
    } else {
        (0..loaded.inputs.len())
            .filter_map(|input| default_of(loaded, input))
            .collect()
    };
    if chosen.is_empty() {
        let what = match options.thread.as_deref() {
            Some(thread) if explicit => format!("no profile of a thread `{thread}`"),
            _ => "no profile in the file".to_owned(),
        };
        return Err(Error::no_profile(&loaded.name(), &what, &loaded.listed()));
    }
    let bytes = |at: &usize| matches!(loaded.profiles[*at].profile().content, Content::Sized(_));
    if chosen.iter().any(bytes) && !chosen.iter().all(bytes) {
        let what = "times and bytes cannot be added up";
        return Err(Error::no_profile(&loaded.name(), what, &loaded.listed()));
    }
    Ok(chosen)
}

fn default_of(loaded: &Loaded, input: usize) -> Option<usize> {
    let of_input = |at: &usize| loaded.profiles[*at].input == input;
    let mut candidates = (0..loaded.profiles.len()).filter(of_input);
    let several = candidates.clone().nth(1).is_some();
    if !several {
        return candidates.next();
    }
    candidates.max_by_key(|at| {
        let of = &loaded.profiles[*at];
        // The first of equals.
        (of.is_page_main == Some(true), active(of), std::cmp::Reverse(*at))
    })
}

/// How long the profile was not idle.
fn active(of: &ProfileOf) -> i64 {
    let tree = of.tree(Rules::Lagometer);
    let idle = |node: usize| {
        let function = tree.nodes.function[node] as usize;
        tree.functions[function].role() == Role::Idle
    };
    let own = tree.own.iter().enumerate();
    own.filter(|(node, _)| !idle(*node))
        .map(|(_, own)| own.weight)
        .sum()
}
