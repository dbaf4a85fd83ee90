//! The rules of the house that a machine can check: arrows between crates, what a crate may touch,
//! sizes, names, paths in documents, traces of a machine. Each check is a function over text, so
//! that it is shown to find a fault as well as to find none here.

mod arrows;
mod mention;
mod source;

use crate::program::lagometer;
use mention::Tree;
use source::Source;
use std::collections::{BTreeMap, BTreeSet};
use std::convert::Infallible;
use std::path::{Path, PathBuf};

const FILE_LINES_MAX: usize = 600;
const FUNCTION_LINES_MAX: usize = 70;

/// Names that say nothing about what lies inside.
const BANNED_NAMES: [&str; 8] = [
    "util", "utils", "common", "shared", "helpers", "misc", "imp", "manager",
];

/// What is no part of the project though it lies in its folder.
const PASSED_OVER: [&str; 4] = [".git", "target", "node_modules", "lagometer-results"];

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../..")
        .canonicalize()
        .unwrap()
}

/// Every file and folder of the project.
fn tree(root: &Path) -> Tree {
    let mut tree = Tree::new();
    let mut folders = vec![root.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(&folder).unwrap() {
            let entry = entry.unwrap();
            if PASSED_OVER.iter().any(|name| entry.file_name() == *name) {
                continue;
            }
            let path = entry.path();
            let name = path
                .strip_prefix(root)
                .unwrap()
                .to_str()
                .unwrap()
                .replace('\\', "/");
            if entry.file_type().unwrap().is_dir() {
                tree.insert(format!("{name}/"));
                folders.push(path);
            } else {
                tree.insert(name);
            }
        }
    }
    tree
}

