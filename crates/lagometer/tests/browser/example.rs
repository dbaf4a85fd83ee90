//! The example, measured: lower bounds and containment, not exact times, since machines are loaded.

use crate::program::Bench;
use lagometer_report::{LongTask, Outcome, RoundDocument, RoundRole, RoundState, UserTiming};
use serde_json::Value;
use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The button's handler is busy for this long.
const BUSY_US: i64 = 120_000;

fn example() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/grid-sort/grid-sort.yaml")
}

#[test]
fn the_example_is_measured() {
    let Some(bench) = Bench::new() else { return };
    let given = bench.run(
        &example(),
        &["--rounds", "3", "--warmup", "1", "--format", "json"],
    );
    assert_eq!(given.code, Some(0), "{}", given.stderr);
    given.check_nothing_to_tell();
    bench.check_nothing_is_left();
    let summary: Value = serde_json::from_str(&given.stdout).expect("JSON");
    check_summary(&summary);
    let record = bench.record();
    assert_eq!(record.outcome, Outcome::Complete);
    let valid = |role: RoundRole| {
        let rounds = record.rounds.iter();
        rounds
            .filter(|round| round.role == role && round.state == RoundState::Valid)
            .count()
    };
    assert_eq!(valid(RoundRole::Measured), 3, "{:?}", record.rounds);
    check_nulls_have_reasons(&bench.run_folder());
    if let Some(commit) = commit_by_git() {
        assert_eq!(record.source.map(|source| source.commit), Some(commit));
    }
    bench.check_record_and_disk_agree();
    check_rounds(&bench.run_folder());
    check_moved(&bench);
    check_other_commands(&bench);
}

/// Everything that belongs to the conditions is there, or says why it is not.
fn check_nulls_have_reasons(run: &Path) {
    let text = fs::read_to_string(run.join("record.json")).expect("the record");
    let record: Value = serde_json::from_str(&text).expect("JSON");
    let environment = record["environment"].as_object().expect("it is known");
    for field in [
        "lagometer",
        "browser",
        "v8",
        "headless",
        "flags",
        "os",
        "arch",
        "viewport",
        "refresh",
        "visibility",
        "throttling",
        "cache",
        "trace_buffer_bytes",
    ] {
        assert!(!environment[field].is_null(), "{field}");
    }
    let nulls = |values: &serde_json::Map<String, Value>, prefix: &str| -> Vec<String> {
        let nulls = values.iter().filter(|(_, value)| value.is_null());
        nulls.map(|(name, _)| format!("{prefix}{name}")).collect()
    };
    let mut of_environment = nulls(environment, "");
    of_environment.extend(nulls(environment["cpu"].as_object().expect("a map"), "cpu."));
    for field in of_environment {
        let why = &environment["absent"][&field];
        assert!(
            why["reason"].is_string() && why["detail"].is_string(),
            "{field}: {why}"
        );
    }
    for field in ["data_sha256", "source", "source.dirty", "scenario.url"] {
        let value = field.split('.').try_fold(&record, |value, name| value.get(name));
        let is_null = value.is_some_and(Value::is_null);
        assert_eq!(record["absent"][field].is_object(), is_null, "{field}");
    }
}

/// What git itself says; `None` where there is no git, where this tree is no clone, or where git refuses
/// to look at a clone that belongs to somebody else.
fn commit_by_git() -> Option<String> {
    let output = Command::new("git")
        .args(["rev-parse", "HEAD"])
        .current_dir(example().parent().expect("a folder"))
        .output()
        .ok()?;
    let commit = String::from_utf8(output.stdout).expect("UTF-8");
    output.status.success().then(|| commit.trim().to_owned())
}

fn check_summary(summary: &Value) {
    let head = &summary["variants"]["head"];
    assert_eq!(head["rounds"]["measured"], 3);
    assert_eq!(head["rounds"]["warmup"], 1);
    let metric = |id: &str| {
        let value = head["metrics"][id]["value"].as_f64();
        value.unwrap_or_else(|| panic!("{id} has no value: {}", head["metrics"][id]))
    };
    let busy = BUSY_US as f64;
    assert!(metric("long_task/count") >= 1.0);
    assert!(metric("long_task/max") >= busy);
    assert!(metric("total_blocking_time") >= busy - 50_000.0);
    assert!(metric("user_timing:sort/median") >= busy);
    assert_eq!(metric("user_timing:sort/count"), 1.0);
    let window = head["window"]["value"].as_f64().expect("a window");
    assert!(
        metric("user_timing:sort/median") <= window,
        "the measure lies in the window"
    );
    let rate = metric("busy_rate/mean");
    assert!(
        rate * window >= busy && rate <= 1.0,
        "busy rate {rate} of {window} us"
    );
}

