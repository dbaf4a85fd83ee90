//! Facts and options in, the metrics of one window out.

use crate::console::{self, Stamp};
use crate::facts::Facts;
use crate::frames::{self, FrameViews, PageFrames, frames};
use crate::interaction;
use crate::interval::slice_count;
use crate::loading::{self, PageLoad};
use crate::main_thread::{self, MainThread, PageHint};
use crate::memory::{self, ThreadMemory};
use crate::metric::{Metrics, View};
use crate::note::{Note, Noted};
use crate::timeline::{Asked, OpenTask, ThreadWork, timeline};
use crate::user_timing::{self, PageMark};
use crate::window::{self, ResolvedWindow};
use crate::work::{self, Work, Worker};
use crate::{Error, ErrorKind, Limits, Rules, WindowChoice};
use lagometer_metric::{Measured, Micros, NotAvailable, TimeWindow};

/// What is to be computed from a trace.
#[derive(Clone, Debug)]
pub struct Options {
    /// Which stretch of it.
    pub window: WindowChoice,
    /// The length of a slice; at least one microsecond.
    pub slice: Micros,
    /// From this duration on a task is long.
    pub long_task: Micros,
    /// Which rule set is followed.
    pub rules: Rules,
    /// The refresh rate that the caller gives.
    pub refresh_hz: Option<f64>,
    /// The refresh rate that was measured in the page.
    pub measured_refresh_hz: Option<f64>,
    /// What the caller knows of the page.
    pub page: Option<PageHint>,
    /// Bounds.
    pub limits: Limits,
}

/// Everything that was computed over one window of a trace.
#[derive(Clone, Debug, PartialEq)]
pub struct TraceAnalysis {
    /// The window.
    pub window: ResolvedWindow,
    /// The page's main thread, or why there is none.
    pub main_thread: Measured<MainThread>,
    /// The name of its top-level tasks.
    pub task_name: Option<&'static str>,
    /// The processes of the page inside the window: with start and end there.
    pub homes: Vec<(main_thread::Home, TimeWindow)>,
    /// The numbers.
    pub metrics: Metrics,
    /// The three views of the frames.
    pub frames: FrameViews,
    /// What each main thread of the page did inside the window.
    pub threads: Vec<ThreadWork>,
    /// Tasks of the page's main thread that never ended.
    pub open_tasks: Vec<OpenTask>,
    /// The page's marks inside, in order of time: the first of them.
    pub marks: Vec<PageMark>,
    /// How many there are.
    pub marks_total: u64,
    /// The page's `console.timeStamp`s inside, in order of time: the first of them.
    pub console_stamps: Vec<Stamp>,
    /// How many there are.
    pub console_stamps_total: u64,
    /// The readings of the memory counters inside, of every thread that has any.
    pub memory: Vec<ThreadMemory>,
    /// The navigations of the page that started inside, in order of that.
    pub page_loads: Vec<PageLoad>,
    /// The refresh rate of the display.
    pub refresh: Measured<f64>,
    /// How it is known.
    pub refresh_source: Option<RefreshSource>,
    /// What the page's main thread was busy with.
    pub work: Measured<Work>,
    /// The threads of workers, busiest first.
    pub workers: Vec<Worker>,
    /// What is to be known about the numbers.
    pub notes: Vec<Note>,
}

/// How a refresh rate is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RefreshSource {
    /// The caller gave it.
    Option,
    /// It was measured in the page.
    Measured,
    /// It was estimated from `BeginFrame`.
    Trace,
}

impl RefreshSource {
    /// The word.
    pub fn code(self) -> &'static str {
        match self {
            RefreshSource::Option => "option",
            RefreshSource::Measured => "measured",
            RefreshSource::Trace => "trace",
        }
    }
}

