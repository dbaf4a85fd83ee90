//! The page of runs and traces in a real browser: by keyboard alone, without script and network.

use crate::program::Bench;
use serde_json::Value;
use std::fs;
use std::path::Path;
use std::process::Command;

/// How often Tab is pressed.
const TABS: usize = 70;

/// The scenario: what is looked at is the page itself, and every key is a real one.
fn scenario() -> String {
    format!(
        r#"name: report-page
serve: ./site
url: /report.html
prepare:
  - waitForElement: main
  - evaluate: |
      const name = (element) => element.tagName + ' ' + element.textContent.trim();
      globalThis.wanted = [...document.querySelectorAll('a[href], summary')]
        .filter((element) => element.checkVisibility())
        .map(name);
      globalThis.focused = [];
      globalThis.unseen = [];
      document.addEventListener('focusin', (event) => {{
        const element = event.target;
        globalThis.focused.push(name(element));
        const style = getComputedStyle(element);
        const ring = style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) >= 2;
        if (!ring || !event.isTrusted) globalThis.unseen.push(name(element));
      }});
actions:
  - repeat: {TABS}
    steps:
      - keyDown: Tab
      - keyUp: Tab
      - waitForFrames: 1
      - evaluate: |
          const box = document.activeElement.getBoundingClientRect();
          const inside = box.bottom > 0 && box.top < innerHeight && box.width > 0 && box.left >= 0;
          if (!inside) globalThis.unseen.push('outside: ' + document.activeElement.textContent);
after:
  - evaluate: return [...globalThis.wanted]
    saveAs: wanted
  - evaluate: return [...globalThis.focused]
    saveAs: focused
  - evaluate: return [...globalThis.unseen]
    saveAs: unseen
  # A rule opens and closes by the keys that open and close anything.
  - evaluate: |
      globalThis.rule = document.querySelector('details.rule');
      globalThis.rule.querySelector('summary').focus();
  - keyDown: Enter
  - keyUp: Enter
  - waitForFrames: 1
  - evaluate: return globalThis.rule.open && globalThis.rule.querySelector('dl').checkVisibility()
    saveAs: open_by_enter
  - keyDown: " "
  - keyUp: " "
  - waitForFrames: 1
  - evaluate: return !globalThis.rule.open
    saveAs: closed_by_space
  # The first stop of the keyboard leads past what is above the numbers.
  - evaluate: document.querySelector('a').focus()
  - keyDown: Enter
  - keyUp: Enter
  - waitForFrames: 1
  - evaluate: return location.hash + ' ' + document.activeElement.id
    saveAs: skipped_to
  - evaluate: return document.scripts.length
    saveAs: scripts
  - evaluate: return performance.getEntriesByType('resource').map((entry) => entry.name)
    saveAs: requests
  - evaluate: return document.documentElement.scrollWidth - document.documentElement.clientWidth
    saveAs: too_wide
rounds: 1
warmup: 0
viewport: {{ width: 400, height: 700 }}
"#
    )
}

/// A page of a stored run and of a trace.
fn write_page(bench: &Bench) {
    let crates = Path::new(env!("CARGO_MANIFEST_DIR"));
    let run = bench.path().join("run");
    fs::create_dir(&run).expect("a folder");
    for file in ["record.json", "summary.json"] {
        let stored = crates.join("../lagometer-report/test_data/v1").join(file);
        fs::copy(stored, run.join(file)).expect("a stored document");
    }
    let site = bench.path().join("site");
    fs::create_dir(&site).expect("a folder");
    let written = Command::new(env!("CARGO_BIN_EXE_lagometer"))
        .arg("report")
        .args([&run, &crates.join("tests/data/grid.json")])
        .arg("-o")
        .arg(site.join("report.html"))
        .output()
        .expect("the program starts");
    assert!(
        written.status.success(),
        "{}",
        String::from_utf8_lossy(&written.stderr)
    );
}

#[test]
fn the_report_page_is_used_by_keyboard_and_loads_and_runs_nothing() {
    let Some(bench) = Bench::new() else { return };
    write_page(&bench);
    let given = bench.run(&bench.scenario(&scenario()), &[]);
    assert_eq!(given.code, Some(0), "{}", given.stderr);
    let record = bench.record();
    let samples = record.rounds[0].samples.as_ref().expect("it has samples");
    let samples = fs::read_to_string(bench.run_folder().join(samples)).expect("the samples");
    let samples: Value = serde_json::from_str(&samples).expect("json");
    let saved = |name: &str| &samples["saved"][name];
    let list = |name: &str| saved(name).as_array().expect("a list").clone();

    // Every link and every fold, in the order of the page, each with a ring and in sight.
    let (wanted, focused) = (list("wanted"), list("focused"));
    assert!(wanted.len() > 30, "{wanted:?}");
    let stops = TABS.min(wanted.len());
    assert_eq!(focused[..stops], wanted[..stops]);
    assert_eq!(list("unseen"), Vec::<Value>::new());

    assert_eq!(saved("open_by_enter"), true);
    assert_eq!(saved("closed_by_space"), true);
    assert_eq!(saved("skipped_to"), "#content content");
    assert_eq!(saved("scripts"), 0);
    assert_eq!(list("requests"), Vec::<Value>::new());
    assert_eq!(saved("too_wide"), 0, "nothing is wider than a narrow screen");
}
