//! The tree of calls with functions and lines as they were written, whatever scripts they were made into.

use super::sources::{ExcerptLine, Sources};
use super::{CpuOptions, CpuPattern};
use crate::scripts::{self, written};
use lagometer_cpu::{
    Amount, CallTree, Function, FunctionLayout, FunctionLine, Nodes, Position, Role, filter,
};
use lagometer_report::{CpuExcerpt, CpuOriginal, CpuSourcePlace, Diagnostic};
use lagometer_source::LineDeed;
use std::collections::{BTreeMap, BTreeSet};
use std::num::NonZeroU32;

/// The tree, and what is known of its functions.
pub(super) struct Written<'o> {
    /// The calls that are looked at; its functions are named and placed as they were written.
    pub(super) tree: CallTree,
    /// By the number of a function: what else is known of it.
    pub(super) functions: Vec<WrittenFunction>,
    /// By the number of a function: its lines, those with most samples first.
    pub(super) lines: Vec<Vec<WrittenLine>>,
    /// Style and layout by function; `None` where nothing is known of it.
    pub(super) layouts: Option<BTreeMap<u32, WrittenLayout>>,
    /// Nodes with lines and how many samples each has, as they were written; absent unless asked for.
    pub(super) ticks: Option<Vec<(u32, u32, u64)>>,
    /// Where the samples of each node went when filters were applied, in the order they were.
    moved: Vec<filter::Moved>,
    sources: Sources<'o>,
    missing: BTreeSet<(String, String)>,
}

/// A function: one in the sources, however often it stands in the scripts.
#[derive(Clone, Debug)]
pub(super) struct WrittenFunction {
    /// As the scripts have it, the one with the most of its own first.
    pub(super) generated: Vec<Function>,
    /// How the name is known.
    pub(super) name_source: &'static str,
    /// What one without a name is for.
    pub(super) role: Option<String>,
    /// Where it was written.
    pub(super) original: CpuOriginal,
}

/// A line of a function.
#[derive(Clone, Debug)]
pub(super) struct WrittenLine {
    /// In the script as it ran, from 1 on.
    pub(super) line: u32,
    /// Where it was written.
    pub(super) original: Option<CpuSourcePlace>,
    pub(super) amount: Amount,
}

/// Style and layout of a function.
#[derive(Clone, Debug, Default)]
pub(super) struct WrittenLayout {
    /// Without its lines.
    pub(super) sums: FunctionLayout,
    /// From which lines, the longest first.
    pub(super) lines: Vec<WrittenLine>,
}

