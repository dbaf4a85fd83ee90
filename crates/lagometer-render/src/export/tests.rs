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
