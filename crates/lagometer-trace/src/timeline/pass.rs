//! One pass over the tasks of the threads that count, in order of start.

use super::{Asked, OpenTask, Stretch, ThreadWork, Timeline, TopLevelTask, points_inside};
use crate::facts::Facts;
use crate::interval::{self, Union};
use crate::loading::BREAKS_QUIET;
use crate::main_thread::Home;
use crate::task::{Nesting, TASK_NAMES, Task, Thread};
use lagometer_metric::{Micros, TimeWindow};
use std::cmp::Reverse;
use std::collections::{BTreeMap, BinaryHeap};

/// A pass, and what it has summed up.
pub(super) struct Pass<'f> {
    asked: &'f Asked,
    as_devtools: bool,
    tracks: Vec<Track<'f>>,
    timeline: Timeline,
    /// By the rules of DevTools threads count at once, so their time is united.
    together: Union,
    /// The nested ones with the place of their stretch.
    nested: Vec<(usize, TopLevelTask)>,
}

/// One thread and the stretches in which it counts.
struct Track<'f> {
    pid: i64,
    tid: i64,
    /// In order of time.
    parts: Vec<Part>,
    /// Absent for a thread without tasks.
    tasks: Option<Nesting<Counting<'f>>>,
    /// The first part in which a task may still lie.
    first: usize,
    /// A task, and the next part that it may lie in.
    current: Option<(Task, usize)>,
    busy: Micros,
    /// The starts of tasks without end, in order.
    open: Vec<Micros>,
    /// These, and when those happened that are written as an instant, in order.
    points: Vec<Micros>,
    /// How many of them lie in the parts.
    events: u64,
}

/// A stretch in which a thread counts, and its place among those of all.
#[derive(Clone, Copy)]
struct Part {
    place: usize,
    window: TimeWindow,
    /// Whether its end belongs to it.
    with_end: bool,
    busy: Union,
}

/// The next part of a task of a track. Of two the one that comes first is the smaller one.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct Head {
    start: Micros,
    end: Micros,
    place: usize,
    track: usize,
    part: usize,
}

/// The tasks of a thread; counts those that start in its parts, nested and without length too.
struct Counting<'f> {
    tasks: Box<dyn Iterator<Item = Task> + 'f>,
    parts: Vec<(TimeWindow, bool)>,
    events: u64,
}

impl Iterator for Counting<'_> {
    type Item = Task;

    #[inline]
    fn next(&mut self) -> Option<Task> {
        let task = self.tasks.next()?;
        // Only a part that ends later, or right there, may hold its start.
        let first = self.parts.partition_point(|(part, _)| part.end() < task.start);
        let near = self.parts[first..].iter();
        let near = near.take_while(|(part, _)| part.start() <= task.start);
        let holding = near.filter(|(part, with_end)| *with_end || task.start < part.end());
        self.events += holding.count() as u64;
        Some(task)
    }
}

