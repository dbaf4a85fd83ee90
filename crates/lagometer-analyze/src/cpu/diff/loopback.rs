//! The address of a page that was served for a recording alone: its port is another one each time.

use std::collections::BTreeSet;

/// How the addresses of this machine begin.
const HOSTS: [&str; 3] = ["127.0.0.1", "localhost", "[::1]"];

/// Host and port of an address on this machine that has a port.
pub(super) fn host_of(url: &str) -> Option<&str> {
    let rest = url
        .strip_prefix("http://")
        .or_else(|| url.strip_prefix("https://"))?;
    let host = &rest[..rest.find(['/', '?', '#']).unwrap_or(rest.len())];
    without_port(host).map(|_| host)
}

/// The host alone, of one on this machine that has a port.
fn without_port(host: &str) -> Option<&str> {
    let (host, port) = host.rsplit_once(':')?;
    let is_port = !port.is_empty() && port.bytes().all(|letter| letter.is_ascii_digit());
    (is_port && HOSTS.contains(&host)).then_some(host)
}

/// Whether ports tell nothing: no recording has scripts of two servers on this machine.
pub(super) fn tells_nothing<'a>(mut recordings: impl Iterator<Item = &'a BTreeSet<String>>) -> bool {
    recordings.all(|hosts| hosts.len() <= 1)
}

/// A file or a host without the port of this one.
pub(super) fn shown(name: &str, host: &str) -> Option<String> {
    let bare = without_port(host)?;
    if name == host {
        return Some(bare.to_owned());
    }
    let start = name.find("://")? + 3;
    let rest = name[start..].strip_prefix(host)?;
    let is_whole = rest.is_empty() || rest.starts_with(['/', '?', '#']);
    is_whole.then(|| format!("{}{bare}{rest}", &name[..start]))
}

#[cfg(test)]
mod tests;
