//! `lagometer trace`: the metrics of a trace.

use crate::cli::{AnswerOptions, Format, RuleSet, TraceArguments};
use crate::exit_code::ExitCode;
use crate::input;
use crate::output::Output;
use crate::problem::Problem;
use lagometer_analyze::{Limits, Rules, TraceOptions, WindowChoice, definitions};
use lagometer_render::{json, markdown, table};
use lagometer_report::Input;
use std::time::Instant;

/// Answers; a cut file is answered as far as it goes.
pub fn trace(
    arguments: &TraceArguments,
    answer: &AnswerOptions,
    output: &Output,
) -> Result<ExitCode, Problem> {
    let options = TraceOptions {
        window: match &arguments.window {
            Some(window) => lagometer_analyze::parse_window(window)?,
            None => WindowChoice::Auto,
        },
        slice: arguments.slice,
        long_task: arguments.long_task,
        rules: match arguments.rules {
            RuleSet::Lagometer => Rules::Lagometer,
            RuleSet::Devtools => Rules::DevTools,
        },
        refresh_hz: arguments.refresh_hz,
        // Only JSON says the hash, and it costs a third of the time.
        hash: matches!(answer.format, Format::Json),
        // A cut file is answered all the same, and the exit code says what `--strict` wants said.
        strict: false,
        limits: Limits {
            kept_bytes: (arguments.max_memory as usize).saturating_mul(1 << 20),
            ..Limits::default()
        },
    };
    let source = input::open(&arguments.file)?;
    let started = Instant::now();
    let document = lagometer_analyze::trace(source, &options)?;
    let Input {
        name,
        bytes,
        text_bytes,
        events,
        ..
    } = &document.input;
    tracing::debug!(name, bytes, text_bytes, events, took = ?started.elapsed(), "the trace is read");
    let style = output.style(arguments.top);
    let text = match answer.format {
        Format::Table => table::trace(&document, definitions(), &style),
        Format::Markdown => markdown::trace(&document, definitions(), &style),
        Format::Json => json::trace(&document),
    };
    output.answer(&text)?;
    match &document.input.partial {
        Some(partial) if answer.strict => Err(Problem::cut_off(&arguments.file, partial)),
        _ => Ok(ExitCode::Fine),
    }
}