/// In each round: one long task holds the busy handler, the measure holds that task, the browser's
/// counters saw at least as much, and all clocks are one clock.
fn check_rounds(run: &Path) {
    let folder = lagometer_record::RunFolder::at(run).expect("the run");
    let record = folder.load_record().expect("the record");
    for entry in &record.rounds {
        let round = folder.load_round(&entry.round).expect("the round");
        let analysis = round.analysis.as_ref().expect("its numbers");
        let sort: Vec<&UserTiming> = analysis
            .user_timings
            .iter()
            .filter(|timing| timing.name == "sort")
            .collect();
        assert_eq!(sort.len(), 1);
        let (start, length) = (sort[0].starts_us[0], sort[0].samples_us[0]);
        let holds = |task: &&LongTask| {
            task.duration_us >= BUSY_US
                && start <= task.start_us
                && task.start_us + task.duration_us <= start + length
        };
        let task = analysis.long_tasks.iter().find(holds);
        let task = task.unwrap_or_else(|| {
            panic!(
                "no long task in the measure {start}+{length}: {:?}",
                analysis.long_tasks
            )
        });
        assert!(task.inside.contains(&"sort".to_owned()), "{task:?}");
        check_sources(&round);
        let clock = round.clock.as_ref().expect("clocks were compared");
        let disagreement = clock.disagreement.measured().into_result().expect("a figure");
        assert!(
            disagreement <= 1_000.0,
            "the clocks disagree by {disagreement} us"
        );
    }
}

/// Three sources saw the same work: the trace, the browser's counters, the page's own measure.
fn check_sources(round: &RoundDocument) {
    let analysis = round.analysis.as_ref().expect("its numbers");
    let metric = |id: &str| {
        let value = analysis
            .metrics
            .get(id)
            .unwrap_or_else(|| panic!("there is no {id}"));
        value
            .measured()
            .into_result()
            .unwrap_or_else(|why| panic!("{id}: {why:?}"))
    };
    let busy = BUSY_US as f64;
    let window = (analysis.window.end_us - analysis.window.start_us) as f64;
    let trace = metric("busy_rate/mean") * window;
    let counters = metric("task_duration");
    let measure = metric("user_timing:sort/total");
    for (source, seen) in [("trace", trace), ("counters", counters), ("measure", measure)] {
        assert!(seen >= busy, "{source} saw {seen} us");
    }
    // Each counts the handler and what is around it; none can have seen less than half of another.
    assert!(
        counters >= trace / 2.0 && trace >= counters / 2.0,
        "{trace} and {counters} us"
    );
    assert!(metric("script_duration") >= busy / 2.0, "most of it is script");
}

/// The folder can be moved, and everything in it still loads.
fn check_moved(bench: &Bench) {
    let here = bench.path().display().to_string();
    let index = fs::read_to_string(bench.results().join("records.json")).expect("the index");
    assert!(!index.contains(&here), "the index holds an absolute path");
    let run = bench.run_folder();
    for file in ["record.json", "summary.json", "report.html"] {
        let text = fs::read_to_string(run.join(file)).expect("a document");
        assert!(!text.contains(&here), "{file} holds an absolute path");
    }
    let moved = bench.path().join("moved");
    fs::rename(bench.results(), &moved).expect("it can be moved");
    let store = lagometer_record::Store::reading(&moved);
    let record = store.load_record("last").expect("the record");
    let summary = store.load_summary("last").expect("the summary");
    assert_eq!(summary.run, record.id);
    check_page(&store.find("last").expect("the run"), &record);
    let folder = store.find("last").expect("the run");
    check_rounds(folder.path());
    for round in &record.rounds {
        let trace = round.trace.as_ref().expect("all traces are kept");
        assert!(folder.file(trace).expect("inside").is_file());
    }
    fs::rename(moved, bench.results()).expect("it can be moved back");
}

