//! `lagometer trace`: the metrics of a trace.

use crate::cli::{AnswerOptions, Format, RuleSet, TraceArguments, WorkList};
use crate::destination::{Destination, OUTPUT};
use crate::exit_code::ExitCode;
use crate::input;
use crate::output::Output;
use crate::problem::Problem;
use lagometer_analyze::{Limits, Rules, TraceOptions, WindowChoice, definitions};
use lagometer_render::{Style, WorkView, drawing, json, markdown, table};
use lagometer_report::Input;
use std::ffi::OsStr;
use std::path::PathBuf;
use std::time::Instant;

/// Answers; a cut file is answered as far as it goes.
pub fn trace(
    arguments: &TraceArguments,
    answer: &AnswerOptions,
    output: &Output,
) -> Result<ExitCode, Problem> {
    let options = TraceOptions {
        window: window(arguments.window.as_deref())?,
        slice: arguments.slice,
        long_task: arguments.long_task,
        rules: rules(arguments.rules),
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
    let drawing = drawing(arguments, answer, output)?;
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
    let style = Style {
        plot: arguments.plot,
        work: arguments.work.map(|list| match list {
            WorkList::TopDown => WorkView::TopDown,
            WorkList::BottomUp => WorkView::BottomUp,
            WorkList::Url => WorkView::Url,
            WorkList::Domain => WorkView::Domain,
            WorkList::Name => WorkView::Name,
        }),
        ..output.style(arguments.top)
    };
    let mut address = None;
    if let Some(path) = &drawing
        && let Some(svg) = drawing::trace(&document, definitions())
    {
        Destination::write(path, svg.as_bytes(), OUTPUT)?;
        output.notice(&format!("the picture is {}", path.display()));
        address = path.file_name().and_then(OsStr::to_str);
    }
    let text = match answer.format {
        Format::Table => table::trace(&document, definitions(), &style),
        Format::Markdown => markdown::trace(&document, definitions(), &style, address),
        Format::Json => json::trace(&document),
    };
    output.answer(&text)?;
    match &document.input.partial {
        Some(partial) if answer.strict => Err(Problem::cut_off(&arguments.file, partial)),
        _ => Ok(ExitCode::Fine),
    }
}

/// The window that is asked for.
pub(super) fn window(text: Option<&str>) -> Result<WindowChoice, Problem> {
    match text {
        Some(text) => Ok(lagometer_analyze::parse_window(text)?),
        None => Ok(WindowChoice::Auto),
    }
}

/// The rules that are asked for.
pub(super) fn rules(rules: RuleSet) -> Rules {
    match rules {
        RuleSet::Lagometer => Rules::Lagometer,
        RuleSet::Devtools => Rules::DevTools,
    }
}

/// Where the picture goes that a Markdown text shows: beside the text, since no host of Markdown shows
/// one that stands in the text itself. Checked before the trace is read.
fn drawing(
    arguments: &TraceArguments,
    answer: &AnswerOptions,
    output: &Output,
) -> Result<Option<PathBuf>, Problem> {
    if arguments.plot && answer.format == Format::Json {
        return Err(
            Problem::bad_input("`--plot` draws, and json has no form of that").hint(
                "leave out `--plot`: `series`, `long_tasks` and `frame_intervals` hold what it would draw",
            ),
        );
    }
    let Some(text) = output
        .file()
        .filter(|_| arguments.plot && answer.format == Format::Markdown)
    else {
        return Ok(None);
    };
    // An address is text; a name that is none has the plots in the text.
    let Some(stem) = text.file_stem().and_then(OsStr::to_str) else {
        return Ok(None);
    };
    match Destination::check_for(Some(&text.with_file_name(format!("{stem}.plot.svg"))), OUTPUT)? {
        Destination::File(path) => Ok(Some(path)),
        Destination::Stdout | Destination::Device(_) => Ok(None),
    }
}
