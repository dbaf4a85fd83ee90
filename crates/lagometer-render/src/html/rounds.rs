//! The rounds: what each was for, whether it counts, and where its files are.

use super::{Markup, ReportRun, links};
use crate::{message, number};
use lagometer_report::{RoundEntry, RoundRole, RoundState};

/// How many rounds are listed; record.json has all.
const MOST_ROUNDS: usize = 1_000;

/// A line a round.
pub(super) fn rounds(markup: &mut Markup, run: &ReportRun<'_>) {
    let rounds = &run.record.rounds;
    if rounds.is_empty() {
        markup.leaf("p", &[], "no round was finished");
        return;
    }
    let several = rounds.windows(2).any(|pair| pair[0].variant != pair[1].variant);
    markup.element("table", &[("class", "plain")], |markup| {
        markup.leaf("caption", &[], "rounds in the order in which they ran");
        markup.element("thead", &[], |markup| {
            markup.element("tr", &[], |markup| {
                for (class, words) in [
                    ("number", "round"),
                    ("", "role"),
                    ("", "state"),
                    ("", "why, and what else"),
                    ("", "files"),
                ] {
                    markup.leaf("th", &[("class", class), ("scope", "col")], words);
                }
            });
        });
        markup.element("tbody", &[], |markup| {
            for round in rounds.iter().take(MOST_ROUNDS) {
                line(markup, run, round, several);
            }
        });
    });
    if rounds.len() > MOST_ROUNDS {
        let more = number::count((rounds.len() - MOST_ROUNDS) as u64);
        markup.leaf(
            "p",
            &[("class", "quiet")],
            &format!("{more} more are in record.json"),
        );
    }
}

fn line(markup: &mut Markup, run: &ReportRun<'_>, round: &RoundEntry, several: bool) {
    let (class, state) = match round.state {
        RoundState::Valid => ("state good", "valid"),
        RoundState::Invalid => ("state warn", "invalid"),
        RoundState::Failed => ("state bad", "failed"),
    };
    markup.element("tr", &[], |markup| {
        let attributes = [("class", "number"), ("scope", "row")];
        markup.leaf("th", &attributes, &number::count(round.number.into()));
        markup.element("td", &[], |markup| {
            markup.text(match round.role {
                RoundRole::Warmup => "warm-up, dropped",
                RoundRole::Measured => "measured",
            });
            if several {
                markup.text(", ");
                markup.name(&round.variant);
            }
        });
        markup.element("td", &[], |markup| {
            markup.leaf("span", &[("class", class)], state)
        });
        markup.element("td", &[("class", "why")], |markup| why(markup, run, round));
        markup.element("td", &[("class", "files")], |markup| files(markup, run, round));
    });
}

fn why(markup: &mut Markup, run: &ReportRun<'_>, round: &RoundEntry) {
    let stands_for = |round: u32| {
        let variants = run.summary.iter().flat_map(|summary| summary.variants.values());
        variants
            .into_iter()
            .any(|variant| variant.series_round == Some(round))
    };
    if stands_for(round.number) {
        markup.leaf("p", &[], "the curves above are of this round");
    }
    for reason in &round.reasons {
        markup.element("p", &[], |markup| {
            markup.leaf("code", &[], &reason.code);
            markup.text(" ");
            markup.prose(&message::words(&reason.text, reason.amount_us));
        });
    }
}

fn files(markup: &mut Markup, run: &ReportRun<'_>, round: &RoundEntry) {
    let mut files = vec![("numbers", Some(&round.round)), ("trace", round.trace.as_ref())];
    files.push(("samples", round.samples.as_ref()));
    let picture = run.pictures.iter().find(|(number, _)| *number == round.number);
    files.push(("picture", picture.map(|(_, path)| path)));
    let console = run.consoles.iter().find(|(number, _)| *number == round.number);
    files.push(("console", console.map(|(_, path)| path)));
    let mut space = "";
    for (words, path) in files {
        if let Some(path) = path {
            markup.text(space);
            links::link(markup, run.folder, path, words);
            space = " ";
        }
    }
}
