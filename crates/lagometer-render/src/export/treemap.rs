//! What an object retains, as one self-contained drawing, without script.

use super::squares::{Area, divide};
use crate::{heap_view, number, visible};
use lagometer_metric::Unit;
use lagometer_report::{HeapTreemap, HeapTreemapPart, HeapTreemapRow};

const WIDTH: f64 = 1200.0;
const HEIGHT: f64 = 680.0;
const HEAD: f64 = 64.0;
const FOOT: f64 = 28.0;
/// Above the parts of a part stands its name.
const NAME: f64 = 16.0;
/// Between a part and its parts.
const EDGE: f64 = 2.0;
/// A part that is not at least so wide and so high shows none of its parts.
const LEAST: (f64, f64) = (56.0, 44.0);
/// A character of the labels is about so wide.
const CHARACTER: f64 = 7.3;

/// What kinds of objects look like, and their words above the drawing.
const CLASSES: [(&str, &str); 7] = [
    ("o", "objects"),
    ("f", "functions and code"),
    ("n", "native"),
    ("s", "strings"),
    ("e", "arrays and engine"),
    ("w", "its own bytes"),
    ("r", "others"),
];

/// Boxes within boxes: the area of those in the outermost one is their bytes.
pub fn treemap(map: &HeapTreemap) -> String {
    let Some((first, parts)) = map.rows.split_first() else {
        return drawing("not reachable: it retains nothing", "", "");
    };
    let title = format!(
        "{}: {} retained by {}",
        map.name,
        number::size(first.bytes),
        label(first)
    );
    let area = Area {
        x: 0.0,
        y: HEAD,
        width: WIDTH,
        height: HEIGHT,
    };
    let mut boxes = String::new();
    let mut open = vec![(parts, area)];
    while let Some((rows, area)) = open.pop() {
        let groups = groups(rows);
        let sizes: Vec<u64> = groups.iter().map(|(row, _)| row.bytes).collect();
        for ((row, below), area) in groups.into_iter().zip(divide(&sizes, area)) {
            let inside = Some(area.within(EDGE, NAME))
                .filter(|_| !below.is_empty() && area.width >= LEAST.0 && area.height >= LEAST.1);
            boxes.push_str(&one(row, &area, first.bytes, inside.is_some()));
            open.extend(inside.map(|inside| (below, inside)));
        }
    }
    let note = format!(
        "areas of the outermost boxes: bytes retained by {} (need not equal Chrome's); boxes inside one share \
         what is below its name",
        map.rules
    );
    drawing(&title, &boxes, &note)
}

fn drawing(title: &str, boxes: &str, note: &str) -> String {
    let height = number::coordinate(HEAD + HEIGHT + FOOT);
    let title = visible::html(title);
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {height}\" width=\"{WIDTH}\" height=\"{height}\" role=\"img\">\n\
         <title>{title}</title>\n<style>{STYLE}</style>\n<rect class=\"bg\" width=\"{WIDTH}\" height=\"{height}\"/>\n\
         <text class=\"t\" x=\"8\" y=\"22\">{title}</text>\n{}{boxes}<text class=\"q\" x=\"8\" y=\"{}\">{}</text>\n</svg>\n",
        legend(),
        number::coordinate(HEAD + HEIGHT + 18.0),
        visible::html(note)
    )
}

/// Light and dark; the words on a box have a contrast of at least 4.5 to it in both.
const STYLE: &str = "\
text{font:12px ui-monospace,Menlo,Consolas,monospace;fill:#1b1b1f}.t{font-size:14px;font-weight:600}\
.q{fill:#55555f}.bg{fill:#ffffff}rect{stroke:#ffffff;stroke-width:1}.bg{stroke:none}\
.o{fill:#f2b880}.f{fill:#a9c7ef}.s{fill:#b9dcc0}.n{fill:#d7c2ec}.e{fill:#d4d4da}.w{fill:#ecd9a0}.r{fill:#eeeef1}\
@media(prefers-color-scheme:dark){text{fill:#f1f1f4}.q{fill:#b4b4be}.bg{fill:#17171b}rect{stroke:#17171b}\
.o{fill:#8a4b14}.f{fill:#2c5282}.s{fill:#2f6040}.n{fill:#5d4380}.e{fill:#4a4a54}.w{fill:#665218}.r{fill:#33333b}}";

