//! `cargo xtask fuzz`: runs of the fuzzer, what they took, and the input of the one that failed.

use crate::Outcome;
use std::path::Path;
use std::time::Instant;
use xtask::fuzz::{self, TARGETS, Target};

/// How many runs there are where nobody says.
const RUNS: u64 = 100_000;
/// After so many runs something is printed.
const REPORTED: u64 = 50_000;

/// What was asked for.
struct Asked {
    targets: Vec<&'static Target>,
    from: u64,
    runs: u64,
}

pub fn fuzz(root: &Path, words: &[&str]) -> Outcome<()> {
    let asked = asked(words)?;
    // A panic is told by the run that it is of; the default message would come in between.
    std::panic::set_hook(Box::new(|_| {}));
    for target in &asked.targets {
        let seeds = fuzz::seeds(root, target)?;
        let started = Instant::now();
        let end = asked.from.saturating_add(asked.runs);
        let mut next = asked.from;
        while next < end {
            let until = end.min(next.saturating_add(REPORTED));
            if let Err(failure) = fuzz::run(target, &seeds, next..until) {
                let path = std::env::temp_dir().join(format!("fuzz-{}-{}", target.name, failure.run));
                std::fs::write(&path, &failure.input)?;
                let (name, run, what) = (target.name, failure.run, failure.what);
                return Err(format!("{name}, run {run}: {what}; its input is in {}", path.display()).into());
            }
            next = until;
            let done = next - asked.from;
            let peak = peak_memory().map_or_else(|| "not known".to_owned(), |kib| format!("{kib} KiB"));
            println!(
                "{}: {done} runs, {:.1} s, peak memory {peak}",
                target.name,
                started.elapsed().as_secs_f64()
            );
        }
    }
    Ok(())
}

fn asked(words: &[&str]) -> Outcome<Asked> {
    let mut asked = Asked {
        targets: Vec::new(),
        from: 0,
        runs: RUNS,
    };
    let mut rest = words.iter();
    while let Some(word) = rest.next() {
        match *word {
            "--from" => asked.from = number(rest.next())?,
            "--runs" => asked.runs = number(rest.next())?,
            name => {
                let target = TARGETS.iter().find(|target| target.name == name);
                let names: Vec<&str> = TARGETS.iter().map(|target| target.name).collect();
                let known = names.join("`, `");
                asked
                    .targets
                    .push(target.ok_or_else(|| format!("no target `{name}`; there are `{known}`"))?);
            }
        }
    }
    if asked.targets.is_empty() {
        asked.targets.extend(TARGETS);
    }
    Ok(asked)
}

fn number(word: Option<&&str>) -> Outcome<u64> {
    let word = word.ok_or("a number is missing")?;
    word.parse()
        .map_err(|error| format!("`{word}` is no number: {error}").into())
}

/// The peak of the resident set so far (Linux).
fn peak_memory() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find(|line| line.starts_with("VmHWM:"))?;
    line.split_whitespace().nth(1)?.parse().ok()
}
