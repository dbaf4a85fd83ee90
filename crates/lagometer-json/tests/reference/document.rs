//! Generated documents, and what can happen to them.

use proptest::prelude::*;

/// Some change to the bytes of a document. Places are fractions of its length.
#[derive(Clone, Debug)]
pub enum Mutation {
    Replace(f64, u8),
    Insert(f64, u8),
    Delete(f64),
    Cut(f64),
    /// Copies a part to another place.
    Copy(f64, f64, usize),
}

impl Mutation {
    pub fn apply(&self, bytes: &mut Vec<u8>) {
        if bytes.is_empty() {
            return;
        }
        let length = bytes.len();
        let place = |fraction: f64| ((fraction * length as f64) as usize).min(length - 1);
        match *self {
            Mutation::Replace(at, byte) => bytes[place(at)] = byte,
            Mutation::Insert(at, byte) => bytes.insert(place(at), byte),
            Mutation::Delete(at) => {
                bytes.remove(place(at));
            }
            Mutation::Cut(at) => bytes.truncate(place(at)),
            Mutation::Copy(from, to, count) => {
                let from = place(from);
                let part = bytes[from..(from + count).min(length)].to_vec();
                let to = place(to);
                bytes.splice(to..to, part);
            }
        }
    }
}

/// A document, and a few mutations of it.
pub fn mutated() -> impl Strategy<Value = Vec<u8>> {
    (valid(), prop::collection::vec(mutation(), 0..4)).prop_map(|(text, mutations)| {
        let mut bytes = text.into_bytes();
        for mutation in mutations {
            mutation.apply(&mut bytes);
        }
        bytes
    })
}

/// A valid document with odd white space, escapes and numbers.
pub fn valid() -> impl Strategy<Value = String> {
    (space(), element(), space()).prop_map(|(before, value, after)| before + &value + &after)
}

/// A valid array.
pub fn array() -> impl Strategy<Value = String> {
    array_of(element())
}

fn element() -> impl Strategy<Value = String> {
    let leaf = prop_oneof![
        Just("true".to_owned()),
        Just("false".to_owned()),
        Just("null".to_owned()),
        number(),
        string(),
    ];
    leaf.prop_recursive(5, 40, 6, |inner| {
        let member = (space(), string(), space(), space(), inner.clone(), space());
        let member = member.prop_map(|(a, key, b, c, value, d)| a + &key + &b + ":" + &c + &value + &d);
        let object = (space(), prop::collection::vec(member, 0..6)).prop_map(|(space, members)| {
            if members.is_empty() {
                format!("{{{space}}}")
            } else {
                format!("{{{}}}", members.join(","))
            }
        });
        prop_oneof![object, array_of(inner)]
    })
}

fn array_of(element: impl Strategy<Value = String>) -> impl Strategy<Value = String> {
    let element = (space(), element, space()).prop_map(|(a, value, b)| a + &value + &b);
    (space(), prop::collection::vec(element, 0..6)).prop_map(|(space, elements)| {
        if elements.is_empty() {
            format!("[{space}]")
        } else {
            format!("[{}]", elements.join(","))
        }
    })
}

fn space() -> impl Strategy<Value = String> {
    prop_oneof![4 => Just(String::new()), 1 => "[ \n\r\t]{1,3}", 1 => " {0,20}"]
}

pub fn number() -> impl Strategy<Value = String> {
    prop_oneof![
        "-?(0|[1-9][0-9]{0,20})",
        "-?(0|[1-9][0-9]{0,12})(\\.[0-9]{1,12})?([eE][+-]?[0-9]{1,2})?",
        "-?[0-9](\\.0{1,3})?e[+-]?[0-9]{1,5}",
    ]
    .prop_filter("a leading zero", |text| {
        let digits = text.strip_prefix('-').unwrap_or(text).as_bytes();
        digits[0] != b'0' || !digits.get(1).is_some_and(u8::is_ascii_digit)
    })
}

fn string() -> impl Strategy<Value = String> {
    let piece = prop_oneof![
        4 => "[ !#-\\[\\]-~]{0,12}",
        1 => "[é€😀\u{7f}\u{ffff}]{1,3}",
        1 => "\\\\[\"\\\\/bfnrt]",
        1 => "\\\\u[0-9a-fA-F]{4}",
        1 => "\\\\ud[89ab][0-9a-f]{2}(\\\\ud[c-f][0-9a-f]{2})?",
    ];
    prop::collection::vec(piece, 0..4).prop_map(|pieces| format!("\"{}\"", pieces.concat()))
}

fn mutation() -> impl Strategy<Value = Mutation> {
    let byte = prop_oneof![
        any::<u8>(),
        prop::sample::select(
            b"{}[],:\"\\/utrefalsn0123456789-+.eE \n\x00\x1f\x7f\x80\xc3\xe2\xf0\xff".to_vec()
        ),
    ];
    let place = 0.0..1.0_f64;
    prop_oneof![
        (place.clone(), byte.clone()).prop_map(|(at, byte)| Mutation::Replace(at, byte)),
        (place.clone(), byte).prop_map(|(at, byte)| Mutation::Insert(at, byte)),
        place.clone().prop_map(Mutation::Delete),
        place.clone().prop_map(Mutation::Cut),
        (place.clone(), place, 0..30_usize).prop_map(|(from, to, n)| Mutation::Copy(from, to, n)),
    ]
}
