use super::origin;

#[test]
fn the_origin_of_an_address_is_what_stands_before_its_path() {
    let check = |url: &str, expect: Option<&str>| assert_eq!(origin(url).as_deref(), expect, "{url}");
    check("http://localhost:5173/", Some("http://localhost:5173"));
    check("https://example.org/a/b?c=//d#e", Some("https://example.org"));
    check("http://localhost?a", Some("http://localhost"));
    check("file:///srv/page.html", None);
    check("about:blank", None);
}
