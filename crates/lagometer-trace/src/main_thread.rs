//! Which thread is the page's main thread, and when: a page may move from process to process.

mod devtools;

pub(crate) use devtools::find_as_devtools;

use crate::facts::{Facts, NavigationSource, Process};
use crate::task::Thread;
use crate::texts::TextId;
use lagometer_metric::{Measured, Micros, NotAvailable, Reason};
use std::collections::{BTreeMap, BTreeSet};

/// What the caller knows of the page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PageHint {
    /// The id of its main frame, as CDP gives it.
    pub frame_id: String,
}

/// The page's main thread.
#[derive(Clone, Debug, PartialEq)]
pub struct MainThread {
    /// How it was found.
    pub method: Method,
    /// How sure that is.
    pub confidence: Confidence,
    /// The page's main frame, where it is known.
    pub frame_id: Option<String>,
    /// Which process showed the page, and when; in order of time. The first reaches back to the
    /// start of the trace, each to the start of the next.
    pub homes: Vec<Home>,
    /// The other renderer main threads.
    pub rejected: Vec<Rejected>,
    /// Processes that showed the page and have no thread in the trace.
    pub without_thread: Vec<i64>,
    /// The main frame by `TracingStartedInBrowser`, where it is another than the caller said.
    pub disagreement: Option<String>,
    pub(crate) frame: Option<TextId>,
    /// The threads that count over the whole trace, whatever their process showed, and with them
    /// the timings and interactions of all processes: by the rules of DevTools. Absent by ours.
    pub(crate) whole: Option<Vec<usize>>,
}

/// The time in which one process showed the page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Home {
    /// The process.
    pub pid: i64,
    /// Its main thread.
    pub tid: i64,
    /// From when on; from the start of the trace where absent.
    pub from: Option<Micros>,
    /// Until when; until the end of the trace where absent.
    pub to: Option<Micros>,
    pub(crate) thread: usize,
}

/// A renderer main thread that is not the page's.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Rejected {
    /// The process.
    pub pid: i64,
    /// The thread.
    pub tid: i64,
    /// Why not.
    pub why: Why,
}

/// How the main thread was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Method {
    /// By the frame id that CDP gave.
    CdpFrame,
    /// By the main frame in `TracingStartedInBrowser` and where it was committed.
    TracingStartedFrame,
    /// By the thread of `TracingStartedInPage`, of older Chromes.
    TracingStartedInPage,
    /// By the thread that carries lagometer's marks.
    LagometerMark,
    /// It is the only renderer that can show a page.
    OnlyRenderer,
    /// A page was loaded into its main frame.
    Navigation,
    /// It has the most task time.
    MostTaskTime,
}

/// How sure something is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Confidence {
    /// The trace says so.
    Certain,
    /// Nothing speaks against it.
    Likely,
    /// It is the best guess.
    Possible,
}

/// Why a renderer main thread was not taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Why {
    /// Its process shows the browser's own pages.
    WebUiProcess,
    /// Its process runs an extension.
    ExtensionProcess,
    /// Its process holds other frames.
    OtherFrame,
    /// No frame was committed in its process.
    NoFrame,
    /// Another one fits better.
    LessTaskTime,
    /// The page's frame was there before the page, with `about:blank`.
    AboutBlank,
}

impl MainThread {
    /// Whether timings and inputs of a process are the page's.
    pub(crate) fn has_process(&self, pid: i64) -> bool {
        self.whole.is_some() || self.homes.iter().any(|home| home.pid == pid)
    }
}

impl Method {
    /// The stable code, kebab-case.
    pub fn code(self) -> &'static str {
        match self {
            Method::CdpFrame => "cdp-frame",
            Method::TracingStartedFrame => "tracing-started-frame",
            Method::TracingStartedInPage => "tracing-started-in-page",
            Method::LagometerMark => "lagometer-mark",
            Method::OnlyRenderer => "only-renderer",
            Method::Navigation => "navigation",
            Method::MostTaskTime => "most-task-time",
        }
    }
}

impl Confidence {
    /// The word.
    pub fn code(self) -> &'static str {
        match self {
            Confidence::Certain => "certain",
            Confidence::Likely => "likely",
            Confidence::Possible => "possible",
        }
    }
}

impl Why {
    /// The stable code, kebab-case.
    pub fn code(self) -> &'static str {
        match self {
            Why::WebUiProcess => "webui-process",
            Why::ExtensionProcess => "extension-process",
            Why::OtherFrame => "other-frame",
            Why::NoFrame => "no-frame",
            Why::LessTaskTime => "less-task-time",
            Why::AboutBlank => "about-blank",
        }
    }
}

