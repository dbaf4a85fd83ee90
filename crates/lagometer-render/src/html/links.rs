//! Links to files of the run's folder. A record may come from a stranger: a path that leaves the
//! folder, or that is no path, is shown and not linked.

use super::Markup;
use crate::visible;

/// The address of a file in the run's folder; `None` where the path leaves it.
pub(super) fn address(folder: &str, path: &str) -> Option<String> {
    let inside = path
        .split('/')
        .all(|part| !part.is_empty() && part != "." && part != "..");
    if path.contains('\\') || !inside {
        return None;
    }
    // What starts with a point is never taken for a scheme, nor for another host.
    let start = if folder.is_empty() { "./" } else { folder };
    Some(visible::path_in_address(start) + &visible::path_in_address(path))
}

/// A link to a file of the run's folder.
pub(super) fn link(markup: &mut Markup, folder: &str, path: &str, words: &str) {
    match address(folder, path) {
        Some(address) => markup.leaf("a", &[("href", &address)], words),
        None => markup.leaf("code", &[], path),
    }
}

#[cfg(test)]
mod tests;