impl<'o> Written<'o> {
    /// Names and places the functions of a tree, and leaves out what is not asked for; functions are
    /// hidden last, so that they can be looked for.
    pub(super) fn of(mut tree: CallTree, mut sources: Sources<'o>, options: &CpuOptions<'_>) -> Written<'o> {
        sources.add(&tree.functions);
        let mut missing = BTreeSet::new();
        let known: Vec<(Function, WrittenFunction)> = tree
            .functions
            .iter()
            .map(|function| function_as_written(function, &mut sources, &mut missing))
            .collect();
        let moved = filtered(&mut tree, &known, options);
        let lines = lagometer_cpu::lines(&tree);
        let layouts = lagometer_cpu::layouts(&tree);
        let own = own_of_functions(&tree);
        let (functions, new) = joined(known, &own);
        let mut answer = Written {
            functions: Vec::new(),
            lines: vec![Vec::new(); functions.len()],
            layouts: None,
            ticks: None,
            moved,
            sources,
            missing,
            tree,
        };
        if options.lines_of_calls {
            answer.ticks = Some(ticks(&answer.tree, &functions, &new, &mut answer.sources));
        }
        answer.join_lines(lines, &new);
        answer.join_layouts(layouts, &new);
        let (as_written, about) = functions.into_iter().unzip();
        answer.functions = about;
        answer.tree.relabel(as_written, &new);
        answer
    }

    /// Where a node of the tree before the filters went; [`Nodes::NONE`] where it was left out.
    pub(super) fn node(&self, node: u32) -> u32 {
        let step = |node: u32, moved: &filter::Moved| match node {
            Nodes::NONE => Nodes::NONE,
            node => moved[node as usize],
        };
        self.moved.iter().fold(node, step)
    }

    fn join_lines(&mut self, lines: Vec<Vec<FunctionLine>>, new: &[u32]) {
        for (function, lines) in lines.into_iter().enumerate() {
            let url = self.tree.functions[function].url.clone();
            let into = new[function] as usize;
            let all = std::mem::take(&mut self.lines[into]);
            self.lines[into] = join_lines(all, &lines, &url, &mut self.sources);
        }
        self.lines.iter_mut().for_each(|lines| hottest_first(lines));
    }

    fn join_layouts(&mut self, layouts: Option<BTreeMap<u32, FunctionLayout>>, new: &[u32]) {
        let Some(layouts) = layouts else { return };
        let mut joined: BTreeMap<u32, WrittenLayout> = BTreeMap::new();
        for (function, layout) in layouts {
            let url = &self.tree.functions[function as usize].url;
            let into = joined.entry(new[function as usize]).or_default();
            let FunctionLayout {
                inside,
                compiling,
                style,
                layout,
                lines,
            } = layout;
            for (sum, more) in [
                (&mut into.sums.inside, inside),
                (&mut into.sums.compiling, compiling),
                (&mut into.sums.style, style),
                (&mut into.sums.layout, layout),
            ] {
                sum.weight = sum.weight.saturating_add(more.weight);
                sum.samples += more.samples;
            }
            let all = std::mem::take(&mut into.lines);
            into.lines = join_lines(all, &lines, url, &mut self.sources);
        }
        for layout in joined.values_mut() {
            hottest_first(&mut layout.lines);
        }
        self.layouts = Some(joined);
    }

    /// Lines of functions of the scripts, as they were written, the hottest first.
    pub(super) fn lines_of(&mut self, lines: &[(&Function, FunctionLine)]) -> Vec<WrittenLine> {
        let mut all = Vec::new();
        for (function, line) in lines {
            all = join_lines(all, &[*line], &function.url, &mut self.sources);
        }
        hottest_first(&mut all);
        all
    }

    /// Lines of the source of a function.
    pub(super) fn excerpt(&mut self, function: u32) -> Option<CpuExcerpt> {
        let of = &self.functions[function as usize];
        let lines: Vec<ExcerptLine<'_>> = self.lines[function as usize]
            .iter()
            .map(|line| ExcerptLine {
                line: line.line,
                original: line.original.as_ref(),
                samples: line.amount.samples,
            })
            .collect();
        self.sources
            .excerpt(of.generated.first()?, of.original.value.as_ref(), &lines)
    }

    /// What a line of a function does, as its source shows.
    pub(super) fn deeds(&mut self, function: u32, line: &WrittenLine) -> Vec<LineDeed> {
        let of = &self.functions[function as usize];
        let original = of.original.value.as_ref();
        match (of.generated.first(), original, &line.original) {
            (Some(generated), Some(head), Some(place)) if head.source == place.source => {
                self.sources.original_deeds(generated, place.line)
            }
            (Some(generated), None, None) => self.sources.generated_deeds(generated, line.line),
            // A line of another source, or one that holds several.
            _ => Vec::new(),
        }
    }

    /// What is there and could not be used.
    pub(super) fn notes(&self) -> Vec<Diagnostic> {
        scripts::notes(&self.missing, self.sources.unparsed())
    }
}

/// A function with its name and place as it was written; without a source it stays what it is.
fn function_as_written(
    function: &Function,
    sources: &mut Sources<'_>,
    missing: &mut BTreeSet<(String, String)>,
) -> (Function, WrittenFunction) {
    let unknown = |original| WrittenFunction {
        generated: vec![function.clone()],
        name_source: "generated",
        role: None,
        original,
    };
    if function.url.is_empty() {
        let original = match function.is_native() {
            true => CpuOriginal::absent("native", "no code of a script"),
            false => CpuOriginal::absent("no-script", "the profile names no script"),
        };
        return (function.clone(), unknown(original));
    }
    let Some(found) = sources.function(function) else {
        let original = CpuOriginal::absent("position-unknown", "the profile gives no place of it");
        return (function.clone(), unknown(original));
    };
    let mut as_written = Function {
        name: found.name.text,
        ..function.clone()
    };
    let original = match found.place {
        Ok(place) => {
            as_written.url.clone_from(&place.source);
            as_written.position = Position {
                line: NonZeroU32::new(place.position.line),
                column: NonZeroU32::new(place.position.column),
            };
            CpuOriginal::at(written(place))
        }
        Err(why) => {
            scripts::note(&why, missing);
            CpuOriginal::absent(why.code(), why.to_string())
        }
    };
    let about = WrittenFunction {
        generated: vec![function.clone()],
        name_source: found.name.from.code(),
        role: found.role,
        original,
    };
    (as_written, about)
}

/// Leaves out what is not asked for. A function is looked for by its name and its address, as it was
/// written and as it ran.
fn filtered(
    tree: &mut CallTree,
    known: &[(Function, WrittenFunction)],
    options: &CpuOptions<'_>,
) -> Vec<filter::Moved> {
    let matches = |pattern: &CpuPattern, number: u32| {
        let (as_written, about) = &known[number as usize];
        pattern.matches(as_written) || about.generated.iter().any(|function| pattern.matches(function))
    };
    let mut moved = Vec::new();
    if let Some(pattern) = &options.focus {
        moved.push(filter::focus(tree, &|number| matches(pattern, number)));
    }
    if let Some(pattern) = &options.ignore {
        moved.push(filter::ignore(tree, &|number| matches(pattern, number)));
    }
    if let Some(pattern) = &options.hide {
        moved.push(filter::hide(tree, &|number| matches(pattern, number)));
    }
    moved
}

