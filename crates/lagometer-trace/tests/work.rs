//! What the main thread was busy with, against a slow and obvious way: every microsecond is given to
//! the last of the events that run in it, and what lies in what is looked up event by event.
#![allow(clippy::unwrap_used, reason = "a test that unwraps nothing has failed")]

use lagometer_metric::{Measured, Micros};
use lagometer_trace::work::{Counted, GroupTimes};
use lagometer_trace::{
    Bound, Limits, Options, Rules, TraceAnalysis, WindowChoice, Work, WorkGroup, analyze, read,
};
use proptest::prelude::*;
use std::collections::BTreeMap;

/// The names in these tests, with the kind of work of each.
const NAMES: [(&str, Option<WorkGroup>); 9] = [
    ("RunTask", None),
    ("FunctionCall", Some(WorkGroup::Scripting)),
    ("EventDispatch", Some(WorkGroup::Scripting)),
    ("Layout", Some(WorkGroup::StyleLayout)),
    ("UpdateLayoutTree", Some(WorkGroup::StyleLayout)),
    ("MinorGC", Some(WorkGroup::GarbageCollection)),
    ("v8.compile", Some(WorkGroup::ScriptCompile)),
    ("Paint", Some(WorkGroup::Rendering)),
    ("Foo::Bar", None),
];
/// What is long in these tests.
const LONG: i64 = 12;

#[derive(Clone, Debug)]
struct Event {
    start: i64,
    end: i64,
    name: usize,
    /// Which script, where it is of a name that has one.
    url: Option<u8>,
}

impl Event {
    fn name(&self) -> &'static str {
        NAMES[self.name].0
    }

    fn url(&self) -> Option<String> {
        let has_url = matches!(self.name(), "FunctionCall" | "v8.compile");
        self.url
            .filter(|_| has_url)
            .map(|url| format!("https://host-{url}.example/a.js"))
    }

    fn args(&self) -> String {
        match self.url() {
            Some(url) => format!(r#"{{"data":{{"url":"{url}"}}}}"#),
            None => "{}".to_owned(),
        }
    }

    fn text(&self) -> String {
        format!(
            r#"{{"ph":"X","name":"{}","cat":"devtools.timeline","pid":7,"tid":7,"ts":{},"dur":{},"args":{}}}"#,
            self.name(),
            self.start,
            self.end - self.start,
            self.args()
        )
    }

    fn edges(&self) -> [(i64, String); 2] {
        let edge = |phase: &str, ts: i64, args: &str| {
            format!(
                r#"{{"ph":"{phase}","name":"{}","cat":"devtools.timeline","pid":7,"tid":7,"ts":{ts},"args":{args}}}"#,
                self.name(),
            )
        };
        [
            (self.start, edge("B", self.start, &self.args())),
            (self.end, edge("E", self.end, "{}")),
        ]
    }
}

fn page() -> String {
    r#"{"ph":"M","name":"thread_name","pid":7,"tid":7,"args":{"name":"CrRendererMain"}}"#.to_owned()
}

