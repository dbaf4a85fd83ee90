//! `lagometer cpu diff`: two sides of profiles.

use super::{open, reading};
use crate::cli::{AnswerOptions, CpuDiffArguments, DiffExport, Format};
use crate::exit_code::ExitCode;
use crate::fetched_files::FetchedFiles;
use crate::output::Output;
use crate::problem::Problem;
use crate::source_files::KeptFiles;
use lagometer_analyze::{CpuOptions, SourceOptions};
use lagometer_render::{json, markdown, table};

/// Answers; a cut file is answered as far as it goes.
pub(super) fn diff(
    arguments: &CpuDiffArguments,
    answer: &AnswerOptions,
    output: &Output,
) -> Result<ExitCode, Problem> {
    let results = &arguments.reading.results;
    let (base, mut kept) = open(&arguments.base, results)?;
    let (head, of_head) = open(&arguments.head, results)?;
    kept.extend(of_head);
    let kept = FetchedFiles::new(KeptFiles::new(kept), arguments.reading.fetch_maps);
    let reading = reading(&arguments.reading, answer)?;
    let options = CpuOptions {
        // What a cut repeat lacks looks like a change; it is answered with a warning all the same.
        strict: answer.strict,
        sources: SourceOptions {
            files: &kept,
            ..reading.sources
        },
        ..reading
    };
    if let Some(DiffExport::Svg) = arguments.export {
        let stacks = lagometer_analyze::cpu_diff_stacks(base, head, &options)?;
        output.answer(&lagometer_render::export::flame_diff(&stacks))?;
        return Ok(ExitCode::Fine);
    }
    let mut document = lagometer_analyze::cpu_diff(base, head, arguments.by.into(), &options)?;
    document.diagnostics.extend(kept.note());
    let style = output.style(arguments.top);
    output.answer(&match answer.format {
        Format::Table => table::cpu_diff(&document, &style),
        Format::Markdown => markdown::cpu_diff(&document, &style),
        Format::Json => json::cpu_diff(&document),
    })?;
    Ok(ExitCode::Fine)
}
