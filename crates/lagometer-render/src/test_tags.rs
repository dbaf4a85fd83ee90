//! A strict reader of pages and pictures: every tag closed in order, every attribute quoted, every `&` a
//! reference. Browsers forgive more.

/// A start tag.
#[derive(Debug)]
pub(crate) struct Tag {
    pub(crate) name: String,
    pub(crate) attributes: Vec<(String, String)>,
}

/// The start tags of a page in order, or what is wrong with it.
pub(crate) fn tags(page: &str) -> Result<Vec<Tag>, String> {
    elements(page.strip_prefix("<!doctype html>\n").ok_or("no type")?)
}

/// The start tags of a text in order, or what is wrong with it.
pub(crate) fn elements(mut rest: &str) -> Result<Vec<Tag>, String> {
    let mut open: Vec<String> = Vec::new();
    let mut tags = Vec::new();
    while let Some(at) = rest.find('<') {
        text(&rest[..at])?;
        rest = &rest[at + 1..];
        let end = end_of_tag(rest).ok_or("a tag does not end")?;
        let inside = &rest[..end];
        rest = &rest[end + 1..];
        if let Some(name) = inside.strip_prefix('/') {
            let last = open.pop().ok_or_else(|| format!("</{name}> closes nothing"))?;
            if last != name {
                return Err(format!("</{name}> closes <{last}>"));
            }
            continue;
        }
        let (inside, closed) = match inside.strip_suffix('/') {
            Some(inside) => (inside, true),
            None => (inside, false),
        };
        let tag = start_tag(inside)?;
        if !closed {
            open.push(tag.name.clone());
        }
        if tag.name == "style" {
            let end = rest.find("</").ok_or("the style sheet does not end")?;
            rest = &rest[end..];
        }
        tags.push(tag);
    }
    text(rest)?;
    match open.last() {
        Some(last) => Err(format!("<{last}> is not closed")),
        None => Ok(tags),
    }
}

/// The first `>` that is not in quotes.
fn end_of_tag(rest: &str) -> Option<usize> {
    let mut quoted = false;
    rest.char_indices().find_map(|(at, character)| {
        quoted ^= character == '"';
        (character == '>' && !quoted).then_some(at)
    })
}

fn start_tag(inside: &str) -> Result<Tag, String> {
    let (name, mut rest) = inside.split_once(' ').unwrap_or((inside, ""));
    let is_name = |name: &str| {
        !name.is_empty()
            && name
                .bytes()
                .all(|byte| byte.is_ascii_alphanumeric() || byte == b'-')
    };
    if !is_name(name) {
        return Err(format!("<{name}> is no name"));
    }
    let mut attributes = Vec::new();
    while !rest.is_empty() {
        let (name, after) = rest
            .split_once("=\"")
            .ok_or_else(|| format!("`{rest}` has no value"))?;
        let (value, after) = after
            .split_once('"')
            .ok_or_else(|| format!("`{rest}` does not end"))?;
        if !is_name(name) {
            return Err(format!("`{name}` is no attribute"));
        }
        text(value)?;
        if attributes.iter().any(|(known, _)| known == name) {
            return Err(format!("`{name}` stands twice in `{inside}`"));
        }
        attributes.push((name.to_owned(), value.to_owned()));
        rest = after.trim_start_matches(' ');
    }
    Ok(Tag {
        name: name.to_owned(),
        attributes,
    })
}

/// Text holds no markup, and every `&` is one of the five references.
fn text(text: &str) -> Result<(), String> {
    if let Some(bad) = text.chars().find(|c| *c == '>' || (c.is_control() && *c != '\n')) {
        return Err(format!("{bad:?} in `{text}`"));
    }
    for after in text.split('&').skip(1) {
        let known = ["amp;", "lt;", "gt;", "quot;", "#39;"];
        if !known.iter().any(|reference| after.starts_with(reference)) {
            return Err(format!("a bare & in `{text}`"));
        }
    }
    Ok(())
}

#[test]
fn the_reader_finds_what_is_wrong() {
    let wrong = |body: &str| tags(&format!("<!doctype html>\n{body}")).is_err();
    assert!(!wrong("<p class=\"a\">x<br/></p>"));
    for body in [
        "<p>",
        "</p>",
        "<p></b></p>",
        "<p class=a></p>",
        "<p a=\"1\" a=\"2\"></p>",
        "a & b",
        "a > b",
        "<p",
        "<p x></p>",
    ] {
        assert!(wrong(body), "{body}");
    }
}
