//! What a text is that is no JSON, told by its first bytes.

use super::facts;
use super::kind::{FileKind, Recognised};

/// What starts with this head: `all` says that there is no more, `start` is its offset. `None`
/// where it starts like JSON.
pub(super) fn recognise(head: &[u8], all: bool, start: u64) -> Option<Recognised> {
    if let Some(recognised) = packed(head, start) {
        return Some(recognised);
    }
    let blank = head.iter().take_while(|byte| b" \t\r\n".contains(byte)).count();
    let (text, at) = (&head[blank..], start + blank as u64);
    if text.is_empty() && all {
        let shape = if head.is_empty() {
            "no bytes"
        } else {
            "white space only"
        };
        return Some(Recognised::new(FileKind::Empty, start, shape));
    }
    if head.is_empty() {
        let title = "packed data that breaks off before any text";
        return Some(Recognised::new(FileKind::Binary, start, "no text").exactly(title));
    }
    if head.starts_with(b"JAVA PROFILE ") {
        let title = "a heap dump of a Java virtual machine (HPROF)";
        return Some(Recognised::new(FileKind::Binary, start, "`JAVA PROFILE`").exactly(title));
    }
    if let Some(recognised) = perfetto(head, all, start) {
        return Some(recognised);
    }
    match text.first() {
        Some(b'{' | b'[') => return None,
        Some(b'<') => {
            if let Some(recognised) = html(text, at) {
                return Some(recognised);
            }
        }
        // The values of JSON that are no list and no object.
        Some(b'"' | b'-' | b'0'..=b'9' | b't' | b'f' | b'n') if all && is_json(text) => return None,
        _ => {}
    }
    Some(match valid_text(head, all) {
        Some(text) => scenario(text, start)
            .unwrap_or_else(|| Recognised::new(FileKind::Text, at, beginning(&text[blank..]))),
        None => Recognised::new(FileKind::Binary, start, hex(head)),
    })
}

/// Packings that are not read, by their first bytes.
fn packed(head: &[u8], start: u64) -> Option<Recognised> {
    const PACKINGS: &[(&[u8], &str)] = &[
        (b"PK\x03\x04", "a zip archive"),
        (b"\x28\xb5\x2f\xfd", "data packed with zstd"),
        (b"\xfd7zXZ\0", "data packed with xz"),
        (b"BZh", "data packed with bzip2"),
        (b"7z\xbc\xaf\x27\x1c", "a 7z archive"),
        (b"\x1f\x8b", "data packed with gzip twice"),
    ];
    let (magic, title) = PACKINGS.iter().find(|(magic, _)| head.starts_with(magic))?;
    Some(Recognised::new(FileKind::Archive, start, hex(magic)).exactly(*title))
}

/// A Perfetto trace is a list of packets, each `0x0a` and its length before it. A line feed is
/// `0x0a` too, so the packets are followed from one to the next.
fn perfetto(head: &[u8], all: bool, start: u64) -> Option<Recognised> {
    const ENOUGH: u32 = 3;
    let mut rest = head;
    let mut packets = 0;
    while packets < ENOUGH {
        let [0x0a, after @ ..] = rest else {
            break;
        };
        let (length, body) = varint(after)?;
        let inner = body.first()?;
        // The wire types 3, 4, 6 and 7 are not written, and no field has the number 0.
        if !matches!(inner & 7, 0 | 1 | 2 | 5) || inner >> 3 == 0 {
            return None;
        }
        packets += 1;
        match usize::try_from(length).ok().and_then(|length| body.get(length..)) {
            Some(next) => rest = next,
            // A packet larger than the head: the first one tells nothing yet.
            None if packets > 1 && !all => break,
            None => return None,
        }
    }
    let ends_well = packets == ENOUGH || rest.is_empty() || (packets > 1 && !all);
    let shape = "packets of protobuf, each with `0x0a` and its length before it";
    (packets > 0 && ends_well && !looks_like_text(head))
        .then(|| Recognised::new(FileKind::PerfettoTrace, start, shape))
}

/// A protobuf varint, and what follows.
fn varint(bytes: &[u8]) -> Option<(u64, &[u8])> {
    let mut value = 0_u64;
    for (index, byte) in bytes.iter().enumerate().take(9) {
        value |= u64::from(byte & 0x7f) << (7 * index);
        if byte & 0x80 == 0 {
            return Some((value, &bytes[index + 1..]));
        }
    }
    None
}

