use super::*;
use crate::scenario::tree::{NodeId, Position, Tree, parse};
use proptest::prelude::*;

fn tree(text: &str) -> Tree {
    parse(text).expect("one value")
}

fn root(tree: &Tree) -> &Node {
    let id: NodeId = tree.root;
    tree.node(id)
}

fn what<T: std::fmt::Debug>(read: Result<T, Found>) -> String {
    match read {
        Ok(value) => format!("{value:?}"),
        Err(found) => found.kind.to_string(),
    }
}

#[test]
fn durations_are_whole_milliseconds() {
    let check =
        |text: &str, expect: &str| assert_eq!(what(millis(root(&tree(text)), "t", 0)), expect, "{text}");
    check("500ms", "500");
    check("5s", "5000");
    check("2m", "120000");
    check("500", "500");
    check("0", "0");
    check("0.5s", "500");
    check("0.001s", "1");
    check("1.5m", "90000");
    check("0.00005m", "3");
    check("1.0", "1");
    check("\"250ms\"", "250");
    check("3600000", "3600000");
    check("3600001", "`t` is `3600001`, out of the range 0ms to 60m");
    check("60.1m", "`t` is `60.1m`, out of the range 0ms to 60m");
    check(
        "99999999999999999999s",
        "`t` is `99999999999999999999s`, out of the range 0ms to 60m",
    );
    check("1.5", "`t` is `1.5`, not a whole number of milliseconds");
    check("0.0001s", "`t` is `0.0001s`, not a whole number of milliseconds");
    check(
        "0.00000000000001m",
        "`t` is `0.00000000000001m`, not a whole number of milliseconds",
    );
    check("1e3", "`t` is the number `1e3`, not a duration");
    check("-5", "`t` is the number `-5`, not a duration");
    check("5 s", "`t` is the text `5 s`, not a duration");
    check("1h", "`t` is the text `1h`, not a duration");
    check("s", "`t` is the text `s`, not a duration");
    check(".5s", "`t` is the text `.5s`, not a duration");
    check("5.s", "`t` is the text `5.s`, not a duration");
    check("~", "`t` is nothing, not a duration");
    check("[5]", "`t` is a list, not a duration");
    check("{a: 5}", "`t` is a map, not a duration");
}

#[test]
fn a_lower_bound_is_named() {
    assert_eq!(
        what(millis(root(&tree("0")), "timeout", 1)),
        "`timeout` is `0`, out of the range 1ms to 60m"
    );
}

#[test]
fn whole_numbers_are_digits() {
    let check =
        |text: &str, expect: &str| assert_eq!(what(whole(root(&tree(text)), "n", 1, 10)), expect, "{text}");
    check("1", "1");
    check("10", "10");
    check("007", "7");
    check("+5", "5");
    check("0", "`n` is `0`, out of the range 1 to 10");
    check("11", "`n` is `11`, out of the range 1 to 10");
    check("-1", "`n` is `-1`, out of the range 1 to 10");
    check(
        "99999999999999999999",
        "`n` is `99999999999999999999`, out of the range 1 to 10",
    );
    check("1.5", "`n` is the number `1.5`, not a whole number");
    check("1e1", "`n` is the number `1e1`, not a whole number");
    check("0x5", "`n` is the number `0x5`, not a whole number");
    check("\"5\"", "`n` is the text `5`, not a whole number");
    check("five", "`n` is the text `five`, not a whole number");
    check("true", "`n` is the truth value `true`, not a whole number");
}

#[test]
fn numbers_are_decimal_and_finite() {
    let check = |text: &str, expect: &str| {
        assert_eq!(
            what(number(root(&tree(text)), "x", -10.0, 10.0)),
            expect,
            "{text}"
        )
    };
    check("1", "1.0");
    check("-1.5", "-1.5");
    check("1e1", "10.0");
    check(".5", "0.5");
    check("5.", "5.0");
    check("1e400", "`x` is `1e400`, out of the range -10 to 10");
    check("10.1", "`x` is `10.1`, out of the range -10 to 10");
    check(".inf", "`x` is the number `.inf`, not a number");
    check(".nan", "`x` is the number `.nan`, not a number");
    check("inf", "`x` is the text `inf`, not a number");
    check("NaN", "`x` is the text `NaN`, not a number");
    check("\"1\"", "`x` is the text `1`, not a number");
}

#[test]
fn text_is_what_cannot_be_anything_else() {
    let check = |yaml: &str, expect: &str| assert_eq!(what(text(root(&tree(yaml)), "t")), expect, "{yaml}");
    check("abc", "\"abc\"");
    check("no", "\"no\"");
    check("\"1\"", "\"1\"");
    check("'true'", "\"true\"");
    check("\"\"", "\"\"");
    check("|\n  1\n", "\"1\\n\"");
    check("1.2.3", "\"1.2.3\"");
    check("1", "`t` is the number `1`, not text");
    check("-.5e-3", "`t` is the number `-.5e-3`, not text");
    check("0o17", "`t` is the number `0o17`, not text");
    check("-.inf", "`t` is the number `-.inf`, not text");
    check("False", "`t` is the truth value `False`, not text");
    check("null", "`t` is nothing, not text");
}

#[test]
fn truth_values_are_two_words() {
    let check = |yaml: &str, expect: &str| assert_eq!(what(truth(root(&tree(yaml)), "t")), expect, "{yaml}");
    check("true", "true");
    check("FALSE", "false");
    check("yes", "`t` is the text `yes`, not `true` or `false`");
    check("\"true\"", "`t` is the text `true`, not `true` or `false`");
    check("1", "`t` is the number `1`, not `true` or `false`");
}

#[test]
fn hostile_text_is_shown_without_what_steers_a_terminal() {
    assert_eq!(shown("a\u{1b}[31m\n\u{202e}b"), "`a\\u{1b}[31m\\n\\u{202e}b`");
    assert_eq!(shown(&"ä".repeat(61)), format!("`{}…`", "ä".repeat(60)));
    assert_eq!(shown(&"ä".repeat(60)), format!("`{}`", "ä".repeat(60)));
}

proptest! {
    #[test]
    fn milliseconds_in_any_unit_are_the_same(n in 0_u64..=MAX_MILLIS) {
        for text in [format!("{n}"), format!("{n}ms"), format!("{}.{:03}s", n / 1_000, n % 1_000)] {
            let read = millis(root(&tree(&text)), "t", 0);
            prop_assert_eq!(read.map_err(|found| found.kind.to_string()), Ok(n));
        }
    }

    /// Rust's own reader of floats knows the same numbers, and names besides.
    #[test]
    fn decimals_are_what_rust_reads(text in "[-+]{0,2}[0-9]{0,3}[.]{0,2}[0-9]{0,3}([eE][-+]?[0-9]{0,2})?") {
        prop_assert_eq!(is_decimal(&text), text.parse::<f64>().is_ok(), "{}", text);
    }
}

#[test]
fn a_problem_lies_at_its_value() {
    let tree = tree("\n\n   five");
    let found = whole(root(&tree), "n", 1, 2).expect_err("no number");
    assert_eq!(found.at, Position { line: 3, column: 4 });
}
