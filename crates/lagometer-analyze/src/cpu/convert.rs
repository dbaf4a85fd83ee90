//! The typed answer into the written one, field by field.

use super::labels::{self, Collected, layout_of};
use super::load::{Loaded, ProfileOf, Sampled};
use super::trace::since;
use super::view::Views;
use super::written::{Written, WrittenLayout, WrittenLine};
use super::{Answer, CpuOptions, CpuPattern, CpuSort, own_of};
use crate::Error;
use crate::trace::around_the_text;
use lagometer_cpu::{
    Amount, Content, Function, FunctionLayout, Interval, LABEL_SAMPLES_MIN, LineSource, Role, Rules, Timed,
    Weight,
};
use lagometer_metric::{Measured, Reason, Unit};
use lagometer_report::{
    CpuBasis, CpuDocument, CpuForcedLayout, CpuForcedLine, CpuFunction, CpuInterval, CpuLine, CpuPlace,
    CpuProfile, CpuShare, CpuTime, CpuWindow, Diagnostic, RawNumber, UnitName, Value,
};

/// What every function is put together with.
struct Shared {
    /// Whether every profile says how many samples a number rests on.
    counted: bool,
    collected: Collected,
    is_regexp: Vec<bool>,
}

pub(super) fn document(
    loaded: &Loaded,
    chosen: &[usize],
    answer: &mut Answer<'_>,
    options: &CpuOptions<'_>,
) -> Result<CpuDocument, Error> {
    let profiles: Vec<&ProfileOf> = chosen.iter().map(|at| &loaded.profiles[*at]).collect();
    let shared = Shared {
        counted: counts_samples(&profiles),
        collected: Collected::of(answer, loaded, chosen, options),
        is_regexp: labels::regexps(answer),
    };
    let functions = functions(answer, &shared, options);
    let answer = &*answer;
    let Views {
        groups,
        lines,
        tree,
        calls,
    } = Views::of(answer, loaded, options, shared.counted)?;
    Ok(CpuDocument {
        kind: "cpu",
        format_version: 1,
        inputs: loaded.inputs.clone(),
        options: asked(options, profiles.first().and_then(|of| window(of))),
        profiles: (0..loaded.profiles.len())
            .map(|at| profile(&loaded.profiles[at], at, chosen.contains(&at)))
            .collect(),
        interval: interval(&profiles),
        labels: labels::of_profile(answer, &shared.collected),
        basis: CpuBasis {
            name: answer.basis_name.to_owned(),
            value: RawNumber(answer.basis as f64),
            unit: UnitName(unit(answer.written.tree.weight)),
        },
        time: (answer.written.tree.weight == Weight::Time).then(|| time(answer, &profiles)),
        line_source: match answer.written.tree.line_source {
            LineSource::None => None,
            LineSource::Ticks => Some("ticks".to_owned()),
            LineSource::Samples => Some("samples".to_owned()),
        },
        total: functions.len() as u64,
        listed: functions.len() as u64,
        functions,
        long_tasks: None,
        groups,
        lines,
        tree,
        calls,
        diagnostics: diagnostics(loaded, &answer.written),
    })
}

/// The functions in the order that was asked for; the first of them with lines of their sources.
fn functions(answer: &mut Answer<'_>, shared: &Shared, options: &CpuOptions<'_>) -> Vec<CpuFunction> {
    let order = answer.order.clone();
    let mut functions = Vec::with_capacity(order.len());
    for (number, rank) in order.into_iter().zip(1..) {
        let mut function = function(answer, number, rank, shared);
        let of_source = labels::of_source(answer, number, &function.labels);
        function.labels.extend(of_source);
        if functions.len() < options.sources.excerpts {
            function.excerpt = answer.written.excerpt(number);
        }
        functions.push(function);
    }
    functions
}

/// What was asked for, where it changes numbers.
fn asked(options: &CpuOptions<'_>, window: Option<CpuWindow>) -> lagometer_report::CpuOptions {
    let pattern = |pattern: &Option<CpuPattern>| pattern.as_ref().map(|pattern| pattern.text().to_owned());
    lagometer_report::CpuOptions {
        window,
        rules: match options.rules {
            Rules::Lagometer => "lagometer",
            Rules::DevTools => "devtools",
        }
        .to_owned(),
        sort: match options.sort {
            CpuSort::Own => "self",
            CpuSort::Total => "total",
        }
        .to_owned(),
        view: options.view.name().to_owned(),
        focus: pattern(&options.focus),
        ignore: pattern(&options.ignore),
        hide: pattern(&options.hide),
    }
}

pub(super) fn window(of: &ProfileOf) -> Option<CpuWindow> {
    let window = of.window.as_ref()?;
    let (start_us, end_us) = since(window.origin, window.inside);
    Some(CpuWindow {
        from: window.from.clone(),
        to: window.to.clone(),
        start_us,
        end_us,
    })
}

