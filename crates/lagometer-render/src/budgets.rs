//! The budgets of a run in words.

use crate::label::Label;
use crate::number;
use crate::shown::{self, Absence};
use lagometer_metric::MetricId;
use lagometer_report::BudgetOutcome;
use lagometer_report::scenario::Bound;

/// What stands in a text about the budgets of a run.
pub(crate) struct BudgetsView {
    /// How many are not met and how many cannot be judged; `None` where all are met.
    pub(crate) verdict: Option<Verdict>,
    /// Those that are not met, then those that cannot be judged.
    pub(crate) unmet: Vec<BudgetLine>,
    /// Those that are met.
    pub(crate) met: Vec<BudgetLine>,
}

/// The first line.
pub(crate) struct Verdict {
    /// `BUDGET EXCEEDED`.
    pub(crate) word: &'static str,
    /// `1 of 3 budgets; 1 cannot be judged`.
    pub(crate) rest: String,
    pub(crate) exceeded: bool,
}

impl Verdict {
    /// The word where it is no headline: `Budget exceeded`.
    pub(crate) fn word_in_text(&self) -> &'static str {
        if self.exceeded {
            "Budget exceeded"
        } else {
            "Budget not judged"
        }
    }
}

/// One budget.
pub(crate) struct BudgetLine {
    pub(crate) label: Label,
    /// `121.4 ms, at most 100.0 ms`.
    pub(crate) figures: String,
    /// `exceeded`.
    pub(crate) verdict: &'static str,
    /// Behind the verdict: how many rounds, or why it cannot be judged; raw text.
    pub(crate) rest: String,
    /// `None` where it cannot be judged.
    pub(crate) is_met: Option<bool>,
}

/// Words the budgets, each a line; those that are not met first.
pub(crate) fn view(outcomes: &[BudgetOutcome]) -> BudgetsView {
    let of = |met: Option<bool>| outcomes.iter().filter(move |outcome| outcome.met == met);
    let unmet: Vec<BudgetLine> = of(Some(false)).chain(of(None)).map(line).collect();
    let (exceeded, unknown) = (of(Some(false)).count(), of(None).count());
    let all = number::count(outcomes.len() as u64);
    let budgets = if outcomes.len() == 1 { "budget" } else { "budgets" };
    let verdict = (!unmet.is_empty()).then(|| Verdict {
        word: if exceeded > 0 {
            "BUDGET EXCEEDED"
        } else {
            "BUDGET NOT JUDGED"
        },
        rest: match (exceeded, unknown) {
            (0, unknown) => format!("{} of {all} {budgets}", number::count(unknown as u64)),
            (exceeded, 0) => format!("{} of {all} {budgets}", number::count(exceeded as u64)),
            (exceeded, unknown) => format!(
                "{} of {all} {budgets}; {} cannot be judged",
                number::count(exceeded as u64),
                number::count(unknown as u64)
            ),
        },
        exceeded: exceeded > 0,
    });
    BudgetsView {
        verdict,
        unmet,
        met: of(Some(true)).map(line).collect(),
    }
}

pub(crate) fn line(outcome: &BudgetOutcome) -> BudgetLine {
    let id = MetricId::parse(&outcome.metric);
    let value = match outcome.value {
        Some(value) => shown::text(outcome.unit.0, id.statistic, value.0),
        None => shown::NOT_AVAILABLE.to_owned(),
    };
    let bound = match outcome.bound {
        Bound::AtMost => "at most",
        Bound::AtLeast => "at least",
    };
    let limit = number::value(outcome.unit.0, outcome.limit.0);
    BudgetLine {
        label: Label::new(&id.metric, id.name.as_deref(), id.statistic),
        figures: format!("{value}, {bound} {limit}"),
        verdict: match (outcome.met, outcome.bound) {
            (Some(true), _) => "met",
            (Some(false), Bound::AtMost) => "exceeded",
            (Some(false), Bound::AtLeast) => "not reached",
            (None, _) => "cannot be judged",
        },
        rest: match outcome.met {
            Some(_) => format!("n {}", number::count(outcome.n.into())),
            None => {
                let absence = Absence::new(outcome.reason.as_deref(), outcome.detail.as_deref());
                absence.text()
            }
        },
        is_met: outcome.met,
    }
}
