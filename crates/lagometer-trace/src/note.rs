//! What is to be known about the numbers.

use crate::facts::Facts;
use crate::main_thread::MainThread;
use crate::metric::{Metrics, View};
use crate::oddity::Odd;
use crate::window::ResolvedWindow;
use lagometer_metric::{Measured, Micros};

/// Something that is to be known about the numbers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Note {
    /// A stable code, kebab-case.
    pub code: &'static str,
    /// How many times.
    pub count: u64,
    /// In words, to stand behind the count or, where that is one, alone.
    pub text: String,
    /// Whether numbers are touched by it.
    pub warning: bool,
    /// How long, where the words are about a length of time.
    pub amount: Option<Micros>,
}

/// What there may be something to know about.
pub(crate) struct Noted<'n, 'f> {
    pub(crate) facts: &'n Facts,
    pub(crate) found: &'n Measured<MainThread>,
    pub(crate) resolved: &'n ResolvedWindow,
    pub(crate) view: Option<&'n View<'f>>,
    pub(crate) metrics: &'n Metrics,
    /// Ends of measures without their begins.
    pub(crate) measure_ends_alone: u64,
    /// Ends of `console.time` without their begins.
    pub(crate) console_ends_alone: u64,
    /// Ends of input events without their begins.
    pub(crate) input_ends_alone: u64,
    /// Input events without their ends: those that the numbers lack, and the others.
    pub(crate) inputs_unended: (u64, u64),
}

impl Note {
    pub(crate) fn list(noted: &Noted<'_, '_>) -> Vec<Note> {
        let mut notes = Vec::new();
        notes_of_window(noted.resolved, &mut notes);
        if let Measured::Value(main_thread) = noted.found {
            notes_of_main_thread(main_thread, &mut notes);
        }
        if let Some(view) = noted.view {
            notes_of_view(view, noted.metrics, &mut notes);
        }
        notes_of_pairs(noted, &mut notes);
        notes
    }
}

/// What began and did not end, and the other way round.
fn notes_of_pairs(noted: &Noted<'_, '_>, notes: &mut Vec<Note>) {
    let open: u64 = {
        let threads = noted.facts.threads.iter();
        let open = threads.filter_map(|thread| Some(thread.tasks[thread.task_name()?].open.len() as u64));
        open.sum()
    };
    note(notes, "open-tasks-at-end", open, false, || {
        counted(open, "task", "tasks") + " open at the end"
    });
    let (lacking, others) = noted.inputs_unended;
    note(
        notes,
        "interaction-without-end",
        lacking,
        true,
        || match lacking {
            1 => "an input event of an interaction has no end in the trace: it is in no number".to_owned(),
            _ => "input events of interactions have no end in the trace: they are in no number".to_owned(),
        },
    );
    for (odd, count) in [
        (Odd::MeasureEndWithoutBegin, noted.measure_ends_alone),
        (Odd::ConsoleEndWithoutBegin, noted.console_ends_alone),
        (Odd::InputWithoutEnd, others),
        (Odd::InputEndWithoutBegin, noted.input_ends_alone),
    ] {
        note(notes, odd.code(), count, false, || odd.text(count).to_owned());
    }
}

/// The right one of two words; the number itself is put before it by whoever shows it.
fn counted(count: u64, one: &str, many: &str) -> String {
    (if count == 1 { one } else { many }).to_owned()
}

fn note(notes: &mut Vec<Note>, code: &'static str, count: u64, warning: bool, text: impl FnOnce() -> String) {
    if count > 0 {
        notes.push(Note {
            code,
            count,
            text: text(),
            warning,
            amount: None,
        });
    }
}

fn notes_of_window(resolved: &ResolvedWindow, notes: &mut Vec<Note>) {
    if let Some(mark) = &resolved.missing_end {
        note(notes, "mark-missing", 1, true, || {
            format!("the mark `{mark}` is missing: the window goes on to the end of the trace")
        });
    }
    note(notes, "window-clipped", u64::from(resolved.clipped), true, || {
        "the window was cut at the end of the trace".to_owned()
    });
    if let Some((mark, ends)) = &resolved.several_ends {
        note(notes, "several-windows", *ends as u64, true, || {
            format!("marks `{mark}`: it is not clear which one ends the window, so the whole trace was taken")
        });
    }
    if resolved.begin_marks > 1 {
        note(
            notes,
            "several-windows",
            resolved.begin_marks as u64,
            true,
            || {
                "lagometer begin marks: it is not clear which window is meant, so the whole trace was taken"
                    .to_owned()
            },
        );
    }
}

fn notes_of_main_thread(main_thread: &MainThread, notes: &mut Vec<Note>) {
    for pid in &main_thread.without_thread {
        note(notes, "process-without-thread", 1, true, || {
            format!(
                "process {pid} showed the page and has no main thread in the trace: its time counts as idle"
            )
        });
    }
    if let Some(frame) = &main_thread.disagreement {
        note(notes, "frame-disagrees", 1, true, || {
            format!("`TracingStartedInBrowser` says that `{frame}` is the main frame")
        });
    }
}

fn notes_of_view(view: &View<'_>, metrics: &Metrics, notes: &mut Vec<Note>) {
    let open = view.timeline.open.len() as u64;
    note(notes, "open-task-on-main-thread", open, true, || match open {
        1 => "a task of the page's main thread never ended: it is in no number".to_owned(),
        _ => "tasks of the page's main thread never ended: they are in no number".to_owned(),
    });
    let unpaired = view.unpaired_edges();
    note(notes, "unpaired-on-main-thread", unpaired, true, || {
        "`B` or `E` events of the page's main thread have no partner: what they bound is in no number"
            .to_owned()
    });
    let cut = view.timeline.cut;
    note(notes, "task-cut-by-window", cut, false, || {
        counted(cut, "task", "tasks") + " cut by an end of the window (cpu time scaled)"
    });
    let before = view.timeline.before_start;
    note(notes, "task-before-start", before, false, || {
        counted(before, "task", "tasks") + " before the recording says it started (in sums, not in rates)"
    });
    let breaks = view.frames.as_ref().map_or(0, |frames| frames.breaks);
    note(notes, "frame-interval-break", breaks, false, || {
        counted(breaks, "interval", "intervals") + " between frames spanning idleness (left out)"
    });
    if let Measured::Value(offset) = metrics.js_heap.start_offset
        && offset.0 > 0
    {
        notes.push(Note {
            code: "late-first-reading",
            count: 1,
            text: "memory counter read only after the start of the window".to_owned(),
            warning: false,
            amount: Some(offset),
        });
    }
}
