//! From the tree to the scenario: the browser's conditions and the files that are part of the data.

use super::mapper::{Fields, Mapper};
use super::names;
use super::tree::{Content, Entry, Node};
use super::value;
use lagometer_metric::Unit;
use lagometer_report::scenario::{BrowserConditions, Cache, DataFile, NetworkConditions, Place};

const MAX_SLOWDOWN: f64 = 100.0;
const MAX_FLAGS: usize = 100;
const MAX_DATA_FILES: usize = 1_000;
const MAX_MAJOR: u32 = 10_000;
/// A buffer of less loses events of any page; a larger one the browser does not take.
const MIN_BUFFER: f64 = 1_048_576.0;
const MAX_BUFFER: f64 = 2_147_483_648.0;
/// Ten gigabits in a second.
const MAX_THROUGHPUT: f64 = 1.25e9;
const CACHES: &[&str] = &["cold", "warm"];
const NETWORK_HINT: &str = "write `none`, or `{ download: 200KiB, upload: 100KiB, latency: 150ms }`";

/// Flags that belong to us: without them the browser cannot be driven, or would not be ours.
const OWN_FLAGS: &[&str] = &[
    "--headless",
    "--no-sandbox",
    "--remote-debugging-pipe",
    "--remote-debugging-port",
    "--user-data-dir",
];

/// `browser`.
pub(super) fn browser<'t>(mapper: &mut Mapper<'t>, fields: &mut Fields<'t>) -> BrowserConditions {
    let mut conditions = BrowserConditions::default();
    let Some(entry) = fields.take("browser") else {
        return conditions;
    };
    let hint = "write `{ cpuSlowdown: 4 }`; it has no path, which belongs to the machine (`--browser`)";
    let Some(mut keys) = mapper.keys_of(mapper.node(entry.value), "browser", hint) else {
        return conditions;
    };
    let headless = mapper.optional(&mut keys, "headless", |node| value::truth(node, "headless"));
    let slowdown = mapper.optional(&mut keys, "cpuSlowdown", |node| {
        value::number(node, "cpuSlowdown", 1.0, MAX_SLOWDOWN)
    });
    let cache = mapper.optional(&mut keys, "cache", |node| value::word(node, "cache", CACHES));
    let major = mapper.optional(&mut keys, "major", |node| {
        value::whole(node, "major", 1, MAX_MAJOR)
    });
    let buffer = keys.take("traceBuffer").and_then(|entry| {
        let node = mapper.node(entry.value);
        bytes(mapper, node, "traceBuffer", MIN_BUFFER, MAX_BUFFER)
    });
    conditions.network = keys.take("network").and_then(|entry| network(mapper, entry));
    conditions.flags = keys
        .take("flags")
        .map_or_else(Vec::new, |entry| flags(mapper, entry));
    mapper.unknown(&keys, "`browser`", names::BROWSER_KEYS, &[]);
    conditions.headless = headless.unwrap_or(conditions.headless);
    conditions.cpu_slowdown = slowdown.unwrap_or(conditions.cpu_slowdown);
    conditions.major = major;
    if cache == Some("warm") {
        conditions.cache = Cache::Warm;
    }
    if let Some(bytes) = buffer {
        conditions.trace_buffer_kib = (bytes / 1024.0) as u32;
    }
    conditions
}

fn network(mapper: &mut Mapper<'_>, entry: &Entry) -> Option<NetworkConditions> {
    let node = mapper.node(entry.value);
    let entries = match &node.content {
        Content::Scalar(scalar) if scalar.text == "none" => return None,
        Content::Map(entries) => entries,
        _ => {
            mapper.report(value::wrong(
                node,
                "network",
                "`none` or a map of keys",
                NETWORK_HINT,
            ));
            return None;
        }
    };
    let mut keys = Fields::new(node.at, entries);
    let conditions = network_fields(mapper, &mut keys);
    mapper.unknown(&keys, "`network`", names::NETWORK_KEYS, &[]);
    conditions
}

