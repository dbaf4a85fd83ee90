//! A browser, a served folder, and rounds in it.

use flate2::read::MultiGzDecoder;
use lagometer_measure::round::{self, Noticed, RoundArtifacts, RoundInput};
use lagometer_measure::site::{self, Site};
use lagometer_measure::{Browser, BrowserChoice, Error, LaunchOptions, Location, Secrets, browser, scenario};
use serde_json::Value;
use std::cell::Cell;
use std::fs;
use std::io::Read;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use tempfile::TempDir;
use tokio::sync::watch;

static ONE_AT_A_TIME: Mutex<()> = Mutex::new(());

/// The right to have browsers; whoever holds it has the only ones.
pub struct Turn {
    _guard: MutexGuard<'static, ()>,
}

pub fn turn() -> Turn {
    Turn {
        _guard: ONE_AT_A_TIME.lock().unwrap_or_else(PoisonError::into_inner),
    }
}

impl Drop for Turn {
    fn drop(&mut self) {
        if !std::thread::panicking() {
            assert_nothing_left();
        }
    }
}

pub struct Lab {
    pub browser: Browser,
    folder: TempDir,
    site: Site,
}

/// A round that succeeded, with its folder.
pub struct Round {
    pub folder: TempDir,
    pub artifacts: RoundArtifacts,
}

/// A round that failed, with its folder.
pub struct Failed {
    pub folder: TempDir,
    pub error: Error,
    /// Absent where the round never began.
    pub noticed: Option<Noticed>,
}

/// One test that runs its cases one after the other in one browser, because starting one for each
/// would take minutes; what it says last is the case that failed.
macro_rules! in_one_browser {
    ($name:ident: $($case:ident),* $(,)?) => {
        #[test]
        fn $name() {
            $crate::lab::in_browser(async |lab| {
                $(
                    eprintln!("case {}", stringify!($case));
                    $case(lab).await;
                )*
            });
        }
    };
}
pub(crate) use in_one_browser;

/// Runs a test in a browser of its own, or says that it is skipped. Afterwards nothing of the browser
/// is left, whether the test closed it or not.
pub fn in_browser(test: impl AsyncFnOnce(&Lab)) {
    with_lab(async |lab| {
        test(&lab).await;
        let problems = lab.browser.close().await;
        assert!(problems.is_empty(), "{problems:?}");
    });
}

/// The same in a browser that is started with a further flag.
pub fn in_browser_with(flag: &str, test: impl AsyncFnOnce(&Lab)) {
    with_lab(async |mut lab| {
        lab.browser.close().await;
        let mut options = options();
        options.flags.push(flag.to_owned());
        lab.browser = Browser::launch(&find().unwrap(), options).await.unwrap();
        test(&lab).await;
        let problems = lab.browser.close().await;
        assert!(problems.is_empty(), "{problems:?}");
    });
}

/// The same, for a test that closes or loses the browser itself.
pub fn with_lab(test: impl AsyncFnOnce(Lab)) {
    let Some(choice) = find() else { return };
    let _turn = turn();
    runtime().block_on(async {
        let folder = tempfile::tempdir().unwrap();
        let lab = Lab {
            browser: launch(&choice).await,
            site: site::serve(folder.path()).await.unwrap(),
            folder,
        };
        test(lab).await;
    });
}

pub fn find() -> Option<BrowserChoice> {
    match browser::find(None) {
        Ok(choice) => Some(choice),
        Err(error) => {
            let required = std::env::var_os("LAGOMETER_REQUIRE_BROWSER").is_some_and(|value| value == "1");
            assert!(!required, "{error}");
            let _ = writeln!(std::io::stderr(), "skipped: {error}");
            None
        }
    }
}

pub fn runtime() -> tokio::runtime::Runtime {
    tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .unwrap()
}

pub fn options() -> LaunchOptions {
    LaunchOptions {
        headless: true,
        flags: Vec::new(),
        major: None,
        timeout: Duration::from_secs(30),
    }
}

pub async fn launch(choice: &BrowserChoice) -> Browser {
    Browser::launch(choice, options()).await.unwrap()
}

impl Lab {
    /// Puts a file into the served folder.
    pub fn file(&self, name: &str, content: &str) {
        fs::write(self.folder.path().join(name), content).unwrap();
    }

    pub fn base_url(&self) -> &str {
        self.site.base_url()
    }

    /// Runs a scenario, given as YAML.
    pub async fn round(&self, yaml: &str) -> Result<Round, Failed> {
        let (_sender, cancel) = watch::channel(false);
        self.round_until(yaml, cancel).await
    }

    pub async fn round_until(&self, yaml: &str, cancel: watch::Receiver<bool>) -> Result<Round, Failed> {
        self.round_in(tempfile::tempdir().unwrap(), yaml, cancel).await
    }

