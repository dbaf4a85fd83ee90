//! The arrow table of ARCHITECTURE.md, and manifests and sources held against it.

use super::source::Source;
use std::collections::{BTreeMap, BTreeSet};

/// What a crate may do, as its row says.
#[derive(Debug, Default, PartialEq)]
pub struct Row {
    /// Crates of ours that it may import, by full name; the one word `all` stands for every crate.
    pub imports: BTreeSet<String>,
    /// What it may touch, and in which files; no files means in all of them.
    pub touches: BTreeMap<String, Vec<String>>,
}

/// Every word that the third column may hold.
const TOUCHES: [&str; 11] = [
    "fs", "net", "process", "env", "clock", "streams", "exit", "tokio", "axum", "clap", "anyhow",
];

/// Third-party crates, and the word that a crate needs in its row to depend on them.
const LIBRARIES: [(&str, &str); 12] = [
    ("anyhow", "anyhow"),
    ("axum", "axum"),
    ("chrono", "clock"),
    ("clap", "clap"),
    ("command-fds", "process"),
    ("hyper", "net"),
    ("jiff", "clock"),
    ("rustix", "process"),
    ("tempfile", "fs"),
    ("tokio", "tokio"),
    ("tower-http", "axum"),
    ("tracing-subscriber", "streams"),
];

/// Reads the rows whose first cell is the name of a crate.
pub fn table(architecture: &str) -> Result<BTreeMap<String, Row>, String> {
    let mut rows = BTreeMap::new();
    for line in architecture
        .lines()
        .filter(|line| line.starts_with("| `lagometer"))
    {
        let cells: Vec<&str> = line.trim_matches('|').split('|').map(str::trim).collect();
        let [name, imports, touches] = cells[..] else {
            return Err(format!("three cells were expected: {line}"));
        };
        let row = Row {
            imports: match imports {
                "all" => BTreeSet::from(["all".to_owned()]),
                _ => ticked(imports).map(|name| format!("lagometer-{name}")).collect(),
            },
            touches: permissions(touches)?,
        };
        if rows.insert(name.trim_matches('`').to_owned(), row).is_some() {
            return Err(format!("{name} has two rows"));
        }
    }
    Ok(rows)
}

/// Reads ``"`fs` in `src/store.rs`, `net`"``.
fn permissions(cell: &str) -> Result<BTreeMap<String, Vec<String>>, String> {
    let mut permissions = BTreeMap::new();
    for part in cell.split(',') {
        let mut words = ticked(part).map(str::to_owned);
        let Some(word) = words.next() else { continue };
        if !TOUCHES.contains(&word.as_str()) {
            return Err(format!(
                "`{word}` is no word of the third column: {}",
                TOUCHES.join(" ")
            ));
        }
        permissions.insert(word, words.collect());
    }
    Ok(permissions)
}

/// What stands between backticks.
pub fn ticked(text: &str) -> impl Iterator<Item = &str> {
    text.split('`').skip(1).step_by(2)
}

/// The names in the dependency tables of a manifest; those for development are free.
pub fn dependencies(manifest: &str) -> Vec<String> {
    let mut inside = false;
    let mut names = Vec::new();
    for line in manifest.lines().map(str::trim) {
        if let Some(header) = line.strip_prefix('[') {
            let header = header.trim_end_matches(']');
            inside = (header == "dependencies" || header.ends_with(".dependencies"))
                || header == "build-dependencies";
        } else if inside && !line.starts_with('#') {
            names.extend(
                line.split(['=', '.', ' '])
                    .next()
                    .filter(|name| !name.is_empty())
                    .map(str::to_owned),
            );
        }
    }
    names
}

/// What a manifest depends on against its row.
pub fn manifest_faults(row: &Row, manifest: &str) -> Vec<String> {
    let mut faults = Vec::new();
    for name in dependencies(manifest) {
        if name.starts_with("lagometer") {
            if !row.imports.contains("all") && !row.imports.contains(&name) {
                faults.push(format!("imports {name}"));
            }
        } else if let Some((_, word)) = LIBRARIES.iter().find(|(library, _)| *library == name)
            && !row.touches.contains_key(*word)
        {
            faults.push(format!("depends on {name}, which needs `{word}`"));
        }
    }
    faults
}

