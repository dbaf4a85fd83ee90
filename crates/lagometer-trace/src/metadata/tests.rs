use crate::{Limits, Loss, Metadata, read};

fn of(metadata: &str) -> Metadata {
    let text = format!(r#"{{"traceEvents":[],"metadata":{metadata}}}"#);
    read(text.as_bytes(), 0, &Limits::default()).unwrap().metadata
}

#[test]
fn the_browser_is_told_by_its_product_or_its_user_agent() {
    let browser = |metadata: &str| of(metadata).browser();
    let product = r#"{"product-version":"Chrome/107.0.5269.1","user-agent":"x Chrome/9.0.0.0"}"#;
    assert_eq!(browser(product).as_deref(), Some("Chrome 107.0.5269.1"));
    let agent = r#"{"user-agent":"Mozilla/5.0 (X11) HeadlessChrome/156.0.0.0 Safari/537.36"}"#;
    assert_eq!(browser(agent).as_deref(), Some("Chrome 156"));
    assert_eq!(of(agent).chrome_major(), Some(156));
    assert_eq!(browser(r#"{"user-agent":"Firefox/1","product-version":7}"#), None);
    for none in ["{}", "null", "[]", "7", "\"Chrome/1.0\""] {
        assert_eq!(of(none), Metadata::default(), "{none}");
    }
}

fn loss(buffers: &str) -> Loss {
    of(&format!(
        r#"{{"trace_processor_stats":{{"other":[1],"traced_buf":{buffers}}}}}"#
    ))
    .loss()
}

fn lost(buffers: &str) -> Option<bool> {
    loss(buffers).lost
}

#[test]
fn a_full_buffer_is_told_by_what_it_threw_away() {
    assert_eq!(
        lost(r#"[{"buffer_size":100,"bytes_written":40,"chunks_discarded":0}]"#),
        Some(false)
    );
    assert_eq!(
        lost(r#"[{"buffer_size":100,"bytes_written":100,"chunks_discarded":7}]"#),
        Some(true)
    );
    assert_eq!(
        lost(r#"[{"chunks_discarded":0,"chunks_overwritten":1}]"#),
        Some(true)
    );
    assert_eq!(lost(r#"[{"buffer_size":100,"bytes_written":100}]"#), Some(true));
    assert_eq!(lost(r#"[{"buffer_size":100,"bytes_written":99}]"#), None);
    assert_eq!(lost("[]"), None);
    assert_eq!(lost("7"), None);
}

#[test]
fn the_buffer_that_lost_something_is_named() {
    let loss = loss(r#"[{"chunks_discarded":0},{"chunks_discarded":"3"}]"#);
    assert_eq!((loss.lost, loss.chunks_discarded), (Some(true), Some(3)));
    assert_eq!(
        loss.field.as_deref(),
        Some("metadata.trace_processor_stats.traced_buf[1]")
    );
    let kept = self::loss(r#"[{"chunks_discarded":0},{"chunks_discarded":0}]"#);
    assert_eq!(
        kept.field.as_deref(),
        Some("metadata.trace_processor_stats.traced_buf[0]")
    );
}

#[test]
fn metadata_before_the_events_are_read_too_and_passed_over_where_they_are_huge() {
    let text = format!(
        r#"{{"metadata":{{"sourceMaps":["{}"],"user-agent":"Chrome/1.2.3.4"}},"traceEvents":[]}}"#,
        "x".repeat(3 << 20)
    );
    let recording = read(text.as_bytes(), 0, &Limits::default()).unwrap();
    assert_eq!(recording.metadata.browser().as_deref(), Some("Chrome 1.2.3.4"));
}
