use super::*;
use crate::{CpuBasisChoice, CpuLimits, CpuSort, CpuView, SourceOptions};
use std::fmt::Write as _;

/// A profile of functions at lines of `app.js`, each with so many samples of 1 ms.
fn profile(functions: &[(&str, u32, usize)]) -> String {
    let mut text = String::from(
        r#"{"nodes":[{"id":1,"callFrame":{"functionName":"(root)","url":"","lineNumber":-1,"columnNumber":-1},"children":["#,
    );
    let ids: Vec<String> = (2..functions.len() + 2).map(|id| id.to_string()).collect();
    write!(text, "{}]}}", ids.join(",")).unwrap();
    let mut samples = Vec::new();
    for (at, (name, line, count)) in functions.iter().enumerate() {
        let id = at + 2;
        let url = if name.starts_with('(') {
            ""
        } else {
            "http://h/app.js"
        };
        let line = if url.is_empty() { -1 } else { i64::from(*line) - 1 };
        write!(
            text,
            r#",{{"id":{id},"callFrame":{{"functionName":"{name}","url":"{url}","lineNumber":{line},"columnNumber":0}}}}"#
        )
        .unwrap();
        samples.extend(std::iter::repeat_n(id, *count));
    }
    let deltas = vec![1_000; samples.len()];
    let end = 1_000 * (samples.len() + 1);
    write!(
        text,
        "],\"startTime\":0,\"endTime\":{end},\"samples\":{samples:?},\"timeDeltas\":{deltas:?}}}"
    )
    .unwrap();
    text
}

fn sources(texts: &[String]) -> Vec<Source<'_>> {
    let source = |text: &'_ String| Source {
        name: "p.cpuprofile".to_owned(),
        bytes_on_disk: None,
        reader: Box::new(std::io::Cursor::new(text.clone())),
    };
    texts.iter().map(source).collect()
}

fn options() -> CpuOptions<'static> {
    CpuOptions {
        rules: Rules::Lagometer,
        sort: CpuSort::Own,
        basis: CpuBasisChoice::Active,
        thread: None,
        profiles: Vec::new(),
        window: None,
        view: CpuView::Functions,
        function: None,
        focus: None,
        ignore: None,
        hide: None,
        hash: false,
        strict: false,
        limits: CpuLimits::default(),
        sources: SourceOptions::without_files(),
        lines_of_calls: false,
    }
}

fn diff(base: &[String], head: &[String], by: CpuDiffBy) -> CpuDiffDocument {
    cpu_diff(sources(base), sources(head), by, &options()).unwrap()
}

/// Name, medians in milliseconds, verdict.
fn rows(document: &CpuDiffDocument) -> Vec<(&str, f64, f64, &str)> {
    let row = |row: &'_ CpuDiffRow| {
        let medians = [&row.own.base, &row.own.head].map(|side| side.median.0 / 1_000.0);
        (medians[0], medians[1])
    };
    let rows = document.rows.iter();
    rows.map(|of| (of.name.as_str(), row(of).0, row(of).1, of.verdict.as_str()))
        .collect()
}

#[test]
fn a_change_is_claimed_beyond_the_spread_of_the_repeats() {
    let base: Vec<String> = [(96, 50), (100, 58), (98, 54)]
        .map(|(clone, sort)| {
            profile(&[
                ("cloneRows", 5, clone),
                ("sortRows", 9, sort),
                ("gone", 20, 40),
                ("(idle)", 0, 7),
            ])
        })
        .to_vec();
    let head: Vec<String> = [(150, 57), (152, 61), (148, 55)]
        .map(|(clone, sort)| {
            profile(&[
                ("cloneRows", 6, clone),
                ("sortRows", 11, sort),
                ("measure", 3, 45),
            ])
        })
        .to_vec();
    let document = diff(&base, &head, CpuDiffBy::Function);
    let expected = [
        ("cloneRows", 98.0, 150.0, "more"),
        ("measure", 0.0, 45.0, "new"),
        ("gone", 40.0, 0.0, "gone"),
        ("sortRows", 54.0, 57.0, "within-noise"),
    ];
    assert_eq!(rows(&document), expected);
    let moved = &document.rows[0];
    assert_eq!(moved.base_place.as_ref().unwrap().line, Some(5));
    assert_eq!(moved.head_place.as_ref().unwrap().line, Some(6));
    let sorts = &document.rows[3].own;
    assert!(sorts.noise.value.unwrap().0 >= 8_000.0, "{sorts:?}");
    assert_eq!(
        document.rows[1].own.relative.reason.as_deref(),
        Some("zero-baseline")
    );
    // Idle time is no part of it.
    assert_eq!(document.active.base.median.0, 192_000.0);
}

