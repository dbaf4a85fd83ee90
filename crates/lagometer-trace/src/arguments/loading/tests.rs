use super::*;

fn raw(text: &str) -> Raw<'_> {
    Cursor::new(text.as_bytes(), 0).raw().unwrap()
}

#[test]
fn a_shift_is_read_with_its_first_nodes() {
    let node = r#"{"node_id":3,"debug_name":"DIV","old_rect":[8,8,40,40],"new_rect":[1.5,-2,40,40]}"#;
    let many = [node; 9].join(",");
    let text = format!(
        r#"{{"data":{{"had_recent_input":true,"impacted_nodes":[{many}],"is_main_frame":true,"weighted_score_delta":0.25}},"frame":"F"}}"#
    );
    let found = layout_shift(raw(&text));
    assert_eq!(found.score, Some(0.25));
    assert!(found.had_recent_input);
    assert_eq!((found.nodes.len(), found.nodes_total), (NODES_READ, 9));
    let first = found.nodes[0];
    assert_eq!(
        (first.node, first.new_rect),
        (Some(3), Some([1.5, -2.0, 40.0, 40.0]))
    );
    assert!(found.frame.is_some_and(|frame| frame.is("F")));
}

#[test]
fn values_of_another_kind_are_as_if_absent() {
    let text =
        r#"{"data":{"impacted_nodes":{"a":1},"weighted_score_delta":"no","is_main_frame":7},"frame":[1]}"#;
    let found = layout_shift(raw(text));
    assert_eq!((found.score, found.is_main, found.nodes_total), (None, None, 0));
    for rect in ["[1,2,3]", "[1,2,3,4,5]", "[1,2,3,null]", "{}", "7"] {
        let text = format!(r#"{{"data":{{"impacted_nodes":[{{"old_rect":{rect}}}, 7]}}}}"#);
        let found = layout_shift(raw(&text));
        assert_eq!(found.nodes[0].old_rect, None, "{rect}");
        assert_eq!(found.nodes_total, 2);
    }
    assert_eq!(candidate(raw(r#"{"data":[]}"#)).index, None);
    assert!(navigation_start(raw("[]")).frame.is_none());
}

#[test]
fn times_of_the_network_are_seconds() {
    let text = r#"{"data":{"requestId":"7.1","finishTime":710.467421,"timing":{"requestTime":710.4}}}"#;
    let found = request(raw(text));
    assert_eq!(found.over, Some(Micros(710_467_421)));
    assert_eq!(found.sent, Some(Micros(710_400_000)));
    let none = request(raw(r#"{"data":{"finishTime":0,"timing":{"requestTime":-1}}}"#));
    assert_eq!((none.over, none.sent), (None, None));
}

#[test]
fn an_animation_frame_is_read_in_each_of_its_forms() {
    let new = r#"{"animation_frame_timing_info":{"begin_frame_id":{"sequence_number":45,"source_id":1},"blocking_duration_ms":21},"id":"ab"}"#;
    let found = animation_frame(raw(new));
    assert_eq!((found.sequence, found.blocking), (Some(45), Some(Micros(21_000))));
    let old = animation_frame(raw(r#"{"data":{"blockingDuration":7.5}}"#));
    assert_eq!((old.sequence, old.blocking), (None, Some(Micros(7_500))));
    let shown = animation_frame(raw(r#"{"begin_frame_id":{"sequence_number":46},"id":"ab"}"#));
    assert_eq!(shown.sequence, Some(46));
}
