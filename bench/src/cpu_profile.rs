//! A `.cpuprofile` of any size, the same bytes everywhere.

use std::fmt::Write as _;

/// Functions of a program.
const FUNCTIONS: u64 = 6_000;

/// A profile of about so many bytes: two thirds of them nodes in the order of a walk, as V8 writes them,
/// the rest samples and their times.
pub fn profile(bytes: usize) -> Vec<u8> {
    let mut state = 1_u64;
    // A plain generator of the numerical-recipes kind: the same bytes in every run.
    let mut below = |limit: u64| {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) % limit
    };
    let mut text = String::from(
        "{\"nodes\":[{\"id\":1,\"callFrame\":{\"functionName\":\"(root)\",\"scriptId\":\"0\",\"url\":\"\",\"lineNumber\":-1,\"columnNumber\":-1},\"hitCount\":0}",
    );
    let mut open = vec![1_u64];
    let mut nodes = 1_u64;
    while text.len() < bytes * 2 / 3 {
        let leave = below(4).min(open.len() as u64 - 1);
        open.truncate(open.len() - leave as usize);
        nodes += 1;
        node(&mut text, nodes, *open.last().unwrap_or(&1), below(FUNCTIONS));
        if open.len() < 60 {
            open.push(nodes);
        }
    }
    text.push_str("],\"startTime\":1000,\"samples\":[1");
    let samples = (bytes / 3 / 10) as u64;
    for _ in 0..samples {
        write!(text, ",{}", below(nodes) + 1).expect("writing to a string cannot fail");
    }
    text.push_str("],\"timeDeltas\":[0");
    for _ in 0..samples {
        write!(text, ",{}", 90 + below(60)).expect("writing to a string cannot fail");
    }
    let end = 1_000 + samples * 200;
    write!(text, "],\"endTime\":{end}}}").expect("writing to a string cannot fail");
    text.into_bytes()
}

fn node(text: &mut String, id: u64, parent: u64, function: u64) {
    write!(
        text,
        ",{{\"id\":{id},\"callFrame\":{{\"functionName\":\"function{function}\",\"scriptId\":\"{script}\",\"url\":\"https://bench.test/assets/chunk-{script}.js\",\"lineNumber\":{line},\"columnNumber\":{}}},\"hitCount\":1,\"parent\":{parent},\"positionTicks\":[{{\"line\":{},\"ticks\":1}}]}}",
        function % 80,
        function % 3_000 + 1,
        script = function % 90,
        line = function % 3_000,
    )
    .expect("writing to a string cannot fail");
}
