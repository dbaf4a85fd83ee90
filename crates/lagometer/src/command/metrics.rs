//! `lagometer metrics`: what the numbers mean.

use crate::cli::{AnswerOptions, Format};
use crate::exit_code::ExitCode;
use crate::nearest::nearest;
use crate::output::Output;
use crate::problem::Problem;
use lagometer_analyze::definitions;
use lagometer_metric::{MetricDefinition, MetricId};
use lagometer_render::{json, markdown, table};

/// All definitions, or the one of this id; the id of a statistic or of a named one leads to it.
pub fn metrics(id: Option<&str>, answer: &AnswerOptions, output: &Output) -> Result<ExitCode, Problem> {
    let chosen: Vec<&'static MetricDefinition> = match id {
        None => definitions().to_vec(),
        Some(id) => vec![find(id)?],
    };
    let style = output.style(0);
    let text = match answer.format {
        Format::Table => table::metrics(&chosen, &style),
        Format::Markdown => markdown::metrics(&chosen, &style),
        Format::Json => json::metrics(&chosen),
    };
    output.answer(&text)?;
    Ok(ExitCode::Fine)
}

fn find(id: &str) -> Result<&'static MetricDefinition, Problem> {
    let wanted = MetricId::parse(id).metric;
    // A printed label is the id with spaces: both are understood.
    let wanted = wanted.replace(' ', "_");
    let known = || definitions().iter().map(|definition| definition.id);
    let found = definitions().iter().find(|definition| definition.id == wanted);
    found.copied().ok_or_else(|| {
        let hint = match nearest(&wanted, known()) {
            Some(name) => format!("did you mean `{name}`? `lagometer metrics` lists all"),
            None => "`lagometer metrics` lists all".to_owned(),
        };
        Problem::bad_input(format!("no metric is called `{id}`")).hint(hint)
    })
}
