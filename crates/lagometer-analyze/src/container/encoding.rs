//! Encodings of text by their first bytes.

/// The byte order mark of UTF-8.
pub(super) const UTF8_MARK: &[u8] = b"\xef\xbb\xbf";

/// The encoding of a text that starts with `head`, where it is another one than UTF-8: by its byte
/// order mark, or by the zero bytes around the two first characters of a JSON text.
pub(super) fn other_than_utf8(head: &[u8]) -> Option<&'static str> {
    match head {
        // The mark of UTF-32 starts with that of UTF-16.
        [0xff, 0xfe, 0, 0, ..] => Some("UTF-32 (little endian)"),
        [0, 0, 0xfe, 0xff, ..] => Some("UTF-32 (big endian)"),
        [0xff, 0xfe, ..] => Some("UTF-16 (little endian)"),
        [0xfe, 0xff, ..] => Some("UTF-16 (big endian)"),
        [b'{' | b'[', 0, 0, 0, ..] => Some("UTF-32 (little endian, without a byte order mark)"),
        [0, 0, 0, b'{' | b'[', ..] => Some("UTF-32 (big endian, without a byte order mark)"),
        [b'{' | b'[', 0, 1..=255, 0, ..] => Some("UTF-16 (little endian, without a byte order mark)"),
        [0, b'{' | b'[', 0, 1..=255, ..] => Some("UTF-16 (big endian, without a byte order mark)"),
        _ => None,
    }
}