/// Marks that open a window of ours start with this.
pub(crate) const BEGIN_MARK: &str = "lagometer:begin:";

/// Finds the page's main thread.
pub(crate) fn find(facts: &Facts, hint: Option<&PageHint>) -> Measured<MainThread> {
    let search = Search::new(facts);
    let started = main_frame(facts);
    let hinted = hint.and_then(|hint| facts.texts.id_of(&hint.frame_id));
    let by_frame = [(hinted, Method::CdpFrame), (started, Method::TracingStartedFrame)];
    for (frame, method) in by_frame {
        let Some(frame) = frame else { continue };
        let (homes, without_thread) = search.homes_of_frame(frame);
        if homes.is_empty() {
            continue;
        }
        let differs = started.filter(|started| method == Method::CdpFrame && *started != frame);
        return Measured::Value(MainThread {
            method,
            confidence: Confidence::Certain,
            frame_id: Some(facts.texts.text_of(frame)),
            rejected: search.rejected(&homes, Some(frame), None),
            homes,
            without_thread,
            disagreement: differs.map(|frame| facts.texts.text_of(frame)),
            frame: Some(frame),
            whole: None,
        });
    }
    match search.by_thread() {
        Some((thread, method, confidence)) => {
            let homes = vec![Home {
                pid: facts.threads[thread].pid,
                tid: facts.threads[thread].tid,
                from: None,
                to: None,
                thread,
            }];
            Measured::Value(MainThread {
                method,
                confidence,
                frame_id: None,
                rejected: search.rejected(&homes, None, Some(Why::LessTaskTime)),
                homes,
                without_thread: Vec::new(),
                disagreement: None,
                frame: None,
                whole: None,
            })
        }
        None => Measured::NotAvailable(nothing_found(facts)),
    }
}

/// The main frame by `TracingStartedInBrowser`, as Chrome's own panel takes it: the last one that
/// says it is, by the flags that the version of Chrome has.
fn main_frame(facts: &Facts) -> Option<TextId> {
    let frames = facts.started.iter().flat_map(|started| &started.frames);
    let without_parent = || frames.rev().find(|frame| !frame.has_parent);
    marked_main_frame(facts).or_else(|| Some(without_parent()?.frame))
}

/// The last frame that says it is the main one.
fn marked_main_frame(facts: &Facts) -> Option<TextId> {
    let mut frames = facts.started.iter().flat_map(|started| &started.frames);
    let is_main = |frame: &&crate::facts::StartedFrame| match (frame.is_primary, frame.is_outermost) {
        (Some(primary), Some(outermost)) => primary && outermost,
        (None, Some(outermost)) => outermost,
        _ => !frame.has_parent && frame.has_url,
    };
    Some(frames.rfind(is_main)?.frame)
}

/// A frame comes into a process.
struct Move {
    from: Micros,
    pid: i64,
    /// Whether it shows nothing but `about:blank` there.
    is_blank: bool,
}

/// The threads of a trace, to be looked for by process.
struct Search<'f> {
    facts: &'f Facts,
    by_process: BTreeMap<i64, Vec<usize>>,
    /// The main thread of each, as if it were a renderer.
    main_threads: BTreeMap<i64, usize>,
}

