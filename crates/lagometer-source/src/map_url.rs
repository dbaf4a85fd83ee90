//! Where a script says that its source map is.

use base64::Engine;
use base64::alphabet::STANDARD;
use base64::engine::{DecodePaddingMode, GeneralPurpose, GeneralPurposeConfig};

/// What `sourceMappingURL=` says in the last such comment of a script.
///
/// Only comments that begin a line or stand behind code on the last one count, as browsers do it:
/// from `//#`, `//@`, `/*#` or `/*@` to the end of the address, which holds no space and no quote.
pub(crate) fn in_script(text: &str) -> Option<&str> {
    const KEY: &str = "sourceMappingURL=";
    let mut end = text.len();
    while let Some(at) = text[..end].rfind(KEY) {
        let before = text[..at].trim_end_matches([' ', '\t']);
        let is_comment = ["//#", "//@", "/*#", "/*@"]
            .iter()
            .any(|start| before.ends_with(start));
        let rest = &text[at + KEY.len()..];
        let length = rest
            .find(|letter: char| letter.is_whitespace() || matches!(letter, '"' | '\'' | '`'))
            .unwrap_or(rest.len());
        let address = rest[..length].trim_end_matches("*/");
        if is_comment && !address.is_empty() {
            return Some(address);
        }
        end = at;
    }
    None
}

/// The content of a `data:` address; absent where it is another kind, an error where it is broken.
pub(crate) fn data(address: &str) -> Option<Result<Vec<u8>, &'static str>> {
    let rest = address.strip_prefix("data:")?;
    let Some((kind, content)) = rest.split_once(',') else {
        return Some(Err("a `data:` address without a comma"));
    };
    let content = percent_decoded(content);
    if !kind.ends_with(";base64") {
        return Some(Ok(content));
    }
    let text: Vec<u8> = content
        .into_iter()
        .filter(|byte| !byte.is_ascii_whitespace())
        .collect();
    let config = GeneralPurposeConfig::new().with_decode_padding_mode(DecodePaddingMode::Indifferent);
    let decoded = GeneralPurpose::new(&STANDARD, config).decode(text);
    Some(decoded.map_err(|_| "a `data:` address that is not base64"))
}

fn percent_decoded(text: &str) -> Vec<u8> {
    let digit = |byte: &u8| char::from(*byte).to_digit(16);
    let bytes = text.as_bytes();
    let mut decoded = Vec::with_capacity(bytes.len());
    let mut at = 0;
    while let Some(byte) = bytes.get(at) {
        let pair = bytes
            .get(at + 1)
            .and_then(digit)
            .zip(bytes.get(at + 2).and_then(digit));
        match pair {
            Some((high, low)) if *byte == b'%' => {
                decoded.push((high * 16 + low) as u8);
                at += 3;
            }
            _ => {
                decoded.push(*byte);
                at += 1;
            }
        }
    }
    decoded
}

#[cfg(test)]
mod tests;
