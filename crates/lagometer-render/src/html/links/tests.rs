use super::*;

#[track_caller]
fn check(folder: &str, path: &str, expected: Option<&str>) {
    assert_eq!(address(folder, path).as_deref(), expected, "{folder} {path}");
}

#[test]
fn files_of_the_folder_are_linked() {
    check("", "rounds/003/trace.json.gz", Some("./rounds/003/trace.json.gz"));
    check(
        "results/runs/x/",
        "summary.json",
        Some("results/runs/x/summary.json"),
    );
    check("../a b/", "summary.json", Some("../a%20b/summary.json"));
}

#[test]
fn what_leaves_the_folder_is_not() {
    for path in [
        "../x",
        "/etc/passwd",
        "a/../../x",
        "",
        "//host/x",
        "a//b",
        "..\\x",
        ".",
    ] {
        check("", path, None);
    }
}

#[test]
fn no_path_is_an_address_of_another_kind() {
    check("", "javascript:alert(1)", Some("./javascript%3Aalert%281%29"));
    check("", "a\"onclick=\"x?y#z", Some("./a%22onclick%3D%22x%3Fy%23z"));
}
