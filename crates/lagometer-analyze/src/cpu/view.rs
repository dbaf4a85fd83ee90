//! Other views than that of functions.

use super::convert::{generated, id, line, share, share_of, unit};
use super::load::{Loaded, ProfileOf};
use super::written::WrittenLine;
use super::{Answer, CpuOptions, CpuSort, CpuView, group, own_of};
use crate::Error;
use lagometer_cpu::paths::{self, PathLimits, Paths};
use lagometer_cpu::{Amount, CallTree, Function, Role, Rules, filter, hotspots};
use lagometer_report::{CpuCalls, CpuGroup, CpuLineRow, CpuShare, CpuTree, CpuTreeRow, RawNumber, UnitName};
use std::cmp::Ordering;

/// Rows of trees under this share of the basis are left out, as in Chrome's own text for models.
const LEAST_SHARE: f64 = 0.005;
/// No tree has more rows.
const MOST_ROWS: usize = 5_000;

/// What is shown beside the functions.
#[derive(Default)]
pub(super) struct Views {
    pub(super) groups: Option<Vec<CpuGroup>>,
    pub(super) lines: Option<Vec<CpuLineRow>>,
    pub(super) tree: Option<CpuTree>,
    pub(super) calls: Option<CpuCalls>,
}

impl Views {
    pub(super) fn of(
        answer: &Answer<'_>,
        loaded: &Loaded,
        options: &CpuOptions<'_>,
        counted: bool,
    ) -> Result<Views, Error> {
        let mut views = Views::default();
        let tree = &answer.written.tree;
        let groups = |of: group::Group| Some(groups(answer, of, options.sort, counted));
        match options.view {
            CpuView::Functions => {}
            CpuView::BottomUp => {
                views.tree = Some(written(answer, paths::bottom_up(tree, limits(answer)), counted));
            }
            CpuView::TopDown => {
                views.tree = Some(written(answer, paths::top_down(tree, limits(answer)), counted));
            }
            CpuView::Lines => views.lines = Some(lines(answer)),
            CpuView::Files => views.groups = groups(group::file),
            CpuView::Packages => views.groups = groups(group::package),
            CpuView::Domains => views.groups = groups(group::domain),
            CpuView::Categories => views.groups = groups(group::category),
            CpuView::Threads => views.groups = Some(threads(answer, loaded, counted)),
        }
        if let Some(name) = &options.function {
            views.calls = Some(calls(answer, name, &loaded.name(), counted)?);
        }
        Ok(views)
    }
}

fn limits(answer: &Answer<'_>) -> PathLimits {
    PathLimits {
        least: (answer.basis as f64 * LEAST_SHARE).ceil() as i64,
        rows: MOST_ROWS,
    }
}

fn written(answer: &Answer<'_>, paths: Paths, counted: bool) -> CpuTree {
    let Paths { rows, left_out } = paths;
    let row = |row: &paths::PathRow| {
        let function = &answer.written.tree.functions[row.function as usize];
        let share = |answer, amount| part(answer, function, amount);
        CpuTreeRow {
            depth: row.depth,
            id: id(row.function),
            name: function.name.clone(),
            generated: generated(answer, row.function),
            own: share(answer, row.own),
            total: share(answer, row.total),
            samples: counted.then_some(row.total.samples),
        }
    };
    CpuTree {
        rows: rows.iter().map(row).collect(),
        left_out,
        least_share: RawNumber(LEAST_SHARE),
        most_rows: MOST_ROWS as u64,
    }
}

/// An amount of a function or a group. Idleness is no part of active time, so it has no share of it.
fn part(answer: &Answer<'_>, function: &Function, amount: Amount) -> CpuShare {
    let of = share(answer, amount);
    match function.role() {
        Role::Idle if answer.basis_name == "active" => CpuShare { share: None, ..of },
        _ => of,
    }
}

/// Both sides of the function with this name; of several the one with the most time.
fn calls(answer: &Answer<'_>, name: &str, file: &str, counted: bool) -> Result<CpuCalls, Error> {
    let named = |function: &u32| {
        let of = &answer.written.tree.functions[*function as usize];
        of.name == name || id(*function) == name || (name == "(anonymous)" && of.name.is_empty())
    };
    let mut found: Vec<u32> = answer.order.iter().copied().filter(named).collect();
    found.sort_by_key(|function| std::cmp::Reverse(answer.sums[*function as usize].total.weight));
    let Some((&function, others)) = found.split_first() else {
        return Err(Error::no_function(file, name, &nearest(answer, name)));
    };
    let limits = limits(answer);
    Ok(CpuCalls {
        function: id(function),
        name: answer.written.tree.functions[function as usize].name.clone(),
        others: others.iter().map(|other| id(*other)).collect(),
        callers: written(
            answer,
            paths::callers(&answer.written.tree, function, limits),
            counted,
        ),
        callees: written(
            answer,
            paths::callees(&answer.written.tree, function, limits),
            counted,
        ),
    })
}

