//! One run on a page.

use super::{
    Markup, ReportRun, answer, budgets, conditions, detail, heap_snapshots, hotspots, notices, numbers,
    rounds, timeline,
};
use crate::{budgets as budgets_view, number, run_view};
use lagometer_metric::MetricDefinition;
use lagometer_report::{Analysis, Outcome, Variant};

/// Where a run stands on the page.
pub(super) struct Place {
    /// In front of its anchors, so that those of several runs differ.
    prefix: String,
    /// How many headings are above those of a run.
    above: usize,
}

impl Place {
    pub(super) fn new(index: usize, runs: usize) -> Place {
        match runs {
            1 => Place {
                prefix: String::new(),
                above: 0,
            },
            _ => Place {
                prefix: format!("run-{}-", index + 1),
                above: 1,
            },
        }
    }

    /// The id of a part of the run.
    pub(super) fn anchor(&self, part: &str) -> String {
        format!("{}{part}", self.prefix)
    }

    /// The tag of a heading: 0 for the run, 1 for its parts.
    pub(super) fn heading(&self, level: usize) -> &'static str {
        ["h1", "h2", "h3", "h4"][(self.above + level).min(3)]
    }

    /// Links to the parts.
    pub(super) fn navigation(&self, markup: &mut Markup, words: &str, parts: &[(&str, &str)]) {
        markup.element("nav", &[("aria-label", words)], |markup| {
            markup.element("ul", &[], |markup| {
                for (part, title) in parts {
                    let target = format!("#{}", self.anchor(part));
                    markup.element("li", &[], |markup| markup.leaf("a", &[("href", &target)], title));
                }
            });
        });
    }

    /// A part of the run with its heading.
    pub(super) fn section(
        &self,
        markup: &mut Markup,
        part: &str,
        class: &str,
        title: &str,
        inside: impl FnOnce(&mut Markup),
    ) {
        let id = self.anchor(part);
        let heading = format!("{id}-heading");
        let attributes = [
            ("id", id.as_str()),
            ("class", class),
            ("aria-labelledby", heading.as_str()),
        ];
        markup.element("section", &attributes, |markup| {
            markup.leaf(self.heading(1), &[("id", &heading)], title);
            inside(markup);
        });
    }
}

/// The variants of a run with their names, and what is put behind a title where there are several.
fn variants<'a>(run: &ReportRun<'a>) -> Vec<(&'a str, &'a Variant, String)> {
    let Some(summary) = run.summary else {
        return Vec::new();
    };
    let several = summary.variants.len() > 1;
    let variants = summary.variants.iter();
    variants
        .map(|(name, variant)| {
            let suffix = if several {
                format!(", {name}")
            } else {
                String::new()
            };
            (name.as_str(), variant, suffix)
        })
        .collect()
}

/// Everything about a run, in order.
pub(super) fn run(
    markup: &mut Markup,
    run: &ReportRun<'_>,
    definitions: &[&MetricDefinition],
    place: &Place,
) {
    let id = place.anchor("run");
    markup.element("article", &[("id", &id)], |markup| {
        head(markup, run, place);
        notices::notices(markup, run);
        if let Some(summary) = run.summary.filter(|summary| !summary.budgets.is_empty()) {
            place.section(markup, "budgets", "budgets", "Budgets", |markup| {
                budgets::budgets(markup, &summary.budgets);
            });
        }
        let variants = variants(run);
        for (name, variant, suffix) in &variants {
            let title = format!("Main values{suffix}");
            place.section(markup, &format!("answer-{name}"), "answer", &title, |markup| {
                answer::figures(markup, variant, definitions);
            });
        }
        for (name, variant, suffix) in &variants {
            let title = format!("Over time{suffix}");
            place.section(markup, &format!("time-{name}"), "time", &title, |markup| {
                timeline::of_run(markup, run, variant, definitions);
            });
            let title = format!("All rounds together{suffix}");
            place.section(markup, &format!("numbers-{name}"), "numbers", &title, |markup| {
                numbers::numbers(markup, variant, definitions);
            });
        }
        if let Some(view) = hotspots::view(run) {
            place.section(markup, "hotspots", "hotspots", "Where the time went", |markup| {
                hotspots::hotspots(markup, run, &view);
            });
        }
        if !run.record.files.snapshots.is_empty() {
            place.section(
                markup,
                heap_snapshots::PART,
                "heap",
                heap_snapshots::TITLE,
                |markup| {
                    heap_snapshots::heap_snapshots(markup, run);
                },
            );
        }
        place.section(markup, "rounds", "rounds", "Rounds", |markup| {
            rounds::rounds(markup, run);
        });
        place.section(markup, "conditions", "conditions", "Conditions", |markup| {
            conditions::conditions(markup, run);
        });
        for (name, variant, suffix) in &variants {
            if let Some(detail) = RoundDetail::of(run, name, variant, suffix) {
                detail.draw(markup, definitions, place);
            }
        }
        notices::tolerated(markup, run, place);
    });
}

