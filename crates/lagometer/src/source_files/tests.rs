use super::*;

#[test]
fn only_sources_of_this_machine_are_opened() {
    for (address, expected) in [
        ("file:///p/a%20b.js", Some("/p/a b.js")),
        ("file://host/p/a.js", Some("/p/a.js")),
        ("/p/a.ts", Some("/p/a.ts")),
        ("src/a.TSX", Some("src/a.TSX")),
        ("https://h/a.js", None),
        ("webpack:///src/a.js", None),
        ("/etc/passwd", None),
        ("file:///my/.ssh/id_rsa", None),
        ("file:///p/a%FF.js", None),
        ("node:fs", None),
        ("", None),
    ] {
        assert_eq!(path(address), expected.map(PathBuf::from), "{address}");
    }
}

#[test]
fn what_is_not_there_is_nothing_and_a_folder_too() {
    let folder = tempfile::tempdir().unwrap();
    let inside = folder.path().join("a.js");
    std::fs::create_dir(&inside).unwrap();
    for address in [
        inside.display().to_string(),
        folder.path().join("b.js").display().to_string(),
    ] {
        assert!(matches!(SourceFiles.read(&address), Found::Nothing));
    }
}
