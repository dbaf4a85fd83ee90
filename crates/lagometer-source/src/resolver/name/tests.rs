use super::*;

#[test]
fn only_a_head_stands_between_a_name_and_its_parameters() {
    for text in [
        "a",
        "function a",
        "async function a ",
        "function* a",
        "",
        "#a",
        "$_1",
    ] {
        assert!(is_head(text), "{text}");
    }
    for text in [
        "a,function",
        "a=>",
        "function",
        "a=function",
        "return a",
        "a.b",
        "(a",
    ] {
        assert!(!is_head(text), "{text}");
    }
}
