use super::*;
use lagometer_metric::{Better, Group, Reason, Role};
use lagometer_report::version::store;
use lagometer_report::{
    AnalysisOptions, Diagnostic, Failure, FrameInterval, Interaction, LongTask, MainThread, Mark, RawNumber,
    Series, SettledHeapReading, StateReason, UnitName, UserTiming, Window,
};
use proptest::prelude::*;

const CPU: &str = "main_thread_cpu_time";
const RUN: &str = "2026-11-29-143012-grid";

fn us(value: f64) -> Value {
    Value::new(Measured::Value(value), Unit::Microseconds)
}

fn absent(reason: Reason, detail: &str) -> Value {
    Value::new(Measured::absent(reason, detail), Unit::Microseconds)
}

fn analysis(metrics: &[(&str, Value)]) -> Analysis {
    Analysis {
        window: Window {
            from: "lagometer:begin:grid".to_owned(),
            to: "lagometer:end:grid".to_owned(),
            start_us: 1_000,
            end_us: 701_000,
            origin_ts: "691939199".to_owned(),
            whole_because: None,
        },
        main_thread: MainThread {
            method: Some("frame-id".to_owned()),
            confidence: Some("certain".to_owned()),
            reason: None,
            detail: None,
            task_name: Some("RunTask".to_owned()),
            windows: Vec::new(),
            threads: Vec::new(),
            rejected: Vec::new(),
        },
        options: AnalysisOptions {
            rules: "lagometer".to_owned(),
            slice_us: 200_000,
            long_task_us: 50_000,
            refresh: Value::new(Measured::Value(60.0), Unit::Hertz),
            refresh_source: Some("measured".to_owned()),
        },
        rule_versions: metrics
            .iter()
            .map(|(id, _)| (MetricId::parse(id).metric, 1))
            .collect(),
        metrics: metrics
            .iter()
            .map(|(id, value)| ((*id).to_owned(), value.clone()))
            .collect(),
        long_tasks: Vec::new(),
        open_tasks: Vec::new(),
        user_timings: Vec::new(),
        series: BTreeMap::new(),
        frame_intervals: Vec::new(),
        frame_intervals_total: 0,
        frames: None,
        marks: Vec::new(),
        marks_total: 0,
        interactions: Vec::new(),
        console: Default::default(),
        memory: Vec::new(),
        settled_heap: Vec::new(),
        loading: Default::default(),
        work: None,
        workers: Vec::new(),
    }
}

/// A valid measured round.
fn round(number: u32, metrics: &[(&str, Value)]) -> RoundDocument {
    RoundDocument {
        kind: RoundDocument::KIND.to_owned(),
        format_version: RoundDocument::VERSION,
        number,
        variant: "head".to_owned(),
        role: RoundRole::Measured,
        state: RoundState::Valid,
        reasons: Vec::new(),
        failure: None,
        capture: None,
        clock: None,
        analysis: Some(analysis(metrics)),
        diagnostics: Vec::new(),
    }
}

/// Rounds that differ in one metric.
fn rounds_of(id: &str, values: &[Option<Value>]) -> Vec<RoundDocument> {
    let round_of = |(index, value): (usize, &Option<Value>)| {
        let metrics: Vec<(&str, Value)> = value.iter().map(|value| (id, value.clone())).collect();
        round(index as u32 + 1, &metrics)
    };
    values.iter().enumerate().map(round_of).collect()
}

fn head(rounds: &[RoundDocument]) -> Variant {
    let mut summary = summarise(RUN, rounds, &[]);
    summary
        .variants
        .remove("head")
        .expect("a plain run has the variant `head`")
}

/// A value as one line.
fn shown(value: &RunValue) -> String {
    let number =
        |number: &Option<RawNumber>| number.map_or("-".to_owned(), |RawNumber(number)| number.to_string());
    let rounds: Vec<String> = value.rounds.iter().map(number).collect();
    let mut text = format!(
        "{} n{} {}..{} [{}]",
        number(&value.value),
        value.n,
        number(&value.min),
        number(&value.max),
        rounds.join(" ")
    );
    if let (Some(reason), Some(detail)) = (&value.reason, &value.detail) {
        text.push_str(&format!(" {reason}: {detail}"));
    }
    text
}

