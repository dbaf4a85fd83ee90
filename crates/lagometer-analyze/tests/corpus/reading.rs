//! Where the corpus lies, and how the tests read it.

use lagometer_analyze::{Error, Limits, Rules, Source, TraceOptions, WindowChoice, trace};
use lagometer_report::{Analysis, TraceDocument};
use serde_json::Value as Json;
use std::io::Write as _;
use std::path::{Path, PathBuf};

/// The folder that holds `corpus` and `cases`.
pub fn shared() -> Option<PathBuf> {
    let beside = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared");
    let folder = std::env::var_os("LAGOMETER_SHARED").map_or(beside, PathBuf::from);
    if folder.join("corpus/trace").is_dir() && folder.join("cases/trace").is_dir() {
        return Some(folder);
    }
    let _ = writeln!(
        std::io::stderr(),
        "skipped: no corpus at {} (set LAGOMETER_SHARED)",
        folder.display()
    );
    None
}

pub fn options() -> TraceOptions {
    TraceOptions {
        window: WindowChoice::Auto,
        slice: TraceOptions::SLICE,
        long_task: TraceOptions::LONG_TASK,
        rules: Rules::Lagometer,
        refresh_hz: None,
        hash: false,
        strict: false,
        limits: Limits::default(),
    }
}

pub fn read_with(path: &Path, options: &TraceOptions) -> Result<TraceDocument, Error> {
    let file = std::fs::File::open(path).unwrap();
    let source = Source {
        name: path.file_name().unwrap().to_string_lossy().into_owned(),
        bytes_on_disk: None,
        reader: Box::new(file),
    };
    trace(source, options)
}

pub fn read(path: &Path) -> TraceDocument {
    match read_with(path, &options()) {
        Ok(document) => document,
        Err(error) => panic!("{}: {error}", path.display()),
    }
}

pub fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).unwrap();
    let mut files: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).collect();
    files.retain(|path| path.is_file());
    files.sort();
    files
}

pub fn json(path: &Path) -> Json {
    serde_json::from_slice(&std::fs::read(path).unwrap()).unwrap()
}

pub fn value(analysis: &Analysis, id: &str) -> f64 {
    let value = analysis.metrics.get(id).unwrap_or_else(|| panic!("no `{id}`"));
    value
        .value
        .unwrap_or_else(|| panic!("`{id}` is absent: {value:?}"))
        .0
}

pub fn reason<'a>(analysis: &'a Analysis, id: &str) -> &'a str {
    let value = analysis.metrics.get(id).unwrap_or_else(|| panic!("no `{id}`"));
    let reason = value.reason.as_deref();
    reason.unwrap_or_else(|| panic!("`{id}` has a value: {value:?}"))
}

pub fn homes(analysis: &Analysis) -> Vec<(i64, i64)> {
    let windows = analysis.main_thread.windows.iter();
    windows.map(|window| (window.pid, window.tid)).collect()
}

pub fn diagnostic(document: &TraceDocument, code: &str) -> u64 {
    let found = document
        .diagnostics
        .iter()
        .find(|diagnostic| diagnostic.code == code);
    found.map_or(0, |diagnostic| diagnostic.count)
}
