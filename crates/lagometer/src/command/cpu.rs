//! `lagometer cpu`: functions by their samples.

use crate::cli::{AnswerOptions, CpuArguments, Export, Format};
use crate::exit_code::ExitCode;
use crate::input;
use crate::output::Output;
use crate::problem::Problem;
use crate::source_files::{self, SourceFiles};
use lagometer_analyze::{CpuLimits, CpuOptions, CpuPattern, Source, SourceOptions};
use lagometer_render::{json, markdown, table};
use lagometer_report::CpuDocument;
use std::time::Instant;

/// Answers; a cut file is answered as far as it goes.
pub fn cpu(arguments: &CpuArguments, answer: &AnswerOptions, output: &Output) -> Result<ExitCode, Problem> {
    let options = CpuOptions {
        rules: arguments.rules.into(),
        sort: arguments.sort.into(),
        basis: arguments.basis.into(),
        thread: arguments.thread.clone(),
        profiles: arguments.profiles.clone(),
        window: match &arguments.window {
            Some(window) => Some(lagometer_analyze::parse_window(window)?),
            None => None,
        },
        view: arguments.view.into(),
        function: arguments.function.clone(),
        focus: pattern("--focus", arguments.focus.as_deref())?,
        ignore: pattern("--ignore", arguments.ignore.as_deref())?,
        hide: pattern("--hide", arguments.hide.as_deref())?,
        // Only JSON says the hash, and it costs a third of the time.
        hash: matches!(answer.format, Format::Json),
        // A cut file is answered all the same, and the exit code says what `--strict` wants said; what is
        // exported cannot say so.
        strict: answer.strict && arguments.export.is_some(),
        limits: CpuLimits {
            nodes: arguments.max_nodes,
            samples: arguments.max_samples,
        },
    };
    let sources: Result<Vec<Source<'_>>, Problem> =
        arguments.files.iter().map(|file| input::open(file)).collect();
    if let Some(form) = arguments.export {
        return export(form, sources?, &options, output);
    }
    let started = Instant::now();
    let document = lagometer_analyze::cpu(sources?, &options)?;
    let document =
        lagometer_analyze::with_originals(document, &SourceFiles, &source_options(arguments, answer));
    tracing::debug!(functions = document.total, took = ?started.elapsed(), "the samples are read");
    let style = output.style(arguments.top());
    let text = match answer.format {
        Format::Table => table::cpu(&document, arguments.skip, &style),
        Format::Markdown => markdown::cpu(&document, arguments.skip, &style),
        Format::Json => json::cpu(&document),
    };
    output.answer(&text)?;
    match cut(&document).filter(|_| answer.strict) {
        Some((name, partial)) => Err(Problem::cut_off(name.as_ref(), partial)),
        None => Ok(ExitCode::Fine),
    }
}

fn source_options(arguments: &CpuArguments, answer: &AnswerOptions) -> SourceOptions {
    SourceOptions {
        maps: source_files::script_maps(&arguments.source_maps),
        root: arguments.source_root.clone(),
        context_lines: arguments.context_lines.or(match answer.format {
            Format::Table => None,
            Format::Markdown | Format::Json => Some(3),
        }),
        excerpts: arguments.skip.saturating_add(arguments.top()),
    }
}

/// Writes the stacks; a cut file goes as far as it goes.
fn export(
    form: Export,
    sources: Vec<Source<'_>>,
    options: &CpuOptions,
    output: &Output,
) -> Result<ExitCode, Problem> {
    let stacks = lagometer_analyze::cpu_stacks(sources, options)?;
    let text = match form {
        Export::Svg => lagometer_render::export::flame(&stacks),
        Export::Folded => lagometer_render::export::folded(&stacks),
        Export::Speedscope => lagometer_render::export::speedscope(&stacks),
    };
    output.answer(&text)?;
    Ok(ExitCode::Fine)
}

fn pattern(option: &str, text: Option<&str>) -> Result<Option<CpuPattern>, Problem> {
    let parse = |text| CpuPattern::parse(option, text).map_err(Problem::from);
    text.map(parse).transpose()
}

/// The first file that was cut off.
fn cut(document: &CpuDocument) -> Option<(&String, &lagometer_report::Partial)> {
    let cut = |input: &'_ lagometer_report::CpuInput| input.partial.is_some();
    let input = document.inputs.iter().find(|input| cut(input))?;
    Some((&input.name, input.partial.as_ref()?))
}
