//! What the main thread was busy with into its written form.

use super::Surroundings;
use super::metrics::truly;
use lagometer_metric::{Measured, Micros, NotAvailable, Unit};
use lagometer_report::{
    DomainWork, ForcedTask, GroupTimes, NamedWork, ScriptWork, SpanWork, UrlWork, Value, Work, WorkNode,
    Worker,
};
use lagometer_trace::WorkGroup;
use lagometer_trace::work as typed;

/// What the thread was busy with. Where that is not known, the sums say why and the lists are empty.
pub(super) fn work(work: &Measured<typed::Work>, window_start: Micros, surroundings: &Surroundings) -> Work {
    let typed::Work {
        groups,
        in_tasks,
        names,
        names_total,
        urls,
        urls_total,
        domains,
        domains_total,
        top_down,
        top_down_total,
        bottom_up,
        bottom_up_total,
        is_complete,
        overlaps,
        // They stand with their tasks and interactions.
        long_tasks: _,
        interactions: _,
        // It is a metric.
        forced: _,
        forced_tasks,
        forced_tasks_total,
        garbage_collection: _,
        garbage_collection_kinds,
        script_compile: _,
        script_compile_kinds,
    } = match work {
        Measured::Value(work) => work,
        Measured::NotAvailable(why) => return absent(&truly(why, surroundings.incomplete.as_ref())),
    };
    Work {
        total: micros(groups.total()),
        in_tasks: micros(*in_tasks),
        groups_us: group_times(groups),
        names: names.iter().map(named).collect(),
        names_total: *names_total,
        urls: urls.iter().map(url).collect(),
        urls_total: *urls_total,
        domains: domains.iter().map(domain).collect(),
        domains_total: *domains_total,
        top_down: top_down.iter().map(node).collect(),
        top_down_total: *top_down_total,
        bottom_up: bottom_up.iter().map(node).collect(),
        bottom_up_total: *bottom_up_total,
        complete: *is_complete,
        stop_reason: (!is_complete).then(|| "path-limit".to_owned()),
        overlaps: *overlaps,
        garbage_collection: garbage_collection_kinds.iter().map(named).collect(),
        script_compile: script_compile_kinds.iter().map(named).collect(),
        forced_style_layout_tasks: forced_tasks
            .iter()
            .map(|task| forced(task, window_start))
            .collect(),
        forced_style_layout_tasks_total: *forced_tasks_total,
    }
}

fn absent(why: &NotAvailable) -> Work {
    let absent = || Value::new(Measured::NotAvailable(why.clone()), Unit::Microseconds);
    Work {
        total: absent(),
        in_tasks: absent(),
        groups_us: GroupTimes::new(),
        names: Vec::new(),
        names_total: 0,
        urls: Vec::new(),
        urls_total: 0,
        domains: Vec::new(),
        domains_total: 0,
        top_down: Vec::new(),
        top_down_total: 0,
        bottom_up: Vec::new(),
        bottom_up_total: 0,
        complete: true,
        stop_reason: None,
        overlaps: 0,
        garbage_collection: Vec::new(),
        script_compile: Vec::new(),
        forced_style_layout_tasks: Vec::new(),
        forced_style_layout_tasks_total: 0,
    }
}

/// What ran in a long task.
pub(super) fn of_long_task(
    work: &Measured<typed::Work>,
    start: Micros,
    duration: Micros,
) -> Option<SpanWork> {
    let Measured::Value(work) = work else { return None };
    let row = work.long_tasks.get(&(start, start.saturating_add(duration)))?;
    Some(span(row))
}

/// What ran in an interaction.
pub(super) fn of_interaction(work: &Measured<typed::Work>, at: usize) -> Option<SpanWork> {
    let Measured::Value(work) = work else { return None };
    work.interactions.get(&at).map(span)
}

/// The threads of workers.
pub(super) fn workers(workers: &[typed::Worker]) -> Vec<Worker> {
    let worker = |worker: &typed::Worker| {
        let typed::Worker {
            pid,
            tid,
            kind,
            url,
            is_in_page_process,
            busy,
            tasks,
            longest,
        } = worker;
        let time = |time: &Measured<Micros>| Value::new(time.clone().map(Micros::as_f64), Unit::Microseconds);
        Worker {
            pid: *pid,
            tid: *tid,
            kind: kind.code().to_owned(),
            url: url.clone(),
            in_page_process: *is_in_page_process,
            busy: time(busy),
            tasks: *tasks,
            longest_task: time(longest),
        }
    };
    workers.iter().map(worker).collect()
}

fn span(row: &typed::SpanRow) -> SpanWork {
    let typed::SpanRow {
        groups,
        url,
        url_time,
        forced: typed::Counted { count, total },
        scripts,
    } = row;
    let script = |script: &typed::ScriptWork| {
        let typed::ScriptWork {
            name,
            url,
            group,
            self_time,
        } = script;
        ScriptWork {
            name: name.clone(),
            url: url.clone(),
            group: group.code().to_owned(),
            self_us: self_time.0,
        }
    };
    SpanWork {
        groups_us: group_times(groups),
        url: url.clone(),
        url_us: url_time.0,
        forced_style_layout_count: *count,
        forced_style_layout_us: total.0,
        scripts: scripts.iter().map(script).collect(),
    }
}

fn named(work: &typed::NamedWork) -> NamedWork {
    let typed::NamedWork {
        name,
        group,
        count,
        self_time,
        total,
    } = work;
    NamedWork {
        name: name.clone(),
        group: group.code().to_owned(),
        count: *count,
        self_us: self_time.0,
        total_us: total.0,
    }
}

fn url(work: &typed::UrlWork) -> UrlWork {
    let typed::UrlWork { url, groups } = work;
    UrlWork {
        url: url.clone(),
        self_us: groups.total().0,
        groups_us: group_times(groups),
    }
}

fn domain(work: &typed::DomainWork) -> DomainWork {
    let typed::DomainWork { domain, groups } = work;
    DomainWork {
        domain: domain.clone(),
        self_us: groups.total().0,
        groups_us: group_times(groups),
    }
}

fn node(row: &typed::TreeRow) -> WorkNode {
    let typed::TreeRow {
        parent,
        name,
        url,
        group,
        count,
        self_time,
        total,
    } = row;
    WorkNode {
        parent: *parent,
        name: name.clone(),
        url: url.clone(),
        group: group.code().to_owned(),
        count: *count,
        self_us: self_time.0,
        total_us: total.0,
    }
}

fn forced(task: &typed::ForcedTask, window_start: Micros) -> ForcedTask {
    let typed::ForcedTask {
        start,
        duration,
        forced: typed::Counted { count, total },
    } = task;
    ForcedTask {
        start_us: start.saturating_sub(window_start).0,
        duration_us: duration.0,
        count: *count,
        total_us: total.0,
    }
}

/// What took no time is left out.
fn group_times(groups: &typed::GroupTimes) -> GroupTimes {
    let times = WorkGroup::ALL.into_iter();
    times
        .filter(|group| groups.of(*group) > Micros::ZERO)
        .map(|group| (group.code().to_owned(), groups.of(group).0))
        .collect()
}

fn micros(time: Micros) -> Value {
    Value::new(Measured::Value(time.as_f64()), Unit::Microseconds)
}
