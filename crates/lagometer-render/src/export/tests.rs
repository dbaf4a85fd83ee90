use super::*;
use lagometer_report::{CpuPlace, UnitName};

fn row(depth: u32, name: &str, url: &str, own: i64, total: i64) -> CpuStackRow {
    CpuStackRow {
        depth,
        name: name.to_owned(),
        place: CpuPlace {
            url: url.to_owned(),
            line: (!url.is_empty()).then_some(7),
            column: None,
        },
        category: if url.is_empty() { "engine" } else { "script" }.to_owned(),
        own,
        total,
    }
}

fn stacks() -> CpuStacks {
    CpuStacks {
        name: "a <b>.cpuprofile".to_owned(),
        unit: UnitName(Unit::Microseconds),
        sampled: 1_000,
        rows: vec![
            row(0, "main", "/a.js", 100, 700),
            row(1, "so;rt\n", "/a.js", 400, 600),
            row(2, "", "/a.js", 200, 200),
            row(0, "(idle)", "", 300, 300),
        ],
    }
}

#[test]
fn folded_stacks_hold_all_of_self() {
    let text = folded(&stacks());
    assert_eq!(
        text,
        "main (/a.js:7) 100\nmain (/a.js:7);so:rt  (/a.js:7) 400\n\
         main (/a.js:7);so:rt  (/a.js:7);(anonymous) (/a.js:7) 200\n(idle) 300\n"
    );
    let sum: i64 = text
        .lines()
        .map(|line| line.rsplit(' ').next().unwrap().parse::<i64>().unwrap())
        .sum();
    assert_eq!(sum, stacks().sampled);
}

/// Self of every frame as speedscope adds it up: the time in which it is the innermost open one.
#[test]
fn speedscope_holds_all_of_self_and_every_call_closes() {
    let file: Value = serde_json::from_str(&speedscope(&stacks())).unwrap();
    let profile = &file["profiles"][0];
    let mut own = vec![0_i64; file["shared"]["frames"].as_array().unwrap().len()];
    let (mut open, mut at) = (Vec::new(), 0);
    for event in profile["events"].as_array().unwrap() {
        let now = event["at"].as_i64().unwrap();
        assert!(now >= at, "time goes on");
        if let Some(&frame) = open.last() {
            let frame: usize = frame;
            own[frame] += now - at;
        }
        at = now;
        let frame = event["frame"].as_u64().unwrap() as usize;
        match event["type"].as_str().unwrap() {
            "O" => open.push(frame),
            _ => assert_eq!(open.pop(), Some(frame)),
        }
    }
    assert!(open.is_empty());
    assert_eq!(own, [100, 400, 200, 300]);
    assert_eq!(profile["endValue"], 1_000);
    assert_eq!(profile["unit"], "microseconds");
}

#[test]
fn the_flame_graph_is_one_harmless_drawing() {
    let text = flame(&stacks());
    assert!(text.starts_with("<svg xmlns="));
    assert!(!text.contains("<script") && !text.contains("<b>"), "{text}");
    assert!(text.contains("width=\"840\""), "main is 70 % wide: {text}");
    assert!(text.contains("(anonymous)"));
    assert_eq!(text.matches("<g>").count(), 4);
}

fn part(depth: u32, bytes: u64, name: &str) -> lagometer_report::HeapTreemapRow {
    use lagometer_metric::Measured;
    use lagometer_report::{HeapObject, HeapTreemapPart, HeapTreemapRow, Value};
    let part = match name {
        "own" => HeapTreemapPart::Own,
        "others" => HeapTreemapPart::Others(7),
        name => HeapTreemapPart::Object(Box::new(HeapObject {
            id: "9".to_owned(),
            kind: "object".to_owned(),
            name: name.to_owned(),
            shallow_bytes: 16,
            retained: Value::new(Measured::Value(bytes as f64), Unit::Bytes),
            distance: Value::new(Measured::Value(3.0), Unit::Count),
            detached: None,
            place: None,
        })),
    };
    HeapTreemapRow { depth, bytes, part }
}

/// The boxes of a drawing: class, width and height.
fn drawn(text: &str) -> Vec<(String, f64, f64)> {
    let groups = text
        .lines()
        .filter(|line| line.contains("<rect class=\"") && line.contains("x=\""));
    let value = |line: &str, key: &str| {
        let (_, rest) = line.split_once(&format!("{key}=\"")).unwrap();
        rest.split_once('"').unwrap().0.to_owned()
    };
    let rects = groups.map(|line| line.rsplit_once("<rect ").unwrap().1);
    let rects = rects.filter(|rect| !rect.contains("width=\"14\""));
    let number = |rect: &str, key: &str| value(rect, key).parse().unwrap();
    rects
        .map(|rect| {
            (
                value(rect, "class"),
                number(rect, " width"),
                number(rect, " height"),
            )
        })
        .collect()
}

