use crate::test_documents::{
    DEFINITIONS, HOSTILE, absent, budgets, diagnostic, everything_absent, grid_sort, inspection, long_tasks,
    number, round, shares, with_settled_heap, with_work,
};
use crate::{Style, html, markdown, table, visible};
use lagometer_metric::{Reason, Unit};
use lagometer_report::{
    Diagnostic, Failure, MainThreadWindow, OpenTask, Outcome, Partial, RoundRole, RoundState, TraceDocument,
};

const TERMINAL: Style = Style {
    width: Some(80),
    ..Style::PLAIN
};
const ASCII: Style = Style {
    unicode: false,
    ..TERMINAL
};
const NARROW: Style = Style {
    width: Some(60),
    ..Style::PLAIN
};

/// No line is wider than the terminal, none ends in a space, and nothing acts on the terminal.
#[track_caller]
pub(super) fn check_form(text: &str, columns: usize) {
    for line in text.lines() {
        assert!(
            visible::width(line) <= columns,
            "{} columns: {line}",
            visible::width(line)
        );
        assert!(!line.ends_with(' '), "space at the end: {line:?}");
        assert!(!line.contains(char::is_control), "{line:?}");
    }
    assert!(text.ends_with('\n') && !text.ends_with("\n\n"), "{text}");
}

fn trace(document: &TraceDocument, style: &Style) -> String {
    table::trace(document, DEFINITIONS, style)
}

/// The text that the project aims at, but for the line of a later metric (`inp`).
#[test]
fn trace_is_the_target_text() {
    let text = trace(&long_tasks(), &Style::PLAIN);
    check_form(&text, 80);
    insta::assert_snapshot!(text);
}

/// The text that the project aims at, but for the lines of the diagnosis, a later feature.
#[test]
fn run_is_the_target_text() {
    let (summary, record) = grid_sort();
    let text = table::run(&summary, &record, DEFINITIONS, &Style::PLAIN)
        + &table::run_place(
            "report",
            "lagometer-results/runs/2026-11-29-143012-grid-sort/report.html",
            &Style::PLAIN,
        );
    check_form(&text, 80);
    insta::assert_snapshot!(text);
}

#[test]
fn ascii_has_digits_for_bars() {
    let mut document = long_tasks();
    let series = document.analysis.series.get_mut("busy_rate").unwrap();
    series.values[1] = None;
    let text = trace(&document, &ASCII);
    assert!(text.is_ascii());
    check_form(&text, 80);
    assert!(
        text.contains("busy rate   5?96696   200 ms slices, 0 to 100 %\n"),
        "{text}"
    );
    let (summary, record) = grid_sort();
    let text = table::run(&summary, &record, DEFINITIONS, &ASCII);
    assert!(text.is_ascii());
    assert!(text.contains("\nbusy rate   7000   200 ms slices"), "{text}");
}

#[test]
fn what_repetitions_leave_is_a_line_of_bars_and_a_slope() {
    let (mut summary, record) = grid_sort();
    let variant = summary.variants.get_mut("head").expect("it is there");
    with_settled_heap(variant);
    let text = |style| table::run(&summary, &record, DEFINITIONS, style);
    let plain = text(&Style::PLAIN);
    check_form(&plain, 80);
    let lines = plain.split("settled heap").nth(1).expect("a line of it");
    let lines = lines.split("long tasks").next().expect("up to the next");
    insta::assert_snapshot!(format!("settled heap{lines}"));
    let ascii = text(&ASCII);
    assert!(ascii.is_ascii());
    assert!(
        ascii.contains("settled heap   01245789   after each of 8 repetitions"),
        "{ascii}"
    );
    check_form(&text(&NARROW), 60);
}

#[test]
fn absent_slice_is_no_empty_one() {
    let mut document = long_tasks();
    let series = document.analysis.series.get_mut("busy_rate").unwrap();
    series.values[0] = None;
    series.values[1] = Some(lagometer_report::RawNumber(0.0));
    assert!(trace(&document, &Style::PLAIN).contains("busy rate   ·▁█▆▆█▆   "));
}

#[test]
fn narrow_terminal_is_kept() {
    let text = trace(&long_tasks(), &NARROW);
    check_form(&text, 60);
    insta::assert_snapshot!("narrow_trace", text);
    let (summary, record) = grid_sort();
    let text = table::run(&summary, &record, DEFINITIONS, &NARROW);
    check_form(&text, 60);
    insta::assert_snapshot!("narrow_run", text);
}

