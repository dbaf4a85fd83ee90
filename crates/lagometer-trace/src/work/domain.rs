//! Whose a URL is.

/// The host of a URL, without user and port; where it has none its scheme, as `data:`, and where it
/// has no scheme all of it.
pub(super) fn of_url(url: &str) -> String {
    // A `blob:` URL names the origin that made it.
    let inner = url.strip_prefix("blob:").unwrap_or(url);
    let Some((scheme, rest)) = inner.split_once(':') else {
        return inner.to_owned();
    };
    let Some(rest) = rest.strip_prefix("//") else {
        return format!("{scheme}:");
    };
    let authority = rest.split(['/', '?', '#', '\\']).next().unwrap_or(rest);
    let host = authority.rsplit_once('@').map_or(authority, |(_, host)| host);
    let host = match host.rsplit_once(':') {
        // The colons of an IPv6 address stand in brackets.
        Some((host, port)) if !port.contains(']') => host,
        _ => host,
    };
    match (scheme, host) {
        (_, "") => format!("{scheme}:"),
        ("http" | "https", host) => host.to_ascii_lowercase(),
        (scheme, host) => format!("{scheme}://{host}"),
    }
}

#[cfg(test)]
mod tests;
