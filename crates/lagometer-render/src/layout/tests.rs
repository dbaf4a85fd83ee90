use super::*;
use proptest::prelude::*;

const TERMINAL: Style = Style {
    width: Some(80),
    ..Style::PLAIN
};

#[test]
fn padding_counts_columns_not_bytes() {
    assert_eq!(left("größe", 7), "größe  ");
    assert_eq!(right("並", 4), "  並");
    assert_eq!(right("wide", 2), "wide");
}

#[test]
fn long_names_lose_their_middle_on_a_terminal_only() {
    let name = "aLongNameOfAFunction";
    assert_eq!(cut(name, 9, &TERMINAL), "aLon…tion");
    assert_eq!(cut(name, 20, &TERMINAL), name);
    assert_eq!(cut(name, 9, &Style::PLAIN), name);
    let ascii = Style {
        unicode: false,
        ..TERMINAL
    };
    assert_eq!(cut(name, 9, &ascii), "aLon~tion");
    assert_eq!(cut("並べ替え並べ替え", 8, &TERMINAL), "並べ…え");
}

#[test]
fn text_is_wrapped_at_words() {
    assert_eq!(wrap("one two three", 7), ["one two", "three"]);
    assert_eq!(wrap("incomprehensible it is", 7), ["incomprehensible", "it is"]);
    assert_eq!(wrap("", 7), [""]);
}

#[test]
fn hanging_lines_are_indented() {
    let narrow = Style {
        width: Some(40),
        ..Style::PLAIN
    };
    let text = "the recording lacks disabled-by-default-devtools.timeline";
    let lines = hang("frame interval   n/a   ", text, 4, &narrow);
    assert_eq!(
        lines,
        [
            "frame interval   n/a   the recording",
            "    lacks",
            "    disabled-by-default-devtools.timeline"
        ]
    );
}

proptest! {
    #[test]
    fn no_word_is_lost_and_no_line_too_long(words in prop::collection::vec("[a-z]{1,12}", 1..40), start in 0..30_usize, indent in 0..30_usize) {
        let text = words.join(" ");
        let first = "-".repeat(start);
        let lines = hang(&first, &text, indent, &Style::PLAIN);
        prop_assert!(lines.iter().all(|line| line.len() <= 80));
        let joined = lines.join(" ").replacen(&first, "", 1);
        let back: Vec<&str> = joined.split_whitespace().collect();
        prop_assert_eq!(back, words);
    }

    #[test]
    fn cut_text_fits(text in any::<String>(), width in 1..30_usize) {
        prop_assert!(visible::width(&cut(&text, width, &TERMINAL)) <= width);
    }
}
