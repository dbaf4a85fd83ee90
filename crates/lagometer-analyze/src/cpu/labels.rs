//! What the numbers and the sources show of functions and of whole profiles.

use super::convert::{id, share};
use super::load::Loaded;
use super::written::{WrittenLayout, WrittenLine};
use super::{Answer, CpuOptions, group};
use lagometer_cpu::{
    Amount, Evidence, Function, FunctionLine, LABEL_SAMPLES_MIN, Label, Neighbour, ProfileLabel, Role, Rules,
    collections, is_recorded, labels, profile_labels,
};
use lagometer_report::{CpuLabel, CpuRelated, RawNumber};
use lagometer_source::{Deed, LineDeed};
use std::collections::BTreeMap;

/// What a hot line does: at least this share of the basis.
const DEED_SHARE: f64 = 0.01;

/// Garbage collection by the function whose sample is the last one before it, and all of it.
pub(super) struct Collected {
    after: BTreeMap<u32, Amount>,
    all: Amount,
}

impl Collected {
    /// Of the chosen profiles. By the rules of DevTools it stands on those stacks already.
    pub(super) fn of(
        answer: &Answer<'_>,
        loaded: &Loaded,
        chosen: &[usize],
        options: &CpuOptions<'_>,
    ) -> Collected {
        let mut all = Amount::default();
        for (sum, _) in answer
            .sums
            .iter()
            .zip(&answer.roles)
            .filter(|(_, role)| **role == Role::Collector)
        {
            all.weight += sum.own.weight;
            all.samples += sum.own.samples;
        }
        let mut after: BTreeMap<u32, Amount> = BTreeMap::new();
        if options.rules == Rules::Lagometer && all != Amount::default() {
            let mut first = 0;
            for at in chosen {
                let of = &loaded.profiles[*at];
                let window = of.window.as_ref().map(|window| window.inside);
                for (node, amount) in collections(of.profile(), window) {
                    let node = answer.written.node(node + first);
                    let Some(&function) = answer.written.tree.nodes.function.get(node as usize) else {
                        continue;
                    };
                    let sum = after.entry(function).or_default();
                    sum.weight += amount.weight;
                    sum.samples += amount.samples;
                }
                first += of.profile().nodes.len() as u32;
            }
        }
        Collected { after, all }
    }

    /// The functions before it, the most first.
    fn neighbours(&self, answer: &Answer<'_>) -> Vec<Neighbour> {
        const NAMED: usize = 3;
        let is_function = |function: &u32| answer.roles[*function as usize] == Role::Function;
        let mut neighbours: Vec<Neighbour> = self
            .after
            .iter()
            .filter(|(function, _)| is_function(function))
            .map(|(function, amount)| Neighbour {
                function: *function,
                amount: *amount,
            })
            .collect();
        neighbours.sort_by_key(|neighbour| std::cmp::Reverse(neighbour.amount.weight));
        neighbours.truncate(NAMED);
        neighbours
    }
}

/// The labels of the chosen profiles as a whole.
pub(super) fn of_profile(answer: &Answer<'_>, collected: &Collected) -> Vec<CpuLabel> {
    let layouts = answer.written.layouts.iter().flat_map(BTreeMap::values);
    let compiling = layouts.map(|layout| layout.sums.compiling.weight).sum();
    let labels = profile_labels(
        &answer.written.tree,
        &answer.below,
        answer.basis,
        collected.all,
        compiling,
    );
    let written = |label: &ProfileLabel| {
        let (evidence, related) = match label {
            ProfileLabel::GcPressure { amount, share } => (
                vec![
                    ("us", amount.weight as f64),
                    ("samples", amount.samples as f64),
                    ("share", *share),
                ],
                collected.neighbours(answer),
            ),
            ProfileLabel::Compile { time, share } => {
                (vec![("us", *time as f64), ("share", *share)], Vec::new())
            }
            ProfileLabel::HotPath { calls, least, share } => (
                vec![
                    ("calls", calls.len() as f64),
                    ("least_of_caller", *least),
                    ("share", *share),
                ],
                calls.clone(),
            ),
        };
        label_of(label.name(), "certain", evidence, related_of(&related, answer))
    };
    labels.iter().map(written).collect()
}

