//! Rust source, taken apart as far as the checks need: code without comments and literals, the
//! comments by themselves, identifiers, functions and their length.

/// A source file in two layers.
pub struct Source {
    /// The code; what stood in comments and in string and character literals is blank. Lines and
    /// columns are those of the file.
    pub code: String,
    /// The comments, each with the line on which it starts.
    pub comments: Vec<(usize, String)>,
}

/// A function and how many lines it has, from `fn` to its closing brace.
#[derive(Debug, PartialEq)]
pub struct Function {
    pub name: String,
    pub line: usize,
    pub lines: usize,
}

impl Source {
    pub fn parse(text: &str) -> Source {
        let mut source = Source {
            code: String::with_capacity(text.len()),
            comments: Vec::new(),
        };
        let mut rest = text;
        let mut line = 1;
        while !rest.is_empty() {
            let identifier_before = source.code.ends_with(is_identifier);
            let (length, kind) = piece(rest, identifier_before);
            let (this, next) = rest.split_at(length);
            match kind {
                Piece::Code => source.code.push_str(this),
                Piece::Literal => push_blank(&mut source.code, this),
                Piece::Comment => {
                    push_blank(&mut source.code, this);
                    source.comments.push((line, this.to_owned()));
                }
            }
            line += this.matches('\n').count();
            rest = next;
        }
        source
    }

    /// The words and single punctuation characters of the code, each with its line.
    pub fn tokens(&self) -> Vec<(usize, &str)> {
        let mut tokens = Vec::new();
        for (index, line) in self.code.lines().enumerate() {
            let mut rest = line.trim_start();
            while let Some(first) = rest.chars().next() {
                let length = match rest.find(|c| !is_identifier(c)) {
                    Some(0) => first.len_utf8(),
                    Some(end) => end,
                    None => rest.len(),
                };
                tokens.push((index + 1, &rest[..length]));
                rest = rest[length..].trim_start();
            }
        }
        tokens
    }

    /// The functions that have a body.
    pub fn functions(&self) -> Vec<Function> {
        let tokens = self.tokens();
        let mut functions = Vec::new();
        for (index, (line, token)) in tokens.iter().enumerate() {
            let Some((_, name)) = tokens.get(index + 1) else {
                break;
            };
            // `fn(..)` is a type.
            if *token != "fn" || !name.starts_with(is_identifier) {
                continue;
            }
            if let Some(end) = body_end(&tokens[index..]) {
                functions.push(Function {
                    name: (*name).to_owned(),
                    line: *line,
                    lines: end + 1 - line,
                });
            }
        }
        functions
    }
}

/// The files of the modules that the source in `path` declares for tests only.
pub fn test_modules(path: &str, source: &Source) -> Vec<String> {
    let (folder, file) = path.rsplit_once('/').unwrap_or(("", path));
    let folder = match file {
        "lib.rs" | "main.rs" | "mod.rs" => folder.to_owned(),
        _ => format!("{folder}/{}", file.trim_end_matches(".rs")),
    };
    let tokens: Vec<&str> = source.tokens().into_iter().map(|(_, token)| token).collect();
    let declared = tokens.windows(10).filter_map(|ten| match ten {
        ["#", "[", "cfg", "(", "test", ")", "]", "mod", name, ";"] => Some(*name),
        _ => None,
    });
    declared
        .flat_map(|name| [format!("{folder}/{name}.rs"), format!("{folder}/{name}/mod.rs")])
        .collect()
}

/// The line of the brace that closes the first block; `None` where a semicolon comes first.
fn body_end(tokens: &[(usize, &str)]) -> Option<usize> {
    let mut brackets = 0_i64;
    let mut braces = 0_i64;
    for (line, token) in tokens {
        match *token {
            "(" | "[" => brackets += 1,
            ")" | "]" => brackets -= 1,
            ";" if brackets == 0 && braces == 0 => return None,
            "{" => braces += 1,
            "}" => {
                braces -= 1;
                if braces == 0 {
                    return Some(*line);
                }
            }
            _ => {}
        }
    }
    None
}

enum Piece {
    Code,
    Literal,
    Comment,
}

/// The length and kind of what stands at the start of `rest`, which is not empty.
fn piece(rest: &str, identifier_before: bool) -> (usize, Piece) {
    if rest.starts_with("//") {
        return (rest.find('\n').unwrap_or(rest.len()), Piece::Comment);
    }
    if rest.starts_with("/*") {
        return (block_comment(rest), Piece::Comment);
    }
    if rest.starts_with('"') {
        return (quoted(rest, 1), Piece::Literal);
    }
    if rest.starts_with('\'') {
        return match character(rest) {
            Some(length) => (length, Piece::Literal),
            // A lifetime.
            None => (1, Piece::Code),
        };
    }
    if !identifier_before && let Some(length) = prefixed(rest) {
        return (length, Piece::Literal);
    }
    let first = rest.chars().next().map_or(1, char::len_utf8);
    (first, Piece::Code)
}

