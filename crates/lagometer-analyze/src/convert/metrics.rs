//! Typed numbers into values by id.

use lagometer_metric::{Measured, MetricDefinition, MetricId, NotAvailable, Reason, Statistic, Unit};
use lagometer_report::Value;
use lagometer_trace::counter::{
    self, Counters, EndLevels, HeapOverRepetitions, ProcessMemory, ProcessNumbers, Slope,
};
use lagometer_trace::metric::{
    BusyRate, CountedWork, FrameIntervals, JsHeap, Level, LongAnimationFrameNumbers, LongTasks,
    MainThreadWork, Metrics, Summary, UserTiming,
};
use std::collections::BTreeMap;

/// The version of each rule.
pub(crate) fn rule_versions(definitions: &[&MetricDefinition]) -> BTreeMap<String, u32> {
    let versions = definitions.iter();
    versions
        .map(|definition| (definition.id.to_owned(), definition.rule_version))
        .collect()
}

/// The numbers from counters, by id, and the versions of their rules.
pub(crate) fn counters(counters: &Counters) -> (BTreeMap<String, Value>, BTreeMap<String, u32>) {
    let Counters {
        task_duration,
        cdp_busy_rate,
        thread_time,
        script_duration,
        layout_duration,
        recalc_style_duration,
        layout_count,
        recalc_style_count,
        devtools_command_duration,
        counter_readings,
        cdp_nodes,
        cdp_js_event_listeners,
        cdp_documents,
        cdp_js_heap_used_size,
    } = counters;
    let mut values = Values::new(None);
    values.single("task_duration", task_duration);
    values.single("cdp_busy_rate", cdp_busy_rate);
    values.single("thread_time", thread_time);
    values.single("script_duration", script_duration);
    values.single("layout_duration", layout_duration);
    values.single("recalc_style_duration", recalc_style_duration);
    values.single("layout_count", layout_count);
    values.single("recalc_style_count", recalc_style_count);
    values.single("devtools_command_duration", devtools_command_duration);
    values.single("counter_readings", counter_readings);
    values.end_levels("cdp_nodes", cdp_nodes);
    values.end_levels("cdp_js_event_listeners", cdp_js_event_listeners);
    values.end_levels("cdp_documents", cdp_documents);
    values.end_levels("cdp_js_heap_used_size", cdp_js_heap_used_size);
    (values.into_map(), rule_versions(counter::DEFINITIONS))
}

/// The numbers of the browser's processes, by id.
pub(crate) fn processes(processes: &[ProcessNumbers]) -> BTreeMap<String, Value> {
    let mut values = Values::new(None);
    for numbers in processes {
        let ProcessNumbers {
            kind,
            cpu_time,
            memory,
            memory_series: _,
        } = numbers;
        let id = |metric: &str, statistic| MetricId {
            metric: metric.to_owned(),
            name: Some(kind.name().to_owned()),
            statistic,
        };
        values.insert(&id("process_cpu_time", None), cpu_time);
        let ProcessMemory {
            start,
            end,
            growth,
            max,
        } = memory;
        for (statistic, value) in [
            (Statistic::Start, start),
            (Statistic::End, end),
            (Statistic::Growth, growth),
            (Statistic::Max, max),
        ] {
            values.insert(&id("process_memory", Some(statistic)), value);
        }
    }
    values.into_map()
}

/// The numbers of the heap over repetitions, by id.
pub(crate) fn heap_over_repetitions(heap: &HeapOverRepetitions) -> BTreeMap<String, Value> {
    let HeapOverRepetitions {
        count,
        settled_heap,
        heap_slope: Slope { median, low, high },
    } = heap;
    let mut values = Values::new(None);
    let count = Measured::Value(*count as f64);
    values.statistic("settled_heap", Statistic::Count, &count);
    values.end_levels("settled_heap", settled_heap);
    values.statistic("heap_slope", Statistic::Median, median);
    values.statistic("heap_slope", Statistic::Low, low);
    values.statistic("heap_slope", Statistic::High, high);
    values.into_map()
}

/// The reason of an absence in a trace that lacks events: that something is nowhere in the file is
/// then the file's fault, as far as anybody knows.
pub(crate) fn truly(why: &NotAvailable, incomplete: Option<&NotAvailable>) -> NotAvailable {
    let NotAvailable { reason, detail } = why;
    match (incomplete, reason) {
        (Some(incomplete), Reason::CategoryOff | Reason::NoMainThread | Reason::RefreshRateUnknown) => {
            NotAvailable {
                reason: incomplete.reason,
                detail: format!("{}, and before: {}: {detail}", incomplete.detail, reason.code()),
            }
        }
        _ => why.clone(),
    }
}

