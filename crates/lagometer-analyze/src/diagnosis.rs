//! A round with CPU samples: whether it holds, and where its time went.

use crate::cpu::{CpuBasisChoice, CpuOptions, CpuSort, CpuView, SourceOptions, cpu};
use crate::{CpuLimits, CpuRules, Error, Files, RoundInput, RoundOptions, Source, round};
use lagometer_report::{
    CpuDocument, CpuFunction, CpuLongTasks, Hotspots, RoundRole, RoundState, SamplesDocument, StateReason,
};
use std::collections::BTreeSet;
use std::io;

/// What a round with CPU samples left behind.
pub struct DiagnosisInput<'a> {
    /// Its number.
    pub number: u32,
    /// What the trace is called in errors.
    pub trace_name: String,
    /// The trace, packed as it is; it is read twice.
    pub open: &'a dyn Fn() -> io::Result<Box<dyn io::Read>>,
    /// What was read from the browser beside it.
    pub samples: &'a SamplesDocument,
    /// Where maps and sources are looked for.
    pub files: &'a dyn Files,
}

/// What it says.
#[derive(Clone, Debug)]
pub struct Diagnosis {
    /// Whether that holds.
    pub state: RoundState,
    /// Why not, or what is to be known about it.
    pub reasons: Vec<StateReason>,
    /// The functions; absent where it does not hold.
    pub document: Option<CpuDocument>,
}

/// What makes samples worthless: they are not all there, or not of the page as it is looked at. What else
/// makes a round invalid is about its numbers.
const VOID: [&str; 4] = ["data-loss", "mark-missing", "not-visible", "page-not-in-trace"];

/// Around how many lines of the hottest functions the sources are kept.
const CONTEXT_LINES: u32 = 3;
/// How many functions that are.
const EXCERPTS: usize = 10;
/// How many functions a run shows.
const HOTSPOTS: usize = 10;
/// How many long tasks a run shows.
const LONG_TASKS: usize = 5;

/// Reads the trace of a round with CPU samples. What cannot be read is a reason, not an error.
pub fn diagnosis(input: &DiagnosisInput<'_>, options: &RoundOptions) -> Diagnosis {
    let (reasons, holds) = match judged(input, options) {
        Ok(judged) => judged,
        Err(reason) => (vec![reason], false),
    };
    let answered = match holds {
        true => answer(input).map(Some),
        false => Ok(None),
    };
    let (document, unreadable) = match answered {
        Ok(document) => (document, None),
        Err(reason) => (None, Some(reason)),
    };
    Diagnosis {
        state: match document {
            Some(_) => RoundState::Valid,
            None => RoundState::Invalid,
        },
        reasons: reasons.into_iter().chain(unreadable).collect(),
        document,
    }
}

/// The reasons of the round, and whether its samples are those of the window.
fn judged(
    input: &DiagnosisInput<'_>,
    options: &RoundOptions,
) -> Result<(Vec<StateReason>, bool), StateReason> {
    let round_input = RoundInput {
        number: input.number,
        variant: String::new(),
        role: RoundRole::Warmup,
        trace_name: input.trace_name.clone(),
        trace: (input.open)().map_err(|error| unreadable(error.to_string()))?,
        samples: input.samples,
    };
    let judged = round(round_input, options).map_err(|error| of_error(&error))?;
    let is_void = |reason: &StateReason| VOID.contains(&reason.code.as_str());
    let holds = !judged.reasons.iter().any(is_void);
    Ok((judged.reasons, holds))
}

fn answer(input: &DiagnosisInput<'_>) -> Result<CpuDocument, StateReason> {
    let source = Source {
        name: input.trace_name.clone(),
        bytes_on_disk: None,
        reader: (input.open)().map_err(|error| unreadable(error.to_string()))?,
    };
    let options = CpuOptions {
        rules: CpuRules::Lagometer,
        sort: CpuSort::Own,
        basis: CpuBasisChoice::Active,
        thread: None,
        profiles: Vec::new(),
        window: None,
        view: CpuView::Functions,
        function: None,
        focus: None,
        ignore: None,
        hide: None,
        hash: true,
        strict: false,
        limits: CpuLimits::default(),
        sources: SourceOptions {
            context_lines: Some(CONTEXT_LINES),
            excerpts: EXCERPTS,
            ..SourceOptions::new(input.files)
        },
        lines_of_calls: false,
    };
    cpu(vec![source], &options).map_err(|error| of_error(&error))
}

fn unreadable(text: String) -> StateReason {
    StateReason {
        code: "trace-unreadable".to_owned(),
        text,
        amount_us: None,
        invalidates: Some(true),
    }
}

fn of_error(error: &Error) -> StateReason {
    let place = error.place().map(|place| format!(", at {place}"));
    unreadable(format!("{}{}", error.what(), place.as_deref().unwrap_or("")))
}

/// The part of an answer that a run shows: the first functions, the worst long tasks, and every function
/// that those name. `None` where there is no time in it.
pub fn hotspots(document: &CpuDocument, round: u32, file: &str) -> Option<Hotspots> {
    let long_tasks = document.long_tasks.as_ref().map(|all| {
        let tasks: Vec<_> = all.tasks.iter().take(LONG_TASKS).cloned().collect();
        CpuLongTasks {
            least_us: all.least_us,
            total: all.total,
            listed: tasks.len() as u64,
            tasks,
        }
    });
    let named: BTreeSet<&str> = long_tasks
        .iter()
        .flat_map(|all| &all.tasks)
        .flat_map(|task| &task.functions)
        .map(|function| function.id.as_str())
        .collect();
    let wanted =
        |(index, function): &(usize, &CpuFunction)| *index < HOTSPOTS || named.contains(function.id.as_str());
    let functions = document.functions.iter().enumerate().filter(wanted);
    Some(Hotspots {
        round,
        document: file.to_owned(),
        interval: document.interval.clone(),
        basis: document.basis.clone(),
        time: document.time?,
        total: document.total,
        functions: functions.map(|(_, function)| function.clone()).collect(),
        long_tasks,
        diagnostics: document.diagnostics.clone(),
    })
}
