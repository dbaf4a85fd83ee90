//! Pages that do what nobody planned for: they leave, open windows, ask, hang, and say too much. Each has
//! an outcome that is stated, and leaves nothing.

use crate::program::{Bench, Given, NOTICES};
use lagometer_report::{Outcome, RoundDocument, RoundEntry, RoundState};
use std::fs;
use std::time::Duration;

/// Each fault on a button of its own: it comes from a real click, as from a user.
const PAGE: &str = r##"<!doctype html><meta charset=utf-8><title>faults</title><main data-ready>ready</main>
<a id=away href="/other.html">away</a><button id=swap>swap</button><button id=tab>tab</button>
<button id=popup>popup</button><button id=alerts>alerts</button><button id=hang>hang</button>
<button id=guard>guard</button><button id=many>many</button><button id=glimpse>glimpse</button>
<button id=clinging>clinging</button>
<script>
  const on = (id, act) => document.getElementById(id).addEventListener("click", act);
  on("swap", () => { location.href = location.origin.replace("127.0.0.1", "localhost") + "/other.html"; });
  on("tab", () => { open("/other.html"); });
  on("glimpse", () => {
    addEventListener("message", () => { document.body.dataset.back = ""; });
    open("/glimpse.html");
  });
  on("popup", () => { open("/other.html", "small", "width=400,height=300"); });
  on("alerts", () => { for (;;) alert("again"); });
  on("hang", () => { setTimeout(() => { for (;;); }); });
  on("guard", () => { addEventListener("beforeunload", (event) => event.preventDefault()); });
  on("clinging", () => { addEventListener("beforeunload", () => { for (;;); }); });
  on("many", () => {
    let count = 0;
    const more = () => {
      for (let index = 0; index < 4000; index += 1) performance.mark(`${count++}${"-".repeat(60)}`);
      if (count < 40000) setTimeout(more);
      else document.body.dataset.done = "";
    };
    more();
  });
</script>"##;
const OTHER: &str = "<!doctype html><meta charset=utf-8><title>other</title><main data-other>other</main>";

/// Takes the page from view, and gives it back.
const GLIMPSE: &str = "<!doctype html><meta charset=utf-8><title>glimpse</title><script>setTimeout(() => \
    { opener.postMessage('back', '*'); close(); }, 300)</script>";

/// So long after what a round may take a run has ended, on a busy machine: the start of a browser, and
/// giving everything back that a page which does not answer holds.
const AROUND: Duration = Duration::from_secs(25);

/// Runs one round of these actions; what it leaves is looked at.
fn run(bench: &Bench, keys: &str, actions: &str) -> Given {
    // One bench may hold several runs, one after the other.
    let _ = fs::remove_dir_all(bench.results());
    let site = bench.path().join("site");
    fs::create_dir_all(&site).expect("a folder");
    fs::write(site.join("index.html"), PAGE).expect("a page");
    fs::write(site.join("other.html"), OTHER).expect("a page");
    fs::write(site.join("glimpse.html"), GLIMPSE).expect("a page");
    let scenario = bench.scenario(&format!(
        "name: pages\nserve: ./site\nrounds: 1\nwarmup: 0\n{keys}prepare:\n  \
         - waitForElement: '[data-ready]'\nactions:\n{actions}"
    ));
    let given = bench.start_with(&scenario, &[], &[NOTICES]).wait();
    bench.check_nothing_is_left();
    bench.check_record_and_disk_agree();
    given
}

fn codes(round: &RoundEntry) -> Vec<&str> {
    round.reasons.iter().map(|reason| reason.code.as_str()).collect()
}

/// The first round of a run that went well.
fn first_round(bench: &Bench, given: &Given) -> RoundDocument {
    assert_eq!(given.code, Some(0), "{}", given.stderr);
    let record = bench.record();
    assert_eq!(record.outcome, Outcome::Complete);
    assert_eq!(record.rounds[0].state, RoundState::Valid, "{:?}", record.rounds);
    let folder = lagometer_record::RunFolder::at(&bench.run_folder()).expect("the run");
    folder.load_round(&record.rounds[0].round).expect("the round")
}

