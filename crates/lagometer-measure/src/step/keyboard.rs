//! Which key gives a character: the US layout, as drivers of browsers take it.

/// A key, as an event names it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Key {
    /// `KeyboardEvent.key`.
    pub key: String,
    /// `KeyboardEvent.code`: the place on the keyboard; empty where there is none.
    pub code: String,
    /// `KeyboardEvent.keyCode`; 0 where there is none.
    pub virtual_code: u32,
    /// What it inserts.
    pub text: Option<String>,
    /// Whether Shift is held.
    pub shift: bool,
    /// `KeyboardEvent.location`: 1 is the left one of two.
    pub location: u32,
}

/// Names of keys that are no character, as `KeyboardEvent.key` gives them: the place, the key code.
const NAMED: &[(&str, &str, u32)] = &[
    ("Alt", "AltLeft", 18),
    ("ArrowDown", "ArrowDown", 40),
    ("ArrowLeft", "ArrowLeft", 37),
    ("ArrowRight", "ArrowRight", 39),
    ("ArrowUp", "ArrowUp", 38),
    ("Backspace", "Backspace", 8),
    ("CapsLock", "CapsLock", 20),
    ("ContextMenu", "ContextMenu", 93),
    ("Control", "ControlLeft", 17),
    ("Delete", "Delete", 46),
    ("End", "End", 35),
    ("Enter", "Enter", 13),
    ("Escape", "Escape", 27),
    ("F1", "F1", 112),
    ("F2", "F2", 113),
    ("F3", "F3", 114),
    ("F4", "F4", 115),
    ("F5", "F5", 116),
    ("F6", "F6", 117),
    ("F7", "F7", 118),
    ("F8", "F8", 119),
    ("F9", "F9", 120),
    ("F10", "F10", 121),
    ("F11", "F11", 122),
    ("F12", "F12", 123),
    ("Home", "Home", 36),
    ("Insert", "Insert", 45),
    ("Meta", "MetaLeft", 91),
    ("NumLock", "NumLock", 144),
    ("PageDown", "PageDown", 34),
    ("PageUp", "PageUp", 33),
    ("Pause", "Pause", 19),
    ("ScrollLock", "ScrollLock", 145),
    ("Shift", "ShiftLeft", 16),
    ("Tab", "Tab", 9),
];

/// The names of [`NAMED`].
pub(crate) const NAMES: &[&str] = &[
    "Alt",
    "ArrowDown",
    "ArrowLeft",
    "ArrowRight",
    "ArrowUp",
    "Backspace",
    "CapsLock",
    "ContextMenu",
    "Control",
    "Delete",
    "End",
    "Enter",
    "Escape",
    "F1",
    "F2",
    "F3",
    "F4",
    "F5",
    "F6",
    "F7",
    "F8",
    "F9",
    "F10",
    "F11",
    "F12",
    "Home",
    "Insert",
    "Meta",
    "NumLock",
    "PageDown",
    "PageUp",
    "Pause",
    "ScrollLock",
    "Shift",
    "Tab",
];

/// The key of a name or of one character.
pub(crate) fn named(name: &str) -> Option<Key> {
    if let Some((name, code, virtual_code)) = NAMED.iter().find(|(known, ..)| *known == name) {
        return Some(Key {
            key: (*name).to_owned(),
            code: (*code).to_owned(),
            virtual_code: *virtual_code,
            text: (*name == "Enter").then(|| "\r".to_owned()),
            shift: false,
            location: u32::from(modifier(name) != 0),
        });
    }
    let mut characters = name.chars();
    match (characters.next(), characters.next()) {
        (Some(character), None) if !character.is_control() => Some(key_of(character)),
        _ => None,
    }
}

/// The bit of a key in the protocol's `modifiers`; 0 for a key that is none.
pub(super) fn modifier(key: &str) -> u32 {
    match key {
        "Alt" => 1,
        "Control" => 2,
        "Meta" => 4,
        "Shift" => SHIFT,
        _ => 0,
    }
}

/// The bit of Shift.
pub(super) const SHIFT: u32 = 8;

/// The same key while Shift is held: what it gives then.
pub(super) fn shifted(key: Key) -> Key {
    let mut characters = key.key.chars();
    let (Some(character), None) = (characters.next(), characters.next()) else {
        return key;
    };
    let upper = match character {
        'a'..='z' => character.to_ascii_uppercase(),
        '0'..='9' => {
            let digit = character as usize - '0' as usize;
            SHIFTED_DIGITS
                .as_bytes()
                .get(digit)
                .map_or(character, |byte| char::from(*byte))
        }
        _ => PUNCTUATION
            .iter()
            .find(|(plain, ..)| *plain == character)
            .map_or(character, |(_, shifted, ..)| *shifted),
    };
    key_of(upper)
}

/// Keys beside letters and digits: the character, the one with Shift, the place, the key code.
const PUNCTUATION: &[(char, char, &str, u32)] = &[
    ('`', '~', "Backquote", 192),
    ('-', '_', "Minus", 189),
    ('=', '+', "Equal", 187),
    ('[', '{', "BracketLeft", 219),
    (']', '}', "BracketRight", 221),
    ('\\', '|', "Backslash", 220),
    (';', ':', "Semicolon", 186),
    ('\'', '"', "Quote", 222),
    (',', '<', "Comma", 188),
    ('.', '>', "Period", 190),
    ('/', '?', "Slash", 191),
];

/// What the digits 0 to 9 give with Shift.
const SHIFTED_DIGITS: &str = ")!@#$%^&*(";

/// The key of a character. One that is on no key of the layout is sent without a place, as an input
/// method would.
pub(super) fn key_of(character: char) -> Key {
    let printed = |code: String, virtual_code: u32, shift: bool| Key {
        key: character.to_string(),
        code,
        virtual_code,
        text: Some(character.to_string()),
        shift,
        location: 0,
    };
    match character {
        '\n' | '\r' => Key {
            key: "Enter".to_owned(),
            code: "Enter".to_owned(),
            virtual_code: 13,
            text: Some("\r".to_owned()),
            shift: false,
            location: 0,
        },
        '\t' => Key {
            key: "Tab".to_owned(),
            code: "Tab".to_owned(),
            virtual_code: 9,
            text: None,
            shift: false,
            location: 0,
        },
        ' ' => printed("Space".to_owned(), 32, false),
        'a'..='z' | 'A'..='Z' => {
            let upper = character.to_ascii_uppercase();
            printed(
                format!("Key{upper}"),
                u32::from(upper),
                character.is_ascii_uppercase(),
            )
        }
        '0'..='9' => printed(format!("Digit{character}"), u32::from(character), false),
        _ => {
            if let Some(digit) = SHIFTED_DIGITS.find(character) {
                let virtual_code = u32::from(b'0') + digit as u32;
                return printed(format!("Digit{digit}"), virtual_code, true);
            }
            let punctuation = PUNCTUATION
                .iter()
                .find(|(plain, shifted, ..)| *plain == character || *shifted == character);
            match punctuation {
                Some((_, shifted, code, virtual_code)) => {
                    printed((*code).to_owned(), *virtual_code, *shifted == character)
                }
                None => printed(String::new(), 0, false),
            }
        }
    }
}

#[cfg(test)]
mod tests;
