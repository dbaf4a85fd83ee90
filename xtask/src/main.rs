//! Chores of the project: `cargo xtask docs`, `cargo xtask fixtures`, `cargo xtask fuzz`.
#![allow(
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "a chore talks to who started it"
)]

mod fixtures;
mod fuzzing;
mod program;

use std::error::Error;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

const USAGE: &str = "\
usage: cargo xtask docs [--check]      write the generated documents, or say which are old
       cargo xtask fixtures [CASE...]  record the fixtures again, with a browser
       cargo xtask fixtures --check    hold the recordings that there are against their properties
       cargo xtask fuzz [TARGET] [--from N] [--runs N]
                                       feed what reads strangers' bytes with mutated seeds";

/// What goes wrong in a chore is said and ends it.
type Outcome<T> = Result<T, Box<dyn Error>>;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let outcome = match words[..] {
        ["docs"] => write_docs(),
        ["docs", "--check"] => check_docs(),
        ["fuzz", ref arguments @ ..] => fuzzing::fuzz(&root(), arguments),
        ["fixtures", "--check"] => fixtures::check(&root()),
        ["fixtures", ref cases @ ..] if cases.iter().all(|case| !case.starts_with('-')) => {
            fixtures::record(&root(), cases)
        }
        _ => Err(USAGE.into()),
    };
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}

fn root() -> PathBuf {
    let own = Path::new(env!("CARGO_MANIFEST_DIR"));
    own.parent().unwrap_or(own).to_owned()
}

fn pages() -> Outcome<Vec<xtask::docs::Page>> {
    let readme = std::fs::read_to_string(root().join("README.md"))?;
    xtask::docs::pages(&readme, program::stdout)
}

fn write_docs() -> Outcome<()> {
    for page in pages()? {
        std::fs::write(root().join(page.path), page.text)?;
        println!("wrote {}", page.path);
    }
    Ok(())
}

fn check_docs() -> Outcome<()> {
    let mut old = Vec::new();
    for page in pages()? {
        if std::fs::read_to_string(root().join(page.path)).ok() != Some(page.text) {
            old.push(page.path);
        }
    }
    match old[..] {
        [] => Ok(()),
        _ => Err(format!(
            "not what lagometer prints now: {}; run `cargo xtask docs`",
            old.join(", ")
        )
        .into()),
    }
}
