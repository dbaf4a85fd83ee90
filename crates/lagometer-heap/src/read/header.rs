//! `snapshot`: how the arrays are to be read.

use super::edges;
use crate::snapshot::OddityKind;
use crate::{EdgeKind, Error, ErrorKind, Limits, NodeOffset, NodeOrdinal};
use lagometer_json::{Cursor, Reader, Stop};
use std::collections::{BTreeMap, BTreeSet};
use std::io;

/// How the arrays are to be read.
pub(super) struct Header {
    pub node_count: u32,
    pub node_count_at: u64,
    pub edge_count: u32,
    pub edge_count_at: u64,
    pub node_fields: Vec<String>,
    pub node_types: Vec<String>,
    pub node_width: u32,
    pub columns: NodeColumns,
    pub edge_fields: Vec<String>,
    pub edge_types: Vec<(String, Option<EdgeKind>)>,
    /// Where in a record `type`, `name_or_index` and `to_node` are.
    pub edge_columns: [usize; 3],
    pub trace_function_info_fields: Vec<String>,
    pub trace_node_fields: Vec<String>,
    pub sample_fields: Vec<String>,
    pub location_fields: Vec<String>,
    pub scope_fields: Vec<String>,
    pub scope_context_var_fields: Vec<String>,
    pub scope_use_fields: Vec<String>,
    pub extra_native_bytes: Option<u64>,
    /// How many functions the record of allocations is said to have, and where.
    pub trace_function_count: Option<(u64, u64)>,
    pub oddities: Vec<(OddityKind, u64)>,
    /// Where each list of fields is.
    lists_at: BTreeMap<&'static str, u64>,
    limits: (u32, u32),
}

/// Where in a record of `nodes` each field is.
pub(super) struct NodeColumns {
    pub kind: usize,
    pub name: usize,
    pub id: usize,
    pub self_size: usize,
    pub edge_count: usize,
    pub detachedness: Option<usize>,
    pub trace_node: Option<usize>,
}

/// What is known of each list in `meta`, and the counts, while they are read.
#[derive(Default)]
struct Parts {
    lists: BTreeMap<&'static str, List>,
    numbers: BTreeMap<&'static str, (u64, u64)>,
    oddities: Vec<(OddityKind, u64)>,
    has_meta: bool,
}

/// A list of names, and where it is.
struct List {
    at: u64,
    names: Vec<String>,
}

const LISTS: [&str; 9] = [
    "node_fields",
    "edge_fields",
    "trace_function_info_fields",
    "trace_node_fields",
    "sample_fields",
    "location_fields",
    "scope_fields",
    "scope_context_var_fields",
    "scope_use_fields",
];

/// No record of any version is nearly as wide.
const FIELDS_MAX: usize = 1000;

/// A code of a kind of object has a byte.
const TYPES_MAX: usize = 255;

/// What a value of a number of objects or edges may be at most.
const NODE_TYPES: [&str; 16] = [
    "hidden",
    "array",
    "string",
    "object",
    "code",
    "closure",
    "regexp",
    "number",
    "native",
    "synthetic",
    "concatenated string",
    "sliced string",
    "symbol",
    "bigint",
    "object shape",
    "wasm object",
];

pub(super) fn read<R: io::Read>(reader: &mut Reader<R>, limits: &Limits) -> Result<Header, Error> {
    let raw = reader
        .raw()
        .map_err(|error| Error::json(error, "snapshot", limits))?;
    let at = raw.offset;
    if raw.bytes.len() as u64 > limits.value_chars {
        let kind = ErrorKind::Limit {
            what: "a value with more characters",
            allowed: limits.value_chars,
            option: Limits::VALUE_OPTION,
        };
        return Err(Error::new(at, "snapshot", kind));
    }
    let mut parts = Parts::default();
    parts.read(&mut raw.cursor(), limits)?;
    parts.header(at, limits)
}

