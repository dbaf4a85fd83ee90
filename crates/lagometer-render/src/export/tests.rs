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
