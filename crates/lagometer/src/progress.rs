//! The progress line of a run, as text.

use lagometer_metric::{MetricId, Statistic, Unit};
use lagometer_render::message::ProgressLine;
use lagometer_report::RoundDocument;
use std::time::Duration;

/// Where a run is.
#[derive(Clone, Debug, PartialEq)]
pub struct Progress {
    /// The scenario's name.
    pub scenario: String,
    /// How many warm-ups.
    pub warmups: u32,
    /// How many measured rounds are wanted.
    pub wanted: u32,
    /// How many warm-ups are done.
    pub warmups_done: u32,
    /// How many rounds were measured and are valid.
    pub valid: u32,
    /// What the last round gave.
    pub last: Vec<String>,
    /// How long all rounds so far took, and how many they are.
    pub spent: (Duration, u32),
}

impl Progress {
    /// A run that begins.
    pub fn new(scenario: &str, warmups: u32, wanted: u32) -> Progress {
        Progress {
            scenario: scenario.to_owned(),
            warmups,
            wanted,
            warmups_done: 0,
            valid: 0,
            last: Vec::new(),
            spent: (Duration::ZERO, 0),
        }
    }

    /// The line while a round runs.
    pub fn line(&self) -> ProgressLine {
        ProgressLine {
            name: self.scenario.clone(),
            at: self.round(),
            figures: self.last.clone(),
            rest: self.left(),
        }
    }

    /// The line while the extra round with CPU samples runs.
    pub fn diagnosis_line(&self) -> ProgressLine {
        ProgressLine {
            at: "extra round with CPU samples".to_owned(),
            rest: None,
            ..self.line()
        }
    }

    /// The line while a round is cleaned up of which it is known that it does not count.
    pub fn failed_line(&self, code: &str) -> ProgressLine {
        ProgressLine {
            rest: Some(format!("{code}, cleaning up")),
            figures: Vec::new(),
            ..self.line()
        }
    }

    fn round(&self) -> String {
        if self.warmups_done < self.warmups {
            return format!("warm-up {} of {}", self.warmups_done + 1, self.warmups);
        }
        let round = (self.valid + 1).min(self.wanted);
        format!("round {round} of {}", self.wanted)
    }

    /// About how long it still takes: the rounds that are left, at the mean of those that were done.
    fn left(&self) -> Option<String> {
        let (spent, rounds) = self.spent;
        if rounds == 0 {
            return None;
        }
        let warmups = self.warmups.saturating_sub(self.warmups_done);
        let left = warmups + self.wanted.saturating_sub(self.valid);
        let seconds = (spent / rounds * left).as_secs_f64().ceil();
        Some(format!("about {seconds} s left"))
    }

    /// Takes in a round that is done.
    pub fn round_done(&mut self, took: Duration) {
        self.spent = (self.spent.0 + took, self.spent.1 + 1);
    }
}

/// What a round gave: its first user timing and its CPU time, as far as it has them.
pub fn figures(round: &RoundDocument, text: impl Fn(Unit, f64) -> String) -> Vec<String> {
    let Some(analysis) = &round.analysis else {
        return Vec::new();
    };
    let figure = |label: &str, id: &MetricId| {
        let value = analysis.metrics.get(&id.to_string())?;
        let number = value.measured().into_result().ok()?;
        Some(format!("{label} {}", text(value.unit.0, number)))
    };
    let timing = analysis.user_timings.first().and_then(|timing| {
        figure(
            &timing.name,
            &MetricId::named("user_timing", &timing.name, Statistic::Median),
        )
    });
    let cpu = figure("cpu time", &MetricId::single("main_thread_cpu_time"));
    timing.into_iter().chain(cpu).collect()
}

#[cfg(test)]
mod tests;