/// The labels of a function.
pub(super) fn of_function(
    answer: &Answer<'_>,
    number: u32,
    collected: &Collected,
    is_regexp: &[bool],
) -> Vec<CpuLabel> {
    let at = number as usize;
    let lines: Vec<FunctionLine> = answer.written.lines[at].iter().map(shown_line).collect();
    let evidence = Evidence {
        function: &answer.written.tree.functions[at],
        number,
        sum: answer.sums[at],
        lines: &lines,
        calls: &answer.calls,
        layout: layout_of(answer, number).map(|layout| &layout.sums),
        basis: answer.basis,
        recorded: answer.recorded,
        is_regexp,
        collected: (
            collected.after.get(&number).copied().unwrap_or_default(),
            collected.all,
        ),
    };
    let mut written: Vec<CpuLabel> = labels(&evidence)
        .iter()
        .map(|label| self::label(label, answer))
        .collect();
    written.extend(third_party(answer, number));
    written
}

/// Which functions are frames of regular expressions.
pub(super) fn regexps(answer: &Answer<'_>) -> Vec<bool> {
    answer
        .written
        .tree
        .functions
        .iter()
        .map(Function::is_regexp)
        .collect()
}

pub(super) fn layout_of<'a>(answer: &'a Answer<'_>, number: u32) -> Option<&'a WrittenLayout> {
    answer.written.layouts.as_ref()?.get(&number)
}

/// A line with the number that is shown for it.
fn shown_line(line: &WrittenLine) -> FunctionLine {
    FunctionLine {
        line: line.original.as_ref().map_or(line.line, |place| place.line),
        column: 0,
        amount: line.amount,
    }
}

/// A function of a package, or of a source that the map says is not the author's own.
fn third_party(answer: &Answer<'_>, number: u32) -> Option<CpuLabel> {
    let sum = &answer.sums[number as usize];
    let part = sum.own.weight as f64 / answer.basis.max(1) as f64;
    if sum.own.samples < LABEL_SAMPLES_MIN || !is_recorded(sum.own.weight, answer.recorded) {
        return None;
    }
    let about = &answer.written.functions[number as usize];
    let package = || {
        let source = answer.written.tree.functions[number as usize].url.as_str();
        let script = about
            .generated
            .first()
            .map_or("", |function| function.url.as_str());
        group::package_name(source).or_else(|| group::package_name(script))
    };
    let is_ignored = about.original.value.as_ref().is_some_and(|place| place.ignored);
    let why = match (package(), is_ignored) {
        (Some(package), _) => format!("package {package}"),
        (None, true) => "the ignore list of its source map".to_owned(),
        (None, false) => return None,
    };
    Some(CpuLabel {
        about: Some(why),
        ..label_of("third-party", "certain", vec![("share", part)], Vec::new())
    })
}

