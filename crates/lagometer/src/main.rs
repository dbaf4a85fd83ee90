//! `lagometer`: measures how a web page behaves while somebody uses it, and says what made it slow.
//!
//! The glue: command line, streams, exit codes, the loop over rounds. What a number means, how a file
//! is read and how a page is driven is the libraries' business.

mod appearance;
mod cli;
mod command;
mod destination;
mod exit_code;
mod fetched_files;
mod input;
mod interrupt;
mod logging;
mod nearest;
mod output;
mod problem;
mod progress;
mod runs;
mod source_files;
mod source_state;

use crate::cli::Invocation;
use crate::exit_code::ExitCode;
use crate::output::Output;
use crate::problem::Problem;

fn main() -> std::process::ExitCode {
    let code = match cli::parse(std::env::args_os()) {
        Ok(invocation) => execute(&invocation),
        Err(text) if text.answer => match output::print_help(&text.plain, &text.coloured) {
            Ok(()) => ExitCode::Fine,
            Err(problem) => early(&problem),
        },
        Err(text) => {
            output::print_usage(&text.plain, &text.coloured);
            ExitCode::BadInput
        }
    };
    code.into()
}

fn execute(invocation: &Invocation) -> ExitCode {
    let variable = std::env::var(logging::VARIABLE)
        .ok()
        .filter(|text| !text.is_empty());
    let targets = match logging::targets(variable.as_deref(), invocation.answer.verbose) {
        Ok(targets) => targets,
        Err(problem) => return early(&problem),
    };
    let output = match Output::new(&invocation.answer) {
        Ok(output) => output,
        Err(problem) => return early(&problem),
    };
    logging::start(targets);
    match command::execute(invocation, &output) {
        Ok(code) => code,
        Err(problem) => {
            output.problem(&problem);
            problem.exit
        }
    }
}

fn early(problem: &Problem) -> ExitCode {
    output::print_early_problem(problem);
    problem.exit
}