fn read(path: &str) -> String {
    std::fs::read_to_string(root().join(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// Every source of the tree, taken apart.
fn sources(tree: &Tree) -> BTreeMap<&str, Source> {
    tree.iter()
        .filter(|path| path.ends_with(".rs"))
        .map(|path| (path.as_str(), Source::parse(&read(path))))
        .collect()
}

/// Those of them that are part of the product.
fn product_sources(tree: &Tree) -> BTreeMap<&str, Source> {
    let mut sources = sources(tree);
    let modules: BTreeSet<String> = sources
        .iter()
        .flat_map(|(path, source)| source::test_modules(path, source))
        .collect();
    sources.retain(|path, _| !is_test(path) && !modules.contains(*path));
    sources
}

/// Whether a source is only compiled for tests, benches and examples.
fn is_test(path: &str) -> bool {
    let folders = ["/tests/", "/benches/", "/examples/"];
    path.ends_with("/tests.rs") || folders.iter().any(|folder| path.contains(folder))
}

/// The crate that a path leads into, and the rest of the path.
fn in_crate(path: &str) -> Option<(&str, &str)> {
    path.strip_prefix("crates/")?.split_once('/')
}

fn crates(tree: &Tree) -> BTreeSet<&str> {
    tree.iter()
        .filter_map(|path| in_crate(path))
        .map(|(name, _)| name)
        .collect()
}

fn assert_none(faults: &[String], hint: &str) {
    assert!(
        faults.is_empty(),
        "{} faults; {hint}\n  {}",
        faults.len(),
        faults.join("\n  ")
    );
}

#[test]
fn crates_import_and_touch_what_the_table_in_architecture_md_allows() {
    let tree = tree(&root());
    let table = arrows::table(&read("ARCHITECTURE.md")).unwrap();
    let rows: BTreeSet<&str> = table.keys().map(String::as_str).collect();
    assert_eq!(rows, crates(&tree), "one row for each crate");

    let mut faults = Vec::new();
    for (name, row) in &table {
        let manifest = format!("crates/{name}/Cargo.toml");
        let found = arrows::manifest_faults(row, &read(&manifest));
        faults.extend(found.into_iter().map(|fault| format!("{manifest}: {fault}")));
    }
    for (path, source) in product_sources(&tree) {
        let Some((name, file)) = in_crate(path) else {
            continue;
        };
        let found = arrows::source_faults(&table[name], file, &source);
        faults.extend(found.into_iter().map(|fault| format!("{path}: {fault}")));
    }
    assert_none(
        &faults,
        "the table says what may be; changing it is a change of architecture",
    );
}

#[test]
fn files_and_functions_stay_small() {
    let tree = tree(&root());
    let mut faults = Vec::new();
    for (path, source) in product_sources(&tree) {
        faults.extend(size_faults(path, &source));
    }
    assert_none(&faults, "take a concept out into its own file or function");
}

fn size_faults(path: &str, source: &Source) -> Vec<String> {
    let mut faults = Vec::new();
    let lines = source.code.lines().count();
    if lines > FILE_LINES_MAX {
        faults.push(format!("{path}: {lines} lines, at most {FILE_LINES_MAX}"));
    }
    for function in source.functions() {
        if function.lines > FUNCTION_LINES_MAX {
            let source::Function { name, line, lines } = function;
            faults.push(format!(
                "{path}:{line}: `{name}` has {lines} lines, at most {FUNCTION_LINES_MAX}"
            ));
        }
    }
    faults
}

#[test]
fn unit_tests_stand_in_a_file_beside_the_code() {
    let tree = tree(&root());
    let faults: Vec<String> = product_sources(&tree)
        .into_iter()
        .filter(|(_, source)| has_inline_tests(source))
        .map(|(path, _)| format!("{path}: tests inside"))
        .collect();
    assert_none(&faults, "`#[cfg(test)] mod tests;` and a file of its own");
}

fn has_inline_tests(source: &Source) -> bool {
    let tokens: Vec<&str> = source.tokens().into_iter().map(|(_, token)| token).collect();
    tokens.windows(3).any(|three| three == ["mod", "tests", "{"])
}

#[test]
fn names_say_what_lies_inside() {
    let faults: Vec<String> = tree(&root())
        .iter()
        .filter(|path| is_banned(path))
        .cloned()
        .collect();
    assert_none(&faults, "name it for what it holds");
}

fn is_banned(path: &str) -> bool {
    let last = path.trim_end_matches('/').rsplit('/').next().unwrap_or(path);
    let stem = last.split('.').next().unwrap_or(last);
    BANNED_NAMES.contains(&stem)
}

#[test]
fn paths_named_in_documents_and_comments_exist() {
    let tree = tree(&root());
    let mut faults = Vec::new();
    for path in tree.iter().filter(|path| path.ends_with(".md")) {
        let text = read(path);
        let found = mention::missing(&tree, &text).into_iter();
        faults.extend(found.map(|missing| format!("{path}: `{missing}`")));
    }
    for (path, source) in sources(&tree) {
        for (line, comment) in &source.comments {
            let found = mention::missing(&tree, comment).into_iter();
            faults.extend(found.map(|missing| format!("{path}:{line}: `{missing}`")));
        }
    }
    assert_none(&faults, "there is no such file");
}

#[test]
fn no_file_tells_of_the_machine_it_was_written_on() {
    let root = root();
    let tree = tree(&root);
    let mut faults = Vec::new();
    for path in tree.iter().filter(|path| !path.ends_with('/')) {
        // Packed recordings are looked at when they are recorded.
        let Ok(text) = std::fs::read_to_string(root.join(path)) else {
            continue;
        };
        let found = machine_faults(&text, root.to_str().unwrap()).into_iter();
        faults.extend(found.map(|fault| format!("{path}: {fault}")));
    }
    assert_none(&faults, "name what anybody has");
}

/// The project's own place, and folders of a user's home.
fn machine_faults(text: &str, root: &str) -> Vec<String> {
    let mut faults = Vec::new();
    if text.contains(root) {
        faults.push(format!("the path of this clone, {root}"));
    }
    for home in [
        concat!("/", "root/"),
        concat!("/", "home/"),
        concat!("/", "Users/"),
    ] {
        let is_path =
            |(at, _): (usize, &str)| !text[..at].ends_with(|c: char| c.is_alphanumeric() || c == '.');
        if text.match_indices(home).any(is_path) {
            faults.push(format!("a path in {home}"));
        }
    }
    faults
}

#[test]
fn nothing_is_fetched_from_a_place_of_our_own_choosing() {
    let tree = tree(&root());
    let mut faults = Vec::new();
    for path in tree.iter().filter(|path| !path.ends_with('/')) {
        let is_script = [".ci/", ".cargo/", "scripts/"]
            .iter()
            .any(|folder| path.starts_with(folder));
        if is_script || path.ends_with("Cargo.toml") || path.as_str() == "Cargo.lock" {
            faults.extend(
                fetch_faults(&read(path))
                    .into_iter()
                    .map(|fault| format!("{path}: {fault}")),
            );
        }
    }
    assert_none(&faults, "package managers know where their packages are");
}

fn fetch_faults(text: &str) -> Vec<String> {
    let crates_io = "source = \"registry+https://github.com/rust-lang/crates.io-index\"";
    text.lines()
        .filter(|line| line.contains("://") && *line != crates_io)
        .map(|line| format!("names a host: {line}"))
        .collect()
}

#[test]
fn generated_documents_are_what_the_program_prints() {
    let program = |arguments: &[&str]| Ok::<_, Infallible>(lagometer(arguments).within(&root()).run().stdout);
    let Ok(pages) = xtask::docs::pages(&read("README.md"), program);
    let written = |page: &xtask::docs::Page| std::fs::read_to_string(root().join(page.path)).ok();
    let faults: Vec<String> = pages
        .iter()
        .filter(|page| is_old(page, written(page)))
        .map(|page| page.path.to_owned())
        .collect();
    assert_none(&faults, "cargo xtask docs");
}

fn is_old(page: &xtask::docs::Page, written: Option<String>) -> bool {
    written.as_ref() != Some(&page.text)
}

#[test]
fn scenarios_in_documents_and_examples_are_scenarios() {
    let tree = tree(&root());
    let mut faults = Vec::new();
    let mut found = 0;
    for path in &tree {
        let scenarios = match path.rsplit_once('.') {
            Some((_, "md")) => scenarios_of(&read(path)),
            Some((_, "yaml")) if path.starts_with("examples/") || path.starts_with("fixtures/") => {
                vec![read(path)]
            }
            _ => continue,
        };
        found += scenarios.len();
        for scenario in scenarios {
            if let Err(error) = lagometer_measure::scenario::parse(&scenario, path) {
                faults.push(error.to_string());
            }
        }
    }
    assert!(
        found >= 3,
        "README, the page on scenarios and an example hold one each"
    );
    assert_none(&faults, "what we show has to run");
}

/// The blocks of YAML that have actions.
fn scenarios_of(document: &str) -> Vec<String> {
    let blocks = document.split("```yaml\n").skip(1);
    blocks
        .filter_map(|block| block.split("```").next())
        .filter(|block| block.contains("\nactions:"))
        .map(str::to_owned)
        .collect()
}

#[test]
fn the_checks_find_what_they_look_for() {
    let long_file = "\n".repeat(FILE_LINES_MAX + 1);
    let long_function = format!("fn a() {{{}}}", "\n".repeat(FUNCTION_LINES_MAX));
    assert_eq!(
        size_faults("crates/a/src/lib.rs", &Source::parse(&long_file)).len(),
        1
    );
    assert_eq!(
        size_faults("crates/a/src/lib.rs", &Source::parse(&long_function)).len(),
        1
    );
    assert!(has_inline_tests(&Source::parse("#[cfg(test)]\nmod tests { }")));
    assert!(!has_inline_tests(&Source::parse("#[cfg(test)]\nmod tests;")));
    assert!(is_banned("crates/lagometer-a/src/util.rs") && is_banned("crates/a/src/common/"));
    assert!(!is_banned("crates/a/src/utility_bill.rs"));
    assert_eq!(
        machine_faults("see /somewhere/clone/x", "/somewhere/clone").len(),
        1
    );
    assert_eq!(
        machine_faults(&format!("in {}me/notes", concat!("/", "home/")), "/none").len(),
        1
    );
    assert_eq!(machine_faults("http://localhost/page/home/x", "/none").len(), 0);
    assert_eq!(fetch_faults("curl https://example.org/x").len(), 1);
    assert_eq!(
        fetch_faults("source = \"registry+https://github.com/rust-lang/crates.io-index\"").len(),
        0
    );
    let document = "a\n```yaml\nname: x\nactions: 1\n```\nb\n```yaml\nname: y\n```\n";
    assert_eq!(scenarios_of(document), ["name: x\nactions: 1\n"]);
    assert!(lagometer_measure::scenario::parse("name: x\nactions: 1\n", "a.md").is_err());
    let page = xtask::docs::Page {
        path: "docs/cli.md",
        text: "now".to_owned(),
    };
    assert!(is_old(&page, Some("then".to_owned())) && is_old(&page, None));
    assert!(!is_old(&page, Some("now".to_owned())));
}
