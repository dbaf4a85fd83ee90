use std::{
    io::{self, Read},
    ops::ControlFlow,
};

use crate::{ErrorKind, Kind, Limits, Reader, Stop};

/// Hands out its bytes, then fails.
struct Failing<'a>(&'a [u8]);

#[derive(Debug, thiserror::Error)]
#[error("cut gzip")]
struct CutGzip;

impl Read for Failing<'_> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        match self.0.read(into)? {
            0 => Err(io::Error::new(io::ErrorKind::UnexpectedEof, CutGzip)),
            count => Ok(count),
        }
    }
}

fn reader(bytes: &[u8]) -> Reader<&[u8]> {
    Reader::new(bytes, Limits::default())
}

fn small(bytes: &[u8], window: usize) -> Reader<&[u8]> {
    reader(bytes).with_window(window)
}

/// The integers of an array, and the text of the error, as records.
fn integers<R: Read>(reader: &mut Reader<R>) -> (Vec<i64>, Option<String>, u64) {
    let mut all = Vec::new();
    let mut elements = reader.array().unwrap();
    let result = reader.records(&mut elements, |cursor| {
        let value = cursor.number()?.to_i64().unwrap();
        all.push(value);
        Ok(())
    });
    let error = result.err().map(|error| error.to_string());
    (all, error, elements.complete_until())
}

#[test]
fn a_cut_array_gives_its_complete_elements_and_where_they_end() {
    for window in [1, 3, 64] {
        let (all, error, until) = integers(&mut small(b" [10, 20 , 3", window));
        assert_eq!(all, [10, 20]);
        assert_eq!(until, 8);
        let error = error.unwrap();
        assert_eq!(error, "unexpected end of the input at byte 12");
    }
}

#[test]
fn the_end_of_the_last_complete_element_is_known_at_every_cut() {
    let whole = b"[ {\"a\":1} ,\n[2] , \"x\\n\" ]";
    let ends = [(1, 0), (9, 1), (15, 2), (23, 3)];
    for cut in 1..whole.len() {
        for window in [1, 2, 7, 64] {
            let mut reader = small(&whole[..cut], window);
            let mut elements = reader.array().unwrap();
            let mut count = 0;
            let result = reader.records(&mut elements, |cursor| {
                cursor.skip()?;
                count += 1;
                Ok(())
            });
            assert_eq!(result.unwrap_err().at, cut as u64);
            let end = ends.iter().rfind(|(end, _)| *end <= cut).unwrap();
            assert_eq!((elements.complete_until() as usize, count), *end);

            let mut reader = small(&whole[..cut], window);
            let mut elements = reader.array().unwrap();
            while let Ok(true) = reader.next_element(&mut elements) {
                if reader.skip().is_err() {
                    break;
                }
            }
            assert_eq!(elements.complete_until() as usize, end.0);
        }
    }
}

#[test]
fn what_was_delivered_is_handed_out_before_the_failure() {
    for window in [1, 4, 64] {
        let mut reader = Reader::new(Failing(b"[1,2,33"), Limits::default()).with_window(window);
        let (all, error, until) = integers(&mut reader);
        assert_eq!(all, [1, 2]);
        assert_eq!(until, 4);
        assert_eq!(error.unwrap(), "failed to read: cut gzip at byte 7");
        let again = reader.refill().unwrap_err();
        assert_eq!(again.at, 7);
        let ErrorKind::Io(error) = again.kind else {
            panic!("still the failure of the input")
        };
        assert_eq!(error.kind(), io::ErrorKind::UnexpectedEof);
    }
}

#[test]
fn what_is_inside_the_failure_of_the_input_reaches_the_caller() {
    let mut reader = Reader::new(Failing(b"[1"), Limits::default());
    let mut elements = reader.array().unwrap();
    reader.next_element(&mut elements).unwrap();
    let ErrorKind::Io(error) = reader.skip().unwrap_err().kind else {
        panic!("the failure of the input")
    };
    assert!(
        error.get_ref().is_some_and(|inner| inner.is::<CutGzip>()),
        "{error:?}"
    );
}

