//! Page loads, layout shifts and long animation frames: a list each.

use crate::number;
use crate::shown::{NOT_AVAILABLE, Shown};
use lagometer_metric::Unit;
use lagometer_report::{
    Analysis, AnimationScript, LongAnimationFrame, MovedNode, Navigation, ShiftCluster, Value,
};

/// A list with numbers in columns and words below them.
pub(crate) struct Listing {
    pub(crate) title: &'static str,
    /// The heads of the columns.
    pub(crate) head: &'static [&'static str],
    pub(crate) rows: Vec<ListingRow>,
    /// How many are not among them, and what shows them.
    pub(crate) more: u64,
    pub(crate) all: String,
}

/// An entry of a list.
pub(crate) struct ListingRow {
    pub(crate) cells: Vec<String>,
    /// What the numbers are of; raw text.
    pub(crate) lines: Vec<String>,
}

/// The lists that have anything in them.
pub(crate) fn loading(analysis: &Analysis, top: usize) -> Vec<Listing> {
    let lists = [
        navigations(analysis, top),
        shifts(analysis, top),
        animation_frames(analysis, top),
    ];
    lists.into_iter().filter(|list| !list.rows.is_empty()).collect()
}

fn listing(
    title: &'static str,
    head: &'static [&'static str],
    rows: Vec<ListingRow>,
    (kept, total): (usize, u64),
) -> Listing {
    let more = total.saturating_sub(rows.len() as u64);
    // Of what is not kept more rows do not help.
    let all = match total > kept as u64 {
        true => format!(
            "--top {kept} shows {} of them",
            number::count((kept - rows.len()) as u64)
        ),
        false => format!("--top {total}"),
    };
    Listing {
        title,
        head,
        rows,
        more,
        all,
    }
}

/// The navigations of the main frame, in order of time.
fn navigations(analysis: &Analysis, top: usize) -> Listing {
    let main = analysis
        .loading
        .navigations
        .iter()
        .filter(|navigation| navigation.main_frame);
    let kept = main.clone().count();
    let rows = main.take(top).map(navigation).collect();
    let head = &["start", "fcp", "lcp", "cls", "tti", "blocking"];
    // How many of those that are not kept are of the main frame is not told.
    listing("page loads", head, rows, (kept, kept as u64))
}

fn navigation(navigation: &Navigation) -> ListingRow {
    let number = |value: &Value| Shown::of(value, None).short().to_owned();
    let mut lines: Vec<String> = navigation.url.clone().into_iter().collect();
    if let Some(paint) = &navigation.largest_paint {
        let parts = [&paint.kind, &paint.element, &paint.url];
        let what: Vec<&str> = parts.into_iter().flatten().map(String::as_str).collect();
        lines.push(format!("largest paint: {}", what.join(" ")));
    }
    lines.extend(absences(navigation));
    ListingRow {
        cells: vec![
            number::millis(navigation.start_us),
            number(&navigation.fcp),
            number(&navigation.lcp),
            number(&navigation.cls),
            number(&navigation.tti),
            number(&navigation.load_blocking_time),
        ],
        lines,
    }
}

/// Why which of its numbers are absent, a line for each reason: `tti, blocking n/a no-quiet-window: ...`.
fn absences(navigation: &Navigation) -> Vec<String> {
    let values = [
        ("fcp", &navigation.fcp),
        ("lcp", &navigation.lcp),
        ("cls", &navigation.cls),
        ("tti", &navigation.tti),
        ("blocking", &navigation.load_blocking_time),
    ];
    let mut reasons: Vec<(Vec<&str>, String)> = Vec::new();
    for (name, value) in values {
        let Shown::Absent(why) = Shown::of(value, None) else {
            continue;
        };
        let why = why.text();
        match reasons.iter_mut().find(|(_, known)| *known == why) {
            Some((names, _)) => names.push(name),
            None => reasons.push((vec![name], why)),
        }
    }
    let line = |(names, why): (Vec<&str>, String)| format!("{} {NOT_AVAILABLE} {why}", names.join(", "));
    reasons.into_iter().map(line).collect()
}

