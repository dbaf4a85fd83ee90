use super::*;

#[test]
fn addresses_are_seen_from_the_file_that_names_them() {
    for (base, address, expected) in [
        ("https://h/a/b.js", "c.map", "https://h/a/c.map"),
        ("https://h/a/b.js?v=1/2#x", "c.map", "https://h/a/c.map"),
        ("https://h/a/b.js", "../c.ts", "https://h/c.ts"),
        ("https://h/a/b.js", "../../../c.ts", "https://h/c.ts"),
        ("https://h/a/b.js", "/c.ts", "https://h/c.ts"),
        ("https://h", "c.ts", "https://h/c.ts"),
        ("https://h/a/b.js", "//other/c.ts", "https://other/c.ts"),
        (
            "https://h/a/b.js",
            "webpack:///./src/c.ts",
            "webpack:///./src/c.ts",
        ),
        ("file:///p/b.js", "./src/c.ts", "file:///p/src/c.ts"),
        ("/p/dist/b.js", "../src/c.ts", "/p/src/c.ts"),
        ("dist/b.js", "../src/c.ts", "src/c.ts"),
        ("b.js", "../src/c.ts", "../src/c.ts"),
        ("b.js", "../../c.ts", "../../c.ts"),
        ("", "c.ts", "c.ts"),
    ] {
        assert_eq!(join(base, address), expected, "{address} from {base}");
    }
}

#[test]
fn a_drive_is_no_scheme() {
    assert_eq!(scheme("C:\\x\\y.js"), None);
    assert_eq!(scheme("webpack-internal:///x"), Some("webpack-internal"));
    assert_eq!(scheme("src/a:b.ts"), None);
}
