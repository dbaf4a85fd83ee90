//! Starting the program with a browser, in a folder of its own, and looking at what it leaves.

use crate::processes;
use lagometer_report::RecordDocument;
use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::{Condvar, Mutex, PoisonError};
use std::time::{Duration, Instant};
use tempfile::TempDir;

/// Two browsers at a time: most of a test is waiting, and each looks only at what its own folder for
/// temporary files marks. More than two would make each other's rounds slow.
static FREE_TURNS: Mutex<u32> = Mutex::new(2);
static TURN_FREED: Condvar = Condvar::new();

/// The right to have a browser.
struct Turn;

impl Turn {
    fn take() -> Turn {
        let mut free = FREE_TURNS.lock().unwrap_or_else(PoisonError::into_inner);
        while *free == 0 {
            free = TURN_FREED.wait(free).unwrap_or_else(PoisonError::into_inner);
        }
        *free -= 1;
        Turn
    }
}

impl Drop for Turn {
    fn drop(&mut self) {
        *FREE_TURNS.lock().unwrap_or_else(PoisonError::into_inner) += 1;
        TURN_FREED.notify_one();
    }
}

/// A place to run in, with a browser.
pub struct Bench {
    folder: TempDir,
    _turn: Turn,
}

/// What the program gave.
pub struct Given {
    pub code: Option<i32>,
    pub stdout: String,
    pub stderr: String,
    pub took: Duration,
    /// From the first signal to its end.
    pub after_signal: Option<Duration>,
}

/// A run under way.
pub struct Running {
    child: Child,
    started: Instant,
    signalled: Option<Instant>,
}

impl Bench {
    /// `None`, said on stderr, where there is no browser and none is demanded.
    pub fn new() -> Option<Bench> {
        let turn = Turn::take();
        if let Err(error) = lagometer_measure::browser::find(None) {
            let demanded = std::env::var_os("LAGOMETER_REQUIRE_BROWSER").is_some_and(|value| value == "1");
            assert!(!demanded, "LAGOMETER_REQUIRE_BROWSER=1, but: {error}");
            let _ = writeln!(std::io::stderr(), "skipped, there is no browser: {error}");
            return None;
        }
        let folder = tempfile::tempdir().expect("a folder");
        fs::create_dir(folder.path().join("tmp")).expect("a folder");
        Some(Bench { folder, _turn: turn })
    }

    /// The folder; `results` and `tmp` lie in it.
    pub fn path(&self) -> &Path {
        self.folder.path()
    }

    pub fn results(&self) -> PathBuf {
        self.path().join("results")
    }

    /// Where the program and its browser put what is temporary; it also marks their processes.
    pub fn temporary(&self) -> PathBuf {
        self.path().join("tmp")
    }

    /// Writes a scenario and gives its path.
    pub fn scenario(&self, text: &str) -> PathBuf {
        let path = self.path().join("scenario.yaml");
        fs::write(&path, text).expect("it can be written");
        path
    }

    /// Starts `lagometer run SCENARIO` with the results in this bench.
    pub fn start(&self, scenario: &Path, arguments: &[&str]) -> Running {
        self.start_with(scenario, arguments, &[])
    }

    /// The same with variables of the environment. The extra round with CPU samples is left out: it has
    /// tests of its own.
    pub fn start_with(&self, scenario: &Path, arguments: &[&str], variables: &[(&str, &str)]) -> Running {
        let arguments: Vec<&str> = arguments.iter().copied().chain(["--no-diagnosis"]).collect();
        self.start_diagnosed(scenario, &arguments, variables)
    }

    /// The same with the extra round, unless the arguments leave it out.
    pub fn start_diagnosed(
        &self,
        scenario: &Path,
        arguments: &[&str],
        variables: &[(&str, &str)],
    ) -> Running {
        let mut command = Command::new(env!("CARGO_BIN_EXE_lagometer"));
        command.arg("run").arg(scenario).arg("--results");
        command.arg(self.results()).args(arguments);
        self.spawn(command, variables)
    }

