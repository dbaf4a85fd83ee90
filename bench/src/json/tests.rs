use crate::input;

#[test]
fn every_way_reads_the_generated_trace() {
    let trace = input::trace(1 << 20);
    let records = trace.iter().filter(|&&byte| byte == b'\n').count() as u64 - 2;
    for way in [super::skip_records, super::events, super::tokens] {
        assert_eq!(way(&trace[..]).unwrap().records, records);
    }
    for way in [
        super::window_only,
        super::skip,
        super::serde_json,
        super::serde_json_utf8,
    ] {
        way(&trace[..]).unwrap();
    }
    assert!(super::events(&trace[..]).unwrap().dur_us > 0);
}

#[test]
fn the_generated_integers_are_read() {
    let numbers = input::integers(1 << 16);
    let commas = numbers.iter().filter(|&&byte| byte == b',').count() as u64;
    assert_eq!(super::integers(&numbers[..]).unwrap().records, commas + 1);
}