    pub async fn round_in(
        &self,
        folder: TempDir,
        yaml: &str,
        cancel: watch::Receiver<bool>,
    ) -> Result<Round, Failed> {
        let scenario =
            scenario::parse(yaml, "scenario.yaml").unwrap_or_else(|error| panic!("{}", error.report()));
        let secrets = Secrets::of(&scenario, |name| Some(secret(name))).unwrap();
        let noticed = Cell::new(None);
        let input = RoundInput {
            number: 1,
            purpose: lagometer_measure::round::Purpose::Measuring,
            scenario_file: "scenario.yaml",
            folder: folder.path(),
            base_url: Some(self.base_url()),
            secrets: &secrets,
            finish: &|from, to| fs::rename(from, to),
            cancel,
            noticed: &|now| noticed.set(Some(now)),
        };
        let starved = time_without_a_processor();
        let ended = round::run(&self.browser, &scenario, input).await;
        assert_no_secret(folder.path());
        match ended {
            Ok(artifacts) => {
                assert!(artifacts.cleanup.is_empty(), "{:?}", artifacts.cleanup);
                Ok(Round { folder, artifacts })
            }
            Err(error) => {
                // A round that never began has nothing to clean up that could hold up its error.
                if let Some(noticed) = noticed.get() {
                    assert_in_time(noticed, &error, time_without_a_processor() - starved);
                }
                Err(Failed {
                    folder,
                    error,
                    noticed: noticed.get(),
                })
            }
        }
    }

    /// A round that must succeed.
    pub async fn good_round(&self, yaml: &str) -> Round {
        match self.round(yaml).await {
            Ok(round) => round,
            Err(failed) => panic!("{}", told(&failed.error)),
        }
    }

    /// A round that must fail.
    pub async fn bad_round(&self, yaml: &str) -> Failed {
        match self.round(yaml).await {
            Ok(_) => panic!("the round succeeded"),
            Err(failed) => failed,
        }
    }

    /// Shows that the browser still works.
    pub async fn still_works(&self) {
        self.file("works.html", "<!doctype html><p>works");
        let round = self
            .good_round("name: works\nserve: .\nurl: /works.html\nactions: [{waitForElement: p}]")
            .await;
        assert!(!round.events().is_empty());
    }
}

/// What goes wrong is known within two seconds from when it can be known; to that comes what other
/// programs took of this thread's time.
fn assert_in_time(noticed: Noticed, error: &Error, starved: Duration) {
    assert_eq!(noticed.code, error.code());
    let Some(after) = noticed.after else { return };
    assert!(
        after < Duration::from_secs(2) + starved,
        "{}: {after:?}, of which {starved:?} without a processor",
        error.code()
    );
}

/// How long this thread was ready to run and had no processor, since it began; zero where the system
/// does not say it.
fn time_without_a_processor() -> Duration {
    let text = fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    let nanoseconds = text
        .split_whitespace()
        .nth(1)
        .and_then(|waited| waited.parse().ok());
    Duration::from_nanos(nanoseconds.unwrap_or(0))
}

/// The value of a variable that a scenario names.
pub fn secret(name: &str) -> String {
    format!("{name}{SECRET_END}")
}

/// What every secret ends with.
const SECRET_END: &str = "-that-nobody-may-see";

/// No file of a round holds the value of a secret, packed or not.
fn assert_no_secret(folder: &Path) {
    for name in names(folder) {
        let path = folder.join(&name);
        let mut bytes = fs::read(&path).unwrap();
        if name.ends_with(".gz") {
            let packed = std::mem::take(&mut bytes);
            // A trace that was cut off is read as far as it goes.
            let _ = MultiGzDecoder::new(packed.as_slice()).read_to_end(&mut bytes);
        }
        let text = String::from_utf8_lossy(&bytes);
        assert!(!text.contains(SECRET_END), "{name} holds a secret");
    }
}

/// The error as a person reads it.
pub fn told(error: &Error) -> String {
    let at = if *error.at == Location::default() {
        ""
    } else {
        "at "
    };
    let place = error.place().map(|place| format!("\n  {at}{place}")).into_iter();
    let hint = error.hint().map(|hint| format!("\nhint: {hint}")).into_iter();
    format!("error: {error}{}", place.chain(hint).collect::<String>())
}

pub fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).unwrap();
    let mut names: Vec<String> = entries
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    names
}

impl Round {
    /// The events of the trace on disk.
    pub fn events(&self) -> Vec<Value> {
        let file = fs::File::open(self.folder.path().join("trace.json.gz")).unwrap();
        let mut text = String::new();
        MultiGzDecoder::new(file).read_to_string(&mut text).unwrap();
        let trace: Value = serde_json::from_str(&text).unwrap();
        trace["traceEvents"].as_array().unwrap().clone()
    }