    /// Starts another command in this bench's folder.
    pub fn start_command(&self, arguments: &[&str]) -> Running {
        let mut command = Command::new(env!("CARGO_BIN_EXE_lagometer"));
        command.args(arguments).current_dir(self.path());
        self.spawn(command, &[])
    }

    fn spawn(&self, mut command: Command, variables: &[(&str, &str)]) -> Running {
        let child = command
            .env("TMPDIR", self.temporary())
            .env("LANG", "C.UTF-8")
            .env("RUST_BACKTRACE", "0")
            .env_remove("LAGOMETER_LOG")
            .env_remove("LAGOMETER_TEST_SECRET")
            .envs(variables.iter().copied())
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program starts");
        Running {
            child,
            started: Instant::now(),
            signalled: None,
        }
    }

    /// The same to its end.
    pub fn run(&self, scenario: &Path, arguments: &[&str]) -> Given {
        self.start(scenario, arguments).wait()
    }

    /// The folder of the only run.
    pub fn run_folder(&self) -> PathBuf {
        let runs: Vec<PathBuf> = fs::read_dir(self.results().join("runs"))
            .expect("the folder of the runs")
            .map(|entry| entry.expect("an entry").path())
            .collect();
        assert_eq!(runs.len(), 1, "{runs:?}");
        runs[0].clone()
    }

    /// The record of the only run.
    pub fn record(&self) -> RecordDocument {
        lagometer_record::RunFolder::at(&self.run_folder())
            .and_then(|run| run.load_record())
            .expect("the record loads")
    }

    /// Nothing that the program started lives, and nothing temporary lies anywhere. Processes get 3 s.
    pub fn check_nothing_is_left(&self) {
        processes::check_none_with(&self.temporary());
        let left: Vec<String> = names_below(&self.temporary());
        assert_eq!(left, Vec::<String>::new(), "temporary files are left");
        if self.results().is_dir() {
            let half: Vec<String> = names_below(&self.results())
                .into_iter()
                .filter(|path| {
                    let name = path.rsplit('/').next().expect("a name");
                    name.starts_with('.') || name.ends_with(".tmp") || name.ends_with(".part")
                })
                .collect();
            assert_eq!(half, Vec::<String>::new(), "half-written files are left");
        }
    }

    /// What the record names is there and loads; nothing else lies in the rounds.
    pub fn check_record_and_disk_agree(&self) {
        let record = self.record();
        let run = lagometer_record::RunFolder::at(&self.run_folder()).expect("the run");
        for round in &record.rounds {
            let document = run.load_round(&round.round).expect("the round loads");
            assert_eq!((document.number, document.state), (round.number, round.state));
            for file in round.trace.iter().chain(&round.samples) {
                assert!(run.file(file).expect("inside").is_file(), "{file} is missing");
            }
        }
        if let Some(diagnosis) = &record.diagnosis {
            let files = diagnosis
                .trace
                .iter()
                .chain(&diagnosis.samples)
                .chain(&diagnosis.cpu);
            for file in files.chain(diagnosis.sources.iter().map(|source| &source.file)) {
                assert!(run.file(file).expect("inside").is_file(), "{file} is missing");
            }
        }
        let rounds = self.run_folder().join("rounds");
        let folders = fs::read_dir(rounds).map_or(0, Iterator::count);
        let with_samples = record.diagnosis.iter().filter(|of| of.samples.is_some()).count();
        assert_eq!(
            folders,
            record.rounds.len() + with_samples,
            "a round without a line in the record"
        );
    }
}

/// Every file and folder below, relative.
fn names_below(root: &Path) -> Vec<String> {
    let mut names = Vec::new();
    let mut folders = vec![root.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).expect("a folder") {
            let path = entry.expect("an entry").path();
            let name = path.strip_prefix(root).expect("below").display().to_string();
            if path.is_dir() && !path.is_symlink() {
                folders.push(path);
            }
            names.push(name);
        }
    }
    names.sort();
    names
}

