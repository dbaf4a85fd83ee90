//! What the main thread was busy with, by kind of work.

use super::{Seen, VERIFIED, View};
use crate::Categories;
use crate::work::{Work, WorkGroup};
use lagometer_metric::{Better, Group, Measured, MetricDefinition, NotAvailable, Reason, Role, Unit};

/// `main_thread_work`, which stands for `main_thread_work:KIND`.
pub const DEFINITION: MetricDefinition = MetricDefinition {
    id: "main_thread_work",
    title: "main thread work",
    group: Group::MainThread,
    unit: Unit::Microseconds,
    better: Better::Lower,
    role: Role::Explains,
    statistics: &[],
    rule: "the time inside the window in which events of one kind of work ran on the page's main thread, without what \
           ran in them: `scripting`, `style-layout`, `rendering`, `parse-html-css`, `script-compile`, \
           `garbage-collection` or `other`, by Lighthouse's table of names and more names of V8 and Blink; an event \
           of no known name is of the kind of what it lies in",
    not_meaning: "not CPU time: what waits for a processor counts too; not Lighthouse's number, which counts what V8 \
                  says in detail to scripting; all kinds add up to more than `busy_time` where work ran outside of \
                  tasks",
    rule_version: 1,
    source: "complete trace events of the main thread; Lighthouse `task-groups.js`",
    verified_chrome: VERIFIED,
    gate: None,
};

/// Time by kind of work, in the order of [`WorkGroup::ALL`].
#[derive(Clone, Debug, PartialEq)]
pub struct MainThreadWork {
    /// Each kind with its time.
    pub kinds: Vec<(WorkGroup, Measured<f64>)>,
}

pub(crate) fn compute(seen: Seen<'_, '_>) -> MainThreadWork {
    let work = seen.map_err(Clone::clone).and_then(told);
    let kind = |group: WorkGroup| {
        let time = work.as_ref().map(|work| work.groups.of(group).as_f64());
        (group, Measured::from(time.map_err(Clone::clone)))
    };
    MainThreadWork {
        kinds: WorkGroup::ALL.map(kind).to_vec(),
    }
}

/// What the thread was busy with, where its events tell kinds of work apart.
pub(super) fn told<'v>(view: &'v View<'_>) -> Result<&'v Work, NotAvailable> {
    let work = view.work.as_ref().map_err(Clone::clone)?;
    if view.facts.categories.has(Categories::DEVTOOLS_TIMELINE) {
        return Ok(work);
    }
    Err(NotAvailable {
        reason: Reason::CategoryOff,
        detail: "devtools.timeline".to_owned(),
    })
}

#[cfg(test)]
mod tests;
