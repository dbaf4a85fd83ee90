//! The text of a JSON string, without its escapes.

/// Takes the escapes out of strings that follow each other and are one text together: a surrogate pair
/// may be cut between two of them.
#[derive(Debug, Default)]
pub(super) struct Decoder {
    /// The first half of a pair whose second half has not come.
    high: Option<u16>,
}

impl Decoder {
    /// Appends the text of one string, given without its quotes.
    ///
    /// A surrogate that stands alone is no text in UTF-8. It is written as the escape `\ud83d`: where a
    /// heap snapshot has such a character, it stands in a string of the snapshot, which means the same
    /// with the escape.
    pub fn decode(&mut self, escaped: &[u8], text: &mut Vec<u8>) -> Result<(), String> {
        let mut rest = escaped;
        while !rest.is_empty() {
            let plain = rest.iter().position(|&byte| byte == b'\\').unwrap_or(rest.len());
            if plain > 0 {
                self.end(text);
                text.extend_from_slice(&rest[..plain]);
                rest = &rest[plain..];
                continue;
            }
            rest = self.escape(rest, text)?;
        }
        Ok(())
    }

    /// No string follows.
    pub fn end(&mut self, text: &mut Vec<u8>) {
        if let Some(high) = self.high.take() {
            write_alone(high, text);
        }
    }

    /// Takes one escape, and gives what follows it.
    fn escape<'a>(&mut self, rest: &'a [u8], text: &mut Vec<u8>) -> Result<&'a [u8], String> {
        let [_, kind, after @ ..] = rest else {
            return Err("a text ends in the middle of an escape".to_owned());
        };
        let byte = match kind {
            b'"' | b'\\' | b'/' => *kind,
            b'n' => b'\n',
            b'r' => b'\r',
            b't' => b'\t',
            b'b' => 0x08,
            b'f' => 0x0c,
            b'u' => {
                let (unit, after) = unit(after).ok_or("`\\u` without four digits")?;
                self.unit(unit, text);
                return Ok(after);
            }
            other => return Err(format!("there is no escape `\\{}`", char::from(*other))),
        };
        self.end(text);
        text.push(byte);
        Ok(after)
    }

    fn unit(&mut self, unit: u16, text: &mut Vec<u8>) {
        let pair = self.high.take().map(|high| {
            let decoded = char::decode_utf16([high, unit]).next();
            (high, decoded.and_then(Result::ok))
        });
        match pair {
            Some((_, Some(character))) => return push(character, text),
            Some((high, None)) => write_alone(high, text),
            None => {}
        }
        match unit {
            0xd800..=0xdbff => self.high = Some(unit),
            0xdc00..=0xdfff => write_alone(unit, text),
            _ => {
                if let Some(character) = char::from_u32(u32::from(unit)) {
                    push(character, text);
                }
            }
        }
    }
}

fn unit(digits: &[u8]) -> Option<(u16, &[u8])> {
    let (digits, after) = digits.split_at_checked(4)?;
    if !digits.iter().all(u8::is_ascii_hexdigit) {
        return None;
    }
    let digits = std::str::from_utf8(digits).ok()?;
    Some((u16::from_str_radix(digits, 16).ok()?, after))
}

fn push(character: char, text: &mut Vec<u8>) {
    text.extend_from_slice(character.encode_utf8(&mut [0; 4]).as_bytes());
}

fn write_alone(unit: u16, text: &mut Vec<u8>) {
    text.extend_from_slice(format!("\\u{unit:04x}").as_bytes());
}

#[cfg(test)]
mod tests;
