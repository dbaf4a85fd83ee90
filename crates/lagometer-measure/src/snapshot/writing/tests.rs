use super::{Failure, Written, write};
use crate::cdp::Chunk;
use crate::snapshot::counts::Counts;
use sha2::{Digest, Sha256};
use std::fs::{self, File};
use std::io::Read;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use tokio::sync::mpsc;

fn message(text: &str) -> Chunk {
    let event = serde_json::json!({"method": "HeapProfiler.addHeapSnapshotChunk", "params": {"chunk": text}});
    Chunk::of(event.to_string().into_bytes())
}

/// What is written of these chunks, and the file.
fn written(chunks: Vec<Chunk>, gzip: bool) -> (Result<Written, Failure>, Vec<u8>) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("file");
    let (sender, receiver) = mpsc::channel(chunks.len().max(1));
    for chunk in chunks {
        sender.try_send(chunk).unwrap();
    }
    drop(sender);
    let progress = Arc::new(AtomicU64::new(0));
    let outcome = write(receiver, File::create(&path).unwrap(), gzip, &progress);
    if let Ok(written) = &outcome {
        assert_eq!(progress.load(Ordering::Relaxed), written.text_bytes);
    }
    (outcome, fs::read(path).unwrap())
}

const TEXT: &str = r#"{"snapshot":{"meta":{},"node_count":1,"edge_count":0},"strings":["\"\\ä🍏"]}"#;

fn sha256(bytes: &[u8]) -> String {
    Sha256::digest(bytes)
        .iter()
        .map(|byte| format!("{byte:02x}"))
        .collect()
}

#[test]
fn chunks_are_one_text_whatever_their_size() {
    for size in [1, 7, 100] {
        let characters: Vec<char> = TEXT.chars().collect();
        let chunks = characters
            .chunks(size)
            .map(|piece| message(&piece.iter().collect::<String>()));
        let (outcome, file) = written(chunks.collect(), false);
        assert_eq!(file, TEXT.as_bytes(), "in pieces of {size}");
        let outcome = outcome.unwrap();
        assert_eq!(
            (outcome.bytes, outcome.text_bytes),
            (file.len() as u64, file.len() as u64)
        );
        assert_eq!(outcome.sha256, sha256(&file));
    }
}

#[test]
fn the_head_tells_the_counts() {
    let (outcome, _) = written(vec![message(TEXT)], false);
    let counts = Counts {
        nodes: Some(1),
        edges: Some(0),
    };
    assert_eq!(outcome.unwrap().counts, counts);
}

#[test]
fn a_packed_file_holds_the_text_and_is_hashed_as_it_lies_there() {
    let (outcome, file) = written(vec![message(TEXT)], true);
    let outcome = outcome.unwrap();
    assert_eq!(outcome.sha256, sha256(&file));
    assert_eq!(
        (outcome.bytes, outcome.text_bytes),
        (file.len() as u64, TEXT.len() as u64)
    );
    let mut text = String::new();
    flate2::read::GzDecoder::new(file.as_slice())
        .read_to_string(&mut text)
        .unwrap();
    assert_eq!(text, TEXT);
}

#[test]
fn a_message_without_a_chunk_is_an_error() {
    for event in [
        r#"{"params":{}}"#,
        r#"{"params":{"chunk":1}}"#,
        r#"{"params":{"chunk":"\x"}}"#,
    ] {
        let (outcome, _) = written(vec![Chunk::of(event.as_bytes().to_vec())], false);
        assert!(matches!(outcome, Err(Failure::Chunk(_))), "{event}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_ends_the_writing() {
    let (sender, receiver) = mpsc::channel(1);
    sender.try_send(message(TEXT)).unwrap();
    let full = File::options().write(true).open("/dev/full").unwrap();
    let outcome = write(receiver, full, false, &Arc::default());
    let Err(Failure::File(error)) = outcome else {
        panic!("{outcome:?}");
    };
    assert_eq!(error.kind(), std::io::ErrorKind::StorageFull);
    // Who sends notices.
    assert!(sender.is_closed());
}
