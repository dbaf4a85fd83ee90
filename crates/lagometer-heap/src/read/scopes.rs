//! The smaller arrays: locations, and those that are counted only.

use super::header::Header;
use super::section;
use crate::snapshot::{Oddity, OddityKind, Place, Samples, Snapshot};
use crate::{Error, ErrorKind, Limits, NodeOrdinal};
use lagometer_json::Reader;
use std::io;
use std::ops::ControlFlow;

/// Where functions and constructors stand: counted from 0 in the file, from 1 here.
pub(super) fn read_locations<R: io::Read>(
    reader: &mut Reader<R>,
    header: &Header,
    snapshot: &mut Snapshot,
    limits: &Limits,
) -> Result<(), Error> {
    let fields = &header.location_fields;
    if fields.is_empty() {
        return count(reader, "locations", fields, limits).map(drop);
    }
    let column = |name: &str| header.column("location_fields", fields, name);
    let (object, script) = (column("object_index")?, column("script_id")?);
    let (line, place_column) = (column("line")?, column("column")?);
    let script_object = fields.iter().position(|field| field == "script_object_index");
    let mut places: Vec<(NodeOrdinal, Place)> = Vec::new();
    let start = reader.offset();
    let width = fields.len();
    section::records(reader, "locations", fields, limits, |block, before| {
        for (index, record) in block.values.chunks_exact(width).enumerate() {
            let error = |column: usize, kind: ErrorKind| {
                let path = format!("locations[{}].{}", before + index as u64, fields[column]);
                Error::new(block.offset(index * width + column), path, kind)
            };
            let one_based = |column: usize| {
                let value = record[column];
                let max = u64::from(u32::MAX) - 1;
                let counted = u32::try_from(value).ok().and_then(|value| value.checked_add(1));
                counted.ok_or_else(|| error(column, ErrorKind::TooLarge { value, max }))
            };
            let node = header.node_at("object offset", record[object]);
            let script_node = script_object.map(|column| {
                let node = header.node_at("script offset", record[column]);
                node.map_err(|kind| error(column, kind))
            });
            let place = Place {
                script: script_node.transpose()?,
                script_id: record[script],
                line: one_based(line)?,
                column: one_based(place_column)?,
            };
            places.push((node.map_err(|kind| error(object, kind))?, place));
        }
        Ok(())
    })?;
    // Stable: of two locations of an object the first one stays.
    places.sort_by_key(|(node, _)| *node);
    let before = places.len();
    places.dedup_by_key(|(node, _)| *node);
    let second = (before - places.len()) as u64;
    if second > 0 {
        snapshot.oddities.push(Oddity {
            kind: OddityKind::SecondLocation,
            count: second,
            byte: Some(start),
        });
    }
    places.shrink_to_fit();
    snapshot.places = places;
    Ok(())
}

/// When the heap was looked at while recording, counted in microseconds.
pub(super) fn read_samples<R: io::Read>(
    reader: &mut Reader<R>,
    header: &Header,
    limits: &Limits,
) -> Result<Samples, Error> {
    const SECTION: &str = "samples";
    let fields = &header.sample_fields;
    let Some(time) = fields.iter().position(|field| field == "timestamp_us") else {
        let count = count(reader, SECTION, fields, limits)?;
        return Ok(Samples { count, span_us: None });
    };
    let mut span: Option<(u64, u64)> = None;
    let width = fields.len();
    let count = section::records(reader, SECTION, fields, limits, |block, _| {
        for record in block.values.chunks_exact(width) {
            let at = record[time];
            span = Some(span.map_or((at, at), |(first, last)| (first.min(at), last.max(at))));
        }
        Ok(())
    })?;
    Ok(Samples {
        count,
        span_us: span.map(|(first, last)| last - first),
    })
}

/// Reads an array of records of which nothing but their number is wanted: whole numbers, which may
/// be negative in the arrays about scopes.
pub(super) fn count<R: io::Read>(
    reader: &mut Reader<R>,
    section: &'static str,
    fields: &[String],
    limits: &Limits,
) -> Result<u64, Error> {
    let signed = section.starts_with("scope");
    let mut numbers = 0_u64;
    let path = |numbers: u64| match fields.len() as u64 {
        0 => format!("{section}[{numbers}]"),
        width => format!(
            "{section}[{}].{}",
            numbers / width,
            fields[(numbers % width) as usize]
        ),
    };
    let json = |error, numbers| Error::json(error, path(numbers), limits);
    let mut elements = reader.array().map_err(|error| json(error, 0))?;
    let flow = reader.try_records(&mut elements, |cursor| {
        let number = cursor.number()?;
        let digits = number
            .text()
            .strip_prefix('-')
            .filter(|_| signed)
            .unwrap_or(number.text());
        let whole = digits.bytes().all(|byte| byte.is_ascii_digit());
        let in_range = number.to_i64().is_some() || number.to_u64().is_some();
        if !(whole && in_range) {
            let found = number.text().chars().take(40).collect();
            let kind = ErrorKind::Json(lagometer_json::ErrorKind::NotUnsigned { found });
            return Ok(ControlFlow::Break(Error::new(
                number.offset(),
                path(numbers),
                kind,
            )));
        }
        numbers += 1;
        Ok(ControlFlow::Continue(()))
    });
    match flow {
        Err(error) => return Err(json(error, numbers)),
        Ok(ControlFlow::Break(error)) => return Err(error),
        Ok(ControlFlow::Continue(())) => {}
    }
    let width = fields.len() as u64;
    if width == 0 && numbers > 0 {
        let kind = ErrorKind::Missing(format!("the list of the fields of `{section}`"));
        return Err(Error::new(reader.offset(), section, kind));
    }
    if width > 0 && !numbers.is_multiple_of(width) {
        let kind = ErrorKind::PartialRecord {
            section,
            numbers,
            width,
        };
        return Err(Error::new(reader.offset(), path(numbers), kind));
    }
    Ok(numbers.checked_div(width).unwrap_or(0))
}
