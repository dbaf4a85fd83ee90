//! What a recording tells beside its metrics: a file for each part.

mod console;
mod frames;
mod loading;
mod threads;
mod work;

use super::Markup;
use super::run::Place;
use crate::definition;
use lagometer_metric::MetricDefinition;
use lagometer_report::Analysis;

/// A part of what a recording tells.
pub(super) struct Part {
    /// Its anchor.
    pub(super) id: &'static str,
    pub(super) title: &'static str,
    /// Whether the recording has anything of it.
    is_there: fn(&Analysis) -> bool,
    draw: fn(&mut Markup, &Analysis, &Level<'_>),
}

/// What every part needs beside the recording.
pub(super) struct Level<'d> {
    definitions: &'d [&'d MetricDefinition],
    /// Where what is not listed can be read.
    rest: &'d str,
}

const PARTS: &[Part] = &[
    Part {
        id: "work",
        title: "Main thread work",
        is_there: |analysis| analysis.work.is_some(),
        draw: work::work,
    },
    Part {
        id: "loading",
        title: "Loading",
        is_there: loading::is_there,
        draw: loading::loading,
    },
    Part {
        id: "frames",
        title: "Frames",
        is_there: frames::is_there,
        draw: frames::frames,
    },
    Part {
        id: "threads",
        title: "Workers and memory",
        is_there: threads::is_there,
        draw: threads::threads,
    },
    Part {
        id: "console",
        title: "Console",
        is_there: console::is_there,
        draw: console::console,
    },
];

/// The parts that a recording has.
pub(super) fn parts(analysis: &Analysis) -> impl Iterator<Item = &'static Part> {
    PARTS.iter().filter(|part| (part.is_there)(analysis))
}

/// Every part that the recording of a trace has, a section each.
pub(super) fn sections(
    markup: &mut Markup,
    analysis: &Analysis,
    definitions: &[&MetricDefinition],
    place: &Place,
) {
    let rest = "`lagometer trace --format json`";
    for part in parts(analysis) {
        place.section(markup, part.id, "detail", part.title, |markup| {
            (part.draw)(markup, analysis, &Level { definitions, rest });
        });
    }
}

/// The same of the round that stands for the others, one below the other.
pub(super) fn of_round(
    markup: &mut Markup,
    analysis: &Analysis,
    definitions: &[&MetricDefinition],
    file: &str,
    place: &Place,
) {
    for part in parts(analysis) {
        markup.element("div", &[("class", "detail")], |markup| {
            markup.leaf(place.heading(2), &[], part.title);
            let level = Level {
                definitions,
                rest: file,
            };
            (part.draw)(markup, analysis, &level);
        });
    }
}

impl Level<'_> {
    /// What the numbers of these metrics are, on demand.
    fn rules(&self, markup: &mut Markup, ids: &[&str]) {
        let known = ids
            .iter()
            .filter_map(|id| self.definitions.iter().find(|known| known.id == *id));
        let known: Vec<&&MetricDefinition> = known.collect();
        if known.is_empty() {
            return;
        }
        markup.element("details", &[("class", "meanings")], |markup| {
            markup.leaf("summary", &[], "What these numbers are");
            markup.element("dl", &[], |markup| {
                for of in known {
                    let title = of.id.replace('_', " ");
                    markup.leaf("dt", &[], &title);
                    markup.element("dd", &[], |markup| {
                        markup.prose_in("p", &[], of.rule);
                        markup.prose_in("p", &[("class", "quiet")], of.not_meaning);
                        let words = format!("`{}`; {}", of.id, definition::role_in_full(of));
                        markup.prose_in("p", &[("class", "quiet")], &words);
                    });
                }
            });
        });
    }
}
