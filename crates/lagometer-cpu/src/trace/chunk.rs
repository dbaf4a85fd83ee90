//! The arguments of the events about samples.

use super::Building;
use crate::frame::{fields, whole};
use crate::oddity::{Odd, Oddities};
use crate::position::ticked_line;
use crate::read::{NodeRecord, Scratch, id_of, in_range, push_node};
use crate::{Error, ErrorKind, Limits};
use lagometer_json::{Cursor, Kind, Raw, Stop};

/// Of `Profile`: the start on the clock of the arguments.
pub(super) fn begin_start(args: Raw<'_>) -> Option<i64> {
    let mut start = None;
    let read = fields(&mut args.cursor(), &mut |key, cursor| match key {
        b"data" => fields(cursor, &mut |key, cursor| {
            match key {
                b"startTime" => start = whole(cursor)?,
                _ => cursor.skip()?,
            }
            Ok(())
        }),
        _ => cursor.skip(),
    });
    read.ok().and(start)
}

/// A chunk, or a whole profile in one event, on its way into a profile.
pub(super) struct ChunkData<'b> {
    pub(super) building: &'b mut Building,
    /// Whether it is a whole profile.
    pub(super) whole: bool,
    /// How much room there is.
    pub(super) limits: &'b Limits,
    /// How much was allowed in all.
    pub(super) allowed: &'b Limits,
    pub(super) oddities: &'b mut Oddities,
    /// What ends the reading.
    pub(super) failed: Option<Error>,
}

