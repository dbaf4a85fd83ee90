//! From the tree to the scenario: the budgets. Whether a metric exists and has that unit is checked
//! by who knows the metrics.

use super::error::{ErrorKind, Found};
use super::mapper::{Fields, Mapper};
use super::names;
use super::quantity::quantity;
use super::tree::{Content, Entry, Node, Position};
use super::value;
use lagometer_report::scenario::{Bound, Budget, Place};

const MAX_BUDGETS: usize = 100;
const HINT: &str = "write `- { metric: total_blocking_time, max: 100ms }`";

/// The budgets of the scenario.
pub(super) fn list<'t>(mapper: &mut Mapper<'t>, fields: &mut Fields<'t>) -> Vec<Budget> {
    let Some(entry) = fields.take("budgets") else {
        return Vec::new();
    };
    let node = mapper.node(entry.value);
    let Content::List(items) = &node.content else {
        mapper.report(value::wrong(node, "budgets", "a list of budgets", HINT));
        return Vec::new();
    };
    if items.len() > MAX_BUDGETS {
        let text = format!("`budgets` has more than {MAX_BUDGETS} entries");
        mapper.refuse(node.at, text, "");
        return Vec::new();
    }
    let mut budgets = Vec::new();
    for (index, item) in items.iter().enumerate() {
        let path = format!("budgets {}", index + 1);
        mapper.step = Some(path.clone());
        budgets.extend(budget(mapper, mapper.node(*item), &path));
    }
    mapper.step = None;
    budgets
}

fn budget(mapper: &mut Mapper<'_>, node: &Node, path: &str) -> Option<Budget> {
    const WITHIN: &str = "the budget";
    let Content::Map(entries) = &node.content else {
        let subject = "the budget".to_owned();
        mapper.report(value::wrong_subject(node, subject, "a map", HINT));
        return None;
    };
    let mut fields = Fields::new(node.at, entries);
    let metric = fields.take("metric");
    let bounds = (fields.take("max"), fields.take("min"));
    mapper.unknown(&fields, WITHIN, names::BUDGET_KEYS, &[]);
    let Some(metric) = metric else {
        mapper.missing(node.at, "metric", WITHIN, HINT);
        return None;
    };
    let metric = mapper.node(metric.value);
    let id = mapper.keep(value::filled_text(metric, "metric"));
    let (bound, limit) = bound(mapper, node.at, bounds)?;
    let limit = mapper.node(limit.value);
    let quantity = mapper.keep(quantity(limit, bound.key()));
    Some(Budget {
        metric: id?,
        bound,
        limit: quantity?,
        metric_place: place(metric.at, path),
        limit_place: place(limit.at, path),
    })
}

/// A budget has one limit, so that one line says whether it is met.
fn bound<'t>(
    mapper: &mut Mapper<'_>,
    at: Position,
    bounds: (Option<&'t Entry>, Option<&'t Entry>),
) -> Option<(Bound, &'t Entry)> {
    match bounds {
        (Some(max), None) => Some((Bound::AtMost, max)),
        (None, Some(min)) => Some((Bound::AtLeast, min)),
        (Some(_), Some(min)) => {
            let text = "a budget has one limit, this one has `max` and `min`".to_owned();
            mapper.refuse(min.at, text, "make it two budgets");
            None
        }
        (None, None) => {
            let kind = ErrorKind::Missing {
                key: "max",
                within: "the budget".to_owned(),
                hint: "the largest value that is allowed, or the smallest one in `min`",
            };
            mapper.report(Found::at(at, kind));
            None
        }
    }
}

fn place(at: Position, path: &str) -> Place {
    Place {
        line: at.line,
        column: at.column,
        path: path.to_owned(),
    }
}