impl Parts {
    fn read(&mut self, cursor: &mut Cursor<'_>, limits: &Limits) -> Result<(), Error> {
        members(cursor, "snapshot", limits, |cursor, key, at| {
            let path = format!("snapshot.{key}");
            let number = match key {
                "meta" => {
                    self.has_meta = true;
                    return self.read_meta(cursor, limits);
                }
                "node_count" => "node_count",
                "edge_count" => "edge_count",
                "trace_function_count" => "trace_function_count",
                "extra_native_bytes" => "extra_native_bytes",
                "title" | "uid" => return skip(cursor, &path, limits),
                _ => {
                    self.oddities.push((OddityKind::UnknownKey(path.clone()), at));
                    return skip(cursor, &path, limits);
                }
            };
            let value = cursor.number().map_err(|stop| stopped(stop, &path, limits))?;
            let whole = value.text().bytes().all(|byte| byte.is_ascii_digit());
            let Some(count) = value.to_u64().filter(|_| whole) else {
                let found = value.text().chars().take(40).collect();
                let kind = ErrorKind::Json(lagometer_json::ErrorKind::NotUnsigned { found });
                return Err(Error::new(value.offset(), path, kind));
            };
            self.numbers.insert(number, (count, value.offset()));
            Ok(())
        })
    }

    fn read_meta(&mut self, cursor: &mut Cursor<'_>, limits: &Limits) -> Result<(), Error> {
        members(cursor, "snapshot.meta", limits, |cursor, key, at| {
            let path = format!("snapshot.meta.{key}");
            if let Some(list) = LISTS.into_iter().find(|list| *list == key) {
                let (at, names) = (cursor.offset(), names(cursor, &path, limits)?);
                let mut seen = BTreeSet::new();
                if let Some(twice) = names.iter().find(|name| !seen.insert(*name)) {
                    return Err(Error::new(at, path, ErrorKind::DuplicateField(twice.clone())));
                }
                self.lists.insert(list, List { at, names });
                return Ok(());
            }
            let types = match key {
                "node_types" => "node_types",
                "edge_types" => "edge_types",
                _ => {
                    self.oddities.push((OddityKind::UnknownKey(path.clone()), at));
                    return skip(cursor, &path, limits);
                }
            };
            // The first description is that of `type`, and a list of names; the others are words.
            let at = cursor.offset();
            let stop = |stop| stopped(stop, &path, limits);
            let mut all = cursor.array().map_err(stop)?;
            let mut index = 0;
            while cursor.next_element(&mut all).map_err(stop)? {
                let path = format!("{path}[{index}]");
                if cursor.peek().map_err(stop)? == lagometer_json::Kind::Array {
                    let names = names(cursor, &path, limits)?;
                    self.lists.entry(types).or_insert(List { at, names });
                } else {
                    skip(cursor, &path, limits)?;
                }
                index += 1;
            }
            Ok(())
        })
    }

    fn header(mut self, at: u64, limits: &Limits) -> Result<Header, Error> {
        if !self.has_meta {
            return Err(Error::new(
                at,
                "snapshot",
                ErrorKind::NotASnapshot { keys: Vec::new() },
            ));
        }
        let lists = self.lists.iter();
        let lists_at = lists.map(|(name, list)| (*name, list.at)).collect();
        let (node_count, node_count_at) =
            self.count("node_count", at, limits.nodes.min(Limits::NODES_MAX))?;
        let (edge_count, edge_count_at) = self.count("edge_count", at, limits.edges)?;
        let nodes = self.required("node_fields", at)?;
        let columns = NodeColumns {
            kind: nodes.column("node_fields", "type")?,
            name: nodes.column("node_fields", "name")?,
            id: nodes.column("node_fields", "id")?,
            self_size: nodes.column("node_fields", "self_size")?,
            edge_count: nodes.column("node_fields", "edge_count")?,
            detachedness: nodes.find("detachedness"),
            trace_node: nodes.find("trace_node_id"),
        };
        let edges = self.required("edge_fields", at)?;
        let edge_columns = [
            edges.column("edge_fields", "type")?,
            edges.column("edge_fields", "name_or_index")?,
            edges.column("edge_fields", "to_node")?,
        ];
        let node_types = self.required("node_types", at)?;
        let edge_types = self.required("edge_types", at)?;
        if node_types.names.len() > TYPES_MAX {
            let (index, types) = (node_types.names.len() as u64, TYPES_MAX as u64);
            let kind = ErrorKind::TypeIndex { index, types };
            return Err(Error::new(node_types.at, "snapshot.meta.node_types", kind));
        }
        self.unknown(&nodes, &edges, &node_types);
        Ok(Header {
            node_count,
            node_count_at,
            edge_count,
            edge_count_at,
            node_width: nodes.names.len() as u32,
            node_fields: nodes.names,
            node_types: node_types.names,
            columns,
            edge_fields: edges.names,
            edge_types: edges::known(edge_types.names),
            edge_columns,
            trace_function_info_fields: self.optional("trace_function_info_fields"),
            trace_node_fields: self.optional("trace_node_fields"),
            sample_fields: self.optional("sample_fields"),
            location_fields: self.optional("location_fields"),
            scope_fields: self.optional("scope_fields"),
            scope_context_var_fields: self.optional("scope_context_var_fields"),
            scope_use_fields: self.optional("scope_use_fields"),
            extra_native_bytes: self.numbers.get("extra_native_bytes").map(|(bytes, _)| *bytes),
            trace_function_count: self.numbers.get("trace_function_count").copied(),
            oddities: self.oddities,
            lists_at,
            limits: (limits.nodes, limits.edges),
        })
    }

