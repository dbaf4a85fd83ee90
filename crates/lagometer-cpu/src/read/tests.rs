use super::*;
use crate::{CallTree, Odd, Rules, hotspots};
use std::collections::BTreeMap;

/// A frame of a script, places from 0 on.
fn frame(name: &str, line: i64) -> String {
    format!(
        r#"{{"functionName":"{name}","scriptId":"3","url":"http://h/a.js","lineNumber":{line},"columnNumber":4}}"#
    )
}

fn meta(name: &str) -> String {
    format!(r#"{{"functionName":"{name}","scriptId":"0","url":"","lineNumber":-1,"columnNumber":-1}}"#)
}

fn small() -> String {
    format!(
        r#"{{"nodes":[{{"id":1,"callFrame":{},"hitCount":0,"children":[2,4]}},
        {{"id":2,"callFrame":{},"hitCount":1,"children":[3],"positionTicks":[{{"line":8,"ticks":1}},{{"line":8,"ticks":2}}]}},
        {{"id":3,"callFrame":{},"hitCount":2}},
        {{"id":4,"callFrame":{}}}],
        "startTime":1000,"endTime":1500,
        "samples":[2,3,4,3],"timeDeltas":[10,20,30,40]}}"#,
        meta("(root)"),
        frame("main", 6),
        frame("sort", 20),
        meta("(idle)")
    )
}

fn read_text(text: &str) -> Result<Recording, Error> {
    read(text.as_bytes(), 0, &Limits::default())
}

/// Self and total by name.
fn table(recording: &Recording) -> BTreeMap<String, (i64, i64)> {
    let tree = CallTree::of(&recording.profile, Rules::Lagometer, None);
    let sums = hotspots(&tree);
    let rows = tree.functions.iter().zip(sums);
    rows.map(|(function, sum)| (function.name.clone(), (sum.own.weight, sum.total.weight)))
        .collect()
}

fn codes(recording: &Recording) -> Vec<(Odd, u64, Vec<u64>)> {
    let oddities = recording.oddities.iter();
    oddities
        .map(|oddity| (oddity.kind, oddity.count, oddity.ids.clone()))
        .collect()
}

#[test]
fn a_sample_lasts_until_the_next_and_the_last_one_the_median() {
    let recording = read_text(&small()).unwrap();
    let table = table(&recording);
    // 1010 main, 1030 sort, 1060 idle, 1100 sort; gaps 20, 30, 40.
    assert_eq!(table["main"], (20, 20 + 30 + 30));
    assert_eq!(table["sort"], (30 + 30, 60));
    assert_eq!(table["(idle)"], (40, 40));
    assert_eq!(recording.form, Form::Nodes);
    assert_eq!(codes(&recording), []);
    let Content::Timed(timed) = &recording.profile.content else {
        panic!("it has times");
    };
    assert_eq!(timed.start_gap(), Some(10));
}

#[test]
fn lines_that_stand_there_twice_are_added() {
    let recording = read_text(&small()).unwrap();
    let tree = CallTree::of(&recording.profile, Rules::Lagometer, None);
    let lines = crate::lines(&tree);
    let main = tree
        .functions
        .iter()
        .position(|function| function.name == "main")
        .unwrap();
    let found: Vec<(u32, u64)> = lines[main]
        .iter()
        .map(|line| (line.line, line.amount.samples))
        .collect();
    assert_eq!(found, [(8, 3)]);
}

#[test]
fn parents_and_children_give_the_same_tree_in_any_order_of_nodes() {
    let with_parents = format!(
        r#"{{"nodes":[{{"id":3,"parent":2,"callFrame":{}}},{{"id":4,"parent":1,"callFrame":{}}},
        {{"id":2,"parent":1,"callFrame":{}}},{{"id":1,"callFrame":{}}}],
        "startTime":1000,"endTime":1500,"samples":[2,3,4,3],"timeDeltas":[10,20,30,40]}}"#,
        frame("sort", 20),
        meta("(idle)"),
        frame("main", 6),
        meta("(root)"),
    );
    assert_eq!(
        table(&read_text(&with_parents).unwrap()),
        table(&read_text(&small()).unwrap())
    );
}

#[test]
fn samples_back_in_time_are_sorted_with_no_negative_time() {
    let text = small().replace("[10,20,30,40]", "[10,50,-30,40]");
    // 1010 main, 1060 sort, 1030 idle, 1070 sort.
    let recording = read_text(&text).unwrap();
    let table = table(&recording);
    assert_eq!(table["main"].0, 20);
    assert_eq!(table["(idle)"].0, 30);
    assert_eq!(table["sort"].0, 10 + 20);
    assert_eq!(codes(&recording), [(Odd::BackInTime, 1, vec![])]);
}