#[test]
fn everything_that_is_absent_says_why() {
    let document = everything_absent();
    let text = trace(&document, &Style::PLAIN);
    check_form(&text, 80);
    insta::assert_snapshot!(text);
}

/// One line for each reason, with its code.
#[test]
fn every_reason_stands_in_the_place_of_the_number() {
    for reason in Reason::ALL {
        let mut document = long_tasks();
        let value = absent(*reason, "what exactly", Unit::Microseconds);
        document
            .analysis
            .metrics
            .insert("total_blocking_time".to_owned(), value);
        let text = trace(&document, &Style::PLAIN);
        check_form(&text, 80);
        let line = format!("total blocking time           n/a   {reason}: what exactly\n");
        assert!(text.contains(&line), "{text}");
    }
}

#[test]
fn what_touches_the_numbers_stands_on_top() {
    let mut document = long_tasks();
    document.input.complete = false;
    document.input.partial = Some(Partial {
        byte: 1_234_567,
        whole_to_byte: 1_234_001,
        text: "it ends inside an event".to_owned(),
    });
    document.capture.lost = Some(true);
    document.capture.chunks_discarded = Some(1_330);
    document.capture.field = Some("metadata.trace_processor_stats.traced_buf[0]".to_owned());
    document.diagnostics = vec![
        diagnostic(
            "end-mark-missing",
            1,
            "the end mark is missing: the window ends with the trace",
            true,
        ),
        diagnostic("open-tasks-at-end", 6, "tasks open at the end", false),
        diagnostic("event-without-time", 2, "events have no `ts`", false),
        diagnostic("trailing-comma", 1, "commas before the end of the list", false),
        Diagnostic {
            amount_us: Some(27_840),
            ..diagnostic("late-first-reading", 1, "memory counter read late", false)
        },
    ];
    let open = |start_us, elapsed_us| OpenTask { start_us, elapsed_us };
    document.analysis.open_tasks = vec![
        open(1_360_000, 4_000),
        open(1_390_000, 9_564),
        open(1_395_000, 4_000),
        open(1_399_000, 1),
    ];
    document.analysis.user_timings[0].open = 1;
    document.analysis.user_timings[1].threw = 2;
    let text = trace(&document, &Style::PLAIN);
    check_form(&text, 80);
    insta::assert_snapshot!("warnings", text);
    let verbose = Style {
        verbose: 1,
        ..Style::PLAIN
    };
    let text = trace(&document, &verbose);
    check_form(&text, 80);
    insta::assert_snapshot!("warnings_verbose", text);
}

#[test]
fn numbers_that_explain_are_shown_to_who_asks_for_more() {
    let mut document = long_tasks();
    let tasks = number(1_188.0, Unit::Count);
    document.analysis.metrics.insert("task_count".to_owned(), tasks);
    let of = |verbose| {
        let style = Style {
            verbose,
            ..Style::PLAIN
        };
        let texts = [
            trace(&document, &style),
            markdown::trace(&document, DEFINITIONS, &style, None),
            html::report(&[html::Subject::Trace(&document)], DEFINITIONS),
        ];
        texts.map(|text| text.contains("task count") && text.contains("1,188"))
    };
    assert_eq!(of(1), [true, true, true]);
    // A page has everything on demand.
    assert_eq!(of(0), [false, false, true]);
    assert!(trace(&document, &Style::PLAIN).contains("of 1,044.4 ms busy, 1,188 tasks"));
}

#[test]
fn long_tasks_of_a_run_say_what_ran_in_them() {
    let (mut summary, record) = grid_sort();
    let told = with_work("FunctionCall", "http://localhost:5173/src/rows.ts");
    let head = summary.variants.get_mut("head").expect("it is there");
    head.long_tasks = told.analysis.long_tasks;
    let text = table::run(&summary, &record, DEFINITIONS, &TERMINAL);
    let from = text.find("long tasks").expect("the tasks");
    insta::assert_snapshot!(&text[from..]);
    let text = markdown::run(&summary, &record, DEFINITIONS, &TERMINAL);
    assert!(
        text.contains("| style layout 179.0 ms, scripting 21.5 ms"),
        "{text}"
    );
}

