//! What functions are put together by.

use super::written::Written;
use lagometer_cpu::Function;

/// What a function without a script belongs to.
const NATIVE: &str = "(native)";

/// What a function belongs to, by its number.
pub(super) type Group = fn(&Written<'_>, u32) -> String;

/// The file: the source where it is known, else the script.
pub(super) fn file(written: &Written<'_>, number: u32) -> String {
    file_of(&written.tree.functions[number as usize])
}

/// The package in `node_modules`, the engine's own modules, or the application.
pub(super) fn package(written: &Written<'_>, number: u32) -> String {
    let (source, script) = both(written, number);
    package_of(source, script)
}

/// The host that the script came from.
pub(super) fn domain(written: &Written<'_>, number: u32) -> String {
    domain_of(both(written, number).1)
}

/// What kind of code it is.
pub(super) fn category(written: &Written<'_>, number: u32) -> String {
    let (source, script) = both(written, number);
    category_of(source, script)
}

/// A function as it was written, and as it ran.
fn both<'w>(written: &'w Written<'_>, number: u32) -> (&'w Function, &'w Function) {
    let source = &written.tree.functions[number as usize];
    let script = written.functions[number as usize].generated.first();
    (source, script.unwrap_or(source))
}

fn file_of(function: &Function) -> String {
    match function.url.as_str() {
        "" if function.is_native() => NATIVE.to_owned(),
        "" => "(no script)".to_owned(),
        url => url.to_owned(),
    }
}

/// A bundle has packages in it that only its map tells apart.
fn package_of(source: &Function, script: &Function) -> String {
    let packages = [source, script].into_iter();
    if let Some(name) = packages.filter_map(|function| package_name(&function.url)).next() {
        return name;
    }
    match origin(&script.url) {
        Origin::Native => NATIVE.to_owned(),
        Origin::Node => "node".to_owned(),
        Origin::Extension(host) => format!("extension {host}"),
        Origin::NoScript | Origin::Host(_) | Origin::File => "(application)".to_owned(),
    }
}

fn domain_of(script: &Function) -> String {
    match origin(&script.url) {
        Origin::Native if script.is_native() => NATIVE.to_owned(),
        Origin::Native | Origin::NoScript => "(no script)".to_owned(),
        Origin::Node => "node".to_owned(),
        Origin::Extension(host) => format!("extension {host}"),
        Origin::Host(host) => host.to_owned(),
        Origin::File => "(files)".to_owned(),
    }
}

fn category_of(source: &Function, script: &Function) -> String {
    let is_package = [source, script]
        .iter()
        .any(|function| package_name(&function.url).is_some());
    let category = match origin(&script.url) {
        _ if is_package => "package",
        Origin::Native if script.is_native() => "native",
        Origin::Native | Origin::NoScript => "no script",
        Origin::Node => "node",
        Origin::Extension(_) => "extension",
        Origin::Host(_) | Origin::File => "script",
    };
    category.to_owned()
}

/// Where a script comes from.
enum Origin<'a> {
    Native,
    NoScript,
    Node,
    Extension(&'a str),
    Host(&'a str),
    File,
}

fn origin(url: &str) -> Origin<'_> {
    if url.is_empty() {
        return Origin::Native;
    }
    let host = |rest: &'_ str| rest.find('/').map_or(rest.len(), |at| at);
    if let Some(rest) = ["chrome-extension://", "extensions::", "moz-extension://"]
        .iter()
        .find_map(|scheme| url.strip_prefix(scheme))
    {
        return Origin::Extension(&rest[..host(rest)]);
    }
    if let Some(rest) = ["http://", "https://"]
        .iter()
        .find_map(|scheme| url.strip_prefix(scheme))
    {
        return Origin::Host(&rest[..host(rest)]);
    }
    match url {
        _ if url.starts_with("node:") || url.starts_with("internal/") => Origin::Node,
        _ if url.starts_with("evalmachine.") || url.starts_with("native ") => Origin::NoScript,
        _ => Origin::File,
    }
}

/// The package of the innermost `node_modules` in the path.
pub(super) fn package_name(url: &str) -> Option<String> {
    const FOLDER: &str = "node_modules/";
    let at = url.rfind(FOLDER)?;
    // A folder, and not the end of another one's name.
    if at > 0 && !url[..at].ends_with(['/', '\\']) {
        return None;
    }
    let rest = &url[at + FOLDER.len()..];
    let mut parts = rest.split('/');
    let first = parts.next().filter(|part| !part.is_empty())?;
    match parts.next() {
        Some(second) if first.starts_with('@') => Some(format!("{first}/{second}")),
        _ => Some(first.to_owned()),
    }
}

#[cfg(test)]
mod tests;
