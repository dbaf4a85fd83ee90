//! The record of allocations: functions, and the tree of calls.

use super::header::Header;
use super::scopes;
use super::section::{NameIndexes, NamedIn};
use crate::allocation::{AllocationCall, AllocationFunction};
use crate::snapshot::{OddityKind, Snapshot};
use crate::{Error, ErrorKind, Limits};
use lagometer_json::{Elements, Reader};
use std::io;
use std::ops::ControlFlow;

const FUNCTION_FIELDS: [&str; 5] = ["name", "script_name", "script_id", "line", "column"];
const CALL_FIELDS: [&str; 5] = ["id", "function_info_index", "count", "size", "children"];

/// `trace_function_infos`. Only lines and columns may be negative.
pub(super) fn read_functions<R: io::Read>(
    reader: &mut Reader<R>,
    header: &Header,
    snapshot: &mut Snapshot,
    names: &mut NameIndexes,
    limits: &Limits,
) -> Result<(), Error> {
    const SECTION: &str = "trace_function_infos";
    let fields = &header.trace_function_info_fields;
    if fields.is_empty() {
        return scopes::count(reader, SECTION, fields, limits).map(drop);
    }
    let columns = columns(header, fields, FUNCTION_FIELDS, "trace_function_info_fields")?;
    let width = fields.len();
    let mut record: Vec<(i64, u64)> = Vec::with_capacity(width);
    let mut functions = Vec::new();
    let path = |functions: usize, field: usize| format!("{SECTION}[{functions}].{}", fields[field]);
    let mut elements = reader
        .array()
        .map_err(|error| Error::json(error, SECTION, limits))?;
    let flow = reader.try_records(&mut elements, |cursor| {
        let number = cursor.number()?;
        let field = record.len();
        let signed = field == columns[3] || field == columns[4];
        let whole = number
            .text()
            .trim_start_matches('-')
            .bytes()
            .all(|byte| byte.is_ascii_digit());
        let value = number.to_i64().filter(|value| whole && (signed || *value >= 0));
        let Some(value) = value else {
            let kind = not_whole(number.text());
            let error = Error::new(number.offset(), path(functions.len(), field), kind);
            return Ok(ControlFlow::Break(error));
        };
        record.push((value, number.offset()));
        if record.len() < width {
            return Ok(ControlFlow::Continue(()));
        }
        let indexes = [
            (columns[0], NamedIn::FunctionName),
            (columns[1], NamedIn::ScriptName),
        ];
        for (column, place) in indexes {
            let (index, at) = record[column];
            if names.is_new(place, index as u64) {
                names.keep(place, index as u64, functions.len() as u64, at);
            }
        }
        functions.push(function(&record, &columns));
        record.clear();
        Ok(ControlFlow::Continue(()))
    });
    match flow {
        Err(error) => return Err(Error::json(error, path(functions.len(), record.len()), limits)),
        Ok(ControlFlow::Break(error)) => return Err(error),
        Ok(ControlFlow::Continue(())) => {}
    }
    if !record.is_empty() {
        let numbers = (functions.len() * width + record.len()) as u64;
        let at = path(functions.len(), record.len());
        return Err(partial(reader.offset(), at, SECTION, numbers, width));
    }
    snapshot.allocations.functions = functions;
    Ok(())
}

/// An array that ends inside a record.
fn partial(at: u64, path: String, section: &'static str, numbers: u64, width: usize) -> Error {
    let width = width as u64;
    let kind = ErrorKind::PartialRecord {
        section,
        numbers,
        width,
    };
    Error::new(at, path, kind)
}

fn not_whole(text: &str) -> ErrorKind {
    let found = text.chars().take(40).collect();
    ErrorKind::Json(lagometer_json::ErrorKind::NotUnsigned { found })
}

fn function(record: &[(i64, u64)], columns: &[usize; 5]) -> AllocationFunction {
    AllocationFunction {
        // An index that does not fit is beyond every table, which is found at the end.
        name: u32::try_from(record[columns[0]].0).unwrap_or(u32::MAX),
        script_name: u32::try_from(record[columns[1]].0).unwrap_or(u32::MAX),
        script_id: record[columns[2]].0,
        line: record[columns[3]].0,
        column: record[columns[4]].0,
    }
}

