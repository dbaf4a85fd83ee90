//! How events of frames are written: what changed since the last one of the same kind.

use super::{
    FrameEvent, FrameKind, Layer, OnThread, PipelineEvent, PipelineId, PipelineReport, PipelineState,
    Sequence,
};
use crate::column::bits::{BitReader, BitWriter, Rice};
use crate::column::{Kept, LANES, Row};
use crate::texts::TextId;
use lagometer_metric::Micros;
use std::cmp::Reverse;

/// How many kinds of events of frames there are, by [`parts`].
const KINDS: usize = 12;

/// What an event of a frame says, as numbers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Parts {
    pid: i64,
    layer: i64,
    /// The number of the frame, the thread or the text.
    number: u64,
}

/// The kind of an event as a number, what it says, and for how long it lasts.
fn parts(event: &FrameEvent) -> (usize, Parts, u32) {
    let (kind, number, duration) = match event.kind {
        FrameKind::Begun(sequence) => (0, sequence.0, 0),
        FrameKind::Drawn(sequence) => (1, sequence.0, 0),
        FrameKind::DrawnLong => (2, 0, 0),
        FrameKind::Dropped(sequence) => (3, sequence.0, 0),
        FrameKind::DroppedInPart(sequence) => (4, sequence.0, 0),
        FrameKind::Requested => (5, 0, 0),
        FrameKind::Activated => (6, 0, 0),
        FrameKind::Wanted(false) => (7, 0, 0),
        FrameKind::Wanted(true) => (8, 0, 0),
        FrameKind::DrawsInto(frame) => (9, u64::from(frame.index()), 0),
        FrameKind::Caused(on) => (10, u64::from(on.thread), on.duration),
        FrameKind::Committed(on) => (11, u64::from(on.thread), on.duration),
    };
    let parts = Parts {
        pid: event.pid,
        layer: event.layer.0,
        number,
    };
    (kind, parts, duration)
}

fn kind(kind: usize, number: u64, duration: u32) -> FrameKind {
    let on = OnThread {
        thread: number as u32,
        duration,
    };
    match kind {
        0 => FrameKind::Begun(Sequence(number)),
        1 => FrameKind::Drawn(Sequence(number)),
        2 => FrameKind::DrawnLong,
        3 => FrameKind::Dropped(Sequence(number)),
        4 => FrameKind::DroppedInPart(Sequence(number)),
        5 => FrameKind::Requested,
        6 => FrameKind::Activated,
        7 => FrameKind::Wanted(false),
        8 => FrameKind::Wanted(true),
        9 => FrameKind::DrawsInto(TextId::from_index(number as u32)),
        10 => FrameKind::Caused(on),
        _ => FrameKind::Committed(on),
    }
}

/// What is known of the events before one.
#[derive(Default)]
pub(crate) struct FrameContext {
    before: i64,
    last_kind: usize,
    /// Which kind came last after each.
    followers: [usize; KINDS],
    /// What the last one of each kind said.
    last: [Parts; KINDS],
    times: Rice,
    kinds: Rice,
    places: Rice,
    numbers: [Rice; KINDS],
    durations: Rice,
}

impl Row for FrameEvent {
    type Context = FrameContext;
    type Order = (Micros, Reverse<u32>);
    const LANE: usize = 0;

    /// What happens at one time: the longest first.
    fn order(&self) -> Self::Order {
        (self.ts, Reverse(self.duration()))
    }

    fn start(&self) -> i64 {
        self.ts.0
    }

