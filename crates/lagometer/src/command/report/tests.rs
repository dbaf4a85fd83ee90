use super::way;
use std::path::Path;

#[track_caller]
fn check(from: &str, to: &str, expected: Option<&str>) {
    assert_eq!(way(Path::new(from), Path::new(to)).as_deref(), expected);
}

#[test]
fn the_way_goes_down_and_up() {
    check("/a", "/a", Some(""));
    check("/a", "/a/runs/x", Some("./runs/x/"));
    check("/a/b/c", "/a/runs/x", Some("../../runs/x/"));
    check("/a", "/a/b:c", Some("./b:c/"));
    check("/a", "/", Some("../"));
    check("a", "b", None);
}
