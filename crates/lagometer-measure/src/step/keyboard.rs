//! Which key gives a character: the US layout, as drivers of browsers take it.

/// A key, as an event names it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Key {
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
    };
    match character {
        '\n' | '\r' => Key {
            key: "Enter".to_owned(),
            code: "Enter".to_owned(),
            virtual_code: 13,
            text: Some("\r".to_owned()),
            shift: false,
        },
        '\t' => Key {
            key: "Tab".to_owned(),
            code: "Tab".to_owned(),
            virtual_code: 9,
            text: None,
            shift: false,
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
