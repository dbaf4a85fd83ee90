use super::*;

#[test]
fn lines_stand_under_each_other_and_a_gap_is_shown() {
    let line = |line, text: &str, samples| CpuExcerptLine {
        line,
        text: text.to_owned(),
        cut: line == 1_000,
        samples,
    };
    let excerpt = CpuExcerpt {
        source: "a.ts".to_owned(),
        is_original: true,
        lines_total: 2_000,
        lines: vec![
            line(9, "function a() {", None),
            line(10, "\treturn b()", Some(1_234)),
            line(1_000, "x".repeat(3).as_str(), Some(2)),
        ],
    };
    assert_eq!(
        lines(&excerpt),
        [
            "    9         function a() {",
            "   10  1,234      return b()",
            "  ...",
            "1,000      2  xxx ...",
        ]
    );
}
