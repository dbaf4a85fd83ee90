use super::{edits, nearest};

#[test]
fn edits_are_counted() {
    let check = |from: &str, to: &str, expect: usize| {
        assert_eq!(edits(from, to), expect, "{from} {to}");
        assert_eq!(edits(to, from), expect, "{to} {from}");
    };
    check("", "", 0);
    check("", "abc", 3);
    check("kitten", "sitting", 3);
    check("long_tasks", "long_task", 1);
    check("ü", "u", 1);
}

#[test]
fn the_nearest_is_named_and_a_far_one_is_not() {
    let known = ["busy_rate", "long_task", "total_blocking_time"];
    assert_eq!(nearest("longtask", known), Some("long_task"));
    assert_eq!(nearest("total_bloking_time", known), Some("total_blocking_time"));
    assert_eq!(nearest("largest_contentful_paint", known), None);
}