impl Given {
    /// Whether it said so on stderr, wherever lines were broken.
    pub fn said(&self, text: &str) -> bool {
        let words: Vec<&str> = self.stderr.split_whitespace().collect();
        words.join(" ").contains(text)
    }

    /// Nothing went wrong that anybody has to know. A browser on a loaded machine may take longer to give
    /// a page back than it is given; that it did is told, and is no fault of the run.
    pub fn check_nothing_to_tell(&self) {
        let mut lines = self.stderr.lines();
        let is_told =
            |line: &str| line.starts_with("warning: failed to clean up: ") || line.starts_with("  ");
        assert!(lines.all(is_told), "{}", self.stderr);
    }
}

/// The log of what [`Given::noticed`] reads, and of nothing else.
pub const NOTICES: (&str, &str) = ("LAGOMETER_LOG", "lagometer_measure::round::notice=info");

impl Given {
    /// Which rounds did not count, in the order in which that was known, by the program's own log: the
    /// code, and how many milliseconds after it could be known, where there was something to wait for.
    pub fn noticed(&self) -> Vec<(String, Option<u64>)> {
        let lines = self.stderr.lines();
        let notices = lines.filter_map(|line| line.split_once("the round does not count code="));
        notices
            .map(|(_, rest)| {
                let (code, after) = match rest.split_once(" after_ms=") {
                    Some((code, after)) => (code, Some(after.trim().parse().expect("a number"))),
                    None => (rest.trim(), None),
                };
                (code.trim_matches('"').to_owned(), after)
            })
            .collect()
    }

    /// All of them have this code, and were known within two seconds from when they could be: what the
    /// program then does to clean up comes after.
    pub fn check_noticed_in_time(&self, code: &str, count: usize) {
        let noticed = self.noticed();
        assert_eq!(noticed.len(), count, "{noticed:?} {}", self.stderr);
        for (told, after) in &noticed {
            assert_eq!(told, code, "{noticed:?}");
            let after = after.expect("it is known since when");
            assert!(after <= 2_000 + STARVED, "{code}: {after} ms");
        }
    }
}

/// How long the program may stand still because others have the processors: these tests run two at a
/// time, on machines that do other things.
const STARVED: u64 = 1_000;

/// Longer than any of these runs, also on a busy machine.
const LIMIT: Duration = Duration::from_secs(120);

impl Running {
    pub fn signal(&mut self, name: &str) {
        self.signalled.get_or_insert_with(Instant::now);
        processes::signal(self.child.id(), name);
    }

    pub fn id(&self) -> u32 {
        self.child.id()
    }

    pub fn has_ended(&mut self) -> bool {
        self.child.try_wait().expect("it can be asked").is_some()
    }

    /// Waits until this is so; gives up, with what the program said, when it has ended.
    pub fn until(&mut self, what: &str, mut so: impl FnMut() -> bool) {
        while !so() {
            assert!(!self.has_ended(), "the program ended before {what}");
            assert!(self.started.elapsed() < LIMIT, "{what} did not happen");
            std::thread::sleep(Duration::from_millis(2));
        }
    }

    pub fn wait(mut self) -> Given {
        while !self.has_ended() {
            if self.started.elapsed() > LIMIT {
                self.child.kill().expect("it can be killed");
                panic!("the program did not end in {LIMIT:?}");
            }
            std::thread::sleep(Duration::from_millis(5));
        }
        let took = self.started.elapsed();
        let after_signal = self.signalled.map(|signalled| signalled.elapsed());
        let output = self.child.wait_with_output().expect("it ended");
        Given {
            code: output.status.code(),
            stdout: String::from_utf8(output.stdout).expect("UTF-8"),
            stderr: String::from_utf8(output.stderr).expect("UTF-8"),
            took,
            after_signal,
        }
    }
}
