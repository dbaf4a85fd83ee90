//! A flame graph: one self-contained drawing, without script.

use crate::{cpu_place, number, visible};
use lagometer_metric::Unit;
use lagometer_report::{CpuStackRow, CpuStacks};

const WIDTH: f64 = 1200.0;
const ROW: f64 = 18.0;
const HEAD: f64 = 64.0;
const FOOT: f64 = 28.0;
/// Narrower boxes are not drawn; how many is said.
const LEAST_WIDTH: f64 = 0.4;
/// Deeper rows are not drawn; how many is said.
const MOST_ROWS: u32 = 250;
/// A character of the labels is about so wide.
const CHARACTER: f64 = 6.6;

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
    let all = stacks.sampled.max(1) as f64;
    let mut boxes = String::new();
    let (mut narrow, mut deep, mut deepest) = (0_u64, 0_u64, 0);
    // Where the next box of each level starts.
    let mut next: Vec<i64> = vec![0];
    for row in &stacks.rows {
        let level = row.depth as usize;
        next.truncate(level + 1);
        let start = next[level];
        next[level] += row.total;
        // What it calls starts where it starts itself.
        next.push(start);
        let width = row.total as f64 / all * WIDTH;
        if row.depth >= MOST_ROWS {
            deep += 1;
        } else if width < LEAST_WIDTH {
            narrow += 1;
        } else {
            deepest = deepest.max(row.depth);
            boxes.push_str(&one(row, start as f64 / all * WIDTH, width, all, stacks.unit.0));
        }
    }
    let bottom = HEAD + f64::from(deepest + 1) * ROW;
    let mut notes = Vec::new();
    if narrow > 0 {
        notes.push(format!("{} boxes too narrow to draw", number::count(narrow)));
    }
    if deep > 0 {
        notes.push(format!("{} boxes below {MOST_ROWS} levels", number::count(deep)));
    }
    let height = number::coordinate(bottom + FOOT);
    let title = format!(
        "{}: {} sampled",
        visible::html(&stacks.name),
        number::value(stacks.unit.0, stacks.sampled as f64)
    );
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {height}\" width=\"{WIDTH}\" height=\"{height}\" role=\"img\">\n\
         <title>{title}</title>\n<style>{STYLE}</style>\n<rect class=\"bg\" width=\"{WIDTH}\" height=\"{height}\"/>\n\
         <text class=\"t\" x=\"8\" y=\"22\">{title}</text>\n{}{boxes}<text class=\"q\" x=\"8\" y=\"{}\">{}</text>\n</svg>\n",
        legend(),
        number::coordinate(bottom + 18.0),
        visible::html(&notes.join("; "))
    )
}

/// Light and dark; the words on a box have a contrast of at least 4.5 to it in both.
const STYLE: &str = "\
text{font:12px ui-monospace,Menlo,Consolas,monospace;fill:#1b1b1f}.t{font-size:14px;font-weight:600}\
.q{fill:#55555f}.bg{fill:#ffffff}rect{stroke:#ffffff;stroke-width:.6}.bg{stroke:none}\
.s{fill:#f2b880}.p{fill:#a9c7ef}.m{fill:#b9dcc0}.n{fill:#d7c2ec}.e{fill:#d4d4da}\
@media(prefers-color-scheme:dark){text{fill:#f1f1f4}.q{fill:#b4b4be}.bg{fill:#17171b}rect{stroke:#17171b}\
.s{fill:#8a4b14}.p{fill:#2c5282}.m{fill:#2f6040}.n{fill:#5d4380}.e{fill:#4a4a54}}";

fn legend() -> String {
    let mut text = String::new();
    let mut x = 8.0;
    for (_, class, words) in CATEGORIES {
        text.push_str(&format!(
            "<rect class=\"{class}\" x=\"{}\" y=\"34\" width=\"14\" height=\"14\"/><text x=\"{}\" y=\"45\">{words}</text>\n",
            number::coordinate(x),
            number::coordinate(x + 20.0)
        ));
        x += 44.0 + CHARACTER * 1.1 * words.len() as f64;
    }
    text
}

/// A box with its words where they fit, and all that is known of it on hover.
fn one(row: &CpuStackRow, x: f64, width: f64, all: f64, unit: Unit) -> String {
    let y = HEAD + f64::from(row.depth) * ROW;
    let name = cpu_place::function_name(&row.name);
    let share = |weight: i64| number::value(Unit::Ratio, weight as f64 / all);
    let amount = |weight: i64| number::value(unit, weight as f64);
    let mut title = format!(
        "{name}\n{} total, {}; {} self, {}",
        amount(row.total),
        share(row.total),
        amount(row.own),
        share(row.own)
    );
    if let Some(place) = super::place(row) {
        title = format!("{title}\n{place}");
    }
    // A line feed in a title is shown as one; it was put there, not read.
    let title: Vec<String> = title.lines().map(visible::html).collect();
    let found = CATEGORIES
        .iter()
        .find(|(category, _, _)| *category == row.category);
    let class = found.map_or("s", |(_, class, _)| class);
    let mut text = format!(
        "<g><title>{}</title><rect class=\"{class}\" x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" rx=\"1\"/>",
        title.join("\n"),
        number::coordinate(x),
        number::coordinate(y),
        number::coordinate(width),
        number::coordinate(ROW - 1.0)
    );
    let room = ((width - 6.0) / CHARACTER).max(0.0) as usize;
    if room >= 3 {
        text.push_str(&format!(
            "<text x=\"{}\" y=\"{}\">{}</text>",
            number::coordinate(x + 3.0),
            number::coordinate(y + 13.0),
            visible::html(&super::cut(&name, room))
        ));
    }
    text.push_str("</g>\n");
    text
}
