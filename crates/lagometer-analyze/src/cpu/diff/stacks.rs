//! Stacks of both sides as one tree.

use super::matching::{Known, Matching};
use super::{CpuOptions, choose, load, place, unit, written};
use crate::{Error, Source};
use lagometer_cpu::{CallTree, Function, Nodes, Role, Weight};
use lagometer_report::{CpuDiffStackRow, CpuDiffStacks, UnitName};
use std::collections::{BTreeMap, HashMap};

/// More rows than this are an error: the drawing would be of no use to anybody.
const MOST_ROWS: usize = 4_000_000;

/// The stacks of both sides; amounts are means over the files of a side, so that they add up. Functions
/// are the same by the rule of the table; idle time is left out.
pub fn cpu_diff_stacks(
    base: Vec<Source<'_>>,
    head: Vec<Source<'_>>,
    options: &CpuOptions<'_>,
) -> Result<CpuDiffStacks, Error> {
    let (base, head) = (side(base, options)?, side(head, options)?);
    let weight = base.trees.first().map_or(Weight::Time, |tree| tree.weight);
    let all = || base.trees.iter().chain(&head.trees);
    if all().any(|tree| tree.weight != weight) {
        let hint = "give profiles of one kind";
        return Err(Error::no_order_of_time(
            &base.name,
            "times and bytes cannot be compared",
            hint,
        ));
    }
    let matching = Matching::of(&base.known(), &head.known());
    let mut numbers: BTreeMap<&Function, u32> = BTreeMap::new();
    for (pair, number) in matching.pairs.iter().zip(0..) {
        numbers.extend(
            pair.base
                .iter()
                .chain(&pair.head)
                .map(|function| (*function, number)),
        );
    }
    let mut paths = Paths::default();
    for (side, trees) in [&base.trees, &head.trees].into_iter().enumerate() {
        for tree in trees {
            paths.add(tree, side, &numbers);
            if paths.nodes.len() > MOST_ROWS {
                return Err(Error::too_many_stacks(&base.name, MOST_ROWS));
            }
        }
    }
    paths.divide([base.trees.len(), head.trees.len()]);
    let shown = |number: u32| {
        let pair = &matching.pairs[number as usize];
        let function = pair.head.first().or(pair.base.first());
        function.copied()
    };
    let rows = paths.rows(&shown);
    let sampled = |side: usize| paths.nodes.iter().map(|node| node.own[side]).sum();
    Ok(CpuDiffStacks {
        base_sampled: sampled(0),
        head_sampled: sampled(1),
        base: base.name,
        head: head.name,
        unit: UnitName(unit(weight)),
        rows,
    })
}

/// The trees of one side.
struct Side {
    name: String,
    trees: Vec<CallTree>,
}

impl Side {
    fn known(&self) -> Known<'_> {
        Known::of(self.trees.iter().flat_map(|tree| &tree.functions))
    }
}

fn side(sources: Vec<Source<'_>>, options: &CpuOptions<'_>) -> Result<Side, Error> {
    let mut trees = Vec::new();
    let names: Vec<String> = sources.iter().map(|source| source.name.clone()).collect();
    for source in sources {
        let loaded = load(vec![source], options)?;
        let chosen = choose(&loaded, options)?;
        trees.push(written(&loaded, &chosen, options).tree);
    }
    let name = match &names[..] {
        [name] => name.clone(),
        names => format!(
            "{} and {} more",
            names.first().map_or("", String::as_str),
            names.len() - 1
        ),
    };
    Ok(Side { name, trees })
}

/// Calls by the way to them.
#[derive(Default)]
struct Paths {
    /// Each after its caller.
    nodes: Vec<Path>,
    numbers: HashMap<(u32, u32), u32>,
}

struct Path {
    caller: u32,
    function: u32,
    /// In the base and in the head.
    own: [i64; 2],
}

impl Paths {
    fn add(&mut self, tree: &CallTree, side: usize, functions: &BTreeMap<&Function, u32>) {
        let roles: Vec<Role> = tree.functions.iter().map(Function::role).collect();
        let mut path_of: Vec<u32> = Vec::with_capacity(tree.nodes.len());
        for node in 0..tree.nodes.len() {
            let caller = match tree.nodes.parent[node] {
                Nodes::NONE => Nodes::NONE,
                // Callers stand before what they call.
                caller => path_of[caller as usize],
            };
            let function = tree.nodes.function[node] as usize;
            let is_shown = match roles[function] {
                // It is on every stack and says nothing.
                Role::Root => tree.own[node].weight != 0,
                Role::Idle => false,
                _ => true,
            };
            if !is_shown {
                path_of.push(caller);
                continue;
            }
            let path = self.path(caller, functions[&tree.functions[function]]);
            let own = &mut self.nodes[path as usize].own[side];
            *own = own.saturating_add(tree.own[node].weight);
            let is_root = roles[function] == Role::Root;
            path_of.push(if is_root { caller } else { path });
        }
    }

    fn path(&mut self, caller: u32, function: u32) -> u32 {
        let next = self.nodes.len() as u32;
        let path = *self.numbers.entry((caller, function)).or_insert(next);
        if path == next {
            self.nodes.push(Path {
                caller,
                function,
                own: [0, 0],
            });
        }
        path
    }

    /// Sums of so many files into means.
    fn divide(&mut self, files: [usize; 2]) {
        for node in &mut self.nodes {
            for (own, files) in node.own.iter_mut().zip(files) {
                *own /= files.max(1) as i64;
            }
        }
    }

    /// The rows in the order of a walk, the widest first.
    fn rows<'f>(&self, function: &dyn Fn(u32) -> Option<&'f Function>) -> Vec<CpuDiffStackRow> {
        let mut totals: Vec<[i64; 2]> = self.nodes.iter().map(|node| node.own).collect();
        let mut widths: Vec<i64> = self
            .nodes
            .iter()
            .map(|node| node.own[0].max(node.own[1]))
            .collect();
        let mut below: Vec<Vec<u32>> = vec![Vec::new(); self.nodes.len()];
        let mut open: Vec<u32> = Vec::new();
        for number in (0..self.nodes.len()).rev() {
            match self.nodes[number].caller {
                Nodes::NONE => open.push(number as u32),
                caller => {
                    let caller = caller as usize;
                    let [base, head] = totals[number];
                    totals[caller][0] += base;
                    totals[caller][1] += head;
                    widths[caller] += widths[number];
                    below[caller].push(number as u32);
                }
            }
        }
        // The last is taken first.
        let order = |paths: &mut Vec<u32>| {
            paths.sort_by_key(|path| {
                (
                    widths[*path as usize],
                    std::cmp::Reverse(self.nodes[*path as usize].function),
                )
            });
        };
        order(&mut open);
        let mut open: Vec<(u32, u32)> = open.into_iter().map(|path| (path, 0)).collect();
        let mut rows = Vec::with_capacity(self.nodes.len());
        while let Some((path, depth)) = open.pop() {
            let at = path as usize;
            let mut next = std::mem::take(&mut below[at]);
            order(&mut next);
            open.extend(next.into_iter().map(|path| (path, depth + 1)));
            let (own, total) = (self.nodes[at].own, totals[at]);
            let Some(function) = function(self.nodes[at].function) else {
                continue;
            };
            rows.push(CpuDiffStackRow {
                depth,
                name: function.name.clone(),
                place: place(function),
                base_own: own[0],
                base_total: total[0],
                head_own: own[1],
                head_total: total[1],
                width: widths[at],
            });
        }
        rows
    }
}
