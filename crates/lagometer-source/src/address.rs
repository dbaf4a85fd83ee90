//! What an address means beside another one: enough of URLs for scripts, maps and sources.

/// An address as it stands in a script or a map, seen from the file that names it.
///
/// An absolute one (`scheme:`) stays as it is. `/x` is of the same origin, and any other one lies in
/// the folder of the file. `.` and `..` are taken out of the path; it never climbs above its root.
pub(crate) fn join(base: &str, address: &str) -> String {
    if scheme(address).is_some() {
        return address.to_owned();
    }
    // What stands behind the file's path is no part of its folder.
    let base = base.split(['?', '#']).next().unwrap_or(base);
    let origin = origin(base);
    let (origin, base_path) = base.split_at(origin);
    if let Some(rest) = address.strip_prefix("//") {
        let scheme = scheme(base).unwrap_or("https");
        return format!("{scheme}://{rest}");
    }
    let path = if address.starts_with('/') {
        address.to_owned()
    } else {
        let folder = match base_path.rfind('/') {
            Some(slash) => &base_path[..=slash],
            // A host alone stands for its root.
            None if !origin.is_empty() && base_path.is_empty() => "/",
            None => "",
        };
        format!("{folder}{address}")
    };
    format!("{origin}{}", without_dots(&path))
}

/// The scheme, where there is one. One letter is a drive, not a scheme.
pub(crate) fn scheme(address: &str) -> Option<&str> {
    let (scheme, _) = address.split_once(':')?;
    let is_scheme = scheme.len() > 1
        && scheme.starts_with(|first: char| first.is_ascii_alphabetic())
        && scheme
            .chars()
            .all(|letter| letter.is_ascii_alphanumeric() || matches!(letter, '+' | '-' | '.'));
    is_scheme.then_some(scheme)
}

/// How long the part before the path is: `https://host:1`, `file://`, or nothing.
fn origin(address: &str) -> usize {
    let Some(scheme) = scheme(address) else {
        return 0;
    };
    let after = scheme.len() + 1;
    let Some(rest) = address[after..].strip_prefix("//") else {
        return after;
    };
    let host = after + 2;
    rest.find('/').map_or(address.len(), |slash| host + slash)
}

fn without_dots(path: &str) -> String {
    let is_rooted = path.starts_with('/');
    let mut parts: Vec<&str> = Vec::new();
    for part in path.split('/') {
        match part {
            "." => {}
            ".." => match parts.last() {
                Some(&"..") | None if !is_rooted => parts.push(".."),
                Some(&"") if parts.len() == 1 => {}
                _ => {
                    parts.pop();
                }
            },
            part => parts.push(part),
        }
    }
    parts.join("/")
}

#[cfg(test)]
mod tests;
