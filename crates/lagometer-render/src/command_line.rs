//! Commands to copy.

/// A name as a shell reads it.
pub fn word(name: &str) -> String {
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || b"/._-+:@%,=".contains(&byte);
    if !name.is_empty() && !name.starts_with('-') && name.bytes().all(is_plain) {
        return name.to_owned();
    }
    let dash = if name.starts_with('-') { "./" } else { "" };
    format!("'{dash}{}'", name.replace('\'', "'\\''"))
}

#[cfg(test)]
mod tests;
