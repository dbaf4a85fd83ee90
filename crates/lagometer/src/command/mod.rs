//! The commands, one file each.

mod capture;
mod cpu;
mod heap;
mod history;
mod inspect;
mod metrics;
mod report;
mod run;
mod trace;

use crate::cli::{Command, Invocation};
use crate::exit_code::ExitCode;
use crate::output::Output;
use crate::problem::Problem;

/// Does what was asked for.
pub fn execute(invocation: &Invocation, output: &Output) -> Result<ExitCode, Problem> {
    let answer = &invocation.answer;
    match &invocation.command {
        Command::Run(arguments) => run::run(arguments, answer, output),
        Command::Report(arguments) => report::report(arguments, answer, output),
        Command::Trace(arguments) => trace::trace(arguments, answer, output),
        Command::Cpu(arguments) => cpu::cpu(arguments, answer, output),
        Command::Heap(arguments) => heap::heap(arguments, answer, output),
        Command::Inspect { file } => inspect::inspect(file, answer, output),
        Command::Capture(arguments) => capture::capture(arguments, answer, output),
        Command::History(arguments) => history::history(arguments, answer, output),
        Command::Metrics { id } => metrics::metrics(id.as_deref(), answer, output),
    }
}
