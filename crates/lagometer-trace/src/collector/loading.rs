//! What a page load leaves in a trace: navigations, paints, shifts, requests, animation frames.

use super::Collector;
use crate::Error;
use crate::arguments::loading as arguments;
use crate::category::Categories;
use crate::event::{Event, Phase};
use crate::loading::{
    AnimationEvent, AnimationPart, Candidate, FrameDetail, ImagePaint, LoadStep, LoadingName, MovedNodeFact,
    NavigationStart, Presentation, RequestEvent, RequestStep, ScriptDetail, Shift,
};
use crate::oddity::Odd;
use crate::texts::TextId;
use lagometer_json::{Raw, Text};

impl Collector {
    pub(super) fn loading(&mut self, event: &Event<'_>, name: LoadingName) -> Result<(), Error> {
        match name {
            LoadingName::FirstContentfulPaint => {
                let step = self.load_step(event)?;
                self.facts.loading.first_paints.extend(step);
                Ok(())
            }
            LoadingName::DomContentLoadedEventEnd => {
                let step = self.load_step(event)?;
                self.facts.loading.parsed.extend(step);
                Ok(())
            }
            LoadingName::LargestContentfulPaintCandidate => self.candidate(event),
            LoadingName::LargestImagePaintCandidate => self.image_paint(event),
            LoadingName::LayoutShift => self.layout_shift(event),
            LoadingName::ResourceSendRequest
            | LoadingName::ResourceReceiveResponse
            | LoadingName::ResourceFinish => self.request(event, name),
            LoadingName::AnimationFrame => self.animation(event, AnimationPart::Frame),
            LoadingName::AnimationFrameRender => self.animation(event, AnimationPart::Render),
            LoadingName::AnimationFrameStyleAndLayout => self.animation(event, AnimationPart::StyleAndLayout),
            LoadingName::AnimationFrameScriptExecute => self.animation(event, AnimationPart::Execute),
            LoadingName::AnimationFrameScriptCompile => self.animation(event, AnimationPart::Compile),
            LoadingName::AnimationFramePresentation => self.presentation(event),
        }
    }

    /// A navigation of any frame; those without an address are of no page.
    pub(super) fn navigation_start(&mut self, event: &Event<'_>) -> Result<(), Error> {
        let data = event
            .args
            .map_or_else(Default::default, arguments::navigation_start);
        if data.url.is_some_and(|url| url.raw().is_empty()) {
            return Ok(());
        }
        let (Some(ts), Some(pid)) = (self.time(event), self.pid(event)) else {
            return Ok(());
        };
        self.keep::<NavigationStart>(event)?;
        let start = NavigationStart {
            ts,
            pid,
            frame: self.some_text(data.frame, event)?,
            url: self.some_text(data.url, event)?,
            id: self.some_text(data.id, event)?,
            is_main: data.is_main,
        };
        self.facts.loading.navigations.push(start);
        Ok(())
    }

    fn load_step(&mut self, event: &Event<'_>) -> Result<Option<LoadStep>, Error> {
        let Some(ts) = self.time(event) else {
            return Ok(None);
        };
        let data = event.args.map_or_else(Default::default, arguments::paint);
        self.keep::<LoadStep>(event)?;
        Ok(Some(LoadStep {
            ts,
            frame: self.some_text(data.frame, event)?,
            navigation: self.some_text(data.navigation, event)?,
        }))
    }

    fn candidate(&mut self, event: &Event<'_>) -> Result<(), Error> {
        let Some(ts) = self.time(event) else {
            return Ok(());
        };
        let data = event.args.map_or_else(Default::default, arguments::candidate);
        let Some(index) = data.index else {
            self.note(Odd::MissingArgument, event);
            return Ok(());
        };
        self.keep::<Candidate>(event)?;
        let candidate = Candidate {
            step: LoadStep {
                ts,
                frame: self.some_text(data.frame, event)?,
                navigation: self.some_text(data.navigation, event)?,
            },
            index,
            kind: self.some_text(data.kind, event)?,
            size: data.size,
            node: data.node,
            element: self.some_text(data.element, event)?,
        };
        self.facts.loading.candidates.push(candidate);
        Ok(())
    }

