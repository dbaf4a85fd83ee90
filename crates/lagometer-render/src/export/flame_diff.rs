//! A differential flame graph: both sides in one drawing.

use super::boxes::{Call, Drawing, file_name, span};
use crate::{cpu_place, number};
use lagometer_report::{CpuDiffStackRow, CpuDiffStacks};

/// Changes of less than this part of all that was sampled have no colour; from the others on they have
/// more and more of it.
const STEPS: [f64; 3] = [0.005, 0.02, 0.1];

/// The classes of less and of more, by how much.
const LESS: [&str; 3] = ["l1", "l2", "l3"];
const MORE: [&str; 3] = ["m1", "m2", "m3"];

/// Stacks of base and head from the foot at the top downwards. A box is as wide as the larger side of
/// each function in it, so that what is gone is still there; blue is less in the head, orange is more.
pub fn flame_diff(stacks: &CpuDiffStacks) -> String {
    let mut drawing = Drawing::default();
    let outermost = stacks.rows.iter().filter(|row| row.depth == 0);
    let whole: i64 = outermost.map(|row| row.width).sum();
    let mut next: Vec<i64> = vec![0];
    for row in &stacks.rows {
        let level = row.depth as usize;
        next.truncate(level + 1);
        let start = next[level];
        next[level] += row.width;
        next.push(start);
        drawing.add(row.depth, span(start, row.width, whole), &call(row, stacks));
    }
    let amount = |raw: i64| number::value(stacks.unit.0, raw as f64);
    let title = format!(
        "{} {} to {} {}: {}",
        file_name(&stacks.base),
        amount(stacks.base_sampled),
        file_name(&stacks.head),
        amount(stacks.head_sampled),
        number::change(stacks.unit.0, (stacks.head_sampled - stacks.base_sampled) as f64)
    );
    let notes = vec![
        "active time, a file of a side on average".to_owned(),
        "the colour is the change as a part of all: from 0.5 %, 2 % and 10 % on".to_owned(),
    ];
    let legend = [
        ("l3", "less in the head"),
        ("z", "about the same"),
        ("m3", "more in the head"),
    ];
    drawing.finish(&title, &notes, &legend, STYLE)
}

fn call(row: &CpuDiffStackRow, stacks: &CpuDiffStacks) -> Call {
    let unit = stacks.unit.0;
    let amount = |raw: i64| number::value(unit, raw as f64);
    let change = row.head_total - row.base_total;
    let whole = stacks.base_sampled.max(stacks.head_sampled).max(1) as f64;
    let steps = STEPS
        .iter()
        .filter(|step| change.unsigned_abs() as f64 / whole >= **step)
        .count();
    let class = match (steps.checked_sub(1), change > 0) {
        (None, _) => "z",
        (Some(step), true) => MORE[step],
        (Some(step), false) => LESS[step],
    };
    let name = cpu_place::function_name(&row.name);
    Call {
        // The sign says it too, to those who see no colour.
        name: match steps {
            0 => name,
            _ => format!("{} {name}", number::change(unit, change as f64)),
        },
        class,
        about: vec![
            format!(
                "total {} to {}; self {} to {}",
                amount(row.base_total),
                amount(row.head_total),
                amount(row.base_own),
                amount(row.head_own)
            ),
            super::place(&row.place).unwrap_or_default(),
        ],
    }
}

/// Blue and orange are told apart with every kind of colour blindness; the words on a box have a
/// contrast of at least 4.5 to it in light and dark.
pub(super) const STYLE: &str = "\
text{font:12px ui-monospace,Menlo,Consolas,monospace;fill:#1b1b1f}.t{font-size:14px;font-weight:600}\
.q{fill:#55555f}.bg{fill:#ffffff}rect{stroke:#ffffff;stroke-width:.6}.bg{stroke:none}\
.z{fill:#e4e4e8}.l1{fill:#cfe0f5}.l2{fill:#9cc1ec}.l3{fill:#64a0e0}.m1{fill:#fbdcc0}.m2{fill:#f6b173}.m3{fill:#ec8430}\
@media(prefers-color-scheme:dark){text{fill:#f1f1f4}.q{fill:#b4b4be}.bg{fill:#17171b}rect{stroke:#17171b}\
.z{fill:#3a3a42}.l1{fill:#223a56}.l2{fill:#1f4c80}.l3{fill:#1c5ea8}.m1{fill:#50341f}.m2{fill:#7a4312}.m3{fill:#a04e04}}";