fn check(values: &[Option<Value>], expect: &str) {
    let variant = head(&rounds_of("x", values));
    assert_eq!(shown(&variant.metrics["x"]), expect);
}

#[test]
fn the_value_is_the_median_of_the_rounds_that_have_it() {
    check(
        &[Some(us(3.0)), Some(us(1.0)), Some(us(2.0))],
        "2 n3 1..3 [3 1 2]",
    );
    check(&[Some(us(1.0)), Some(us(4.0))], "2.5 n2 1..4 [1 4]");
    let off = || Some(absent(Reason::CategoryOff, "a"));
    check(&[Some(us(5.0)), off(), Some(us(7.0))], "6 n2 5..7 [5 - 7]");
    // Half of them are enough.
    check(&[Some(us(5.0)), off()], "5 n1 5..5 [5 -]");
    check(&[Some(us(5.0)), None], "5 n1 5..5 [5 -]");
    check(&[Some(us(0.0)), Some(us(0.0))], "0 n2 0..0 [0 0]");
}

#[test]
fn fewer_than_half_is_no_value() {
    let off = || Some(absent(Reason::CategoryOff, "blink.user_timing"));
    check(
        &[Some(us(5.0)), off(), off()],
        "- n1 5..5 [5 - -] too-few-rounds: 1 of 3 rounds have it: category-off in 2",
    );
    check(
        &[off(), None, Some(absent(Reason::NoSample, "x"))],
        "- n0 -..- [- - -] too-few-rounds: 0 of 3 rounds have it: category-off in 1, no-sample in 1, not there in 1",
    );
}

#[test]
fn a_reason_that_all_rounds_give_is_the_reason_of_the_run() {
    let off = |detail: &str| Some(absent(Reason::CategoryOff, detail));
    check(
        &[off("blink.user_timing"), off("blink.user_timing")],
        "- n0 -..- [- -] category-off: blink.user_timing",
    );
    check(
        &[off("76 % of the window"), off("80 % of the window")],
        "- n0 -..- [- -] category-off: 76 % of the window (the first of 2 rounds)",
    );
    check(&[off("a")], "- n0 -..- [-] category-off: a");
}

#[test]
fn a_number_that_is_none_does_not_count() {
    let mut rounds = rounds_of("x", &[Some(us(1.0)), Some(us(1.0))]);
    for (round, number) in rounds.iter_mut().zip([f64::NAN, f64::INFINITY]) {
        let metrics = &mut round.analysis.as_mut().unwrap().metrics;
        metrics.get_mut("x").unwrap().value = Some(RawNumber(number));
        metrics.insert(CPU.to_owned(), us(number));
    }
    let variant = head(&rounds);
    assert_eq!(
        shown(&variant.metrics["x"]),
        "- n0 -..- [- -] invalid-value: NaN is no finite number (the first of 2 rounds)"
    );
    assert_eq!(variant.series_round_by.as_deref(), Some("first-valid"));
}

#[test]
fn rounds_of_other_rule_versions_or_units_have_no_common_value() {
    let mut rounds = rounds_of("x/mean", &[Some(us(1.0)), Some(us(2.0)), Some(us(3.0))]);
    rounds[2]
        .analysis
        .as_mut()
        .unwrap()
        .rule_versions
        .insert("x".to_owned(), 2);
    assert_eq!(
        shown(&head(&rounds).metrics["x/mean"]),
        "- n3 -..- [1 2 3] conditions-differ: rule version 1 in round 1, 2 in round 3"
    );
    rounds[2].analysis.as_mut().unwrap().rule_versions.remove("x");
    assert_eq!(
        shown(&head(&rounds).metrics["x/mean"]),
        "- n3 -..- [1 2 3] conditions-differ: rule version 1 in round 1, not stated in round 3"
    );
    let mut rounds = rounds_of(
        "x",
        &[Some(us(1.0)), Some(Value::new(Measured::Value(2.0), Unit::Bytes))],
    );
    assert_eq!(
        shown(&head(&rounds).metrics["x"]),
        "- n2 -..- [1 2] conditions-differ: unit us in round 1, bytes in round 2"
    );
    // A round without the number has no say.
    rounds[1].analysis.as_mut().unwrap().metrics.clear();
    assert_eq!(shown(&head(&rounds).metrics["x"]), "1 n1 1..1 [1 -]");
}

