//! What a text about two sides of CPU samples shows, before it is laid out.

use crate::remarks::{self, Tolerated, Warning};
use crate::{Style, cpu_place, cpu_view, number, shown};
use lagometer_metric::Unit;
use lagometer_report::{
    CpuChange, CpuDiffDocument, CpuDiffInput, CpuDiffRow, CpuPlace, RawNumber, UnitName, Value,
};

/// Everything that is shown, in order; raw text.
pub(crate) struct CpuDiffView {
    pub(crate) warnings: Vec<Warning>,
    /// Lines above the table.
    pub(crate) lines: Vec<String>,
    /// What the last column is.
    pub(crate) of: String,
    pub(crate) rows: Vec<CpuDiffShown>,
    /// What is below the table.
    pub(crate) more: Option<String>,
    pub(crate) tolerated: Option<Tolerated>,
}

/// A row.
pub(crate) struct CpuDiffShown {
    /// Change, percent, noise, base, head.
    pub(crate) numbers: [String; 5],
    pub(crate) verdict: String,
    pub(crate) name: String,
    pub(crate) place: String,
}

/// The heads of the columns of numbers.
pub(crate) const HEAD: [&str; 5] = ["change", "%", "noise", "base", "head"];

/// Picks and words what is shown of two sides.
pub(crate) fn view(document: &CpuDiffDocument, style: &Style) -> CpuDiffView {
    let sides = document.base.iter().chain(&document.head);
    let mut warnings: Vec<Warning> = sides
        .filter_map(|side| Some(cpu_view::partial(&side.input.name, side.input.partial.as_ref()?)))
        .collect();
    warnings.extend(remarks::warnings(&document.diagnostics, remarks::of_trace).map(|(warning, _)| warning));
    CpuDiffView {
        warnings,
        lines: lines(document),
        of: match document.options.by.as_str() {
            "function" => "self time".to_owned(),
            by => format!("self time by {by}"),
        },
        rows: document
            .rows
            .iter()
            .take(style.top)
            .map(|row| self::row(row, document.unit))
            .collect(),
        more: more(document, style.top),
        tolerated: remarks::tolerated_in_trace(&document.diagnostics),
    }
}

fn lines(document: &CpuDiffDocument) -> Vec<String> {
    let profiles = |side: &[CpuDiffInput]| match side.len() {
        1 => "1 profile".to_owned(),
        several => format!("{} profiles", number::count(several as u64)),
    };
    let amount = |raw: RawNumber| number::value(document.unit.0, raw.0);
    let active = &document.active;
    let mut lines = vec![
        format!(
            "base {}, active {}   head {}, active {}   (medians)",
            profiles(&document.base),
            amount(active.base.median),
            profiles(&document.head),
            amount(active.head.median)
        ),
        format!("active {}, noise {}", both(active, document.unit), amount_or(&active.noise)),
        "noise: the larger of both sides' max - min and of 2 standard errors of sampling; inside it nothing is claimed"
            .to_owned(),
    ];
    if document.base.len().min(document.head.len()) < 2 {
        lines.push(
            "a side of 1 profile has no spread: nothing is judged; record each side several times".to_owned(),
        );
    }
    if document.options.rules == "devtools" {
        lines.push("rules: devtools, as the Performance panel draws a profile".to_owned());
    }
    if document.rows.iter().any(|row| row.functions > 1) {
        lines.push(
            "a function is the same by its name and file; where lines moved and a file has several of a name, they are one row"
                .to_owned(),
        );
    }
    lines
}

/// `+20.4 ms, +13.7 %`.
fn both(change: &CpuChange, unit: UnitName) -> String {
    let absolute = number::change(unit.0, change.change.0);
    match change.relative.value {
        Some(RawNumber(part)) => format!("{absolute}, {}", number::change(Unit::Ratio, part)),
        None => absolute,
    }
}

fn amount_or(value: &Value) -> String {
    match value.value {
        Some(RawNumber(raw)) => number::value(value.unit.0, raw),
        None => shown::NOT_AVAILABLE.to_owned(),
    }
}

fn row(row: &CpuDiffRow, unit: UnitName) -> CpuDiffShown {
    let own = &row.own;
    let amount = |raw: RawNumber| number::value(unit.0, raw.0);
    let part = match own.relative.value {
        Some(RawNumber(part)) => number::bare_change(Unit::Ratio, part),
        None => shown::NOT_AVAILABLE.to_owned(),
    };
    let name = cpu_place::function_name(&row.name);
    CpuDiffShown {
        numbers: [
            number::change(unit.0, own.change.0),
            part,
            amount_or(&own.noise),
            amount(own.base.median),
            amount(own.head.median),
        ],
        verdict: row.verdict.replace('-', " "),
        name: match row.functions {
            1 => name,
            several => format!("{name} x {}", number::count(several)),
        },
        place: row
            .head_place
            .as_ref()
            .or(row.base_place.as_ref())
            .map_or_else(String::new, place),
    }
}

/// The path of a script and the line: hosts differ between builds.
fn place(place: &CpuPlace) -> String {
    let path = match place.url.split_once("://") {
        Some((_, rest)) => rest.find('/').map_or(place.url.as_str(), |at| &rest[at..]),
        None => place.url.as_str(),
    };
    match place.line {
        Some(line) => format!("{path}:{line}"),
        None => path.to_owned(),
    }
}

fn more(document: &CpuDiffDocument, top: usize) -> Option<String> {
    let left = document.rows.iter().skip(top);
    let (all, quiet) = (
        left.clone().count(),
        left.filter(|row| row.verdict == "within-noise").count(),
    );
    let quiet = match quiet {
        0 => String::new(),
        quiet => format!(", {} of them within noise", number::count(quiet as u64)),
    };
    (all > 0).then(|| format!("{} more{quiet}: --top N", number::count(all as u64)))
}
