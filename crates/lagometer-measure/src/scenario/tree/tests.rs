use super::*;

/// The tree as text: every value with its place, every key with its own.
fn shown(text: &str) -> String {
    match parse(text) {
        Ok(tree) => node(&tree, tree.root),
        Err(found) => format!("{}:{} {}", found.at.line, found.at.column, found.kind),
    }
}

fn node(tree: &Tree, id: NodeId) -> String {
    let Node { at, content } = tree.node(id);
    let content = match content {
        Content::Scalar(Scalar { text, plain: true }) => text.clone(),
        Content::Scalar(Scalar { text, plain: false }) => format!("{text:?}"),
        Content::List(items) => {
            let items: Vec<String> = items.iter().map(|item| node(tree, *item)).collect();
            format!("[{}]", items.join(" "))
        }
        Content::Map(entries) => {
            let entries: Vec<String> = entries
                .iter()
                .map(|Entry { key, at, value }| {
                    format!("{key}@{}:{}={}", at.line, at.column, node(tree, *value))
                })
                .collect();
            format!("{{{}}}", entries.join(" "))
        }
    };
    format!("{content}@{}:{}", at.line, at.column)
}

fn check(text: &str, expect: &str) {
    assert_eq!(shown(text), expect, "{text:?}");
}

#[test]
fn every_value_and_key_has_its_place() {
    check("a: 1", "{a@1:1=1@1:4}@1:1");
    check("- a\n-  b\n", "[a@1:3 b@2:4]@1:1");
    check(
        "- click: x\n  timeout: 5\n",
        "[{click@1:3=x@1:10 timeout@2:3=5@2:12}@1:3]@1:1",
    );
    check("a:\nb: ''\n", "{a@1:1=~@1:2 b@2:1=\"\"@2:4}@1:1");
    check("a: |\n  x\n  y\n", "{a@1:1=\"x\\ny\\n\"@2:3}@1:1");
}

#[test]
fn json_has_the_same_places() {
    check("{\"a\":1}", "{a@1:2=1@1:6}@1:1");
    check(
        "{\n\t\"a\": [\n\t\t\"x\",\n\t\tnull\n\t]\n}",
        "{a@2:2=[\"x\"@3:3 null@4:3]@2:7}@1:1",
    );
    check(
        "[\"\\ud83d\\ude00\\/\", {\"b\" : {}}]",
        "[\"😀/\"@1:2 {b@1:21={}@1:27}@1:20]@1:1",
    );
}

#[test]
fn columns_count_characters_and_a_byte_order_mark_is_none() {
    check("{ä: 😀, b: c}", "{ä@1:2=😀@1:5 b@1:8=c@1:11}@1:1");
    check("\u{feff}a: 1", "{a@1:1=1@1:4}@1:1");
}

#[test]
fn lines_may_end_as_on_windows() {
    check("a: 1\r\nb:\r\n  - c\r\n", "{a@1:1=1@1:4 b@2:1=[c@3:5]@3:3}@1:1");
    check("a: |\r\n  x\r\n", "{a@1:1=\"x\\n\"@2:3}@1:1");
}

#[test]
fn an_alias_is_the_value_with_its_own_place() {
    check("a: &x [1]\nb: *x\n", "{a@1:1=[1@1:8]@1:7 b@2:1=[1@1:8]@1:7}@1:1");
    // The last anchor of a name is the one that counts.
    check("[&x 1, &x 2, *x]", "[1@1:5 2@1:11 2@1:11]@1:1");
}

#[test]
fn what_is_no_tree_is_refused() {
    check("", "1:1 the file is empty");
    check(
        "a: [&x [*x]]",
        "1:9 the alias cannot be followed: it names a key, or what it stands in",
    );
    check(
        "&x a: *x",
        "1:7 the alias cannot be followed: it names a key, or what it stands in",
    );
    check(
        "{*x : 1}",
        "1:2 this is neither YAML nor JSON: while parsing node, found unknown anchor",
    );
    check("[&x a, {*x : 1}]", "1:9 a key must be text");
    check("{{a: b}: c}", "1:2 a key must be text");
    check("a: 1\na: 2", "2:1 the key `a` stands there twice");
    check("{\"a\": 1, 'a': 2}", "1:10 the key `a` stands there twice");
    check("!x a", "1:1 a scenario has no tags such as `!x`");
    check("a\n---\nb", "2:1 a second document starts here");
    check(
        "a: \"\\ud800\"",
        "1:4 this is neither YAML nor JSON: while parsing a quoted scalar, found high surrogate without following low surrogate",
    );
}