#[test]
fn areas_of_a_treemap_are_bytes_and_add_up() {
    let map = lagometer_report::HeapTreemap {
        name: "a <b>.heapsnapshot".to_owned(),
        rules: "snapshot-strong-v1".to_owned(),
        rows: vec![
            part(0, 1_000, "Window"),
            part(1, 600, "<script>alert(1)</script>"),
            part(2, 400, "List"),
            part(2, 200, "own"),
            part(1, 300, "others"),
            part(1, 100, "own"),
        ],
    };
    let text = treemap(&map);
    assert!(!text.contains("<script") && !text.contains("<b>"), "{text}");
    assert!(
        text.contains("<title>7 others\n0.3 KiB, 30.0 % of all</title>"),
        "{text}"
    );
    assert!(text.contains("prefers-color-scheme:dark"));
    let boxes = drawn(&text);
    let area = |class: &str| -> Vec<f64> {
        let of = boxes.iter().filter(|(of, ..)| of == class);
        of.map(|(_, width, height)| width * height / (1200.0 * 680.0))
            .collect()
    };
    let near = |found: f64, expected: f64| assert!((found - expected).abs() < 0.002, "{found}, {expected}");
    // The object of 60 % and, in what is left of it below its name, two thirds of that.
    near(area("o")[0], 0.6);
    near(area("r")[0], 0.3);
    near(area("w")[0], 0.1);
    near(area("o")[1] / area("w")[1], 2.0);
    assert!(area("o")[1] + area("w")[1] < area("o")[0]);
}

#[test]
fn what_is_not_reachable_has_an_empty_treemap() {
    let map = lagometer_report::HeapTreemap {
        name: "a.heapsnapshot".to_owned(),
        rules: "snapshot-strong-v1".to_owned(),
        rows: Vec::new(),
    };
    let text = treemap(&map);
    assert!(
        text.contains(">not reachable: it retains nothing</text>"),
        "{text}"
    );
    assert!(drawn(&text).is_empty());
}

proptest::proptest! {
    #[test]
    fn boxes_fill_their_area_in_proportion_and_do_not_overlap(
        sizes in proptest::collection::vec(proptest::prop_oneof![0_u64..3, 0_u64..1_000_000], 1..40),
        width in 1.0_f64..2000.0,
        height in 1.0_f64..2000.0,
    ) {
        use super::squares::{Area, divide};
        let all = Area { x: 5.0, y: 7.0, width, height };
        let boxes = divide(&sizes, all);
        let whole: u64 = sizes.iter().sum();
        proptest::prop_assume!(whole > 0);
        let slack = width * height * 1e-9 + 1e-6;
        for (size, found) in sizes.iter().zip(&boxes) {
            let share = *size as f64 / whole as f64 * width * height;
            proptest::prop_assert!((found.width * found.height - share).abs() <= slack, "{found:?}");
            proptest::prop_assert!(found.x >= 5.0 - 1e-6 && found.x + found.width <= 5.0 + width + 1e-6);
            proptest::prop_assert!(found.y >= 7.0 - 1e-6 && found.y + found.height <= 7.0 + height + 1e-6);
        }
        for (index, a) in boxes.iter().enumerate() {
            for b in &boxes[..index] {
                let along = |a: f64, a_size: f64, b: f64, b_size: f64| (a + a_size).min(b + b_size) - a.max(b);
                let common = along(a.x, a.width, b.x, b.width).max(0.0) * along(a.y, a.height, b.y, b.height).max(0.0);
                proptest::prop_assert!(common <= slack, "{a:?} {b:?}");
            }
        }
    }
}

fn timeline() -> lagometer_report::CpuTimeline {
    use lagometer_report::{CpuTimeline, CpuTimelineCall, CpuTimelineFunction, CpuTimelineSample};
    let function = |name: &str, url: &str| CpuTimelineFunction {
        name: name.to_owned(),
        place: row(0, name, url, 0, 0).place,
        category: row(0, name, url, 0, 0).category,
    };
    let call = |caller, function| CpuTimelineCall {
        caller,
        function,
        lines: Vec::new(),
    };
    let sample = |start_us, call| CpuTimelineSample { start_us, call };
    CpuTimeline {
        name: "a.cpuprofile".to_owned(),
        functions: vec![
            function("(root)", ""),
            function("main", "/a.js"),
            function("<sort>", "/a.js"),
            function("(idle)", ""),
        ],
        calls: vec![
            call(None, 0),
            call(Some(0), 1),
            call(Some(1), 2),
            call(Some(0), 3),
        ],
        samples: vec![sample(0, 1), sample(300, 2), sample(400, 3), sample(700, 2)],
        end_us: 1_000,
    }
}

