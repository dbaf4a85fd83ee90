//! Whether the numbers of a round count.

use super::{WindowMarks, clock};
use lagometer_metric::{Measured, Micros};
use lagometer_report::{Capture, Clock, Partial, RoundState, SamplesDocument, StateReason};
use lagometer_trace::{Method, TraceAnalysis};

/// From here on the start of the recording took too long: what was measured began in a browser that
/// was still busy with it.
const SLOW_TRACE_START: Micros = Micros::from_millis(1_000);

/// Above this contention wall times are too high, and the round says so.
const CONTENTION_NOTED: f64 = 0.25;

/// Above this one they say more about the machine than about the page, which is a warning.
const CONTENTION_WARNED: f64 = 0.5;

/// What is known of a round.
pub(super) struct Evidence<'e> {
    pub(super) samples: &'e SamplesDocument,
    pub(super) marks: &'e WindowMarks,
    pub(super) capture: &'e Capture,
    pub(super) cut: Option<&'e Partial>,
    pub(super) clock: &'e Clock,
    pub(super) analysis: Option<&'e TraceAnalysis>,
}

fn judged(code: &str, invalid: bool, text: impl Into<String>) -> StateReason {
    StateReason {
        code: code.to_owned(),
        text: text.into(),
        amount_us: None,
        invalidates: Some(invalid),
    }
}

/// A reason with the length of time that its words are about.
fn timed(code: &str, text: &str, amount_us: i64) -> StateReason {
    StateReason {
        amount_us: Some(amount_us),
        ..judged(code, true, text)
    }
}

/// Valid, as long as nothing speaks against it.
pub(super) fn state(reasons: &[StateReason]) -> RoundState {
    match reasons.iter().any(|reason| !reason.is_note()) {
        true => RoundState::Invalid,
        false => RoundState::Valid,
    }
}

/// Everything that speaks against a round, or is to be known about it.
pub(super) fn reasons(evidence: &Evidence<'_>) -> Vec<StateReason> {
    let mut reasons = Vec::new();
    // First, because a mark that is missing may be among what was lost.
    if let Some(text) = data_loss(evidence) {
        reasons.push(judged("data-loss", true, text));
    }
    for (mark, name) in [
        (evidence.marks.begin, &evidence.samples.begin_mark),
        (evidence.marks.end, &evidence.samples.end_mark),
    ] {
        if mark.is_none() {
            let text = format!("the mark `{name}` is not in the trace");
            reasons.push(judged("mark-missing", true, text));
        }
    }
    for at in ["begin", "end"] {
        if let Some(text) = not_visible(evidence.samples, at) {
            reasons.push(judged("not-visible", true, text));
        }
    }
    if let Some(time) = hidden_between(evidence.marks) {
        let text = "the page was `hidden` inside the window and shown again";
        reasons.push(timed("not-visible", text, time.0));
    }
    if loaded_another_document(evidence.samples) {
        let text = "the page loaded another document in the window: growth compares two documents, and \
                    what the first one had open stays open";
        reasons.push(judged("document-changed", false, text));
    }
    let start = evidence.samples.capture.start_us;
    if start > SLOW_TRACE_START.0 {
        reasons.push(timed(
            "slow-trace-start",
            "the recording was slow to start",
            start,
        ));
    }
    match evidence.clock.disagreement.measured() {
        Measured::Value(micros) if micros > clock::TOLERANCE.as_f64() => {
            let text = "a mark lies outside the readings of the browser's clock around it";
            reasons.push(timed("clock-disagrees", text, micros as i64));
        }
        Measured::Value(_) => {}
        Measured::NotAvailable(why) => {
            let text = format!("the clocks could not be compared: {}", why.detail);
            reasons.push(judged("clock-unchecked", false, text));
        }
    }
    if let Some(analysis) = evidence.analysis {
        if let Some(text) = page_not_in_trace(analysis, &evidence.samples.frame_id) {
            reasons.push(judged("page-not-in-trace", true, text));
        }
        if let Some((code, text)) = contention(&analysis.metrics.contention) {
            reasons.push(judged(code, false, text));
        }
    }
    reasons
}

fn data_loss(evidence: &Evidence<'_>) -> Option<String> {
    if let Some(cut) = evidence.cut {
        return Some(format!("the trace is cut off at byte {}: {}", cut.byte, cut.text));
    }
    if evidence.capture.lost != Some(true) {
        return None;
    }
    let chunks = evidence.capture.chunks_discarded;
    Some(match chunks.filter(|chunks| *chunks > 0) {
        Some(chunks) => format!("the trace buffer was full, {chunks} chunks were thrown away"),
        None => "the browser says that events were lost".to_owned(),
    })
}

fn not_visible(samples: &SamplesDocument, at: &str) -> Option<String> {
    match samples.page.iter().find(|page| page.at == at) {
        Some(page) if page.visibility == "visible" => None,
        Some(page) => Some(format!(
            "the page was `{}` at the {at} of the window",
            page.visibility
        )),
        None => Some(format!(
            "whether the page was visible at the {at} of the window is not known"
        )),
    }
}

/// How long the page was hidden inside the window and shown again: its last state is told by its end.
fn hidden_between(marks: &WindowMarks) -> Option<Micros> {
    let (begin, end) = (marks.begin?, marks.end?);
    let mut time = None;
    let mut seen_until = begin;
    for hidden in marks.hidden.iter().filter(|at| (begin..end).contains(*at)) {
        let Some(shown) = marks.visible.iter().find(|at| *at > hidden && **at <= end) else {
            break;
        };
        // A document that is left and the next one may both have told of the same stretch.
        let stretch = shown.saturating_sub((*hidden).max(seen_until)).max(Micros(0));
        time = Some(time.unwrap_or(Micros(0)).saturating_add(stretch));
        seen_until = seen_until.max(*shown);
    }
    time
}

/// Whether the document at the end is another one than at the begin. A change of the address alone, as
/// by `history.pushState`, is none.
fn loaded_another_document(samples: &SamplesDocument) -> bool {
    let loaded_at = |at: &str| {
        let reading = samples.counters.iter().find(|reading| reading.at == at)?;
        reading.metrics.get("NavigationStart").copied()
    };
    match (loaded_at("after-begin"), loaded_at("before-end")) {
        (Some(begin), Some(end)) => begin != end,
        _ => false,
    }
}

/// How much waiting for a processor there was, where it is much. Wall times stay shown either way: the
/// CPU time stands beside them.
fn contention(contention: &Measured<f64>) -> Option<(&'static str, String)> {
    let Measured::Value(contention) = contention else {
        return None;
    };
    let percent = (contention * 100.0).round();
    let waited = format!("{percent} % of the busy time was waiting for a processor");
    if *contention > CONTENTION_WARNED {
        let text = "wall times say more about the machine than about the page; main thread cpu time is \
                    steadier";
        return Some(("high-contention", format!("{waited}: {text}")));
    }
    (*contention > CONTENTION_NOTED).then(|| ("contention", format!("{waited}: wall times are too high")))
}

fn page_not_in_trace(analysis: &TraceAnalysis, frame: &str) -> Option<String> {
    match &analysis.main_thread {
        Measured::Value(found) if found.method == Method::CdpFrame => {
            let gone = &found.without_thread;
            (!gone.is_empty())
                .then(|| format!("process {} of the page has no main thread in the trace", gone[0]))
        }
        Measured::Value(_) => Some(format!("the page's frame `{frame}` is not in the trace")),
        Measured::NotAvailable(why) => Some(format!("no main thread of the page: {}", why.detail)),
    }
}
