use super::*;
use crate::WorkView;
use crate::test_documents::{interaction, with_work};
use lagometer_report::Analysis;

/// Interactions of these lengths, of which one is that of `inp`; nothing is told of what ran in them.
fn analysis(lengths: &[i64], inp: usize) -> Analysis {
    let mut analysis = with_work("FunctionCall", "http://a/x.js").analysis;
    let list = lengths.iter().enumerate().map(|(at, length)| Interaction {
        duration_us: *length,
        is_inp: at == inp,
        ..interaction()
    });
    analysis.interactions = list.collect();
    analysis
}

fn durations(analysis: &Analysis, style: &Style) -> (Vec<String>, usize) {
    let shown = shown(&analysis.interactions, &pages(analysis), style);
    (
        shown.rows.into_iter().map(|row| row.duration).collect(),
        shown.more,
    )
}

#[test]
fn slow_ones_are_shown_longest_first() {
    let analysis = analysis(&[210_000, 199_999, 900_000, 200_000], 2);
    let (shown, more) = durations(&analysis, &Style::PLAIN);
    assert_eq!(
        (shown, more),
        (vec!["900.0 ms".to_owned(), "210.0 ms".to_owned()], 1)
    );
}

#[test]
fn the_one_of_inp_is_always_among_them() {
    let analysis = analysis(&[900_000, 800_000, 700_000, 600_000], 3);
    let (shown, more) = durations(&analysis, &Style::PLAIN);
    assert_eq!(shown, ["900.0 ms", "800.0 ms", "600.0 ms"]);
    assert_eq!(more, 1);
}

#[test]
fn a_quick_one_is_shown_where_it_is_told_what_ran_in_it() {
    let mut quick = analysis(&[18_000, 9_000], 0);
    assert_eq!(durations(&quick, &Style::PLAIN), (Vec::new(), 0));
    let told = with_work("FunctionCall", "http://a/x.js").analysis.interactions;
    quick.interactions[0].work = told[0].work.clone();
    assert_eq!(durations(&quick, &Style::PLAIN), (vec!["18.0 ms".to_owned()], 0));
}

#[test]
fn all_are_shown_to_who_asks_for_more() {
    let all = analysis(&[18_000, 9_000], 0);
    for style in [
        Style {
            verbose: 1,
            ..Style::PLAIN
        },
        Style {
            work: Some(WorkView::Name),
            ..Style::PLAIN
        },
    ] {
        assert_eq!(durations(&all, &style).0.len(), 2);
    }
}

#[test]
fn words_leave_out_what_is_not_known() {
    let mut analysis = analysis(&[300_000], 0);
    let words =
        |analysis: &Analysis| shown(&analysis.interactions, &pages(analysis), &Style::PLAIN).rows[0].words();
    assert_eq!(words(&analysis), "pointerdown, inp: 2.7 + 5.3 + 10.8 ms");
    analysis.interactions[0].processing_us = None;
    assert_eq!(words(&analysis), "pointerdown, inp");
}

#[test]
fn one_of_another_process_says_so() {
    let mut analysis = analysis(&[18_000], 0);
    analysis.interactions[0].pid = 7;
    let shown = shown(&analysis.interactions, &pages(&analysis), &Style::PLAIN);
    assert_eq!(
        shown.rows[0].words(),
        "pointerdown, inp: 2.7 + 5.3 + 10.8 ms; in a frame of its own process, 7: not told"
    );
    // Whose processes they are is not always known.
    assert!(
        super::shown(&analysis.interactions, &[], &Style::PLAIN)
            .rows
            .is_empty()
    );
}
