//! Which function of one build is which of another one.
//!
//! A function is the same one where its name and its file are the same. Files are the same by their path
//! without host, query and the hash that bundlers put into names; files that are left on both sides are
//! the same where their own name is the only one left of its kind. Where a file has several functions of
//! a name, their places tell them apart as long as no line of the file moved: the functions whose name
//! the file has once on both sides are all where they were. Where lines moved and several are left, they
//! are one row.

use lagometer_cpu::{Function, Position, Role};
use std::collections::{BTreeMap, BTreeSet};

/// The functions of one side, by file and name.
pub(super) struct Known<'f> {
    files: BTreeMap<String, File<'f>>,
}

type File<'f> = BTreeMap<&'f str, BTreeSet<&'f Function>>;

/// Functions that are one row.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Pair<'f> {
    pub(super) name: &'f str,
    pub(super) base: BTreeSet<&'f Function>,
    pub(super) head: BTreeSet<&'f Function>,
}

/// The rows.
pub(super) struct Matching<'f> {
    pub(super) pairs: Vec<Pair<'f>>,
}

impl<'f> Known<'f> {
    pub(super) fn of(functions: impl Iterator<Item = &'f Function>) -> Known<'f> {
        let mut files: BTreeMap<String, File<'f>> = BTreeMap::new();
        for function in functions {
            let key = match function.role() {
                Role::Function => file_key(&function.url),
                // The engine's own frames are the same whatever they are called in a file.
                role => format!("{role:?}"),
            };
            let of_name = files.entry(key).or_default().entry(&function.name).or_default();
            of_name.insert(function);
        }
        Known { files }
    }
}

impl<'f> Matching<'f> {
    pub(super) fn of(base: &Known<'f>, head: &Known<'f>) -> Matching<'f> {
        let renamed = renamed(base, head);
        let mut pairs = Vec::new();
        let none = File::new();
        let mut taken = BTreeSet::new();
        for (key, file) in &base.files {
            let other = renamed.get(key).unwrap_or(key);
            taken.insert(other);
            of_file(file, head.files.get(other).unwrap_or(&none), &mut pairs);
        }
        for (_, file) in head.files.iter().filter(|(key, _)| !taken.contains(key)) {
            of_file(&none, file, &mut pairs);
        }
        Matching { pairs }
    }
}

/// Files that are called otherwise in the head, where their own names leave one way only.
fn renamed(base: &Known<'_>, head: &Known<'_>) -> BTreeMap<String, String> {
    let left = |of: &Known<'_>, other: &Known<'_>| {
        let mut names: BTreeMap<String, Vec<String>> = BTreeMap::new();
        for key in of.files.keys().filter(|key| !other.files.contains_key(*key)) {
            let name = key.rsplit(['/', '\\']).next().unwrap_or(key);
            names.entry(name.to_owned()).or_default().push(key.clone());
        }
        names
    };
    let (base, head) = (left(base, head), left(head, base));
    let only = |(name, keys): (&String, &Vec<String>)| match (&keys[..], &head.get(name)?[..]) {
        ([before], [after]) => Some((before.clone(), after.clone())),
        _ => None,
    };
    base.iter().filter_map(only).collect()
}

fn of_file<'f>(base: &File<'f>, head: &File<'f>, pairs: &mut Vec<Pair<'f>>) {
    let none = BTreeSet::new();
    let stays = has_not_moved(base, head);
    let names: BTreeSet<&'f str> = base.keys().chain(head.keys()).copied().collect();
    for name in names {
        let (before, after) = (base.get(name).unwrap_or(&none), head.get(name).unwrap_or(&none));
        let places = |functions: &BTreeSet<&'f Function>| -> BTreeSet<Position> {
            functions.iter().map(|function| function.position).collect()
        };
        let all: BTreeSet<Position> = places(before).union(&places(after)).copied().collect();
        let tells_apart = stays || places(before) == places(after) || before.is_empty() || after.is_empty();
        if !tells_apart || all.len() == 1 {
            pairs.push(Pair {
                name,
                base: before.clone(),
                head: after.clone(),
            });
            continue;
        }
        for position in all {
            let at = |functions: &BTreeSet<&'f Function>| {
                let functions = functions.iter().copied();
                functions
                    .filter(|function| function.position == position)
                    .collect()
            };
            pairs.push(Pair {
                name,
                base: at(before),
                head: at(after),
            });
        }
    }
}

/// Whether the functions whose name stands once in the file on both sides are where they were. Where
/// there are none, nothing is known.
fn has_not_moved(base: &File<'_>, head: &File<'_>) -> bool {
    let only = |functions: &BTreeSet<&Function>| match functions.len() {
        1 => functions.first().map(|function| function.position),
        _ => None,
    };
    let mut witnesses = base
        .iter()
        .filter(|(name, _)| !name.is_empty())
        .filter_map(|(name, functions)| Some((only(functions)?, only(head.get(name)?)?)))
        .peekable();
    witnesses.peek().is_some() && witnesses.all(|(before, after)| before == after)
}

/// The path of an address without what changes from build to build.
fn file_key(url: &str) -> String {
    let path = url.split(['?', '#']).next().unwrap_or(url);
    let path = match path.split_once("://") {
        Some((_, rest)) => rest.find('/').map_or("", |at| &rest[at..]),
        None => path,
    };
    let at = path.rfind(['/', '\\']).map_or(0, |at| at + 1);
    format!("{}{}", &path[..at], without_hash(&path[at..]))
}

/// A name of a file without the part that only says what is in it: eight characters or more, letters
/// and digits, between dots or dashes.
fn without_hash(name: &str) -> String {
    const LEAST: usize = 8;
    let is_hash = |part: &str| {
        let is_of = |of: fn(&char) -> bool| part.chars().any(|letter| of(&letter));
        part.len() >= LEAST
            && part
                .chars()
                .all(|letter| letter.is_ascii_alphanumeric() || letter == '_')
            && is_of(char::is_ascii_digit)
            && is_of(char::is_ascii_alphabetic)
    };
    let mut kept = String::new();
    for part in name.split_inclusive(['.', '-']) {
        let bare = part.trim_end_matches(['.', '-']);
        if !is_hash(bare) {
            kept.push_str(part);
        }
    }
    kept
}

#[cfg(test)]
mod tests;