/// Computes the metrics of a window. An error is a window that is not in the trace, or one with too
/// many slices; everything else that is missing is absent with a reason.
pub fn analyze(facts: &Facts, options: &Options) -> Result<TraceAnalysis, Error> {
    let found = find(facts, options);
    let main_thread = match &found {
        Measured::Value(main_thread) => Ok(main_thread),
        Measured::NotAvailable(why) => Err(why),
    };
    let resolved = window::resolve(facts, main_thread.ok(), &options.window, options.rules)?;
    let mut page_frames = main_thread
        .map_err(Clone::clone)
        .and_then(|main_thread| frames::page_frames(facts, main_thread));
    let (refresh, refresh_source) = refresh(&page_frames, main_thread, options);
    if let Ok(page_frames) = &mut page_frames {
        page_frames.forget_begun();
    }
    let pairs = Pairs::of(facts);
    let view = match view(
        facts,
        main_thread,
        &resolved,
        options,
        (&pairs, &page_frames),
        &refresh,
    ) {
        Ok(view) => Ok(view?),
        Err(why) => Err(why),
    };
    drop(page_frames);
    let metrics = Metrics::of(view.as_ref());
    let notes = notes(facts, &found, &resolved, view.as_ref().ok(), &metrics, &pairs);
    let shown = view.as_ref().ok().map(|view| view.main_thread);
    let marks = shown.map(|main_thread| user_timing::marks_in_window(facts, main_thread, &resolved));
    let (marks, marks_total) = marks.unwrap_or_else(nothing);
    let stamps = shown.map(|main_thread| console::stamps_in_window(facts, main_thread, &resolved));
    let (console_stamps, console_stamps_total) = stamps.unwrap_or_else(nothing);
    let memory = memory::by_thread(facts, main_thread.ok(), &resolved);
    let loads = view.as_ref().ok().map(|view| view.loads.list());
    let workers = workers(facts, main_thread.ok(), &resolved);
    let (timeline, work, frame_views) = match view {
        Ok(view) => {
            let frames = FrameViews::of(view.devtools, view.pipeline, view.frames, options.rules);
            (Some(view.timeline), view.work, frames)
        }
        Err(why) => (None, Err(why.clone()), FrameViews::absent(&why)),
    };
    let (task_name, homes, threads, open_tasks) = timeline.map_or_else(Default::default, |timeline| {
        let threads = timeline.threads;
        (timeline.task_name, timeline.homes, threads, timeline.open)
    });
    Ok(TraceAnalysis {
        window: resolved,
        main_thread: found,
        task_name,
        homes,
        threads,
        metrics,
        frames: frame_views,
        open_tasks,
        marks,
        marks_total,
        console_stamps,
        console_stamps_total,
        memory,
        page_loads: loads.into_iter().flatten().collect(),
        refresh,
        refresh_source,
        work: Measured::from(work),
        workers,
        notes,
    })
}

/// The page's main thread, by the rules that are followed.
fn find(facts: &Facts, options: &Options) -> Measured<MainThread> {
    match options.rules {
        Rules::Lagometer => main_thread::find(facts, options.page.as_ref()),
        Rules::DevTools => main_thread::find_as_devtools(facts),
    }
}

/// What is to be known about the numbers.
fn notes(
    facts: &Facts,
    found: &Measured<MainThread>,
    resolved: &ResolvedWindow,
    view: Option<&View<'_>>,
    metrics: &Metrics,
    pairs: &Pairs<'_>,
) -> Vec<Note> {
    let main_thread = match found {
        Measured::Value(main_thread) => Some(main_thread),
        Measured::NotAvailable(_) => None,
    };
    Note::list(&Noted {
        facts,
        found,
        resolved,
        view,
        metrics,
        measure_ends_alone: pairs.measures.ends_alone,
        console_ends_alone: pairs.console.ends_alone,
        input_ends_alone: pairs.inputs.ends_alone,
        inputs_unended: interaction::unended(facts, &pairs.inputs, main_thread, resolved),
    })
}

/// The list of a window without numbers, and how many it has.
fn nothing<T>() -> (Vec<T>, u64) {
    (Vec::new(), 0)
}

