//! Groups, lines and trees of calls as tables, before they are laid out.

use crate::cpu_place::{self, Places};
use crate::{number, shown};
use lagometer_metric::Unit;
use lagometer_report::{
    CpuDocument, CpuFunction, CpuGroup, CpuLineRow, CpuShare, CpuTree, CpuTreeRow, RawNumber,
};
use std::collections::BTreeMap;

/// A table: columns of numbers, and a name behind them. Raw text.
pub(crate) struct Listing {
    /// What it is, where there are several or it needs words.
    pub(crate) title: Option<String>,
    pub(crate) head: Vec<&'static str>,
    pub(crate) rows: Vec<ListingRow>,
    /// How many more there are, and what else is to be known.
    pub(crate) notes: Vec<String>,
}

/// A row of a table.
pub(crate) struct ListingRow {
    pub(crate) numbers: Vec<String>,
    /// How far the name stands in.
    pub(crate) depth: usize,
    pub(crate) name: String,
    pub(crate) place: String,
}

/// Names of a tree stand in no further than this.
const MOST_DEPTH: u32 = 12;

/// What is shown in the place of the functions.
pub(crate) fn listings(document: &CpuDocument, places: &Places, skip: usize, top: usize) -> Vec<Listing> {
    let mut listings = Vec::new();
    if let Some(calls) = &document.calls {
        let name = cpu_place::function_name(&calls.name);
        let more = match calls.others.len() {
            0 => String::new(),
            others => format!("; {others} more of this name: give an id of the JSON answer"),
        };
        let up = format!("{name} and who calls it, upwards{more}");
        listings.push(tree(&calls.callers, Some(up), true, document, places, 0, top));
        let down = format!("{name} and what it calls, downwards");
        listings.push(tree(&calls.callees, Some(down), false, document, places, 0, top));
        return listings;
    }
    listings.extend(
        document
            .groups
            .as_ref()
            .map(|all| groups(all, document, skip, top)),
    );
    listings.extend(document.lines.as_ref().map(|all| lines(all, places, skip, top)));
    let up = document.options.view == "bottom-up";
    let of_tree = |all| tree(all, None, up, document, places, skip, top);
    listings.extend(document.tree.as_ref().map(of_tree));
    listings
}

fn amount(share: &CpuShare) -> [String; 2] {
    let part = match share.share {
        Some(RawNumber(part)) => number::bare(Unit::Ratio, part),
        None => shown::NOT_AVAILABLE.to_owned(),
    };
    [number::value(share.unit.0, share.value.0), part]
}

fn count(samples: Option<u64>) -> String {
    samples.map_or_else(String::new, number::count)
}

fn more(all: usize, skip: usize, top: usize) -> Option<String> {
    let left = all.saturating_sub(skip.saturating_add(top));
    (left > 0).then(|| format!("{} more: --top N", number::count(left as u64)))
}

fn groups(all: &[CpuGroup], document: &CpuDocument, skip: usize, top: usize) -> Listing {
    let threads = document.options.view == "threads";
    let row = |group: &CpuGroup| {
        let ([own, own_share], [total, total_share]) = (amount(&group.own), amount(&group.total));
        ListingRow {
            numbers: vec![
                number::count(group.rank),
                own,
                own_share,
                total,
                total_share,
                count(group.samples),
            ],
            depth: 0,
            name: group.name.clone(),
            place: String::new(),
        }
    };
    Listing {
        title: threads.then(|| "every profile; shares are of what is active in all of them".to_owned()),
        head: match threads {
            true => vec!["", "active", "%", "sampled", "samples"],
            false => vec!["", "self", "%", "total", "%", "samples"],
        },
        rows: all.iter().skip(skip).take(top).map(row).collect(),
        notes: more(all.len(), skip, top).into_iter().collect(),
    }
}

fn lines(all: &[CpuLineRow], places: &Places, skip: usize, top: usize) -> Listing {
    let timed = all.iter().any(|row| row.line.us.is_some());
    let row = |row: &CpuLineRow| {
        let mut numbers = vec![number::count(row.rank)];
        if timed {
            numbers.push(row.line.us.map_or_else(String::new, number::millis));
        }
        numbers.push(number::count(row.line.samples));
        ListingRow {
            numbers,
            depth: 0,
            name: cpu_place::function_name(&row.name),
            place: match (&row.line.original, row.url.as_str()) {
                (Some(original), _) => format!("{}:{}", original.source, original.line),
                (None, "") => format!("line {}", row.line.line),
                (None, url) => format!("{}:{}", places.url(url), row.line.line),
            },
        }
    };
    let mut notes: Vec<String> = more(all.len(), skip, top).into_iter().collect();
    if !timed {
        notes.push("V8 counted hits of lines, which have no time of their own".to_owned());
    }
    Listing {
        title: None,
        head: match timed {
            true => vec!["", "self", "samples"],
            false => vec!["", "samples"],
        },
        rows: all.iter().skip(skip).take(top).map(row).collect(),
        notes,
    }
}

fn tree(
    all: &CpuTree,
    title: Option<String>,
    up: bool,
    document: &CpuDocument,
    places: &Places,
    skip: usize,
    top: usize,
) -> Listing {
    let functions: BTreeMap<&str, &CpuFunction> = document
        .functions
        .iter()
        .map(|function| (function.id.as_str(), function))
        .collect();
    let row = |row: &CpuTreeRow| {
        let [total, total_share] = amount(&row.total);
        let mut numbers = vec![total, total_share];
        if !up {
            numbers.extend(amount(&row.own));
        }
        numbers.push(count(row.samples));
        ListingRow {
            numbers,
            depth: 2 * row.depth.min(MOST_DEPTH) as usize,
            name: match functions.get(row.id.as_str()) {
                Some(function) => cpu_place::name_or_role(function),
                None => cpu_place::function_name(&row.name),
            },
            // The engine's own frames are no functions.
            place: match functions.get(row.id.as_str()) {
                Some(function) => places.text(function),
                None => String::new(),
            },
        }
    };
    let mut notes: Vec<String> = more(all.rows.len(), skip, top).into_iter().collect();
    if all.left_out > 0 {
        let least = number::short_value(Unit::Ratio, all.least_share.0);
        notes.push(format!(
            "{} branches under {least} of {} time left out",
            number::count(all.left_out),
            document.basis.name
        ));
    }
    Listing {
        title,
        head: match up {
            true => vec!["self", "%", "samples"],
            false => vec!["total", "%", "self", "%", "samples"],
        },
        rows: all.rows.iter().skip(skip).take(top).map(row).collect(),
        notes,
    }
}