#[test]
fn where_the_page_was_is_said_with_times() {
    let mut document = long_tasks();
    let windows = &mut document.analysis.main_thread.windows;
    windows.push(MainThreadWindow {
        pid: 26_999,
        tid: 27_000,
        start_us: 900_000,
        end_us: 1_399_564,
    });
    let text = trace(&document, &Style::PLAIN);
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let words = "pid 26410 tid 26410, from 900.0 ms pid 26999 tid 27000, certain";
    assert!(text.contains(words), "{text}");
}

#[test]
fn names_of_strangers_cannot_act() {
    let mut document = long_tasks();
    document.input.name = HOSTILE.to_owned();
    document.analysis.console.timings[0].name = HOSTILE.to_owned();
    document.analysis.console.stamps[0].name = HOSTILE.to_owned();
    document.analysis.memory[1].process_name = Some(HOSTILE.to_owned());
    document.analysis.user_timings[0].name = HOSTILE.to_owned();
    document.analysis.user_timings[0].open = 1;
    for statistic in ["count", "mean", "median", "p95", "max"] {
        let value = document.analysis.metrics[&format!("user_timing:task/{statistic}")].clone();
        document
            .analysis
            .metrics
            .insert(format!("user_timing:{HOSTILE}/{statistic}"), value);
    }
    document.analysis.long_tasks[1].inside = vec![HOSTILE.to_owned()];
    document.analysis.metrics.insert(
        "total_blocking_time".to_owned(),
        absent(Reason::InvalidValue, HOSTILE, Unit::Microseconds),
    );
    document.diagnostics = vec![diagnostic(HOSTILE, 1, HOSTILE, true)];
    let text = trace(&document, &TERMINAL);
    check_form(&text, 80);
    insta::assert_snapshot!(text);
    // Without a terminal nothing is cut.
    let whole = trace(&document, &Style::PLAIN);
    let name = visible::terminal(HOSTILE, true);
    assert!(whole.contains(&format!("\nuser timing {name}\n")), "{whole}");
    assert!(!whole.contains(['\x1b', '\u{202e}']));
}

#[test]
fn long_series_takes_more_lines() {
    let mut document = long_tasks();
    let values: Vec<f64> = (0..400).map(|index| f64::from(index % 8) / 8.0).collect();
    document
        .analysis
        .series
        .insert("busy_rate".to_owned(), shares(&values));
    let text = trace(&document, &Style::PLAIN);
    check_form(&text, 80);
    let busy: Vec<&str> = text.split("\n\n").nth(1).unwrap().lines().collect();
    assert_eq!(busy.len(), 1 + 360_usize.div_ceil(68) + 1);
    assert_eq!(busy[0], "busy rate   200 ms slices, 0 to 100 %");
    assert_eq!(
        busy.last().unwrap().trim(),
        "40 more slices: --format json has all"
    );
}

#[test]
fn large_numbers_keep_their_columns() {
    let mut document = long_tasks();
    for statistic in ["mean", "median", "p95", "max"] {
        let id = format!("user_timing:interaction/{statistic}");
        document
            .analysis
            .metrics
            .insert(id, number(123_456_789_012.0, Unit::Microseconds));
    }
    document
        .analysis
        .metrics
        .insert("long_task/count".to_owned(), number(1_234_567.0, Unit::Count));
    let text = trace(&document, &TERMINAL);
    insta::assert_snapshot!(text);
}

#[test]
fn rules_are_printed_for_what_is_shown() {
    let rules = Style {
        rules_text: true,
        ..Style::PLAIN
    };
    let text = trace(&long_tasks(), &rules);
    check_form(&text, 80);
    let (_, rules) = text.split_once("\nrules\n").unwrap();
    insta::assert_snapshot!(rules);
}

