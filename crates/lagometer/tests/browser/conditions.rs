//! The conditions of a run: kept in its record, and secrets nowhere.

use crate::program::Bench;
use flate2::read::MultiGzDecoder;
use lagometer_report::{Network, Throttling};
use serde_json::Value;
use std::fs;
use std::io::Read as _;
use std::path::Path;

const SECRET: &str = "hunter2-is-a-secret";

const SCENARIO: &str = r##"
name: conditions
serve: site
url: /page.html
data: [rows.json]
browser:
  cpuSlowdown: 2
  network: { download: 1MiB, latency: 20ms }
  cache: warm
  traceBuffer: 64MiB
install:
  headers: { authorization: "Bearer ${LAGOMETER_TEST_SECRET}" }
  cookies: [{ name: session, value: "${LAGOMETER_TEST_SECRET}" }]
  localStorage: { token: "${LAGOMETER_TEST_SECRET}" }
actions:
  - typeText: "${LAGOMETER_TEST_SECRET}"
    selectors: "#user"
after:
  - evaluate: return document.cookie + localStorage.token + document.querySelector("#user").value
    saveAs: told
  - evaluate: return 12.5
    saveAs: spent
    unit: ms
rounds: 1
warmup: 0
"##;

fn site(bench: &Bench) {
    fs::create_dir(bench.path().join("site")).expect("a folder");
    let page = "<!doctype html><input id=user><script>console.log(localStorage.token)</script>";
    fs::write(bench.path().join("site/page.html"), page).expect("it can be written");
    fs::write(bench.path().join("rows.json"), "[1]").expect("it can be written");
}

/// No file below holds the secret, packed or not.
fn check_no_secret(folder: &Path) {
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            check_no_secret(&path);
            continue;
        }
        let mut bytes = fs::read(&path).expect("it can be read");
        if path.extension().is_some_and(|ending| ending == "gz") {
            let packed = std::mem::take(&mut bytes);
            MultiGzDecoder::new(packed.as_slice())
                .read_to_end(&mut bytes)
                .expect("it unpacks");
        }
        let text = String::from_utf8_lossy(&bytes);
        assert!(!text.contains(SECRET), "{} holds the secret", path.display());
    }
}

#[test]
fn conditions_are_kept_and_secrets_are_not() {
    let Some(bench) = Bench::new() else { return };
    site(&bench);
    let scenario = bench.scenario(SCENARIO);
    let given = bench
        .start_with(
            &scenario,
            &["--format", "json"],
            &[("LAGOMETER_TEST_SECRET", SECRET)],
        )
        .wait();
    assert_eq!(given.code, Some(0), "{}", given.stderr);
    assert!(!given.stdout.contains(SECRET) && !given.stderr.contains(SECRET));
    check_no_secret(&bench.results());
    let record = bench.record();
    let environment = record.environment.expect("the browser was asked");
    assert_eq!(
        environment.throttling,
        Some(Throttling {
            cpu_slowdown: 2.0,
            network: Some(Network {
                download_bytes_per_s: Some(1_048_576.0),
                upload_bytes_per_s: None,
                latency_ms: 20,
            }),
        })
    );
    assert_eq!(environment.cache.as_deref(), Some("warm"));
    assert_eq!(environment.visibility.as_deref(), Some("visible"));
    assert_eq!(environment.trace_buffer_bytes, Some(64 << 20));
    let scenario = fs::read_to_string(bench.run_folder().join(&record.scenario.file)).expect("the copy");
    assert_eq!(scenario, SCENARIO);
    let summary: Value = serde_json::from_str(&given.stdout).expect("JSON");
    let spent = &summary["variants"]["head"]["metrics"]["custom:spent"];
    assert_eq!((&spent["value"], &spent["unit"]), (&12_500.into(), &"us".into()));
    bench.check_nothing_is_left();
}

#[test]
fn other_data_have_another_hash_and_what_is_missing_is_said() {
    let Some(bench) = Bench::new() else { return };
    site(&bench);
    let scenario = bench.scenario(SCENARIO);
    let given = bench.run(&scenario, &[]);
    assert_eq!(given.code, Some(2), "{}", given.stderr);
    assert!(given.said("the environment has no variable `LAGOMETER_TEST_SECRET` at scenario.yaml:12:29"));
    fs::remove_file(bench.path().join("rows.json")).expect("it is there");
    let given = bench.run(&scenario, &[]);
    assert_eq!(given.code, Some(2), "{}", given.stderr);
    assert!(given.said("failed to read `rows.json`") && given.said("scenario.yaml:5:8"));
    let hash = |content: &str| {
        let file = bench.path().join("rows.json");
        fs::write(&file, content).expect("it can be written");
        lagometer_measure::site::sha256_with_files(Some("served"), &[file]).expect("it can be read")
    };
    assert_ne!(hash("[1]"), hash("[2]"));
    assert_eq!(hash("[1]"), hash("[1]"));
}