#[test]
fn only_valid_measured_rounds_count() {
    let mut rounds = rounds_of(
        "x",
        &[1.0, 2.0, 100.0, 200.0, 300.0, 400.0].map(|value| Some(us(value))),
    );
    rounds[2].role = RoundRole::Warmup;
    rounds[3].state = RoundState::Invalid;
    rounds[4].state = RoundState::Failed;
    rounds[5].analysis = None;
    let variant = head(&rounds);
    assert_eq!(shown(&variant.metrics["x"]), "1.5 n2 1..2 [1 2]");
    let expect = RoundCounts {
        measured: 2,
        warmup: 1,
        invalid: 2,
        failed: 1,
    };
    assert_eq!(variant.rounds, expect);
}

#[test]
fn a_warm_up_is_a_warm_up_whatever_became_of_it() {
    let mut rounds = rounds_of("x", &[Some(us(1.0)), Some(us(2.0)), Some(us(3.0))]);
    for (round, state) in rounds
        .iter_mut()
        .zip([RoundState::Valid, RoundState::Invalid, RoundState::Failed])
    {
        round.role = RoundRole::Warmup;
        round.state = state;
    }
    let variant = head(&rounds);
    let expect = RoundCounts {
        measured: 0,
        warmup: 3,
        invalid: 0,
        failed: 0,
    };
    assert_eq!(variant.rounds, expect);
    assert!(variant.metrics.is_empty());
}

#[test]
fn variants_are_apart() {
    let mut rounds = rounds_of("x", &[1.0, 10.0, 3.0, 30.0].map(|value| Some(us(value))));
    rounds[1].variant = "base".to_owned();
    rounds[3].variant = "base".to_owned();
    let summary = summarise(RUN, &rounds, &[]);
    let names: Vec<&String> = summary.variants.keys().collect();
    assert_eq!(names, ["base", "head"]);
    assert_eq!(
        shown(&summary.variants["base"].metrics["x"]),
        "20 n2 10..30 [10 30]"
    );
    assert_eq!(shown(&summary.variants["head"].metrics["x"]), "2 n2 1..3 [1 3]");
}

/// By which round, and by what, curves and lists are chosen.
fn chosen(cpu: &[Option<f64>]) -> (Option<u32>, Option<String>) {
    let values: Vec<Option<Value>> = cpu.iter().map(|cpu| cpu.map(us)).collect();
    let variant = head(&rounds_of(CPU, &values));
    (variant.series_round, variant.series_round_by)
}

#[test]
fn the_round_of_the_median_cpu_time_stands_for_the_run() {
    let by_cpu = |number| (Some(number), Some(CPU.to_owned()));
    assert_eq!(chosen(&[Some(3.0), Some(1.0), Some(2.0)]), by_cpu(3));
    // Of an even number the lower middle.
    assert_eq!(chosen(&[Some(4.0), Some(1.0), Some(3.0), Some(2.0)]), by_cpu(4));
    // Equal times: the earlier round.
    assert_eq!(chosen(&[Some(1.0), Some(1.0), Some(1.0)]), by_cpu(2));
    assert_eq!(chosen(&[None, Some(9.0), None]), by_cpu(2));
    let first = (Some(1), Some("first-valid".to_owned()));
    assert_eq!(chosen(&[None, None]), first);
}

