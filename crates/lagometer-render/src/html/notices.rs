//! What must be known before the numbers, and what was tolerated.

use super::run::Place;
use super::{Markup, ReportRun, links};
use crate::remarks::{self, Warning};
use crate::{number, run_view};
use lagometer_report::{Outcome, Variant};

/// Why a run ended early, with the picture of it; then the warnings that touch the numbers.
pub(super) fn notices(markup: &mut Markup, run: &ReportRun<'_>) {
    if let Some(mut ended) = run_view::ended(run.record) {
        if run.summary.is_none() {
            ended.what = match run.record.outcome {
                Outcome::Failed => "the run failed before a round was done: there are no numbers".to_owned(),
                _ => "the run was interrupted before a round was done: there are no numbers".to_owned(),
            };
        }
        let class = match run.record.outcome {
            Outcome::Failed => "notice bad",
            _ => "notice warn",
        };
        let word = match run.record.outcome {
            Outcome::Failed => "failed",
            _ => "interrupted",
        };
        notice(markup, class, word, &ended, |markup| pictures(markup, run));
    }
    if let Some(summary) = run.summary {
        for warning in run_view::data_warnings(summary, run.record) {
            notice(markup, "notice warn", "warning", &warning, |_| {});
        }
    }
}

/// One of them.
pub(super) fn notice(
    markup: &mut Markup,
    class: &str,
    word: &str,
    warning: &Warning,
    more: impl FnOnce(&mut Markup),
) {
    markup.element("div", &[("class", class), ("role", "note")], |markup| {
        markup.element("p", &[("class", "what")], |markup| {
            markup.leaf("strong", &[], word);
            markup.text(" ");
            markup.prose(&warning.what);
        });
        for line in &warning.lines {
            markup.prose_in("p", &[], line);
        }
        if let Some(hint) = &warning.hint {
            markup.element("p", &[("class", "hint")], |markup| {
                markup.leaf("b", &[], "What to do:");
                markup.text(" ");
                markup.prose(hint);
            });
        }
        more(markup);
    });
}

/// The page when a round failed, linked: the picture stays in its file.
fn pictures(markup: &mut Markup, run: &ReportRun<'_>) {
    for (round, path) in run.pictures {
        let Some(address) = links::address(run.folder, path) else {
            continue;
        };
        let words = format!("the page when round {} failed", number::count((*round).into()));
        markup.element("figure", &[("class", "picture")], |markup| {
            markup.element("a", &[("href", &address)], |markup| {
                let attributes = [
                    ("src", address.as_str()),
                    ("alt", words.as_str()),
                    ("loading", "lazy"),
                ];
                markup.empty("img", &attributes);
            });
            markup.leaf("figcaption", &[], &words);
        });
    }
    for (round, path) in run.consoles {
        markup.element("p", &[("class", "console")], |markup| {
            let round = number::count((*round).into());
            markup.text(&format!("What the page said until round {round} failed: "));
            links::link(markup, run.folder, path, "console.txt");
        });
    }
}

/// What touches no number: odd things in the recordings, and measures that were left out.
pub(super) fn tolerated(markup: &mut Markup, run: &ReportRun<'_>, place: &Place) {
    let Some(summary) = run.summary else { return };
    let tolerated = remarks::tolerated_in_run(&summary.diagnostics);
    let left_out = |variant: &Variant| crate::user_timings::left_out(&variant.user_timings);
    let left_out: Vec<String> = summary.variants.values().flat_map(left_out).collect();
    if tolerated.is_none() && left_out.is_empty() {
        return;
    }
    place.section(markup, "notes", "notes", "Notes", |markup| {
        markup.element("ul", &[], |markup| {
            for note in &left_out {
                markup.prose_in("li", &[], note);
            }
            for each in tolerated.iter().flat_map(|tolerated| &tolerated.each) {
                markup.prose_in("li", &[], each);
            }
        });
        if let Some(tolerated) = &tolerated {
            markup.prose_in("p", &[("class", "quiet")], tolerated.more);
        }
    });
}