    fn read(context: &mut FrameContext, [bits, _]: &mut [BitReader<'_>; LANES]) -> FrameEvent {
        context.before = context.before.wrapping_add(context.times.read(bits) as i64);
        let expected = context.followers[context.last_kind];
        let which = match context.kinds.read(bits).checked_sub(1) {
            None => expected,
            Some(other) => (other as usize).min(KINDS - 1),
        };
        context.followers[context.last_kind] = which;
        context.last_kind = which;
        let last = &mut context.last[which];
        if context.places.read(bits) > 0 {
            last.pid = last.pid.wrapping_add(context.places.read_signed(bits));
            last.layer = last.layer.wrapping_add(context.places.read_signed(bits));
        }
        let step = context.numbers[which].read_signed(bits);
        last.number = last.number.wrapping_add_signed(step);
        let duration = match which {
            10.. => context.durations.read(bits) as u32,
            _ => 0,
        };
        FrameEvent {
            ts: Micros(context.before),
            pid: last.pid,
            layer: Layer(last.layer),
            kind: kind(which, last.number, duration),
        }
    }
}

impl Kept for FrameEvent {
    fn write(&self, context: &mut FrameContext, [bits, _]: &mut [BitWriter; LANES]) -> bool {
        let (which, parts, duration) = parts(self);
        context
            .times
            .write(self.ts.0.wrapping_sub(context.before) as u64, bits);
        context.before = self.ts.0;
        let expected = context.followers[context.last_kind];
        let changed = if which == expected { 0 } else { which as u64 + 1 };
        context.kinds.write(changed, bits);
        context.followers[context.last_kind] = which;
        context.last_kind = which;
        let last = std::mem::replace(&mut context.last[which], parts);
        let is_elsewhere = (last.pid, last.layer) != (parts.pid, parts.layer);
        context.places.write(u64::from(is_elsewhere), bits);
        if is_elsewhere {
            context
                .places
                .write_signed(parts.pid.wrapping_sub(last.pid), bits);
            context
                .places
                .write_signed(parts.layer.wrapping_sub(last.layer), bits);
        }
        let step = parts.number.wrapping_sub(last.number) as i64;
        context.numbers[which].write_signed(step, bits);
        if which >= 10 {
            context.durations.write(u64::from(duration), bits);
        }
        false
    }
}

/// What is known of the reports before one.
#[derive(Default)]
pub(crate) struct PipelineContext {
    before: i64,
    id: (u8, u64),
    pid: i64,
    layer: i64,
    source: u64,
    sequence: u64,
    /// The state and whether it harms smoothness, of the last that began.
    state: u64,
    times: Rice,
    kinds: Rice,
    ids: Rice,
    places: Rice,
    sequences: Rice,
}

impl PipelineContext {
    /// What is not as it was in the last one: a bit each.
    fn changes(&self, pid: i64, id_kind: u8, report: Option<&PipelineReport>) -> u64 {
        let of_report = report.map_or(0, |report| {
            let is_elsewhere = (report.layer.0, report.source.0) != (self.layer, self.source);
            4 | u64::from(is_elsewhere) << 3 | u64::from(state_number(report) != self.state) << 4
        });
        u64::from(pid != self.pid) | u64::from(id_kind != self.id.0) << 1 | of_report
    }
}

const STATES: [PipelineState; 5] = [
    PipelineState::PresentedAll,
    PipelineState::PresentedPartial,
    PipelineState::Dropped,
    PipelineState::NoUpdateDesired,
    PipelineState::Unknown,
];

fn state_number(report: &PipelineReport) -> u64 {
    // The states are in this order.
    (report.state as u64) << 1 | u64::from(report.affects_smoothness)
}

impl Row for PipelineEvent {
    type Context = PipelineContext;
    type Order = Micros;
    const LANE: usize = 0;

    fn order(&self) -> Micros {
        self.ts
    }

    fn start(&self) -> i64 {
        self.ts.0
    }

    fn read(context: &mut PipelineContext, [bits, _]: &mut [BitReader<'_>; LANES]) -> PipelineEvent {
        context.before = context.before.wrapping_add(context.times.read(bits) as i64);
        let changes = context.kinds.read(bits);
        if changes & 1 != 0 {
            context.pid = context.pid.wrapping_add(context.places.read_signed(bits));
        }
        if changes & 2 != 0 {
            context.id.0 = context.places.read(bits) as u8;
        }
        context.id.1 = context.id.1.wrapping_add_signed(context.ids.read_signed(bits));
        let report = (changes & 4 != 0).then(|| {
            if changes & 8 != 0 {
                context.layer = context.layer.wrapping_add(context.places.read_signed(bits));
                let step = context.places.read_signed(bits);
                context.source = context.source.wrapping_add_signed(step);
            }
            if changes & 16 != 0 {
                context.state = context.places.read(bits);
            }
            let step = context.sequences.read_signed(bits);
            context.sequence = context.sequence.wrapping_add_signed(step);
            PipelineReport {
                sequence: Sequence(context.sequence),
                source: Sequence(context.source),
                layer: Layer(context.layer),
                state: STATES[(context.state as usize >> 1).min(STATES.len() - 1)],
                affects_smoothness: context.state & 1 != 0,
            }
        });
        PipelineEvent {
            ts: Micros(context.before),
            pid: context.pid,
            id: PipelineId(context.id.0, context.id.1),
            report,
        }
    }
}

impl Kept for PipelineEvent {
    fn write(&self, context: &mut PipelineContext, [bits, _]: &mut [BitWriter; LANES]) -> bool {
        let PipelineEvent { ts, pid, id, report } = self;
        context
            .times
            .write(ts.0.wrapping_sub(context.before) as u64, bits);
        context.before = ts.0;
        let changes = context.changes(*pid, id.0, report.as_ref());
        context.kinds.write(changes, bits);
        if changes & 1 != 0 {
            context.places.write_signed(pid.wrapping_sub(context.pid), bits);
            context.pid = *pid;
        }
        if changes & 2 != 0 {
            context.places.write(u64::from(id.0), bits);
        }
        context
            .ids
            .write_signed(id.1.wrapping_sub(context.id.1) as i64, bits);
        context.id = (id.0, id.1);
        if let Some(report) = report {
            if changes & 8 != 0 {
                let Layer(layer) = report.layer;
                context
                    .places
                    .write_signed(layer.wrapping_sub(context.layer), bits);
                let step = report.source.0.wrapping_sub(context.source) as i64;
                context.places.write_signed(step, bits);
                (context.layer, context.source) = (layer, report.source.0);
            }
            if changes & 16 != 0 {
                context.state = state_number(report);
                context.places.write(context.state, bits);
            }
            let step = report.sequence.0.wrapping_sub(context.sequence) as i64;
            context.sequences.write_signed(step, bits);
            context.sequence = report.sequence.0;
        }
        false
    }
}

#[cfg(test)]
mod tests;
