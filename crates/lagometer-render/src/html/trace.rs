//! A trace on a page.

use super::run::Place;
use super::{Markup, answer, detail, notices, numbers, timeline};
use crate::label::Label;
use crate::shown::Shown;
use crate::timeline::Timeline;
use crate::trace_view::{self, COLUMNS, NumberRow, Numbers};
use crate::{Style, explain, number, remarks, user_timings};
use lagometer_metric::{MetricDefinition, MetricId};
use lagometer_report::{Analysis, TraceDocument};

/// Tasks that never ended: how many are listed.
const MOST_OPEN: usize = 100;

/// Everything about a trace, in order.
pub(super) fn trace(
    markup: &mut Markup,
    document: &TraceDocument,
    definitions: &[&MetricDefinition],
    place: &Place,
) {
    let analysis = &document.analysis;
    let view = trace_view::numbers(analysis, definitions);
    let id = place.anchor("run");
    markup.element("article", &[("id", &id)], |markup| {
        head(markup, document, place);
        for warning in trace_view::warnings(document) {
            notices::notice(markup, "notice warn", "warning", &warning, |_| {});
        }
        place.section(markup, "answer", "answer single", "Main values", |markup| {
            figures(markup, analysis, definitions);
        });
        place.section(markup, "time", "time", "Over time", |markup| {
            timeline::draw(markup, &Timeline::of_trace(analysis), definitions);
        });
        place.section(markup, "numbers", "trace-numbers", "Numbers", |markup| {
            single_numbers(markup, &view.numbers, "single numbers");
            distributions(markup, &view);
            explaining(markup, &trace_view::explaining(analysis, definitions));
        });
        detail::sections(markup, analysis, definitions, place);
        place.section(markup, "read", "read", "What was read", |markup| {
            facts(markup, document);
        });
        notes(markup, document, place);
    });
}

fn head(markup: &mut Markup, document: &TraceDocument, place: &Place) {
    markup.element("header", &[("class", "head")], |markup| {
        markup.element("p", &[("class", "over")], |markup| {
            let is_whole = document.input.partial.is_none() && document.capture.lost != Some(true);
            let (class, word) = match is_whole {
                true => ("outcome good", "trace"),
                false => ("outcome warn", "partial trace"),
            };
            markup.leaf("span", &[("class", class)], word);
        });
        markup.element(place.heading(0), &[], |markup| {
            markup.name(file_name(&document.input.name));
        });
        for fact in trace_view::heading(document, &Style::PLAIN) {
            let (class, name) = match fact.name.as_str() {
                "window" => ("lead", "Window: "),
                "rules" => ("lead rules", "Rules of "),
                _ => continue,
            };
            markup.element("p", &[("class", class)], |markup| {
                markup.text(name);
                markup.text(&fact.text);
                markup.text(".");
            });
        }
        let before = [
            ("answer", "Main values"),
            ("time", "Over time"),
            ("numbers", "Numbers"),
        ];
        let mut parts = before.to_vec();
        parts.extend(detail::parts(&document.analysis).map(|part| (part.id, part.title)));
        parts.push(("read", "What was read"));
        place.navigation(markup, "parts of this trace", &parts);
    });
}

/// The last part of a path: where it lies is told further down.
pub(super) fn file_name(path: &str) -> &str {
    match path.trim_end_matches(['/', '\\']).rsplit_once(['/', '\\']) {
        Some((_, name)) => name,
        None => path,
    }
}

/// The main values that the trace has, each with what it is of.
fn figures(markup: &mut Markup, analysis: &Analysis, definitions: &[&MetricDefinition]) {
    let of = |(metric, statistic): &(&str, Option<_>)| {
        let definition = definitions.iter().find(|definition| definition.id == *metric)?;
        let id = MetricId {
            metric: (*metric).to_owned(),
            name: None,
            statistic: *statistic,
        };
        let value = analysis.metrics.get(&id.to_string())?;
        Some((*definition, *statistic, Shown::of(value, *statistic)))
    };
    let values: Vec<_> = answer::MAIN.iter().filter_map(of).collect();
    if values.is_empty() {
        markup.leaf("p", &[], "no number was measured");
        return;
    }
    markup.element("ul", &[("class", "figures")], |markup| {
        for (definition, statistic, shown) in &values {
            markup.element("li", &[], |markup| {
                let label = Label::new(definition.id, None, *statistic);
                markup.element("p", &[("class", "label")], |markup| label.html(markup));
                match shown {
                    Shown::Number(text) => {
                        markup.element("p", &[("class", "value")], |markup| answer::value(markup, text));
                        let words = explain::number_of_trace(definition, *statistic, analysis);
                        if !words.is_empty() {
                            markup.prose_in("p", &[("class", "reason")], &words);
                        }
                    }
                    Shown::Absent(absence) => answer::absent(markup, absence),
                }
            });
        }
    });
}