impl ChunkData<'_> {
    pub(super) fn read(&mut self, args: Raw<'_>) -> Result<(), Stop> {
        let had = self.building.samples.len();
        let (mut lines, mut columns, mut data) = (Vec::new(), Vec::new(), false);
        // Some writers have them twice; those beside the profile count, as in DevTools.
        let (mut beside, mut inside) = (Vec::new(), Vec::new());
        fields(&mut args.cursor(), &mut |key, cursor| match key {
            b"data" if cursor.peek()? == Kind::Object => {
                data = true;
                fields(cursor, &mut |key, cursor| match key {
                    b"cpuProfile" => fields(cursor, &mut |key, cursor| match key {
                        b"timeDeltas" => self.deltas(cursor, &mut inside),
                        _ => self.profile_field(key, cursor),
                    }),
                    b"timeDeltas" => self.deltas(cursor, &mut beside),
                    b"lines" => places(cursor, &mut lines),
                    b"columns" => places(cursor, &mut columns),
                    b"endTime" => {
                        self.building.argument_end = whole(cursor)?.filter(in_range);
                        Ok(())
                    }
                    _ => cursor.skip(),
                })
            }
            _ => cursor.skip(),
        })?;
        let mut deltas = if beside.is_empty() { inside } else { beside };
        let room = (self.limits.samples + 1).saturating_sub(self.building.deltas.len());
        deltas.truncate(room);
        self.building.deltas.append(&mut deltas);
        if !data {
            self.oddities.at(Odd::EventWithoutData, args.offset);
        }
        let samples = self.building.samples.len();
        let off = [
            join(&mut self.building.lines, had, lines, samples),
            join(&mut self.building.columns, had, columns, samples),
        ];
        if off.contains(&true) {
            self.oddities.at(Odd::LinesWithoutPartner, args.offset);
        }
        Ok(())
    }

    fn profile_field(&mut self, key: &[u8], cursor: &mut Cursor<'_>) -> Result<(), Stop> {
        match key {
            b"nodes" => self.nodes(cursor),
            b"samples" => self.samples(cursor),
            b"trace_ids" => self.trace_ids(cursor),
            // Those of a chunk are not the profile's.
            b"startTime" if self.whole => {
                self.building.argument_start = whole(cursor)?.filter(in_range);
                if let (Some(start), Some(begun)) = (self.building.argument_start, &mut self.building.begun) {
                    // It is written at its end.
                    begun.1 = lagometer_metric::Micros(start);
                }
                Ok(())
            }
            b"endTime" if self.whole => {
                self.building.argument_end = whole(cursor)?.filter(in_range);
                Ok(())
            }
            _ => cursor.skip(),
        }
    }

    fn nodes(&mut self, cursor: &mut Cursor<'_>) -> Result<(), Stop> {
        let mut scratch = Scratch::default();
        elements(cursor, &mut |cursor| {
            if cursor.peek()? != Kind::Object {
                self.oddities.at(Odd::WrongKind, cursor.offset());
                return cursor.skip();
            }
            let record = NodeRecord::read(cursor, &mut scratch)?;
            let Building {
                functions,
                nodes,
                ticks,
                ..
            } = &mut *self.building;
            if let Err(error) = push_node(&record, &scratch, functions, self.limits, nodes, ticks) {
                self.fail(error);
            }
            Ok(())
        })
    }

    fn samples(&mut self, cursor: &mut Cursor<'_>) -> Result<(), Stop> {
        elements(cursor, &mut |cursor| {
            let number = cursor.number()?;
            match number.to_u64().and_then(|id| u32::try_from(id).ok()) {
                Some(id) => self.building.samples.push(id),
                None => self.fail(Error::out_of_range(number.offset(), "samples")),
            }
            if self.building.samples.len() > self.limits.samples {
                let kind = ErrorKind::TooMany {
                    what: "samples",
                    allowed: self.allowed.samples,
                    option: Limits::SAMPLES_OPTION,
                };
                self.fail(Error::at(number.offset(), kind));
                self.building.samples.pop();
            }
            Ok(())
        })
    }

    fn deltas(&mut self, cursor: &mut Cursor<'_>, into: &mut Vec<i64>) -> Result<(), Stop> {
        elements(cursor, &mut |cursor| {
            let number = cursor.number()?;
            let delta = number.round_i64().map(|(delta, _)| delta).filter(in_range);
            match delta {
                Some(delta) if into.len() <= self.limits.samples => into.push(delta),
                Some(_) => {}
                None => self.fail(Error::out_of_range(number.offset(), "timeDeltas")),
            }
            Ok(())
        })
    }

    fn trace_ids(&mut self, cursor: &mut Cursor<'_>) -> Result<(), Stop> {
        let ids = &mut self.building.trace_ids;
        fields(cursor, &mut |key, cursor| {
            let trace_id = std::str::from_utf8(key).ok().and_then(|key| key.parse().ok());
            let node = whole(cursor)?.and_then(id_of);
            if let (Some(trace_id), Some(node)) = (trace_id, node) {
                ids.insert(trace_id, node);
            }
            Ok(())
        })
    }

    /// Keeps the first error; the rest of the event is passed over.
    fn fail(&mut self, error: Error) {
        self.failed.get_or_insert(error);
    }
}

/// Lines or columns belong to the samples of their chunk; a chunk without them has unknown ones. Whether
/// they are more or fewer than the samples.
fn join(all: &mut Vec<u32>, had: usize, mut of_chunk: Vec<u32>, samples: usize) -> bool {
    if of_chunk.is_empty() && all.is_empty() {
        return false;
    }
    let off = !of_chunk.is_empty() && of_chunk.len() != samples - had;
    of_chunk.resize(samples - had, 0);
    all.resize(had, 0);
    all.append(&mut of_chunk);
    off
}

/// Lines or columns from 1 on, 0 where one is unknown.
fn places(cursor: &mut Cursor<'_>, into: &mut Vec<u32>) -> Result<(), Stop> {
    elements(cursor, &mut |cursor| {
        let line = whole(cursor)?.and_then(ticked_line);
        into.push(line.map_or(0, |line| line.get()));
        Ok(())
    })
}

/// Visits the elements of an array; any other value is passed over.
fn elements(
    cursor: &mut Cursor<'_>,
    visit: &mut dyn FnMut(&mut Cursor<'_>) -> Result<(), Stop>,
) -> Result<(), Stop> {
    if cursor.peek()? != Kind::Array {
        return cursor.skip();
    }
    let mut elements = cursor.array()?;
    while cursor.next_element(&mut elements)? {
        visit(cursor)?;
    }
    Ok(())
}
