use super::*;

#[test]
fn hosts_of_this_machine_with_a_port() {
    assert_eq!(host_of("http://127.0.0.1:4000/a.js"), Some("127.0.0.1:4000"));
    assert_eq!(host_of("https://localhost:1?q"), Some("localhost:1"));
    assert_eq!(host_of("http://[::1]:80/"), Some("[::1]:80"));
    for other in [
        "http://127.0.0.1/a.js",
        "http://127.0.0.1:/a.js",
        "http://127.0.0.1:x/a.js",
        "http://h:80/a.js",
        "127.0.0.1:80",
        "file:///a.js",
        "",
    ] {
        assert_eq!(host_of(other), None, "{other}");
    }
}

#[test]
fn the_port_of_one_host_goes_and_nothing_else() {
    let shown = |name| shown(name, "127.0.0.1:400");
    assert_eq!(shown("127.0.0.1:400").as_deref(), Some("127.0.0.1"));
    assert_eq!(
        shown("http://127.0.0.1:400/a.js?127.0.0.1:400").as_deref(),
        Some("http://127.0.0.1/a.js?127.0.0.1:400")
    );
    for other in ["http://127.0.0.1:4000/a.js", "http://h/127.0.0.1:400", "(native)"] {
        assert_eq!(shown(other), None, "{other}");
    }
}
