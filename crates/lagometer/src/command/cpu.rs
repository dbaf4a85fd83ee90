//! `lagometer cpu`: functions by their samples.

mod diff;

use crate::cli::{AnswerOptions, CpuArguments, CpuCommand, Export, Format, Order, ReadingArguments};
use crate::exit_code::ExitCode;
use crate::fetched_files::FetchedFiles;
use crate::input;
use crate::output::Output;
use crate::problem::Problem;
use crate::runs;
use crate::source_files::{self, KeptFiles, SourceFiles};
use lagometer_analyze::{
    CpuBasisChoice, CpuLimits, CpuOptions, CpuPattern, CpuSort, CpuView, Source, SourceOptions,
};
use lagometer_record::{RunFolder, Store};
use lagometer_render::{json, markdown, table};
use lagometer_report::CpuDocument;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::Instant;

/// Answers; a cut file is answered as far as it goes.
pub fn cpu(arguments: &CpuArguments, answer: &AnswerOptions, output: &Output) -> Result<ExitCode, Problem> {
    match &arguments.command {
        Some(CpuCommand::Diff(arguments)) => diff::diff(arguments, answer, output),
        None => functions(arguments, answer, output),
    }
}

fn functions(arguments: &CpuArguments, answer: &AnswerOptions, output: &Output) -> Result<ExitCode, Problem> {
    let of_reading = reading(&arguments.reading, answer)?;
    let (sources, files) = open(&arguments.files, &arguments.reading.results)?;
    let options = CpuOptions {
        sort: arguments.sort.into(),
        basis: arguments.basis.into(),
        profiles: arguments.profiles.clone(),
        view: arguments.view.into(),
        function: arguments.function.clone(),
        // A cut file is answered all the same, and the exit code says what `--strict` wants said; what is
        // exported cannot say so.
        strict: answer.strict && arguments.export.is_some(),
        sources: SourceOptions {
            context_lines: arguments.context_lines.or(match answer.format {
                Format::Table => None,
                Format::Markdown | Format::Json => Some(3),
            }),
            excerpts: arguments.skip.saturating_add(arguments.top()),
            ..of_reading.sources.clone()
        },
        ..of_reading
    };
    let kept = FetchedFiles::new(KeptFiles::new(files), arguments.reading.fetch_maps);
    let options = CpuOptions {
        sources: SourceOptions {
            files: &kept,
            ..options.sources
        },
        ..options
    };
    if let Some(form) = arguments.export {
        return export((form, arguments.order), sources, &options, output);
    }
    let started = Instant::now();
    let mut document = lagometer_analyze::cpu(sources, &options)?;
    document.diagnostics.extend(kept.note());
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

/// Files that were kept with runs, by the addresses that they had.
type Kept = BTreeMap<String, PathBuf>;

/// Opens what is to be read; of a run, the trace of its extra round, with the files that were kept for it.
fn open(wanted: &[PathBuf], results: &Path) -> Result<(Vec<Source<'static>>, Kept), Problem> {
    let store = Store::reading(results);
    let mut sources = Vec::new();
    let mut files = Kept::new();
    for wanted in wanted {
        if runs::is_file(wanted) {
            sources.push(input::open(wanted)?);
            continue;
        }
        let is_no_file = |problem: Problem| {
            let name = wanted.display();
            problem.line(format!(
                "`{name}` is no file, so it was looked for among the runs"
            ))
        };
        let run = runs::find(&store, wanted).map_err(is_no_file)?;
        sources.push(input::open(&trace_of(&run, &mut files)?)?);
    }
    Ok((sources, files))
}

/// The trace of the extra round of a run.
fn trace_of(run: &RunFolder, files: &mut Kept) -> Result<PathBuf, Problem> {
    let record = run.load_record()?;
    let without = |what: &str| Problem::bad_input(format!("run `{}` {what}", record.id));
    let Some(diagnosis) = record.diagnosis.as_ref() else {
        return Err(without("has no round with CPU samples")
            .hint("run the scenario again, without `--no-diagnosis` and to its end"));
    };
    for source in &diagnosis.sources {
        files.insert(source.address.clone(), run.file(&source.file)?);
    }
    match (&diagnosis.trace, &diagnosis.cpu) {
        (Some(trace), _) => Ok(run.file(trace)?),
        (None, Some(cpu)) => Err(without("has not kept the trace of its round with CPU samples")
            .at(run.path().display())
            .hint(format!(
                "its answer is in {cpu}; `lagometer run --keep-traces all` keeps the trace"
            ))),
        (None, None) => {
            let reasons = diagnosis.reasons.iter();
            let reasons = reasons.map(|reason| format!("{}: {}", reason.code, reason.text));
            let reasons: Vec<String> = reasons.collect();
            Err(without("has no samples: its extra round failed").at(reasons.join("; ")))
        }
    }
}

/// What every question about samples has in common.
fn reading(arguments: &ReadingArguments, answer: &AnswerOptions) -> Result<CpuOptions<'static>, Problem> {
    Ok(CpuOptions {
        rules: arguments.rules.into(),
        sort: CpuSort::Own,
        basis: CpuBasisChoice::Active,
        thread: arguments.thread.clone(),
        profiles: Vec::new(),
        window: match &arguments.window {
            Some(window) => Some(lagometer_analyze::parse_window(window)?),
            None => None,
        },
        view: CpuView::Functions,
        function: None,
        focus: pattern("--focus", arguments.focus.as_deref())?,
        ignore: pattern("--ignore", arguments.ignore.as_deref())?,
        hide: pattern("--hide", arguments.hide.as_deref())?,
        // Only JSON says the hash, and it costs a third of the time.
        hash: matches!(answer.format, Format::Json),
        strict: false,
        limits: CpuLimits {
            nodes: arguments.max_nodes,
            samples: arguments.max_samples,
        },
        sources: SourceOptions {
            maps: source_files::script_maps(&arguments.source_maps),
            root: arguments.source_root.clone(),
            ..SourceOptions::new(&SourceFiles)
        },
        lines_of_calls: false,
    })
}

/// Writes the stacks; a cut file goes as far as it goes.
fn export(
    form: (Export, Order),
    sources: Vec<Source<'_>>,
    options: &CpuOptions<'_>,
    output: &Output,
) -> Result<ExitCode, Problem> {
    use lagometer_render::export::{cpuprofile, flame, flame_in_time, folded, speedscope};
    let in_time = CpuOptions {
        lines_of_calls: form.0 == Export::Cpuprofile,
        ..options.clone()
    };
    let text = match form {
        (Export::Svg, Order::Time) => flame_in_time(&lagometer_analyze::cpu_timeline(sources, &in_time)?),
        (Export::Svg, Order::LeftHeavy) => flame(&lagometer_analyze::cpu_stacks(sources, options)?),
        (_, Order::Time) => {
            let problem = Problem::bad_input("`--order time` is for `--export svg`");
            return Err(problem.hint("`--export cpuprofile` is always in the order of time"));
        }
        (Export::Cpuprofile, _) => cpuprofile(&lagometer_analyze::cpu_timeline(sources, &in_time)?),
        (Export::Folded, _) => folded(&lagometer_analyze::cpu_stacks(sources, options)?),
        (Export::Speedscope, _) => speedscope(&lagometer_analyze::cpu_stacks(sources, options)?),
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