#[test]
fn unknown_and_duplicate_ids_are_named_and_lose_no_time() {
    let text = small()
        .replace("\"samples\":[2,3,4,3]", "\"samples\":[2,42,42,3]")
        .replace("\"children\":[3]", "\"children\":[3,99]")
        .replace("{\"id\":4,", "{\"id\":3,");
    let recording = read_text(&text).unwrap();
    let tree = CallTree::of(&recording.profile, Rules::Lagometer, None);
    assert_eq!(tree.unattributed.weight, 70);
    assert_eq!(tree.sampled().weight, 120);
    let found = codes(&recording);
    assert!(
        found.contains(&(Odd::SampleOfUnknownNode, 2, vec![42])),
        "{found:?}"
    );
    assert!(found.contains(&(Odd::UnknownChild, 2, vec![4, 99])), "{found:?}");
    assert!(found.contains(&(Odd::DuplicateId, 1, vec![3])), "{found:?}");
}

#[test]
fn a_circle_of_nodes_is_opened() {
    let text = format!(
        r#"{{"nodes":[{{"id":1,"callFrame":{},"children":[2]}},{{"id":2,"callFrame":{},"children":[1]}}],
        "startTime":0,"endTime":9,"samples":[1,2],"timeDeltas":[1,1]}}"#,
        frame("a", 1),
        frame("b", 2)
    );
    let recording = read_text(&text).unwrap();
    assert_eq!(table(&recording)["a"], (1, 2));
    assert_eq!(codes(&recording), [(Odd::Circle, 1, vec![1])]);
}

#[test]
fn samples_without_a_time_are_left_out_and_counted() {
    let text = small().replace("[10,20,30,40]", "[10,20]");
    let recording = read_text(&text).unwrap();
    assert_eq!(codes(&recording), [(Odd::WithoutPartner, 2, vec![])]);
    assert_eq!(table(&recording)["sort"].0, 20);
}

#[test]
fn the_old_form_counts_lines_from_one_and_has_its_own_times() {
    let text = r#"{"typeId":"CPU","head":{"functionName":"(root)","url":"","lineNumber":0,"id":1,"hitCount":0,
        "children":[{"functionName":"tick","url":"a.js","lineNumber":13,"id":2,"hitCount":1,"children":[]}]},
        "startTime":100,"endTime":100,"samples":[2,2],"timestamps":[100000000,100000400]}"#;
    let recording = read_text(text).unwrap();
    assert_eq!(recording.form, Form::Head);
    // It ends before its last sample, in whole seconds.
    assert_eq!(table(&recording)["tick"], (400, 400));
    let tick = recording
        .profile
        .functions
        .iter()
        .find(|function| function.name == "tick");
    assert_eq!(tick.unwrap().position.line.unwrap().get(), 13);
}

#[test]
fn heap_profiles_have_bytes_and_their_samples() {
    let text = format!(
        r#"{{"head":{{"callFrame":{},"selfSize":0,"id":1,"children":[{{"callFrame":{},"selfSize":64,"id":2,"children":[
        {{"callFrame":{},"selfSize":36,"id":3,"children":[]}}]}}]}},
        "samples":[{{"size":64,"nodeId":2,"ordinal":2}},{{"size":36,"nodeId":3,"ordinal":1}}]}}"#,
        meta("(root)"),
        frame("make", 1),
        frame("fill", 2)
    );
    let recording = read_text(&text).unwrap();
    assert_eq!(recording.form, Form::HeapProfile);
    assert_eq!(table(&recording)["make"], (64, 100));
    let tree = CallTree::of(&recording.profile, Rules::Lagometer, None);
    assert_eq!(tree.sampled().samples, 2);
}

#[test]
fn stack_frames_of_hermes_are_linked_by_their_parents() {
    let text = r#"{"traceEvents":[],"samples":[
        {"cpu":"-1","name":"","ts":"1000","pid":6,"tid":"7","weight":"1","sf":2},
        {"cpu":"-1","name":"","ts":"1250","pid":6,"tid":"7","weight":"1","sf":3}],
        "stackFrames":{"1":{"name":"[root]","category":"root"},
        "2":{"line":"9","column":"3","funcLine":"7","funcColumn":"1","name":"render(http://h/i.bundle:7:1)","category":"JavaScript","parent":1},
        "3":{"name":"[GC Young Gen]","category":"Native","parent":2}}}"#;
    let recording = read_text(text).unwrap();
    assert_eq!(recording.form, Form::Hermes);
    assert_eq!(table(&recording)["render"], (250, 250));
    let render = recording
        .profile
        .functions
        .iter()
        .find(|function| function.name == "render")
        .unwrap();
    assert_eq!(render.url, "http://h/i.bundle");
    assert_eq!(render.position.line.unwrap().get(), 7);
}

