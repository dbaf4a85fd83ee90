use super::*;

fn check(text: &str, places: &[u32], around: u32, expected: &[(u32, &str)]) {
    let found = excerpt(text, &LineIndex::new(text), places, around);
    let lines: Vec<(u32, &str)> = found
        .lines
        .iter()
        .map(|line| (line.number, line.text.as_str()))
        .collect();
    assert_eq!(lines, expected);
}

#[test]
fn lines_around_several_places_are_given_once() {
    check(
        "a\nb\nc\nd\ne\nf",
        &[2, 3],
        1,
        &[(1, "a"), (2, "b"), (3, "c"), (4, "d")],
    );
    check(
        "a\nb\nc\nd\ne\nf",
        &[6, 1],
        1,
        &[(1, "a"), (2, "b"), (5, "e"), (6, "f")],
    );
}

#[test]
fn a_place_that_is_not_there_gives_nothing() {
    check("a\nb", &[0, 3], 5, &[]);
    check("a\nb", &[2], 0, &[(2, "b")]);
}

#[test]
fn a_long_line_is_cut_and_says_so() {
    let text = "é".repeat(LONGEST + 1);
    let found = excerpt(&text, &LineIndex::new(&text), &[1], 0);
    assert_eq!(found.lines[0].text.chars().count(), LONGEST);
    assert!(found.lines[0].is_cut);
}
