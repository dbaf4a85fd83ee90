//! Marks and measures of User Timing, and the timings of the console.

use super::Collector;
use crate::Error;
use crate::arguments::{self, Detail};
use crate::event::{AsyncId, Event, Phase};
use crate::facts::{ConsoleStamp, Edge, Mark, MeasureEvent};
use crate::oddity::Odd;
use crate::texts::TextId;
use lagometer_metric::Micros;

/// How many bytes a name of User Timing may have.
const LONGEST_NAME: usize = 4 << 10;

/// How many bytes the detail of a mark or measure may have to be kept.
const LONGEST_DETAIL: usize = 4 << 10;

/// How many bytes of details are kept in all: they are for people to look at, and of a page that
/// writes more nobody does.
const DETAILS: usize = 1 << 20;

impl Collector {
    pub(super) fn user_timing(&mut self, event: &Event<'_>) -> Result<(), Error> {
        if self.has_endless_name(event) {
            return Ok(());
        }
        if matches!(event.phase, Phase::Instant | Phase::Mark) {
            return self.mark(event);
        }
        let detail = match (edge(event.phase), event.args) {
            (Some(Edge::Begin | Edge::Both), Some(args)) => arguments::measure_detail(args),
            _ => Detail::default(),
        };
        if let Some(measure) = self.measure(event, detail)? {
            self.facts.measures.push(measure);
        }
        Ok(())
    }

    /// Keeps one end of what `console.time` began.
    pub(super) fn console_timing(&mut self, event: &Event<'_>) -> Result<(), Error> {
        // The same category holds what was written to the console.
        if edge(event.phase).is_none() || self.has_endless_name(event) {
            return Ok(());
        }
        if let Some(timing) = self.measure(event, Detail::default())? {
            self.facts.console_timings.push(timing);
        }
        Ok(())
    }

    /// Keeps a `console.timeStamp`.
    pub(super) fn console_stamp(&mut self, event: &Event<'_>) -> Result<(), Error> {
        let (Some(ts), Some(pid)) = (self.time(event), self.pid(event)) else {
            return Ok(());
        };
        let data = event.args.map(arguments::time_stamp).unwrap_or_default();
        let Some(name) = data.name else {
            self.note(Odd::MissingArgument, event);
            return Ok(());
        };
        let track = data.track.filter(|track| !track.raw().is_empty());
        let longest = name.raw().len().max(track.map_or(0, |track| track.raw().len()));
        if longest > LONGEST_NAME {
            self.note(Odd::NameTooLong, event);
            return Ok(());
        }
        self.keep::<ConsoleStamp>(event)?;
        let name = self.text(&name, event)?;
        let track = match track {
            Some(track) => Some(self.text(&track, event)?),
            None => None,
        };
        let (start, end) = (data.start.map(Micros), data.end.map(Micros));
        self.facts.console_stamps.push(ConsoleStamp {
            ts,
            pid,
            name,
            span: start.zip(end),
            track,
        });
        Ok(())
    }

    /// Whether a name is too long: names are repeated in every list that they stand in, so an endless
    /// one would be endless often.
    fn has_endless_name(&mut self, event: &Event<'_>) -> bool {
        let name_bytes = event.name_text.map_or(0, |name| name.raw().len());
        let id_bytes = match event.id {
            AsyncId::None => 0,
            AsyncId::Plain(raw) => raw.len(),
            AsyncId::Scoped(raw) => raw.bytes.len(),
        };
        let endless = name_bytes.max(id_bytes) > LONGEST_NAME;
        if endless {
            self.note(Odd::NameTooLong, event);
        }
        endless
    }

    fn measure(&mut self, event: &Event<'_>, detail: Detail<'_>) -> Result<Option<MeasureEvent>, Error> {
        let Some(edge) = edge(event.phase) else {
            return Ok(None);
        };
        let (Some(ts), Some(pid)) = (self.time(event), self.pid(event)) else {
            return Ok(None);
        };
        let (Some(name), Some(id)) = (&event.name_text, self.async_id(event)?) else {
            self.note(Odd::MissingArgument, event);
            return Ok(None);
        };
        let lagometer = match &detail.lagometer {
            Some(id) => Some(self.bytes(id.as_bytes(), event)?),
            None => None,
        };
        self.keep::<MeasureEvent>(event)?;
        Ok(Some(MeasureEvent {
            ts,
            pid,
            id,
            name: self.text(name, event)?,
            edge,
            lagometer,
            threw: detail.threw,
            detail: self.detail(&detail, event)?,
        }))
    }

    fn mark(&mut self, event: &Event<'_>) -> Result<(), Error> {
        let (Some(ts), Some((pid, tid))) = (self.time(event), self.ids(event)) else {
            return Ok(());
        };
        let Some(name) = &event.name_text else {
            self.note(Odd::MissingArgument, event);
            return Ok(());
        };
        let detail = event.args.map(arguments::mark_detail).unwrap_or_default();
        self.keep::<Mark>(event)?;
        let name = self.text(name, event)?;
        let detail = self.detail(&detail, event)?;
        // A page's mark has this category alone; `blink.user_timing,rail` is the browser's.
        let several = event.categories.is_some_and(|list| list.raw().contains(&b','));
        self.facts.marks.push(Mark {
            ts,
            pid,
            tid,
            name,
            by_browser: several || is_of_navigation(self.facts.texts.bytes_of(name)),
            detail,
        });
        Ok(())
    }

    /// Keeps what the page wrote into a detail, as far as there is room for it.
    fn detail(&mut self, detail: &Detail<'_>, event: &Event<'_>) -> Result<Option<TextId>, Error> {
        let Some(page) = &detail.page else {
            return Ok(None);
        };
        if page.len() > LONGEST_DETAIL || self.detail_bytes + page.len() > DETAILS {
            self.note(Odd::DetailLeftOut, event);
            return Ok(None);
        }
        self.detail_bytes += page.len();
        self.bytes(page, event).map(Some)
    }
}

/// Whether a mark is one of Navigation Timing or Resource Timing. A page cannot set one of the former:
/// `performance.mark` throws for their names (User Timing, section 3.1).
fn is_of_navigation(name: &[u8]) -> bool {
    matches!(
        name,
        b"commitNavigationEnd"
            | b"connectEnd"
            | b"connectStart"
            | b"domComplete"
            | b"domContentLoadedEventEnd"
            | b"domContentLoadedEventStart"
            | b"domInteractive"
            | b"domLoading"
            | b"domainLookupEnd"
            | b"domainLookupStart"
            | b"fetchStart"
            | b"loadEventEnd"
            | b"loadEventStart"
            | b"navigationStart"
            | b"redirectEnd"
            | b"redirectStart"
            | b"requestStart"
            | b"responseEnd"
            | b"responseStart"
            | b"secureConnectionStart"
            | b"unloadEventEnd"
            | b"unloadEventStart"
            | b"workerStart"
    )
}

/// Which end of a measure an event of this phase is.
fn edge(phase: Phase) -> Option<Edge> {
    Some(match phase {
        Phase::AsyncBegin | Phase::AsyncStart => Edge::Begin,
        Phase::AsyncEnd | Phase::AsyncFinish => Edge::End,
        Phase::AsyncInstant => Edge::Both,
        _ => return None,
    })
}