#[test]
fn colour_adds_nothing_but_colour() {
    let colour = Style {
        colour: true,
        ..Style::PLAIN
    };
    let (summary, record) = grid_sort();
    let mut document = long_tasks();
    document.diagnostics = vec![diagnostic("x", 1, "x", true)];
    for (painted, plain) in [
        (trace(&document, &colour), trace(&document, &Style::PLAIN)),
        (
            table::run(&summary, &record, DEFINITIONS, &colour),
            table::run(&summary, &record, DEFINITIONS, &Style::PLAIN),
        ),
        (
            table::metrics(DEFINITIONS, &colour),
            table::metrics(DEFINITIONS, &Style::PLAIN),
        ),
        (
            table::inspect(&inspection(), &colour),
            table::inspect(&inspection(), &Style::PLAIN),
        ),
    ] {
        assert!(painted.contains("\x1b[1m") && !plain.contains('\x1b'));
        let mut bare = painted;
        for code in ["0", "1", "2", "31", "33"] {
            bare = bare.replace(&format!("\x1b[{code}m"), "");
        }
        assert_eq!(bare, plain);
    }
}

#[test]
fn rounds_that_do_not_count_are_named() {
    let (mut summary, mut record) = grid_sort();
    let variant = summary.variants.get_mut("head").unwrap();
    variant.rounds.measured = 4;
    variant.rounds.invalid = 1;
    variant.rounds.failed = 1;
    let p95 = variant.metrics["user_timing:sort/median"].clone();
    let mut count = p95.clone();
    count.value = Some(lagometer_report::RawNumber(6.0));
    variant.metrics.insert("frame_interval/count".to_owned(), count);
    variant.user_timings[0].threw = 1;
    summary.diagnostics = vec![
        diagnostic(
            "rounds-dropped",
            2,
            "2 of 6 rounds do not count: data-loss in 1, no-match in 1",
            true,
        ),
        diagnostic(
            "contention",
            3,
            "the main thread waited for a CPU in 31 % of its busy time (round 4)",
            true,
        ),
        diagnostic("open-tasks-at-end", 12, "tasks open at the end (round 2)", false),
    ];
    record.outcome = Outcome::Interrupted;
    record.failure = Some(Failure {
        code: "interrupted".to_owned(),
        text: "Ctrl-C in round 9 of 12".to_owned(),
        place: None,
        hint: None,
    });
    record.rounds = vec![
        round(1, RoundRole::Warmup, RoundState::Valid, &[]),
        round(
            5,
            RoundRole::Measured,
            RoundState::Invalid,
            &[("data-loss", "the browser dropped events")],
        ),
        round(6, RoundRole::Measured, RoundState::Failed, &[]),
    ];
    let text = table::run(&summary, &record, DEFINITIONS, &Style::PLAIN);
    check_form(&text, 80);
    insta::assert_snapshot!(text);
}

#[test]
fn run_without_numbers_says_so() {
    let (mut summary, mut record) = grid_sort();
    let variant = summary.variants.get_mut("head").unwrap();
    variant.metrics.clear();
    variant.series.clear();
    variant.long_tasks.clear();
    variant.rounds.measured = 0;
    variant.series_round = None;
    variant.window.value = None;
    variant.window.reason = Some("too-few-rounds".to_owned());
    variant.window.detail = Some("0 of 0 rounds have it".to_owned());
    record.environment = None;
    summary.diagnostics = vec![diagnostic(
        "no-valid-round",
        1,
        "no round of 2 is valid: there are no numbers",
        true,
    )];
    let text = table::run(&summary, &record, DEFINITIONS, &Style::PLAIN);
    check_form(&text, 80);
    insta::assert_snapshot!(text);
}

#[test]
fn two_variants_stand_one_behind_the_other() {
    let (mut summary, record) = grid_sort();
    let head = summary.variants["head"].clone();
    summary.variants.insert("base".to_owned(), head);
    let text = table::run(&summary, &record, DEFINITIONS, &Style::PLAIN);
    assert_eq!(text.matches("grid-sort: base   10 rounds").count(), 1);
    assert_eq!(text.matches("grid-sort: head   10 rounds").count(), 1);
    assert_eq!(text.matches("Chromium").count(), 1);
}

#[test]
fn inspection_of_a_file() {
    let mut document = inspection();
    let text = table::inspect(&document, &Style::PLAIN);
    check_form(&text, 80);
    insta::assert_snapshot!("inspection", text);
    document.name = format!("{HOSTILE}/{}", "long-name".repeat(12));
    document.command = Some(format!("lagometer trace '{}'", document.name));
    document.partial = Some(Partial {
        byte: 300,
        whole_to_byte: 200,
        text: "it is cut off".to_owned(),
    });
    let text = table::inspect(&document, &TERMINAL);
    insta::assert_snapshot!("inspection_hostile", text);
    assert!(!text.contains(['\x1b', '\u{202e}']));
}

