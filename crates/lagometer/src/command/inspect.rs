//! `lagometer inspect`: what a file is.

use crate::cli::{AnswerOptions, Format};
use crate::exit_code::ExitCode;
use crate::input;
use crate::output::Output;
use crate::problem::Problem;
use lagometer_record::{RunFolder, layout};
use lagometer_render::{json, markdown, table};
use lagometer_report::InspectDocument;
use std::path::Path;

/// Answers; what is nothing that is known is an answer too.
pub fn inspect(file: &Path, answer: &AnswerOptions, output: &Output) -> Result<ExitCode, Problem> {
    let document = if file.is_dir() {
        inspect_folder(file)?
    } else {
        lagometer_analyze::inspect(input::open(file)?)?
    };
    let style = output.style(0);
    let text = match answer.format {
        Format::Table => table::inspect(&document, &style),
        Format::Markdown => markdown::inspect(&document, &style),
        Format::Json => json::inspect(&document),
    };
    output.answer(&text)?;
    match &document.partial {
        Some(partial) if answer.strict => Err(Problem::cut_off(file, partial)),
        _ => Ok(ExitCode::Fine),
    }
}

fn inspect_folder(folder: &Path) -> Result<InspectDocument, Problem> {
    let name = folder.display().to_string();
    if !folder.join(layout::RECORD).is_file() {
        let problem = Problem::bad_input(format!("`{name}` is a folder, and not that of a run")).at(folder
            .join(layout::RECORD)
            .display()
            .to_string()
            + ": there is no such file");
        return Err(if folder.join(layout::INDEX).is_file() {
            problem.hint(format!(
                "the runs lie in `{}`, one folder each",
                folder.join(layout::RUNS).display()
            ))
        } else {
            problem.hint("name a file, or the folder of a run")
        });
    }
    let record = RunFolder::at(folder)?.load_record()?;
    Ok(lagometer_analyze::inspect_run(&name, &record))
}