    fn count(&self, name: &'static str, at: u64, limit: u32) -> Result<(u32, u64), Error> {
        let path = format!("snapshot.{name}");
        let Some(&(count, count_at)) = self.numbers.get(name) else {
            return Err(Error::new(at, "snapshot", ErrorKind::Missing(name.to_owned())));
        };
        match u32::try_from(count) {
            Ok(count) if count <= limit => Ok((count, count_at)),
            _ => {
                let nodes = name == "node_count";
                let kind = ErrorKind::Limit {
                    what: if nodes { "more objects" } else { "more edges" },
                    allowed: limit.into(),
                    option: if nodes {
                        Limits::NODES_OPTION
                    } else {
                        Limits::EDGES_OPTION
                    },
                };
                Err(Error::new(count_at, path, kind))
            }
        }
    }

    fn required(&mut self, name: &'static str, at: u64) -> Result<List, Error> {
        let missing = || Error::new(at, "snapshot.meta", ErrorKind::Missing(name.to_owned()));
        let list = self.lists.remove(name).ok_or_else(missing)?;
        if list.names.len() > FIELDS_MAX {
            let kind = ErrorKind::TooLarge {
                value: list.names.len() as u64,
                max: FIELDS_MAX as u64,
            };
            return Err(Error::new(list.at, format!("snapshot.meta.{name}"), kind));
        }
        Ok(list)
    }

    fn optional(&mut self, name: &'static str) -> Vec<String> {
        self.lists.remove(name).map(|list| list.names).unwrap_or_default()
    }

    fn unknown(&mut self, nodes: &List, edges: &List, types: &List) {
        const NODE_FIELDS: [&str; 7] = [
            "type",
            "name",
            "id",
            "self_size",
            "edge_count",
            "trace_node_id",
            "detachedness",
        ];
        const EDGE_FIELDS: [&str; 3] = ["type", "name_or_index", "to_node"];
        let column = |section: &str, name: &String| OddityKind::UnknownColumn(format!("{section}.{name}"));
        for name in nodes
            .names
            .iter()
            .filter(|name| !NODE_FIELDS.contains(&name.as_str()))
        {
            self.oddities.push((column("nodes", name), nodes.at));
        }
        for name in edges
            .names
            .iter()
            .filter(|name| !EDGE_FIELDS.contains(&name.as_str()))
        {
            self.oddities.push((column("edges", name), edges.at));
        }
        for name in types
            .names
            .iter()
            .filter(|name| !NODE_TYPES.contains(&name.as_str()))
        {
            let kind = OddityKind::UnknownNodeType(name.clone());
            self.oddities.push((kind, types.at));
        }
    }
}

impl Header {
    pub(super) fn too_many_nodes(&self, found: u64) -> ErrorKind {
        if found > u64::from(self.limits.0) {
            return ErrorKind::Limit {
                what: "more objects",
                allowed: self.limits.0.into(),
                option: Limits::NODES_OPTION,
            };
        }
        ErrorKind::Count {
            field: "node_count",
            declared: self.node_count.into(),
            found,
        }
    }