/// `b".."`, `c".."`, `r".."`, `br#".."#` and the like.
fn prefixed(rest: &str) -> Option<usize> {
    let letters = rest.find(|c| !matches!(c, 'b' | 'c' | 'r'))?;
    if letters == 0 || letters > 2 {
        return None;
    }
    let after = &rest[letters..];
    let hashes = after.len() - after.trim_start_matches('#').len();
    if !rest[..letters].contains('r') {
        return match (hashes, after.chars().next()) {
            (0, Some('"')) => Some(quoted(rest, letters + 1)),
            (0, Some('\'')) => character(after).map(|length| letters + length),
            _ => None,
        };
    }
    let open = letters + hashes + 1;
    if !after[hashes..].starts_with('"') {
        return None;
    }
    let close = format!("\"{}", "#".repeat(hashes));
    Some(match rest[open..].find(&close) {
        Some(end) => open + end + close.len(),
        None => rest.len(),
    })
}

/// A literal whose text starts at `start` and ends with a quote that has no backslash before it.
fn quoted(rest: &str, start: usize) -> usize {
    let mut escaped = false;
    for (index, c) in rest[start..].char_indices() {
        match c {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            '"' => return start + index + 1,
            _ => {}
        }
    }
    rest.len()
}

/// The length of a character literal; `None` for a lifetime.
fn character(rest: &str) -> Option<usize> {
    let mut chars = rest.char_indices().skip(1);
    let (_, first) = chars.next()?;
    if first == '\\' {
        let (after, _) = chars.nth(1)?;
        return rest[after..]
            .find('\'')
            .map(|end| after + end + 1)
            .or(Some(rest.len()));
    }
    match chars.next()? {
        (end, '\'') => Some(end + 1),
        _ => None,
    }
}

/// Block comments nest.
fn block_comment(rest: &str) -> usize {
    let mut depth = 0;
    let mut index = 0;
    while index < rest.len() {
        let here = &rest.as_bytes()[index..];
        if here.starts_with(b"/*") {
            depth += 1;
            index += 2;
        } else if here.starts_with(b"*/") {
            depth -= 1;
            index += 2;
            if depth == 0 {
                return index;
            }
        } else {
            index += 1;
        }
    }
    rest.len()
}

fn push_blank(code: &mut String, text: &str) {
    code.extend(text.chars().map(|c| if c == '\n' { '\n' } else { ' ' }));
}

fn is_identifier(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

#[test]
fn comments_and_literals_are_blank_and_lifetimes_are_code() {
    let text = concat!(
        "let a = \"std::fs // no\"; // std::net\n",
        "/* one /* two */ std::env */ let b = r#\"x \" std::fs\"#;\n",
        "fn c<'a>(d: &'a str, e: char) -> bool { e == '\"' || e == '\\'' || d == b\"\\\"\" }\n",
    );
    let source = Source::parse(text);
    assert!(!source.code.contains("std"), "{}", source.code);
    assert!(
        source.code.contains("fn c<'a>(d: &'a str, e: char)"),
        "{}",
        source.code
    );
    assert!(source.code.trim_end().ends_with('}'), "{}", source.code);
    let comments: Vec<(usize, &str)> = source
        .comments
        .iter()
        .map(|(line, text)| (*line, text.as_str()))
        .collect();
    assert_eq!(
        comments,
        [(1, "// std::net"), (2, "/* one /* two */ std::env */")]
    );
}

#[test]
fn modules_for_tests_are_known_by_their_declaration() {
    let source = Source::parse("mod a;\n#[cfg(test)]\nmod documents;\n#[cfg(unix)] mod b;");
    assert_eq!(
        test_modules("x/src/lib.rs", &source),
        ["x/src/documents.rs", "x/src/documents/mod.rs"]
    );
    assert_eq!(
        test_modules("x/src/c.rs", &source),
        ["x/src/c/documents.rs", "x/src/c/documents/mod.rs"]
    );
}

#[test]
fn functions_are_measured_from_fn_to_the_closing_brace() {
    let text = concat!(
        "trait T { fn without_body(&self, table: [u8; 3]); }\n",
        "type F = fn(u8) -> u8;\n",
        "fn short() {}\n",
        "fn long(\n    a: u8,\n) -> u8 {\n    // }\n    if a > 1 { 2 } else { 3 }\n}\n",
    );
    let functions = Source::parse(text).functions();
    let measured: Vec<(&str, usize, usize)> = functions
        .iter()
        .map(|function| (function.name.as_str(), function.line, function.lines))
        .collect();
    assert_eq!(measured, [("short", 3, 1), ("long", 4, 6)]);
}