#[test]
fn metrics_as_a_list_and_one_in_full() {
    let text = table::metrics(DEFINITIONS, &Style::PLAIN);
    check_form(&text, 80);
    insta::assert_snapshot!("metrics", text);
    let text = table::metrics(&DEFINITIONS[2..3], &Style::PLAIN);
    check_form(&text, 80);
    insta::assert_snapshot!("metric", text);
}

/// A document with these names and numbers in every place that takes one.
fn with(names: &[String], numbers: &[f64], shares_of: &[f64]) -> TraceDocument {
    let mut document = long_tasks();
    let mut numbers = numbers.iter().cycle();
    let analysis = &mut document.analysis;
    for name in names {
        for statistic in ["count", "mean", "median", "p95", "max"] {
            let value = number(*numbers.next().unwrap(), Unit::Microseconds);
            analysis
                .metrics
                .insert(format!("user_timing:{name}/{statistic}"), value);
        }
        analysis.metrics.insert(
            format!("user_timing:{name}-/mean"),
            absent(Reason::InvalidValue, name, Unit::Microseconds),
        );
        document
            .diagnostics
            .push(diagnostic(name, 2, name, name.len().is_multiple_of(2)));
    }
    for value in analysis
        .metrics
        .values_mut()
        .filter(|value| value.value.is_some())
    {
        value.value = Some(lagometer_report::RawNumber(*numbers.next().unwrap()));
    }
    for task in &mut analysis.long_tasks {
        task.inside = names.to_vec();
        task.start_us = *numbers.next().unwrap() as i64;
        task.duration_us = *numbers.next().unwrap() as i64;
    }
    analysis.window.from = names[0].clone();
    analysis.window.end_us = *numbers.next().unwrap() as i64;
    analysis.main_thread.method = Some(names[0].clone());
    analysis.series.insert("busy_rate".to_owned(), shares(shares_of));
    document.input.name = names[0].clone();
    document.input.browser = Some(names[0].clone());
    document
}

proptest::proptest! {
    #[test]
    fn any_names_and_numbers_give_a_text_that_acts_on_nothing(
        names in proptest::collection::vec(proptest::prelude::any::<String>(), 1..4),
        numbers in proptest::collection::vec(proptest::num::f64::NORMAL | proptest::num::f64::ZERO, 1..20),
        shares_of in proptest::collection::vec(-1.0..2.0_f64, 0..100),
        width in proptest::option::of(0..200_usize),
        top in 0..9_usize,
    ) {
        let document = with(&names, &numbers, &shares_of);
        let style = Style { width, top, verbose: 1, rules_text: true, ..Style::PLAIN };
        for text in [trace(&document, &style), trace(&document, &Style { unicode: false, ..style })] {
            for line in text.lines() {
                proptest::prop_assert!(!line.contains(|shown: char| shown.is_control() || shown == '\u{202e}'), "{line:?}");
                proptest::prop_assert!(!line.contains("NaN") || names.iter().any(|name| name.contains("NaN")), "{line}");
                let minus_zero = line.contains(" -0 ") || line.contains(" -0.0 ");
                proptest::prop_assert!(!minus_zero || names.iter().any(|name| name.contains("-0")), "{line}");
            }
        }
        let markdown = crate::markdown::trace(&document, DEFINITIONS, &style, None);
        proptest::prop_assert!(!markdown.contains(|shown: char| shown.is_control() && shown != '\n'));
    }
}

#[test]
fn no_long_task_is_a_number_that_was_measured() {
    let mut document = long_tasks();
    document.analysis.long_tasks.clear();
    let metrics = &mut document.analysis.metrics;
    metrics.insert("long_task/count".to_owned(), number(0.0, Unit::Count));
    metrics.insert("long_task/total".to_owned(), number(0.0, Unit::Microseconds));
    for statistic in ["mean", "median", "p95", "max"] {
        let none = absent(Reason::NoSample, "no long task", Unit::Microseconds);
        metrics.insert(format!("long_task/{statistic}"), none);
    }
    let text = trace(&document, &Style::PLAIN);
    check_form(&text, 80);
    assert!(
        text.contains("\nlong task count                 0   no-sample: no long task\n"),
        "{text}"
    );
    assert!(!text.contains("inside"), "{text}");
}

