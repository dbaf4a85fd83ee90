//! What functions are put together by.

use lagometer_cpu::Function;

/// What a function without a script belongs to.
const NATIVE: &str = "(native)";

/// The file.
pub(super) fn file(function: &Function) -> String {
    match function.url.as_str() {
        "" if function.is_native() => NATIVE.to_owned(),
        "" => "(no script)".to_owned(),
        url => url.to_owned(),
    }
}

/// The package in `node_modules`, the engine's own modules, or the application.
pub(super) fn package(function: &Function) -> String {
    let url = function.url.as_str();
    if let Some(name) = package_name(url) {
        return name;
    }
    match origin(url) {
        Origin::Native => NATIVE.to_owned(),
        Origin::Node => "node".to_owned(),
        Origin::Extension(host) => format!("extension {host}"),
        Origin::NoScript | Origin::Host(_) | Origin::File => "(application)".to_owned(),
    }
}

/// The host that the script came from.
pub(super) fn domain(function: &Function) -> String {
    match origin(&function.url) {
        Origin::Native if function.is_native() => NATIVE.to_owned(),
        Origin::Native | Origin::NoScript => "(no script)".to_owned(),
        Origin::Node => "node".to_owned(),
        Origin::Extension(host) => format!("extension {host}"),
        Origin::Host(host) => host.to_owned(),
        Origin::File => "(files)".to_owned(),
    }
}

/// What kind of code it is.
pub(super) fn category(function: &Function) -> String {
    let is_package = package_name(&function.url).is_some();
    let category = match origin(&function.url) {
        _ if is_package => "package",
        Origin::Native if function.is_native() => "native",
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
fn package_name(url: &str) -> Option<String> {
    const FOLDER: &str = "/node_modules/";
    let rest = &url[url.rfind(FOLDER)? + FOLDER.len()..];
    let mut parts = rest.split('/');
    let first = parts.next().filter(|part| !part.is_empty())?;
    match parts.next() {
        Some(second) if first.starts_with('@') => Some(format!("{first}/{second}")),
        _ => Some(first.to_owned()),
    }
}

#[cfg(test)]
mod tests;