/// What the source of `file`, a path inside its crate, touches against its row.
pub fn source_faults(row: &Row, file: &str, source: &Source) -> Vec<String> {
    touched(source)
        .into_iter()
        .filter(|(_, word)| match row.touches.get(*word) {
            Some(files) => !files.is_empty() && !files.iter().any(|allowed| allowed == file),
            None => true,
        })
        .map(|(line, word)| format!("line {line} touches `{word}`"))
        .collect()
}

/// The words of the third column that a source needs, each with the line.
fn touched(source: &Source) -> BTreeSet<(usize, &'static str)> {
    let tokens = source.tokens();
    let word = |index: usize| tokens.get(index).map_or("", |(_, token)| *token);
    let mut touched = BTreeSet::new();
    for (index, (line, token)) in tokens.iter().enumerate() {
        let before = index.checked_sub(1).map_or("", word);
        let is_path = word(index + 1) == ":" && word(index + 2) == ":";
        let is_call = word(index + 1) == "(";
        match *token {
            "std" | "tokio" if is_path => touched.extend(modules(&tokens[index + 3..])),
            "rustix" if is_path => _ = touched.insert((*line, "process")),
            "time" if is_path => touched.extend(clocks(&tokens[index + 3..])),
            "Instant" | "SystemTime" if is_path && word(index + 3) == "now" => {
                touched.insert((*line, "clock"));
            }
            "print" | "println" | "eprint" | "eprintln" if word(index + 1) == "!" => {
                touched.insert((*line, "streams"));
            }
            "stdin" | "stdout" | "stderr" if is_call && before != "." => {
                touched.insert((*line, "streams"));
            }
            "exit" | "abort" if is_call && before == ":" => _ = touched.insert((*line, "exit")),
            _ => {}
        }
        if let Some(library) = ["tokio", "axum", "clap", "anyhow"]
            .iter()
            .find(|name| *name == token)
            && (is_path || before == "use")
            && before != ":"
        {
            touched.insert((*line, library));
        }
    }
    touched
}

/// The clocks that a path takes, from behind `time::`: one name, or those of a group.
fn clocks(tokens: &[(usize, &str)]) -> Vec<(usize, &'static str)> {
    let end = match tokens.first() {
        Some((_, "{")) => tokens.iter().position(|(_, token)| *token == "}"),
        _ => Some(1),
    };
    tokens[..end.unwrap_or(tokens.len()).min(tokens.len())]
        .iter()
        .filter(|(_, token)| matches!(*token, "Instant" | "SystemTime"))
        .map(|(line, _)| (*line, "clock"))
        .collect()
}

/// The guarded modules that a path goes into, from behind `std::`: one name, or the first names of
/// a group.
fn modules(tokens: &[(usize, &str)]) -> Vec<(usize, &'static str)> {
    const GUARDED: [&str; 4] = ["fs", "net", "process", "env"];
    let guarded = |(line, token): &(usize, &str)| {
        let word = GUARDED.into_iter().find(|word| word == token)?;
        Some((*line, word))
    };
    if tokens.first().is_none_or(|(_, token)| *token != "{") {
        return tokens.first().and_then(guarded).into_iter().collect();
    }
    let mut depth = 0_i64;
    let mut starts_item = false;
    let mut found = Vec::new();
    for token in tokens {
        match token.1 {
            "{" => depth += 1,
            "}" => depth -= 1,
            _ if starts_item && depth == 1 => found.extend(guarded(token)),
            _ => {}
        }
        if depth == 0 {
            break;
        }
        starts_item = matches!(token.1, "{" | ",");
    }
    found
}

const TABLE: &str = concat!(
    "| crate | may import | may touch |\n|---|---|---|\n",
    "| `lagometer-pure` | - | - |\n",
    "| `lagometer-disk` | `pure` | `fs` in `src/store.rs`, `clock` |\n",
    "| `lagometer` | all | `clap`, `streams` in `src/main.rs` and `src/output.rs` |\n",
);

