use super::of_url;

#[test]
fn a_url_is_of_its_host() {
    for (url, domain) in [
        ("https://cdn.Example.com/a/b.js?x=1#y", "cdn.example.com"),
        ("http://localhost:8731/inp", "localhost"),
        ("https://user:pw@host.example:443/", "host.example"),
        ("https://[::1]:8080/a", "[::1]"),
        ("https://[::1]/a", "[::1]"),
        ("https://host.example?to=http://other.example/", "host.example"),
        ("blob:https://host.example/1f6e", "host.example"),
        (
            "chrome-extension://abcdef/content.js",
            "chrome-extension://abcdef",
        ),
        ("file:///my/page.html", "file:"),
        ("data:text/html,<script>", "data:"),
        ("pptr:evaluate;x", "pptr:"),
        ("node:internal/modules", "node:"),
        ("app.js", "app.js"),
        ("", ""),
    ] {
        assert_eq!(of_url(url), domain, "{url}");
    }
}