/// The page to look at shows the run, and every link in it leads to a file.
fn check_page(run: &lagometer_record::RunFolder, record: &lagometer_report::RecordDocument) {
    assert_eq!(record.files.report.as_deref(), Some("report.html"));
    let page = fs::read_to_string(run.path().join("report.html")).expect("the page");
    for shown in [
        "Main values",
        "user timing <bdi>sort</bdi> median",
        "js heap",
        "dom nodes",
        "frame intervals",
        "long task of ",
    ] {
        assert!(page.contains(shown), "the page lacks {shown}");
    }
    let links: Vec<&str> = page
        .split("href=\"./")
        .skip(1)
        .filter_map(|rest| rest.split('"').next())
        .collect();
    assert!(
        links.iter().any(|link| link.ends_with("trace.json.gz")),
        "{links:?}"
    );
    for link in links {
        assert!(run.path().join(link).is_file(), "{link} leads nowhere");
    }
}

/// What a run leaves is read by the other commands, and its numbers are the same.
fn check_other_commands(bench: &Bench) {
    let run = bench.run_folder();
    let ask = |arguments: &[&str]| {
        let output = Command::new(env!("CARGO_BIN_EXE_lagometer"))
            .args(arguments)
            .current_dir(&run)
            .output()
            .expect("the program starts");
        assert!(
            output.status.success(),
            "{}",
            String::from_utf8_lossy(&output.stderr)
        );
        String::from_utf8(output.stdout).expect("UTF-8")
    };
    let answer = ask(&["trace", "rounds/002/trace.json.gz", "--format", "json"]);
    let document: Value = serde_json::from_str(&answer).expect("JSON");
    let folder = lagometer_record::RunFolder::at(&run).expect("the run");
    let round = folder.load_round("rounds/002/round.json").expect("the round");
    let stored = serde_json::to_value(&round.analysis).expect("JSON");
    for id in [
        "long_task/max",
        "total_blocking_time",
        "user_timing:sort/median",
        "busy_rate/mean",
    ] {
        assert_eq!(
            document["metrics"][id]["value"], stored["metrics"][id]["value"],
            "{id}"
        );
    }
    let found = ask(&["inspect", ".", "--format", "json"]);
    let found: Value = serde_json::from_str(&found).expect("JSON");
    assert_eq!(found["found"], "run");
}

/// The forms for people, and which traces are kept.
#[test]
fn tables_and_kept_traces() {
    let Some(bench) = Bench::new() else { return };
    let arguments = ["--rounds", "2", "--warmup", "0", "--keep-traces", "median"];
    let given = bench.run(&example(), &arguments);
    assert_eq!(given.code, Some(0), "{}", given.stderr);
    let table = &given.stdout;
    // Warnings about the numbers may stand above it.
    assert!(
        table.lines().any(|line| line.starts_with("grid-sort   2 rounds")),
        "{table}"
    );
    for label in [
        "main thread",
        "total blocking time",
        "sort median",
        "js heap growth",
    ] {
        assert!(table.contains(label), "{label} is missing in\n{table}");
    }
    assert!(table.lines().all(|line| line.chars().count() <= 80), "{table}");
    let traces = bench
        .record()
        .rounds
        .iter()
        .filter(|round| round.trace.is_some())
        .count();
    assert_eq!(traces, 1);
    bench.check_record_and_disk_agree();
    bench.check_nothing_is_left();

    let answer = bench.path().join("answer.md");
    let name = answer.to_str().expect("UTF-8");
    let arguments = [
        "--rounds",
        "1",
        "--warmup",
        "0",
        "--format",
        "markdown",
        "-o",
        name,
        "--keep-traces",
        "none",
    ];
    let given = bench.run(&example(), &arguments);
    assert_eq!(
        (given.code, given.stdout.as_str()),
        (Some(0), ""),
        "{}",
        given.stderr
    );
    let markdown = fs::read_to_string(answer).expect("the answer");
    assert!(
        markdown.contains('|') && markdown.contains("grid-sort"),
        "{markdown}"
    );
}