fn instant(ts: i64) -> String {
    format!(r#"{{"ph":"I","name":"x","pid":1,"tid":1,"ts":{ts}}}"#)
}

fn analysis(events: &[String], window: Option<(i64, i64)>) -> TraceAnalysis {
    let text = format!("[{}]", events.join(",\n"));
    let recording = read(text.as_bytes(), 0, &Limits::default()).unwrap();
    let time = |micros| Bound::Time(Micros(micros));
    let options = Options {
        window: match window {
            Some((from, to)) => WindowChoice::Between {
                from: time(from),
                to: time(to),
            },
            None => WindowChoice::Auto,
        },
        slice: Micros(17),
        long_task: Micros(LONG),
        rules: Rules::Lagometer,
        refresh_hz: None,
        measured_refresh_hz: None,
        page: None,
        limits: Limits::default(),
    };
    analyze(&recording.facts, &options).unwrap()
}

fn work(analysis: &TraceAnalysis) -> &Work {
    match &analysis.work {
        Measured::Value(work) => work,
        Measured::NotAvailable(why) => panic!("absent: {why:?}"),
    }
}

/// The slow way.
struct Reference {
    /// In order of start, longest first, then as they came.
    events: Vec<Event>,
    /// What each lies in.
    parents: Vec<Option<usize>>,
    window: (i64, i64),
}

impl Reference {
    fn new(events: &[Event], window: (i64, i64)) -> Reference {
        let mut events = events.to_vec();
        events.sort_by_key(|event| (event.start, -event.end));
        let parent = |at: usize| (0..at).rev().find(|other| events[*other].end > events[at].start);
        Reference {
            parents: (0..events.len()).map(parent).collect(),
            events,
            window,
        }
    }

    fn path(&self, at: usize) -> impl Iterator<Item = usize> {
        std::iter::successors(Some(at), |at| self.parents[*at])
    }

    fn group(&self, at: usize) -> WorkGroup {
        let own = self.path(at).find_map(|at| NAMES[self.events[at].name].1);
        own.unwrap_or(WorkGroup::Other)
    }

    fn url(&self, at: usize) -> Option<String> {
        self.path(at).find_map(|at| self.events[at].url())
    }

    /// Whose a tick is.
    fn owner(&self, tick: i64) -> Option<usize> {
        let runs = |event: &Event| event.start <= tick && tick < event.end;
        (0..self.events.len()).rev().find(|at| runs(&self.events[*at]))
    }

    /// Who has the ticks of a stretch.
    fn owners(&self, (from, to): (i64, i64)) -> impl Iterator<Item = usize> {
        (from.max(self.window.0)..to.min(self.window.1)).filter_map(|tick| self.owner(tick))
    }

    fn groups(&self, stretch: (i64, i64)) -> BTreeMap<WorkGroup, i64> {
        let mut groups = BTreeMap::new();
        for at in self.owners(stretch) {
            *groups.entry(self.group(at)).or_default() += 1;
        }
        groups
    }

    /// The length of the part inside, where there is one; an event without length is inside or not.
    fn inside(&self, at: usize) -> Option<i64> {
        let Event { start, end, .. } = self.events[at];
        let (from, to) = self.window;
        if start == end {
            return (from <= start && start <= to).then_some(0);
        }
        let length = end.min(to) - start.max(from);
        (length > 0).then_some(length)
    }

    fn names(&self) -> BTreeMap<(&'static str, WorkGroup), (u64, i64, i64)> {
        let mut rows: BTreeMap<(&'static str, WorkGroup), (u64, i64, i64)> = BTreeMap::new();
        for at in 0..self.events.len() {
            let key = |at: usize| (self.events[at].name(), self.group(at));
            if let Some(length) = self.inside(at) {
                let row = rows.entry(key(at)).or_default();
                row.0 += 1;
                if !self.path(at).skip(1).any(|around| key(around) == key(at)) {
                    row.2 += length;
                }
            }
        }
        for at in self.owners(self.window) {
            rows.entry((self.events[at].name(), self.group(at)))
                .or_default()
                .1 += 1;
        }
        rows
    }

    fn urls(&self) -> BTreeMap<Option<String>, i64> {
        let mut urls = BTreeMap::new();
        for at in self.owners(self.window) {
            *urls.entry(self.url(at)).or_default() += 1;
        }
        urls
    }

    /// How many of the events that `is` and lie in none that `is`, and their length inside.
    fn outermost(&self, is: impl Fn(usize) -> bool) -> (u64, i64) {
        let outermost = (0..self.events.len()).filter(|at| is(*at) && !self.path(*at).skip(1).any(&is));
        outermost
            .filter_map(|at| self.inside(at))
            .fold((0, 0), |(count, sum), length| (count + 1, sum + length))
    }

    fn of_group(&self, group: WorkGroup) -> (u64, i64) {
        self.outermost(|at| NAMES[self.events[at].name].1 == Some(group))
    }

    /// The outermost of those that compute styles or layout count, where they lie in script.
    fn forced_events(&self) -> Vec<usize> {
        let is_style = |at: usize| NAMES[self.events[at].name].1 == Some(WorkGroup::StyleLayout);
        let is_script = |at: usize| {
            matches!(
                self.events[at].name(),
                "FunctionCall" | "EventDispatch" | "v8.compile"
            )
        };
        let forced = (0..self.events.len()).filter(|at| {
            let mut around = self.path(*at).skip(1);
            let in_style = self.path(*at).skip(1).any(is_style);
            is_style(*at) && !in_style && around.any(is_script) && self.inside(*at).is_some()
        });
        forced.collect()
    }

    /// The ticks in which a task runs.
    fn busy(&self) -> i64 {
        let runs = |tick: &i64| {
            let mut tasks = self.events.iter().filter(|event| event.name() == "RunTask");
            tasks.any(|event| event.start <= *tick && *tick < event.end)
        };
        (self.window.0..self.window.1).filter(runs).count() as i64
    }
}

fn times(groups: &GroupTimes) -> BTreeMap<WorkGroup, i64> {
    let times = WorkGroup::ALL.map(|group| (group, groups.of(group).0));
    times.into_iter().filter(|(_, time)| *time != 0).collect()
}

fn counted(counted: Counted) -> (u64, i64) {
    (counted.count, counted.total.0)
}

fn event() -> impl Strategy<Value = Event> {
    (
        1_i64..120,
        prop_oneof![3 => 1_i64..40, 1 => Just(0)],
        0..NAMES.len(),
        prop::option::of(0_u8..3),
    )
        .prop_map(|(start, length, name, url)| Event {
            start,
            end: start + length,
            name,
            url,
        })
}

/// Events that nest, each in the one before it or behind it.
fn nested() -> impl Strategy<Value = Vec<Event>> {
    prop::collection::vec(
        (0_i64..6, 0_i64..40, 0..NAMES.len(), prop::option::of(0_u8..3)),
        1..24,
    )
    .prop_map(|steps| {
        let mut events: Vec<Event> = Vec::new();
        let mut open: Vec<i64> = Vec::new();
        let mut now = 1;
        for (gap, length, name, url) in steps {
            now += gap;
            while open.last().is_some_and(|end| *end <= now) {
                open.pop();
            }
            let end = open.last().copied().unwrap_or(i64::MAX).min(now + length);
            events.push(Event {
                start: now,
                end,
                name,
                url,
            });
            if end > now {
                open.push(end);
            }
        }
        events
    })
}

fn window() -> impl Strategy<Value = (i64, i64)> {
    (1_i64..140, 1_i64..100).prop_map(|(from, length)| (from, from + length))
}

/// The events in a trace from 0 to 400, so that a window is in times of the trace.
fn trace(events: impl Iterator<Item = String>) -> Vec<String> {
    let first = r#"{"ph":"X","name":"x","pid":1,"tid":1,"ts":0,"dur":1}"#.to_owned();
    let mut all = vec![page(), first, instant(400)];
    all.extend(events);
    all
}

fn check(found: &TraceAnalysis, reference: &Reference) -> Result<(), TestCaseError> {
    let work = work(found);
    let Reference { window, events, .. } = reference;
    prop_assert_eq!(times(&work.groups), reference.groups(*window));
    prop_assert_eq!(work.groups.total().0, reference.owners(*window).count() as i64);
    prop_assert_eq!(work.in_tasks.0, reference.busy());
    let has_task = events
        .iter()
        .any(|event| event.name() == "RunTask" && event.end > event.start);
    if let (Measured::Value(busy), true) = (&found.metrics.busy_time, has_task) {
        prop_assert_eq!(work.in_tasks.as_f64(), *busy);
    }
    let rows = work.names.iter();
    let names: Vec<_> = rows
        .map(|row| {
            (
                (row.name.clone(), row.group),
                (row.count, row.self_time.0, row.total.0),
            )
        })
        .collect();
    let expected = reference.names().into_iter();
    let expected: BTreeMap<_, _> = expected
        .map(|((name, group), row)| ((name.to_owned(), group), row))
        .collect();
    prop_assert!(names.is_sorted_by(|a, b| a.1.1 >= b.1.1));
    prop_assert_eq!(names.into_iter().collect::<BTreeMap<_, _>>(), expected);
    let urls: BTreeMap<_, _> = work
        .urls
        .iter()
        .map(|row| (row.url.clone(), row.groups.total().0))
        .collect();
    prop_assert_eq!(urls, reference.urls());
    prop_assert_eq!(
        counted(work.garbage_collection),
        reference.of_group(WorkGroup::GarbageCollection)
    );
    prop_assert_eq!(
        counted(work.script_compile),
        reference.of_group(WorkGroup::ScriptCompile)
    );
    let forced = reference.forced_events();
    let length: i64 = forced.iter().filter_map(|at| reference.inside(*at)).sum();
    prop_assert_eq!(counted(work.forced), (forced.len() as u64, length));
    // What is summed up in trees is all of it.
    let top_down: i64 = work.top_down.iter().map(|row| row.self_time.0).sum();
    let bottom_up = work.bottom_up.iter().filter(|row| row.parent.is_none());
    let bottom_up: i64 = bottom_up.map(|row| row.self_time.0).sum();
    prop_assert_eq!(
        (top_down, bottom_up),
        (work.groups.total().0, work.groups.total().0)
    );
    Ok(())
}

/// A long task that shares no time with others: what ran in it.
fn check_long_tasks(found: &TraceAnalysis, reference: &Reference) -> Result<(), TestCaseError> {
    let work = work(found);
    for task in &found.metrics.long_task.list {
        let ends = (task.start, Micros(task.start.0 + task.duration.0));
        let row = &work.long_tasks[&ends];
        let stretch = (ends.0.0, ends.1.0);
        prop_assert_eq!(times(&row.groups), reference.groups(stretch));
        prop_assert_eq!(row.groups.total(), task.inside);
        let mut urls: BTreeMap<Option<String>, i64> = BTreeMap::new();
        for at in reference.owners(stretch) {
            *urls.entry(reference.url(at)).or_default() += 1;
        }
        let most = urls
            .iter()
            .filter(|(url, _)| url.is_some())
            .map(|(_, time)| *time)
            .max();
        prop_assert_eq!(row.url_time.0, most.unwrap_or(0));
        prop_assert_eq!(row.url.is_some(), most.is_some());
        if let Some(url) = &row.url {
            prop_assert_eq!(urls.get(&Some(url.clone())), Some(&row.url_time.0));
        }
        let forced = reference.forced_events().into_iter();
        let forced = forced.filter(|at| {
            let start = reference.events[*at].start;
            (stretch.0.max(reference.window.0)..stretch.1.min(reference.window.1)).contains(&start)
        });
        prop_assert_eq!(row.forced.count, forced.count() as u64);
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(10_000))]

    #[test]
    fn any_events_equal_counting_ticks(events in prop::collection::vec(event(), 1..20), window in window()) {
        let found = analysis(&trace(events.iter().map(Event::text)), Some(window));
        check(&found, &Reference::new(&events, window))?;
    }

    #[test]
    fn nested_events_equal_counting_ticks(events in nested(), window in window()) {
        let found = analysis(&trace(events.iter().map(Event::text)), Some(window));
        let reference = Reference::new(&events, window);
        check(&found, &reference)?;
        check_long_tasks(&found, &reference)?;
        prop_assert_eq!(work(&found).overlaps, 0);
    }
}

proptest! {
    #[test]
    fn begins_and_ends_say_the_same(events in nested(), window in window()) {
        let complete = analysis(&trace(events.iter().map(Event::text)), Some(window));
        // An end comes before a begin at the same time, an inner one before an outer one; what has no
        // length would end before it begins.
        let events = events.iter().enumerate().filter(|(_, event)| event.end > event.start);
        let mut edges: Vec<(i64, i64, i64, String)> = Vec::new();
        for (at, event) in events {
            let [(start, begin), (end, ended)] = event.edges();
            edges.push((start, 1, at as i64, begin));
            edges.push((end, 0, -(at as i64), ended));
        }
        edges.sort();
        let pairs = analysis(&trace(edges.into_iter().map(|(_, _, _, text)| text)), Some(window));
        if let (Measured::Value(complete), Measured::Value(pairs)) = (&complete.work, &pairs.work) {
            prop_assert_eq!(times(&complete.groups), times(&pairs.groups));
            prop_assert_eq!(&complete.urls, &pairs.urls);
            prop_assert_eq!(complete.in_tasks, pairs.in_tasks);
        }
    }

    #[test]
    fn the_order_of_the_file_does_not_matter(
        events in nested(),
        window in window(),
        order in prop::collection::vec(any::<u32>(), 24),
    ) {
        // Of equal stretches the order of the file says which lies in which.
        let mut distinct: Vec<Event> = Vec::new();
        for event in events {
            if !distinct.iter().any(|other| (other.start, other.end) == (event.start, event.end)) {
                distinct.push(event);
            }
        }
        let mut shuffled: Vec<(u32, &Event)> = order.into_iter().zip(&distinct).collect();
        shuffled.sort_by_key(|(key, _)| *key);
        let straight = analysis(&trace(distinct.iter().map(Event::text)), Some(window));
        let shuffled = analysis(&trace(shuffled.into_iter().map(|(_, event)| event.text())), Some(window));
        prop_assert_eq!(straight.work, shuffled.work);
    }
}
