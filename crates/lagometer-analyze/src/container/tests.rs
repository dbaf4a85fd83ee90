use super::*;
use flate2::Compression;
use flate2::write::GzEncoder;
use std::io::Write;

/// Hands out `step` bytes a read.
struct Trickle<'a> {
    bytes: &'a [u8],
    step: usize,
}

impl Read for Trickle<'_> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let read = self.step.min(into.len()).min(self.bytes.len());
        into[..read].copy_from_slice(&self.bytes[..read]);
        self.bytes = &self.bytes[read..];
        Ok(read)
    }
}

fn gzip(text: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::fast());
    encoder.write_all(text).unwrap();
    encoder.finish().unwrap()
}

/// A text longer than the head that does not compress away.
fn long_text() -> Vec<u8> {
    let mut state = 1_u32;
    (0..90_000)
        .map(|_| {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            b' ' + (state >> 27) as u8
        })
        .collect()
}

/// Reads everything in reads of `into` bytes; the text, the fault behind it, the totals.
fn read_all(packed: &[u8], step: usize, into: usize) -> (Vec<u8>, Option<Fault>, Totals) {
    let mut container = open(Trickle { bytes: packed, step }, true).expect("UTF-8");
    let mut text = Vec::new();
    let mut buffer = vec![0; into];
    let fault = loop {
        match container.read(&mut buffer) {
            Ok(0) => break None,
            Ok(read) => text.extend_from_slice(&buffer[..read]),
            Err(error) => break Some(Fault::of(&error).expect("a fault").clone()),
        }
    };
    (text, fault, container.finish().unwrap())
}

/// The answer is the same for every size of reads on either side.
fn check(packed: &[u8]) -> (Vec<u8>, Option<Fault>, Totals) {
    let whole = read_all(packed, usize::MAX, 1 << 20);
    for (step, into) in [(1, 1 << 20), (7, 100), (100, 7), (usize::MAX, 3)] {
        assert_eq!(read_all(packed, step, into), whole, "reads of {step} into {into}");
    }
    whole
}

fn sha256(bytes: &[u8]) -> String {
    use sha2::{Digest, Sha256};
    let digest = Sha256::digest(bytes);
    digest.iter().map(|byte| format!("{byte:02x}")).collect()
}

#[test]
fn plain_text_comes_out_as_it_is() {
    let text = long_text();
    let (out, fault, totals) = check(&text);
    assert_eq!((out, fault), (text.clone(), None));
    assert_eq!(
        totals,
        Totals {
            packing: Packing::Plain,
            packed_bytes: 90_000,
            text_bytes: 90_000,
            sha256: Some(sha256(&text)),
            byte_order_mark: 0,
            gzip_members: 0,
            padding_bytes: 0,
            trailing_bytes: 0,
        }
    );
}

#[test]
fn known_hash() {
    let (_, _, totals) = check(b"abc");
    assert_eq!(
        totals.sha256.unwrap(),
        "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
    );
}

#[test]
fn hash_is_left_out_unless_wanted() {
    let container = open(&b"{}"[..], false).unwrap();
    assert_eq!(container.finish().unwrap().sha256, None);
}

#[test]
fn gzip_is_told_by_its_first_bytes_and_unpacked() {
    let text = long_text();
    let packed = gzip(&text);
    let (out, fault, totals) = check(&packed);
    assert_eq!((out, fault), (text, None));
    assert_eq!(totals.packing, Packing::Gzip);
    assert_eq!(totals.packed_bytes, packed.len() as u64);
    assert_eq!(totals.text_bytes, 90_000);
    assert_eq!(totals.sha256, Some(sha256(&packed)));
    assert_eq!(totals.gzip_members, 1);
}