#[test]
fn the_same_on_both_sides_is_no_change() {
    let side: Vec<String> = [30, 31]
        .map(|count| profile(&[("a", 1, count), ("", 2, 9)]))
        .to_vec();
    let document = diff(&side, &side, CpuDiffBy::Function);
    assert!(
        document.rows.iter().all(|row| row.own.change.0 == 0.0),
        "{:?}",
        document.rows
    );
    assert!(document.rows.iter().all(|row| row.verdict == "within-noise"));
}

#[test]
fn one_profile_a_side_judges_nothing_and_few_samples_are_noise() {
    let one = |count| vec![profile(&[("a", 1, count), ("b", 2, 3)])];
    let document = diff(&one(40), &one(400), CpuDiffBy::Function);
    assert_eq!(rows(&document)[0], ("a", 40.0, 400.0, "not-judged"));
    assert_eq!(rows(&document)[1].3, "within-noise");
    // The repeats agree by chance: 2 samples in each.
    let few = |count| vec![profile(&[("a", 1, count)]), profile(&[("a", 1, count)])];
    let document = diff(&few(2), &few(4), CpuDiffBy::Function);
    assert_eq!(rows(&document)[0].3, "within-noise");
}

#[test]
fn groups_are_compared_by_their_names() {
    let base = vec![profile(&[("a", 1, 40), ("(garbage collector)", 0, 10)]); 2];
    let head = vec![profile(&[("b", 7, 90), ("(garbage collector)", 0, 10)]); 2];
    let document = diff(&base, &head, CpuDiffBy::File);
    let expected = [
        ("http://h/app.js", 40.0, 90.0, "more"),
        ("(garbage collector)", 10.0, 10.0, "within-noise"),
    ];
    assert_eq!(rows(&document), expected);
}

#[test]
fn a_server_on_this_machine_is_the_same_at_another_port() {
    let at = |host: &str, count| profile(&[("a", 1, count)]).replace("http://h/", &format!("http://{host}/"));
    let base = vec![at("127.0.0.1:46181", 40), at("127.0.0.1:46190", 40)];
    let head = vec![at("127.0.0.1:42585", 90), at("127.0.0.1:42600", 90)];
    for (by, name) in [
        (CpuDiffBy::File, "http://127.0.0.1/app.js"),
        (CpuDiffBy::Domain, "127.0.0.1"),
        (CpuDiffBy::Function, "a"),
    ] {
        assert_eq!(rows(&diff(&base, &head, by)), [(name, 40.0, 90.0, "more")]);
    }
    // Hosts elsewhere are what they are called.
    let elsewhere = vec![at("example.test:8080", 90); 2];
    assert_eq!(rows(&diff(&base, &elsewhere, CpuDiffBy::Domain)).len(), 2);
}

#[test]
fn two_servers_on_this_machine_are_told_apart_by_their_ports() {
    let both = |count| {
        let text = profile(&[("a", 1, count), ("b", 2, 30)]);
        let text = text.replacen("http://h/", "http://localhost:3000/", 1);
        text.replacen("http://h/", "http://localhost:8080/", 1)
    };
    let (base, head) = (vec![both(40); 2], vec![both(90); 2]);
    let expected = [
        ("localhost:3000", 40.0, 90.0, "more"),
        ("localhost:8080", 30.0, 30.0, "within-noise"),
    ];
    assert_eq!(rows(&diff(&base, &head, CpuDiffBy::Domain)), expected);
}

/// The rows of both sides hold all that was sampled, each below its caller.
#[test]
fn stacks_of_both_sides_add_up() {
    let base = vec![
        profile(&[("a", 1, 40), ("old", 4, 10)]),
        profile(&[("a", 1, 42), ("old", 4, 10)]),
    ];
    let head = vec![profile(&[("a", 3, 50), ("new", 1, 30)])];
    let stacks = cpu_diff_stacks(sources(&base), sources(&head), &options()).unwrap();
    assert_eq!((stacks.base_sampled, stacks.head_sampled), (51_000, 80_000));
    let of = |name: &str| stacks.rows.iter().find(|row| row.name == name).unwrap();
    assert_eq!(
        (of("a").base_own, of("a").head_own, of("a").width),
        (41_000, 50_000, 50_000)
    );
    assert_eq!((of("old").head_total, of("new").base_total), (0, 0));
    let own: i64 = stacks.rows.iter().map(|row| row.head_own).sum();
    assert_eq!(own, 80_000);
}