/// The session windows with the largest sums.
fn shifts(analysis: &Analysis, top: usize) -> Listing {
    let loading = &analysis.loading;
    let mut worst: Vec<&ShiftCluster> = loading.shift_clusters.iter().collect();
    worst.sort_by(|a, b| b.score.0.total_cmp(&a.score.0));
    let rows = worst
        .iter()
        .take(top)
        .map(|cluster| cluster_row(cluster))
        .collect();
    let head = &["start", "dur", "score", "shifts"];
    listing(
        "layout shifts",
        head,
        rows,
        (worst.len(), loading.shift_clusters_total),
    )
}

fn cluster_row(cluster: &ShiftCluster) -> ListingRow {
    let worst = cluster
        .shifts
        .iter()
        .max_by(|a, b| a.score.0.total_cmp(&b.score.0));
    let lines = worst.map(|shift| {
        let nodes: Vec<String> = shift.nodes.iter().map(moved).collect();
        let at = number::millis(shift.at_us);
        let moved = match nodes.is_empty() {
            true => String::new(),
            false => format!(": {}", nodes.join(", ")),
        };
        format!(
            "largest {} at {at}{moved}",
            number::value(Unit::Score, shift.score.0)
        )
    });
    ListingRow {
        cells: vec![
            number::millis(cluster.start_us),
            number::millis(cluster.end_us.saturating_sub(cluster.start_us)),
            number::value(Unit::Score, cluster.score.0),
            number::count(cluster.shifts_total),
        ],
        lines: lines.into_iter().collect(),
    }
}

fn moved(node: &MovedNode) -> String {
    match (&node.element, node.node_id) {
        (Some(element), _) => element.clone(),
        (None, Some(id)) => format!("node {id}"),
        (None, None) => "a node".to_owned(),
    }
}

/// The longest animation frames.
fn animation_frames(analysis: &Analysis, top: usize) -> Listing {
    let frames = &analysis.loading.long_animation_frames;
    let mut longest: Vec<&LongAnimationFrame> = frames.iter().collect();
    longest.sort_by_key(|frame| (std::cmp::Reverse(frame.duration_us), frame.start_us));
    let rows = longest.iter().take(top).map(|frame| frame_row(frame)).collect();
    let total = match analysis.loading.long_animation_frames_total {
        Some(total) => total,
        None => frames.len() as u64,
    };
    let head = &["start", "dur", "blocking", "render at", "shown at"];
    listing("long frames", head, rows, (frames.len(), total))
}

fn frame_row(frame: &LongAnimationFrame) -> ListingRow {
    let time = |time: Option<i64>| time.map_or_else(String::new, number::millis);
    let longest = frame
        .scripts
        .iter()
        .max_by_key(|script| (script.duration_us, std::cmp::Reverse(script.start_us)));
    let lines = longest.map(|script| match frame.scripts_total {
        1 => script_words(script),
        total => format!(
            "{}, longest of {} scripts",
            script_words(script),
            number::count(total)
        ),
    });
    ListingRow {
        cells: vec![
            number::millis(frame.start_us),
            number::millis(frame.duration_us),
            time(frame.blocking_us),
            time(frame.render_start_us),
            time(frame.presented_us),
        ],
        lines: lines.into_iter().collect(),
    }
}

/// `58.0 ms BUTTON#slow.onclick: tick http://a/x.js`.
fn script_words(script: &AnimationScript) -> String {
    let invoker = script.invoker.clone().or_else(|| script.invoker_type.clone());
    let invoker = invoker.unwrap_or_else(|| script.work.clone());
    let function = script.function.iter().filter(|name| !name.is_empty());
    let place: Vec<&str> = function.chain(&script.url).map(String::as_str).collect();
    let time = number::millis(script.duration_us);
    match place.is_empty() {
        true => format!("{time} {invoker}"),
        false => format!("{time} {invoker}: {}", place.join(" ")),
    }
}

#[cfg(test)]
mod tests;
