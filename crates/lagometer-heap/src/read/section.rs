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

/// The highest index into the table of strings, which comes last and tells only then how many there
/// are.
#[derive(Debug, Default)]
pub(super) struct Highest {
    pub(super) index: u64,
    at: u64,
    place: Option<(&'static str, u64, &'static str)>,
}

impl Highest {
    /// Keeps a higher one.
    #[cold]
    pub(super) fn raise(
        &mut self,
        index: u64,
        at: u64,
        section: &'static str,
        record: u64,
        field: &'static str,
    ) {
        self.index = index;
        self.at = at;
        self.place = Some((section, record, field));
    }

    /// Whether the table must be longer than so far.
    #[inline(always)]
    pub(super) fn is_below(&self, index: u64) -> bool {
        index > self.index || self.place.is_none()
    }

    pub(super) fn check(&self, strings: u64) -> Result<(), Error> {
        match self.place {
            Some((section, record, field)) if self.index >= strings => {
                let path = format!("{section}[{record}].{field}");
                let index = self.index;
                Err(Error::new(
                    self.at,
                    path,
                    ErrorKind::StringIndex { index, strings },
                ))
            }
            _ => Ok(()),
        }
    }
}
