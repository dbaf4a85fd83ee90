//! Recording the fixtures: each case is run once by lagometer itself in the browser of this machine,
//! and kept only if it shows what it was made for.

mod faults;
mod heap;
mod origin;
mod property;
mod recording;

use crate::{Outcome, program};
use property::{Case, Shows, cases};
use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};

/// The recording is for a repository: a case that needs more has to be made smaller.
const RECORDING_BYTES_MAX: usize = 200 * 1024;
/// The same of one with CPU samples.
const DIAGNOSIS_BYTES_MAX: usize = 300 * 1024;

/// Records the named cases, or all.
pub fn record(root: &Path, names: &[&str]) -> Outcome<()> {
    let known: Vec<&str> = cases().map(|case| case.name).chain([heap::CASE]).collect();
    if let Some(unknown) = names.iter().find(|name| !known.contains(*name)) {
        return Err(format!("no case `{unknown}`; there are {}", known.join(", ")).into());
    }
    for case in cases().filter(|case| names.is_empty() || names.contains(&case.name)) {
        let folder = record_case(&root.join("fixtures"), case)?;
        println!(
            "{}: recorded in {}",
            case.name,
            folder.strip_prefix(root)?.display()
        );
    }
    if names.is_empty() || names.contains(&heap::CASE) {
        heap::record(&root.join("fixtures"))?;
    }
    Ok(())
}

/// Holds every recording that there is against the property of its case.
pub fn check(root: &Path) -> Outcome<()> {
    for browser in folders(&root.join("fixtures"))? {
        for folder in folders(&browser)? {
            let name = file_name(&folder);
            if name == heap::CASE {
                heap::check(&folder)?;
                continue;
            }
            let case = cases().find(|case| case.name == name);
            let case = case.ok_or_else(|| format!("{}: no case of this name", folder.display()))?;
            let trace = folder.join("trace.json.gz");
            let trace = trace.to_str().ok_or("the path is not UTF-8")?;
            let (command, holds) = match case.shows {
                Shows::Numbers(holds) => ("trace", holds),
                Shows::Samples(holds) => ("cpu", holds),
            };
            let document = program::stdout(&[command, trace, "--format", "json"])?;
            let document: Value = serde_json::from_str(&document)?;
            holds(&document).map_err(|fault| format!("{}: {fault}", folder.display()))?;
            println!("{}: {}", folder.display(), case.property);
        }
    }
    Ok(())
}

fn record_case(fixtures: &Path, case: &Case) -> Outcome<PathBuf> {
    let source = newest_source(fixtures, case.name)?;
    let results = tempfile::tempdir()?;
    let scenario = source.join("scenario.yaml");
    let scenario = scenario.to_str().ok_or("the path is not UTF-8")?;
    let folder = results.path().to_str();
    let folder = folder.ok_or("the temporary folder is not UTF-8")?;
    let mut arguments = vec![
        "run",
        scenario,
        "--rounds",
        "1",
        "--warmup",
        "0",
        "--results",
        folder,
    ];
    arguments.extend(matches!(case.shows, Shows::Numbers(_)).then_some("--no-diagnosis"));
    program::stdout(&arguments)?;
    let run = only_folder(&results.path().join("runs"))?;
    let record = read_json(&run.join("record.json"))?;
    let round = match case.shows {
        Shows::Numbers(_) => &record["rounds"][0],
        Shows::Samples(_) => &record["diagnosis"],
    };
    let in_run = |field: &str| -> Outcome<PathBuf> {
        let path = round[field]
            .as_str()
            .ok_or_else(|| format!("the record names no `{field}`"))?;
        Ok(run.join(path))
    };
    let (held, most) = match case.shows {
        Shows::Numbers(holds) => {
            let document = read_json(&in_run("round")?)?;
            (holds(&document["analysis"]), RECORDING_BYTES_MAX)
        }
        Shows::Samples(holds) => (holds(&read_json(&in_run("cpu")?)?), DIAGNOSIS_BYTES_MAX),
    };
    held.map_err(|fault| format!("{}: the recording lacks what it is for: {fault}", case.name))?;
    let recording = recording::without_machine(&fs::read(in_run("trace")?)?)?;
    if recording.len() > most {
        return Err(format!("{}: {} bytes, at most {most}", case.name, recording.len()).into());
    }

    let browser = record["environment"]["browser"]
        .as_str()
        .ok_or("the record names no browser")?;
    let target = fixtures.join(origin::folder(browser)?).join(case.name);
    if target != source {
        copy_folder(&source, &target)?;
    }
    fs::write(target.join("trace.json.gz"), recording)?;
    fs::copy(in_run("samples")?, target.join("samples.json"))?;
    fs::write(target.join("ORIGIN.md"), origin::text(case, &record)?)?;
    Ok(target)
}

/// The page and the scenario of a case, from the newest browser that it was recorded with.
fn newest_source(fixtures: &Path, name: &str) -> Outcome<PathBuf> {
    let mut sources: Vec<(u32, PathBuf)> = Vec::new();
    for browser in folders(fixtures)? {
        let major = file_name(&browser)
            .rsplit('-')
            .next()
            .and_then(|major| major.parse().ok());
        if let Some(major) = major
            && browser.join(name).join("scenario.yaml").is_file()
        {
            sources.push((major, browser.join(name)));
        }
    }
    sources.sort();
    let (_, newest) = sources
        .pop()
        .ok_or_else(|| format!("no folder `{name}` holds a scenario"))?;
    Ok(newest)
}

fn folders(parent: &Path) -> Outcome<Vec<PathBuf>> {
    let mut folders = Vec::new();
    for entry in fs::read_dir(parent).map_err(|error| format!("{}: {error}", parent.display()))? {
        let entry = entry?;
        if entry.file_type()?.is_dir() {
            folders.push(entry.path());
        }
    }
    folders.sort();
    Ok(folders)
}

fn only_folder(parent: &Path) -> Outcome<PathBuf> {
    let mut found = folders(parent)?;
    match (found.pop(), found.len()) {
        (Some(folder), 0) => Ok(folder),
        _ => Err(format!("{}: one folder was expected", parent.display()).into()),
    }
}

fn file_name(path: &Path) -> String {
    path.file_name()
        .map_or_else(String::new, |name| name.to_string_lossy().into_owned())
}

fn read_json(path: &Path) -> Outcome<Value> {
    let text = fs::read(path).map_err(|error| format!("{}: {error}", path.display()))?;
    Ok(serde_json::from_slice(&text)?)
}

/// The page and the scenario of a case are a few small files.
fn copy_folder(source: &Path, target: &Path) -> Outcome<()> {
    let mut pairs = vec![(source.to_owned(), target.to_owned())];
    while let Some((from, to)) = pairs.pop() {
        fs::create_dir_all(&to)?;
        for entry in fs::read_dir(&from)? {
            let entry = entry?;
            if entry.file_type()?.is_dir() {
                pairs.push((entry.path(), to.join(entry.file_name())));
            } else {
                fs::copy(entry.path(), to.join(entry.file_name()))?;
            }
        }
    }
    Ok(())
}
