//! The budgets of a run: which limits hold.

use super::Markup;
use crate::budgets::{self, BudgetLine};
use crate::number;
use lagometer_report::BudgetOutcome;

/// A line a budget, those that do not hold first.
pub(super) fn budgets(markup: &mut Markup, outcomes: &[BudgetOutcome]) {
    let view = budgets::view(outcomes);
    let met = view.met.len() as u64;
    let words = match &view.verdict {
        Some(verdict) => format!("{}: {}.", verdict.word_in_text(), verdict.rest),
        None if met == 1 => "It is met.".to_owned(),
        None => format!("All {} are met.", number::count(met)),
    };
    markup.leaf("p", &[], &words);
    markup.element("ul", &[("class", "limits")], |markup| {
        for budget in view.unmet.iter().chain(&view.met) {
            markup.element("li", &[], |markup| line(markup, budget));
        }
    });
}

fn line(markup: &mut Markup, budget: &BudgetLine) {
    let class = match budget.is_met {
        Some(true) => "state good",
        Some(false) => "state bad",
        None => "state warn",
    };
    markup.leaf("span", &[("class", class)], budget.verdict);
    markup.text(" ");
    markup.element("b", &[], |markup| budget.label.html(markup));
    markup.text(" ");
    markup.leaf("span", &[("class", "limit")], &budget.figures);
    markup.text(" ");
    markup.element("span", &[("class", "quiet")], |markup| markup.prose(&budget.rest));
}
