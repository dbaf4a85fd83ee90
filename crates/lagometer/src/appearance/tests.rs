use super::{Appearance, Streams};

const TERMINAL: Streams = Streams {
    answer_is_terminal: true,
    stderr_is_terminal: true,
    columns: Some(120),
    stderr_columns: Some(100),
};
const PIPES: Streams = Streams {
    answer_is_terminal: false,
    stderr_is_terminal: false,
    columns: None,
    stderr_columns: None,
};

fn appearance(variables: &[(&str, &str)], streams: Streams) -> Appearance {
    let variable = |name: &str| {
        variables
            .iter()
            .find(|(known, _)| *known == name)
            .map(|(_, value)| (*value).to_owned())
    };
    Appearance::new(variable, streams, false, false)
}

#[test]
fn colour_is_for_terminals_unless_a_variable_says_otherwise() {
    let check = |variables: &[(&str, &str)], terminal: bool, pipe: bool| {
        assert_eq!(
            appearance(variables, TERMINAL).answer_colour,
            terminal,
            "{variables:?}"
        );
        assert_eq!(
            appearance(variables, TERMINAL).stderr_colour,
            terminal,
            "{variables:?}"
        );
        assert_eq!(appearance(variables, PIPES).answer_colour, pipe, "{variables:?}");
    };
    check(&[], true, false);
    check(&[("NO_COLOR", "1")], false, false);
    check(&[("NO_COLOR", "")], true, false);
    check(&[("CLICOLOR_FORCE", "1")], true, true);
    check(&[("CLICOLOR_FORCE", "0")], true, false);
    check(&[("CLICOLOR_FORCE", "1"), ("NO_COLOR", "1")], false, false);
    check(&[("CLICOLOR", "0")], false, false);
    check(&[("TERM", "dumb")], false, false);
    check(&[("TERM", "dumb"), ("CLICOLOR_FORCE", "1")], true, true);
}

#[test]
fn characters_follow_the_first_locale_variable_that_is_set() {
    let check = |variables: &[(&str, &str)], unicode: bool| {
        assert_eq!(appearance(variables, PIPES).unicode, unicode, "{variables:?}");
    };
    check(&[("LANG", "C.UTF-8")], true);
    check(&[("LANG", "de_DE.utf8")], true);
    check(&[("LANG", "C")], false);
    check(&[("LC_ALL", "C"), ("LANG", "C.UTF-8")], false);
    check(&[("LC_ALL", ""), ("LC_CTYPE", "C.UTF-8"), ("LANG", "C")], true);
    check(&[("LANG", "C.UTF-8"), ("TERM", "dumb")], false);
    check(&[], cfg!(windows));
}

#[test]
fn nothing_is_cut_or_redrawn_where_there_is_no_terminal() {
    let pipes = appearance(&[("LANG", "C.UTF-8")], PIPES);
    assert_eq!((pipes.width, pipes.progress), (None, None));
    let terminal = appearance(&[], TERMINAL);
    assert_eq!((terminal.width, terminal.progress), (Some(120), Some(100)));
    let silent = Streams {
        columns: None,
        stderr_columns: Some(0),
        ..TERMINAL
    };
    let silent = appearance(&[], silent);
    assert_eq!((silent.width, silent.progress), (Some(80), Some(80)));
}

#[test]
fn quiet_and_dumb_terminals_have_no_progress() {
    assert_eq!(Appearance::new(|_| None, TERMINAL, false, true).progress, None);
    assert_eq!(appearance(&[("TERM", "dumb")], TERMINAL).progress, None);
}

#[test]
fn ascii_wins_over_the_locale() {
    let variable = |name: &str| (name == "LANG").then(|| "C.UTF-8".to_owned());
    assert!(!Appearance::new(variable, PIPES, true, false).unicode);
}
