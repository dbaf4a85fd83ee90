use super::{Key, NAMED, NAMES, key_of, modifier, named, shifted};

fn summary(character: char) -> (String, String, u32, bool) {
    let Key {
        key,
        code,
        virtual_code,
        shift,
        ..
    } = key_of(character);
    (key, code, virtual_code, shift)
}

fn check(character: char, key: &str, code: &str, virtual_code: u32, shift: bool) {
    assert_eq!(
        summary(character),
        (key.to_owned(), code.to_owned(), virtual_code, shift)
    );
}

#[test]
fn characters_have_the_key_of_the_us_layout() {
    check('a', "a", "KeyA", 65, false);
    check('Z', "Z", "KeyZ", 90, true);
    check('7', "7", "Digit7", 55, false);
    check('(', "(", "Digit9", 57, true);
    check(')', ")", "Digit0", 48, true);
    check('-', "-", "Minus", 189, false);
    check('"', "\"", "Quote", 222, true);
    check(' ', " ", "Space", 32, false);
    check('\n', "Enter", "Enter", 13, false);
    check('\t', "Tab", "Tab", 9, false);
}

#[test]
fn a_character_on_no_key_has_no_place() {
    check('é', "é", "", 0, false);
    check('🦀', "🦀", "", 0, false);
}

#[test]
fn every_printable_ascii_character_has_a_place_and_inserts_itself() {
    for byte in 0x20..0x7f_u8 {
        let character = char::from(byte);
        let key = key_of(character);
        assert!(!key.code.is_empty(), "{character:?}");
        assert_ne!(key.virtual_code, 0, "{character:?}");
        assert_eq!(key.text, Some(character.to_string()));
    }
}

#[test]
fn a_line_break_inserts_a_carriage_return_and_a_tab_nothing() {
    assert_eq!(key_of('\n').text.as_deref(), Some("\r"));
    assert_eq!(key_of('\t').text, None);
}

#[test]
fn names_of_keys_are_those_of_the_table() {
    let names: Vec<&str> = NAMED.iter().map(|(name, ..)| *name).collect();
    assert_eq!(names, NAMES);
    for name in NAMES {
        let key = named(name).unwrap();
        assert_eq!(key.key, *name);
        assert!(key.virtual_code > 0);
        assert_eq!(key.location, u32::from(modifier(name) != 0));
    }
    for character in ["a", "Z", "5", "é", " "] {
        assert_eq!(named(character).unwrap().key, character);
    }
    for wrong in ["", "ab", "enter", "\n", "Return"] {
        assert_eq!(named(wrong), None, "{wrong:?}");
    }
}

/// Shift gives the other character on the same key; what has none stays.
#[test]
fn shift_keeps_the_place() {
    for byte in 0x21..0x7f_u8 {
        let key = key_of(char::from(byte));
        let upper = shifted(key.clone());
        assert_eq!(upper.code, key.code);
        assert!(upper.shift, "{}", key.key);
    }
    assert_eq!(shifted(key_of('a')).key, "A");
    assert_eq!(shifted(key_of('1')).key, "!");
    assert_eq!(shifted(key_of('-')).key, "_");
    assert_eq!(shifted(named("Enter").unwrap()).key, "Enter");
    assert_eq!(shifted(key_of('é')).key, "é");
}