fn legend() -> String {
    let mut text = String::new();
    let mut x = 8.0;
    for (class, words) in CLASSES {
        text.push_str(&format!(
            "<rect class=\"{class}\" x=\"{}\" y=\"34\" width=\"14\" height=\"14\"/><text x=\"{}\" y=\"45\">{words}</text>\n",
            number::coordinate(x),
            number::coordinate(x + 20.0)
        ));
        x += 44.0 + CHARACTER * words.len() as f64;
    }
    text
}

/// The rows that are parts of the outermost level, each with those that are parts of it.
fn groups(rows: &[HeapTreemapRow]) -> Vec<(&HeapTreemapRow, &[HeapTreemapRow])> {
    let mut groups = Vec::new();
    let mut rest = rows;
    while let Some((row, after)) = rest.split_first() {
        let below = after.iter().take_while(|part| part.depth > row.depth).count();
        let (below, after) = after.split_at(below);
        groups.push((row, below));
        rest = after;
    }
    groups
}

/// A box with its words where they fit, and all that is known of it on hover.
fn one(row: &HeapTreemapRow, area: &Area, whole: u64, divided: bool) -> String {
    let share = number::value(Unit::Ratio, row.bytes as f64 / whole as f64);
    let mut title = format!("{}\n{}, {share} of all", label(row), number::size(row.bytes));
    if let HeapTreemapPart::Object(object) = &row.part {
        let shallow = number::small_size(object.shallow_bytes);
        title = format!("{title}; {shallow} shallow");
        if let Some(place) = &object.place {
            title = format!("{title}\n{}", heap_view::place(place));
        }
    }
    // A line feed in a title is shown as one; it was put there, not read.
    let title: Vec<String> = title.lines().map(visible::html).collect();
    let mut text = format!(
        "<g><title>{}</title><rect class=\"{}\" x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\"/>",
        title.join("\n"),
        class(row),
        number::coordinate(area.x),
        number::coordinate(area.y),
        number::coordinate(area.width),
        number::coordinate(area.height)
    );
    let room = ((area.width - 8.0) / CHARACTER).max(0.0) as usize;
    let mut lines = vec![label(row)];
    if !divided && area.height >= 34.0 {
        lines.push(number::size(row.bytes));
    }
    if room >= 3 && area.height >= NAME {
        for (index, line) in lines.iter().enumerate() {
            text.push_str(&format!(
                "<text x=\"{}\" y=\"{}\">{}</text>",
                number::coordinate(area.x + 4.0),
                number::coordinate(area.y + 13.0 + 15.0 * index as f64),
                visible::html(&super::cut(line, room))
            ));
        }
    }
    text.push_str("</g>\n");
    text
}

fn label(row: &HeapTreemapRow) -> String {
    match &row.part {
        HeapTreemapPart::Object(object) => heap_view::titled(object),
        HeapTreemapPart::Own => "its own".to_owned(),
        HeapTreemapPart::Others(objects) => heap_view::counted(*objects, "other", ""),
    }
}

fn class(row: &HeapTreemapRow) -> &'static str {
    match &row.part {
        HeapTreemapPart::Own => "w",
        HeapTreemapPart::Others(_) => "r",
        HeapTreemapPart::Object(object) => match object.kind.as_str() {
            "object" | "regexp" | "bigint" | "symbol" | "number" => "o",
            "closure" | "code" => "f",
            "native" | "wasm object" => "n",
            "string" | "concatenated string" | "sliced string" => "s",
            _ => "e",
        },
    }
}