/// What was sampled in each function itself.
fn own_of_functions(tree: &CallTree) -> Vec<i64> {
    let mut own = vec![0_i64; tree.functions.len()];
    for (function, amount) in tree.nodes.function.iter().zip(&tree.own) {
        let sum = &mut own[*function as usize];
        *sum = sum.saturating_add(amount.weight);
    }
    own
}

/// Functions that are one in the sources as one, and the new number of each.
fn joined(
    known: Vec<(Function, WrittenFunction)>,
    own: &[i64],
) -> (Vec<(Function, WrittenFunction)>, Vec<u32>) {
    let mut functions: Vec<(Function, WrittenFunction)> = Vec::with_capacity(known.len());
    let mut most: Vec<i64> = Vec::with_capacity(known.len());
    let mut numbers: BTreeMap<Function, u32> = BTreeMap::new();
    let mut new = Vec::with_capacity(known.len());
    for ((as_written, about), own) in known.into_iter().zip(own) {
        let next = functions.len() as u32;
        let number = match as_written.role() {
            // The engine's own frames are told apart by their roles.
            Role::Function => *numbers.entry(as_written.clone()).or_insert(next),
            _ => next,
        };
        new.push(number);
        if number == next {
            functions.push((as_written, about));
            most.push(*own);
            continue;
        }
        let first = &mut functions[number as usize].1;
        if *own > most[number as usize] {
            most[number as usize] = *own;
            let others = std::mem::replace(first, about);
            first.generated.extend(others.generated);
        } else {
            first.generated.extend(about.generated);
        }
    }
    (functions, new)
}

/// Adds lines of a script: those that were written as one become one.
fn join_lines(
    mut all: Vec<WrittenLine>,
    more: &[FunctionLine],
    url: &str,
    sources: &mut Sources<'_>,
) -> Vec<WrittenLine> {
    let key = |line: &WrittenLine| match &line.original {
        Some(place) => (Some((place.source.clone(), place.line)), 0),
        None => (None, line.line),
    };
    let mut numbers: BTreeMap<_, usize> = all.iter().map(key).zip(0..).collect();
    for of in more {
        let line = WrittenLine {
            line: of.line,
            original: sources.line(url, of.line, of.column),
            amount: of.amount,
        };
        match numbers.get(&key(&line)) {
            Some(&at) => {
                let sum: &mut Amount = &mut all[at].amount;
                sum.weight = sum.weight.saturating_add(line.amount.weight);
                sum.samples += line.amount.samples;
            }
            None => {
                numbers.insert(key(&line), all.len());
                all.push(line);
            }
        }
    }
    all
}

/// Those with most samples first, of equal ones the earlier one.
fn hottest_first(lines: &mut [WrittenLine]) {
    lines.sort_by(|a, b| {
        let weight = |line: &WrittenLine| (line.amount.weight, line.amount.samples);
        let place = |line: &WrittenLine| {
            line.original
                .as_ref()
                .map(|place| (place.source.clone(), place.line))
        };
        weight(b)
            .cmp(&weight(a))
            .then_with(|| (place(a), a.line).cmp(&(place(b), b.line)))
    });
}

/// The lines of each node that are lines of its function where it was written.
fn ticks(
    tree: &CallTree,
    functions: &[(Function, WrittenFunction)],
    new: &[u32],
    sources: &mut Sources<'_>,
) -> Vec<(u32, u32, u64)> {
    let mut known: BTreeMap<(u32, u32, u32), Option<u32>> = BTreeMap::new();
    let mut sums: BTreeMap<(u32, u32), u64> = BTreeMap::new();
    for of in &tree.lines {
        let function = tree.nodes.function[of.node as usize];
        let line = known.entry((function, of.line, of.column)).or_insert_with(|| {
            let (as_written, about) = &functions[new[function as usize] as usize];
            match about.original.value {
                None => Some(of.line),
                Some(_) => {
                    let url = &tree.functions[function as usize].url;
                    let place = sources.line(url, of.line, of.column)?;
                    (place.source == as_written.url).then_some(place.line)
                }
            }
        });
        if let Some(line) = *line {
            *sums.entry((of.node, line)).or_default() += of.amount.samples;
        }
    }
    sums.into_iter()
        .map(|((node, line), samples)| (node, line, samples))
        .collect()
}
