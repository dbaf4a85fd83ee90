use super::*;
use std::cell::RefCell;

/// Files by their address, and what was asked for.
#[derive(Default)]
struct Shelf {
    files: BTreeMap<String, String>,
    asked: RefCell<Vec<String>>,
}

impl Files for Shelf {
    fn read(&self, address: &str) -> Found {
        self.asked.borrow_mut().push(address.to_owned());
        match self.files.get(address) {
            Some(text) => Found::Text(text.clone().into_bytes()),
            None => Found::Nothing,
        }
    }
}

/// Files that are served, and what was asked for.
struct Afar(Shelf);

impl Files for Afar {
    fn read(&self, _: &str) -> Found {
        Found::Nothing
    }

    fn fetch(&self, address: &str, _: Wanted) -> Found {
        match self.0.read(address) {
            Found::Nothing => Found::Unreadable("gone".to_owned()),
            found => found,
        }
    }
}

fn shelf(files: &[(&str, &str)]) -> Shelf {
    let files = files
        .iter()
        .map(|(name, text)| ((*name).to_owned(), (*text).to_owned()));
    Shelf {
        files: files.collect(),
        asked: RefCell::default(),
    }
}

fn at(line: u32, column: u32) -> Position {
    Position { line, column }
}

fn script<'a>(url: &'a str, text: &'a str) -> Script<'a> {
    Script {
        url,
        text: Some(text),
        map_url: None,
        map_file: None,
    }
}

#[test]
fn a_script_without_a_map_keeps_its_own_names() {
    let files = shelf(&[]);
    let mut resolver = Resolver::new(&files);
    let id = resolver.add(script("https://h/a.js", "function a(){}"));
    let function = resolver.function(id, at(1, 11), "a");
    assert_eq!(function.place, Err(Missing::NoMap));
    assert_eq!(function.name.text, "a");
    assert_eq!(function.name.from, NameSource::Generated);
}

#[test]
fn a_script_is_fetched_only_where_nothing_else_names_its_map() {
    let text = "function a(){}\n//# sourceMappingURL=a.js.map";
    let map = r#"{"version":3,"sources":["a.ts"],"names":[],"mappings":"AAAA"}"#;
    let url = "https://h/a.js";
    for (text, map_url, expected) in [
        (None, None, &["https://h/a.js", "https://h/a.js.map"][..]),
        (Some(text), None, &["https://h/a.js.map"]),
        (None, Some("a.js.map"), &["https://h/a.js.map"]),
        (Some("function a(){}"), None, &[]),
    ] {
        let files = Afar(shelf(&[
            ("https://h/a.js", "function a(){}\n//# sourceMappingURL=a.js.map"),
            ("https://h/a.js.map", map),
        ]));
        let mut resolver = Resolver::new(&files);
        let id = resolver.add(Script {
            url,
            text,
            map_url,
            map_file: None,
        });
        let place = resolver.place_of(id, at(1, 1));
        assert_eq!(place.is_ok(), !expected.is_empty(), "{place:?}");
        drop(resolver);
        assert_eq!(files.0.asked.into_inner(), expected);
    }
}

#[test]
fn what_cannot_be_fetched_is_the_reason() {
    let files = Afar(shelf(&[(
        "https://h/b.js",
        "function b(){}\n//# sourceMappingURL=b.js.map",
    )]));
    let mut resolver = Resolver::new(&files);
    for (url, code, text) in [
        (
            "https://h/a.js",
            "script-not-fetched",
            "script `https://h/a.js`: gone",
        ),
        (
            "https://h/b.js",
            "broken-source-map",
            "source map `https://h/b.js.map`: gone",
        ),
    ] {
        let id = resolver.add(Script {
            url,
            text: None,
            map_url: None,
            map_file: None,
        });
        let why = resolver.place_of(id, at(1, 1)).unwrap_err();
        assert_eq!((why.code(), why.to_string().as_str()), (code, text));
    }
}

#[test]
fn a_script_whose_text_is_not_at_hand_says_so() {
    let files = shelf(&[]);
    let mut resolver = Resolver::new(&files);
    let id = resolver.add(Script {
        url: "https://h/a.js",
        text: None,
        map_url: None,
        map_file: None,
    });
    assert_eq!(resolver.place_of(id, at(1, 1)), Err(Missing::NoScript));
    assert_eq!(*files.asked.borrow(), ["https://h/a.js"]);
}

