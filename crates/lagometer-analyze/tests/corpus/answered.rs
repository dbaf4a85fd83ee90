//! Every file of the corpus: an answer whose numbers can be, or a refusal with its place.

use crate::reading::*;
use lagometer_report::TraceDocument;

/// Every number is finite, no share is over one, nothing that cannot be is negative.
pub fn check_sane(name: &str, document: &TraceDocument) {
    let analysis = &document.analysis;
    for (id, value) in &analysis.metrics {
        assert_eq!(value.value.is_none(), value.reason.is_some(), "{name}: {id}");
        let Some(number) = value.value else { continue };
        assert!(number.0.is_finite(), "{name}: {id}");
        assert!(
            number.0 >= 0.0 || id.ends_with("/growth"),
            "{name}: {id} {number:?}"
        );
        if id.starts_with("busy_rate/") && !id.ends_with("/count") {
            assert!(number.0 <= 1.0, "{name}: {id} {number:?}");
        }
    }
    for series in analysis.series.values() {
        assert!(
            series.values.iter().flatten().all(|value| value.0.is_finite()),
            "{name}"
        );
    }
    assert!(analysis.window.start_us <= analysis.window.end_us, "{name}");
}

#[test]
fn every_trace_of_the_corpus_is_answered_or_refused_with_a_place() {
    let Some(shared) = shared() else { return };
    let (mut answered, mut refused) = (0, Vec::new());
    for folder in ["chromium156", "devtools", "other", "variants"] {
        for path in files(&shared.join("corpus/trace").join(folder)) {
            let name = path.file_name().unwrap().to_string_lossy().into_owned();
            if !name.ends_with(".gz") {
                continue;
            }
            match read_with(&path, &options()) {
                Ok(document) => {
                    check_sane(&name, &document);
                    answered += 1;
                }
                Err(error) => {
                    assert!(error.place().is_some(), "{name}: {error}");
                    assert!(!error.what().is_empty(), "{name}");
                    refused.push(name);
                }
            }
        }
    }
    assert!(answered > 190, "{answered} answered");
    // What is refused is no trace: profiles that lie among the traces, and a heap in another form.
    let is_no_trace = |name: &&String| !name.contains("cpuprofile");
    let others: Vec<&String> = refused.iter().filter(is_no_trace).collect();
    assert!(others.len() <= 8, "refused: {others:?}");
}

#[test]
fn the_overflowed_buffer_is_told() {
    let Some(shared) = shared() else { return };
    let document = read(&shared.join("corpus/trace/chromium156/chromium156-overflow.json.gz"));
    assert_eq!(document.capture.lost, Some(true));
    assert_eq!(document.capture.chunks_discarded, Some(1_330));
    let field = document.capture.field.as_deref();
    assert_eq!(field, Some("metadata.trace_processor_stats.traced_buf[0]"));
    // That a category is nowhere in a file that lost events says nothing of the recording.
    for (id, value) in &document.analysis.metrics {
        assert_ne!(value.reason.as_deref(), Some("category-off"), "{id}");
    }
}