/// `main` twice, with a gap where nothing was to be done; `<sort>` in both.
#[test]
fn boxes_in_the_order_of_time_stand_where_their_samples_are() {
    let text = flame_in_time(&timeline());
    assert_eq!(text.matches("<g>").count(), 4, "{text}");
    for (name, x, width) in [("main", 0, 480), ("&lt;sort&gt;", 360, 120), ("main", 840, 360)] {
        let found = text.split("</g>").any(|line| {
            line.contains(&format!("<title>{name}"))
                && line.contains(&format!("x=\"{x}\""))
                && line.contains(&format!("width=\"{width}\""))
        });
        assert!(found, "{name} at {x}: {text}");
    }
}

/// Of a hundred thousand samples each part of the time shows what has most of it.
#[test]
fn more_samples_than_can_be_seen_are_drawn_in_parts() {
    let mut many = timeline();
    let call = |at: i64| if at % 10 == 0 { 3 } else { 2 };
    many.samples = (0..100_000)
        .map(|at| lagometer_report::CpuTimelineSample {
            start_us: at * 10,
            call: call(at),
        })
        .collect();
    many.end_us = 1_000_000;
    let text = flame_in_time(&many);
    // One `main` and one `<sort>` over all of it.
    assert_eq!(text.matches("<g>").count(), 2);
    assert!(text.contains("show the stack that has most of them"));
}

#[test]
fn a_differential_flame_graph_says_less_and_more_by_colour_and_sign() {
    let row = |depth, name: &str, base, head| lagometer_report::CpuDiffStackRow {
        depth,
        name: name.to_owned(),
        place: row(0, name, "/a.js", 0, 0).place,
        base_own: base,
        base_total: base,
        head_own: head,
        head_total: head,
        width: base.max(head),
    };
    let text = flame_diff(&lagometer_report::CpuDiffStacks {
        base: "a".to_owned(),
        head: "b".to_owned(),
        unit: UnitName(Unit::Microseconds),
        base_sampled: 100_000,
        head_sampled: 120_000,
        rows: vec![
            row(0, "more", 20_000, 60_000),
            row(0, "gone", 30_000, 0),
            row(0, "same", 50_000, 50_000),
        ],
    });
    for (name, class) in [("+40.0 ms more", "m3"), ("-30.0 ms gone", "l3"), ("same", "z")] {
        let line = text
            .split("</g>")
            .find(|line| line.contains(&format!("<title>{name}")));
        assert!(
            line.is_some_and(|line| line.contains(&format!("class=\"{class}\""))),
            "{name}: {text}"
        );
    }
}

/// Words on boxes can be read in light and dark: a contrast of 4.5 and more.
#[test]
fn words_on_boxes_have_contrast() {
    for style in [flame::STYLE, flame_diff::STYLE] {
        let (light, dark) = style.split_once("@media").unwrap();
        for part in [light, dark] {
            let colours = colours(part);
            let (_, words) = colours.iter().find(|(name, _)| name.ends_with("text")).unwrap();
            for (name, fill) in colours
                .iter()
                .filter(|(name, _)| !name.ends_with("text") && name != ".q")
            {
                let contrast = contrast(*words, *fill);
                assert!(contrast >= 4.5, "{name}: {contrast}");
            }
        }
    }
}

/// What is filled with what, by the rules of a style.
fn colours(style: &str) -> Vec<(String, [f64; 3])> {
    let rule = |rule: &str| {
        let (name, body) = rule.rsplit_once('{')?;
        let at = body.find("fill:#")? + 6;
        let channel = |at: usize| u8::from_str_radix(&body[at..at + 2], 16).unwrap();
        let channels = [at, at + 2, at + 4].map(|at| f64::from(channel(at)) / 255.0);
        Some((name.rsplit('{').next().unwrap().to_owned(), channels))
    };
    style.split('}').filter_map(rule).collect()
}

/// As WCAG 2 defines it.
fn contrast(a: [f64; 3], b: [f64; 3]) -> f64 {
    let linear = |channel: f64| match channel <= 0.04045 {
        true => channel / 12.92,
        false => ((channel + 0.055) / 1.055).powf(2.4),
    };
    let luminance = |colour: [f64; 3]| {
        let [red, green, blue] = colour.map(linear);
        0.2126 * red + 0.7152 * green + 0.0722 * blue
    };
    let (a, b) = (luminance(a), luminance(b));
    (a.max(b) + 0.05) / (a.min(b) + 0.05)
}
