//! What a main thread was busy with.

use super::{long_tasks, number};
use lagometer_metric::Unit;
use lagometer_report::{
    DomainWork, GroupTimes, NamedWork, ScriptWork, SpanWork, TraceDocument, UrlWork, Value, Work, WorkNode,
    Worker,
};

/// The recording with what ran in it. All names and addresses are the given ones.
pub(crate) fn with_work(name: &str, url: &str) -> TraceDocument {
    let mut document = long_tasks();
    let analysis = &mut document.analysis;
    analysis.work = Some(work(name, url));
    analysis.interactions[0].work = Some(span(name, url));
    for task in &mut analysis.long_tasks {
        task.work = Some(span(name, url));
    }
    analysis.workers = [
        ("dedicated", Some(url), true),
        ("shared", None, false),
        ("service", None, false),
    ]
    .map(|(kind, url, in_page_process)| Worker {
        pid: 26_410,
        tid: 26_499,
        kind: kind.to_owned(),
        url: url.map(str::to_owned),
        in_page_process,
        busy: micros(419_400.0),
        tasks: 7,
        longest_task: micros(300_000.0),
    })
    .to_vec();
    for (id, count, total) in [
        ("forced_style_layout", 300.0, 177_700.0),
        ("garbage_collection", 1.0, 25_800.0),
        ("script_compile", 0.0, 0.0),
    ] {
        let metrics = &mut analysis.metrics;
        metrics.insert(format!("{id}/count"), number(count, Unit::Count));
        metrics.insert(format!("{id}/total"), micros(total));
    }
    document
}

fn micros(raw: f64) -> Value {
    number(raw, Unit::Microseconds)
}

fn groups(times: &[(&str, i64)]) -> GroupTimes {
    times
        .iter()
        .map(|(kind, time)| ((*kind).to_owned(), *time))
        .collect()
}

fn work(name: &str, url: &str) -> Work {
    let named = NamedWork {
        name: name.to_owned(),
        group: "scripting".to_owned(),
        count: 1_234_567,
        self_us: 700_000,
        total_us: 1_000_000,
    };
    // A chain deeper than a line is wide, and one more tree.
    let mut nodes: Vec<WorkNode> = (0..40)
        .map(|at: usize| node(at.checked_sub(1), name, url, 1_000_000))
        .collect();
    nodes.push(node(None, name, url, 2_000_000));
    Work {
        total: micros(1_200_000.0),
        in_tasks: micros(1_100_000.0),
        groups_us: groups(&[
            ("scripting", 700_000),
            ("style-layout", 300_000),
            ("other", 100_000),
            ("garbage-collection", 60_000),
            ("script-compile", 40_000),
        ]),
        names: vec![named.clone(); 12],
        names_total: 20,
        urls: vec![UrlWork {
            url: Some(url.to_owned()),
            self_us: 1_000_000,
            groups_us: groups(&[("scripting", 700_000), ("style-layout", 300_000)]),
        }],
        urls_total: 4,
        domains: vec![DomainWork {
            domain: None,
            self_us: 1_200_000,
            groups_us: groups(&[("other", 1_200_000)]),
        }],
        domains_total: 1,
        top_down: nodes.clone(),
        top_down_total: 41,
        bottom_up: nodes,
        bottom_up_total: 41,
        complete: false,
        stop_reason: Some("path-limit".to_owned()),
        overlaps: 0,
        garbage_collection: Vec::new(),
        script_compile: vec![named],
        forced_style_layout_tasks: Vec::new(),
        forced_style_layout_tasks_total: 0,
    }
}

fn node(parent: Option<usize>, name: &str, url: &str, total_us: i64) -> WorkNode {
    WorkNode {
        parent,
        name: name.to_owned(),
        url: Some(url.to_owned()),
        group: "scripting".to_owned(),
        count: 3,
        self_us: 10,
        total_us,
    }
}

fn span(name: &str, url: &str) -> SpanWork {
    SpanWork {
        groups_us: groups(&[("style-layout", 179_000), ("scripting", 21_500), ("other", 10)]),
        url: Some(url.to_owned()),
        url_us: 190_000,
        forced_style_layout_count: 300,
        forced_style_layout_us: 177_700,
        scripts: vec![ScriptWork {
            name: name.to_owned(),
            url: None,
            group: "scripting".to_owned(),
            self_us: 20_000,
        }],
    }
}