#[test]
fn curves_and_lists_are_those_of_that_round() {
    let mut rounds = rounds_of(CPU, &[3.0, 1.0, 2.0].map(|value| Some(us(value))));
    for round in &mut rounds {
        let number = i64::from(round.number);
        let analysis = round.analysis.as_mut().unwrap();
        analysis.window.end_us = analysis.window.start_us + 1_000 * number;
        analysis.series.insert(
            "busy_rate".to_owned(),
            Series {
                unit: UnitName(Unit::Ratio),
                start_us: 0,
                step_us: 200_000,
                values: vec![Some(RawNumber(number as f64))],
                absent: Vec::new(),
            },
        );
        analysis.long_tasks.push(LongTask {
            start_us: number,
            duration_us: 60_000,
            inside_us: 60_000,
            cpu: us(1.0),
            inside: Vec::new(),
            work: None,
        });
        analysis.frame_intervals.push(FrameInterval {
            start_us: number,
            interval_us: 16_667,
            late: Some(false),
        });
        analysis.marks.push(Mark {
            name: "ready".to_owned(),
            at_us: number,
            detail: None,
        });
        analysis.interactions.push(Interaction {
            id: number.to_string(),
            pid: 1,
            event_type: "click".to_owned(),
            start_us: number,
            duration_us: 24_000,
            input_delay_us: None,
            processing_us: None,
            presentation_us: None,
            is_inp: true,
            events: Vec::new(),
            work: None,
        });
        analysis.settled_heap.push(SettledHeapReading {
            repetition: 1,
            at_us: number,
            used_bytes: RawNumber(1e6),
            nodes: RawNumber(40.0),
        });
        (analysis.frame_intervals_total, analysis.marks_total) = (number as u64, number as u64 + 1);
        analysis.user_timings.push(UserTiming {
            name: "sort".to_owned(),
            samples_us: vec![number],
            starts_us: vec![number],
            open: 0,
            threw: 0,
            details: Vec::new(),
            open_starts_us: Vec::new(),
        });
    }
    let variant = head(&rounds);
    assert_eq!(variant.series_round, Some(3));
    let shown_round = rounds[2].analysis.as_ref().unwrap();
    assert_eq!(variant.series_user_timings, shown_round.user_timings);
    assert_eq!(variant.frame_intervals, shown_round.frame_intervals);
    assert_eq!(variant.marks, shown_round.marks);
    assert_eq!(variant.interactions, shown_round.interactions);
    assert_eq!(variant.settled_heap, shown_round.settled_heap);
    assert_eq!((variant.frame_intervals_total, variant.marks_total), (3, 4));
    assert_eq!(variant.series, rounds[2].analysis.as_ref().unwrap().series);
    assert_eq!(
        variant.long_tasks,
        rounds[2].analysis.as_ref().unwrap().long_tasks
    );
    assert_eq!(variant.series_window_us, Some(3_000));
    assert_eq!(shown(&variant.window), "2000 n3 1000..3000 [1000 2000 3000]");
}

#[test]
fn user_timings_of_all_rounds_stand_in_order_of_rounds() {
    let timing = |name: &str, samples: &[i64], open, threw| UserTiming {
        name: name.to_owned(),
        samples_us: samples.to_vec(),
        starts_us: samples.iter().map(|sample| sample * 10).collect(),
        open,
        threw,
        details: match name {
            // Of some rounds only.
            "sort" if samples.len() == 1 => vec![Some(samples[0].into())],
            _ => Vec::new(),
        },
        open_starts_us: Vec::new(),
    };
    let mut rounds = rounds_of("x", &[None, None, None, None]);
    let of = |round: &mut RoundDocument, timings| round.analysis.as_mut().unwrap().user_timings = timings;
    of(&mut rounds[0], vec![timing("sort", &[3, 4], 1, 0)]);
    of(
        &mut rounds[1],
        vec![timing("load", &[1], 0, 0), timing("sort", &[], 0, 2)],
    );
    of(&mut rounds[2], vec![timing("sort", &[2], u64::MAX, 1)]);
    of(&mut rounds[3], vec![timing("sort", &[99], 0, 0)]);
    rounds[3].role = RoundRole::Warmup;
    rounds.reverse();
    assert_eq!(
        head(&rounds).user_timings,
        [
            UserTiming {
                details: vec![None, None, Some(2.into())],
                ..timing("sort", &[3, 4, 2], u64::MAX, 3)
            },
            timing("load", &[1], 0, 0)
        ]
    );
}

#[test]
fn a_window_from_a_hostile_file_does_not_overflow() {
    let mut rounds = rounds_of("x", &[None]);
    let window = &mut rounds[0].analysis.as_mut().unwrap().window;
    (window.start_us, window.end_us) = (i64::MIN, i64::MAX);
    assert_eq!(head(&rounds).series_window_us, Some(i64::MAX));
}

