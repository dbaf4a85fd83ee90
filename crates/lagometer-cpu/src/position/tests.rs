use super::*;

fn pair(position: Position) -> (Option<u32>, Option<u32>) {
    (
        position.line.map(NonZeroU32::get),
        position.column.map(NonZeroU32::get),
    )
}

#[test]
fn call_frames_count_from_zero() {
    assert_eq!(
        pair(Position::of_call_frame(Some(0), Some(22))),
        (Some(1), Some(23))
    );
    assert_eq!(pair(Position::of_call_frame(Some(-1), Some(-1))), (None, None));
    assert_eq!(pair(Position::of_call_frame(None, Some(0))), (None, Some(1)));
    assert_eq!(
        pair(Position::of_call_frame(Some(i64::MAX), Some(1 << 32))),
        (None, None)
    );
}

#[test]
fn old_nodes_and_ticks_count_from_one() {
    assert_eq!(pair(Position::of_old_node(Some(13), Some(0))), (Some(13), None));
    assert_eq!(ticked_line(0), None);
    assert_eq!(ticked_line(-3), None);
    assert_eq!(ticked_line(16).map(NonZeroU32::get), Some(16));
}
