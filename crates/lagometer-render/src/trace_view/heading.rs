//! What was read: the file, the main thread, the window, the capture.

use crate::facts::Fact;
use crate::shown::{self, Absence};
use crate::{Style, number};
use lagometer_report::{Analysis, MainThread, TraceDocument};

/// The lines on top of the numbers.
pub(crate) fn heading(document: &TraceDocument, style: &Style) -> Vec<Fact> {
    let analysis = &document.analysis;
    let mut facts = vec![Fact::new(&document.input.name, input(document))];
    facts.push(Fact::new("main thread", main_thread(&analysis.main_thread)));
    if style.verbose > 0 {
        for rejected in &analysis.main_thread.rejected {
            let text = format!("pid {} tid {}: {}", rejected.pid, rejected.tid, rejected.why);
            facts.push(Fact::new("  not taken", text));
        }
    }
    facts.push(Fact::new("window", window(analysis)));
    if analysis.options.rules != "lagometer" {
        facts.push(Fact::new("rules", rules(&analysis.options.rules)));
    }
    facts.push(Fact::new("capture", capture(document)));
    facts
}

/// `2,719.6 KiB, JSON object, 11,679 events, Chrome 156`.
fn input(document: &TraceDocument) -> String {
    let input = &document.input;
    let mut parts = vec![number::size(input.bytes)];
    if input.container == "gzip" {
        parts.push(format!("gzip of {}", number::size(input.text_bytes)));
    }
    parts.push(format!("JSON {}", input.form));
    let events = if input.events == 1 { "event" } else { "events" };
    parts.push(format!("{} {events}", number::count(input.events)));
    parts.extend(input.browser.clone());
    parts.join(", ")
}

fn main_thread(main_thread: &MainThread) -> String {
    let Some(method) = &main_thread.method else {
        let absence = Absence::new(main_thread.reason.as_deref(), main_thread.detail.as_deref());
        return format!("{} {}", shown::NOT_AVAILABLE, absence.text());
    };
    let places = main_thread.windows.iter().enumerate().map(|(at, window)| {
        let from = match at {
            0 => String::new(),
            _ => format!("from {} ", number::millis(window.start_us)),
        };
        format!("{from}pid {} tid {}", window.pid, window.tid)
    });
    let places: Vec<String> = places.collect();
    let mut text = places.join(", ");
    if let Some(confidence) = &main_thread.confidence {
        text.push_str(&format!(", {confidence}"));
    }
    text.push_str(": ");
    text.push_str(method_in_words(method));
    text
}

/// How the main thread was found, in words.
fn method_in_words(method: &str) -> &str {
    match method {
        "cdp-frame" => "the frame that the browser named",
        "tracing-started-frame" => "frame in TracingStartedInBrowser",
        "tracing-started-in-page" => "thread of TracingStartedInPage",
        "lagometer-mark" => "it carries the lagometer marks",
        "only-renderer" => "the only renderer that can show a page",
        "navigation" => "a page was loaded into its main frame",
        "most-task-time" => "it has the most task time",
        other => other,
    }
}

/// `whole trace, 1,399.6 ms (it holds no lagometer marks)`.
fn window(analysis: &Analysis) -> String {
    let window = &analysis.window;
    let length = number::millis(window.end_us.saturating_sub(window.start_us));
    if window.from == "trace-start" && window.to == "trace-end" {
        let why = match window.whole_because.as_deref() {
            Some("no-marks") => " (it holds no lagometer marks)",
            Some("several-marks") => " (it holds several pairs of lagometer marks)",
            Some("several-end-marks") => " (it holds one lagometer begin mark and several end marks)",
            _ => "",
        };
        return format!("whole trace, {length}{why}");
    }
    format!("{} to {}, {length}", bound(&window.from), bound(&window.to))
}

/// `devtools: not to be compared with numbers of other rules`.
fn rules(rules: &str) -> String {
    format!("{rules}: not to be compared with numbers of other rules")
}

/// An end of a window: a mark's name, or a time in microseconds.
fn bound(text: &str) -> String {
    let time = text.strip_suffix("us").and_then(|digits| digits.parse().ok());
    time.map_or_else(|| text.to_owned(), number::short_millis)
}

/// `complete: 0 chunks discarded`, `incomplete: buffer of 1.0 MiB full, 1,330 chunks discarded`.
pub(super) fn capture(document: &TraceDocument) -> String {
    let capture = &document.capture;
    let Some(lost) = capture.lost else {
        return "the file does not tell whether events were lost".to_owned();
    };
    let mut parts = Vec::new();
    if let (true, Some(bytes)) = (lost, capture.buffer_bytes) {
        parts.push(format!("buffer of {} full", number::size(bytes)));
    }
    if let Some(count) = capture.chunks_discarded {
        let chunks = if count == 1 { "chunk" } else { "chunks" };
        parts.push(format!("{} {chunks} discarded", number::count(count)));
    }
    let word = if lost { "incomplete" } else { "complete" };
    match parts[..] {
        [] => word.to_owned(),
        _ => format!("{word}: {}", parts.join(", ")),
    }
}