/// Text without control characters, as far as the head goes.
fn looks_like_text(head: &[u8]) -> bool {
    valid_text(head, false).is_some_and(|text| {
        let mut characters = text.chars();
        !characters.any(|character| character.is_control() && !"\t\r\n".contains(character))
    })
}

fn is_json(text: &[u8]) -> bool {
    let mut reader = lagometer_json::Reader::new(text, super::outline::LIMITS);
    reader.skip().and_then(|()| reader.end()).is_ok()
}

fn html(text: &[u8], at: u64) -> Option<Recognised> {
    let lower = text.to_ascii_lowercase();
    let opening = [&b"<!doctype html"[..], b"<html", b"<head", b"<body"];
    let starts = opening.into_iter().find(|tag| lower.starts_with(tag));
    let inside = || opening.into_iter().find(|tag| find(&lower, tag).is_some());
    let tag = match starts {
        Some(tag) => tag,
        // A comment or an XML declaration may stand first.
        None if lower.starts_with(b"<!--") || lower.starts_with(b"<?xml") => inside()?,
        None => return None,
    };
    let shape = format!("`{}`", String::from_utf8_lossy(tag));
    let mut recognised = Recognised::new(FileKind::Html, at, shape);
    if let Some(title) = title(text, &lower) {
        recognised.facts.push(facts::text("title", title));
    }
    Some(recognised)
}

fn title(text: &[u8], lower: &[u8]) -> Option<String> {
    let tag = find(lower, b"<title")?;
    let from = tag + find(&lower[tag..], b">")? + 1;
    let to = from + find(&lower[from..], b"</title")?;
    let title = String::from_utf8_lossy(&text[from..to]);
    let words: Vec<&str> = title.split_whitespace().collect();
    Some(words.join(" ").chars().take(200).collect())
}

fn find(text: &[u8], part: &[u8]) -> Option<usize> {
    text.windows(part.len()).position(|window| window == part)
}

/// A scenario as YAML: names at the start of lines.
fn scenario(text: &str, start: u64) -> Option<Recognised> {
    let keys = top_level_keys(text)?;
    let has = |name: &&str| keys.contains(name);
    let place = ["url", "serve", "variants"].into_iter().find(has)?;
    has(&"actions").then(|| {
        let mut recognised = Recognised::new(
            FileKind::Scenario,
            start,
            format!("YAML with `{place}` and `actions` at its first level"),
        );
        let name = text.lines().find_map(|line| line.strip_prefix("name:"));
        if let Some(name) = name {
            let name = name.split(" #").next().unwrap_or(name).trim();
            let bare = name.trim_matches(['"', '\'']);
            recognised.facts.push(facts::text("name", bare));
        }
        recognised
    })
}

/// The names at the start of lines, where the text is mostly made of them: a document about scenarios
/// holds such lines too.
fn top_level_keys(text: &str) -> Option<Vec<&str>> {
    let is_part = |line: &str| line.is_empty() || line.starts_with([' ', '\t', '#', '-', '}', ']']);
    let mut keys = Vec::new();
    let mut others = 0;
    for line in text.lines().filter(|line| !is_part(line)) {
        match top_level_key(line) {
            Some(key) => keys.push(key),
            None => others += 1,
        }
        if others > keys.len() {
            return None;
        }
    }
    Some(keys)
}

/// The name in front of a colon at the start of a line.
fn top_level_key(line: &str) -> Option<&str> {
    let (key, rest) = line.split_once(':')?;
    let is_key = key
        .chars()
        .all(|character| character.is_ascii_alphanumeric() || character == '_');
    (is_key && !key.is_empty() && (rest.is_empty() || rest.starts_with([' ', '\t', '\r']))).then_some(key)
}

/// The head as text, where it is some: UTF-8 without zero bytes. Its last character may be cut.
fn valid_text(head: &[u8], all: bool) -> Option<&str> {
    let text = match std::str::from_utf8(head) {
        Ok(text) => text,
        Err(error) if !all && error.error_len().is_none() => {
            std::str::from_utf8(&head[..error.valid_up_to()]).ok()?
        }
        Err(_) => return None,
    };
    (!text.contains('\0')).then_some(text)
}

/// The first words of a text.
fn beginning(text: &str) -> String {
    let line = text.lines().next().unwrap_or("");
    let shown: String = line.chars().take(40).collect();
    let more = if shown.len() < line.len() { "..." } else { "" };
    format!("text that starts with `{shown}`{more}")
}

/// The first bytes of what is no text.
fn hex(head: &[u8]) -> String {
    let shown: Vec<String> = head.iter().take(8).map(|byte| format!("{byte:02x}")).collect();
    format!("bytes {}", shown.join(" "))
}
