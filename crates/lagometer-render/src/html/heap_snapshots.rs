//! The heap snapshots of a run, and how to read them.

use super::{Markup, ReportRun, links};
use crate::{capture_view, number};
use lagometer_report::KeptSnapshot;

/// The id and the title of the part.
pub(super) const PART: &str = "heap-snapshots";
pub(super) const TITLE: &str = "Heap snapshots";

/// How many are listed; record.json has all.
const MOST_SNAPSHOTS: usize = 100;

/// A line a snapshot, and the heaps that are in none of them.
pub(super) fn heap_snapshots(markup: &mut Markup, run: &ReportRun<'_>) {
    let files = &run.record.files;
    let from = format!(
        "From {}. The commands are for the folder of the run.",
        capture_view::EXTRA_PASS
    );
    markup.leaf("p", &[("class", "quiet")], &from);
    markup.element("table", &[("class", "plain")], |markup| {
        markup.leaf(
            "caption",
            &[],
            "heap snapshots in the order in which they were taken",
        );
        markup.element("thead", &[], |markup| {
            markup.element("tr", &[], |markup| {
                for words in ["snapshot", "taken by", "size", "file and what reads it"] {
                    markup.leaf("th", &[("scope", "col")], words);
                }
            });
        });
        markup.element("tbody", &[], |markup| {
            for snapshot in files.snapshots.iter().take(MOST_SNAPSHOTS) {
                line(markup, run, snapshot);
            }
        });
    });
    if let Some(more) = files.snapshots.len().checked_sub(MOST_SNAPSHOTS + 1) {
        let more = format!("{} more are in record.json", number::count(more as u64 + 1));
        markup.leaf("p", &[("class", "quiet")], &more);
    }
    if let Some(others) = capture_view::not_in_them(&files.other_heaps) {
        markup.element("p", &[("class", "quiet")], |markup| markup.name(&others));
    }
}

fn line(markup: &mut Markup, run: &ReportRun<'_>, snapshot: &KeptSnapshot) {
    markup.element("tr", &[], |markup| {
        markup.element("th", &[("scope", "row")], |markup| markup.name(&snapshot.name));
        markup.element("td", &[], |markup| markup.name(&snapshot.step));
        markup.leaf("td", &[], &capture_view::kept(snapshot));
        markup.element("td", &[("class", "why")], |markup| {
            markup.element("div", &[], |markup| {
                links::link(markup, run.folder, &snapshot.file, &snapshot.file);
            });
            markup.element("div", &[], |markup| {
                markup.leaf("code", &[], &capture_view::next(snapshot));
            });
            let sha256 = format!("sha256 {}", snapshot.sha256);
            markup.element("div", &[], |markup| {
                markup.leaf("code", &[("class", "quiet")], &sha256)
            });
        });
    });
}
