//! From the tree to the scenario: what is put into a page before its own scripts.

use super::error::shown;
use super::mapper::{Fields, Mapper};
use super::tree::{Content, Entry, Node};
use super::{names, secret, step, value};
use lagometer_report::scenario::{Cookie, Install};
use std::collections::BTreeMap;

const MAX_ENTRIES: usize = 1_000;
/// What a header's name may have beside letters and digits (RFC 9110, 5.6.2).
const HEADER_SIGNS: &[u8] = b"!#$%&'*+-.^_`|~";

/// `install`.
pub(super) fn install<'t>(mapper: &mut Mapper<'t>, fields: &mut Fields<'t>) -> Install {
    let Some(entry) = fields.take("install") else {
        return Install::default();
    };
    let node = mapper.node(entry.value);
    let hint = "write `{ script: { file: ./first.js } }`";
    let Some(mut keys) = mapper.keys_of(node, "install", hint) else {
        return Install::default();
    };
    let script = keys.take("script").and_then(|entry| script(mapper, entry));
    let headers = keys
        .take("headers")
        .map_or_else(BTreeMap::new, |entry| headers(mapper, entry));
    let cookies = keys
        .take("cookies")
        .map_or_else(Vec::new, |entry| cookies(mapper, entry));
    let local_storage = keys
        .take("localStorage")
        .map_or_else(BTreeMap::new, |entry| texts(mapper, entry, "localStorage"));
    mapper.unknown(&keys, "`install`", names::INSTALL_KEYS, &[]);
    Install {
        script,
        headers,
        cookies,
        local_storage,
    }
}

fn script(mapper: &mut Mapper<'_>, entry: &Entry) -> Option<String> {
    let node = mapper.node(entry.value);
    match &node.content {
        Content::Map(entries) => step::text_of_file(mapper, node.at, entries, "`script`"),
        _ => mapper.keep(value::filled_text(node, "script")),
    }
}

/// A map of texts that may hold secrets.
fn texts(mapper: &mut Mapper<'_>, entry: &Entry, key: &'static str) -> BTreeMap<String, String> {
    let node = mapper.node(entry.value);
    let Content::Map(entries) = &node.content else {
        mapper.report(value::wrong(
            node,
            key,
            "a map of texts",
            "write `{ name: \"value\" }`",
        ));
        return BTreeMap::new();
    };
    if entries.len() > MAX_ENTRIES {
        mapper.refuse(
            node.at,
            format!("`{key}` has more than {MAX_ENTRIES} entries"),
            "",
        );
        return BTreeMap::new();
    }
    let mut texts = BTreeMap::new();
    for entry in entries {
        let node = mapper.node(entry.value);
        if let Some(text) = secret::text(mapper, node, &entry.key) {
            texts.insert(entry.key.clone(), text);
        }
    }
    texts
}

fn headers(mapper: &mut Mapper<'_>, entry: &Entry) -> BTreeMap<String, String> {
    let headers = texts(mapper, entry, "headers");
    let Content::Map(entries) = &mapper.node(entry.value).content else {
        return headers;
    };
    for entry in entries {
        let is_name = !entry.key.is_empty()
            && entry
                .key
                .bytes()
                .all(|byte| byte.is_ascii_alphanumeric() || HEADER_SIGNS.contains(&byte));
        let value = headers.get(&entry.key);
        if !is_name {
            let text = format!("{} is no name of a header", shown(&entry.key));
            mapper.refuse(entry.at, text, "");
        } else if value.is_some_and(|value| value.contains(['\r', '\n', '\0'])) {
            let at = mapper.node(entry.value).at;
            let text = format!("the header {} has more than one line", shown(&entry.key));
            mapper.refuse(at, text, "");
        }
    }
    headers
}

fn cookies(mapper: &mut Mapper<'_>, entry: &Entry) -> Vec<Cookie> {
    const HINT: &str = "write `[{ name: session, value: \"${SESSION}\" }]`";
    let node = mapper.node(entry.value);
    let Content::List(items) = &node.content else {
        mapper.report(value::wrong(node, "cookies", "a list of cookies", HINT));
        return Vec::new();
    };
    if items.len() > MAX_ENTRIES {
        mapper.refuse(
            node.at,
            format!("`cookies` has more than {MAX_ENTRIES} entries"),
            "",
        );
        return Vec::new();
    }
    let mut cookies = Vec::new();
    for item in items {
        let item = mapper.node(*item);
        match &item.content {
            Content::Map(_) => cookies.extend(cookie(mapper, item)),
            _ => mapper.report(value::wrong_subject(item, "the cookie".to_owned(), "a map", HINT)),
        }
    }
    cookies
}

fn cookie(mapper: &mut Mapper<'_>, node: &Node) -> Option<Cookie> {
    const WITHIN: &str = "the cookie";
    let Content::Map(entries) = &node.content else {
        return None;
    };
    let mut fields = Fields::new(node.at, entries);
    let name = mapper.optional(&mut fields, "name", |node| value::filled_text(node, "name"));
    let value = fields.take("value").and_then(|entry| {
        let node = mapper.node(entry.value);
        secret::text(mapper, node, "value")
    });
    let domain = mapper.optional(&mut fields, "domain", |node| value::filled_text(node, "domain"));
    let path = mapper.optional(&mut fields, "path", |node| value::filled_text(node, "path"));
    let secure = mapper.optional(&mut fields, "secure", |node| value::truth(node, "secure"));
    let http_only = mapper.optional(&mut fields, "httpOnly", |node| value::truth(node, "httpOnly"));
    mapper.unknown(&fields, WITHIN, names::COOKIE_KEYS, &[]);
    for key in ["name", "value"] {
        if !entries.iter().any(|entry| entry.key == key) {
            mapper.missing(node.at, key, WITHIN, "a cookie has a `name` and a `value`");
        }
    }
    Some(Cookie {
        name: name?,
        value: value?,
        domain,
        path,
        secure: secure.unwrap_or(false),
        http_only: http_only.unwrap_or(false),
    })
}