const DEFINITION: MetricDefinition = MetricDefinition {
    id: "x",
    title: "x",
    group: Group::MainThread,
    unit: Unit::Microseconds,
    better: Better::Lower,
    role: Role::Primary,
    statistics: &[],
    rule: "",
    not_meaning: "",
    rule_version: 2,
    source: "",
    verified_chrome: &[],
    gate: None,
};

#[test]
fn rule_versions_are_those_of_the_numbers() {
    let other = MetricDefinition {
        id: "y",
        rule_version: 7,
        ..DEFINITION
    };
    let summary = summarise(RUN, &rounds_of("x", &[Some(us(1.0))]), &[&DEFINITION, &other]);
    let versions: Vec<(&str, u32)> = summary
        .rule_versions
        .iter()
        .map(|(id, version)| (id.as_str(), *version))
        .collect();
    assert_eq!(versions, [("x", 1), ("y", 7)]);
    let told: Vec<&str> = summary
        .diagnostics
        .iter()
        .map(|diagnostic| diagnostic.text.as_str())
        .collect();
    assert_eq!(
        told,
        ["`x` of round 1 is by rule version 1, this lagometer has 2"]
    );
}

fn told(rounds: &[RoundDocument]) -> String {
    let lines: Vec<String> = summarise(RUN, rounds, &[])
        .diagnostics
        .iter()
        .map(
            |Diagnostic {
                 code,
                 count,
                 text,
                 warning,
                 byte,
                 amount_us: _,
             }| {
                assert_eq!(*byte, None);
                format!("{code} x{count}{}: {text}", if *warning { " !" } else { "" })
            },
        )
        .collect();
    lines.join("\n")
}

#[test]
fn oddities_of_the_counted_rounds_are_added_up() {
    let oddity = |code: &str, count, warning| Diagnostic {
        code: code.to_owned(),
        count,
        text: format!("{count} of them"),
        warning,
        byte: Some(4_711),
        amount_us: None,
    };
    let reason = |code: &str, text: &str| StateReason {
        invalidates: Some(!code.ends_with("contention")),
        code: code.to_owned(),
        text: text.to_owned(),
        amount_us: None,
    };
    let mut rounds = rounds_of("x", &[None, None, None, None, None]);
    rounds[0].diagnostics = vec![oddity("event-without-ts", 2, false)];
    rounds[1].diagnostics = vec![
        oddity("event-without-ts", 3, true),
        oddity("open-tasks-at-end", 1, false),
    ];
    rounds[0].reasons = vec![reason("contention", "27 % of busy time was spent waiting")];
    rounds[1].reasons = vec![reason("high-contention", "57 % of busy time was spent waiting")];
    rounds[2].diagnostics = vec![oddity("not-counted", 1, true)];
    rounds[2].role = RoundRole::Warmup;
    rounds[3].state = RoundState::Invalid;
    rounds[3].reasons = vec![
        reason("mark-missing", "the end mark"),
        reason("data-loss", "1 chunk"),
        // It is no reason why the round does not count.
        reason("high-contention", "61 % of busy time was spent waiting"),
    ];
    rounds[4].state = RoundState::Failed;
    rounds[4].reasons = vec![reason("no-match", "nothing matched")];
    rounds[4].failure = Some(Failure {
        code: "no-match".to_owned(),
        text: String::new(),
        place: None,
        hint: None,
    });
    assert_eq!(
        told(&rounds),
        "contention x1: 27 % of busy time was spent waiting (round 1)\n\
         event-without-ts x5 !: 2 of them (round 1)\n\
         high-contention x1 !: 57 % of busy time was spent waiting (round 2)\n\
         open-tasks-at-end x1: 1 of them (round 2)\n\
         rounds-dropped x2 !: 2 of 4 rounds do not count: data-loss in 1, mark-missing in 1, no-match in 1"
    );
}

#[test]
fn no_valid_round_is_said() {
    assert_eq!(
        told(&[]),
        "no-valid-round x1 !: no round of 0 is valid: there are no numbers"
    );
    let mut rounds = rounds_of("x", &[Some(us(1.0))]);
    rounds[0].state = RoundState::Failed;
    assert_eq!(
        told(&rounds),
        "no-valid-round x1 !: no round of 1 is valid: there are no numbers\n\
         rounds-dropped x1 !: 1 of 1 rounds do not count"
    );
    let variant = head(&rounds);
    assert_eq!(variant.series_round, None);
    assert_eq!(variant.series_window_us, None);
    assert_eq!(
        shown(&variant.window),
        "- n0 -..- [] too-few-rounds: 0 of 0 rounds have it"
    );
}