fn row(name: &str) -> Row {
    table(TABLE).unwrap().remove(name).unwrap()
}

fn faults(name: &str, file: &str, text: &str) -> Vec<String> {
    source_faults(&row(name), file, &Source::parse(text))
}

#[test]
fn the_table_is_read_and_a_strange_word_or_a_second_row_is_refused() {
    assert_eq!(table(TABLE).unwrap().len(), 3);
    assert_eq!(row("lagometer-pure"), Row::default());
    assert_eq!(
        row("lagometer").touches["streams"],
        ["src/main.rs", "src/output.rs"]
    );
    assert!(
        table("| `lagometer-a` | - | `disk` |")
            .unwrap_err()
            .contains("`disk`")
    );
    assert!(table("| `lagometer-a` | - | - |\n| `lagometer-a` | - | - |").is_err());
    assert!(table("| `lagometer-a` | - |").is_err());
}

#[test]
fn a_manifest_may_only_depend_on_what_its_row_allows() {
    let manifest = concat!(
        "[dependencies]\nlagometer-pure = { workspace = true }\nclap.workspace = true\n",
        "[dev-dependencies]\nanyhow = \"1\"\nlagometer-trace = \"1\"\n",
        "[target.'cfg(unix)'.dependencies]\nrustix = \"1\"\n",
    );
    assert_eq!(dependencies(manifest), ["lagometer-pure", "clap", "rustix"]);
    assert_eq!(
        manifest_faults(&row("lagometer-pure"), manifest),
        [
            "imports lagometer-pure",
            "depends on clap, which needs `clap`",
            "depends on rustix, which needs `process`"
        ]
    );
    assert_eq!(
        manifest_faults(&row("lagometer"), "[dependencies]\nclap = \"4\"\n"),
        [""; 0]
    );
}

#[test]
fn every_guarded_thing_is_found_in_a_pure_crate() {
    for (text, word) in [
        ("fn a() { std::fs::read(p) }", "fs"),
        ("use std::{io::{self, Read}, net};", "net"),
        ("use std::process::Command;", "process"),
        ("let home = std::env::var(h);", "env"),
        ("use std::time::{Duration, Instant};", "clock"),
        ("let now = time::SystemTime::now();", "clock"),
        ("fn at(start: std::time::Instant) {}", "clock"),
        ("let now = Instant::now();", "clock"),
        ("println!(x);", "streams"),
        ("io::stdout().lock()", "streams"),
        ("use anyhow::Context;", "anyhow"),
        ("use clap;", "clap"),
        ("axum::Router::new()", "axum"),
        ("tokio::spawn(x)", "tokio"),
    ] {
        let expected = format!("line 1 touches `{word}`");
        assert!(
            faults("lagometer-pure", "src/lib.rs", text).contains(&expected),
            "{text}"
        );
    }
    assert_eq!(
        faults("lagometer-pure", "src/lib.rs", "std::process::exit(1)"),
        ["line 1 touches `exit`", "line 1 touches `process`"]
    );
}

#[test]
fn what_only_looks_like_it_is_left_alone() {
    for text in [
        "use std::{io, path::Path, time::Duration};",
        "env!(x); command.stdout(pipe); self.exit(1); my::fs::read();",
        "// std::fs\n\"std::fs\"",
        "struct Process { net: u8, fs: u8 }",
        "match phase { Phase::Instant => time::parse(x), Instant => y }",
    ] {
        assert_eq!(faults("lagometer-pure", "src/lib.rs", text), [""; 0], "{text}");
    }
}

#[test]
fn a_permission_for_one_file_holds_in_that_file_only() {
    let text = "use std::fs;";
    assert_eq!(faults("lagometer-disk", "src/store.rs", text), [""; 0]);
    assert_eq!(
        faults("lagometer-disk", "src/lib.rs", text),
        ["line 1 touches `fs`"]
    );
}
