//! Long animation frames: what a frame of the page took long for.

use super::shift::largest;
use super::{AnimationEvent, AnimationPart, FrameDetail, LoadingFacts, Presentation, ScriptDetail};
use crate::facts::Facts;
use crate::interaction::Whose;
use crate::main_thread::MainThread;
use crate::texts::TextId;
use crate::user_timing::shortened;
use crate::window::ResolvedWindow;
use lagometer_metric::Micros;
use std::collections::BTreeMap;

/// From this duration on an animation frame is long (W3C Long Animation Frames API).
pub const LONG_FROM: Micros = Micros::from_millis(50);

/// A long animation frame: from the first work that led to an update of the page until that was ready
/// to be drawn, or until it was clear that nothing is to be drawn.
#[derive(Clone, Debug, PartialEq)]
pub struct AnimationFrame {
    /// Its process.
    pub pid: i64,
    /// Its start.
    pub start: Micros,
    /// Its duration.
    pub duration: Micros,
    /// The time for which it kept input waiting, as Chrome says it.
    pub blocking: Option<Micros>,
    /// When the page began to make the update; absent where there was none.
    pub render_start: Option<Micros>,
    /// When style and layout of it began.
    pub style_and_layout_start: Option<Micros>,
    /// When it was shown.
    pub presented: Option<Micros>,
    /// The number of the compositor's frame that showed it, which `PipelineReporter` has as
    /// `frame_sequence`; where it was not shown, of the one that asked for it.
    pub sequence: Option<u64>,
    /// Its longest scripts, in order of start.
    pub scripts: Vec<AnimationScript>,
    /// How many there are in the trace.
    pub scripts_total: u64,
}

/// A script that ran in a long animation frame.
#[derive(Clone, Debug, PartialEq)]
pub struct AnimationScript {
    /// When it began.
    pub start: Micros,
    /// How long it ran.
    pub duration: Micros,
    /// Whether it was compiled rather than run.
    pub is_compile: bool,
    /// Why it ran, as `USER_CALLBACK`.
    pub invoker_type: Option<String>,
    /// Who called it, as `BUTTON#slow.onclick` or `FrameRequestCallback`.
    pub invoker: Option<String>,
    /// Its file.
    pub url: Option<String>,
    /// Its function.
    pub function: Option<String>,
    /// The character in the file at which the function stands, from 0; absent where it is not known.
    pub position: Option<i64>,
    /// The time in it for style and for layout that it asked for, and for dialogs.
    pub forced_style: Option<Micros>,
    /// The same for layout.
    pub forced_layout: Option<Micros>,
    /// The same for dialogs and synchronous requests.
    pub pause: Option<Micros>,
}

/// A part with both its ends.
#[derive(Clone, Copy)]
struct Closed {
    start: Micros,
    end: Micros,
    detail: u32,
    part: AnimationPart,
}

impl Closed {
    fn length(&self) -> Micros {
        self.end.saturating_sub(self.start)
    }
}

/// The long animation frames of the page that began inside a window.
#[derive(Clone, Debug, Default)]
pub(crate) struct LongAnimationFrames {
    /// How long each lasted, in order of start.
    pub(crate) durations: Vec<Micros>,
    /// The longest of them, in order of start.
    pub(crate) longest: Vec<AnimationFrame>,
}

/// How many long animation frames are listed.
const FRAMES_LISTED: usize = 200;

/// The parts of the animation frames of one thread, in order of start.
struct Track {
    pid: i64,
    parts: Vec<Closed>,
}

/// Finds the long animation frames of the page that began inside a window.
pub(crate) fn long_animation_frames(
    facts: &Facts,
    main_thread: &MainThread,
    resolved: &ResolvedWindow,
) -> LongAnimationFrames {
    let whose = Whose::of(facts, main_thread);
    let is_pages = |event: &&AnimationEvent| whose.has_process(event.pid);
    let mut events: Vec<&AnimationEvent> = facts.loading.animation.iter().filter(is_pages).collect();
    events.sort();
    let of_ids = events.chunk_by(|a, b| (a.pid, a.id) == (b.pid, b.id));
    let tracks: Vec<Track> = of_ids
        .map(|of_id| {
            let mut parts = pair(of_id);
            parts.sort_by_key(|closed| (closed.start, closed.part));
            Track {
                pid: of_id[0].pid,
                parts,
            }
        })
        .collect();
    let mut long: Vec<(&Closed, &Track)> = Vec::new();
    for track in &tracks {
        let is_long = |closed: &&Closed| closed.part == AnimationPart::Frame && closed.length() >= LONG_FROM;
        let found = track.parts.iter().filter(is_long);
        long.extend(
            found
                .filter(|frame| resolved.holds(frame.start))
                .map(|frame| (frame, track)),
        );
    }
    long.sort_by_key(|(frame, track)| (frame.start, track.pid));
    let presented = presented(facts);
    let longest = largest(&long, FRAMES_LISTED, |(frame, _)| frame.length().as_f64());
    LongAnimationFrames {
        durations: long.iter().map(|(frame, _)| frame.length()).collect(),
        longest: longest
            .into_iter()
            .map(|(frame, track)| {
                let mut found = with_parts(facts, track.pid, frame, inside(&track.parts, frame));
                let id = detail_of(&facts.loading, frame).and_then(|detail| detail.id);
                if let Some(shown) = id.and_then(|id| presented.get(&(track.pid, id))) {
                    found.presented = Some(shown.ts);
                    found.sequence = shown.sequence.or(found.sequence);
                }
                found
            })
            .collect(),
    }
}

