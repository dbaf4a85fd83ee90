use super::*;
use proptest::prelude::*;

fn at(line: u32, column: u32) -> Position {
    Position { line, column }
}

#[test]
fn every_line_end_of_javascript_ends_a_line() {
    let text = "a\nb\r\nc\rd\u{2028}e\u{2029}f";
    let index = LineIndex::new(text);
    let lines: Vec<&str> = (0..index.lines())
        .filter_map(|line| index.line(text, line))
        .collect();
    assert_eq!(lines, ["a", "b", "c", "d", "e", "f"]);
}

#[test]
fn columns_count_utf16_units() {
    let text = "x = '😀é'; y";
    let index = LineIndex::new(text);
    let y = text.len() - 1;
    // The face is two units, four bytes; the accented letter one unit, two bytes.
    assert_eq!(index.offset(text, at(1, 12)), Some(y));
}

#[test]
fn a_column_inside_a_surrogate_pair_or_behind_the_line_is_no_place() {
    let text = "😀\nab";
    let index = LineIndex::new(text);
    assert_eq!(index.offset(text, at(1, 2)), None);
    assert_eq!(index.offset(text, at(2, 3)), Some(text.len()));
    assert_eq!(index.offset(text, at(2, 4)), None);
    assert_eq!(index.offset(text, at(3, 1)), None);
    assert_eq!(index.offset(text, at(0, 1)), None);
}

/// The slow and obvious way: walk the text and count.
fn place(text: &str, offset: usize) -> Position {
    let mut at = Position { line: 1, column: 1 };
    let mut before = ' ';
    for character in text[..offset].chars() {
        let is_end = matches!(character, '\n' | '\r' | '\u{2028}' | '\u{2029}');
        if is_end && !(character == '\n' && before == '\r') {
            at.line += 1;
            at.column = 1;
        } else if !is_end {
            at.column += character.len_utf16() as u32;
        }
        before = character;
    }
    at
}

proptest! {
    #[test]
    fn an_offset_is_where_counting_comes_to(text in "[ab\n\r\u{2028}é😀]{0,40}") {
        let index = LineIndex::new(&text);
        for (offset, character) in text.char_indices() {
            // Of `\r\n` only the first half has a place.
            let is_second_half = character == '\n' && text[..offset].ends_with('\r');
            if !is_second_half {
                prop_assert_eq!(index.offset(&text, place(&text, offset)), Some(offset));
            }
        }
    }
}
