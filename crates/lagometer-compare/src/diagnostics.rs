//! What is to be known about a run's numbers.

use crate::counted;
use lagometer_metric::MetricDefinition;
use lagometer_report::{Diagnostic, RoundDocument, RoundRole, RoundState};
use std::collections::{BTreeMap, BTreeSet};

/// The oddities of all rounds that count, one entry a code, and what became of the others.
/// Sorted by code. A byte offset belongs to one file of many, so it stays in the round's document.
pub(crate) fn of_run(ordered: &[&RoundDocument], definitions: &[&MetricDefinition]) -> Vec<Diagnostic> {
    let mut found: BTreeMap<String, Diagnostic> = BTreeMap::new();
    for round in ordered {
        if round.role == RoundRole::Measured && round.state == RoundState::Valid {
            of_round(round, &mut found);
        }
    }
    let mut all: Vec<Diagnostic> = found.into_values().collect();
    all.extend(dropped(ordered));
    all.extend(other_versions(ordered, definitions));
    if counted(ordered).is_empty() {
        all.push(Diagnostic {
            code: "no-valid-round".to_owned(),
            count: 1,
            text: format!("no round of {} is valid: there are no numbers", ordered.len()),
            warning: true,
            byte: None,
            amount_us: None,
        });
    }
    all.sort_by(|a, b| a.code.cmp(&b.code));
    all
}

/// Reasons that mark a round and are no warning: there is a stronger one for what is.
const MARKS: &[&str] = &["contention"];

/// A round's diagnostics and the reasons in its state; the text is that of the first round.
fn of_round(round: &RoundDocument, found: &mut BTreeMap<String, Diagnostic>) {
    let reasons = round.reasons.iter().map(|reason| Diagnostic {
        code: reason.code.clone(),
        count: 1,
        text: reason.text.clone(),
        warning: !MARKS.contains(&reason.code.as_str()),
        byte: None,
        amount_us: reason.amount_us,
    });
    for diagnostic in round.diagnostics.iter().cloned().chain(reasons) {
        let number = round.number;
        let entry = found
            .entry(diagnostic.code.clone())
            .or_insert_with(|| Diagnostic {
                code: diagnostic.code.clone(),
                count: 0,
                text: format!("{} (round {number})", diagnostic.text),
                warning: false,
                byte: None,
                amount_us: diagnostic.amount_us,
            });
        entry.count = entry.count.saturating_add(diagnostic.count);
        entry.warning |= diagnostic.warning;
    }
}

/// Measured rounds whose numbers do not count, with the reasons that they give.
fn dropped(ordered: &[&RoundDocument]) -> Option<Diagnostic> {
    let measured = ordered.iter().filter(|round| round.role == RoundRole::Measured);
    let total = measured.clone().count();
    let mut count = 0;
    let mut codes: BTreeMap<&str, u32> = BTreeMap::new();
    for round in measured.filter(|round| round.state != RoundState::Valid || round.analysis.is_none()) {
        count += 1;
        let failure = round.failure.as_ref().map(|failure| failure.code.as_str());
        // What is only to be known of a round drops none.
        let reasons = round.reasons.iter().filter(|reason| !reason.is_note());
        let reasons = reasons.map(|reason| reason.code.as_str());
        // A round that failed says so twice.
        let of_round: BTreeSet<&str> = failure.into_iter().chain(reasons).collect();
        for code in of_round {
            *codes.entry(code).or_insert(0) += 1;
        }
    }
    let mut text = format!("{count} of {total} rounds do not count");
    for (index, (code, count)) in codes.iter().enumerate() {
        text.push_str(if index == 0 { ": " } else { ", " });
        text.push_str(&format!("{code} in {count}"));
    }
    (count > 0).then(|| Diagnostic {
        code: "rounds-dropped".to_owned(),
        count,
        text,
        warning: true,
        byte: None,
        amount_us: None,
    })
}

/// Numbers that another version of a rule computed than the one that is defined now.
fn other_versions(ordered: &[&RoundDocument], definitions: &[&MetricDefinition]) -> Option<Diagnostic> {
    let mut count = 0;
    let mut first = None;
    for round in counted(ordered) {
        for definition in definitions {
            match round.analysis.rule_versions.get(definition.id) {
                Some(version) if *version != definition.rule_version => {
                    count += 1;
                    first.get_or_insert_with(|| {
                        format!(
                            "`{}` of round {} is by rule version {version}, this lagometer has {}",
                            definition.id, round.number, definition.rule_version
                        )
                    });
                }
                _ => {}
            }
        }
    }
    first.map(|text| Diagnostic {
        code: "other-rule-version".to_owned(),
        count,
        text,
        warning: true,
        byte: None,
        amount_us: None,
    })
}
