//! Two sides of profiles: what takes more time, what less, and what the repeats do not tell apart.

mod loopback;
mod matching;
mod stacks;

use super::convert::{diagnostics, place, unit, window};
use super::load::load;
use super::written::Written;
use super::{CpuOptions, CpuPattern, choose, group, own_of, written};
use crate::{Error, Source};
use lagometer_cpu::{Amount, Content, Function, Role, Rules, Weight, hotspots};
use lagometer_metric::{Measured, Reason, Unit};
use lagometer_report::{
    CpuChange, CpuDiffAmount, CpuDiffDocument, CpuDiffInput, CpuDiffOptions, CpuDiffRow, CpuPlace,
    Diagnostic, RawNumber, UnitName, Value,
};
use matching::{Known, Matching};
pub use stacks::cpu_diff_stacks;
use std::collections::{BTreeMap, BTreeSet};

/// What a row of a comparison is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CpuDiffBy {
    /// A function.
    Function,
    /// A file.
    File,
    /// A package.
    Package,
    /// A host.
    Domain,
    /// A kind of code.
    Category,
}

impl CpuDiffBy {
    /// The word.
    pub fn name(self) -> &'static str {
        match self {
            CpuDiffBy::Function => "function",
            CpuDiffBy::File => "file",
            CpuDiffBy::Package => "package",
            CpuDiffBy::Domain => "domain",
            CpuDiffBy::Category => "category",
        }
    }

    fn group(self) -> Option<group::Group> {
        match self {
            CpuDiffBy::Function => None,
            CpuDiffBy::File => Some(group::file),
            CpuDiffBy::Package => Some(group::package),
            CpuDiffBy::Domain => Some(group::domain),
            CpuDiffBy::Category => Some(group::category),
        }
    }
}

/// How many standard errors of sampling are noise.
const STANDARD_ERRORS: f64 = 2.0;

/// What changed from the base to the head, by function or by what functions are put together by.
///
/// Every file is read and chosen from by itself, and stands for one repeat. Of numbers of several files
/// the median is shown; a change is claimed where it is larger than the noise, and noise is the larger
/// of both sides' max - min and of twice the standard error of both sides' samples. Functions are the
/// same by [`matching`]'s rule; files and hosts by their names, where the port of the one server on this
/// machine is left out.
pub fn cpu_diff(
    base: Vec<Source<'_>>,
    head: Vec<Source<'_>>,
    by: CpuDiffBy,
    options: &CpuOptions<'_>,
) -> Result<CpuDiffDocument, Error> {
    let (mut base, mut head) = (side(base, by, options)?, side(head, by, options)?);
    drop_ports(&mut base, &mut head, by);
    let weight = same_weight(&base, &head)?;
    let rows = match by {
        CpuDiffBy::Function => by_function(&base, &head, weight),
        _ => by_name(&base, &head, weight),
    };
    let total = rows.len() as u64;
    let pattern = |pattern: &Option<CpuPattern>| pattern.as_ref().map(|pattern| pattern.text().to_owned());
    let of = |side: &[Repeat]| side.iter().map(|repeat| repeat.active).collect::<Vec<Amount>>();
    Ok(CpuDiffDocument {
        kind: "cpu-diff",
        format_version: 1,
        unit: UnitName(unit(weight)),
        active: change(&counted(&base, of(&base)), &counted(&head, of(&head)), weight),
        options: CpuDiffOptions {
            by: by.name().to_owned(),
            rules: match options.rules {
                Rules::Lagometer => "lagometer",
                Rules::DevTools => "devtools",
            }
            .to_owned(),
            focus: pattern(&options.focus),
            ignore: pattern(&options.ignore),
            hide: pattern(&options.hide),
        },
        total,
        listed: total,
        rows,
        diagnostics: base
            .iter()
            .chain(&head)
            .flat_map(|repeat| repeat.diagnostics.clone())
            .collect(),
        base: base.into_iter().map(|repeat| repeat.input).collect(),
        head: head.into_iter().map(|repeat| repeat.input).collect(),
    })
}