#[test]
fn what_is_missing_or_broken_is_said_with_its_address() {
    let files = shelf(&[("https://h/js/broken.map", "<html>")]);
    let mut resolver = Resolver::new(&files);
    for (comment, expected) in [
        ("none.map", "source map `https://h/js/none.map` was not found"),
        (
            "broken.map",
            "source map `https://h/js/broken.map`: expected value at line 1 column 1",
        ),
        (
            "data:,%7B",
            "source map `data: address of the script`: EOF while parsing an object at line 1 column 1",
        ),
    ] {
        let text = format!("a()\n//# sourceMappingURL={comment}");
        let id = resolver.add(script("https://h/js/a.js", &text));
        let missing = resolver.place_of(id, at(1, 1)).unwrap_err();
        assert_eq!(missing.to_string(), expected);
    }
}

/// `const f = (x) => x` minified to `f=a=>a`, with a name at the parameter.
#[test]
fn the_name_of_a_parameter_is_not_that_of_its_function() {
    let map = r#"{"version":3,"sources":["a.js"],"names":["f","x"],"mappings":"AAAMA,EAAKC"}"#;
    let files = shelf(&[("a.js.map", map), ("a.js", "const f = x => x;")]);
    let mut resolver = Resolver::new(&files);
    let text = "f=a=>a\n//# sourceMappingURL=a.js.map";
    let id = resolver.add(script("min/../a.min.js", text));
    let function = resolver.function(id, at(1, 3), "f");
    assert_eq!(function.name.text, "f");
    assert_eq!(function.name.from, NameSource::ParsedSource);
}

#[test]
fn a_source_is_looked_for_beside_its_map_or_under_the_given_root() {
    let map = r#"{"version":3,"sources":["../src/a.js"],"mappings":"AAAA"}"#;
    let source = "function sorted() {}";
    for (root, address) in [(None, "https://h/src/a.js"), (Some("/my/p/x"), "/my/p/src/a.js")] {
        let files = shelf(&[("https://h/js/a.js.map", map), (address, source)]);
        let mut resolver = Resolver::new(&files);
        if let Some(root) = root {
            resolver = resolver.with_source_root(root);
        }
        let id = resolver.add(Script {
            url: "https://h/js/a.js",
            text: None,
            map_url: Some("a.js.map"),
            map_file: None,
        });
        let function = resolver.function(id, at(1, 1), "a");
        assert_eq!(function.name.text, "sorted", "{root:?}");
        assert_eq!(function.place.unwrap().source, address);
    }
}

#[test]
fn maps_and_sources_are_read_once() {
    let map = r#"{"version":3,"sources":["a.js"],"mappings":"AAAA"}"#;
    let files = shelf(&[("/m/b.map", map), ("/m/a.js", "function a() {}")]);
    let mut resolver = Resolver::new(&files);
    let id = resolver.add(script("/m/b.js", "x()\n//# sourceMappingURL=b.map"));
    for _ in 0..3 {
        resolver.function(id, at(1, 1), "x");
    }
    assert_eq!(*files.asked.borrow(), ["/m/b.map", "/m/a.js"]);
}

#[test]
fn lines_around_a_place_come_from_the_original_or_from_the_script() {
    let map =
        r#"{"version":3,"sources":["a.js"],"sourcesContent":["one\ntwo\nthree\nfour"],"mappings":"AAEA"}"#;
    let files = shelf(&[("b.map", map)]);
    let mut resolver = Resolver::new(&files);
    let id = resolver.add(script("b.js", "x()\n//# sourceMappingURL=b.map"));
    let place = resolver.place_of(id, at(1, 1)).unwrap();
    let original = resolver
        .original_lines(id, at(1, 1), &[place.position.line], 1)
        .unwrap();
    let texts: Vec<&str> = original.lines.iter().map(|line| line.text.as_str()).collect();
    assert_eq!(texts, ["two", "three", "four"]);
    let generated = resolver.generated_lines(id, &[1], 0).unwrap();
    assert_eq!(generated.lines[0].text, "x()");
}

#[test]
fn a_source_that_is_no_script_is_told() {
    let map =
        r#"{"version":3,"sources":["a.vue"],"sourcesContent":["<template/>\n<script>"],"mappings":"AAAA"}"#;
    let files = shelf(&[("b.map", map)]);
    let mut resolver = Resolver::new(&files);
    let id = resolver.add(script("b.js", "function x(){}\n//# sourceMappingURL=b.map"));
    assert_eq!(resolver.function(id, at(1, 11), "x").name.text, "x");
    let unparsed = resolver.unparsed();
    assert_eq!(unparsed[0].0, "a.vue");
}