/// When each frame was presented first.
fn presented(facts: &Facts) -> BTreeMap<(i64, TextId), Presentation> {
    let mut presented: BTreeMap<(i64, TextId), Presentation> = BTreeMap::new();
    for presentation in &facts.loading.presentations {
        let first = presented
            .entry((presentation.pid, presentation.id))
            .or_insert(*presentation);
        if presentation.ts < first.ts {
            *first = *presentation;
        }
    }
    presented
}

/// Pairs starts and ends by part, in order of time, last begun first. Ends come first at one time:
/// what ends there was begun before, mostly.
fn pair(events: &[&AnimationEvent]) -> Vec<Closed> {
    let mut closed = Vec::new();
    for of_part in events.chunk_by(|a, b| a.part == b.part) {
        let mut open: Vec<(Micros, u32)> = Vec::new();
        for moment in of_part.chunk_by(|a, b| a.ts == b.ts) {
            let mut waiting = 0_usize;
            let mut close = |open: &mut Vec<(Micros, u32)>| match open.pop() {
                Some((start, detail)) => {
                    closed.push(Closed {
                        start,
                        end: moment[0].ts,
                        detail,
                        part: moment[0].part,
                    });
                    true
                }
                None => false,
            };
            for event in moment {
                match event.begin {
                    Some(detail) => open.push((event.ts, detail)),
                    None if !close(&mut open) => waiting += 1,
                    None => {}
                }
            }
            // What is left ends something of no length.
            for _ in 0..waiting {
                close(&mut open);
            }
        }
    }
    closed
}

/// The parts that start inside a frame. Frames of one thread do not overlap; where they seem to, each
/// has what lies in it.
fn inside<'p>(parts: &'p [Closed], frame: &Closed) -> &'p [Closed] {
    let from = parts.partition_point(|closed| closed.start < frame.start);
    let to = parts.partition_point(|closed| closed.start < frame.end);
    &parts[from..to.max(from)]
}

fn detail_of<'f>(loading: &'f LoadingFacts, frame: &Closed) -> Option<&'f FrameDetail> {
    loading.animation_frames.get(frame.detail as usize)
}

/// How many scripts of a frame are listed.
const SCRIPTS_LISTED: usize = 20;

fn with_parts(facts: &Facts, pid: i64, frame: &Closed, parts: &[Closed]) -> AnimationFrame {
    let first = |part: AnimationPart| {
        let mut of_part = parts.iter().filter(|closed| closed.part == part);
        of_part.next().map(|closed| closed.start)
    };
    let is_script = |closed: &&Closed| matches!(closed.part, AnimationPart::Execute | AnimationPart::Compile);
    let scripts: Vec<&Closed> = parts.iter().filter(is_script).collect();
    let detail = detail_of(&facts.loading, frame);
    AnimationFrame {
        pid,
        start: frame.start,
        duration: frame.length(),
        blocking: detail.and_then(|detail| detail.blocking),
        render_start: first(AnimationPart::Render),
        style_and_layout_start: first(AnimationPart::StyleAndLayout),
        presented: None,
        sequence: detail.and_then(|detail| detail.sequence),
        scripts: largest(&scripts, SCRIPTS_LISTED, |script| script.length().as_f64())
            .into_iter()
            .map(|script| animation_script(facts, script))
            .collect(),
        scripts_total: scripts.len() as u64,
    }
}

fn animation_script(facts: &Facts, script: &Closed) -> AnimationScript {
    let is_compile = script.part == AnimationPart::Compile;
    let detail = facts.loading.animation_scripts.get(script.detail as usize);
    let detail = detail.filter(|_| !is_compile);
    let text = |of: fn(&ScriptDetail) -> Option<TextId>| {
        let id = of(detail?)?;
        Some(shortened(&facts.texts.text_of(id)))
    };
    let invoker: Vec<String> = [text(|detail| detail.class), text(|detail| detail.property)]
        .into_iter()
        .flatten()
        .collect();
    AnimationScript {
        start: script.start,
        duration: script.length(),
        is_compile,
        invoker_type: text(|detail| detail.invoker_type),
        invoker: (!invoker.is_empty()).then(|| invoker.join(".")),
        url: detail
            .and_then(|detail| detail.url)
            .map(|url| facts.texts.text_of(url)),
        function: text(|detail| detail.function),
        // Chrome writes -1 for a place that it does not know.
        position: detail
            .and_then(|detail| detail.position)
            .filter(|position| *position >= 0),
        forced_style: detail.and_then(|detail| detail.style),
        forced_layout: detail.and_then(|detail| detail.layout),
        pause: detail.and_then(|detail| detail.pause),
    }
}

#[cfg(test)]
mod tests;