/// What one file says.
struct Repeat {
    input: CpuDiffInput,
    weight: Weight,
    /// Whether the file tells how many samples a number rests on.
    is_counted: bool,
    active: Amount,
    /// By function as it was written; of groups, the name alone.
    own: BTreeMap<Function, Amount>,
    /// The servers on this machine that its scripts came from.
    loopback: BTreeSet<String>,
    diagnostics: Vec<Diagnostic>,
}

fn side(sources: Vec<Source<'_>>, by: CpuDiffBy, options: &CpuOptions<'_>) -> Result<Vec<Repeat>, Error> {
    sources
        .into_iter()
        .map(|source| repeat(source, by, options))
        .collect()
}

fn repeat(source: Source<'_>, by: CpuDiffBy, options: &CpuOptions<'_>) -> Result<Repeat, Error> {
    let loaded = load(vec![source], options)?;
    let chosen = choose(&loaded, options)?;
    let written = written(&loaded, &chosen, options);
    let profiles = || chosen.iter().map(|at| &loaded.profiles[*at]);
    let is_counted = profiles().all(|of| match &of.profile().content {
        Content::Timed(_) => true,
        Content::Sized(sized) => !sized.samples.is_empty(),
    });
    let tree = &written.tree;
    let sums = hotspots(tree);
    let roles: Vec<Role> = tree.functions.iter().map(Function::role).collect();
    let idle = sums.iter().zip(&roles).filter(|(_, role)| **role == Role::Idle);
    let idle_samples: u64 = idle.map(|(sum, _)| sum.own.samples).sum();
    let sampled = tree.sampled();
    let mut own: BTreeMap<Function, Amount> = BTreeMap::new();
    for (number, sum) in (0..).zip(&sums) {
        let function = &tree.functions[number as usize];
        if sum.own == Amount::default() || function.role() == Role::Idle {
            continue;
        }
        let of = own.entry(identity(&written, number, by)).or_default();
        of.weight = of.weight.saturating_add(sum.own.weight);
        of.samples += sum.own.samples;
    }
    let threads = profiles().filter_map(|of| of.thread.clone()).collect();
    let scripts = written.functions.iter().flat_map(|of| &of.generated);
    let urls = scripts.chain(&tree.functions).map(|function| &function.url);
    Ok(Repeat {
        loopback: urls
            .filter_map(|url| loopback::host_of(url))
            .map(str::to_owned)
            .collect(),
        weight: tree.weight,
        is_counted,
        active: Amount {
            weight: sampled.weight - own_of(&sums, &roles, Role::Idle),
            samples: sampled.samples - idle_samples,
        },
        own,
        diagnostics: diagnostics(&loaded, &written),
        input: CpuDiffInput {
            threads,
            samples: is_counted.then_some(sampled.samples),
            window: profiles().next().and_then(window),
            input: loaded.inputs.into_iter().next().expect("one file was read"),
        },
    })
}

/// A folder that is served for a run has another port in each.
fn drop_ports(base: &mut [Repeat], head: &mut [Repeat], by: CpuDiffBy) {
    let is_named_so = matches!(by, CpuDiffBy::File | CpuDiffBy::Domain);
    let all = base.iter().chain(&*head);
    if !is_named_so || !loopback::tells_nothing(all.map(|repeat| &repeat.loopback)) {
        return;
    }
    for repeat in base.iter_mut().chain(head) {
        let Some(host) = repeat.loopback.first() else {
            continue;
        };
        for (mut function, amount) in std::mem::take(&mut repeat.own) {
            if let Some(name) = loopback::shown(&function.name, host) {
                function.name = name;
            }
            let of = repeat.own.entry(function).or_default();
            of.weight = of.weight.saturating_add(amount.weight);
            of.samples += amount.samples;
        }
    }
}

