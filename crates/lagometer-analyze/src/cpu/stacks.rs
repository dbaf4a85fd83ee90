//! All stacks as one tree, for the forms of other programs.

use super::convert::{place, unit};
use super::load::load;
use super::written::Written;
use super::{CpuOptions, choose, group, written};
use crate::{Error, Source};
use lagometer_cpu::paths::{PathLimits, PathRow, top_down};
use lagometer_cpu::{CallTree, Function, Role};
use lagometer_report::{CpuPlace, CpuStackRow, CpuStacks, UnitName};

/// More rows than this are an error: the file would be of no use to anybody.
const MOST_ROWS: usize = 4_000_000;

/// The stacks of the chosen profiles, of all files as one; nothing that was sampled is left out.
pub fn cpu_stacks(sources: Vec<Source<'_>>, options: &CpuOptions<'_>) -> Result<CpuStacks, Error> {
    let loaded = load(sources, options)?;
    let chosen = choose(&loaded, options)?;
    let written = written(&loaded, &chosen, options);
    let tree = &written.tree;
    let limits = PathLimits {
        least: i64::MIN,
        rows: MOST_ROWS,
    };
    let paths = top_down(tree, limits);
    if paths.rows.len() >= MOST_ROWS {
        return Err(Error::too_many_stacks(&loaded.name(), MOST_ROWS));
    }
    let mut rows: Vec<CpuStackRow> = paths.rows.iter().map(|path| row(&written, path)).collect();
    rows.extend(without_a_call(tree));
    Ok(CpuStacks {
        name: loaded.name(),
        unit: UnitName(unit(tree.weight)),
        sampled: tree.sampled().weight,
        rows,
    })
}

fn row(written: &Written<'_>, path: &PathRow) -> CpuStackRow {
    let function = &written.tree.functions[path.function as usize];
    CpuStackRow {
        depth: path.depth,
        name: function.name.clone(),
        place: place(function),
        category: match function.role() {
            Role::Function => group::category(written, path.function),
            _ => "engine".to_owned(),
        },
        own: path.own.weight,
        total: path.total.weight,
    }
}

/// What was sampled at the foot of stacks, and in nodes that the file does not have.
fn without_a_call(tree: &CallTree) -> Vec<CpuStackRow> {
    let is_root = |function: &Function| function.role() == Role::Root;
    let at_root = tree.nodes.function.iter().zip(&tree.own);
    let root: i64 = at_root
        .filter(|(function, _)| is_root(&tree.functions[**function as usize]))
        .map(|(_, own)| own.weight)
        .sum();
    let row = |(name, weight): (&str, i64)| CpuStackRow {
        depth: 0,
        name: name.to_owned(),
        place: CpuPlace {
            url: String::new(),
            line: None,
            column: None,
        },
        category: "engine".to_owned(),
        own: weight,
        total: weight,
    };
    [("(root)", root), ("(unknown nodes)", tree.unattributed.weight)]
        .into_iter()
        .filter(|(_, weight)| *weight != 0)
        .map(row)
        .collect()
}
