//! Style and layout, and what forced it; parsing and compiling.

use super::{SampleEvent, SampleEventKind};
use crate::frame::{fields, whole};
use crate::nodes::NONE;
use crate::position::ticked_line;
use lagometer_json::{Cursor, Kind, Raw, Stop};
use std::collections::BTreeMap;

/// Style, layout or compiling on a sampled thread.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LayoutWork {
    /// Which.
    pub kind: LayoutKind,
    /// The node of the script that forced it, or [`Nodes::NONE`](crate::Nodes::NONE) where none did.
    pub node: u32,
    /// The line that forced it, from 1 on; 0 where it is unknown.
    pub line: u32,
    /// The column in it, the same.
    pub column: u32,
    /// When it began, in microseconds on the clock of the trace.
    pub start: i64,
    /// How long it took, in microseconds.
    pub duration: i64,
}

/// What was done.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum LayoutKind {
    /// Styles were computed.
    Style,
    /// Boxes were placed.
    Layout,
    /// A script was parsed or compiled.
    Compile,
}

/// An event of which the profile may come later.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pending {
    pid: i64,
    tid: i64,
    /// The number of the sample that was taken when a script forced it.
    trace_id: Option<u64>,
    work: LayoutWork,
}

impl Pending {
    /// `None` where it has no duration: it had not ended.
    pub(super) fn of(event: &SampleEvent<'_>) -> Option<Pending> {
        let args = event.args.filter(|_| event.kind != SampleEventKind::Compile);
        let (trace_id, (line, column)) = args.map_or((None, (0, 0)), origin);
        Some(Pending {
            pid: event.pid,
            tid: event.tid,
            trace_id,
            work: LayoutWork {
                kind: match event.kind {
                    SampleEventKind::Layout => LayoutKind::Layout,
                    SampleEventKind::Compile => LayoutKind::Compile,
                    _ => LayoutKind::Style,
                },
                node: NONE,
                line,
                column,
                start: event.ts.0,
                duration: event.dur?.0.max(0),
            },
        })
    }
}

/// What was done on this thread, with the nodes of the samples that forced it; in order of time.
pub(super) fn of_thread(
    pending: &[Pending],
    pid: i64,
    tid: i64,
    nodes: &BTreeMap<u64, u32>,
) -> Vec<LayoutWork> {
    let own = pending
        .iter()
        .filter(|event| event.pid == pid && event.tid == tid);
    let mut work: Vec<LayoutWork> = own
        .map(|event| LayoutWork {
            node: event
                .trace_id
                .and_then(|id| nodes.get(&id))
                .copied()
                .unwrap_or(NONE),
            ..event.work
        })
        .collect();
    work.sort_by_key(|work| work.start);
    work
}

/// `beginData`: the number of the sample, and the place of the innermost frame of the stack.
fn origin(args: Raw<'_>) -> (Option<u64>, (u32, u32)) {
    let (mut trace_id, mut place) = (None, (0, 0));
    // What was found before a value of the wrong kind stays.
    let _ = fields(&mut args.cursor(), &mut |key, cursor| match key {
        b"beginData" => fields(cursor, &mut |key, cursor| {
            match key {
                b"sampleTraceId" => trace_id = whole(cursor)?.and_then(|id| u64::try_from(id).ok()),
                b"stackTrace" => place = innermost_place(cursor)?,
                _ => cursor.skip()?,
            }
            Ok(())
        }),
        _ => cursor.skip(),
    });
    (trace_id, place)
}

/// Line and column of the first frame, which count from 1 in events; 0 where one is unknown.
fn innermost_place(cursor: &mut Cursor<'_>) -> Result<(u32, u32), Stop> {
    if cursor.peek()? != Kind::Array {
        cursor.skip()?;
        return Ok((0, 0));
    }
    let (mut line, mut column) = (None, None);
    let mut elements = cursor.array()?;
    let mut first = true;
    while cursor.next_element(&mut elements)? {
        if !std::mem::take(&mut first) {
            cursor.skip()?;
            continue;
        }
        fields(cursor, &mut |key, cursor| {
            match key {
                b"lineNumber" => line = whole(cursor)?.and_then(ticked_line),
                b"columnNumber" => column = whole(cursor)?.and_then(ticked_line),
                _ => cursor.skip()?,
            }
            Ok(())
        })?;
    }
    let known = |number: Option<std::num::NonZeroU32>| number.map_or(0, |number| number.get());
    Ok((known(line), known(column)))
}
