use super::*;
use crate::test_documents::with_work;

fn document_work() -> Work {
    with_work("a", "b").analysis.work.expect("work")
}

#[test]
fn a_cut_tree_keeps_what_has_most_time_in_its_order() {
    let rows = rows(&document_work(), WorkView::TopDown, 10).expect("rows");
    let depths: Vec<usize> = rows.rows.iter().map(|row| row.depth).collect();
    // Nine of the chain, and the larger tree behind it.
    assert_eq!(depths, [0, 1, 2, 3, 4, 5, 6, 7, 8, 0]);
    assert_eq!((rows.more, rows.listed), (31, 41));
    assert_eq!(more_words(&rows), Some(("31 more".to_owned(), Some(41))));
}

#[test]
fn what_the_document_leaves_out_is_not_promised() {
    let rows = rows(&document_work(), WorkView::Url, 10).expect("rows");
    assert_eq!(more_words(&rows), Some(("3 more".to_owned(), None)));
}

#[test]
fn a_node_on_none_before_it_is_on_top() {
    let mut work = document_work();
    work.top_down.truncate(2);
    work.top_down[0].parent = Some(1);
    let rows = rows(&work, WorkView::TopDown, 10).expect("rows");
    assert_eq!(rows.rows.iter().map(|row| row.depth).collect::<Vec<_>>(), [0, 1]);
}