    pub(super) fn too_many_edges(&self, found: u64) -> ErrorKind {
        if found > u64::from(self.limits.1) {
            return ErrorKind::Limit {
                what: "more edges",
                allowed: self.limits.1.into(),
                option: Limits::EDGES_OPTION,
            };
        }
        ErrorKind::Count {
            field: "edge_count",
            declared: self.edge_count.into(),
            found,
        }
    }

    /// The column of a field in a list that the file has.
    pub(super) fn column(&self, list: &'static str, fields: &[String], name: &str) -> Result<usize, Error> {
        let found = fields.iter().position(|field| field == name);
        found.ok_or_else(|| {
            let kind = ErrorKind::Missing(name.to_owned());
            let at = self.lists_at.get(list).copied();
            Error::new(at, format!("snapshot.meta.{list}"), kind)
        })
    }

    /// The object at an offset in `nodes`.
    pub(super) fn node_at(&self, what: &'static str, offset: u64) -> Result<NodeOrdinal, ErrorKind> {
        let node = NodeOffset(offset).ordinal(self.node_width);
        node.filter(|node| node.0 < self.node_count)
            .ok_or_else(|| self.bad_offset(what, offset))
    }

    pub(super) fn bad_offset(&self, what: &'static str, value: u64) -> ErrorKind {
        let width = self.node_width;
        if !value.is_multiple_of(width.into()) {
            return ErrorKind::NotAligned { what, value, width };
        }
        ErrorKind::OutOfRange {
            what,
            value,
            length: u64::from(self.node_count) * u64::from(width),
        }
    }
}

impl List {
    fn find(&self, name: &str) -> Option<usize> {
        self.names.iter().position(|field| field == name)
    }

    fn column(&self, list: &str, name: &str) -> Result<usize, Error> {
        let missing = || {
            let path = format!("snapshot.meta.{list}");
            Error::new(self.at, path, ErrorKind::Missing(name.to_owned()))
        };
        self.find(name).ok_or_else(missing)
    }
}

/// Calls `each` for every member of an object, and refuses a key that comes twice.
fn members<F>(cursor: &mut Cursor<'_>, path: &str, limits: &Limits, mut each: F) -> Result<(), Error>
where
    F: FnMut(&mut Cursor<'_>, &str, u64) -> Result<(), Error>,
{
    let mut seen = BTreeSet::new();
    let stop = |stop| stopped(stop, path, limits);
    let mut fields = cursor.object().map_err(stop)?;
    while let Some(key) = cursor.next_field(&mut fields).map_err(stop)? {
        let (at, key) = (key.offset(), key.decode().into_owned());
        if !seen.insert(key.clone()) {
            let kind = ErrorKind::DuplicateKey(key.clone());
            return Err(Error::new(at, format!("{path}.{key}"), kind));
        }
        each(cursor, &key, at)?;
    }
    Ok(())
}

fn names(cursor: &mut Cursor<'_>, path: &str, limits: &Limits) -> Result<Vec<String>, Error> {
    let mut names = Vec::new();
    let mut all = cursor.array().map_err(|stop| stopped(stop, path, limits))?;
    loop {
        let stop = |stop| stopped(stop, &format!("{path}[{}]", names.len()), limits);
        if !cursor.next_element(&mut all).map_err(stop)? {
            return Ok(names);
        }
        let name = cursor.string().map_err(stop)?;
        names.push(name.decode().into_owned());
    }
}

fn skip(cursor: &mut Cursor<'_>, path: &str, limits: &Limits) -> Result<(), Error> {
    cursor.skip().map_err(|stop| stopped(stop, path, limits))
}

/// The value is whole: it can only be wrong, not cut.
fn stopped(stop: Stop, path: &str, limits: &Limits) -> Error {
    match stop {
        Stop::Invalid(error) => Error::json(error, path, limits),
        Stop::Incomplete => {
            let kind = ErrorKind::Json(lagometer_json::ErrorKind::UnexpectedEnd);
            Error::new(None, path, kind)
        }
    }
}
