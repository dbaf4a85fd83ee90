//! Interactions into their written form.

use lagometer_metric::{Measured, Micros};
use lagometer_report::{Interaction, InteractionEvent};
use lagometer_trace::{InteractionParts, metric};

/// All of them, with the one that `inp` is of.
pub(super) fn interactions(
    inp: &metric::Inp,
    work: &Measured<lagometer_trace::Work>,
    window_start: Micros,
) -> Vec<Interaction> {
    let metric::Inp {
        value: _,
        index,
        list,
    } = inp;
    let after_start = |point: Micros| point.saturating_sub(window_start).0;
    let one = |(at, interaction): (usize, &lagometer_trace::Interaction)| {
        let lagometer_trace::Interaction {
            pid,
            id,
            event_type,
            start,
            duration,
            parts,
            events,
        } = interaction;
        let part = |of: fn(&InteractionParts) -> Micros| parts.as_ref().map(|parts| of(parts).0);
        Interaction {
            id: id.to_string(),
            pid: *pid,
            event_type: event_type.clone(),
            start_us: after_start(*start),
            duration_us: duration.0,
            input_delay_us: part(|parts| parts.input_delay),
            processing_us: part(|parts| parts.processing),
            presentation_us: part(|parts| parts.presentation),
            is_inp: *index == Some(at),
            events: events
                .iter()
                .map(|event| InteractionEvent {
                    event_type: event.event_type.clone(),
                    start_us: after_start(event.start),
                    duration_us: event.duration.0,
                })
                .collect(),
            work: super::work::of_interaction(work, at),
        }
    };
    list.iter().enumerate().map(one).collect()
}