/// A click that leaves the page, for one of the same site and for one of another, which may have another
/// process: both marks are there, the clocks agree, and the change of the document is told.
#[test]
fn a_page_that_is_left_in_the_window() {
    let Some(bench) = Bench::new() else { return };
    for button in ["away", "swap"] {
        let actions = format!(
            "  - measure: leave\n    steps:\n      - click: '#{button}'\n      \
             - waitForElement: '[data-other]'\n"
        );
        let given = run(&bench, "", &actions);
        let round = first_round(&bench, &given);
        let told: Vec<&str> = round.reasons.iter().map(|reason| reason.code.as_str()).collect();
        assert!(told.contains(&"document-changed"), "{button}: {told:?}");
        assert!(
            given.stdout.contains("another document"),
            "{button}: told with the numbers: {}",
            given.stdout
        );
        let clock = round.clock.expect("clocks were compared");
        let disagreement = clock.disagreement.measured().into_result().expect("a figure");
        assert!(disagreement <= 1_000.0, "{button}: {disagreement} us");
        let analysis = round.analysis.expect("its numbers");
        let leave = analysis
            .user_timings
            .iter()
            .filter(|timing| timing.name == "leave");
        let samples: usize = leave.map(|timing| timing.samples_us.len()).sum();
        assert_eq!(samples, 0, "{button}: a measure does not span two clocks");
        let busy = analysis.metrics["busy_rate/mean"].measured().into_result();
        assert!(busy.expect("a rate") > 0.0, "{button}");
    }
}

/// A popup in a window of its own covers nothing; one in a tab hides the page, which then draws no
/// frames: its round does not count, and says so soon.
#[test]
fn a_popup_that_takes_the_page_from_view() {
    let Some(bench) = Bench::new() else { return };
    let given = run(&bench, "", "  - click: '#popup'\n  - sleep: 200\n");
    first_round(&bench, &given);

    let measured = "  - measure: hidden\n    steps: [{ click: '#tab' }, { sleep: 200 }]\n";
    let given = run(&bench, "", measured);
    assert_eq!(given.code, Some(5), "{}", given.stderr);
    assert!(given.took < AROUND, "it took {:?}", given.took);
    assert!(
        given.said("the page was `hidden` at the end of the window"),
        "{}",
        given.stderr
    );
    assert!(given.said("look for a popup"), "{}", given.stderr);
    let record = bench.record();
    assert_eq!(record.failure.expect("a failure").code, "too-few-valid-rounds");
    assert_eq!(record.rounds.len(), 2, "it was tried once more");
    for round in &record.rounds {
        assert_eq!(round.state, RoundState::Invalid);
        assert!(codes(round).contains(&"not-visible"), "{:?}", round.reasons);
    }
}

/// A tab that closes itself again: the page is visible at both ends of the window, also when it is then
/// left for another document, and was hidden all the same.
#[test]
fn a_page_that_was_hidden_and_shown_again() {
    let Some(bench) = Bench::new() else { return };
    let leaving = "  - navigate: /other.html\n  - waitForElement: '[data-other]'\n";
    for then in ["", leaving] {
        let actions =
            format!("  - click: '#glimpse'\n  - waitForElement: '[data-back]'\n  - sleep: 300\n{then}");
        let given = run(&bench, "", &actions);
        assert_eq!(given.code, Some(5), "{}", given.stderr);
        assert!(
            given.said("inside the window and shown again: "),
            "{}",
            given.stderr
        );
        let record = bench.record();
        assert_eq!(record.failure.expect("a failure").code, "too-few-valid-rounds");
        assert_eq!(record.rounds.len(), 2, "it was tried once more");
        for round in &record.rounds {
            assert_eq!(round.state, RoundState::Invalid);
            assert_eq!(codes(round)[0], "not-visible", "{:?}", round.reasons);
        }
    }
}

