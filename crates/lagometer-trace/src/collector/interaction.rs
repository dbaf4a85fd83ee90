//! What the page was asked to do: input events and how long they took.

use super::Collector;
use crate::category::Categories;
use crate::event::{Event, Phase};
use crate::facts::{InputBegin, InputEvent};
use crate::oddity::Odd;
use crate::{Error, arguments};
use lagometer_metric::Micros;

impl Collector {
    /// Keeps one end of an `EventTiming`. Those of no interaction are kept too: they use ids.
    pub(super) fn event_timing(&mut self, event: &Event<'_>) -> Result<(), Error> {
        let is_end = match event.phase {
            Phase::AsyncBegin | Phase::AsyncStart => false,
            Phase::AsyncEnd | Phase::AsyncFinish => true,
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
            false => Some(self.input_begin(event, ts)?),
        };
        self.keep::<InputEvent>(event)?;
        self.facts.inputs.push(InputEvent { pid, id, ts, begin });
        Ok(())
    }

    fn input_begin(&mut self, event: &Event<'_>, ts: Micros) -> Result<InputBegin, Error> {
        let data = event
            .args
            .map_or_else(arguments::EventTiming::default, arguments::event_timing);
        let kept = |text: &Option<lagometer_json::Text<'_>>| {
            text.as_ref().map(|text| text.decode_bytes().into_owned())
        };
        let (event_type, frame) = (kept(&data.event_type), kept(&data.frame));
        // The arguments are on the page's clock, of which `timeStamp` is the time of this event.
        let on_clock = |time: Option<Micros>| {
            let after = time?.saturating_sub(data.time_stamp?);
            Some(ts.saturating_add(after))
        };
        let processing = match (on_clock(data.processing_start), on_clock(data.processing_end)) {
            (Some(start), Some(end)) => Some((start, end)),
            _ => None,
        };
        Ok(InputBegin {
            event_type: match event_type {
                Some(event_type) => Some(self.bytes(&event_type, event)?),
                None => None,
            },
            frame: match frame {
                Some(frame) => Some(self.bytes(&frame, event)?),
                None => None,
            },
            interaction: data.interaction.filter(|interaction| *interaction != 0),
            duration: data.duration,
            processing,
        })
    }
}