/// The function, or its group with nothing but a name.
fn identity(written: &Written<'_>, number: u32, by: CpuDiffBy) -> Function {
    let function = &written.tree.functions[number as usize];
    match by.group() {
        Some(group) if function.role() == Role::Function => Function {
            name: group(written, number),
            url: String::new(),
            position: lagometer_cpu::Position::default(),
        },
        _ => function.clone(),
    }
}

fn same_weight(base: &[Repeat], head: &[Repeat]) -> Result<Weight, Error> {
    let mut all = base.iter().chain(head);
    let first = all.next().map_or(Weight::Time, |repeat| repeat.weight);
    match all.find(|repeat| repeat.weight != first) {
        None => Ok(first),
        Some(other) => Err(Error::no_order_of_time(
            &other.input.input.name,
            "times and bytes cannot be compared",
            "give profiles of one kind",
        )),
    }
}

fn by_name(base: &[Repeat], head: &[Repeat], weight: Weight) -> Vec<CpuDiffRow> {
    let names: BTreeSet<&Function> = base
        .iter()
        .chain(head)
        .flat_map(|repeat| repeat.own.keys())
        .collect();
    let row = |function: &&Function| {
        let of = |side: &[Repeat]| amounts(side, &BTreeSet::from([*function]));
        let own = change(&of(base), &of(head), weight);
        row(
            function.name.clone(),
            1,
            [None, None],
            own,
            [&of(base), &of(head)],
        )
    };
    ranked(names.iter().map(row).collect())
}

fn by_function(base: &[Repeat], head: &[Repeat], weight: Weight) -> Vec<CpuDiffRow> {
    let matched = Matching::of(&known(base), &known(head));
    let row = |pair: &matching::Pair<'_>| {
        let of = [amounts(base, &pair.base), amounts(head, &pair.head)];
        let only = |functions: &BTreeSet<&Function>| match functions.len() {
            1 => functions
                .first()
                .map(|function| place(function))
                .filter(is_a_place),
            _ => None,
        };
        let functions = pair.base.len().max(pair.head.len()) as u64;
        let own = change(&of[0], &of[1], weight);
        let places = [only(&pair.base), only(&pair.head)];
        row(pair.name.to_owned(), functions, places, own, [&of[0], &of[1]])
    };
    ranked(matched.pairs.iter().map(row).collect())
}

fn known(side: &[Repeat]) -> Known<'_> {
    Known::of(side.iter().flat_map(|repeat| repeat.own.keys()))
}

fn is_a_place(place: &CpuPlace) -> bool {
    !place.url.is_empty() || place.line.is_some()
}

/// The amounts of one side, file by file, and whether they are counted by samples.
struct Amounts {
    of: Vec<Amount>,
    is_counted: bool,
}

fn counted(side: &[Repeat], of: Vec<Amount>) -> Amounts {
    Amounts {
        of,
        is_counted: side.iter().all(|repeat| repeat.is_counted),
    }
}

/// A function that a file has no sample of was measured, too: at nothing.
fn amounts(side: &[Repeat], functions: &BTreeSet<&Function>) -> Amounts {
    let of = |repeat: &Repeat| {
        let mut sum = Amount::default();
        for own in functions.iter().filter_map(|function| repeat.own.get(*function)) {
            sum.weight = sum.weight.saturating_add(own.weight);
            sum.samples += own.samples;
        }
        sum
    };
    counted(side, side.iter().map(of).collect())
}

impl Amounts {
    fn median(&self) -> f64 {
        let mut weights: Vec<i64> = self.of.iter().map(|amount| amount.weight).collect();
        weights.sort_unstable();
        let middle = weights.len() / 2;
        match weights.len() {
            0 => 0.0,
            odd if odd % 2 == 1 => weights[middle] as f64,
            _ => (weights[middle - 1] as f64 + weights[middle] as f64) / 2.0,
        }
    }