#[test]
fn long_name_in_a_pipe_has_a_line_of_its_own() {
    let name = "very-long-name-of-a-measure-".repeat(4);
    let mut document = long_tasks();
    let (mut summary, record) = grid_sort();
    for statistic in ["count", "mean", "median", "p95", "max"] {
        let value = document.analysis.metrics[&format!("user_timing:task/{statistic}")].clone();
        document
            .analysis
            .metrics
            .insert(format!("user_timing:{name}/{statistic}"), value);
    }
    let text = trace(&document, &Style::PLAIN);
    let numbers = " ".repeat(26) + "7     140.2 ms      60.0 ms     400.1 ms     400.1 ms";
    assert!(
        text.contains(&format!("\nuser timing {name}\n{numbers}\n")),
        "{text}"
    );
    let metrics = &mut summary.variants.get_mut("head").unwrap().metrics;
    let value = metrics["user_timing:sort/median"].clone();
    metrics.insert(format!("user_timing:{name}/median"), value);
    let text = table::run(&summary, &record, DEFINITIONS, &Style::PLAIN);
    let numbers = " ".repeat(28) + "165.2 ms    161.0 ms    178.8 ms   10";
    assert!(
        text.contains(&format!("\n  {name} median\n{numbers}\n")),
        "{text}"
    );
}

#[test]
fn of_many_names_the_longest_are_shown() {
    let mut document = long_tasks();
    for index in 0..100_u32 {
        let value = number(f64::from(index), Unit::Microseconds);
        let max = number(f64::from(index) * 1e6, Unit::Microseconds);
        document
            .analysis
            .metrics
            .insert(format!("user_timing:n{index:03}/mean"), value);
        document
            .analysis
            .metrics
            .insert(format!("user_timing:n{index:03}/max"), max);
    }
    let text = trace(&document, &Style::PLAIN);
    assert_eq!(text.matches("\nuser timing ").count(), 30);
    assert!(
        text.contains("\nuser timing n099 ") && !text.contains("user timing n060 "),
        "{text}"
    );
    assert!(
        text.contains("\n74 more user timing names: --format json\n"),
        "{text}"
    );
    let markdown = crate::markdown::trace(&document, DEFINITIONS, &Style::PLAIN, None);
    assert!(
        markdown.contains("\n74 more user timing names: `--format json`\n"),
        "{markdown}"
    );
}

#[test]
fn budgets_that_are_not_met_stand_on_top() {
    let (mut summary, record) = grid_sort();
    summary.budgets = budgets();
    let text = table::run(&summary, &record, DEFINITIONS, &TERMINAL);
    check_form(&text, 80);
    insta::assert_snapshot!(text);
    let colour = Style {
        colour: true,
        ..TERMINAL
    };
    let text = table::run(&summary, &record, DEFINITIONS, &colour);
    assert!(text.starts_with("\u{1b}[31m\u{1b}[1mBUDGET EXCEEDED"), "{text:?}");
    assert!(
        text.contains("at most 150.0 ms: \u{1b}[31mexceeded\u{1b}[0m, n 10"),
        "{text:?}"
    );
}

#[test]
fn budgets_that_are_met_need_no_headline() {
    let (mut summary, record) = grid_sort();
    summary.budgets = budgets();
    summary.budgets.retain(|budget| budget.met == Some(true));
    let text = table::run(&summary, &record, DEFINITIONS, &Style::PLAIN);
    assert!(text.starts_with("grid-sort   10 rounds"), "{text}");
    assert!(text.ends_with(
        "\n\nbudget  js heap growth +312.4 KiB, at most 512.0 KiB: met, n 10\nbudget  long task count 1, at most 3: met, n 10\n"
    ), "{text}");
}

#[test]
fn a_budget_that_cannot_be_judged_is_the_headline_where_none_is_exceeded() {
    let (mut summary, record) = grid_sort();
    summary.budgets = budgets();
    summary.budgets.retain(|budget| budget.met != Some(false));
    let text = table::run(&summary, &record, DEFINITIONS, &Style::PLAIN);
    let head: String = text.split_inclusive('\n').take(3).collect();
    insta::assert_snapshot!(head);
}
