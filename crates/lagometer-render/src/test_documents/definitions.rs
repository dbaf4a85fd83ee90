//! Definitions of metrics, shortened.

use lagometer_metric::{Better, GateDefault, Group, MetricDefinition, Role, Statistic, Unit};

const SAMPLES: &[Statistic] = &[
    Statistic::Count,
    Statistic::Total,
    Statistic::Mean,
    Statistic::Median,
    Statistic::P95,
    Statistic::Max,
];
const RATES: &[Statistic] = &[Statistic::Mean, Statistic::Median, Statistic::P95, Statistic::Max];
const LEVELS: &[Statistic] = &[
    Statistic::Count,
    Statistic::Start,
    Statistic::End,
    Statistic::Growth,
    Statistic::Mean,
    Statistic::Max,
    Statistic::Limit,
];

const BASE: MetricDefinition = MetricDefinition {
    id: "",
    title: "",
    group: Group::MainThread,
    unit: Unit::Microseconds,
    better: Better::Lower,
    role: Role::Primary,
    statistics: &[],
    rule: "The rule in one sentence.",
    not_meaning: "Something that it is taken for.",
    rule_version: 1,
    source: "A document | with a bar.",
    verified_chrome: &[156],
    gate: None,
};

pub(crate) const DEFINITIONS: &[&MetricDefinition] = &[
    &MetricDefinition {
        id: "busy_rate",
        title: "busy rate",
        unit: Unit::Ratio,
        statistics: RATES,
        ..BASE
    },
    &MetricDefinition {
        id: "long_task",
        title: "long task",
        statistics: SAMPLES,
        ..BASE
    },
    &MetricDefinition {
        id: "total_blocking_time",
        title: "total blocking time",
        gate: Some(GateDefault {
            relative: 0.05,
            absolute: 10_000.0,
        }),
        ..BASE
    },
    &MetricDefinition {
        id: "main_thread_cpu_time",
        title: "main thread cpu time",
        ..BASE
    },
    &MetricDefinition {
        id: "contention",
        title: "contention",
        unit: Unit::Ratio,
        role: Role::Explains,
        ..BASE
    },
    &MetricDefinition {
        id: "task_count",
        title: "tasks",
        unit: Unit::Count,
        role: Role::Explains,
        ..BASE
    },
    &MetricDefinition {
        id: "user_timing",
        title: "user timing",
        group: Group::UserTiming,
        statistics: SAMPLES,
        ..BASE
    },
    &MetricDefinition {
        id: "inp",
        title: "interaction to next paint",
        group: Group::Interactions,
        ..BASE
    },
    &MetricDefinition {
        id: "frame_interval",
        title: "frame interval",
        group: Group::Frames,
        statistics: &[Statistic::Count, Statistic::Mean, Statistic::P95, Statistic::Max],
        ..BASE
    },
    &MetricDefinition {
        id: "mean_fps",
        title: "mean fps",
        group: Group::Frames,
        unit: Unit::Hertz,
        better: Better::Higher,
        ..BASE
    },
    &MetricDefinition {
        id: "js_heap",
        title: "js heap",
        group: Group::Memory,
        unit: Unit::Bytes,
        statistics: LEVELS,
        ..BASE
    },
    &MetricDefinition {
        id: "heap_slope",
        title: "heap slope",
        group: Group::Memory,
        unit: Unit::Bytes,
        statistics: &[Statistic::Median, Statistic::Low, Statistic::High],
        ..BASE
    },
    &MetricDefinition {
        id: "dom_nodes",
        title: "dom nodes",
        group: Group::Memory,
        unit: Unit::Count,
        statistics: LEVELS,
        ..BASE
    },
    &MetricDefinition {
        id: "event_listeners",
        title: "event listeners",
        group: Group::Memory,
        unit: Unit::Count,
        role: Role::Explains,
        statistics: LEVELS,
        ..BASE
    },
];
