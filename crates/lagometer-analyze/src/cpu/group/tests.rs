use super::*;
use lagometer_cpu::Position;

fn of(url: &str) -> [String; 3] {
    let function = Function {
        name: "f".to_owned(),
        url: url.to_owned(),
        position: Position::default(),
    };
    [
        package_of(&function, &function),
        domain_of(&function),
        category_of(&function, &function),
    ]
}

#[test]
fn functions_belong_to_packages_domains_and_categories() {
    let cases = [
        ("", ["(native)", "(native)", "native"]),
        ("http://a.test:80/x.js", ["(application)", "a.test:80", "script"]),
        ("https://a.test", ["(application)", "a.test", "script"]),
        ("file:///x/node_modules/@s/p/i.js", ["@s/p", "(files)", "package"]),
        (
            "/x/node_modules/a/node_modules/b/i.js",
            ["b", "(files)", "package"],
        ),
        ("node:internal/fs", ["node", "node", "node"]),
        ("internal/fs.js", ["node", "node", "node"]),
        (
            "chrome-extension://abc/x.js",
            ["extension abc", "extension abc", "extension"],
        ),
        ("/x/node_modules/", ["(application)", "(files)", "script"]),
    ];
    for (url, expected) in cases {
        assert_eq!(of(url), expected, "{url}");
    }
}
