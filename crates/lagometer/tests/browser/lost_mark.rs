//! A recording that lacks the mark at the end of its window, and nothing else: the buffer was not full,
//! and the browser says that all is there.

use crate::program::Bench;
use crate::server::Server;
use flate2::Compression;
use flate2::read::MultiGzDecoder;
use flate2::write::GzEncoder;
use lagometer_report::{Outcome, RoundState};
use serde_json::Value;
use std::fs;
use std::io::{Read as _, Write as _};
use std::path::Path;

const END: &str = "lagometer:end:lost-mark";

/// Takes the mark out of a recording as if the browser had never written it.
fn lose_the_end_mark(trace: &Path) {
    let mut text = String::new();
    let packed = fs::File::open(trace).expect("the trace");
    MultiGzDecoder::new(packed)
        .read_to_string(&mut text)
        .expect("a whole trace");
    let mut document: Value = serde_json::from_str(&text).expect("JSON");
    let events = document["traceEvents"].as_array_mut().expect("events");
    let before = events.len();
    events.retain(|event| event["name"] != END);
    assert_eq!(events.len() + 1, before, "it held the mark once");
    let mut packed = GzEncoder::new(Vec::new(), Compression::fast());
    packed
        .write_all(document.to_string().as_bytes())
        .expect("it packs");
    fs::write(trace, packed.finish().expect("it packs")).expect("it can be written");
}

/// While the first round does what comes after its window, its trace lies on disk and is not read yet:
/// there the mark gets lost. The round does not count, is repeated, and is told by its own name.
#[test]
fn a_lost_end_mark() {
    let Some(bench) = Bench::new() else { return };
    let server = Server::start();
    let scenario = bench.scenario(&format!(
        "name: lost-mark\nurl: {}\nactions: [{{ sleep: 100 }}]\nafter:\n  - evaluate: await fetch('/after')\n  \
         - sleep: 2500\nrounds: 2\nwarmup: 0\n",
        server.url()
    ));
    let mut running = bench.start(&scenario, &[]);
    running.until("the end of the first window", || server.asked("/after") == 1);
    lose_the_end_mark(&bench.run_folder().join("rounds/001/trace.json.gz"));
    let given = running.wait();
    assert_eq!(given.code, Some(0), "{}", given.stderr);
    let told = given.stdout.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(
        told.contains(&format!("round 1 invalid: mark-missing: the mark `{END}`")),
        "{told}"
    );
    bench.check_nothing_is_left();
    bench.check_record_and_disk_agree();
    let record = bench.record();
    assert_eq!(record.outcome, Outcome::Complete);
    let states: Vec<RoundState> = record.rounds.iter().map(|round| round.state).collect();
    assert_eq!(
        states,
        [RoundState::Invalid, RoundState::Valid, RoundState::Valid]
    );
    let reason = &record.rounds[0].reasons[0];
    assert_eq!(reason.code, "mark-missing");
    assert!(reason.text.contains(END), "{}", reason.text);
}