/// Values by id.
pub(crate) struct Values<'i> {
    map: BTreeMap<String, Value>,
    incomplete: Option<&'i NotAvailable>,
}

impl<'i> Values<'i> {
    pub(crate) fn new(incomplete: Option<&'i NotAvailable>) -> Values<'i> {
        Values {
            map: BTreeMap::new(),
            incomplete,
        }
    }

    pub(crate) fn into_map(self) -> BTreeMap<String, Value> {
        self.map
    }

    /// The numbers of a trace.
    pub(crate) fn trace(&mut self, metrics: &Metrics) {
        let Metrics {
            busy_rate,
            long_task,
            total_blocking_time,
            main_thread_cpu_time,
            busy_time,
            contention,
            task_count,
            task_events,
            main_thread_work: _,
            forced_style_layout: _,
            garbage_collection: _,
            script_compile: _,
            user_timing,
            console_timing: _,
            inp,
            fcp: _,
            lcp: _,
            cls: _,
            tti: _,
            load_blocking_time: _,
            frame_interval: _,
            frames_late: _,
            frames_over_budget: _,
            mean_fps: _,
            long_animation_frame,
            presented_interval: _,
            presented_late: _,
            presented_over_budget: _,
            longest_freeze: _,
            frames_dropped: _,
            frames_presented: _,
            frames_presented_in_part: _,
            devtools_frames: _,
            devtools_frames_dropped: _,
            devtools_frames_partial: _,
            devtools_frames_idle: _,
            js_heap,
            dom_nodes,
            event_listeners,
            documents,
        } = metrics;
        self.busy_rate(busy_rate);
        let LongTasks { summary, list: _ } = long_task;
        self.summary("long_task", summary);
        self.single("total_blocking_time", total_blocking_time);
        self.single("main_thread_cpu_time", main_thread_cpu_time);
        self.single("busy_time", busy_time);
        self.single("contention", contention);
        self.single("task_count", task_count);
        self.single("task_events", task_events);
        self.work(metrics);
        for timing in user_timing {
            self.user_timing(timing);
        }
        self.single("inp", &inp.value);
        self.loading(metrics);
        let LongAnimationFrameNumbers { summary, longest: _ } = long_animation_frame;
        self.summary("long_animation_frame", summary);
        self.frames(metrics);
        self.js_heap(js_heap);
        self.level("dom_nodes", dom_nodes);
        self.level("event_listeners", event_listeners);
        self.level("documents", documents);
    }

    /// What the main thread was busy with.
    fn work(&mut self, metrics: &Metrics) {
        let Metrics {
            main_thread_work,
            forced_style_layout,
            garbage_collection,
            script_compile,
            ..
        } = metrics;
        let MainThreadWork { kinds } = main_thread_work;
        for (kind, time) in kinds {
            let id = MetricId {
                metric: "main_thread_work".to_owned(),
                name: Some(kind.code().to_owned()),
                statistic: None,
            };
            self.insert(&id, time);
        }
        for (id, counted) in [
            ("forced_style_layout", forced_style_layout),
            ("garbage_collection", garbage_collection),
            ("script_compile", script_compile),
        ] {
            let CountedWork { count, total } = counted;
            self.statistic(id, Statistic::Count, count);
            self.statistic(id, Statistic::Total, total);
        }
    }

    /// How pages loaded.
    fn loading(&mut self, metrics: &Metrics) {
        let Metrics {
            fcp,
            lcp,
            cls,
            tti,
            load_blocking_time,
            ..
        } = metrics;
        self.single("fcp", &fcp.value);
        self.single("lcp", &lcp.value);
        self.single("cls", &cls.value);
        self.single("tti", &tti.value);
        self.single("load_blocking_time", &load_blocking_time.to_interactive.value);
    }

    /// Frames, and what became of them.
    fn frames(&mut self, metrics: &Metrics) {
        let Metrics {
            frame_interval,
            frames_late,
            frames_over_budget,
            mean_fps,
            presented_interval,
            presented_late,
            presented_over_budget,
            longest_freeze,
            frames_dropped,
            frames_presented,
            frames_presented_in_part,
            devtools_frames,
            devtools_frames_dropped,
            devtools_frames_partial,
            devtools_frames_idle,
            ..
        } = metrics;
        let FrameIntervals {
            summary,
            list: _,
            total: _,
        } = frame_interval;
        self.summary_without_total("frame_interval", summary);
        self.single("frames_late", frames_late);
        self.single("frames_over_budget", frames_over_budget);
        self.single("mean_fps", mean_fps);
        self.summary_without_total("presented_interval", presented_interval);
        self.single("presented_late", presented_late);
        self.single("presented_over_budget", presented_over_budget);
        self.single("longest_freeze", longest_freeze);
        self.single("frames_dropped", frames_dropped);
        self.single("frames_presented", frames_presented);
        self.single("frames_presented_in_part", frames_presented_in_part);
        self.single("devtools_frames", devtools_frames);
        self.single("devtools_frames_dropped", devtools_frames_dropped);
        self.single("devtools_frames_partial", devtools_frames_partial);
        self.single("devtools_frames_idle", devtools_frames_idle);
    }

    fn busy_rate(&mut self, rate: &BusyRate) {
        let BusyRate {
            count,
            mean,
            median,
            p95,
            max,
            slices: _,
            slice: _,
        } = rate;
        self.statistic("busy_rate", Statistic::Count, count);
        self.statistic("busy_rate", Statistic::Mean, mean);
        self.statistic("busy_rate", Statistic::Median, median);
        self.statistic("busy_rate", Statistic::P95, p95);
        self.statistic("busy_rate", Statistic::Max, max);
    }

    fn summary(&mut self, id: &str, summary: &Summary) {
        self.statistic(id, Statistic::Total, &summary.total);
        self.summary_without_total(id, summary);
    }

    fn summary_without_total(&mut self, id: &str, summary: &Summary) {
        for (statistic, value) in statistics(summary) {
            self.statistic(id, statistic, value);
        }
    }

    fn user_timing(&mut self, timing: &UserTiming) {
        let UserTiming {
            name,
            summary,
            samples: _,
            starts: _,
            details: _,
            open: _,
            threw: _,
        } = timing;
        let total = [(Statistic::Total, &summary.total)];
        for (statistic, value) in statistics(summary).into_iter().chain(total) {
            self.insert(&MetricId::named("user_timing", name, statistic), value);
        }
    }

    fn js_heap(&mut self, heap: &JsHeap) {
        let JsHeap {
            count,
            start,
            end,
            growth,
            max,
            mean,
            limit,
            start_offset: _,
            series: _,
            slice: _,
        } = heap;
        self.statistic("js_heap", Statistic::Count, count);
        self.statistic("js_heap", Statistic::Start, start);
        self.statistic("js_heap", Statistic::End, end);
        self.statistic("js_heap", Statistic::Growth, growth);
        self.statistic("js_heap", Statistic::Max, max);
        self.statistic("js_heap", Statistic::Mean, mean);
        self.statistic("js_heap", Statistic::Limit, limit);
    }

    fn level(&mut self, id: &str, level: &Level) {
        let Level {
            start,
            end,
            growth,
            max,
            series: _,
        } = level;
        self.statistic(id, Statistic::Start, start);
        self.statistic(id, Statistic::End, end);
        self.statistic(id, Statistic::Growth, growth);
        self.statistic(id, Statistic::Max, max);
    }

    fn end_levels(&mut self, id: &str, levels: &EndLevels) {
        let EndLevels { start, end, growth } = levels;
        self.statistic(id, Statistic::Start, start);
        self.statistic(id, Statistic::End, end);
        self.statistic(id, Statistic::Growth, growth);
    }

    fn single(&mut self, id: &str, value: &Measured<f64>) {
        self.insert(&MetricId::single(id), value);
    }

    fn statistic(&mut self, id: &str, statistic: Statistic, value: &Measured<f64>) {
        self.insert(&MetricId::statistic(id, statistic), value);
    }

    fn insert(&mut self, id: &MetricId, value: &Measured<f64>) {
        let value = match value {
            Measured::Value(value) => Measured::Value(*value),
            Measured::NotAvailable(why) => Measured::NotAvailable(truly(why, self.incomplete)),
        };
        self.map.insert(id.to_string(), Value::new(value, unit_of(id)));
    }
}

/// Every statistic of a summary but the total, which not every metric has.
fn statistics(summary: &Summary) -> [(Statistic, &Measured<f64>); 5] {
    let Summary {
        count,
        total: _,
        mean,
        median,
        p95,
        max,
    } = summary;
    [
        (Statistic::Count, count),
        (Statistic::Mean, mean),
        (Statistic::Median, median),
        (Statistic::P95, p95),
        (Statistic::Max, max),
    ]
}

/// The unit of a number, by the definition of its metric.
fn unit_of(id: &MetricId) -> Unit {
    let definition = crate::definitions()
        .iter()
        .find(|definition| definition.id == id.metric)
        .expect("every metric that is computed has a definition");
    match id.statistic {
        Some(statistic) => statistic.unit(definition.unit),
        None => definition.unit,
    }
}