impl<'f> Search<'f> {
    fn new(facts: &'f Facts) -> Search<'f> {
        let mut by_process: BTreeMap<i64, Vec<usize>> = BTreeMap::new();
        for (at, thread) in facts.threads.iter().enumerate() {
            by_process.entry(thread.pid).or_default().push(at);
        }
        let navigations = facts.navigations.iter();
        let navigated: BTreeSet<(i64, i64)> = navigations.map(|loaded| (loaded.pid, loaded.tid)).collect();
        let main_threads = by_process
            .iter()
            .filter_map(|(pid, threads)| Some((*pid, main_thread_among(facts, threads, &navigated)?)))
            .collect();
        Search {
            facts,
            by_process,
            main_threads,
        }
    }

    fn main_thread_of(&self, pid: i64) -> Option<usize> {
        self.main_threads.get(&pid).copied()
    }

    /// Where a frame was, from when to when, and processes of it that have no thread here.
    fn homes_of_frame(&self, frame: TextId) -> (Vec<Home>, Vec<i64>) {
        let moves = self.moves_of_frame(frame);
        // A page that is not there yet has no home: the process in which its frame waits, blank,
        // counts only where the page then appears in it.
        let first_page = moves.iter().position(|step| !step.is_blank);
        let mut without_thread = BTreeSet::new();
        let mut homes = Vec::new();
        let shown = moves.iter().enumerate();
        for (at, Move { from, pid, .. }) in
            shown.skip_while(|(at, _)| first_page.is_some_and(|first| *at < first))
        {
            let Some(thread) = self.main_thread_of(*pid) else {
                without_thread.insert(*pid);
                continue;
            };
            homes.push(Home {
                pid: *pid,
                tid: self.facts.threads[thread].tid,
                from: (at > 0).then_some(*from),
                to: moves.get(at + 1).map(|next| next.from),
                thread,
            });
        }
        (homes, without_thread.into_iter().collect())
    }

    /// The moves of a frame from process to process, in order of time.
    fn moves_of_frame(&self, frame: TextId) -> Vec<Move> {
        let facts = self.facts;
        let mut moves: Vec<Move> = Vec::new();
        for started in &facts.started {
            // A frame is listed once for each page that it can go back to; the first is the one that
            // it shows, unless its process recorded nothing.
            let entries = started.frames.iter().filter(|entry| entry.frame == frame);
            let entries = entries.filter_map(|entry| Some((pid_of(facts, entry.process?)?, entry.is_blank)));
            let with_thread = entries
                .clone()
                .find(|(pid, _)| self.main_thread_of(*pid).is_some());
            let shown = with_thread.or_else(|| entries.clone().next());
            moves.extend(shown.map(|(pid, is_blank)| Move {
                from: started.ts,
                pid,
                is_blank,
            }));
        }
        let placed = facts
            .placements
            .iter()
            .filter(|placement| placement.frame == frame);
        moves.extend(placed.filter_map(|placement| {
            Some(Move {
                from: placement.ts,
                pid: pid_of(facts, placement.process)?,
                is_blank: placement.is_blank,
            })
        }));
        moves.sort_by_key(|step| step.from);
        // To stay in a process is no move.
        moves.dedup_by(|next, step| {
            step.is_blank &= next.is_blank || next.pid != step.pid;
            next.pid == step.pid
        });
        moves
    }

    /// The best thread where no frame leads to one.
    fn by_thread(&self) -> Option<(usize, Method, Confidence)> {
        let facts = self.facts;
        let started = facts
            .navigations
            .iter()
            .filter(|navigation| navigation.source == NavigationSource::TracingStartedInPage)
            .find_map(|navigation| self.thread_of(navigation.pid, navigation.tid));
        if let Some(thread) = started {
            return Some((thread, Method::TracingStartedInPage, Confidence::Likely));
        }
        let begin = |mark: &&crate::facts::Mark| {
            let name = facts.texts.bytes_of(mark.name);
            name.starts_with(BEGIN_MARK.as_bytes())
        };
        let marked = facts.marks.iter().find(begin);
        if let Some(thread) = marked.and_then(|mark| self.thread_of(mark.pid, mark.tid)) {
            return Some((thread, Method::LagometerMark, Confidence::Likely));
        }
        let candidates: Vec<usize> = self
            .threads(|thread| thread.is_renderer_main && process_reason(facts, thread.pid).is_none())
            .collect();
        if let [only] = candidates[..] {
            return Some((only, Method::OnlyRenderer, Confidence::Likely));
        }
        let loaded: BTreeSet<i64> = loaded_processes(facts);
        let loaded = candidates
            .iter()
            .copied()
            .filter(|thread| loaded.contains(&facts.threads[*thread].pid));
        if let Some(thread) = busiest(facts, loaded.clone()) {
            let confidence = match loaded.count() {
                1 => Confidence::Likely,
                _ => Confidence::Possible,
            };
            return Some((thread, Method::Navigation, confidence));
        }
        let unnamed = facts.threads.iter().all(|thread| !thread.is_named);
        let best = match candidates.is_empty() && unnamed {
            // Somebody's hand-made trace: it names no thread, but has tasks.
            true => busiest(facts, self.threads(|thread| thread.task_name().is_some())),
            false => busiest(facts, candidates.into_iter()),
        };
        best.map(|thread| (thread, Method::MostTaskTime, Confidence::Possible))
    }

    /// The thread, or the main thread of its process where the trace does not have it.
    fn thread_of(&self, pid: i64, tid: i64) -> Option<usize> {
        let of_process = self.by_process.get(&pid)?;
        let exact = of_process.iter().find(|at| self.facts.threads[**at].tid == tid);
        exact.copied().or_else(|| self.main_thread_of(pid))
    }

    fn threads(&self, which: impl Fn(&Thread) -> bool) -> impl Iterator<Item = usize> {
        let threads = self.facts.threads.iter().enumerate();
        threads.filter_map(move |(at, thread)| which(thread).then_some(at))
    }

    fn rejected(&self, homes: &[Home], frame: Option<TextId>, otherwise: Option<Why>) -> Vec<Rejected> {
        let facts = self.facts;
        let blank: BTreeSet<i64> = match frame {
            Some(frame) => {
                let moves = self.moves_of_frame(frame);
                moves
                    .iter()
                    .filter(|step| step.is_blank)
                    .map(|step| step.pid)
                    .collect()
            }
            None => BTreeSet::new(),
        };
        let with_frames: BTreeSet<i64> = {
            let committed = facts.placements.iter().map(|placement| placement.process);
            let started = facts.started.iter().flat_map(|started| &started.frames);
            let started = started.filter_map(|frame| frame.process);
            let all = committed.chain(started);
            all.filter_map(|process| pid_of(facts, process)).collect()
        };
        let taken: BTreeSet<(i64, i64)> = homes.iter().map(|home| (home.pid, home.tid)).collect();
        let others = facts.threads.iter().filter(|thread| thread.is_renderer_main);
        let mut rejected: Vec<Rejected> = others
            .filter(|thread| !taken.contains(&(thread.pid, thread.tid)))
            .map(|thread| {
                let by_frames = match with_frames.contains(&thread.pid) {
                    true if blank.contains(&thread.pid) => Why::AboutBlank,
                    true => Why::OtherFrame,
                    false => Why::NoFrame,
                };
                Rejected {
                    pid: thread.pid,
                    tid: thread.tid,
                    why: process_reason(facts, thread.pid).unwrap_or(otherwise.unwrap_or(by_frames)),
                }
            })
            .collect();
        rejected.sort();
        rejected
    }
}

/// The main thread of a renderer: the one named so, else the one into which a page was loaded, else
/// the one with the most task time.
fn main_thread_among(facts: &Facts, threads: &[usize], navigated: &BTreeSet<(i64, i64)>) -> Option<usize> {
    let thread = |at: &usize| &facts.threads[*at];
    let named = threads.iter().copied().filter(|at| thread(at).is_renderer_main);
    if let Some(found) = busiest(facts, named) {
        return Some(found);
    }
    let mut all = threads.iter().copied();
    let loaded = all.find(|at| navigated.contains(&(thread(at).pid, thread(at).tid)));
    let with_tasks = threads
        .iter()
        .copied()
        .filter(|at| thread(at).task_name().is_some());
    loaded.or_else(|| busiest(facts, with_tasks))
}

/// Of several threads the one with the most task time; the first of equal ones by id.
fn busiest(facts: &Facts, threads: impl Iterator<Item = usize>) -> Option<usize> {
    threads.max_by_key(|at| {
        let thread = &facts.threads[*at];
        (thread.task_time(), std::cmp::Reverse((thread.pid, thread.tid)))
    })
}

fn pid_of(facts: &Facts, process: Process) -> Option<i64> {
    match process {
        Process::Pid(pid) => Some(pid),
        Process::Pseudo(pseudo) => facts.ready.get(&pseudo).copied(),
    }
}

/// The processes into which a page was loaded.
fn loaded_processes(facts: &Facts) -> BTreeSet<i64> {
    let navigated = facts.navigations.iter().map(|navigation| navigation.pid);
    let committed = facts
        .placements
        .iter()
        .filter(|placement| placement.is_main)
        .filter_map(|placement| pid_of(facts, placement.process));
    navigated.chain(committed).collect()
}

/// Why the pages of a process are never the measured one, by its name.
fn process_reason(facts: &Facts, pid: i64) -> Option<Why> {
    let name = facts.texts.bytes_of(*facts.processes.get(&pid)?);
    if name.starts_with(b"WebUI") {
        return Some(Why::WebUiProcess);
    }
    name.starts_with(b"Extension").then_some(Why::ExtensionProcess)
}

fn nothing_found(facts: &Facts) -> NotAvailable {
    let named = facts.threads.iter().filter(|thread| thread.is_named).count();
    let detail = match named {
        0 => "no thread is named in the trace".to_owned(),
        named => format!("none of {named} named threads is `CrRendererMain`"),
    };
    NotAvailable {
        reason: Reason::NoMainThread,
        detail,
    }
}

#[cfg(test)]
mod tests;
