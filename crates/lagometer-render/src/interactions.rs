//! The interactions that somebody waited for, with what ran in them.

use crate::work;
use crate::{Style, number};
use lagometer_metric::Unit;
use lagometer_report::{Analysis, Interaction, SpanWork};
use std::cmp::Reverse;

/// From this duration on an interaction is slow: web.dev/articles/inp.
const SLOW_US: i64 = 200_000;

/// The interactions that are shown, longest first.
pub(crate) struct Interactions<'a> {
    pub(crate) rows: Vec<InteractionRow<'a>>,
    /// How many are not among them.
    pub(crate) more: usize,
}

/// An interaction as text.
pub(crate) struct InteractionRow<'a> {
    pub(crate) start: String,
    pub(crate) duration: String,
    /// Raw.
    pub(crate) event_type: &'a str,
    pub(crate) is_inp: bool,
    /// `2.7 + 5.3 + 10.8 ms`: until its handlers ran, while they did, until the frame; empty where
    /// that is not known.
    pub(crate) parts: String,
    /// What ran in it, where kinds of work are told apart.
    pub(crate) work: Option<&'a SpanWork>,
    /// The process that handled it, where that is none of the page's: of a frame of another site.
    pub(crate) elsewhere: Option<i64>,
}

/// The processes of the page; empty where they are not known.
pub(crate) fn pages(analysis: &Analysis) -> Vec<i64> {
    let windows = analysis.main_thread.windows.iter();
    windows.map(|window| window.pid).collect()
}

/// The slow ones, and the one that `inp` is of where it is told what ran in it; all of them where more is
/// asked for. Of these the `top` longest, and always the one of `inp`.
pub(crate) fn shown<'a>(interactions: &'a [Interaction], pages: &[i64], style: &Style) -> Interactions<'a> {
    let wants_all = style.work.is_some() || style.verbose > 0;
    let elsewhere =
        |found: &Interaction| (!pages.is_empty() && !pages.contains(&found.pid)).then_some(found.pid);
    let is_told = |found: &Interaction| {
        found.work.as_ref().is_some_and(work::says_something) || elsewhere(found).is_some()
    };
    let is_wanted =
        |found: &&Interaction| wants_all || found.duration_us >= SLOW_US || (found.is_inp && is_told(found));
    let mut order: Vec<&Interaction> = interactions.iter().filter(is_wanted).collect();
    order.sort_by_key(|found| (Reverse(found.duration_us), found.start_us));
    let all = order.len();
    let later = order.iter().skip(style.top).find(|found| found.is_inp).copied();
    order.truncate(style.top);
    order.extend(later);
    Interactions {
        more: all - order.len(),
        rows: order
            .into_iter()
            .map(|found| InteractionRow {
                elsewhere: elsewhere(found),
                ..row(found)
            })
            .collect(),
    }
}

fn row(interaction: &Interaction) -> InteractionRow<'_> {
    InteractionRow {
        elsewhere: None,
        start: number::millis(interaction.start_us),
        duration: number::millis(interaction.duration_us),
        event_type: &interaction.event_type,
        is_inp: interaction.is_inp,
        parts: parts(interaction),
        work: interaction
            .work
            .as_ref()
            .filter(|work| work::says_something(work)),
    }
}

/// `2.7 + 5.3 + 10.8 ms`: until its handlers ran, while they did, until the frame; empty where that is
/// not known.
pub(crate) fn parts(interaction: &Interaction) -> String {
    let parts = [
        interaction.input_delay_us,
        interaction.processing_us,
        interaction.presentation_us,
    ];
    let [Some(delay), Some(processing), Some(presentation)] = parts else {
        return String::new();
    };
    let bare = |part: i64| number::bare(Unit::Microseconds, part as f64);
    format!(
        "{} + {} + {}",
        bare(delay),
        bare(processing),
        number::millis(presentation)
    )
}

impl InteractionRow<'_> {
    /// `click, inp: 2.7 + 5.3 + 10.8 ms; scripting 4.9 ms, other 0.3 ms; http://a/x.js`: raw text.
    pub(crate) fn words(&self) -> String {
        let mut words = self.event_type.to_owned();
        if self.is_inp {
            words.push_str(", inp");
        }
        let ran = self.work.map(work::ran);
        let ran = ran.or_else(|| self.where_it_ran());
        let rest: Vec<String> = [self.parts.clone(), ran.unwrap_or_default()]
            .into_iter()
            .filter(|part| !part.is_empty())
            .collect();
        if rest.is_empty() {
            return words;
        }
        format!("{words}: {}", rest.join("; "))
    }

    /// Why it is not told what ran in it.
    pub(crate) fn where_it_ran(&self) -> Option<String> {
        let pid = self.elsewhere?;
        Some(format!("in a frame of its own process, {pid}: not told"))
    }
}

#[cfg(test)]
mod tests;