/// `trace_tree`: nested arrays, read with a stack of our own.
pub(super) fn read_tree<R: io::Read>(
    reader: &mut Reader<R>,
    header: &Header,
    snapshot: &mut Snapshot,
    limits: &Limits,
) -> Result<Vec<CallPlaces>, Error> {
    const SECTION: &str = "trace_tree";
    let fields = &header.trace_node_fields;
    if fields.is_empty() {
        return scopes::count(reader, SECTION, fields, limits).map(|_| Vec::new());
    }
    let columns = columns(header, fields, CALL_FIELDS, "trace_node_fields")?;
    let json = |error, calls: usize| Error::json(error, format!("{SECTION}[{calls}]"), limits);
    let mut calls: Vec<AllocationCall> = Vec::new();
    let mut places: Vec<CallPlaces> = Vec::new();
    let top = reader.array().map_err(|error| json(error, 0))?;
    let mut levels = vec![Level::new(top, None)];
    while let Some(level) = levels.last_mut() {
        let more = reader.next_element(&mut level.elements);
        if !more.map_err(|error| json(error, calls.len()))? {
            if level.field != 0 {
                let path = format!("{SECTION}[{}]", calls.len());
                let numbers = level.field as u64;
                return Err(partial(reader.offset(), path, SECTION, numbers, fields.len()));
            }
            levels.pop();
            continue;
        }
        let field = level.field;
        if field == columns[4] {
            let parent = level.record(&mut calls);
            level.advance(fields.len());
            let children = reader.array().map_err(|error| json(error, calls.len()))?;
            levels.push(Level::new(children, Some(parent)));
            continue;
        }
        let number = reader.number().map_err(|error| json(error, calls.len()))?;
        let (at, value) = (number.offset(), number.to_u64());
        let found: String = number.text().chars().take(40).collect();
        let call = level.record(&mut calls) as usize;
        let refuse = |kind| {
            Err(Error::new(
                at,
                format!("{SECTION}[{call}].{}", fields[field]),
                kind,
            ))
        };
        let Some(value) = value else {
            return refuse(ErrorKind::Json(lagometer_json::ErrorKind::NotUnsigned { found }));
        };
        if !calls[call].set(&columns, field, value) {
            let max = u32::MAX.into();
            return refuse(ErrorKind::TooLarge { value, max });
        }
        places.resize(calls.len(), CallPlaces::default());
        if field == columns[0] {
            places[call].id = at;
        } else if field == columns[1] {
            places[call].function = at;
        }
        level.advance(fields.len());
    }
    places.resize(calls.len(), CallPlaces::default());
    snapshot.allocations.calls = calls;
    Ok(places)
}

/// Where what a call says stands; needed until it is known to be right.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct CallPlaces {
    id: u64,
    function: u64,
}

impl AllocationCall {
    /// Takes the value of a field; `false` if it has more than 32 bits and must not.
    fn set(&mut self, columns: &[usize; 5], field: usize, value: u64) -> bool {
        let narrow = if field == columns[2] {
            self.count = value;
            return true;
        } else if field == columns[3] {
            self.bytes = value;
            return true;
        } else if field == columns[0] {
            &mut self.id
        } else if field == columns[1] {
            &mut self.function
        } else {
            return true;
        };
        let Ok(value) = u32::try_from(value) else {
            return false;
        };
        *narrow = value;
        true
    }
}

/// An array of calls that is being read.
struct Level {
    elements: Elements,
    parent: Option<u32>,
    /// The next field of the record.
    field: usize,
    /// The record.
    current: Option<u32>,
}

impl Level {
    fn new(elements: Elements, parent: Option<u32>) -> Level {
        Level {
            elements,
            parent,
            field: 0,
            current: None,
        }
    }

    /// The record that is being read; a new one where none is.
    fn record(&mut self, calls: &mut Vec<AllocationCall>) -> u32 {
        let parent = self.parent;
        *self.current.get_or_insert_with(|| {
            calls.push(AllocationCall {
                id: 0,
                function: 0,
                count: 0,
                bytes: 0,
                parent,
            });
            calls.len() as u32 - 1
        })
    }

    fn advance(&mut self, width: usize) {
        self.field = (self.field + 1) % width;
        if self.field == 0 {
            self.current = None;
        }
    }
}

/// Checks what needs both arrays, and makes the index by id.
pub(super) fn finish(
    snapshot: &mut Snapshot,
    declared: Option<(u64, u64)>,
    places: &[CallPlaces],
) -> Result<(), Error> {
    let allocations = &mut snapshot.allocations;
    let functions = allocations.functions.len() as u64;
    match declared {
        Some((declared, at)) if declared > functions => {
            let kind = ErrorKind::Count {
                field: "trace_function_count",
                declared,
                found: functions,
            };
            return Err(Error::new(at, "snapshot.trace_function_count", kind));
        }
        // Where the file is written by the program that is looked at, as in Node by its own inspector,
        // V8 goes on tracking meanwhile: the count in the head is that of the beginning.
        Some((declared, at)) if declared < functions => {
            super::note(&mut snapshot.oddities, OddityKind::MoreFunctions, at);
        }
        _ => {}
    }
    for ((number, call), place) in allocations.calls.iter().enumerate().zip(places) {
        if u64::from(call.function) >= functions {
            let path = format!("trace_tree[{number}].function_info_index");
            let index = call.function.into();
            let kind = ErrorKind::FunctionIndex { index, functions };
            return Err(Error::new(place.function, path, kind));
        }
    }
    let scripts = allocations.functions.iter();
    allocations.scripts = scripts
        .map(|function| (function.script_id, function.script_name))
        .collect();
    allocations.scripts.sort_unstable();
    allocations.scripts.dedup_by_key(|(id, _)| *id);
    let by_id = allocations.calls.iter().enumerate();
    allocations.by_id = by_id.map(|(index, call)| (call.id, index as u32)).collect();
    allocations.by_id.sort_unstable();
    // Calls with the same id stand in the order of the file: the second one of a pair is one too many.
    let pairs = allocations.by_id.windows(2).filter(|pair| pair[0].0 == pair[1].0);
    if let Some((id, number)) = pairs.map(|pair| pair[1]).min_by_key(|(_, number)| *number) {
        let kind = ErrorKind::DuplicateCallId(id);
        let at = places.get(number as usize).map(|place| place.id);
        return Err(Error::new(at, format!("trace_tree[{number}].id"), kind));
    }
    Ok(())
}

fn columns(
    header: &Header,
    fields: &[String],
    names: [&str; 5],
    list: &'static str,
) -> Result<[usize; 5], Error> {
    let mut columns = [0; 5];
    for (column, name) in columns.iter_mut().zip(names) {
        *column = header.column(list, fields, name)?;
    }
    Ok(columns)
}
