//! Paths that documents and comments name between backticks, and whether they exist.

use super::arrows::ticked;
use std::collections::BTreeSet;

/// Every file of the project, relative to its root, and every folder with a `/` at its end.
pub type Tree = BTreeSet<String>;

/// The paths named in `text` that are not in the tree.
pub fn missing<'a>(tree: &Tree, text: &'a str) -> Vec<&'a str> {
    let mut inside_block = false;
    let mut missing = Vec::new();
    for line in text.lines() {
        if line.trim_start().starts_with("```") {
            inside_block = !inside_block;
        } else if !inside_block {
            missing.extend(ticked(line).filter(|word| is_claim(tree, word) && !exists(tree, word)));
        }
    }
    missing
}

/// Whether a word between backticks says that there is such a file in the project: it starts with
/// one of its folders, or it is a Rust source or a document. Anything else (`trace.json.gz`,
/// `busy_rate/mean`) may be a file of the user's, or no file at all.
fn is_claim(tree: &Tree, word: &str) -> bool {
    let plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | '_' | '-' | '/');
    if word.is_empty() || !word.chars().all(plain) || word.starts_with(['/', '-']) {
        return false;
    }
    let in_a_folder = match word.split_once('/') {
        Some((first, _)) => tree.contains(&format!("{first}/")) || tree.contains(&format!("crates/{first}/")),
        None => false,
    };
    in_a_folder || word.ends_with(".rs") || word.ends_with(".md")
}

/// A path may start at any folder: the end of one is enough.
fn exists(tree: &Tree, word: &str) -> bool {
    let ends_with = |path: &String| {
        let path = path.trim_end_matches('/');
        let word = word.trim_start_matches("../").trim_end_matches('/');
        match path.strip_suffix(word) {
            Some(before) => before.is_empty() || before.ends_with('/'),
            None => false,
        }
    };
    tree.iter().any(ends_with)
}

#[test]
fn a_path_that_is_gone_is_found_and_one_that_is_there_is_not() {
    let tree: Tree = [
        "ARCHITECTURE.md",
        "docs/",
        "docs/formats.md",
        "crates/lagometer-trace/",
        "crates/lagometer-trace/src/",
        "crates/lagometer-trace/src/thread.rs",
    ]
    .map(str::to_owned)
    .into();
    for there in [
        "`docs/formats.md`",
        "`thread.rs`",
        "`lagometer-trace/src/`",
        "`ARCHITECTURE.md`",
        "`docs/`",
    ] {
        assert_eq!(missing(&tree, there), [""; 0], "{there}");
    }
    for gone in [
        "docs/plan.md",
        "scheduler.rs",
        "lagometer-trace/src/metric/",
        "NOTES.md",
    ] {
        assert_eq!(missing(&tree, &format!("see `{gone}`, it is there")), [gone]);
    }
    for no_claim in [
        "`busy_rate/mean`",
        "`trace.json.gz`",
        "`/grid.html`",
        "`docs/<name>.md`",
        "`a b/c.rs d`",
    ] {
        assert_eq!(missing(&tree, no_claim), [""; 0], "{no_claim}");
    }
    assert_eq!(
        missing(&tree, "```text\n`docs/plan.md`\n```\n`docs/plan.md`"),
        ["docs/plan.md"]
    );
}