impl<'f> Pass<'f> {
    pub(super) fn new(
        facts: &'f Facts,
        stretches: &[Stretch],
        reach: TimeWindow,
        asked: &'f Asked,
        as_devtools: bool,
    ) -> Pass<'f> {
        let slices = interval::slice_count(asked.window, asked.slice) as usize;
        let mut pass = Pass {
            asked,
            as_devtools,
            tracks: Vec::new(),
            timeline: Timeline::empty(slices),
            together: Union::default(),
            nested: Vec::new(),
        };
        // DevTools knows but the newest name of tasks.
        let is_known = |name: &usize| !as_devtools || *name == 0;
        let mut by_thread: BTreeMap<usize, usize> = BTreeMap::new();
        for (place, stretch) in stretches.iter().enumerate() {
            let thread = &facts.threads[stretch.thread];
            let name = thread.task_name().filter(is_known);
            let at = *by_thread.entry(stretch.thread).or_insert_with(|| {
                pass.tracks.push(Track::new(thread, name));
                pass.tracks.len() - 1
            });
            let track = &mut pass.tracks[at];
            track.parts.push(Part {
                place,
                window: stretch.part,
                with_end: stretch.part.end() == reach.end(),
                busy: Union::default(),
            });
            let Some(name) = name else { continue };
            pass.timeline.task_name.get_or_insert(TASK_NAMES[name]);
            track.events += points_inside(&track.points, stretch.part, reach).len() as u64;
            pass.timeline.open.extend(track.open_in(stretch, reach));
        }
        for track in &mut pass.tracks {
            track.count_starts();
        }
        pass
    }

    /// Sums up all tasks.
    pub(super) fn run(mut self, homes: Vec<(Home, TimeWindow)>) -> Timeline {
        // In order of start over all threads; of tasks that start and end together in that of stretches.
        let mut heads: BinaryHeap<Reverse<Head>> = BinaryHeap::new();
        for track in 0..self.tracks.len() {
            heads.extend(self.next_head(track).map(Reverse));
        }
        while let Some(Reverse(mut head)) = heads.pop() {
            loop {
                let track = head.track;
                self.take(&head);
                let Some(next) = self.next_head(track) else { break };
                head = next;
                // Mostly the same thread has the next one too.
                if heads.peek().is_some_and(|Reverse(other)| *other < head) {
                    heads.push(Reverse(head));
                    break;
                }
            }
        }
        self.finish(homes)
    }

    /// The next part of a top-level task of a thread.
    #[inline]
    fn next_head(&mut self, at: usize) -> Option<Head> {
        loop {
            let track = &mut self.tracks[at];
            if let Some((task, next)) = track.current {
                let part = track.parts.get(next);
                if let Some(part) = part.filter(|part| part.window.start() < task.end) {
                    track.current = Some((task, next + 1));
                    if part.window.end() <= task.start {
                        continue;
                    }
                    return Some(Head {
                        start: task.start,
                        end: task.end,
                        place: part.place,
                        track: at,
                        part: next,
                    });
                }
                track.current = None;
            }
            let (task, is_nested) = track.tasks.as_mut()?.next()?;
            while let Some(part) = track.parts.get(track.first)
                && part.window.end() < task.start
            {
                track.first += 1;
            }
            if track.first == track.parts.len() {
                return None;
            }
            if !is_nested {
                track.current = Some((task, track.first));
            } else if self.as_devtools {
                self.take_nested(&task, at);
            }
        }
    }

    fn take_nested(&mut self, task: &Task, at: usize) {
        for part in &self.tracks[at].parts {
            let inside = inside(task, part.window).filter(|task| is_heavy(task, self.asked));
            self.nested.extend(inside.map(|task| (part.place, task)));
        }
    }

    /// Adds a part of a top-level task.
    #[inline]
    fn take(&mut self, head: &Head) {
        let track = &mut self.tracks[head.track];
        // It is current until its last part is taken.
        let Some((task, _)) = track.current else { return };
        let part = &mut track.parts[head.part];
        let Some(task) = inside(&task, part.window) else {
            return;
        };
        let timeline = &mut self.timeline;
        timeline.count += 1;
        timeline.length += i128::from(task.inside.length().0);
        match task.thread_time_inside() {
            Some(time) => timeline.thread_time += time,
            None => timeline.without_thread_time += 1,
        }
        timeline.cut += u64::from(task.is_cut());
        let is_before = self.asked.from_edge && task.start < self.asked.window.start();
        timeline.before_start += u64::from(is_before);
        if is_heavy(&task, self.asked) {
            timeline.heavy.push(task);
        }
        let closed = part.busy.add(task.inside);
        track.busy += closed.map_or(Micros::ZERO, |busy| busy.length());
        let closed = match self.as_devtools {
            true => self.together.add(task.inside),
            // The stretches of a page follow each other.
            false => closed,
        };
        if let Some(busy) = closed {
            add_busy(timeline, self.asked, busy);
        }
    }

    fn finish(mut self, homes: Vec<(Home, TimeWindow)>) -> Timeline {
        let mut timeline = self.timeline;
        for track in &mut self.tracks {
            for part in &mut track.parts {
                let Some(busy) = part.busy.close() else { continue };
                track.busy += busy.length();
                if !self.as_devtools {
                    add_busy(&mut timeline, self.asked, busy);
                }
            }
        }
        if let Some(busy) = self.together.close() {
            add_busy(&mut timeline, self.asked, busy);
        }
        self.nested
            .sort_by_key(|(place, task)| (task.start, task.end, *place));
        timeline.nested = self.nested.into_iter().map(|(_, task)| task).collect();
        timeline.open.sort_by_key(|task| task.start);
        timeline.threads = self.tracks.iter().map(Track::work).collect();
        timeline.events = timeline.threads.iter().map(|work| work.events).sum();
        timeline.homes = homes;
        timeline
    }
}

impl<'f> Track<'f> {
    fn new(thread: &'f Thread, name: Option<usize>) -> Track<'f> {
        let sorted = |mut points: Vec<Micros>| {
            points.sort_unstable();
            points
        };
        let list = name.map(|name| &thread.tasks[name]);
        let open = list.map_or(&[][..], |list| &list.open);
        let instants = list.map_or(&[][..], |list| &list.instants);
        Track {
            pid: thread.pid,
            tid: thread.tid,
            parts: Vec::new(),
            tasks: name.map(|name| {
                Nesting::of(Counting {
                    tasks: Box::new(thread.tasks_of(name)),
                    parts: Vec::new(),
                    events: 0,
                })
            }),
            first: 0,
            current: None,
            busy: Micros::ZERO,
            open: sorted(open.to_vec()),
            points: sorted([open, instants].concat()),
            events: 0,
        }
    }

    /// The tasks without end that count in a stretch.
    fn open_in(&self, stretch: &Stretch, reach: TimeWindow) -> impl Iterator<Item = OpenTask> {
        let end = stretch.part.end();
        let first = self.open.partition_point(|start| *start < stretch.from);
        let open = self.open[first..].iter().copied();
        let open = open.take_while(move |start| *start < end || (*start == end && end == reach.end()));
        open.map(|start| OpenTask { start })
    }

    /// Counts the tasks that start in the parts from here on, of which all are known.
    fn count_starts(&mut self) {
        if let Some(tasks) = &mut self.tasks {
            let parts = self.parts.iter().map(|part| (part.window, part.with_end));
            tasks.source.parts = parts.collect();
        }
    }

    fn work(&self) -> ThreadWork {
        ThreadWork {
            pid: self.pid,
            tid: self.tid,
            events: self.events + self.tasks.as_ref().map_or(0, |tasks| tasks.source.events),
            busy: self.busy,
        }
    }
}

/// Whether a list or the search for quiet needs it.
fn is_heavy(task: &TopLevelTask, asked: &Asked) -> bool {
    asked.rules.is_long(task.inside.length(), asked.long_task) || task.duration() >= BREAKS_QUIET
}

fn add_busy(timeline: &mut Timeline, asked: &Asked, busy: TimeWindow) {
    timeline.busy += busy.length();
    if let Some(inside) = asked.window.clip(busy.start(), busy.end()) {
        timeline.busy_in_window += inside.length();
        interval::cover(asked.window, asked.slice, inside, &mut timeline.busy_slices);
    }
}

fn inside(task: &Task, part: TimeWindow) -> Option<TopLevelTask> {
    let inside = part.clip(task.start, task.end)?;
    Some(TopLevelTask {
        start: task.start,
        end: task.end,
        thread_time: task.thread_time,
        inside,
    })
}
