//! The outcome of a run as JUnit XML, as CI systems read it: one suite, a case for the run itself and
//! one for each budget.
//!
//! The form is valid by both schemas that are in use, that of Ant's reports (`JUnit.xsd`, the stricter
//! one) and Jenkins' `junit-10.xsd`, and is what GitLab reads: `testsuites`, `testsuite`, `testcase` with
//! at most one of `failure`, `error`, `skipped`, then `system-out` and `system-err`.

use crate::budgets;
use crate::{Style, number};
use lagometer_report::{BudgetOutcome, Outcome, RecordDocument};
use std::fmt::Write as _;

/// What a run gave, as far as a test report is concerned.
#[derive(Clone, Copy, Debug)]
pub struct Report<'d> {
    /// The record of the run.
    pub record: &'d RecordDocument,
    /// The budgets that were judged.
    pub budgets: &'d [BudgetOutcome],
    /// The ids of the metrics of those that were not, because no round has numbers.
    pub unjudged: &'d [String],
    /// How long the run took.
    pub seconds: f64,
    /// The answer in words: it becomes `system-out`.
    pub text: &'d str,
}

/// What a case ended with, other than passing.
struct Outcry {
    /// `failure`, `error` or `skipped`.
    element: &'static str,
    /// A stable code.
    code: String,
    message: String,
    /// More lines.
    text: String,
}

/// The document.
pub fn run(report: &Report<'_>) -> String {
    let suite = &report.record.scenario.name;
    let mut cases = vec![("run".to_owned(), of_run(report.record))];
    cases.extend(report.budgets.iter().map(of_budget));
    cases.extend(report.unjudged.iter().map(|metric| {
        let skipped = Outcry {
            element: "skipped",
            code: "no-valid-round".to_owned(),
            message: "no round of the run is valid, so there is no value".to_owned(),
            text: String::new(),
        };
        (format!("budget {metric}"), Some(skipped))
    }));
    let count = |element: &str| {
        let has = |outcry: &Option<Outcry>| outcry.as_ref().is_some_and(|outcry| outcry.element == element);
        cases.iter().filter(|(_, outcry)| has(outcry)).count()
    };
    let counts = format!(
        "tests=\"{}\" failures=\"{}\" errors=\"{}\" skipped=\"{}\" time=\"{}\"",
        cases.len(),
        count("failure"),
        count("error"),
        count("skipped"),
        seconds(report.seconds)
    );
    let mut xml = format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n  <testsuite id=\"0\" package=\"lagometer\" name=\"{}\" {counts} timestamp=\"{}\" hostname=\"localhost\">\n    <properties/>\n",
        escaped(suite),
        escaped(report.record.started_at.trim_end_matches('Z'))
    );
    for (index, (name, outcry)) in cases.iter().enumerate() {
        let time = if index == 0 { report.seconds } else { 0.0 };
        push_case(&mut xml, suite, name, time, outcry.as_ref());
    }
    let _ = writeln!(xml, "    <system-out>{}</system-out>", escaped(report.text));
    // Ant wants it, and wants a host, which is nobody's business in a file that is handed on.
    xml.push_str("    <system-err/>\n  </testsuite>\n</testsuites>\n");
    xml
}

fn push_case(xml: &mut String, suite: &str, name: &str, time: f64, outcry: Option<&Outcry>) {
    // Writing to a string does not fail.
    let _ = write!(
        xml,
        "    <testcase classname=\"{}\" name=\"{}\" time=\"{}\"",
        escaped(suite),
        escaped(name),
        seconds(time)
    );
    match outcry {
        None => xml.push_str("/>\n"),
        Some(outcry) => {
            let Outcry {
                element,
                code,
                message,
                text,
            } = outcry;
            // `skipped` has a message and no type.
            let code = match *element {
                "skipped" => String::new(),
                _ => format!(" type=\"{}\"", escaped(code)),
            };
            let message = escaped(message);
            let text = escaped(text);
            let _ = write!(
                xml,
                ">\n      <{element}{code} message=\"{message}\">{text}</{element}>\n    </testcase>\n"
            );
        }
    }
}

fn of_run(record: &RecordDocument) -> Option<Outcry> {
    let ended = match record.outcome {
        Outcome::Complete => return None,
        Outcome::Failed => "the run failed",
        Outcome::Interrupted => "the run was interrupted",
    };
    let failure = record.failure.as_ref();
    let lines = failure.map(|failure| {
        let place = failure.place.iter().map(|place| format!("at {place}"));
        let hint = failure.hint.iter().map(|hint| format!("hint: {hint}"));
        place.chain(hint).collect::<Vec<String>>().join("\n")
    });
    Some(Outcry {
        element: "error",
        code: failure.map_or_else(|| "failed".to_owned(), |failure| failure.code.clone()),
        message: failure.map_or_else(
            || ended.to_owned(),
            |failure| format!("{ended}: {}", failure.text),
        ),
        text: lines.unwrap_or_default(),
    })
}

fn of_budget(outcome: &BudgetOutcome) -> (String, Option<Outcry>) {
    let name = format!("budget {} {}", outcome.metric, outcome.bound.key());
    let line = budgets::line(outcome);
    let message = format!(
        "{} {}: {}, {}",
        line.label.text(&Style::PLAIN),
        line.figures,
        line.verdict,
        line.rest
    );
    let outcry = |element, code: &str| Outcry {
        element,
        code: code.to_owned(),
        message,
        text: String::new(),
    };
    let outcry = match outcome.met {
        Some(true) => None,
        Some(false) => Some(outcry("failure", "budget-exceeded")),
        None => Some(outcry(
            "error",
            outcome.reason.as_deref().unwrap_or("not-reported"),
        )),
    };
    (name, outcry)
}

/// Seconds to the millisecond.
fn seconds(seconds: f64) -> String {
    number::plain((seconds * 1e3).round() / 1e3)
}

/// Text for content and attributes. Line feeds are written out, because a reader makes spaces of those
/// in an attribute; what XML 1.0 cannot hold is replaced.
fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\n' => escaped.push_str("&#10;"),
            '\t' => escaped.push_str("&#9;"),
            '\r' => escaped.push_str("&#13;"),
            '\u{0}'..='\u{1f}' | '\u{fffe}' | '\u{ffff}' => escaped.push('\u{fffd}'),
            _ => escaped.push(character),
        }
    }
    escaped
}

#[cfg(test)]
mod tests;