pub(super) fn unit(weight: Weight) -> Unit {
    match weight {
        Weight::Time => Unit::Microseconds,
        Weight::Bytes => Unit::Bytes,
    }
}

/// Whether every profile says how many samples a number rests on.
fn counts_samples(profiles: &[&ProfileOf]) -> bool {
    profiles.iter().all(|of| match &of.profile().content {
        Content::Timed(_) => true,
        Content::Sized(sized) => !sized.samples.is_empty(),
    })
}

fn profile(of: &ProfileOf, at: usize, chosen: bool) -> CpuProfile {
    let ProfileOf {
        input,
        sampled: _,
        thread,
        is_page_main,
        window: _,
    } = of;
    let (pid, recorded_id) = match &of.sampled {
        Sampled::File(_) => (None, None),
        Sampled::Thread(thread) => (Some(thread.pid), Some(thread.id.clone())),
    };
    let (samples, sampled, unit) = match &of.profile().content {
        Content::Timed(timed) => {
            let Timed { samples, .. } = timed;
            let length = match (samples.time.first(), samples.time.last()) {
                (Some(first), Some(last)) => Measured::Value((last - first) as f64),
                _ => Measured::absent(Reason::NoSample, "the profile holds no sample"),
            };
            (Some(samples.len() as u64), length, Unit::Microseconds)
        }
        Content::Sized(sized) => {
            let bytes: i64 = sized
                .bytes
                .iter()
                .fold(0, |sum, bytes| sum.saturating_add(*bytes));
            let samples = sized.samples.iter().map(|count| u64::from(*count)).sum();
            let samples = (!sized.samples.is_empty()).then_some(samples);
            (samples, Measured::Value(bytes as f64), Unit::Bytes)
        }
    };
    CpuProfile {
        id: at.to_string(),
        input: *input as u64,
        thread: thread.clone(),
        pid,
        tid: of.tid(),
        recorded_id,
        page_main: *is_page_main,
        samples,
        sampled: Value::new(sampled, unit),
        chosen,
    }
}

fn timed<'p>(profiles: &[&'p ProfileOf]) -> Vec<&'p Timed> {
    let timed = |of: &&'p ProfileOf| match &of.profile().content {
        Content::Timed(timed) => Some(timed),
        Content::Sized(_) => None,
    };
    profiles.iter().filter_map(timed).collect()
}

fn interval(profiles: &[&ProfileOf]) -> CpuInterval {
    let timed = timed(profiles);
    let interval = Interval::of(timed.iter().flat_map(|timed| timed.gaps()));
    let value = |of: fn(&Interval) -> i64| {
        let measured = match (&interval, timed.is_empty()) {
            (Some(interval), _) => Measured::Value(of(interval) as f64),
            (None, true) => Measured::absent(Reason::NotRecorded, "sampled bytes have no times"),
            (None, false) => Measured::absent(Reason::TooFewSamples, "fewer than two samples"),
        };
        Value::new(measured, Unit::Microseconds)
    };
    let counted = counts_samples(profiles);
    let samples = profiles.iter().map(|of| match &of.profile().content {
        Content::Timed(timed) => timed.samples.len() as u64,
        Content::Sized(sized) => sized.samples.iter().map(|count| u64::from(*count)).sum(),
    });
    CpuInterval {
        median: value(|interval| interval.median),
        p95: value(|interval| interval.p95),
        samples: counted.then(|| samples.sum()),
    }
}

fn time(answer: &Answer<'_>, profiles: &[&ProfileOf]) -> CpuTime {
    let own = |role| own_of(&answer.sums, &answer.roles, role);
    let gaps: Option<Vec<i64>> = timed(profiles).iter().map(|timed| timed.start_gap()).collect();
    CpuTime {
        sampled_us: answer.written.tree.sampled().weight,
        functions_us: own(Role::Function),
        gc_us: own(Role::Collector),
        program_us: own(Role::Program),
        idle_us: own(Role::Idle),
        root_us: own(Role::Root),
        unattributed_us: answer.written.tree.unattributed.weight,
        start_gap_us: gaps.map(|gaps| gaps.iter().sum()),
    }
}

fn function(answer: &Answer<'_>, number: u32, rank: u64, shared: &Shared) -> CpuFunction {
    let at = number as usize;
    let (function, sum) = (&answer.written.tree.functions[at], &answer.sums[at]);
    let (lines, about) = (&answer.written.lines[at], &answer.written.functions[at]);
    let samples = sum.own.samples;
    let uncertain = shared.counted && samples > 0 && samples < LABEL_SAMPLES_MIN;
    CpuFunction {
        id: id(number),
        rank,
        name: function.name.clone(),
        name_source: about.name_source.to_owned(),
        generated_name: about
            .generated
            .first()
            .map_or(&function.name, |of| &of.name)
            .clone(),
        role: about.role.clone(),
        generated: generated(answer, number),
        copies: about.generated.iter().skip(1).map(place).collect(),
        original: about.original.clone(),
        native: function.is_native(),
        own: share(answer, sum.own),
        total: share(answer, sum.total),
        self_js: self_js(answer, number),
        forced_layout: layout_of(answer, number).and_then(forced_layout),
        samples: shared.counted.then_some(samples),
        error: uncertain.then(|| RawNumber(sum.own.weight as f64 / (samples as f64).sqrt())),
        hot_lines: lines.iter().map(|line| self::line(line, answer)).collect(),
        labels: labels::of_function(answer, number, &shared.collected, &shared.is_regexp),
        excerpt: None,
    }
}