/// `download`, `upload` and `latency`; also of the step that changes them.
pub(super) fn network_fields<'t>(
    mapper: &mut Mapper<'t>,
    fields: &mut Fields<'t>,
) -> Option<NetworkConditions> {
    let mut throughput = |key: &'static str| {
        let entry = fields.take(key)?;
        let node = mapper.node(entry.value);
        bytes(mapper, node, key, 1.0, MAX_THROUGHPUT)
    };
    let (download, upload) = (throughput("download"), throughput("upload"));
    let latency = mapper.optional(fields, "latency", |node| value::millis(node, "latency", 0));
    Some(NetworkConditions {
        download,
        upload,
        latency_ms: latency.unwrap_or(0),
    })
}

/// A number of bytes: `200MiB`, or plain.
fn bytes(mapper: &mut Mapper<'_>, node: &Node, key: &'static str, low: f64, high: f64) -> Option<f64> {
    let quantity = mapper.keep(super::quantity::quantity(node, key))?;
    let is_size = matches!(quantity.unit, None | Some(Unit::Bytes));
    if is_size && (low..=high).contains(&quantity.value) {
        return Some(quantity.value);
    }
    let text = format!("`{key}` cannot be {}", super::error::shown(&quantity.text));
    let hint = if is_size {
        "`traceBuffer` is 1MiB to 2GiB; `download` and `upload` are bytes in a second, up to 1250000000"
    } else {
        "write a size: `200MiB`, `64KiB`, or a plain number of bytes"
    };
    mapper.refuse(node.at, text, hint);
    None
}

fn flags(mapper: &mut Mapper<'_>, entry: &Entry) -> Vec<String> {
    let node = mapper.node(entry.value);
    let Content::List(items) = &node.content else {
        let hint = "write `[--enable-features=Name]`";
        mapper.report(value::wrong(node, "flags", "a list of flags", hint));
        return Vec::new();
    };
    if items.len() > MAX_FLAGS {
        mapper.refuse(node.at, format!("`flags` has more than {MAX_FLAGS} entries"), "");
        return Vec::new();
    }
    let mut flags = Vec::new();
    for item in items {
        let item = mapper.node(*item);
        let Some(flag) = mapper.keep(value::filled_text(item, "flags")) else {
            continue;
        };
        let name = flag.split_once('=').map_or(flag.as_str(), |(name, _)| name);
        if !flag.starts_with("--") || flag.contains(char::is_control) {
            let shown = super::error::shown(&flag);
            mapper.refuse(item.at, format!("{shown} is no flag"), "a flag starts with `--`");
        } else if OWN_FLAGS.contains(&name) {
            let shown = super::error::shown(name);
            let hint = "it is set by Lagometer; for a window write `headless: false`";
            mapper.refuse(item.at, format!("the flag {shown} cannot be given"), hint);
        } else {
            flags.push(flag);
        }
    }
    flags
}

/// `data`.
pub(super) fn data<'t>(mapper: &mut Mapper<'t>, fields: &mut Fields<'t>) -> Vec<DataFile> {
    let Some(entry) = fields.take("data") else {
        return Vec::new();
    };
    let node = mapper.node(entry.value);
    let Content::List(items) = &node.content else {
        mapper.report(value::wrong(
            node,
            "data",
            "a list of files",
            "write `[./rows.json]`",
        ));
        return Vec::new();
    };
    if items.len() > MAX_DATA_FILES {
        mapper.refuse(
            node.at,
            format!("`data` has more than {MAX_DATA_FILES} entries"),
            "",
        );
        return Vec::new();
    }
    let mut files = Vec::new();
    for item in items {
        let item = mapper.node(*item);
        if let Some(path) = mapper.keep(value::filled_text(item, "data")) {
            let place = Place {
                line: item.at.line,
                column: item.at.column,
                path: "`data`".to_owned(),
            };
            files.push(DataFile { path, place });
        }
    }
    files
}
