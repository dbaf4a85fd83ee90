//! Everything about a run that can be known, and can be wrong, before a browser is started.

use crate::cli::{self, AUTO_ROUNDS, RunArguments};
use crate::command::run::{address, budgets};
use crate::input;
use crate::problem::Problem;
use crate::source_state;
use lagometer_compare::budget::Limit;
use lagometer_measure::{BrowserChoice, Secrets, browser, scenario, site};
use lagometer_record::{Store, layout};
use lagometer_report::SourceState;
use lagometer_report::scenario::{Place, Scenario};
use std::fs::File;
use std::io::{self, Read as _};
use std::path::{Path, PathBuf};

/// A run that can begin.
#[derive(Debug)]
pub struct Preparation {
    /// The scenario, with what the command line changes in it.
    pub scenario: Scenario,
    /// The scenario as it was written.
    pub scenario_text: String,
    /// What errors call its file.
    pub scenario_file: String,
    /// SHA-256 over what the scenario means.
    pub scenario_sha256: String,
    /// The folder that is served.
    pub served: Option<PathBuf>,
    /// SHA-256 over it and the files of `data`.
    pub data_sha256: Option<String>,
    /// The address that the command line puts in the place of the scenario's.
    pub url: Option<String>,
    /// The values of the scenario's secrets.
    pub secrets: Secrets,
    /// What stands before a path in `navigate`, where nothing is served.
    pub origin: Option<String>,
    /// The commit around the scenario.
    pub source: Option<SourceState>,
    /// The limits that the value of the run is held against.
    pub budgets: Vec<Limit>,
    /// Where the run is kept.
    pub store: Store,
    /// The browser.
    pub browser: BrowserChoice,
    /// How many valid rounds are wanted.
    pub rounds: u32,
    /// How many warm-ups.
    pub warmup: u32,
    /// Whether a round with CPU samples follows.
    pub diagnosis: bool,
}

impl Preparation {
    /// Reads the scenario, looks for what it needs, and opens the results folder.
    pub fn new(arguments: &RunArguments) -> Result<Preparation, Problem> {
        let address = address_of(arguments)?;
        let path = match address {
            Some(_) => Path::new(layout::SCENARIO),
            None => &arguments.scenario,
        };
        let is_stdin = path.as_os_str() == input::STDIN;
        let folder = match path.parent() {
            Some(parent) if !is_stdin && !parent.as_os_str().is_empty() => parent,
            _ => Path::new("."),
        };
        let scenario_file = match path.file_name() {
            Some(name) if !is_stdin => name.to_string_lossy().into_owned(),
            _ => "stdin".to_owned(),
        };
        let scenario_text = match address {
            Some(address) => address::scenario(address, &arguments.actions),
            None => input::read_scenario(path)?,
        };
        let read_file = |named: &str| read_named(&folder.join(named));
        let mut scenario = scenario::parse_with(&scenario_text, &scenario_file, &read_file)?;
        let budgets = budgets::resolve(&scenario, &scenario_file)?;
        let origin = arguments.url.as_deref().or(address).and_then(origin);
        if let Some(url) = &arguments.url {
            scenario.url.clone_from(url);
            scenario.serve = None;
        }
        // Through its components, which leaves out a `.` in the middle.
        let below = |serve: &String| folder.join(serve).components().collect();
        let served: Option<PathBuf> = scenario.serve.as_ref().map(below);
        let data_sha256 = match &served {
            Some(served) => Some(site::sha256(served, Some(&arguments.results)).map_err(|error| {
                // Nothing has run yet: this is the scenario's fault.
                Problem {
                    exit: crate::exit_code::ExitCode::BadInput,
                    ..Problem::measuring(&error, "")
                }
                .at(format!("`serve` in {scenario_file}"))
            })?),
            None => None,
        };
        let data_sha256 = with_files(data_sha256, &scenario, folder, &scenario_file)?;
        let secrets = secrets(&scenario, &scenario_file)?;
        let store = Store::open(&arguments.results)?;
        let browser =
            browser::find(arguments.browser.as_deref()).map_err(|error| Problem::measuring(&error, ""))?;
        Ok(Preparation {
            rounds: arguments.rounds.or(scenario.rounds).unwrap_or(AUTO_ROUNDS),
            diagnosis: !arguments.no_diagnosis,
            warmup: arguments.warmup.unwrap_or(scenario.warmup),
            scenario_sha256: scenario::fingerprint(&scenario),
            source: source_state::around(folder),
            url: arguments.url.clone(),
            scenario,
            scenario_text,
            scenario_file,
            served,
            data_sha256,
            secrets,
            origin,
            budgets,
            store,
            browser,
        })
    }
}

/// The address that was given in the place of a scenario.
fn address_of(arguments: &RunArguments) -> Result<Option<&str>, Problem> {
    let address = arguments.scenario.to_str().filter(|text| cli::is_address(text));
    match address {
        Some(_) if arguments.url.is_some() => Err(Problem::bad_input(
            "`--url` goes with a scenario, and an address stands in its place",
        )
        .hint("take one of the two out")),
        None if !arguments.actions.is_empty() => Err(Problem::bad_input(
            "`--click` and `--type` go with the address of a page, not with a scenario",
        )
        .hint("write them as steps under `actions`")),
        _ => Ok(address),
    }
}

/// The hash with the files of `data` in it.
fn with_files(
    served: Option<String>,
    scenario: &Scenario,
    folder: &Path,
    scenario_file: &str,
) -> Result<Option<String>, Problem> {
    if scenario.data.is_empty() {
        return Ok(served);
    }
    let paths: Vec<PathBuf> = scenario.data.iter().map(|file| folder.join(&file.path)).collect();
    let hash = site::sha256_with_files(served.as_deref(), &paths).map_err(|(index, error)| {
        let file = &scenario.data[index];
        Problem::bad_input(format!("failed to read `{}`: {error}", file.path))
            .at(place(&file.place, scenario_file))
            .hint("paths are relative to the scenario file")
    })?;
    Ok(Some(hash))
}

/// The values of the variables that the scenario names.
pub(in crate::command) fn secrets(scenario: &Scenario, scenario_file: &str) -> Result<Secrets, Problem> {
    Secrets::of(scenario, |name| std::env::var(name).ok()).map_err(|missing| {
        Problem::bad_input(missing.to_string())
            .at(place(&missing.of.place, scenario_file))
            .hint(missing.hint())
    })
}

fn place(place: &Place, scenario_file: &str) -> String {
    format!("{scenario_file}:{}:{}, {}", place.line, place.column, place.path)
}

/// `http://host:port` of an address.
pub(in crate::command) fn origin(url: &str) -> Option<String> {
    let (scheme, rest) = url.split_once("://")?;
    let host = rest.split(['/', '?', '#']).next()?;
    (scheme.starts_with("http") && !host.is_empty()).then(|| format!("{scheme}://{host}"))
}

/// A file that the scenario names.
pub(in crate::command) fn read_named(path: &Path) -> io::Result<String> {
    let file = File::open(path)?;
    let limit = scenario::MAX_FILE_BYTES as u64;
    let mut text = String::new();
    file.take(limit + 1).read_to_string(&mut text)?;
    if text.len() as u64 > limit {
        return Err(io::Error::new(
            io::ErrorKind::FileTooLarge,
            format!("it is larger than {limit} bytes"),
        ));
    }
    Ok(text)
}

#[cfg(test)]
mod tests;