#[test]
fn a_number_at_the_end_counts_only_outside_of_brackets() {
    for window in [1, 64] {
        let mut whole = small(b"12", window);
        assert_eq!(whole.number().unwrap().to_i64(), Some(12));
        whole.end().unwrap();
        assert_eq!(integers(&mut small(b"[12", window)).0, [0; 0]);
        let mut failing = Reader::new(Failing(b"12"), Limits::default());
        let error = failing.number().unwrap_err();
        assert_eq!(error.to_string(), "failed to read: cut gzip at byte 2");
    }
}

#[test]
fn skipping_keeps_nothing() {
    let limits = Limits {
        value_bytes: 4096,
        ..Limits::default()
    };
    let text = io::repeat(b'x').take(5 << 20);
    let spaces = io::repeat(b' ').take(5 << 20);
    let mut zeros = Vec::new();
    for _ in 0..100_000 {
        zeros.extend_from_slice(b"0,\n\"\\u0041\\n\",");
    }
    let input = (&b"[\""[..])
        .chain(text)
        .chain(&b"\","[..])
        .chain(spaces)
        .chain(&b"{\"a\":["[..])
        .chain(&zeros[..])
        .chain(&b"null]}] "[..]);
    let mut reader = Reader::new(input, limits);
    reader.skip().unwrap();
    reader.end().unwrap();
}

#[test]
fn a_value_larger_than_the_limit_is_refused_by_name() {
    let limits = Limits {
        value_bytes: 100,
        ..Limits::default()
    };
    let string = |content: usize| format!("  [\"{}\"]", "x".repeat(content)).into_bytes();
    for window in [1, 64, 1000] {
        for (content, fits) in [(97, true), (98, true), (99, false), (5000, false)] {
            let bytes = string(content);
            let mut reader = Reader::new(&bytes[..], limits).with_window(window);
            let mut elements = reader.array().unwrap();
            let result = reader.records(&mut elements, |cursor| cursor.string().map(drop));
            let mut pull = Reader::new(&bytes[..], limits).with_window(window);
            pull.array().unwrap();
            let pulled = pull.string().map(drop);
            if fits {
                result.unwrap();
                pulled.unwrap();
                continue;
            }
            for error in [result.unwrap_err(), pulled.unwrap_err()] {
                assert_eq!(
                    error.to_string(),
                    "value with more bytes than the limit of `100` (`value_bytes`) at byte 3"
                );
            }
        }
    }
}

#[test]
fn an_input_larger_than_the_limit_is_refused_by_name() {
    let limits = Limits {
        input_bytes: 6,
        ..Limits::default()
    };
    let mut fits = Reader::new(&b"[1,2]\n"[..], limits);
    fits.skip().unwrap();
    fits.end().unwrap();
    for window in [1, 64] {
        let mut reader = Reader::new(&b"[1,2] \n"[..], limits).with_window(window);
        reader.skip().unwrap();
        let error = reader.end().unwrap_err();
        let text = "input with more bytes than the limit of `6` (`input_bytes`) at byte 6";
        assert_eq!(error.to_string(), text);
    }
}

#[test]
fn depth_counts_the_levels_around_a_cursor() {
    let limits = Limits {
        depth: 3,
        ..Limits::default()
    };
    let text = "nested deeper than the limit of `3` (`depth`) at byte 12";
    let bytes = br#"{"a":[[[]],[[[]]]]}"#;
    for window in [1, 64] {
        let mut reader = Reader::new(&bytes[..], limits).with_window(window);
        assert_eq!(reader.skip().unwrap_err().at, 7);
        let mut reader = Reader::new(&bytes[..], Limits { depth: 4, ..limits }).with_window(window);
        let mut top = reader.object().unwrap();
        assert!(reader.next_field(&mut top).unwrap().unwrap().is("a"));
        let mut elements = reader.array().unwrap();
        let result = reader.records(&mut elements, |cursor| cursor.skip());
        let error = result.unwrap_err().to_string();
        assert_eq!(error, text.replace("`3`", "`4`").replace("12", "13"));
    }
}

#[test]
fn offsets_start_at_the_base() {
    let mut reader = small(b" [7, x]", 2).with_base_offset(3);
    assert_eq!(reader.offset(), 3);
    let mut elements = reader.array().unwrap();
    assert_eq!(reader.offset(), 5);
    assert!(reader.next_element(&mut elements).unwrap());
    assert_eq!(reader.number().unwrap().offset(), 5);
    assert!(reader.next_element(&mut elements).unwrap());
    let error = reader.number().unwrap_err();
    assert_eq!(error.to_string(), "expected a value, found `x` at byte 8");
}

