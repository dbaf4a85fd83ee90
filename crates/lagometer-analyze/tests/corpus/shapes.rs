//! One trace in many shapes: all whole ones give one answer, cut ones that of the whole part.

use crate::main_thread::{run_tasks, union};
use crate::reading::*;
use flate2::read::MultiGzDecoder;
use lagometer_report::Analysis;
use serde_json::Value as Json;
use std::io::Read;

#[test]
fn all_shapes_of_one_trace_give_the_same_or_the_right_part() {
    let Some(shared) = shared() else { return };
    let folder = shared.join("corpus/trace/variants");
    let paths = files(&folder);
    assert_eq!(paths.len(), 15);
    let reference = read(&shared.join("corpus/trace/chromium156/chromium156-longtasks.json.gz")).analysis;
    for path in paths {
        let name = path
            .file_name()
            .unwrap()
            .to_string_lossy()
            .replace(".json.gz", "");
        let document = read(&path);
        let analysis = &document.analysis;
        let cut = document.input.partial.clone();
        match name.as_str() {
            "empty-array" | "empty-object" => {
                assert_eq!((document.input.events, &cut), (0, &None), "{name}");
                for (id, value) in &analysis.metrics {
                    assert_eq!(value.reason.as_deref(), Some("empty-window"), "{name}: {id}");
                }
                continue;
            }
            "object-truncated-mid-event" => {
                let cut = cut.unwrap();
                assert!(cut.whole_to_byte < cut.byte, "{cut:?}");
                assert_eq!(document.input.text_bytes, cut.byte);
                assert_eq!(cut.text, "the input ends inside an event");
                assert!(!document.input.complete && document.input.events < 11_679);
                assert_eq!(homes(analysis), [(26_410, 26_410)]);
                // What is whole of it: counted here from the lines of the file.
                let mut text = String::new();
                let file = std::fs::File::open(&path).unwrap();
                MultiGzDecoder::new(file).read_to_string(&mut text).unwrap();
                let whole = format!("{}]}}", &text[..cut.whole_to_byte as usize]);
                let whole: Json = serde_json::from_str(&whole).unwrap();
                let events = whole["traceEvents"].as_array().unwrap();
                assert_eq!(document.input.events, events.len() as u64);
                let busy = union(&run_tasks(events, 26_410, 26_410));
                assert_eq!(value(analysis, "busy_time"), busy as f64);
                continue;
            }
            "array-unclosed" | "array-unclosed-comma" | "object-no-close" => {
                let cut = cut.as_ref().unwrap();
                assert_eq!(cut.byte, document.input.text_bytes, "{name}");
                assert!(
                    cut.text.contains("the list of events is not closed"),
                    "{name}: {}",
                    cut.text
                );
            }
            _ => assert_eq!(cut, None, "{name}"),
        }
        assert_eq!(document.input.events, reference_events(&name), "{name}");
        assert_eq!(homes(analysis), [(26_410, 26_410)], "{name}");
        assert_eq!(value(analysis, "busy_time"), 1_044_437.0, "{name}");
        assert_eq!(value(analysis, "task_count"), 71.0, "{name}");
        assert_eq!(value(analysis, "long_task/count"), 6.0, "{name}");
        let measures: usize = analysis
            .user_timings
            .iter()
            .map(|timing| timing.samples_us.len())
            .sum();
        assert_eq!(measures, 11, "{name}");
        assert_eq!(diagnostic(&document, "open-tasks-at-end"), 6, "{name}");
        assert_eq!(diagnostic(&document, "trailing-comma"), 0, "{name}");
        if name == "begin-end" {
            // Ends without a thread clock have no CPU time; everything else is the same.
            assert_eq!(reason(analysis, "main_thread_cpu_time"), "no-thread-time");
            continue;
        }
        // Why something is absent is another matter in a file that is cut.
        let numbers = |analysis: &Analysis| {
            let numbers = analysis
                .metrics
                .iter()
                .map(|(id, value)| (id.clone(), value.value));
            numbers.collect::<Vec<_>>()
        };
        assert!(numbers(analysis) == numbers(&reference), "{name}");
        assert!(analysis.long_tasks == reference.long_tasks, "{name}");
        assert!(analysis.user_timings == reference.user_timings, "{name}");
        assert!(analysis.series == reference.series, "{name}");
        assert!(cut.is_some() || *analysis == reference, "{name}");
    }
}

/// The events of a variant: in `begin-end` every complete one became two.
fn reference_events(name: &str) -> u64 {
    match name {
        "begin-end" => 21_292,
        _ => 11_679,
    }
}
