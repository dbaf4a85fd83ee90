//! A source map of a stated size, as bundlers write them: long lines, a name on every fourth mapping,
//! the texts of the sources inside.

use std::fmt::Write as _;

/// Sources of the map; each has [`LINES`] lines.
const SOURCES: usize = 400;
const LINES: usize = 120;

/// A map of at least so many bytes.
pub fn source_map(bytes: usize) -> String {
    let mut mappings = String::with_capacity(bytes);
    let mut before = [0_i64; 4];
    let mut count = 0_i64;
    while mappings.len() < bytes * 7 / 10 {
        // A line of the generated text every 4,000 mappings; the column starts at 0 there.
        if count % 4_000 == 0 && count > 0 {
            mappings.push(';');
        } else if count > 0 {
            mappings.push(',');
        }
        let original = [
            count / 3_000 % SOURCES as i64,
            count / 25 % LINES as i64,
            count * 7 % 80,
            count % 1_000,
        ];
        let with_name = if count % 4 == 0 { 4 } else { 3 };
        vlq(&mut mappings, if count % 4_000 == 0 { 0 } else { 3 + count % 9 });
        for (now, before) in original.iter().zip(&mut before).take(with_name) {
            vlq(&mut mappings, now - *before);
            *before = *now;
        }
        count += 1;
    }
    let line = "export function renderRow(row) { return row.cells.map(cell => cell.text).join(', '); }";
    let source = vec![line; LINES].join("\\n");
    let mut map = String::from("{\"version\":3,\"sources\":[");
    for number in 0..SOURCES {
        let comma = if number > 0 { "," } else { "" };
        let _ = write!(map, "{comma}\"../src/module-{number}.js\"");
    }
    map.push_str("],\"sourcesContent\":[");
    for number in 0..SOURCES {
        let comma = if number > 0 { "," } else { "" };
        let _ = write!(map, "{comma}\"{source}\"");
    }
    map.push_str("],\"names\":[");
    for number in 0..1_000 {
        let comma = if number > 0 { "," } else { "" };
        let _ = write!(map, "{comma}\"renderRow{number}\"");
    }
    let _ = write!(map, "],\"mappings\":\"{mappings}\"}}");
    map
}

/// Base 64 digits of five bits, the lowest first, the sign in the lowest bit.
fn vlq(text: &mut String, value: i64) {
    const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut rest = value.unsigned_abs() << 1 | u64::from(value < 0);
    loop {
        let more = if rest >= 32 { 32 } else { 0 };
        text.push(char::from(DIGITS[(rest % 32 + more) as usize]));
        rest /= 32;
        if more == 0 {
            break;
        }
    }
}
