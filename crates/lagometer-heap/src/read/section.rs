//! What the readers of the flat arrays have in common.

use crate::{Error, ErrorKind, Limits};
use lagometer_json::{Reader, Unsigned};
use std::io;
use std::ops::ControlFlow;

/// Reads a flat array of records of `width` whole numbers. `each` gets the records that are whole,
/// and how many came before.
pub(super) fn records<R, F>(
    reader: &mut Reader<R>,
    section: &'static str,
    fields: &[String],
    limits: &Limits,
    mut each: F,
) -> Result<u64, Error>
where
    R: io::Read,
    F: FnMut(Unsigned<'_>, u64) -> Result<(), Error>,
{
    let width = fields.len();
    let mut numbers = 0_u64;
    let path = |numbers: u64| {
        let (record, field) = (numbers / width as u64, (numbers % width as u64) as usize);
        format!("{section}[{record}].{}", fields[field])
    };
    let mut elements = reader
        .array()
        .map_err(|error| Error::json(error, section, limits))?;
    let flow = reader.unsigned(&mut elements, width, |block| {
        let before = numbers / width as u64;
        numbers += block.values.len() as u64;
        match each(block, before) {
            Ok(()) => ControlFlow::Continue(()),
            Err(error) => ControlFlow::Break(error),
        }
    });
    match flow {
        Err(error) => Err(Error::json(error, path(numbers), limits)),
        Ok(ControlFlow::Break(error)) => Err(error),
        Ok(ControlFlow::Continue(())) if !numbers.is_multiple_of(width as u64) => {
            let width = width as u64;
            let kind = ErrorKind::PartialRecord {
                section,
                numbers,
                width,
            };
            Err(Error::new(reader.offset(), path(numbers), kind))
        }
        Ok(ControlFlow::Continue(())) => Ok(numbers / width as u64),
    }
}

/// How many records are made room for at once.
pub(super) fn room(declared: u64, size: Option<u64>, width: u32) -> usize {
    // A number has a digit and a comma.
    let justified = size.map_or(1 << 16, |bytes| bytes / (2 * u64::from(width)) + 1);
    declared.min(justified) as usize
}

/// Where indexes into the table of strings stand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum NamedIn {
    Nodes,
    Edges,
    FunctionName,
    ScriptName,
}

impl NamedIn {
    const ALL: [(&'static str, &'static str); 4] = [
        ("nodes", "name"),
        ("edges", "name_or_index"),
        ("trace_function_infos", "name"),
        ("trace_function_infos", "script_name"),
    ];
}

/// Indexes into the table of strings, which comes last and tells only then how many there are. Of each
/// place those are kept that are higher than all before: the first one that is too high is among them.
pub(super) struct NameIndexes {
    kept: [Vec<Kept>; NamedIn::ALL.len()],
    /// What an index must be to be kept: one more than the highest so far of its place.
    next: [u64; NamedIn::ALL.len()],
    limit: u64,
}

#[derive(Clone, Copy, Debug)]
struct Kept {
    index: u32,
    record: u32,
    at: u64,
}

impl NameIndexes {
    pub(super) fn new(limits: &Limits) -> NameIndexes {
        NameIndexes {
            kept: Default::default(),
            next: [0; NamedIn::ALL.len()],
            limit: limits.strings.into(),
        }
    }

    /// Whether an index is higher than all before it at its place.
    #[inline(always)]
    pub(super) fn is_new(&self, place: NamedIn, index: u64) -> bool {
        index >= self.next[place as usize]
    }

    /// Keeps such an index.
    #[cold]
    pub(super) fn keep(&mut self, place: NamedIn, index: u64, record: u64, at: u64) {
        self.kept[place as usize].push(Kept {
            index: u32::try_from(index).unwrap_or(u32::MAX),
            // A record has several bytes, and no limit of them is above 32 bits.
            record: u32::try_from(record).unwrap_or(u32::MAX),
            at,
        });
        // No table is as long as that: of this place it is the first that is too high.
        self.next[place as usize] = if index >= self.limit { u64::MAX } else { index + 1 };
    }

    /// The first index in the file that is too high is an error.
    pub(super) fn check(&self, strings: u64) -> Result<(), Error> {
        let of_places = self.kept.iter().zip(NamedIn::ALL).filter_map(|(kept, names)| {
            let first = kept.iter().find(|kept| u64::from(kept.index) >= strings)?;
            Some((*first, names))
        });
        match of_places.min_by_key(|(kept, _)| kept.at) {
            None => Ok(()),
            Some((kept, (section, field))) => {
                let path = format!("{section}[{}].{field}", kept.record);
                let index = kept.index.into();
                Err(Error::new(
                    kept.at,
                    path,
                    ErrorKind::StringIndex { index, strings },
                ))
            }
        }
    }
}
