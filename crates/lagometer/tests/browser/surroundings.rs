//! What fails around a run: the server, the disk, our own process; and many runs in a row.

use crate::processes;
use crate::program::Bench;
use crate::server::Server;
use lagometer_report::{Outcome, RoundState};
use std::fs;
use std::io::{BufRead as _, BufReader, Write as _};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
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

    /// From now on nothing can be written on it, not even by the root user.
    fn protect(&self) {
        let protected = Command::new("mount")
            .args(["-o", "remount,ro"])
            .arg(&self.0)
            .status();
        assert!(
            protected.is_ok_and(|status| status.success()),
            "it can be mounted again"
        );
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

/// A results folder that cannot be written is told before a browser starts, in the words of the system.
#[test]
fn a_folder_that_cannot_be_written() {
    let Some(bench) = Bench::new() else { return };
    let Some(disk) = Mount::small(bench.results(), "1m") else {
        return;
    };
    disk.protect();
    let given = bench.run(&bench.scenario(SMALL), &[]);
    assert_eq!(given.code, Some(2), "{}", given.stderr);
    assert!(
        given
            .stderr
            .starts_with("error: cannot write to the results folder"),
        "{}",
        given.stderr
    );
    assert!(given.said("Read-only file system"), "{}", given.stderr);
    assert_eq!(given.stdout, "");
    bench.check_nothing_is_left();
    assert_eq!(fs::read_dir(bench.results()).map_or(0, Iterator::count), 0);
}

/// A display that is none, for a browser with a window; ends when it is dropped.
struct Display {
    process: Child,
    name: String,
}

impl Display {
    /// `None`, said on stderr, where there is no Xvfb.
    fn start() -> Option<Display> {
        // It tells the number that it took.
        let started = Command::new("Xvfb")
            .args([
                "-displayfd",
                "1",
                "-screen",
                "0",
                "1600x1200x24",
                "-nolisten",
                "tcp",
            ])
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn();
        let Ok(mut process) = started else {
            let _ = writeln!(
                std::io::stderr(),
                "skipped, there is no Xvfb to give a browser a display"
            );
            return None;
        };
        let mut line = String::new();
        let stdout = process.stdout.take().expect("it is ours");
        BufReader::new(stdout).read_line(&mut line).expect("its number");
        Some(Display {
            process,
            name: format!(":{}", line.trim()),
        })
    }
}

impl Drop for Display {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// `headless: false` opens a window, in which the page has exactly the viewport and draws frames.
#[test]
fn a_browser_with_a_window() {
    let Some(bench) = Bench::new() else { return };
    let Some(display) = Display::start() else { return };
    let scenario = bench.scenario(
        "name: window\nurl: about:blank\nviewport: { width: 800, height: 600 }\nbrowser: { headless: false }\n\
         actions: [{ waitForFrames: 10 }]\nafter: [{ evaluate: return innerWidth, saveAs: width }]\nrounds: 1\n\
         warmup: 0\n",
    );
    let given = bench
        .start_with(&scenario, &[], &[("DISPLAY", display.name.as_str())])
        .wait();
    assert_eq!(given.code, Some(0), "{}", given.stderr);
    bench.check_nothing_is_left();
    let record = bench.record();
    assert_eq!(record.rounds[0].state, RoundState::Valid, "{:?}", record.rounds);
    let environment = record.environment.expect("it is known");
    assert_eq!(environment.headless, "off");
    assert_eq!(
        (environment.viewport.width, environment.viewport.height),
        (800, 600)
    );
    assert!(
        !environment
            .flags
            .iter()
            .any(|flag| flag.starts_with("--headless"))
    );
    assert!(given.stdout.contains("with a window"), "{}", given.stdout);
}

/// A `sleep` in a measure is part of what is measured: the result warns of it, with its place.
#[test]
fn a_sleep_inside_a_measure() {
    let Some(bench) = Bench::new() else { return };
    let scenario = bench.scenario(
        "name: asleep\nurl: about:blank\nactions:\n  - measure: rest\n    steps: [{ sleep: 80 }]\nrounds: 1\n\
         warmup: 0\n",
    );
    let given = bench.run(&scenario, &[]);
    assert_eq!(given.code, Some(0), "{}", given.stderr);
    let told = given.stdout.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(told.starts_with("warning: "), "{told}");
    assert!(told.contains("`sleep`") && told.contains("`rest`"), "{told}");
    bench.check_nothing_is_left();
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
