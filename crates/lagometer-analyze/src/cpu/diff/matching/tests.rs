use super::*;
use std::num::NonZeroU32;

fn function(name: &str, url: &str, line: u32) -> Function {
    Function {
        name: name.to_owned(),
        url: url.to_owned(),
        position: Position {
            line: NonZeroU32::new(line),
            column: NonZeroU32::new(1),
        },
    }
}

/// The rows as `name base lines > head lines`.
fn rows(base: &[(&str, &str, u32)], head: &[(&str, &str, u32)]) -> Vec<String> {
    let side = |of: &[(&str, &str, u32)]| -> Vec<Function> {
        of.iter()
            .map(|(name, url, line)| function(name, url, *line))
            .collect()
    };
    let (base, head) = (side(base), side(head));
    let matching = Matching::of(&Known::of(base.iter()), &Known::of(head.iter()));
    let lines = |functions: &BTreeSet<&Function>| -> String {
        let lines: Vec<String> = functions
            .iter()
            .map(|function| function.position.line.unwrap().to_string())
            .collect();
        lines.join(",")
    };
    let pairs = matching.pairs.iter();
    pairs
        .map(|pair| format!("{} {}>{}", pair.name, lines(&pair.base), lines(&pair.head)))
        .collect()
}

#[test]
fn a_name_that_a_file_has_once_is_the_same_wherever_it_stands() {
    assert_eq!(rows(&[("sort", "a.js", 3)], &[("sort", "a.js", 9)]), ["sort 3>9"]);
    assert_eq!(
        rows(
            &[("sort", "a.js", 3)],
            &[("sort", "b.js", 3), ("find", "a.js", 5)]
        ),
        ["find >5", "sort 3>", "sort >3"]
    );
}

#[test]
fn places_tell_functions_of_one_name_apart_while_no_line_moved() {
    let base = [("main", "a.js", 1), ("", "a.js", 5), ("", "a.js", 7)];
    let same = [("main", "a.js", 1), ("", "a.js", 7), ("", "a.js", 8)];
    assert_eq!(rows(&base, &same), [" 5>", " 7>7", " >8", "main 1>1"]);
    let moved = [("main", "a.js", 3), ("", "a.js", 7), ("", "a.js", 9)];
    assert_eq!(rows(&base, &moved), [" 5,7>7,9", "main 1>3"]);
    // Nothing says that the file stayed as it is.
    assert_eq!(rows(&base[1..], &same[1..]), [" 5,7>7,8"]);
}

#[test]
fn files_are_the_same_whoever_serves_them_and_whatever_is_in_them() {
    let cases = [
        ("http://localhost:5173/src/a.ts?v=1", "https://app.test/src/a.ts"),
        (
            "http://h/assets/index-BqK3x1_a.js",
            "http://h/assets/index-9aZ8k2Qw.js",
        ),
        ("/srv/a/base/app.js", "/srv/b/head/app.js"),
        ("main.3f2a1b9c4d.js", "main.0b7c1d2e3f.js"),
    ];
    for (before, after) in cases {
        assert_eq!(
            rows(&[("f", before, 1)], &[("f", after, 1)]),
            ["f 1>1"],
            "{before}"
        );
    }
    // Two of one name are not guessed at.
    let base = [("f", "/x/a/index.js", 1), ("g", "/x/b/index.js", 1)];
    let head = [("f", "/y/a/index.js", 1), ("g", "/y/b/index.js", 1)];
    assert_eq!(rows(&base, &head).len(), 4);
    assert_eq!(without_hash("jquery-3.6.0.min.js"), "jquery-3.6.0.min.js");
    assert_eq!(without_hash("controller.js"), "controller.js");
}