    fn image_paint(&mut self, event: &Event<'_>) -> Result<(), Error> {
        let Some(ts) = self.time(event) else {
            return Ok(());
        };
        let data = event.args.map_or_else(Default::default, arguments::image_paint);
        // Older Chromes do not name the image here.
        let (Some(node), Some(url)) = (data.node, self.some_text(data.url, event)?) else {
            return Ok(());
        };
        self.keep::<ImagePaint>(event)?;
        let frame = self.some_text(data.frame, event)?;
        self.facts
            .loading
            .image_paints
            .push(ImagePaint { ts, frame, node, url });
        Ok(())
    }

    fn layout_shift(&mut self, event: &Event<'_>) -> Result<(), Error> {
        let (Some(ts), Some(pid)) = (self.time(event), self.pid(event)) else {
            return Ok(());
        };
        let data = event.args.map_or_else(Default::default, arguments::layout_shift);
        // What moves right after an input was asked for: by the rule of the metric it does not count.
        if data.had_recent_input {
            return Ok(());
        }
        if data
            .score
            .is_some_and(|score| !(0.0..=HIGHEST_SCORE).contains(&score))
        {
            self.note(Odd::ImpossibleScore, event);
            return Ok(());
        }
        let mut nodes = Vec::with_capacity(data.nodes.len());
        for node in &data.nodes {
            self.keep::<MovedNodeFact>(event)?;
            nodes.push(MovedNodeFact {
                node: node.node,
                element: self.some_text(node.element, event)?,
                old_rect: node.old_rect,
                new_rect: node.new_rect,
            });
        }
        self.keep::<Shift>(event)?;
        let shift = Shift {
            ts,
            pid,
            frame: self.some_text(data.frame, event)?,
            is_main: data.is_main,
            score: data.score,
            nodes: nodes.into_boxed_slice(),
            nodes_total: data.nodes_total,
        };
        self.facts.loading.shifts.push(shift);
        Ok(())
    }

    fn request(&mut self, event: &Event<'_>, name: LoadingName) -> Result<(), Error> {
        let (Some(ts), Some(pid)) = (self.time(event), self.pid(event)) else {
            return Ok(());
        };
        let data = event.args.map_or_else(Default::default, arguments::request);
        let Some(id) = self.some_text(data.id, event)? else {
            self.note(Odd::MissingArgument, event);
            return Ok(());
        };
        let step = match name {
            LoadingName::ResourceSendRequest => RequestStep::Sent {
                frame: self.some_text(data.frame, event)?,
                is_waited_for: data.method.is_some_and(|method| method.is("GET"))
                    && data.url.is_none_or(|url| is_of_network(&url.decode_bytes())),
            },
            LoadingName::ResourceReceiveResponse => RequestStep::Answered {
                status: data.status,
                sent: data.sent,
            },
            _ => RequestStep::Over {
                has_failed: data.has_failed,
                over: data.over,
            },
        };
        self.keep::<RequestEvent>(event)?;
        self.facts
            .loading
            .requests
            .push(RequestEvent { ts, pid, id, step });
        Ok(())
    }

    fn animation(&mut self, event: &Event<'_>, part: AnimationPart) -> Result<(), Error> {
        let is_end = match event.phase {
            Phase::AsyncBegin | Phase::AsyncStart => false,
            Phase::AsyncEnd | Phase::AsyncFinish => true,
            // Flows have the same name.
            _ => return Ok(()),
        };
        let (Some(ts), Some(pid)) = (self.time(event), self.pid(event)) else {
            return Ok(());
        };
        let Some(id) = self.async_id(event)? else {
            self.note(Odd::MissingArgument, event);
            return Ok(());
        };
        self.categories.seen.add(Categories::DEVTOOLS_TIMELINE);
        let begin = match is_end {
            true => None,
            false => Some(self.animation_begin(event, part)?),
        };
        self.keep::<AnimationEvent>(event)?;
        let animation = AnimationEvent {
            pid,
            id,
            part,
            ts,
            begin,
        };
        self.facts.loading.animation.push(animation);
        Ok(())
    }

