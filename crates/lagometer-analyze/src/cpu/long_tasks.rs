//! The worst long tasks with the functions in them: the join of tasks and samples.

use super::CpuOptions;
use super::convert::{id, share_of};
use super::load::{Loaded, Sampled};
use super::written::Written;
use lagometer_cpu::{Function, FunctionLine, Nodes, Rules, SpanFunction, ThreadProfile, span};
use lagometer_metric::{Measured, Micros, TimeWindow, Unit};
use lagometer_report::{CpuLine, CpuLongTask, CpuLongTasks, CpuTaskForced, CpuTaskFunction, UnitName, Value};
use lagometer_trace::metric::LongTask;
use lagometer_trace::{Home, TraceAnalysis};
use std::cmp::Reverse;

/// How many tasks are listed.
const MOST_TASKS: usize = 20;
/// How many functions of each.
const MOST_FUNCTIONS: usize = 5;

/// The long tasks of a trace, and on which threads they were.
#[derive(Clone)]
pub(super) struct Tasks {
    list: Vec<LongTask>,
    homes: Vec<Home>,
    window: TimeWindow,
    least: Micros,
}

impl Tasks {
    /// `None` where there is no main thread or no window.
    pub(super) fn of(analysis: &TraceAnalysis, least: Micros) -> Option<Tasks> {
        let (Measured::Value(main), Measured::Value(window)) =
            (&analysis.main_thread, &analysis.window.window)
        else {
            return None;
        };
        Some(Tasks {
            list: analysis.metrics.long_task.list.clone(),
            homes: main.homes.clone(),
            window: *window,
            least,
        })
    }

    /// Whether the page was on this thread when the task began.
    fn on(&self, task: &LongTask, thread: &ThreadProfile) -> bool {
        self.homes.iter().any(|home| {
            (home.pid, home.tid) == (thread.pid, thread.tid)
                && home.from.is_none_or(|from| from <= task.start)
                && home.to.is_none_or(|to| task.start < to)
        })
    }

    fn inside(&self, task: &LongTask) -> Option<TimeWindow> {
        let end = task.start.saturating_add(task.duration);
        let start = task.start.max(self.window.start());
        TimeWindow::new(start, end.min(self.window.end())).ok()
    }
}

/// The worst long tasks of the chosen profiles that are of a page's main thread; `None` where there is
/// no such profile, or the rules give samples to other stacks.
pub(super) fn long_tasks(
    loaded: &Loaded,
    chosen: &[usize],
    written: &mut Written<'_>,
    options: &CpuOptions<'_>,
) -> Option<CpuLongTasks> {
    if options.rules != Rules::Lagometer {
        return None;
    }
    let mut found: Vec<Found<'_>> = Vec::new();
    let mut least = None;
    // The nodes of several profiles stand behind each other in the tree.
    let mut first_node = 0;
    for of in chosen.iter().map(|at| &loaded.profiles[*at]) {
        let base = first_node;
        first_node += of.profile().nodes.len() as u32;
        let (Sampled::Thread(thread), Some(true)) = (&of.sampled, of.is_page_main) else {
            continue;
        };
        let Some(tasks) = &loaded.tasks[of.input] else {
            continue;
        };
        least = Some(tasks.least);
        let own = tasks.list.iter().filter(|task| tasks.on(task, thread));
        found.extend(own.map(|task| Found {
            tasks,
            task,
            thread,
            base,
        }));
    }
    let total = found.len() as u64;
    found.sort_by_key(|found| (Reverse(found.task.inside), found.task.start));
    found.truncate(MOST_TASKS);
    let listed = found.iter().zip(1..);
    let tasks: Vec<CpuLongTask> = listed
        .filter_map(|(found, rank)| found.written(rank, written))
        .collect();
    Some(CpuLongTasks {
        least_us: least?.0,
        total,
        listed: tasks.len() as u64,
        tasks,
    })
}

/// A long task, and where its samples are.
struct Found<'l> {
    tasks: &'l Tasks,
    task: &'l LongTask,
    thread: &'l ThreadProfile,
    /// The first node of the thread in the tree.
    base: u32,
}

impl Found<'_> {
    fn written(&self, rank: u64, written: &mut Written<'_>) -> Option<CpuLongTask> {
        let LongTask {
            start,
            duration,
            inside,
            cpu,
            within,
        } = self.task;
        let placed = |node: u32| match node {
            Nodes::NONE => Nodes::NONE,
            node => written.node(self.base + node),
        };
        let span = span(self.thread, self.tasks.inside(self.task)?, &written.tree, &placed);
        let functions = span
            .functions
            .iter()
            .filter(|of| of.own.weight > 0 || of.forced.weight > 0);
        Some(CpuLongTask {
            rank,
            start_us: start.saturating_sub(self.tasks.window.start()).0,
            duration_us: duration.0,
            inside_us: inside.0,
            cpu: Value::new(cpu.clone(), Unit::Microseconds),
            inside: within.clone(),
            samples: span.sampled.samples,
            functions_us: span.functions_own.weight,
            gc_us: span.collector.weight,
            program_us: span.program.weight,
            functions_total: span.functions.len() as u64,
            functions: functions
                .take(MOST_FUNCTIONS)
                .map(|of| self.function(of, inside.0, written))
                .collect(),
        })
    }

    fn function(&self, of: &SpanFunction, inside: i64, written: &mut Written<'_>) -> CpuTaskFunction {
        let SpanFunction {
            function,
            own,
            total,
            lines,
            forced,
        } = of;
        let unit = UnitName(Unit::Microseconds);
        let generated = &written.functions[*function as usize].generated;
        let functions = &self.thread.profile.functions;
        // The lines of a function that is hidden are not its caller's.
        let own_lines = lines
            .iter()
            .map(|(of, line)| (&functions[*of as usize], *line))
            .filter(|(of, _)| generated.contains(of));
        let own_lines: Vec<(&Function, FunctionLine)> = own_lines.collect();
        let hottest = written.lines_of(&own_lines).into_iter().next();
        CpuTaskFunction {
            id: id(*function),
            name: written.tree.functions[*function as usize].name.clone(),
            own: share_of(*own, inside, unit),
            total: share_of(*total, inside, unit),
            samples: own.samples,
            hot_line: hottest.map(|line| CpuLine {
                line: line.line,
                original: line.original,
                samples: line.amount.samples,
                us: Some(line.amount.weight),
            }),
            forced: (forced.samples > 0).then_some(CpuTaskForced {
                us: forced.weight,
                events: forced.samples,
            }),
        }
    }
}
