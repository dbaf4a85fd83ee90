//! A heap snapshot of a page, streamed to disk.
//!
//! The browser sends the snapshot as text in about as many messages as it has megabytes. At most a few
//! of them are in memory: one is decoded and written while the next ones wait, and while they wait the
//! browser is not read, so it waits, too. The heap is that of the page's main thread, with the frames
//! that share its process; workers and frames in processes of their own have heaps of their own.

mod counts;
mod decoder;
mod kept;
mod writing;

use crate::cdp::{CallError, Connection, protocol};
use crate::error::ErrorKind;
use crate::page::Page;
use serde_json::json;
use std::fs::File;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;
use tokio::time::Instant;
use writing::{Failure, Written};

pub(crate) use kept::Snapshots;
pub use kept::TakenSnapshot;

/// Building the snapshot of a large heap takes minutes; how long without any sign of life, bounds it.
const ANSWER_LIMIT: Duration = Duration::from_secs(24 * 60 * 60);
/// So long nothing may come. Before the first sign lie some collections of the whole heap.
const STALL_LIMIT: Duration = Duration::from_secs(120);
/// How often is looked for progress.
const TICK: Duration = Duration::from_millis(200);

/// How far a snapshot is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SnapshotProgress {
    /// The browser looks through the heap.
    Building {
        /// How many objects it has seen.
        done: u64,
        /// How many there will be, about.
        total: u64,
    },
    /// The snapshot is written.
    Writing {
        /// How much of its text.
        bytes: u64,
    },
}

/// What was written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SnapshotFile {
    /// The size of the file.
    pub bytes: u64,
    /// SHA-256 over the file, in hexadecimal.
    pub sha256: String,
    /// The size of the snapshot's text: of a file that is not packed, the same as its size.
    pub text_bytes: u64,
    /// How many nodes the snapshot says that it has; absent where it does not say it.
    pub nodes: Option<u64>,
    /// How many edges it says that it has.
    pub edges: Option<u64>,
}

/// A heap that is not in the snapshot of a page, though it belongs to it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OtherHeap {
    /// What has it, as the protocol says it: `worker`, `iframe`.
    pub kind: String,
    /// Its address; empty where the browser does not say it.
    pub url: String,
}

/// Takes a snapshot of the heap of the page's main thread. `file` is written from its beginning, `path`
/// is what errors call it; what is in it after an error is of no use.
pub(crate) async fn take(
    page: &Page,
    (file, path): (File, &Path),
    gzip: bool,
    progress: &dyn Fn(SnapshotProgress),
) -> Result<SnapshotFile, ErrorKind> {
    let session = &page.session;
    let failed = CallError::into_kind;
    // As long as the domain is enabled an object keeps its id, from one snapshot to the next.
    let enabled = session.call(&protocol::HEAP_PROFILER_ENABLE, json!({})).await;
    enabled.map_err(failed)?;
    let mut reports = session.events(&[protocol::HEAP_PROFILER_REPORT_PROGRESS]);
    let (chunks, received) = session.chunks();
    let text_bytes = Arc::new(AtomicU64::new(0));
    let told = text_bytes.clone();
    let mut writer = tokio::task::spawn_blocking(move || writing::write(received, file, gzip, &told));
    let parameters = json!({"reportProgress": true});
    let answer = session.call_within(&protocol::HEAP_PROFILER_TAKE_SNAPSHOT, parameters, ANSWER_LIMIT);
    tokio::pin!(answer);
    let mut tick = tokio::time::interval(TICK);
    let mut signs = Signs::new();
    loop {
        tokio::select! {
            biased;
            answered = &mut answer => {
                answered.map_err(failed)?;
                break;
            }
            // Before the answer it can only end because it cannot write.
            ended = &mut writer => return finished(ended, path).and(Err(missing())),
            report = session.next(&mut reports) => {
                let report = report.map_err(failed)?;
                if let (Some(done), Some(total)) = (report.params["done"].as_u64(), report.params["total"].as_u64()) {
                    progress(SnapshotProgress::Building { done, total });
                }
                signs.seen();
            }
            _ = tick.tick() => {
                let bytes = text_bytes.load(Ordering::Relaxed);
                if signs.has_grown_to(bytes) {
                    progress(SnapshotProgress::Writing { bytes });
                }
                signs.check()?;
            }
        }
    }
    let is_whole = chunks.end();
    let written = finished(writer.await, path)?;
    if !is_whole || written.text_bytes == 0 {
        return Err(missing());
    }
    let Written {
        bytes,
        sha256,
        text_bytes,
        counts,
    } = written;
    Ok(SnapshotFile {
        bytes,
        sha256,
        text_bytes,
        nodes: counts.nodes,
        edges: counts.edges,
    })
}

/// When something came the last time.
struct Signs {
    last: Instant,
    bytes: u64,
}

impl Signs {
    fn new() -> Signs {
        Signs {
            last: Instant::now(),
            bytes: 0,
        }
    }

    fn seen(&mut self) {
        self.last = Instant::now();
    }

    fn has_grown_to(&mut self, bytes: u64) -> bool {
        let has_grown = bytes > self.bytes;
        if has_grown {
            self.bytes = bytes;
            self.seen();
        }
        has_grown
    }

    fn check(&self) -> Result<(), ErrorKind> {
        if self.last.elapsed() < STALL_LIMIT {
            return Ok(());
        }
        Err(ErrorKind::SnapshotStalled { waited: STALL_LIMIT })
    }
}

fn finished(
    ended: Result<Result<Written, Failure>, tokio::task::JoinError>,
    path: &Path,
) -> Result<Written, ErrorKind> {
    match ended {
        Ok(Ok(written)) => Ok(written),
        Ok(Err(Failure::File(error))) => Err(not_written(path.to_owned(), &error)),
        Ok(Err(Failure::Chunk(message))) => Err(ErrorKind::protocol(format!(
            "a part of the heap snapshot cannot be read: {message}"
        ))),
        Err(error) => Err(not_written(path.to_owned(), &std::io::Error::other(error))),
    }
}

fn missing() -> ErrorKind {
    ErrorKind::protocol("a part of the heap snapshot is missing")
}

/// The error of a snapshot's file.
pub(crate) fn not_written(path: PathBuf, error: &std::io::Error) -> ErrorKind {
    ErrorKind::SnapshotNotWritten {
        path,
        message: error.to_string(),
    }
}

/// Popups are other pages, and the browser's own windows are nobody's.
fn has_own_heap(kind: &str) -> bool {
    kind == "iframe" || kind.ends_with("worker") || kind.ends_with("worklet")
}

/// What of a page has a heap of its own: workers, and frames in other processes. Everything in the
/// page's context is its own.
pub(crate) async fn other_heaps(
    connection: &Connection,
    context_id: &str,
    limit: Duration,
) -> Result<Vec<OtherHeap>, CallError> {
    let reply = connection
        .call_within(&protocol::TARGET_GET_TARGETS, json!({}), limit)
        .await?;
    let targets = reply.value["targetInfos"]
        .as_array()
        .ok_or_else(|| reply.lacks("targetInfos"))?;
    let mut others: Vec<OtherHeap> = targets
        .iter()
        .filter(|target| target["browserContextId"] == context_id)
        .filter_map(|target| {
            let kind = target["type"].as_str().filter(|kind| has_own_heap(kind))?;
            Some(OtherHeap {
                kind: kind.to_owned(),
                url: target["url"].as_str().unwrap_or("").to_owned(),
            })
        })
        .collect();
    others.sort_by(|a, b| (&a.kind, &a.url).cmp(&(&b.kind, &b.url)));
    Ok(others)
}
