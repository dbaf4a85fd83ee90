use super::*;

#[test]
fn the_last_comment_counts() {
    for (text, expected) in [
        ("a()\n//# sourceMappingURL=a.js.map\n", Some("a.js.map")),
        ("a()\n//@ sourceMappingURL=a.js.map", Some("a.js.map")),
        ("a{}\n/*# sourceMappingURL=a.css.map */", Some("a.css.map")),
        ("a{}\n/*# sourceMappingURL=a.css.map*/", Some("a.css.map")),
        (
            "//# sourceMappingURL=old.map\nb()\n//# sourceMappingURL=new.map",
            Some("new.map"),
        ),
        ("x='sourceMappingURL=no.map'", None),
        (
            "//# sourceMappingURL=yes.map\nx='sourceMappingURL=no.map'",
            Some("yes.map"),
        ),
        ("//# sourceMappingURL=", None),
        ("", None),
    ] {
        assert_eq!(in_script(text), expected, "{text}");
    }
}

#[test]
fn data_addresses_are_decoded_with_and_without_base64() {
    for (address, expected) in [
        ("data:application/json;base64,eyJ2IjozfQ==", Some(Ok("{\"v\":3}"))),
        (
            "data:application/json;charset=utf-8;base64,eyJ2IjozfQ",
            Some(Ok("{\"v\":3}")),
        ),
        ("data:application/json,%7B%22v%22:3%7d", Some(Ok("{\"v\":3}"))),
        ("data:,50%", Some(Ok("50%"))),
        (
            "data:application/json;base64,****",
            Some(Err("a `data:` address that is not base64")),
        ),
        ("data:nothing", Some(Err("a `data:` address without a comma"))),
        ("bundle.js.map", None),
    ] {
        let expected = expected.map(|found: Result<&str, &str>| found.map(|text| text.as_bytes().to_vec()));
        assert_eq!(data(address), expected, "{address}");
    }
}
