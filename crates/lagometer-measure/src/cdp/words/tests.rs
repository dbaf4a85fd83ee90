use super::{LINE_MAX, LastWords};

async fn collected(text: &str) -> Vec<String> {
    let words = LastWords::default();
    words.clone().collect(text.as_bytes()).await;
    words.lines()
}

#[tokio::test]
async fn only_the_last_lines_are_kept() {
    let text: String = (0..100).map(|number| format!("line {number}\n")).collect();
    let lines = collected(&text).await;
    assert_eq!(lines.first().unwrap(), "line 94");
    assert_eq!(lines.last().unwrap(), "line 99");
}

#[tokio::test]
async fn a_line_without_an_end_is_cut_and_kept() {
    let lines = collected(&"x".repeat(100_000)).await;
    assert_eq!(lines, ["x".repeat(LINE_MAX)]);
}

#[tokio::test]
async fn complaints_about_a_missing_desktop_and_control_characters_are_dropped() {
    let lines = collected("[1:2/3:ERROR:dbus/bus.cc:405] Failed\n\u{1b}[31mred\u{1b}[0m\n\n").await;
    assert_eq!(lines, ["[31mred[0m"]);
}
