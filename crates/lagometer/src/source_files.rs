//! Scripts, source maps and sources on this machine, by the addresses that recordings give.

use lagometer_analyze::{Files, Found, ScriptMap};
use lagometer_measure::site;
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::fs::File;
use std::io::Read as _;
use std::path::{Path, PathBuf};

/// Reads what lies on this machine, and nothing else: what is served somewhere is not fetched.
pub struct SourceFiles;

/// Larger than any source map of a program.
const MAX_BYTES: u64 = 1 << 30;

/// What a script, a map or a source is called. A recording may name any file of this machine; what is
/// no source is not opened for it.
const ENDINGS: [&str; 14] = [
    "js", "mjs", "cjs", "jsx", "ts", "mts", "cts", "tsx", "map", "vue", "svelte", "astro", "coffee", "html",
];

impl Files for SourceFiles {
    fn read(&self, address: &str) -> Found {
        path(address).map_or(Found::Nothing, |path| read(&path))
    }
}

/// The files of a folder by the addresses at which it was served, and what else lies on this machine.
/// Remembers what it gave of the folder.
pub struct ServedFiles<'a> {
    folder: &'a Path,
    base_url: &'a str,
    given: RefCell<BTreeMap<String, Vec<u8>>>,
}

impl<'a> ServedFiles<'a> {
    /// Of this folder, which was served at `base_url`.
    pub fn new(folder: &'a Path, base_url: &'a str) -> ServedFiles<'a> {
        ServedFiles {
            folder,
            base_url,
            given: RefCell::default(),
        }
    }

    /// What was asked for and found in the folder, by address.
    pub fn into_given(self) -> BTreeMap<String, Vec<u8>> {
        self.given.into_inner()
    }
}

impl Files for ServedFiles<'_> {
    fn read(&self, address: &str) -> Found {
        let served = site::file_of(self.folder, self.base_url, address).filter(|path| is_source(path));
        let Some(path) = served else {
            return SourceFiles.read(address);
        };
        let found = read(&path);
        if let Found::Text(bytes) = &found {
            self.given.borrow_mut().insert(address.to_owned(), bytes.clone());
        }
        found
    }
}

/// Files that were kept under their addresses, and what else lies on this machine.
pub struct KeptFiles(BTreeMap<String, PathBuf>);

impl KeptFiles {
    /// With these files, by address.
    pub fn new(files: BTreeMap<String, PathBuf>) -> KeptFiles {
        KeptFiles(files)
    }
}

impl Files for KeptFiles {
    fn read(&self, address: &str) -> Found {
        match self.0.get(address) {
            Some(file) => read(file),
            None => SourceFiles.read(address),
        }
    }
}

fn read(path: &Path) -> Found {
    let Ok(file) = File::open(path) else {
        return Found::Nothing;
    };
    match file.metadata() {
        Ok(metadata) if !metadata.is_file() => return Found::Nothing,
        Ok(_) => {}
        Err(error) => return Found::Unreadable(error.to_string()),
    }
    let mut bytes = Vec::new();
    match file.take(MAX_BYTES + 1).read_to_end(&mut bytes) {
        Err(error) => Found::Unreadable(error.to_string()),
        Ok(_) if bytes.len() as u64 > MAX_BYTES => Found::Unreadable("larger than 1 GiB".to_owned()),
        Ok(_) => Found::Text(bytes),
    }
}

/// The maps that were named with `--source-map [SCRIPT=]FILE`.
pub fn script_maps(given: &[String]) -> Vec<ScriptMap> {
    let map = |given: &String| {
        // A name of a file may hold the sign too.
        match given.split_once('=').filter(|_| !Path::new(given).exists()) {
            Some((script, map)) => ScriptMap {
                script: Some(script.to_owned()),
                map: map.to_owned(),
            },
            None => ScriptMap {
                script: None,
                map: given.clone(),
            },
        }
    };
    given.iter().map(map).collect()
}

/// The file that an address means: a path, or a `file:` URL.
fn path(address: &str) -> Option<PathBuf> {
    let path = match address.strip_prefix("file://") {
        Some(rest) => percent_decoded(&rest[rest.find('/')?..])?,
        None if address.contains("://") => return None,
        None => address.to_owned(),
    };
    let path = PathBuf::from(path);
    is_source(&path).then_some(path)
}

fn is_source(path: &Path) -> bool {
    let ending = path.extension().and_then(|ending| ending.to_str());
    ending.is_some_and(|ending| ENDINGS.contains(&ending.to_ascii_lowercase().as_str()))
}

/// `%20` and the like as the bytes that they stand for.
fn percent_decoded(text: &str) -> Option<String> {
    let mut decoded = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let Some((first, after)) = rest.split_first() {
        let code = after.get(..2).filter(|_| *first == b'%');
        let byte = code.and_then(|code| u8::from_str_radix(std::str::from_utf8(code).ok()?, 16).ok());
        match byte {
            Some(byte) => {
                decoded.push(byte);
                rest = &after[2..];
            }
            None => {
                decoded.push(*first);
                rest = after;
            }
        }
    }
    String::from_utf8(decoded).ok()
}

#[cfg(test)]
mod tests;