/// The round of a variant that stands for the others, with what its recording tells.
struct RoundDetail<'a> {
    id: String,
    title: String,
    /// Where its numbers are.
    file: &'a str,
    /// `None` where that file could not be read.
    analysis: Option<&'a Analysis>,
}

impl<'a> RoundDetail<'a> {
    /// `None` where no round stands for the others, or it tells nothing beside the curves.
    fn of(run: &ReportRun<'a>, name: &str, variant: &Variant, suffix: &str) -> Option<RoundDetail<'a>> {
        let wanted = variant.series_round?;
        let entry = run.record.rounds.iter().find(|round| round.number == wanted)?;
        let read = run.series.get(name).map(|round| round.analysis.as_ref());
        let analysis = read.unwrap_or_default();
        let tells_something = |analysis| detail::parts(analysis).next().is_some();
        // A round that counts has numbers: a file without any is not that of the round.
        analysis.is_none_or(tells_something).then(|| RoundDetail {
            id: format!("round-{name}"),
            title: format!("Round {} in detail{suffix}", number::count(wanted.into())),
            file: &entry.round,
            analysis,
        })
    }

    fn draw(&self, markup: &mut Markup, definitions: &[&MetricDefinition], place: &Place) {
        place.section(markup, &self.id, "of-round", &self.title, |markup| {
            match self.analysis {
                Some(analysis) => detail::of_round(markup, analysis, definitions, self.file, place),
                None => markup.prose_in("p", &[], &format!("`{}` could not be read", self.file)),
            }
        });
    }
}

fn head(markup: &mut Markup, run: &ReportRun<'_>, place: &Place) {
    markup.element("header", &[("class", "head")], |markup| {
        markup.element("p", &[("class", "over")], |markup| {
            let (class, word) = match run.record.outcome {
                Outcome::Complete => ("outcome good", "complete"),
                Outcome::Failed => ("outcome bad", "failed"),
                Outcome::Interrupted => ("outcome warn", "interrupted"),
            };
            markup.leaf("span", &[("class", class)], word);
            let outcomes = run.summary.map_or(&[][..], |summary| &summary.budgets);
            if let Some(verdict) = budgets_view::view(outcomes).verdict {
                let class = match verdict.exceeded {
                    true => "outcome bad",
                    false => "outcome warn",
                };
                markup.leaf(
                    "span",
                    &[("class", class)],
                    &verdict.word_in_text().to_lowercase(),
                );
            }
            markup.leaf("time", &[], &run.record.started_at);
        });
        markup.element(place.heading(0), &[], |markup| {
            markup.name(&run.record.scenario.name);
        });
        for (_, variant, suffix) in variants(run) {
            markup.element("p", &[("class", "lead")], |markup| {
                markup.text(&run_view::rounds(variant));
                markup.text(&suffix);
                markup.text(". The window, from the first action to the end, took ");
                answer::number_or_reason(markup, &crate::shown::Shown::of_run(&variant.window, None));
                markup.text(" (median).");
            });
        }
        if let Some(environment) = &run.record.environment {
            markup.leaf(
                "p",
                &[("class", "environment")],
                &run_view::environment(environment),
            );
        }
        navigation(markup, run, place);
    });
}

fn navigation(markup: &mut Markup, run: &ReportRun<'_>, place: &Place) {
    let mut parts: Vec<(String, String)> = Vec::new();
    if run.summary.is_some_and(|summary| !summary.budgets.is_empty()) {
        parts.push(("budgets".to_owned(), "Budgets".to_owned()));
    }
    for (name, _, suffix) in variants(run) {
        parts.push((format!("answer-{name}"), format!("Main values{suffix}")));
        parts.push((format!("time-{name}"), format!("Over time{suffix}")));
        parts.push((format!("numbers-{name}"), format!("All rounds together{suffix}")));
    }
    if hotspots::view(run).is_some() {
        parts.push(("hotspots".to_owned(), "Where the time went".to_owned()));
    }
    if !run.record.files.snapshots.is_empty() {
        parts.push((heap_snapshots::PART.to_owned(), heap_snapshots::TITLE.to_owned()));
    }
    parts.push(("rounds".to_owned(), "Rounds".to_owned()));
    parts.push(("conditions".to_owned(), "Conditions".to_owned()));
    for (name, variant, suffix) in variants(run) {
        let detail = RoundDetail::of(run, name, variant, &suffix);
        parts.extend(detail.map(|detail| (detail.id, detail.title)));
    }
    let parts: Vec<(&str, &str)> = parts
        .iter()
        .map(|(part, title)| (part.as_str(), title.as_str()))
        .collect();
    place.navigation(markup, "parts of this run", &parts);
}