    /// The marks of that name begin: time and name.
    pub fn marks(&self, prefix: &str) -> Vec<(i64, String)> {
        let events = self.events();
        let marks = events
            .iter()
            .filter(|event| event["cat"] == "blink.user_timing" && event["ph"] == "I");
        let mut found: Vec<(i64, String)> = marks
            .filter_map(|event| Some((event["ts"].as_i64()?, event["name"].as_str()?.to_owned())))
            .filter(|(_, name)| name.starts_with(prefix))
            .collect();
        found.sort();
        found
    }

    /// The measures of that name: begin, end, and the detail. One of no length is a single event.
    pub fn measures(&self, name: &str) -> Vec<Measure> {
        let events = self.events();
        let of_name = |phases: &[&str]| -> Vec<Value> {
            let found = events.iter().filter(|event| {
                let phase = event["ph"].as_str();
                event["cat"] == "blink.user_timing"
                    && event["name"] == name
                    && phase.is_some_and(|phase| phases.contains(&phase))
            });
            let mut found: Vec<Value> = found.cloned().collect();
            found.sort_by_key(|event| event["ts"].as_i64());
            found
        };
        let mut ends = of_name(&["e"]);
        let begins = of_name(&["b", "n"]).into_iter().map(|begin| {
            let time = |event: &Value| event["ts"].as_i64().unwrap();
            let end = if begin["ph"] == "n" {
                time(&begin)
            } else {
                let own = ends
                    .iter()
                    .position(|end| end["id2"] == begin["id2"] && end["id"] == begin["id"]);
                time(&ends.remove(own.expect("every begin has its end")))
            };
            Measure {
                begin: time(&begin),
                end,
                detail: detail(&begin),
            }
        });
        begins.collect()
    }

    /// How many main threads of renderers the trace holds.
    pub fn renderers(&self) -> usize {
        let events = self.events();
        let threads = events
            .iter()
            .filter(|event| event["name"] == "thread_name" && event["args"]["name"] == "CrRendererMain");
        threads.count()
    }

    pub fn saved(&self, name: &str) -> &Value {
        &self.artifacts.samples.saved[name]
    }
}

/// A measure in the trace, in microseconds.
#[derive(Debug)]
pub struct Measure {
    pub begin: i64,
    pub end: i64,
    pub detail: Value,
}

impl Measure {
    pub fn milliseconds(&self) -> f64 {
        (self.end - self.begin) as f64 / 1000.0
    }
}

/// The trace holds a measure's detail as JSON in a string.
fn detail(event: &Value) -> Value {
    let args = &event["args"];
    let detail = if args["detail"].is_null() {
        &args["data"]["detail"]
    } else {
        &args["detail"]
    };
    match detail.as_str() {
        Some(text) => serde_json::from_str(text).unwrap(),
        None => detail.clone(),
    }
}

/// Processes of browsers that this test process started, by their command lines; those that ended and
/// are only not reaped do not count.
pub fn processes() -> Vec<String> {
    let mark = format!("-{}-", std::process::id());
    let entries = fs::read_dir("/proc").into_iter().flatten().flatten();
    let found = entries.filter_map(|entry| {
        entry.file_name().to_str()?.parse::<u32>().ok()?;
        let line = fs::read(entry.path().join("cmdline")).ok()?;
        let line = String::from_utf8_lossy(&line).replace('\0', " ");
        let at = line.find("lagometer-profile-")?;
        let stat = fs::read_to_string(entry.path().join("stat")).ok()?;
        let is_zombie = stat.rsplit(')').next()?.trim_start().starts_with('Z');
        (line[at..].contains(&mark) && !is_zombie).then_some(line)
    });
    found.collect()
}

/// Profile folders of browsers that this test process started.
pub fn profiles() -> Vec<PathBuf> {
    let mark = format!("-{}-", std::process::id());
    let entries = fs::read_dir(std::env::temp_dir()).unwrap().flatten();
    let found = entries.filter(|entry| {
        let name = entry.file_name().to_string_lossy().into_owned();
        name.starts_with("lagometer-profile-") && name.contains(&mark)
    });
    found.map(|entry| entry.path()).collect()
}

/// Nothing of any browser is left, at the latest in two seconds.
pub fn assert_nothing_left() {
    let start = Instant::now();
    loop {
        let (processes, profiles) = (processes(), profiles());
        if processes.is_empty() && profiles.is_empty() {
            return;
        }
        assert!(
            start.elapsed() < Duration::from_secs(2),
            "left: {processes:#?} {profiles:#?}"
        );
        std::thread::sleep(Duration::from_millis(20));
    }
}
