//! Which commit of which source tree a scenario stands in, read from git's own files.
//!
//! git is not run: it may be missing, and a repository of a stranger can make it run programs.
//! Whether files differ from the commit is not known without hashing them all, so `dirty` is null.

use lagometer_report::SourceState;
use std::fs::{self, File};
use std::io::{self, Read as _};
use std::path::{Component, Path, PathBuf};

/// More than any `HEAD` or ref holds.
const MAX_REF_BYTES: u64 = 4_096;
/// More than the `packed-refs` of any repository that people work in.
const MAX_PACKED_REFS_BYTES: u64 = 256 * 1024 * 1024;
/// Symbolic refs that lead to symbolic refs; git stops at 5 too.
const MAX_SYMBOLIC: usize = 5;
/// Folders above the scenario.
const MAX_PARENTS: usize = 256;

/// The commit that is checked out around `folder`; `None` where there is no repository, no commit
/// yet, or a form of storing refs that is not known here.
pub fn around(folder: &Path) -> Option<SourceState> {
    let folder = fs::canonicalize(folder).ok()?;
    let git = folder.ancestors().take(MAX_PARENTS).find_map(git_folder)?;
    let commit = commit(&git)?;
    Some(SourceState { commit, dirty: None })
}

/// `.git` itself, or the folder that it names in a worktree or submodule.
fn git_folder(folder: &Path) -> Option<PathBuf> {
    let git = folder.join(".git");
    if git.is_dir() {
        return Some(git);
    }
    let text = read_small(&git).ok()?;
    let named = text.strip_prefix("gitdir:")?.trim();
    let named = folder.join(named);
    named.is_dir().then_some(named)
}

fn commit(git: &Path) -> Option<String> {
    let mut text = read_small(&git.join("HEAD")).ok()?;
    // In a worktree only HEAD is its own; the refs are those of the repository it belongs to.
    let common = match read_small(&git.join("commondir")) {
        Ok(named) => git.join(named.trim()),
        Err(_) => git.to_owned(),
    };
    for _ in 0..MAX_SYMBOLIC {
        let Some(name) = text.strip_prefix("ref:") else {
            return hash(text.trim());
        };
        let name = name.trim().to_owned();
        if !is_ref_name(&name) {
            return None;
        }
        let loose = read_small(&git.join(&name)).or_else(|_| read_small(&common.join(&name)));
        match loose {
            Ok(found) => text = found,
            Err(_) => return packed(&common.join("packed-refs"), &name),
        }
    }
    None
}

/// A ref stays below its folder, whatever the file says.
fn is_ref_name(name: &str) -> bool {
    let inside = Path::new(name)
        .components()
        .all(|part| matches!(part, Component::Normal(_)));
    inside && name.starts_with("refs/")
}

/// Looks for `HASH NAME` in `packed-refs`.
fn packed(path: &Path, name: &str) -> Option<String> {
    let text = read_bounded(path, MAX_PACKED_REFS_BYTES).ok()?;
    text.lines()
        .filter_map(|line| line.split_once(' '))
        .find(|(_, found)| *found == name)
        .and_then(|(commit, _)| hash(commit))
}

/// A SHA-1 or SHA-256 in hex.
fn hash(text: &str) -> Option<String> {
    let hex = text
        .bytes()
        .all(|byte| byte.is_ascii_digit() || (b'a'..=b'f').contains(&byte));
    (hex && [40, 64].contains(&text.len())).then(|| text.to_owned())
}

fn read_small(path: &Path) -> io::Result<String> {
    read_bounded(path, MAX_REF_BYTES)
}

fn read_bounded(path: &Path, bytes: u64) -> io::Result<String> {
    // A pipe or device in the place of a ref would be waited for without end.
    if !fs::metadata(path)?.is_file() {
        return Err(io::ErrorKind::InvalidInput.into());
    }
    let mut text = String::new();
    File::open(path)?.take(bytes).read_to_string(&mut text)?;
    Ok(text)
}

#[cfg(test)]
mod tests;