/// Hands out so many bytes at a time.
struct Pieces<'a>(&'a [u8], usize);

impl io::Read for Pieces<'_> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let size = self.1.min(into.len()).min(self.0.len());
        into[..size].copy_from_slice(&self.0[..size]);
        self.0 = &self.0[size..];
        Ok(size)
    }
}

#[test]
fn the_answer_does_not_depend_on_the_size_of_reads() {
    let text = small();
    let whole = table(&read_text(&text).unwrap());
    for size in [1, 7, 100] {
        let recording = read(Pieces(text.as_bytes(), size), 0, &Limits::default()).unwrap();
        assert_eq!(table(&recording), whole, "{size} bytes at a time");
    }
}

#[test]
fn a_cut_at_any_byte_is_answered_in_part_or_refused_with_its_place() {
    let text = small();
    let times = text.find("\"timeDeltas\"").unwrap();
    let whole = table(&read_text(&text).unwrap());
    for end in 0..text.len() {
        match read_text(&text[..end]) {
            Ok(recording) => {
                assert!(end > times, "answered before there is a time, at {end}");
                assert_eq!(recording.cut.as_ref().map(|cut| cut.at), Some(end as u64));
                for (name, (own, total)) in table(&recording) {
                    assert!(
                        own <= whole[&name].0 && total <= whole[&name].1,
                        "{name} at {end}"
                    );
                }
            }
            Err(error) => {
                assert!(error.at.is_some(), "{error} at {end}");
                let empty = matches!(error.kind, ErrorKind::Empty);
                assert!(
                    empty
                        || matches!(
                            error.kind,
                            ErrorKind::Json(lagometer_json::ErrorKind::UnexpectedEnd)
                        ),
                    "{error} at {end}"
                );
            }
        }
    }
}

fn refused(text: &str) -> String {
    match read_text(text) {
        Ok(_) => panic!("`{text}` was read"),
        Err(error) => match error.at {
            Some(at) => format!("{error} at byte {at}"),
            None => error.to_string(),
        },
    }
}

#[test]
fn what_is_no_profile_is_refused() {
    assert_eq!(refused(""), "the input is empty at byte 0");
    assert_eq!(refused("[1]"), "expected a CPU profile, found an array at byte 0");
    assert_eq!(
        refused(r#" {"log":{},"x":1}"#),
        "expected a CPU profile, found an object with `log`, `x` at byte 1"
    );
    assert_eq!(refused(r#"{"nodes":[]}"#), "the profile has no `samples`");
    assert_eq!(
        refused(r#"{"nodes":[],"samples":[1]}"#),
        "the profile has no `timeDeltas`"
    );
    assert_eq!(
        refused(r#"{"nodes":[],"samples":[],"timeDeltas":[],"nodes":[]}"#),
        "the file holds `nodes` twice at byte 42"
    );
    assert_eq!(
        refused(r#"{"nodes":[{"id":1}]}"#),
        "a node has no `callFrame` at byte 10"
    );
    assert_eq!(
        refused(r#"{"nodes":[],"samples":[-1]}"#),
        "the number in `samples` is out of range at byte 23"
    );
    assert_eq!(
        refused(r#"{"nodes":[],"samples":[1],"timeDeltas":[1e30],"startTime":0}"#),
        "the number in `timeDeltas` is out of range at byte 40"
    );
}

#[test]
fn limits_name_their_option() {
    let limits = Limits {
        nodes: 3,
        ..Limits::default()
    };
    let error = read(small().as_bytes(), 0, &limits).err().unwrap();
    assert_eq!(error.to_string(), "the profile has more than `3` nodes");
    assert!(matches!(
        error.kind,
        ErrorKind::TooMany {
            option: "--max-nodes",
            ..
        }
    ));
    let limits = Limits {
        samples: 2,
        ..Limits::default()
    };
    let error = read(small().as_bytes(), 0, &limits).err().unwrap();
    assert_eq!(error.to_string(), "the profile has more than `2` samples");
}

#[test]
fn a_deep_tree_needs_no_deep_stack() {
    let depth = 40_000;
    let open = r#"{"functionName":"f","url":"a.js","lineNumber":1,"id":ID,"hitCount":0,"children":["#;
    let mut text = String::from(r#"{"head":"#);
    for id in 1..=depth {
        text.push_str(&open.replace("ID", &id.to_string()));
    }
    text.push_str(&"]}".repeat(depth));
    text.push_str(&format!(
        r#","startTime":0,"endTime":1,"samples":[{depth},{depth}],"timestamps":[0,500]}}"#
    ));
    let recording = read_text(&text).unwrap();
    assert_eq!(table(&recording)["f"], (1_000, 1_000));
}
