//! Runs and traces as a page to look at: one file, without script and without network.

mod answer;
mod budgets;
mod conditions;
mod detail;
mod heap_snapshots;
mod hotspots;
mod links;
mod lists;
mod markup;
mod notices;
mod numbers;
mod plain;
mod rounds;
mod run;
mod timeline;
mod trace;

pub(crate) use markup::Markup;

use crate::number;
use lagometer_metric::MetricDefinition;
use lagometer_report::{RecordDocument, RoundDocument, SummaryDocument, TraceDocument};
use std::collections::BTreeMap;

/// A run, and what lies in its folder.
#[derive(Clone, Copy, Debug)]
pub struct ReportRun<'a> {
    /// Its record.
    pub record: &'a RecordDocument,
    /// Its value; absent where no round is valid.
    pub summary: Option<&'a SummaryDocument>,
    /// The run's folder, seen from the page: empty where the page lies in it, else with a slash at
    /// its end.
    pub folder: &'a str,
    /// The pictures of the page at the moment when a round failed, by round: paths in the folder.
    pub pictures: &'a [(u32, String)],
    /// By variant, the round that stands for the others, where its file could be read.
    pub series: &'a BTreeMap<String, RoundDocument>,
    /// What the page said on its console until a round failed, by round: paths in the folder.
    pub consoles: &'a [(u32, String)],
}

/// What stands on a page.
#[derive(Clone, Copy, Debug)]
pub enum Subject<'a> {
    /// A run.
    Run(ReportRun<'a>),
    /// A trace.
    Trace(&'a TraceDocument),
}

impl Subject<'_> {
    /// Its name among others: the run's id, or the name of the file.
    fn name(&self) -> &str {
        match self {
            Subject::Run(run) => &run.record.id,
            Subject::Trace(document) => &document.input.name,
        }
    }
}

/// What the page may load: its own styles, and pictures that lie beside it. No script, nothing from
/// a network.
const POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'; img-src data: 'self' file:; \
                      base-uri 'none'; form-action 'none'";

const NO_ICON: &str = "data:,";

const SHEET: &str = concat!(
    include_str!("svg/colours.css"),
    include_str!("html/sheet.css"),
    include_str!("svg/drawing.css")
);

/// The page of a run, of a trace, or of several, one below the other: the answer first, then numbers
/// with their rules, curves on one time axis, rounds, conditions.
pub fn report(subjects: &[Subject<'_>], definitions: &[&MetricDefinition]) -> String {
    let title = match subjects {
        [Subject::Run(run)] => format!("{} - Lagometer", run.record.scenario.name),
        [Subject::Trace(document)] => format!("{} - Lagometer", trace::file_name(&document.input.name)),
        _ => format!("{} - Lagometer", count(subjects)),
    };
    let mut markup = Markup::default();
    markup.element("html", &[("lang", "en")], |markup| {
        markup.element("head", &[], |markup| {
            markup.empty("meta", &[("charset", "utf-8")]);
            markup.empty(
                "meta",
                &[("http-equiv", "Content-Security-Policy"), ("content", POLICY)],
            );
            let viewport = "width=device-width, initial-scale=1";
            markup.empty("meta", &[("name", "viewport"), ("content", viewport)]);
            markup.empty("meta", &[("name", "color-scheme"), ("content", "light dark")]);
            markup.empty("meta", &[("name", "referrer"), ("content", "no-referrer")]);
            // An empty one: a browser would ask the page's server for its own.
            markup.empty("link", &[("rel", "icon"), ("href", NO_ICON)]);
            markup.leaf("title", &[], &title);
            markup.style(SHEET);
        });
        markup.element("body", &[], |markup| body(markup, subjects, definitions));
    });
    markup.into_page()
}

fn body(markup: &mut Markup, subjects: &[Subject<'_>], definitions: &[&MetricDefinition]) {
    markup.leaf(
        "a",
        &[("class", "skip"), ("href", "#content")],
        "skip to the numbers",
    );
    markup.element("div", &[("class", "top")], |markup| {
        markup.element("span", &[("class", "brand")], |markup| {
            brand(markup);
            markup.text("Lagometer");
        });
        if let [Subject::Run(run)] = subjects {
            markup.leaf("span", &[("class", "id")], &run.record.id);
        }
    });
    markup.element("main", &[("id", "content"), ("tabindex", "-1")], |markup| {
        if subjects.len() != 1 {
            contents(markup, subjects);
        }
        for (index, subject) in subjects.iter().enumerate() {
            let place = run::Place::new(index, subjects.len());
            match subject {
                Subject::Run(run) => run::run(markup, run, definitions, &place),
                Subject::Trace(document) => trace::trace(markup, document, definitions, &place),
            }
        }
    });
    markup.element("footer", &[], |markup| {
        markup.element("p", &[], |markup| {
            markup.text("Written by ");
            markup.leaf("b", &[], "Lagometer");
            markup.text(
                ": busy rate is not CPU usage, and growth is not a leak; what each number means stands at it. \
                 This page needs no network and runs no script.",
            );
        });
    });
}

/// The sign: four bars, one of them long.
fn brand(markup: &mut Markup) {
    let attributes = [
        ("class", "sign"),
        ("width", "18"),
        ("height", "18"),
        ("viewBox", "0 0 18 18"),
        ("aria-hidden", "true"),
    ];
    markup.element("svg", &attributes, |markup| {
        for (x, y, height) in [
            ("1", "10", "7"),
            ("5.5", "7", "10"),
            ("10", "1", "16"),
            ("14.5", "8", "9"),
        ] {
            let class = if x == "10" { "long" } else { "usual" };
            let attributes = [
                ("class", class),
                ("x", x),
                ("y", y),
                ("width", "2.5"),
                ("height", height),
                ("rx", "1"),
            ];
            markup.empty("rect", &attributes);
        }
    });
}

/// `2 runs`, `2 traces`, or `1 run, 1 trace`.
fn count(subjects: &[Subject<'_>]) -> String {
    let is_run = |subject: &&Subject<'_>| matches!(subject, Subject::Run(_));
    let runs = subjects.iter().filter(is_run).count();
    let traces = subjects.len() - runs;
    let of = |count: usize, word: &str| {
        let plural = if count == 1 { "" } else { "s" };
        format!("{} {word}{plural}", number::count(count as u64))
    };
    match (runs, traces) {
        (runs, 0) => of(runs, "run"),
        (0, traces) => of(traces, "trace"),
        (runs, traces) => format!("{}, {}", of(runs, "run"), of(traces, "trace")),
    }
}

/// What stands on a page of several.
fn contents(markup: &mut Markup, subjects: &[Subject<'_>]) {
    markup.leaf("h1", &[], &count(subjects));
    let attributes = [("class", "contents"), ("aria-label", "runs and traces")];
    markup.element("nav", &attributes, |markup| {
        markup.element("ol", &[], |markup| {
            for (index, subject) in subjects.iter().enumerate() {
                let target = format!("#{}", run::Place::new(index, subjects.len()).anchor("run"));
                markup.element("li", &[], |markup| {
                    markup.element("a", &[("href", &target)], |markup| markup.name(subject.name()));
                });
            }
        });
    });
}

#[cfg(test)]
mod tests;