#[test]
fn repeated_names_are_all_handed_out() {
    let mut reader = small(br#"{"a":1,"a":2,"a":3}"#, 1);
    let mut fields = reader.object().unwrap();
    let mut values = Vec::new();
    while let Some(key) = reader.next_field(&mut fields).unwrap() {
        assert!(key.is("a"));
        values.push(reader.number().unwrap().to_i64().unwrap());
    }
    assert_eq!(values, [1, 2, 3]);
    reader.end().unwrap();
    assert!(reader.next_field(&mut fields).unwrap().is_none());
}

#[test]
fn another_kind_than_asked_for_is_told() {
    let mut reader = reader(b" null");
    let error = reader.number().unwrap_err();
    assert_eq!(error.to_string(), "expected a number, found `null` at byte 1");
    assert_eq!(reader.peek().unwrap(), Kind::Null);
    reader.null().unwrap();
}

#[test]
fn a_break_ends_the_loop_after_its_element() {
    for window in [1, 64] {
        let mut reader = small(b"[1, 2, 3, 4]", window);
        let mut elements = reader.array().unwrap();
        let flow = reader.try_records(&mut elements, |cursor| {
            let value = cursor.number()?.to_i64().unwrap();
            Ok(if value == 2 {
                ControlFlow::Break("two")
            } else {
                ControlFlow::Continue(())
            })
        });
        assert_eq!(flow.unwrap(), ControlFlow::Break("two"));
        let mut rest = Vec::new();
        reader
            .records(&mut elements, |cursor| {
                rest.push(cursor.number()?.to_i64());
                Ok(())
            })
            .unwrap();
        assert_eq!(rest, [Some(3), Some(4)]);
        reader.end().unwrap();
    }
}

#[test]
fn a_trailing_comma_is_an_error_unless_tolerated() {
    let read = |bytes: &[u8], tolerate: bool| {
        let mut reader = small(bytes, 1);
        let mut elements = reader.array()?;
        if tolerate {
            elements.tolerate_trailing_comma();
        }
        let mut count = 0;
        reader.records(&mut elements, |cursor| {
            cursor.skip()?;
            count += 1;
            Ok(())
        })?;
        reader.end()?;
        Ok::<_, crate::Error>((count, elements.trailing_comma()))
    };
    let text = read(b"[1, 2 , ]", false).unwrap_err().to_string();
    assert_eq!(text, "expected a value, found `]` at byte 8");
    assert_eq!(read(b"[1, 2 , ]", true).unwrap(), (2, true));
    assert_eq!(read(b"[1, 2 ]", true).unwrap(), (2, false));
    assert_eq!(read(b"[]", true).unwrap(), (0, false));
    assert!(read(b"[,]", true).is_err());
    assert!(read(b"[1,,]", true).is_err());
}

#[test]
fn spans_are_those_of_the_input() {
    let bytes = br#"{"args": {"a": [1, "\u00e9"]} , "b":2}"#;
    for window in [1, 64] {
        let mut reader = small(bytes, window);
        let mut fields = reader.object().unwrap();
        reader.next_field(&mut fields).unwrap();
        let raw = reader.raw().unwrap();
        assert_eq!(raw.bytes, br#"{"a": [1, "\u00e9"]}"#);
        assert_eq!(raw.offset, 9);
        let mut cursor = raw.cursor();
        let mut inner = cursor.object().unwrap();
        let key = cursor.next_field(&mut inner).unwrap().unwrap();
        assert_eq!(key.offset(), 11);
        cursor.skip().unwrap();
        assert!(cursor.next_field(&mut inner).unwrap().is_none());
        cursor.end().unwrap();
        let key = reader.next_field(&mut fields).unwrap().unwrap();
        assert!(key.is("b"));
    }
}

#[test]
fn a_stopped_cursor_has_not_moved() {
    let mut reader = reader(b"[{\"a\":1,\"b\"");
    reader.array().unwrap();
    let mut cursor = reader.cursor();
    let mut fields = cursor.object().unwrap();
    cursor.next_field(&mut fields).unwrap().unwrap();
    cursor.skip().unwrap();
    let before = cursor.offset();
    for _ in 0..2 {
        let result = cursor.next_field(&mut fields);
        assert!(matches!(result, Err(Stop::Incomplete)));
        assert_eq!(cursor.offset(), before);
    }
}