    /// Keeps what the start of a part says; gives its place.
    fn animation_begin(&mut self, event: &Event<'_>, part: AnimationPart) -> Result<u32, Error> {
        match (part, event.args) {
            (AnimationPart::Frame, Some(args)) => {
                let data = arguments::animation_frame(args);
                self.keep::<FrameDetail>(event)?;
                let detail = FrameDetail {
                    id: self.some_text(data.id, event)?,
                    sequence: data.sequence,
                    blocking: data.blocking,
                };
                let details = &mut self.facts.loading.animation_frames;
                details.push(detail);
                Ok(last_place(details))
            }
            (AnimationPart::Execute, Some(args)) => {
                let detail = self.script_detail(args, event)?;
                self.keep::<ScriptDetail>(event)?;
                let details = &mut self.facts.loading.animation_scripts;
                details.push(detail);
                Ok(last_place(details))
            }
            _ => Ok(u32::MAX),
        }
    }

    fn script_detail(&mut self, args: Raw<'_>, event: &Event<'_>) -> Result<ScriptDetail, Error> {
        let data = arguments::script(args);
        Ok(ScriptDetail {
            invoker_type: self.some_text(data.invoker_type, event)?,
            class: self.some_text(data.class, event)?,
            property: self.some_text(data.property, event)?,
            url: self.some_text(data.url, event)?,
            function: self.some_text(data.function, event)?,
            position: data.position,
            style: data.style,
            layout: data.layout,
            pause: data.pause,
        })
    }

    fn presentation(&mut self, event: &Event<'_>) -> Result<(), Error> {
        // Flows have the same name.
        if event.phase != Phase::AsyncInstant {
            return Ok(());
        }
        let (Some(ts), Some(pid)) = (self.time(event), self.pid(event)) else {
            return Ok(());
        };
        let data = event
            .args
            .map_or_else(Default::default, arguments::animation_frame);
        // Older Chromes do not say which frame was presented.
        let Some(id) = self.some_text(data.id, event)? else {
            return Ok(());
        };
        self.keep::<Presentation>(event)?;
        let sequence = data.sequence;
        self.facts.loading.presentations.push(Presentation {
            ts,
            pid,
            id,
            sequence,
        });
        Ok(())
    }

    /// Keeps a text that is there and says something; of a long one its first part, because it is
    /// repeated in every list that it stands in.
    fn some_text(&mut self, text: Option<Text<'_>>, event: &Event<'_>) -> Result<Option<TextId>, Error> {
        let Some(text) = text.filter(|text| !text.raw().is_empty()) else {
            return Ok(None);
        };
        let bytes = text.decode_bytes();
        let kept = match bytes.get(..LONGEST_TEXT) {
            Some(first) => whole_characters(first),
            None => &bytes,
        };
        self.bytes(kept, event).map(Some)
    }
}

/// How many bytes of an address or another text are kept.
const LONGEST_TEXT: usize = 2 << 10;
/// A shift has at most 1, scaled by how much of the page its frame is; more than this is no score.
const HIGHEST_SCORE: f64 = 1_000.0;

/// The place of the last of a list. Each costs memory that is bounded, so there are fewer than 2^32.
fn last_place<T>(list: &[T]) -> u32 {
    u32::try_from(list.len() - 1).expect("bounded by the limit of bytes")
}

/// The bytes without what is left of a cut character.
fn whole_characters(bytes: &[u8]) -> &[u8] {
    let is_start = |byte: &u8| byte & 0b1100_0000 != 0b1000_0000;
    match bytes.iter().rposition(is_start) {
        Some(start) => &bytes[..start],
        None => bytes,
    }
}

/// Whether an address is one of the network: what is in the page, on disk or in an extension is not
/// waited for, and a socket stays open.
fn is_of_network(url: &[u8]) -> bool {
    let scheme = url.split(|byte| *byte == b':').next().unwrap_or(url);
    const OTHERS: [&[u8]; 8] = [
        b"blob",
        b"data",
        b"intent",
        b"file",
        b"filesystem",
        b"chrome-extension",
        b"ws",
        b"wss",
    ];
    !OTHERS.contains(&scheme)
}