/// Names of functions that hold what was asked for, the hottest first; else the hottest ones.
fn nearest(answer: &Answer<'_>, name: &str) -> Vec<String> {
    const NAMED: usize = 6;
    let names = || {
        let names = answer
            .order
            .iter()
            .map(|function| &answer.written.tree.functions[*function as usize].name);
        names.filter(|of| !of.is_empty())
    };
    let wanted = name.to_lowercase();
    let alike: Vec<String> = names()
        .filter(|of| of.to_lowercase().contains(&wanted))
        .take(NAMED)
        .cloned()
        .collect();
    match alike.is_empty() {
        true => names().take(NAMED).cloned().collect(),
        false => alike,
    }
}

fn lines(answer: &Answer<'_>) -> Vec<CpuLineRow> {
    let mut all: Vec<(u32, &WrittenLine)> = Vec::new();
    for (function, lines) in answer.written.lines.iter().enumerate() {
        if answer.roles[function] == Role::Function {
            all.extend(lines.iter().map(|line| (function as u32, line)));
        }
    }
    all.sort_by(|a, b| {
        let weight = |of: &(u32, &WrittenLine)| (of.1.amount.weight, of.1.amount.samples);
        let function = |of: &(u32, &WrittenLine)| &answer.written.tree.functions[of.0 as usize];
        let by_weight = weight(b).cmp(&weight(a));
        by_weight.then_with(|| (function(a), a.1.line).cmp(&(function(b), b.1.line)))
    });
    let row = |((function, of), rank): (&(u32, &WrittenLine), u64)| CpuLineRow {
        rank,
        function: id(*function),
        name: answer.written.tree.functions[*function as usize].name.clone(),
        url: generated(answer, *function).url,
        line: line(of, answer),
    };
    all.iter().zip(1..).map(row).collect()
}

fn groups(answer: &Answer<'_>, of: group::Group, sort: CpuSort, counted: bool) -> Vec<CpuGroup> {
    let tree = filter::regrouped(&answer.written.tree, &|number| of(&answer.written, number));
    let sums = hotspots(&tree);
    let mut rows: Vec<(&Function, Amount, Amount)> = tree
        .functions
        .iter()
        .zip(&sums)
        .filter(|(group, sum)| group.role() != Role::Root && sum.total != Amount::default())
        .map(|(group, sum)| (group, sum.own, sum.total))
        .collect();
    rows.sort_by(|a, b| by_weight((a.1, a.2), (b.1, b.2), sort).then_with(|| a.0.name.cmp(&b.0.name)));
    rows.into_iter()
        .zip(1..)
        .map(|((group, own, total), rank)| CpuGroup {
            rank,
            name: group.name.clone(),
            own: part(answer, group, own),
            total: part(answer, group, total),
            samples: counted.then_some(own.samples),
        })
        .collect()
}

/// Own and total of two rows, the larger one first.
fn by_weight(a: (Amount, Amount), b: (Amount, Amount), sort: CpuSort) -> Ordering {
    let weights = |row: (Amount, Amount)| match sort {
        CpuSort::Own => (row.0.weight, row.1.weight),
        CpuSort::Total => (row.1.weight, row.0.weight),
    };
    weights(b).cmp(&weights(a))
}

/// Every profile of the files, chosen or not: shares are of what was sampled in all of them.
fn threads(answer: &Answer<'_>, loaded: &Loaded, counted: bool) -> Vec<CpuGroup> {
    let amounts = |of: &ProfileOf| {
        let tree: CallTree = of.tree(Rules::Lagometer);
        let roles: Vec<Role> = tree.functions.iter().map(Function::role).collect();
        let idle = own_of(&hotspots(&tree), &roles, Role::Idle);
        let total = tree.sampled();
        let own = Amount {
            weight: total.weight - idle,
            ..total
        };
        (own, total)
    };
    let named = |(at, of): (usize, &ProfileOf)| {
        let (own, total) = amounts(of);
        let name = match (&of.thread, of.tid()) {
            (Some(thread), _) => format!("{at} {thread}"),
            (None, Some(tid)) => format!("{at} tid {tid}"),
            (None, None) => format!("{at} {}", loaded.inputs[of.input].name),
        };
        (name, own, total)
    };
    let mut rows: Vec<(String, Amount, Amount)> = loaded.profiles.iter().enumerate().map(named).collect();
    let all: i64 = rows.iter().map(|row| row.1.weight).sum();
    rows.sort_by(|a, b| by_weight((a.1, a.2), (b.1, b.2), CpuSort::Own).then_with(|| a.0.cmp(&b.0)));
    rows.into_iter()
        .zip(1..)
        .map(|((name, own, total), rank)| CpuGroup {
            rank,
            name,
            own: share_of(own, all, UnitName(unit(answer.written.tree.weight))),
            // With idle time, which has no share of what is active.
            total: share_of(total, 0, UnitName(unit(answer.written.tree.weight))),
            samples: counted.then_some(total.samples),
        })
        .collect()
}