#[test]
fn the_document_looks_like_this() {
    let mut rounds = rounds_of(CPU, &[Some(us(141_200.0)), Some(us(138_000.5))]);
    for round in &mut rounds {
        let analysis = round.analysis.as_mut().unwrap();
        analysis.metrics.insert(
            "mean_fps".to_owned(),
            Value::new(
                Measured::absent(Reason::NotContinuous, "no frame in 76 % of the window"),
                Unit::Hertz,
            ),
        );
    }
    let summary = summarise(RUN, &rounds, &[&DEFINITION]);
    insta::assert_snapshot!(String::from_utf8(store(&summary)).unwrap());
}

/// The median by its definition: as many samples below as above.
fn slow_median(samples: &[f64]) -> Option<f64> {
    let rank_of = |sample: &f64| {
        let below = samples.iter().filter(|other| *other < sample).count();
        let same = samples.iter().filter(|other| *other == sample).count();
        below..below + same
    };
    let at = |rank: usize| {
        samples
            .iter()
            .find(|sample| rank_of(sample).contains(&rank))
            .copied()
    };
    let n = samples.len();
    if n == 0 {
        return None;
    }
    Some((at((n - 1) / 2)? + at(n / 2)?) / 2.0)
}

/// What a round may be: its role, its state, and for two metrics no entry, an absence, or a number.
fn any_round() -> impl Strategy<Value = RoundDocument> {
    let value = prop_oneof![
        1 => Just(None),
        1 => prop_oneof![Just(Reason::CategoryOff), Just(Reason::NoSample)].prop_map(|reason| Some(absent(reason, "d"))),
        4 => (0_u32..1_000_000).prop_map(|value| Some(us(f64::from(value) / 8.0))),
    ];
    let role = prop_oneof![1 => Just(RoundRole::Warmup), 5 => Just(RoundRole::Measured)];
    let state = prop_oneof![
        6 => Just(RoundState::Valid),
        1 => Just(RoundState::Invalid),
        1 => Just(RoundState::Failed)
    ];
    let variant = prop_oneof![Just("base"), Just("head")];
    let fields = (value.clone(), value, role, state, variant, 1_i64..1_000_000);
    fields.prop_map(|(cpu, other, role, state, variant, length)| {
        let metrics = [(CPU, cpu), ("user_timing:sort/median", other)];
        let present: Vec<(&str, Value)> = metrics
            .into_iter()
            .filter_map(|(id, value)| Some((id, value?)))
            .collect();
        let mut round = round(0, &present);
        let analysis = round.analysis.as_mut().unwrap();
        analysis.window.end_us = analysis.window.start_us + length;
        analysis.user_timings = vec![UserTiming {
            name: "sort".to_owned(),
            samples_us: vec![length],
            starts_us: vec![0],
            open: 0,
            threw: 0,
            details: Vec::new(),
            open_starts_us: Vec::new(),
        }];
        round.role = role;
        round.state = state;
        round.variant = variant.to_owned();
        round
    })
}

/// The rounds of a run, numbered.
fn any_run() -> impl Strategy<Value = Vec<RoundDocument>> {
    prop::collection::vec(any_round(), 0..24).prop_map(|mut rounds| {
        for (index, round) in rounds.iter_mut().enumerate() {
            round.number = index as u32 + 1;
        }
        rounds
    })
}