#[test]
fn header_fields_are_skipped() {
    let mut encoder = flate2::GzBuilder::new()
        .filename("trace.json")
        .comment("c".repeat(300))
        .extra(vec![7; 600])
        .write(Vec::new(), Compression::default());
    encoder.write_all(b"[]").unwrap();
    let packed = encoder.finish().unwrap();
    assert_eq!(check(&packed).0, b"[]");
    for cut in 0..packed.len() {
        let (text, fault, _) = read_all(&packed[..cut], 4096, 10);
        match cut {
            0 => assert_eq!((text.len(), fault), (0, None)),
            1 => assert_eq!((text.as_slice(), fault), (&[0x1f][..], None)),
            _ => assert_eq!(fault.unwrap().kind, FaultKind::GzipCut, "cut at {cut}"),
        }
    }
}

#[test]
fn members_are_joined() {
    let packed = [gzip(b"{\"a\""), gzip(b""), gzip(b":1}")].concat();
    let (text, fault, totals) = check(&packed);
    assert_eq!((text.as_slice(), fault), (&b"{\"a\":1}"[..], None));
    assert_eq!(totals.gzip_members, 3);
}

#[test]
fn zero_padding_is_counted_apart_from_other_bytes() {
    let mut packed = gzip(b"{}");
    packed.extend([0; 512]);
    let (text, fault, totals) = check(&packed);
    assert_eq!((text.as_slice(), fault), (&b"{}"[..], None));
    assert_eq!((totals.padding_bytes, totals.trailing_bytes), (512, 0));
    packed.extend(b"junk");
    let (text, fault, totals) = check(&packed);
    assert_eq!((text.as_slice(), fault), (&b"{}"[..], None));
    assert_eq!((totals.padding_bytes, totals.trailing_bytes), (0, 516));
    assert_eq!(totals.packed_bytes, packed.len() as u64);
}

#[test]
fn cut_gzip_gives_what_can_be_unpacked_and_then_the_fault() {
    let text = long_text();
    let packed = gzip(&text);
    let mut longest = 0;
    for cut in (12..packed.len()).step_by(packed.len() / 7) {
        let (out, fault, totals) = check(&packed[..cut]);
        assert!(text.starts_with(&out), "cut at {cut}");
        assert!(out.len() >= longest, "cut at {cut}");
        longest = out.len();
        let fault = fault.expect("a fault");
        assert_eq!(fault.kind, FaultKind::GzipCut);
        assert_eq!(fault.at, cut as u64);
        assert_eq!(totals.packed_bytes, cut as u64);
        assert_eq!(totals.sha256, Some(sha256(&packed[..cut])));
    }
    assert!(longest > text.len() / 2, "{longest} bytes before the last cut");
}

#[test]
fn second_member_that_is_cut_keeps_the_first() {
    let packed = [gzip(b"{\"a\""), gzip(b":1}")].concat();
    let (text, fault, totals) = check(&packed[..packed.len() - 3]);
    assert_eq!(text, b"{\"a\":1}");
    assert_eq!(fault.unwrap().kind, FaultKind::GzipCut);
    assert_eq!(totals.gzip_members, 1);
}

#[test]
fn damage_gives_the_text_before_it_whatever_the_reads() {
    let text = long_text();
    let packed = gzip(&text);
    for at in (20..packed.len() - 8).step_by(packed.len() / 7) {
        let mut damaged = packed.clone();
        damaged[at] ^= 0x55;
        damaged[at + 1] ^= 0xff;
        let (out, fault, totals) = check(&damaged);
        // Flipped literals unpack well and are found by the checksum; either way it is said.
        assert!(matches!(
            fault.unwrap().kind,
            FaultKind::GzipDamaged(_) | FaultKind::GzipCut
        ));
        let (before, _, _) = read_all(&packed[..at], usize::MAX, 4096);
        assert!(
            text.starts_with(&before) && out.starts_with(&before),
            "damage at {at}"
        );
        assert_eq!(totals.sha256, Some(sha256(&damaged)), "all bytes are hashed");
    }
}

