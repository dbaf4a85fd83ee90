//! A flame graph: one self-contained drawing, without script.

use super::boxes::{Call, Drawing, file_name, span};
use crate::{cpu_place, number};
use lagometer_metric::Unit;
use lagometer_report::{CpuStackRow, CpuStacks};

/// What kinds of code look like, and their words below the drawing.
const CATEGORIES: [(&str, &str, &str); 5] = [
    ("script", "s", "scripts"),
    ("package", "p", "packages"),
    ("node", "m", "node's own modules"),
    ("native", "n", "native"),
    ("engine", "e", "engine, GC, idle"),
];

/// Stacks from the foot at the top downwards, the largest first: width is time or bytes.
pub fn flame(stacks: &CpuStacks) -> String {
    let mut drawing = Drawing::default();
    // Where the next box of each level starts.
    let mut next: Vec<i64> = vec![0];
    for row in &stacks.rows {
        let level = row.depth as usize;
        next.truncate(level + 1);
        let start = next[level];
        next[level] += row.total;
        // What it calls starts where it starts itself.
        next.push(start);
        drawing.add(
            row.depth,
            span(start, row.total, stacks.sampled),
            &call(row, stacks.sampled, stacks.unit.0),
        );
    }
    let title = format!(
        "{}: {} sampled",
        file_name(&stacks.name),
        number::value(stacks.unit.0, stacks.sampled as f64)
    );
    drawing.finish(&title, &[], &legend_of_categories(), STYLE)
}

fn call(row: &CpuStackRow, all: i64, unit: Unit) -> Call {
    let share = |weight: i64| number::value(Unit::Ratio, weight as f64 / all.max(1) as f64);
    let amount = |weight: i64| number::value(unit, weight as f64);
    Call {
        name: cpu_place::function_name(&row.name),
        class: class_of(&row.category),
        about: vec![
            format!(
                "{} total, {}; {} self, {}",
                amount(row.total),
                share(row.total),
                amount(row.own),
                share(row.own)
            ),
            super::place(&row.place).unwrap_or_default(),
        ],
    }
}

/// The class of a kind of code.
pub(super) fn class_of(category: &str) -> &'static str {
    let found = CATEGORIES.iter().find(|(of, _, _)| *of == category);
    found.map_or("s", |(_, class, _)| class)
}

/// What the colours of kinds of code mean.
pub(super) fn legend_of_categories() -> Vec<(&'static str, &'static str)> {
    CATEGORIES
        .iter()
        .map(|(_, class, words)| (*class, *words))
        .collect()
}

/// Light and dark; the words on a box have a contrast of at least 4.5 to it in both.
pub(super) const STYLE: &str = "\
text{font:12px ui-monospace,Menlo,Consolas,monospace;fill:#1b1b1f}.t{font-size:14px;font-weight:600}\
.q{fill:#55555f}.bg{fill:#ffffff}rect{stroke:#ffffff;stroke-width:.6}.bg{stroke:none}\
.s{fill:#f2b880}.p{fill:#a9c7ef}.m{fill:#b9dcc0}.n{fill:#d7c2ec}.e{fill:#d4d4da}\
@media(prefers-color-scheme:dark){text{fill:#f1f1f4}.q{fill:#b4b4be}.bg{fill:#17171b}rect{stroke:#17171b}\
.s{fill:#8a4b14}.p{fill:#2c5282}.m{fill:#2f6040}.n{fill:#5d4380}.e{fill:#4a4a54}}";