proptest! {
    #[test]
    fn the_order_of_the_rounds_does_not_matter((rounds, shuffled) in any_run().prop_flat_map(|rounds| {
        (Just(rounds.clone()), Just(rounds).prop_shuffle())
    })) {
        prop_assert_eq!(store(&summarise(RUN, &rounds, &[])), store(&summarise(RUN, &shuffled, &[])));
    }

    #[test]
    fn values_are_those_of_counting(rounds in any_run()) {
        let summary = summarise(RUN, &rounds, &[]);
        for (name, variant) in &summary.variants {
            let counted: Vec<&Analysis> = rounds
                .iter()
                .filter(|round| round.variant == *name)
                .filter(|round| round.role == RoundRole::Measured && round.state == RoundState::Valid)
                .map(|round| round.analysis.as_ref().unwrap())
                .collect();
            for (id, value) in &variant.metrics {
                let per_round: Vec<Option<f64>> = counted
                    .iter()
                    .map(|analysis| analysis.metrics.get(id)?.value.map(|RawNumber(number)| number))
                    .collect();
                let numbers: Vec<f64> = per_round.iter().copied().flatten().collect();
                prop_assert_eq!(value.n as usize, numbers.len());
                prop_assert_eq!(&value.rounds, &per_round.iter().map(|number| number.map(RawNumber)).collect::<Vec<_>>());
                let enough = !numbers.is_empty() && numbers.len() * 2 >= counted.len();
                prop_assert_eq!(value.value, slow_median(&numbers).filter(|_| enough).map(RawNumber));
                prop_assert_eq!(value.value.is_none(), value.reason.is_some());
                let all: Vec<f64> = [value.min, value.value, value.max].into_iter().flatten().map(|n| n.0).collect();
                prop_assert!(all.is_sorted(), "{:?}", value);
            }
            prop_assert_eq!(variant.rounds.measured as usize, counted.len());
            let samples: usize = variant.user_timings.iter().map(|timing| timing.samples_us.len()).sum();
            prop_assert_eq!(samples, counted.len());
        }
        let of = |counts: &RoundCounts| counts.measured + counts.warmup + counts.invalid + counts.failed;
        let total: u32 = summary.variants.values().map(|variant| of(&variant.rounds)).sum();
        prop_assert_eq!(total as usize, rounds.len());
    }

    /// At most half of the rounds took less CPU time than the chosen one, and at most half took more.
    #[test]
    fn the_chosen_round_lies_in_the_middle(rounds in any_run()) {
        let summary = summarise(RUN, &rounds, &[]);
        for variant in summary.variants.values() {
            let Some(value) = variant.metrics.get(CPU).filter(|value| value.n > 0) else { continue };
            let number = variant.series_round.expect("a round with a CPU time was there");
            let chosen = rounds.iter().find(|round| round.number == number).unwrap();
            let time = chosen.analysis.as_ref().unwrap().metrics[CPU].value.expect("it has one").0;
            let times: Vec<f64> = value.rounds.iter().flatten().map(|n| n.0).collect();
            let less = times.iter().filter(|other| **other < time).count();
            let more = times.iter().filter(|other| **other > time).count();
            prop_assert!(less * 2 <= times.len() && more * 2 <= times.len(), "{time} of {times:?}");
        }
    }

    #[test]
    fn one_round_is_the_value_of_its_run(round in any_round()) {
        let mut round = round;
        (round.role, round.state) = (RoundRole::Measured, RoundState::Valid);
        let summary = summarise(RUN, std::slice::from_ref(&round), &[]);
        let variant = &summary.variants[&round.variant];
        let analysis = round.analysis.as_ref().unwrap();
        prop_assert_eq!(variant.metrics.len(), analysis.metrics.len());
        for (id, value) in &analysis.metrics {
            let run = &variant.metrics[id];
            prop_assert_eq!((run.value, run.min, run.max), (value.value, value.value, value.value));
            prop_assert_eq!((&run.reason, &run.detail), (&value.reason, &value.detail));
        }
        prop_assert_eq!(&variant.user_timings, &analysis.user_timings);
        prop_assert_eq!(variant.series_round, Some(round.number));
    }

    #[test]
    fn rounds_that_do_not_count_change_no_number(rounds in any_run(), value in 0_u32..1_000_000) {
        let mut changed = rounds.clone();
        for round in &mut changed {
            if round.role == RoundRole::Warmup || round.state != RoundState::Valid {
                round.analysis = Some(analysis(&[(CPU, us(f64::from(value))), ("other", us(1.0))]));
            }
        }
        prop_assert_eq!(summarise(RUN, &rounds, &[]), summarise(RUN, &changed, &[]));
    }
}
