//! The table of strings.

use crate::{Error, ErrorKind, Limits, Strings};
use lagometer_json::Reader;
use std::io;
use std::ops::ControlFlow;

pub(super) fn read<R: io::Read>(
    reader: &mut Reader<R>,
    strings: &mut Strings,
    limits: &Limits,
) -> Result<(), Error> {
    let json = |error, index: usize| Error::json(error, format!("strings[{index}]"), limits);
    let mut elements = reader
        .array()
        .map_err(|error| Error::json(error, "strings", limits))?;
    let flow = reader.try_records(&mut elements, |cursor| {
        let text = cursor.string()?;
        let index = strings.len();
        let error = |kind| {
            let path = format!("strings[{index}]");
            Ok(ControlFlow::Break(Error::new(text.offset(), path, kind)))
        };
        if index >= limits.strings as usize {
            return error(ErrorKind::Limit {
                what: "more strings",
                allowed: limits.strings.into(),
                option: Limits::STRINGS_OPTION,
            });
        }
        // No character takes less than a byte: most strings are known to be short enough.
        if text.raw().len() as u64 > limits.value_chars {
            let chars = text.decode().chars().count() as u64;
            if chars > limits.value_chars {
                return error(ErrorKind::Limit {
                    what: "a string with more characters",
                    allowed: limits.value_chars,
                    option: Limits::VALUE_OPTION,
                });
            }
        }
        if !strings.push(&text.decode()) {
            return error(ErrorKind::Limit {
                what: "more bytes in all strings",
                allowed: u32::MAX.into(),
                option: Limits::FILE_OPTION,
            });
        }
        Ok(ControlFlow::Continue(()))
    });
    match flow {
        Ok(ControlFlow::Continue(())) => {
            strings.shrink();
            Ok(())
        }
        Ok(ControlFlow::Break(error)) => Err(error),
        Err(error) => Err(json(error, strings.len())),
    }
}