/// `beforeunload` stops neither a step that leaves the page nor the end of a round.
#[test]
fn a_page_that_asks_before_it_is_left() {
    let Some(bench) = Bench::new() else { return };
    let leaving = "  - click: '#guard'\n  - navigate: /other.html\n  - waitForElement: '[data-other]'\n";
    let given = run(&bench, "", leaving);
    first_round(&bench, &given);
    let given = run(&bench, "", "  - click: '#guard'\n  - sleep: 50\n");
    first_round(&bench, &given);
}

/// A page that never comes out of `beforeunload`: it cannot be left, and says so; a round that does not
/// leave it is done, and its page goes.
#[test]
fn a_page_that_cannot_be_left() {
    let Some(bench) = Bench::new() else { return };
    let leaving = "  - click: '#clinging'\n  - navigate: /other.html\n    timeout: 2s\n";
    let given = run(&bench, "", leaving);
    assert_eq!(given.code, Some(5), "{}", given.stderr);
    assert!(given.said("did not load in 2 s"), "{}", given.stderr);
    given.check_noticed_in_time("timeout", 1);
    let given = run(&bench, "", "  - click: '#clinging'\n  - sleep: 50\n");
    first_round(&bench, &given);
}

/// Each alert is answered, and there is always one more; or no answer ever comes.
#[test]
fn pages_that_never_come_to_rest_end_by_the_rounds_timeout() {
    let Some(bench) = Bench::new() else { return };
    for button in ["alerts", "hang"] {
        let actions = format!("  - click: '#{button}'\n  - waitForFrames: 2\n    timeout: 60s\n");
        let given = run(&bench, "roundTimeout: 4s\n", &actions);
        assert_eq!(given.code, Some(5), "{button}: {}", given.stderr);
        assert!(given.took < AROUND, "{button}: it took {:?}", given.took);
        assert!(
            given.said("the round was not done in 4 s"),
            "{button}: {}",
            given.stderr
        );
        given.check_noticed_in_time("round-timeout", 1);
        assert_eq!(given.stdout, "", "there is no number");
        let record = bench.record();
        assert_eq!(
            record.failure.expect("a failure").code,
            "round-timeout",
            "{button}"
        );
        assert_eq!(codes(&record.rounds[0]), ["round-timeout"], "{button}");
    }
}

/// More events than the buffer holds: the end mark is among what was lost. Nothing is computed from the
/// rest as if it were whole.
#[test]
fn a_trace_buffer_that_overflows() {
    let Some(bench) = Bench::new() else { return };
    let actions = "  - click: '#many'\n  - waitForElement: '[data-done]'\n    timeout: 30s\n";
    let given = run(&bench, "browser: { traceBuffer: 1MiB }\n", actions);
    assert_eq!(given.code, Some(5), "{}", given.stderr);
    assert!(
        given.said("at round 1: data-loss: the trace buffer was full"),
        "{}",
        given.stderr
    );
    assert!(
        given.said("raise `browser: { traceBuffer: .. }`"),
        "{}",
        given.stderr
    );
    // The browser says it, before the trace is brought to disk.
    assert_eq!(
        given.noticed(),
        [("data-loss".to_owned(), None), ("data-loss".to_owned(), None)]
    );
    let record = bench.record();
    assert_eq!(record.failure.expect("a failure").code, "too-few-valid-rounds");
    assert_eq!(record.files.summary, None, "no number of the run");
    for round in &record.rounds {
        assert_eq!(round.state, RoundState::Invalid);
        assert_eq!(
            codes(round)[..2],
            ["data-loss", "mark-missing"],
            "{:?}",
            round.reasons
        );
        assert!(round.trace.is_some(), "the recording is there to be looked at");
    }
}
