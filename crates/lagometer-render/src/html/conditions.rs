//! Under which conditions the run was measured, and where its files are.

use super::{Markup, ReportRun, answer, links};
use crate::number;
use crate::shown::{Absence, Shown};
use lagometer_metric::Unit;
use lagometer_report::{Environment, Network, RecordDocument};
use std::collections::BTreeMap;

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
}

/// Conditions that may not be known, and why they are not, by the name of their field.
struct Known<'a>(&'a BTreeMap<String, lagometer_report::Absence>);

impl Known<'_> {
    fn condition(&self, name: &'static str, field: &str, value: Option<String>) -> Condition {
        let absent = || {
            let why = self.0.get(field);
            // Records of before reasons were kept have none.
            let reason = why.map_or("not-reported", |why| why.reason.as_str());
            Shown::Absent(Absence::new(Some(reason), why.map(|why| why.detail.as_str())))
        };
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
    let known = Known(&environment.absent);
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
        known.condition("page", "visibility", environment.visibility.clone()),
        known.condition(
            "processor slowdown",
            "throttling",
            throttling.map(|of| slowdown(of.cpu_slowdown)),
        ),
        known.condition(
            "network",
            "throttling",
            throttling.map(|of| network(of.network.as_ref())),
        ),
        known.condition("cache", "cache", environment.cache.clone()),
        known.condition(
            "buffer of the trace",
            "trace_buffer_bytes",
            environment.trace_buffer_bytes.map(number::size),
        ),
        Condition::new("system", format!("{}, {}", environment.os, environment.arch)),
        known.condition("processor", "cpu.model", environment.cpu.model.clone()),
        known.condition("processor cores", "cpu.cores", cores),
        known.condition(
            "memory",
            "memory_bytes",
            environment.memory_bytes.map(number::size),
        ),
        known.condition("GPU", "gpu", environment.gpu.clone()),
        known.condition(
            "load in the last minute",
            "load_1m",
            environment.load_1m.map(number::plain),
        ),
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
    let known = Known(&record.absent);
    let mut conditions = vec![
        Condition::new("scenario, SHA-256", &record.scenario.sha256),
        known.condition(
            "address in place of the scenario's",
            "scenario.url",
            record.scenario.url.clone(),
        ),
        known.condition(
            "served folder, SHA-256",
            "data_sha256",
            record.data_sha256.clone(),
        ),
        known.condition("source commit", "source", source),
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
