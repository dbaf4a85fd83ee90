use super::*;
use proptest::prelude::*;

#[track_caller]
fn check_terminal(text: &str, expected: &str) {
    assert_eq!(terminal(text, true), expected);
}

#[test]
fn ordinary_text_stays() {
    check_terminal("sortRows größe 並べ替え 👍", "sortRows größe 並べ替え 👍");
}

#[test]
fn what_moves_the_cursor_or_changes_colours_is_shown() {
    check_terminal("\x1b[31mred\x1b[0m", "\\u{1b}[31mred\\u{1b}[0m");
    check_terminal("a\nb\rc\td\0\x07\x7f", "a\\nb\\rc\\td\\u{0}\\u{7}\\u{7f}");
    check_terminal("\u{9b}2J", "\\u{9b}2J");
}

#[test]
fn what_reorders_or_hides_is_shown() {
    check_terminal(
        "a\u{202e}cba\u{2066}x\u{2069}",
        "a\\u{202e}cba\\u{2066}x\\u{2069}",
    );
    check_terminal("pay\u{200b}pal\u{ad}\u{feff}", "pay\\u{200b}pal\\u{ad}\\u{feff}");
    check_terminal("x\u{e0041}\u{2028}", "x\\u{e0041}\\u{2028}");
}

#[test]
fn ascii_shows_the_rest_as_escapes() {
    assert_eq!(terminal("größe", false), "gr\\u{f6}\\u{df}e");
}

#[test]
fn markup_is_escaped() {
    let check = |text, expected: &str| assert_eq!(markdown(text), expected);
    check("total_blocking_time", "total_blocking_time");
    check("a|b *d* _e_ ~f~ $g$", "a\\|b \\*d\\* \\_e\\_ \\~f\\~ \\$g\\$");
    check(
        "<img src=x onerror=y> &amp;",
        "&lt;img src=x onerror=y&gt; &amp;amp;",
    );
    check("[x](http://e.example)", "\\[x\\](http`:`//e.example)");
    check(
        "@octocat fixes #1, www.e.example",
        "`@`octocat fixes `#`1, www`.`e.example",
    );
    check("a\n# b", "a\\\\n`#` b");
}

#[test]
fn names_are_code_that_they_cannot_leave() {
    let check = |text, expected: &str| assert_eq!(markdown_code(text, true), expected);
    check("sort", "`sort`");
    check("a`b", "``a`b``");
    check("``", "``` `` ```");
    check(" x", "`  x `");
    check("a|b", "`a\\|b`");
    check("", "(empty)");
    check("</code>\n", "`</code>\\n`");
    assert_eq!(markdown_code("a|b", false), "`a|b`");
}

#[test]
fn width_counts_columns() {
    assert_eq!(width("sort"), 4);
    assert_eq!(width("größe"), 5);
    assert_eq!(width("並べ"), 4);
}

proptest! {
    #[test]
    fn nothing_that_acts_on_a_terminal_is_left(text in any::<String>()) {
        let shown = terminal(&text, true);
        prop_assert!(!shown.contains(|character: char| character.is_control() || is_deceptive(character)));
        prop_assert!(terminal(&text, false).is_ascii());
    }

    #[test]
    fn no_html_and_no_cell_border_is_left_in_markdown(text in any::<String>()) {
        let shown = markdown_cell(&text.replace('`', ""));
        prop_assert!(!shown.contains(['<', '>', '\n']));
        let shown = markdown_cell(&text);
        prop_assert!(!shown.contains('\n'));
        prop_assert!(!shown.replace("\\|", "").contains('|'));
        let code = markdown_code(&text, true);
        prop_assert!(!code.contains('\n') && !code.replace("\\|", "").contains('|'));
    }
}

#[test]
fn what_stands_between_backticks_is_code() {
    let check = |text, expected: &str| assert_eq!(markdown(text), expected);
    check("no `ts_x` here_", "no `ts_x` here\\_");
    check("one ` alone <b>", "one \\` alone &lt;b&gt;");
    check("`<b>` and `", "`<b>` and \\`");
    check("``", "\\`\\`");
    assert_eq!(markdown_cell("a `b|c` d|e"), "a `b\\|c` d\\|e");
}
