//! Under which conditions the run was measured, and where its files are.

use super::{Markup, ReportRun, answer, links};
use crate::number;
use crate::shown::{Absence, Shown};
use lagometer_metric::Unit;
use lagometer_report::{Environment, Network, RecordDocument};

/// A condition: its name, and its value or why there is none.
struct Condition {
    name: &'static str,
    value: Shown,
}

impl Condition {
    fn new(name: &'static str, value: impl Into<String>) -> Condition {
        Condition {
            name,
            value: Shown::Number(value.into()),
        }
    }

    /// One that may not be known.
    fn known(name: &'static str, value: Option<String>) -> Condition {
        let absent = || Shown::Absent(Absence::new(Some("not-reported"), None));
        Condition {
            name,
            value: value.map_or_else(absent, Shown::Number),
        }
    }
}

/// Machine, browser, page and scenario, then the files.
pub(super) fn conditions(markup: &mut Markup, run: &ReportRun<'_>) {
    let record = run.record;
    let mut conditions = match &record.environment {
        Some(environment) => of_environment(environment),
        None => {
            markup.leaf("p", &[], "the browser did not start: nothing is known about it");
            Vec::new()
        }
    };
    conditions.extend(of_record(record));
    markup.element("table", &[("class", "plain facts")], |markup| {
        markup.leaf("caption", &[], "the conditions of the run");
        markup.element("tbody", &[], |markup| {
            for condition in &conditions {
                markup.element("tr", &[], |markup| {
                    markup.leaf("th", &[("scope", "row")], condition.name);
                    markup.element("td", &[], |markup| match &condition.value {
                        Shown::Number(text) => markup.text(text),
                        absent => answer::number_or_reason(markup, absent),
                    });
                });
            }
        });
    });
    if let Some(environment) = &record.environment {
        command_line(markup, &environment.flags);
    }
    files(markup, run);
}

fn of_environment(environment: &Environment) -> Vec<Condition> {
    let viewport = environment.viewport;
    let throttling = environment.throttling.as_ref();
    let cores = environment.cpu.cores.map(|cores| {
        let word = if cores == 1 { "core" } else { "cores" };
        format!("{} {word}", number::count(cores.into()))
    });
    vec![
        Condition::new("browser", &environment.browser),
        Condition::new("V8", &environment.v8),
        Condition::new(
            "headless",
            match environment.headless.as_str() {
                "off" => "no, with a window",
                other => other,
            },
        ),
        Condition::new(
            "viewport",
            format!(
                "{}x{} at {}x",
                viewport.width,
                viewport.height,
                number::plain(viewport.scale)
            ),
        ),
        Condition {
            name: "refresh rate",
            value: match (Shown::of(&environment.refresh, None), environment.refresh.value) {
                (Shown::Number(_), Some(raw)) => Shown::Number(
                    number::short_value(environment.refresh.unit.0, raw.0) + ", measured in the page",
                ),
                (shown, _) => shown,
            },
        },
        Condition::known("page", environment.visibility.clone()),
        Condition::known(
            "processor slowdown",
            throttling.map(|of| slowdown(of.cpu_slowdown)),
        ),
        Condition::known("network", throttling.map(|of| network(of.network.as_ref()))),
        Condition::known("cache", environment.cache.clone()),
        Condition::known(
            "buffer of the trace",
            environment.trace_buffer_bytes.map(number::size),
        ),
        Condition::new("system", format!("{}, {}", environment.os, environment.arch)),
        Condition::known("processor", environment.cpu.model.clone()),
        Condition::known("processor cores", cores),
        Condition::known("memory", environment.memory_bytes.map(number::size)),
        Condition::known("GPU", environment.gpu.clone()),
        Condition::known("load in the last minute", environment.load_1m.map(number::plain)),
        Condition::new("Lagometer", &environment.lagometer),
    ]
}

fn slowdown(factor: f64) -> String {
    if factor == 1.0 {
        return "none".to_owned();
    }
    format!("{}x", number::plain(factor))
}

/// `200.0 KiB a second down, not limited up, latency 100 ms`.
fn network(network: Option<&Network>) -> String {
    let Some(network) = network else {
        return "the real one".to_owned();
    };
    let speed = |limit: Option<f64>| match limit {
        Some(bytes) => format!("{} a second", number::value(Unit::Bytes, bytes)),
        None => "not limited".to_owned(),
    };
    let latency = i64::try_from(network.latency_ms).unwrap_or(i64::MAX);
    format!(
        "{} down, {} up, latency {}",
        speed(network.download_bytes_per_s),
        speed(network.upload_bytes_per_s),
        number::short_millis(latency.saturating_mul(1_000))
    )
}

fn of_record(record: &RecordDocument) -> Vec<Condition> {
    let source = record.source.as_ref().map(|source| {
        let state = match source.dirty {
            Some(true) => ", with changes that are not committed",
            Some(false) => "",
            None => ", whether there were other changes is not known",
        };
        format!("{}{state}", source.commit)
    });
    let mut conditions = vec![
        Condition::new("scenario, SHA-256", &record.scenario.sha256),
        Condition::known("address in place of the scenario's", record.scenario.url.clone()),
        Condition::known("served folder, SHA-256", record.data_sha256.clone()),
        Condition::known("source commit", source),
        Condition::new(
            "rounds asked for",
            format!(
                "{}, and {} warm-up",
                number::count(record.options.rounds.into()),
                number::count(record.options.warmup.into())
            ),
        ),
        Condition::new("slice of a curve", number::short_millis(record.options.slice_us)),
        Condition::new(
            "a task is long from",
            number::short_millis(record.options.long_task_us),
        ),
        Condition::new("started", &record.started_at),
        Condition::new("ended", &record.ended_at),
    ];
    // Nothing is missing there: the page came from elsewhere, or from where the scenario says.
    let optional = ["served folder, SHA-256", "address in place of the scenario's"];
    conditions.retain(|condition| {
        !optional.contains(&condition.name) || matches!(condition.value, Shown::Number(_))
    });
    conditions
}

fn command_line(markup: &mut Markup, flags: &[String]) {
    if flags.is_empty() {
        return;
    }
    markup.element("details", &[], |markup| {
        let words = format!(
            "The browser's command line: {} flags",
            number::count(flags.len() as u64)
        );
        markup.leaf("summary", &[], &words);
        markup.element("ul", &[("class", "flags")], |markup| {
            for flag in flags {
                markup.element("li", &[], |markup| markup.leaf("code", &[], flag));
            }
        });
    });
}

fn files(markup: &mut Markup, run: &ReportRun<'_>) {
    markup.element("p", &[("class", "data")], |markup| {
        markup.text("Data: ");
        if let Some(summary) = &run.record.files.summary {
            links::link(markup, run.folder, summary, "summary.json");
            markup.text(" has every value of this page, ");
        }
        links::link(markup, run.folder, "record.json", "record.json");
        markup.text(" the conditions and the rounds, ");
        links::link(markup, run.folder, &run.record.scenario.file, "the scenario");
        markup.text(" what was done.");
    });
}