    fn spread(&self) -> i64 {
        let weights = || self.of.iter().map(|amount| amount.weight);
        weights().max().unwrap_or(0) - weights().min().unwrap_or(0)
    }

    fn samples(&self) -> u64 {
        self.of.iter().map(|amount| amount.samples).sum()
    }

    /// One standard error of the mean, as far as chance goes in sampling.
    fn standard_error(&self) -> f64 {
        let weight: i64 = self.of.iter().map(|amount| amount.weight).sum();
        match self.samples() {
            0 => 0.0,
            samples => weight as f64 / self.of.len() as f64 / (samples as f64).sqrt(),
        }
    }

    fn document(&self) -> CpuDiffAmount {
        CpuDiffAmount {
            median: RawNumber(self.median()),
            values: self
                .of
                .iter()
                .map(|amount| RawNumber(amount.weight as f64))
                .collect(),
            samples: self.is_counted.then(|| self.samples()),
        }
    }
}

fn change(base: &Amounts, head: &Amounts, weight: Weight) -> CpuChange {
    let (before, after) = (base.median(), head.median());
    let relative = match before > 0.0 {
        true => Measured::Value((after - before) / before),
        false => Measured::absent(Reason::ZeroBaseline, "nothing was sampled in the base"),
    };
    CpuChange {
        base: base.document(),
        head: head.document(),
        change: RawNumber(after - before),
        relative: Value::new(relative, Unit::Ratio),
        noise: Value::new(noise(base, head), unit(weight)),
    }
}

fn noise(base: &Amounts, head: &Amounts) -> Measured<f64> {
    let spread = base.spread().max(head.spread()) as f64;
    if base.is_counted && head.is_counted {
        let error = base.standard_error().hypot(head.standard_error());
        return Measured::Value(spread.max(STANDARD_ERRORS * error));
    }
    match is_repeated(base, head) {
        true => Measured::Value(spread),
        false => Measured::absent(
            Reason::TooFewSamples,
            "one profile on a side, and it does not count its samples",
        ),
    }
}

fn is_repeated(base: &Amounts, head: &Amounts) -> bool {
    base.of.len() > 1 && head.of.len() > 1
}

fn row(
    name: String,
    functions: u64,
    [base_place, head_place]: [Option<CpuPlace>; 2],
    own: CpuChange,
    [base, head]: [&Amounts; 2],
) -> CpuDiffRow {
    CpuDiffRow {
        rank: 0,
        name,
        functions,
        base_place,
        head_place,
        verdict: verdict(&own, base, head).to_owned(),
        own,
    }
}

fn verdict(own: &CpuChange, base: &Amounts, head: &Amounts) -> &'static str {
    let change = own.change.0;
    let is_nothing = |amounts: &Amounts| amounts.of.iter().all(|amount| amount.weight == 0);
    match own.noise.value {
        Some(RawNumber(noise)) if change.abs() <= noise => "within-noise",
        _ if !is_repeated(base, head) => "not-judged",
        _ if is_nothing(base) => "new",
        _ if is_nothing(head) => "gone",
        _ if change > 0.0 => "more",
        _ => "less",
    }
}

/// The largest change first.
fn ranked(mut rows: Vec<CpuDiffRow>) -> Vec<CpuDiffRow> {
    rows.sort_by(|a, b| {
        let change = |row: &CpuDiffRow| row.own.change.0.abs();
        let place = |row: &CpuDiffRow| {
            let place = row.head_place.as_ref().or(row.base_place.as_ref());
            place.map(|place| (place.url.clone(), place.line, place.column))
        };
        let by_change = change(b).total_cmp(&change(a));
        by_change.then_with(|| (&a.name, place(a)).cmp(&(&b.name, place(b))))
    });
    for (row, rank) in rows.iter_mut().zip(1..) {
        row.rank = rank;
    }
    rows
}

#[cfg(test)]
mod tests;