/// A line for each number, with what it is of and, on demand, its rule.
fn single_numbers(markup: &mut Markup, rows: &[NumberRow<'_>], caption: &str) {
    if rows.is_empty() {
        return;
    }
    markup.element("table", &[("class", "plain")], |markup| {
        markup.leaf("caption", &[], caption);
        head_of_table(markup, &["metric", "value", "of"]);
        markup.element("tbody", &[], |markup| {
            for row in rows {
                markup.element("tr", &[], |markup| {
                    numbers::metric_cell(markup, row.definition, &row.label);
                    let (class, words) = match &row.value {
                        Shown::Number(_) => ("number median", row.words.clone()),
                        Shown::Absent(absence) => ("number median absent", absence.text()),
                    };
                    markup.leaf("td", &[("class", class)], row.value.short());
                    markup.prose_in("td", &[("class", "reason why")], &words);
                });
            }
        });
    });
}

/// The numbers that explain, on demand.
fn explaining(markup: &mut Markup, rows: &[NumberRow<'_>]) {
    if rows.is_empty() {
        return;
    }
    markup.element("details", &[("class", "all")], |markup| {
        let words = format!("Numbers that explain: {}", number::count(rows.len() as u64));
        markup.leaf("summary", &[], &words);
        single_numbers(markup, rows, "numbers that explain");
    });
}

/// A row for each distribution.
fn distributions(markup: &mut Markup, view: &Numbers<'_>) {
    if view.distributions.is_empty() {
        return;
    }
    let statistics = COLUMNS.map(|statistic| statistic.name());
    markup.element("table", &[("class", "plain spread-out")], |markup| {
        markup.leaf("caption", &[], "distributions");
        let mut columns = vec!["metric", "n"];
        columns.extend(statistics);
        head_of_table(markup, &columns);
        markup.element("tbody", &[], |markup| {
            for row in &view.distributions {
                markup.element("tr", &[], |markup| {
                    numbers::metric_cell(markup, row.definition, &row.label);
                    let n = [("n", row.n.as_str())];
                    let cells = statistics.into_iter().zip(row.cells.iter().map(String::as_str));
                    for (name, cell) in n.into_iter().chain(cells) {
                        markup.element("td", &[("class", "number")], |markup| {
                            // Where the table is too narrow for its head.
                            markup.leaf("span", &[("class", "narrow")], &format!("{name} "));
                            markup.text(cell);
                        });
                    }
                });
            }
        });
    });
    for (title, more) in &view.more {
        let words = format!(
            "{} more {title} names: `lagometer trace --format json`",
            number::count(*more as u64)
        );
        markup.prose_in("p", &[("class", "quiet")], &words);
    }
    if view.small_samples {
        let words = "p95 is nearest rank: with n under 20 close to the maximum";
        markup.leaf("p", &[("class", "quiet")], words);
    }
}

fn head_of_table(markup: &mut Markup, columns: &[&str]) {
    markup.element("thead", &[], |markup| {
        markup.element("tr", &[], |markup| {
            for column in columns {
                let class = if ["metric", "of"].contains(column) {
                    ""
                } else {
                    "number"
                };
                markup.leaf("th", &[("class", class), ("scope", "col")], column);
            }
        });
    });
}

fn facts(markup: &mut Markup, document: &TraceDocument) {
    let more = Style {
        verbose: 1,
        ..Style::PLAIN
    };
    markup.element("table", &[("class", "plain facts")], |markup| {
        markup.leaf("caption", &[], "what was read");
        markup.element("tbody", &[], |markup| {
            for fact in trace_view::heading(document, &more) {
                markup.element("tr", &[], |markup| {
                    markup.element("th", &[("scope", "row")], |markup| {
                        markup.name(fact.name.trim_start());
                    });
                    markup.prose_in("td", &[], &fact.text);
                });
            }
        });
    });
}

/// What touches no number: tasks and measures that never ended, odd things in the file.
fn notes(markup: &mut Markup, document: &TraceDocument, place: &Place) {
    let analysis = &document.analysis;
    let open = trace_view::open_tasks(analysis, MOST_OPEN);
    let left_out = user_timings::left_out(&analysis.user_timings);
    let tolerated = remarks::tolerated_in_trace(&document.diagnostics);
    if open.rows.is_empty() && left_out.is_empty() && tolerated.is_none() {
        return;
    }
    place.section(markup, "notes", "notes", "Notes", |markup| {
        markup.element("ul", &[], |markup| {
            for task in &open.rows {
                markup.prose_in("li", &[], &format!("open task {task}"));
            }
            if open.more > 0 {
                let words = format!(
                    "{} more open tasks: `lagometer trace --format json`",
                    number::count(open.more as u64)
                );
                markup.prose_in("li", &[], &words);
            }
            for note in &left_out {
                markup.prose_in("li", &[], note);
            }
            for each in tolerated.iter().flat_map(|tolerated| &tolerated.each) {
                markup.prose_in("li", &[], each);
            }
        });
    });
}
