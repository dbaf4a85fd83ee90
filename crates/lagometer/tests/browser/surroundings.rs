//! What fails around a run: the server, the disk, our own process; and many runs in a row.

use crate::processes;
use crate::program::Bench;
use crate::server::Server;
use lagometer_report::{Outcome, RoundState};
use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

/// The smallest scenario that has a window.
const SMALL: &str = "name: small\nurl: about:blank\nactions: [{ sleep: 10 }]\nrounds: 1\nwarmup: 0\n";

/// The server goes away after the second round: the third says so at once, and the two stay.
#[test]
fn a_server_that_goes_away_between_rounds() {
    let Some(bench) = Bench::new() else { return };
    let server = Server::start();
    let scenario = bench.scenario(&format!(
        "name: server\nurl: {}\nprepare: [{{ waitForElement: '[data-ready]' }}]\nactions:\n  \
         - evaluate: await fetch('/actions')\n  - sleep: 100\nrounds: 3\nwarmup: 0\n",
        server.url()
    ));
    let mut running = bench.start(&scenario, &[]);
    running.until("the actions of round 2", || server.asked("/actions") == 2);
    server.stop();
    let given = running.wait();
    assert_eq!(given.code, Some(5), "{}", given.stderr);
    assert!(given.said("failed to load"), "{}", given.stderr);
    assert!(given.said("round 3 of 3; 2 rounds kept"), "{}", given.stderr);
    assert!(given.stdout.contains("server   2 rounds"), "{}", given.stdout);
    bench.check_nothing_is_left();
    let record = bench.record();
    assert_eq!(record.outcome, Outcome::Failed);
    assert_eq!(record.failure.expect("a failure").code, "navigation-failed");
    let states: Vec<RoundState> = record.rounds.iter().map(|round| round.state).collect();
    assert_eq!(states, [RoundState::Valid, RoundState::Valid, RoundState::Failed]);
    assert!(
        record.files.summary.is_some(),
        "the finished rounds have their value"
    );
    bench.check_record_and_disk_agree();
}

/// A file system of its own; unmounted when the test ends, however it ends.
struct Mount(PathBuf);

impl Mount {
    /// `None`, said on stderr, where nothing can be mounted.
    fn small(folder: PathBuf, size: &str) -> Option<Mount> {
        fs::create_dir(&folder).expect("a folder");
        let mounted = Command::new("mount")
            .args(["-t", "tmpfs", "-o", &format!("size={size}"), "tmpfs"])
            .arg(&folder)
            .output();
        match mounted {
            Ok(output) if output.status.success() => Some(Mount(folder)),
            _ => {
                let _ = writeln!(
                    std::io::stderr(),
                    "skipped, no file system can be mounted: it needs the root user"
                );
                None
            }
        }
    }

    /// Fills it but for so many bytes.
    fn fill_but(&self, left: usize) {
        use std::io::Write as _;
        let path = self.0.join("filler");
        let mut file = fs::File::create(&path).expect("a file");
        let block = [0; 4096];
        let mut written = 0;
        while file.write_all(&block).is_ok() {
            written += block.len();
        }
        drop(file);
        let file = fs::OpenOptions::new().write(true).open(&path).expect("the file");
        file.set_len(written.saturating_sub(left) as u64)
            .expect("it gets shorter");
    }
}

impl Drop for Mount {
    fn drop(&mut self) {
        let _ = Command::new("umount").arg(&self.0).status();
    }
}

/// The disk is full when the trace of the second round is to be written: the first round stays, no half
/// file is left, and the place is named.
#[test]
fn a_disk_that_is_full() {
    let Some(bench) = Bench::new() else { return };
    let Some(disk) = Mount::small(bench.results(), "8m") else {
        return;
    };
    let server = Server::start();
    let scenario = bench.scenario(&format!(
        "name: full\nurl: {}\nactions:\n  - evaluate: await fetch('/actions')\n  - sleep: 1500\n\
         rounds: 3\nwarmup: 0\n",
        server.url()
    ));
    let mut running = bench.start(&scenario, &[]);
    running.until("the actions of round 2", || server.asked("/actions") == 2);
    disk.fill_but(0);
    let given = running.wait();
    assert_eq!(given.code, Some(5), "{}", given.stderr);
    assert!(
        given.stderr.starts_with("error: the disk is full"),
        "{}",
        given.stderr
    );
    assert!(given.said("1 round kept"), "{}", given.stderr);
    assert!(
        given.stdout.contains("full   1 round"),
        "what is known is answered: {}",
        given.stdout
    );
    bench.check_nothing_is_left();
    let record = bench.record();
    assert_ne!(record.outcome, Outcome::Complete);
    assert_eq!(record.rounds[0].state, RoundState::Valid, "{:?}", record.rounds);
    bench.check_record_and_disk_agree();
}

/// Nobody can clean up after SIGKILL but the browser, which hears that its pipe ends, and the next run.
#[test]
fn our_own_process_is_killed() {
    let Some(bench) = Bench::new() else { return };
    let server = Server::start();
    let scenario = bench.scenario(&format!(
        "name: killed\nurl: {}\nactions:\n  - evaluate: await fetch('/actions')\n  - sleep: 1500\n\
         rounds: 3\nwarmup: 0\n",
        server.url()
    ));
    let mut running = bench.start(&scenario, &[]);
    running.until("the actions of round 2", || server.asked("/actions") == 2);
    running.signal("KILL");
    let given = running.wait();
    assert_eq!(given.code, None, "it was killed");
    processes::check_none_with(&bench.temporary());
    let record = bench.record();
    assert_eq!(record.outcome, Outcome::Interrupted);
    assert_eq!(record.rounds.len(), 1);
    assert_eq!(record.rounds[0].state, RoundState::Valid);

    let given = bench.run(&bench.scenario(SMALL), &[]);
    assert_eq!(given.code, Some(0), "{}", given.stderr);
    bench.check_nothing_is_left();
    let index = fs::read_to_string(bench.results().join("records.json")).expect("the index");
    assert_eq!(index.matches("\"interrupted\"").count(), 1, "{index}");
    assert_eq!(index.matches("\"complete\"").count(), 1, "{index}");
}

/// What one run left would add up.
#[test]
fn twenty_runs_in_a_row() {
    let Some(bench) = Bench::new() else { return };
    let scenario = bench.scenario(SMALL);
    let since = Instant::now();
    for number in 1..=20 {
        let given = bench.run(&scenario, &["--keep-traces", "none"]);
        assert_eq!(given.code, Some(0), "run {number}: {}", given.stderr);
        bench.check_nothing_is_left();
        assert!(since.elapsed() < Duration::from_secs(600), "run {number}");
    }
    let runs = fs::read_dir(bench.results().join("runs")).map_or(0, Iterator::count);
    assert_eq!(runs, 20);
    let index = fs::read_to_string(bench.results().join("records.json")).expect("the index");
    assert_eq!(index.matches("\"complete\"").count(), 20, "{index}");
    assert_nothing_but(&bench.results(), &["records.json", "runs"]);
}

fn assert_nothing_but(folder: &Path, names: &[&str]) {
    let mut found: Vec<String> = fs::read_dir(folder)
        .expect("a folder")
        .map(|entry| {
            entry
                .expect("an entry")
                .file_name()
                .to_string_lossy()
                .into_owned()
        })
        .collect();
    found.sort();
    assert_eq!(found, names);
}