/// What the hot line of a function does, as its source shows: no proof that it is what takes the time.
pub(super) fn of_source(answer: &mut Answer<'_>, number: u32, known: &[CpuLabel]) -> Vec<CpuLabel> {
    let Some(hot) = known.iter().find(|label| label.name == "hot-line") else {
        return Vec::new();
    };
    let own = answer.sums[number as usize].own.weight;
    if (own as f64) < DEED_SHARE * answer.basis.max(1) as f64 {
        return Vec::new();
    }
    let Some(line) = answer.written.lines[number as usize]
        .iter()
        .max_by_key(|line| line.amount.samples)
        .cloned()
    else {
        return Vec::new();
    };
    // Where events say how much was forced, a guess is not needed.
    let guess_layout = answer.written.layouts.is_none();
    let mut by_name: BTreeMap<&str, LineDeed> = BTreeMap::new();
    for of in answer.written.deeds(number, &line) {
        let name = match of.deed {
            Deed::LayoutRead if !guess_layout => continue,
            Deed::LayoutRead => "possible-layout",
            Deed::RegExpMade | Deed::RegExpUsed => "regexp",
            deed => deed.code(),
        };
        let known = by_name.entry(name).or_insert(of);
        known.in_loop |= of.in_loop;
        known.deed = known.deed.min(of.deed);
    }
    let label = |(name, of): (&str, LineDeed)| {
        let mut evidence: Vec<(&str, f64)> = ["line", "samples", "of"]
            .into_iter()
            .filter_map(|key| Some((key, hot.evidence.get(key)?.0)))
            .collect();
        evidence.push(("in_loop", f64::from(u8::from(of.in_loop))));
        let certainty = match name {
            "possible-layout" => "possible",
            _ => "likely",
        };
        CpuLabel {
            about: Some(words(of.deed).to_owned()),
            ..label_of(name, certainty, evidence, Vec::new())
        }
    };
    let is_known = |name: &&str| known.iter().any(|label| label.name == **name);
    by_name
        .into_iter()
        .filter(|(name, _)| !is_known(name))
        .map(label)
        .collect()
}

fn words(deed: Deed) -> &'static str {
    match deed {
        Deed::Clone => "a deep clone",
        Deed::Json => "JSON.parse or JSON.stringify",
        Deed::Sort => "a sort",
        Deed::RegExpMade => "new RegExp",
        Deed::RegExpUsed => "a regular expression",
        Deed::LayoutRead => "a property that needs the layout",
    }
}

fn label(label: &Label, answer: &Answer<'_>) -> CpuLabel {
    let mut related: &[Neighbour] = &[];
    let evidence = match label {
        Label::SelfHeavy { self_over_total } => vec![("self_over_total", *self_over_total)],
        Label::Dispatcher {
            self_over_total,
            callees,
        } => {
            related = callees;
            vec![("self_over_total", *self_over_total)]
        }
        Label::HotLine { line, samples, of } => vec![
            ("line", f64::from(*line)),
            ("samples", *samples as f64),
            ("of", *of as f64),
        ],
        Label::Recursion { of_total, depth } => vec![
            ("recursive_over_total", *of_total),
            ("depth_max", f64::from(*depth)),
        ],
        Label::ManyCallers { callers, largest } => vec![
            ("callers", *callers as f64),
            ("largest_caller_over_self", *largest),
        ],
        Label::ForcedLayout {
            style,
            layout,
            events,
        } => vec![
            ("style_us", *style as f64),
            ("layout_us", *layout as f64),
            ("events", *events as f64),
        ],
        Label::RegExp {
            time,
            expressions,
            related: they,
        } => {
            related = they;
            vec![("us", *time as f64), ("expressions", *expressions as f64)]
        }
        Label::Compile { time } => vec![("us", *time as f64)],
        Label::GcNeighbour { time, of_all } => vec![("us", *time as f64), ("of_all_gc", *of_all)],
        Label::Native { callers } => {
            related = callers;
            Vec::new()
        }
    };
    label_of(
        label.name(),
        label.certainty(),
        evidence,
        related_of(related, answer),
    )
}

fn label_of(name: &str, certainty: &str, evidence: Vec<(&str, f64)>, related: Vec<CpuRelated>) -> CpuLabel {
    let evidence = evidence.into_iter();
    CpuLabel {
        name: name.to_owned(),
        certainty: certainty.to_owned(),
        about: None,
        evidence: evidence
            .map(|(key, number)| (key.to_owned(), RawNumber(number)))
            .collect(),
        related,
    }
}

fn related_of(neighbours: &[Neighbour], answer: &Answer<'_>) -> Vec<CpuRelated> {
    let related = |neighbour: &Neighbour| CpuRelated {
        id: id(neighbour.function),
        name: answer.written.tree.functions[neighbour.function as usize]
            .name
            .clone(),
        amount: share(answer, neighbour.amount),
    };
    neighbours.iter().map(related).collect()
}

#[cfg(test)]
mod tests;