/// Self without the style and layout inside of it.
fn self_js(answer: &Answer<'_>, number: u32) -> Value {
    let own = answer.sums[number as usize].own.weight;
    let measured = match &answer.written.layouts {
        Some(layouts) => {
            let inside = layouts.get(&number).map_or(0, |layout| layout.sums.inside.weight);
            Measured::Value((own - inside) as f64)
        }
        None => Measured::absent(Reason::NoTraceEvents, "a profile holds samples only"),
    };
    Value::new(measured, unit(answer.written.tree.weight))
}

fn forced_layout(of: &WrittenLayout) -> Option<CpuForcedLayout> {
    let WrittenLayout { sums, lines } = of;
    let FunctionLayout {
        inside: _,
        compiling: _,
        style,
        layout,
        lines: _,
    } = sums;
    let events = style.samples + layout.samples;
    (events > 0).then(|| CpuForcedLayout {
        style_us: style.weight,
        layout_us: layout.weight,
        events,
        lines: lines
            .iter()
            .map(|line| CpuForcedLine {
                line: (line.line > 0).then_some(line.line),
                original: line.original.clone(),
                us: line.amount.weight,
                events: line.amount.samples,
            })
            .collect(),
    })
}

pub(super) fn id(number: u32) -> String {
    format!("f-{number}")
}

pub(super) fn place(function: &Function) -> CpuPlace {
    CpuPlace {
        url: function.url.clone(),
        line: function.position.line.map(|line| line.get()),
        column: function.position.column.map(|column| column.get()),
    }
}

/// Where a function begins in a script as it ran: of several the one with the most of its own.
pub(super) fn generated(answer: &Answer<'_>, number: u32) -> CpuPlace {
    let first = answer.written.functions[number as usize].generated.first();
    place(first.unwrap_or(&answer.written.tree.functions[number as usize]))
}

pub(super) fn share(answer: &Answer<'_>, amount: Amount) -> CpuShare {
    share_of(amount, answer.basis, UnitName(unit(answer.written.tree.weight)))
}

pub(super) fn share_of(amount: Amount, basis: i64, unit: UnitName) -> CpuShare {
    let share = amount.weight as f64 / basis as f64;
    CpuShare {
        value: RawNumber(amount.weight as f64),
        unit,
        share: (basis > 0).then_some(RawNumber(share)),
    }
}

pub(super) fn line(line: &WrittenLine, answer: &Answer<'_>) -> CpuLine {
    CpuLine {
        line: line.line,
        original: line.original.clone(),
        samples: line.amount.samples,
        us: (answer.written.tree.line_source == LineSource::Samples).then_some(line.amount.weight),
    }
}

pub(super) fn diagnostics(loaded: &Loaded, written: &Written<'_>) -> Vec<Diagnostic> {
    let mut diagnostics: Vec<Diagnostic> = Vec::new();
    if loaded.capture_lost {
        diagnostics.push(Diagnostic {
            code: "capture-overflow".to_owned(),
            count: 1,
            text: "the trace buffer was full: samples may be missing".to_owned(),
            warning: true,
            byte: None,
            amount_us: None,
        });
    }
    if loaded.texts_left_out > 0 {
        diagnostics.push(Diagnostic {
            code: "script-texts-left-out".to_owned(),
            count: loaded.texts_left_out,
            text: "texts of scripts left out: more than 64 MiB in all".to_owned(),
            warning: false,
            byte: None,
            amount_us: None,
        });
    }
    for oddities in &loaded.oddities {
        for oddity in oddities {
            let mut text = oddity.kind.text(oddity.count).to_owned();
            if !oddity.ids.is_empty() {
                let ids: Vec<String> = oddity.ids.iter().map(|id| format!("`{id}`")).collect();
                text.push_str(&format!(": id {}", ids.join(", ")));
            }
            diagnostics.push(Diagnostic {
                code: oddity.kind.code().to_owned(),
                count: oddity.count,
                text,
                warning: oddity.kind.is_warning(),
                byte: oddity.first,
                amount_us: None,
            });
        }
    }
    diagnostics.extend(loaded.totals.iter().flat_map(around_the_text));
    diagnostics.extend(written.notes());
    diagnostics
}