#[test]
fn wrong_checksum_and_wrong_length_are_faults_behind_the_text() {
    let packed = gzip(b"{}");
    for (from_end, word) in [(8, "checksum"), (4, "length")] {
        let mut damaged = packed.clone();
        let at = damaged.len() - from_end;
        damaged[at] ^= 1;
        let (text, fault, _) = check(&damaged);
        assert_eq!(text, b"{}");
        let fault = fault.unwrap();
        assert!(fault.to_string().contains(word), "{fault}");
        assert_eq!(fault.at, packed.len() as u64 - 8);
    }
}

#[test]
fn header_that_is_none_of_gzip_is_damage() {
    let mut packed = gzip(b"{}");
    packed[2] = 9;
    let (text, fault, _) = check(&packed);
    assert!(text.is_empty());
    assert_eq!(
        fault.unwrap().to_string(),
        "the gzip data is damaged: its header is not one of gzip"
    );
}

#[test]
fn byte_order_mark_is_left_out_and_counted() {
    for packed in [b"\xef\xbb\xbf{}".to_vec(), gzip(b"\xef\xbb\xbf{}")] {
        let container = open(&packed[..], false).unwrap();
        assert_eq!(container.base_offset(), 3);
        assert_eq!(container.head(), b"{}");
        assert!(container.head_is_all());
        let (text, fault, totals) = check(&packed);
        assert_eq!((text.as_slice(), fault), (&b"{}"[..], None));
        assert_eq!((totals.text_bytes, totals.byte_order_mark), (5, 3));
    }
}

#[test]
fn other_encodings_are_named() {
    fn utf16(text: &str, unit: fn(u16) -> [u8; 2]) -> Vec<u8> {
        text.encode_utf16().flat_map(unit).collect()
    }
    fn utf32(text: &str, unit: fn(u32) -> [u8; 4]) -> Vec<u8> {
        text.chars()
            .flat_map(|character| unit(character as u32))
            .collect()
    }
    for (text, mark) in [
        ("\u{feff}{\"größe\":1}", ""),
        ("[{}]", ", without a byte order mark"),
    ] {
        let cases = [
            (utf16(text, u16::to_le_bytes), "UTF-16 (little endian"),
            (utf16(text, u16::to_be_bytes), "UTF-16 (big endian"),
            (utf32(text, u32::to_le_bytes), "UTF-32 (little endian"),
            (utf32(text, u32::to_be_bytes), "UTF-32 (big endian"),
        ];
        for (packed, name) in cases {
            for packed in [gzip(&packed), packed] {
                let fault = open(&packed[..], false).err().expect("another encoding");
                let expected = format!("the text is encoded as {name}{mark}); only UTF-8 is read");
                assert_eq!(fault.to_string(), expected);
            }
        }
    }
    for text in [&b"{"[..], b"{\0", b"\0\0", b"[1]", b"\xef\xbb", b"\xff"] {
        assert!(open(text, false).is_ok(), "{text:?}");
    }
}

#[test]
fn empty_input_is_an_empty_text() {
    let (text, fault, totals) = check(b"");
    assert_eq!((text.len(), fault), (0, None));
    assert_eq!(totals.packed_bytes, 0);
    assert!(open(&b""[..], false).unwrap().head().is_empty());
}

#[test]
fn error_of_the_input_comes_behind_the_text_before_it() {
    struct Broken(u32);
    impl Read for Broken {
        fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
            self.0 += 1;
            match self.0 {
                1 => Err(io::ErrorKind::Interrupted.into()),
                2 => {
                    into[..2].copy_from_slice(b"[1");
                    Ok(2)
                }
                _ => Err(io::Error::other("the disk is gone")),
            }
        }
    }
    let mut container = open(Broken(0), false).unwrap();
    assert_eq!(container.head(), b"[1");
    assert!(!container.head_is_all());
    let mut text = Vec::new();
    let error = container.read_to_end(&mut text).unwrap_err();
    assert_eq!(text, b"[1");
    assert_eq!(error.to_string(), "the disk is gone");
    assert!(Fault::of(&error).is_none());
}
