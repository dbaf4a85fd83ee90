use super::Counts;

#[test]
fn the_head_of_a_snapshot_says_how_large_it_is() {
    let check = |text: &str, nodes: Option<u64>, edges: Option<u64>| {
        assert_eq!(Counts::of(text.as_bytes()), Counts { nodes, edges }, "{text}");
    };
    let head = r#"{"snapshot":{"meta":{"node_fields":["type"]},"node_count":785996,"edge_count":3305614,"#;
    check(head, Some(785_996), Some(3_305_614));
    check("", None, None);
    check(r#"{"snapshot":{"node_count":"#, None, None);
    check(r#"{"snapshot":{"node_count":12"#, None, None);
    check(r#"{"snapshot":{"node_count":99999999999999999999,"#, None, None);
}