/// The threads of workers; none where the window has no length.
fn workers(facts: &Facts, main_thread: Option<&MainThread>, resolved: &ResolvedWindow) -> Vec<Worker> {
    match &resolved.window {
        Measured::Value(window) => work::workers(facts, main_thread, *window),
        Measured::NotAvailable(_) => Vec::new(),
    }
}

/// What begins and ends with two events, put together.
struct Pairs<'f> {
    measures: user_timing::Paired,
    console: user_timing::Paired,
    inputs: interaction::Paired<'f>,
}

impl<'f> Pairs<'f> {
    fn of(facts: &'f Facts) -> Pairs<'f> {
        Pairs {
            measures: user_timing::pair(&facts.measures),
            console: user_timing::pair(&facts.console_timings),
            inputs: interaction::pair(facts),
        }
    }
}

/// What lies in the window, or why nothing can be said of it.
fn view<'f>(
    facts: &'f Facts,
    main_thread: Result<&'f MainThread, &NotAvailable>,
    resolved: &ResolvedWindow,
    options: &Options,
    (pairs, page_frames): (&Pairs<'_>, &Result<PageFrames, NotAvailable>),
    refresh: &Measured<f64>,
) -> Result<Result<View<'f>, Error>, NotAvailable> {
    // An empty trace has no main thread either; that it is empty says more.
    let window = resolved.window.clone().into_result()?;
    let main_thread = main_thread.map_err(Clone::clone)?;
    let allowed = options.limits.slices;
    if slice_count(window, options.slice) > allowed as u64 {
        return Ok(Err(Error {
            at: None,
            kind: ErrorKind::TooManySlices {
                window: window.length(),
                slice: options.slice,
                allowed,
            },
        }));
    }
    let loads = loading::loads(facts, main_thread, resolved, window);
    let timeline = timeline(
        facts,
        main_thread,
        &Asked {
            window,
            from_edge: resolved.from_edge,
            slice: options.slice,
            long_task: options.long_task,
            rules: options.rules,
        },
    );
    let interactions = interaction::in_window(facts, &pairs.inputs, main_thread, resolved);
    let scope = work::Scope {
        main_thread,
        resolved,
        window,
        long_task: options.long_task,
        rules: options.rules,
        timeline: &timeline,
        interactions: &interactions,
    };
    Ok(Ok(View {
        work: work::work(facts, &scope),
        facts,
        main_thread,
        window,
        slice: options.slice,
        long_task: options.long_task,
        rules: options.rules,
        refresh: refresh.clone(),
        timeline,
        frames: frames(facts, page_frames, main_thread, window),
        devtools: frames::devtools_frames(facts, main_thread, resolved),
        pipeline: frames::pipeline_frames(facts, page_frames, main_thread, resolved, window),
        interactions,
        measures: user_timing::in_window(facts, &pairs.measures, main_thread, resolved, window),
        console_timings: user_timing::console_in_window(facts, &pairs.console, main_thread, resolved, window),
        shifts: loading::shifts(facts, main_thread, resolved, &loads.main_starts),
        animation_frames: loading::long_animation_frames(facts, main_thread, resolved),
        loads,
    }))
}

/// The refresh rate: given, else measured in the page, else from the trace.
fn refresh(
    page_frames: &Result<PageFrames, NotAvailable>,
    main_thread: Result<&MainThread, &NotAvailable>,
    options: &Options,
) -> (Measured<f64>, Option<RefreshSource>) {
    let known = [
        (options.refresh_hz, RefreshSource::Option),
        (options.measured_refresh_hz, RefreshSource::Measured),
    ];
    for (hertz, source) in known {
        if let Some(hertz) = hertz.filter(|hertz| hertz.is_finite() && *hertz > 0.0) {
            return (Measured::Value(hertz), Some(source));
        }
    }
    let estimate = match main_thread {
        Ok(_) => frames::estimated_refresh(page_frames),
        Err(why) => Measured::absent(lagometer_metric::Reason::RefreshRateUnknown, why.detail.clone()),
    };
    let source = estimate.reason().is_none().then_some(RefreshSource::Trace);
    (estimate, source)
}