/// On a terminal one line is redrawn on stderr; elsewhere stderr stays empty, as the other tests see.
#[test]
fn progress_is_one_line_on_a_terminal() {
    let Some(bench) = Bench::new() else { return };
    let answer = bench.path().join("answer.json");
    let line = format!(
        "{} run {} --rounds 2 --warmup 1 --results {} --format json -o {}",
        env!("CARGO_BIN_EXE_lagometer"),
        example().display(),
        bench.results().display(),
        answer.display()
    );
    // `script` gives the program a terminal, and what it writes there to us.
    let given = Command::new("script")
        .args(["-qec", &line, "/dev/null"])
        .env("TERM", "xterm")
        .env("TMPDIR", bench.temporary())
        .output();
    let Ok(given) = given else {
        let _ = writeln!(
            std::io::stderr(),
            "skipped, there is no `script` to make a terminal"
        );
        return;
    };
    let seen = String::from_utf8_lossy(&given.stdout);
    assert!(given.status.success(), "{seen}");
    assert!(seen.contains("\r\u{1b}[Kgrid-sort   warm-up 1 of 1"), "{seen:?}");
    assert!(
        seen.contains("\r\u{1b}[Kgrid-sort   round 2 of 2   sort "),
        "{seen:?}"
    );
    assert!(seen.contains("s left"), "{seen:?}");
    assert!(!seen.contains('\n'), "nothing but the one line: {seen:?}");
    assert!(
        seen.ends_with("\r\u{1b}[K"),
        "the line is gone at the end: {seen:?}"
    );
    bench.check_nothing_is_left();
}

/// The examples in `run --help` are typed in as they stand, in a folder that holds `examples`.
#[test]
fn examples_in_help_work() {
    let Some(bench) = Bench::new() else { return };
    let examples = example()
        .ancestors()
        .nth(2)
        .expect("the folder of the examples")
        .to_owned();
    let examples = examples.canonicalize().expect("it is there");
    std::os::unix::fs::symlink(examples, bench.path().join("examples")).expect("a link");
    let program = env!("CARGO_BIN_EXE_lagometer");
    let help = Command::new(program)
        .args(["run", "--help"])
        .output()
        .expect("the program starts");
    let help = String::from_utf8(help.stdout).expect("UTF-8");
    let lines = help.lines().skip_while(|line| *line != "Examples:").skip(1);
    let lines = lines.take_while(|line| !line.is_empty());
    // That with an address needs a server, which is the reader's.
    let lines: Vec<&str> = lines.filter(|line| !line.contains("http://")).collect();
    assert_eq!(lines.len(), 2, "{help}");
    for line in lines {
        // Fewer rounds than the example would take; the last of two flags would be refused.
        let short = if line.contains("--rounds") {
            "--warmup 0"
        } else {
            "--warmup 0 --rounds 1"
        };
        let line = format!(
            "{} {short}",
            line.trim().replace("lagometer ", &format!("{program} "))
        );
        let given = Command::new("sh")
            .args(["-c", &line])
            .current_dir(bench.path())
            .env("TMPDIR", bench.temporary())
            .output()
            .expect("a shell");
        assert!(
            given.status.success(),
            "{line}: {}",
            String::from_utf8_lossy(&given.stderr)
        );
    }
    let runs = fs::read_dir(bench.path().join("lagometer-results/runs")).expect("the default folder");
    assert_eq!(runs.count(), 2);
    let answer = fs::read_to_string(bench.path().join("answer.json")).expect("the answer");
    assert!(answer.starts_with('{'), "{answer}");
    bench.check_nothing_is_left();
}

/// `--url` replaces `url` and `serve`; a path in a step is one of that server.
#[test]
fn an_address_on_the_command_line_wins() {
    let Some(bench) = Bench::new() else { return };
    let server = crate::server::Server::start();
    let scenario = bench.scenario(
        "name: elsewhere\nserve: ./no-such-folder\nurl: /grid.html\nprepare:\n  - navigate: /second\n\
         actions:\n  - waitForElement: '[data-ready]'\n",
    );
    let url = format!("{}first", server.url());
    let given = bench.run(
        &scenario,
        &["--url", &url, "--rounds", "1", "--warmup", "0", "--ascii"],
    );
    assert_eq!(given.code, Some(0), "{}", given.stderr);
    assert_eq!((server.asked("/first"), server.asked("/second")), (1, 1));
    assert!(given.stdout.is_ascii(), "{}", given.stdout);
    bench.check_record_and_disk_agree();
    bench.check_nothing_is_left();
}
