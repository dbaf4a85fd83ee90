//! What measuring costs: `measuring [PAIRS]`. Needs a browser. Runs real rounds through
//! `lagometer-measure` and prints the tables of `docs/performance.md`; nothing of it is a test,
//! because clock times on a shared machine are noise.
//!
//! The cost of the recording is the difference of two kinds of rounds that do the same work in the
//! same order, in turn: in one the work is the `actions`, so it lies inside the window; in the other
//! it is the end of `prepare`, so it is done before the recording starts. Both load the page, start
//! the recording and are read at a mark; only where the work lies differs.
#![allow(clippy::print_stdout)]

use anyhow::{Context as _, Result, anyhow, ensure};
use lagometer_analyze::{Limits, RoundOptions};
use lagometer_measure::round::{self, RoundArtifacts, RoundInput};
use lagometer_measure::{Browser, LaunchOptions, Secrets, browser, scenario, site};
use lagometer_metric::Micros;
use lagometer_report::{RoundRole, SamplesDocument};
use std::fs::{self, File};
use std::path::Path;
use std::time::Duration;
use tokio::sync::watch;

/// Pairs where no number is given.
const PAIRS: usize = 20;
/// Starts of the browser, and rounds in which nothing is done.
const STARTS: usize = 10;

/// What a user does, as steps of a scenario.
struct Work {
    name: &'static str,
    folder: &'static str,
    url: &'static str,
    steps: &'static str,
}

const WORKS: [Work; 2] = [
    Work {
        name: "grid-sort",
        folder: "examples/grid-sort/site",
        url: "/grid.html?rows=4000",
        steps: r##"{click: "#sort"}, {waitForElement: "[data-sorted]"}"##,
    },
    Work {
        name: "canvas-animation",
        folder: "examples/canvas-animation/site",
        url: "/animation.html?frames=600",
        steps: r##"{click: "#play"}, {waitForElement: "[data-played]", timeout: 60s}"##,
    },
];

/// A page that fills a trace with marks: 100 MB of text at about 270 bytes an event.
const FULL_PAGE: &str = "<!doctype html><button>fill</button><script>
document.querySelector('button').onclick = () => {
  let left = 380;
  const fill = () => {
    for (let i = 0; i < 1000; i += 1) performance.mark('a mark with a name of usual length');
    performance.clearMarks();
    left -= 1;
    if (left > 0) setTimeout(fill); else document.body.dataset.filled = 1;
  };
  fill();
};
</script>";

fn main() -> Result<()> {
    let pairs = match std::env::args().nth(1) {
        Some(pairs) => pairs.parse().context("PAIRS is a number")?,
        None => PAIRS,
    };
    ensure!(pairs >= 6, "fewer than 6 pairs have no interval");
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()?;
    runtime.block_on(study(pairs))
}

async fn study(pairs: usize) -> Result<()> {
    memory().await?;
    starts().await?;
    println!(
        "\n| renderer CPU time | work | before the recording, median ms | inside, median ms | difference, median ms | 95 % interval | n |"
    );
    println!("|---|---|---|---|---|---|---|");
    for work in &WORKS {
        recording(work, pairs).await?;
    }
    Ok(())
}

async fn launch() -> Result<Browser> {
    let options = LaunchOptions {
        headless: true,
        flags: Vec::new(),
        major: None,
        timeout: Duration::from_secs(60),
    };
    Ok(Browser::launch(&browser::find(None)?, options).await?)
}

/// A round of a scenario, in a folder of its own.
async fn run(browser: &Browser, base_url: &str, yaml: &str, folder: &Path) -> Result<RoundArtifacts> {
    let scenario = scenario::parse(yaml, "scenario.yaml").map_err(|error| anyhow!(error.report()))?;
    let secrets = Secrets::of(&scenario, |_| None)?;
    let (_sender, cancel) = watch::channel(false);
    let input = RoundInput {
        number: 1,
        purpose: lagometer_measure::round::Purpose::Measuring,
        scenario_file: "scenario.yaml",
        folder,
        base_url: Some(base_url),
        secrets: &secrets,
        finish: &|from, to| fs::rename(from, to),
        cancel,
        noticed: &|_| {},
    };
    Ok(round::run(browser, &scenario, input).await?)
}

/// Our own memory while a full trace is streamed to disk, and while it is read.
async fn memory() -> Result<()> {
    let served = tempfile::tempdir()?;
    fs::write(served.path().join("full.html"), FULL_PAGE)?;
    let site = site::serve(served.path()).await?;
    let folder = tempfile::tempdir()?;
    let browser = launch().await?;
    let before = peak_memory_kib()?;
    let yaml = "name: full\nserve: .\nurl: /full.html\ntimeout: 60s\nactions:\n  - click: button\n  - waitForElement: \"[data-filled]\"\n";
    let artifacts = run(&browser, site.base_url(), yaml, folder.path()).await?;
    let streamed = peak_memory_kib()?;
    let trace = folder.path().join(artifacts.trace_file);
    let options = RoundOptions {
        slice: Micros(200_000),
        long_task: Micros(50_000),
        refresh_hz: None,
        limits: Limits::default(),
    };
    let document = lagometer_analyze::round(
        lagometer_analyze::RoundInput {
            number: 1,
            variant: "head".to_owned(),
            role: RoundRole::Measured,
            trace_name: artifacts.trace_file.to_owned(),
            trace: Box::new(File::open(&trace)?),
            samples: &artifacts.samples,
        },
        &options,
    )?;
    let analysed = peak_memory_kib()?;
    let analysis = document.analysis.context("the round could not be analysed")?;
    let marks = analysis.marks_total;
    report_cleanup(browser.close().await)?;
    println!("| our own memory | KiB |");
    println!("|---|---|");
    println!("| browser started | {before} |");
    let text = text_bytes(&trace)? / 1_000_000;
    println!("| trace of {text} MB of text on disk | {streamed} |");
    println!("| and analysed: {marks} marks | {analysed} |");
    Ok(())
}

/// How long the browser takes to be ready, and a round in which nothing is done.
async fn starts() -> Result<()> {
    let served = tempfile::tempdir()?;
    fs::write(served.path().join("nothing.html"), "<!doctype html><p>nothing")?;
    let site = site::serve(served.path()).await?;
    let (mut ready, mut rounds, mut after) = (Vec::new(), Vec::new(), Vec::new());
    let yaml = "name: nothing\nserve: .\nurl: /nothing.html\nactions:\n  - waitForElement: p\n";
    for _ in 0..STARTS {
        let browser = launch().await?;
        ready.push(millis(browser.launch_time()));
        // The first round of a browser also measures the refresh rate.
        for is_first in [true, false] {
            let folder = tempfile::tempdir()?;
            let artifacts = run(&browser, site.base_url(), yaml, folder.path()).await?;
            if !is_first {
                rounds.push(millis(artifacts.duration));
                after.push(millis(artifacts.after_window));
            }
        }
        report_cleanup(browser.close().await)?;
    }
    println!("\n| time | median ms | 95 % interval | n |");
    println!("|---|---|---|---|");
    for (name, values) in [
        ("from launch to ready", ready),
        ("a round in which nothing is done: all of it is ours", rounds),
        ("of that, from the end mark to the trace on disk", after),
    ] {
        let Spread { median, low, high, n } = Spread::of(values);
        println!("| {name} | {median:.1} | {low:.1} to {high:.1} | {n} |");
    }
    Ok(())
}

/// Renderer CPU time of the same work before and inside the recording, in turn.
async fn recording(work: &Work, pairs: usize) -> Result<()> {
    let site = site::serve(Path::new(work.folder)).await?;
    let ready = r#"{waitForElement: "[data-ready]"}"#;
    let yaml = |prepare: String, actions: &str| {
        format!(
            "name: {}\nserve: .\nurl: {}\nprepare: [{prepare}]\nactions: [{actions}]\n",
            work.name, work.url
        )
    };
    let inside = yaml(ready.to_owned(), work.steps);
    let before = yaml(format!("{ready}, {}", work.steps), ready);
    let browser = launch().await?;
    let (mut outer, mut inner, mut differences) = (Vec::new(), Vec::new(), Vec::new());
    for pair in 0..=pairs {
        let mut spent = [0.0; 2];
        // Which of the two comes first changes from pair to pair.
        for kind in if pair % 2 == 0 { [0, 1] } else { [1, 0] } {
            let folder = tempfile::tempdir()?;
            let (yaml, at) = [(&before, "begin"), (&inside, "end")][kind];
            let artifacts = run(&browser, site.base_url(), yaml, folder.path()).await?;
            spent[kind] = renderer_cpu(&artifacts.samples, at)?;
        }
        // The first pair warms the browser up.
        if pair > 0 {
            outer.push(spent[0]);
            inner.push(spent[1]);
            differences.push(spent[1] - spent[0]);
        }
    }
    report_cleanup(browser.close().await)?;
    let Spread { median, low, high, n } = Spread::of(differences);
    println!(
        "| | {} | {:.1} | {:.1} | {median:+.1} | {low:+.1} to {high:+.1} | {n} |",
        work.name,
        Spread::of(outer).median,
        Spread::of(inner).median
    );
    Ok(())
}

/// CPU time of the busiest renderer since its start, in milliseconds: a round has a process of its
/// own for its page, and the others hold no page.
fn renderer_cpu(samples: &SamplesDocument, at: &str) -> Result<f64> {
    let reading = samples.processes.iter().find(|reading| reading.at == at);
    let reading = reading.ok_or_else(|| anyhow!("no reading of the processes at `{at}`"))?;
    let renderers = reading
        .processes
        .iter()
        .filter(|process| process.kind == "renderer");
    let most = renderers
        .map(|process| process.cpu_time * 1e3)
        .max_by(f64::total_cmp);
    most.ok_or_else(|| anyhow!("no renderer"))
}

/// The median with its interval from order statistics: no shape of the distribution is assumed.
struct Spread {
    median: f64,
    low: f64,
    high: f64,
    n: usize,
}

impl Spread {
    fn of(mut values: Vec<f64>) -> Spread {
        values.sort_by(f64::total_cmp);
        let n = values.len();
        let out = outside(n);
        Spread {
            median: (values[(n - 1) / 2] + values[n / 2]) / 2.0,
            low: values[out],
            high: values[n - 1 - out],
            n,
        }
    }
}

/// How many values at either end lie outside the 95 % interval of the median: as many as leave the
/// binomial tail of a fair coin at 2.5 % or less.
fn outside(n: usize) -> usize {
    let mut probability = 0.5_f64.powi(n as i32);
    let mut tail = probability;
    let mut out = 0;
    while out < n / 2 && tail <= 0.025 {
        probability *= (n - out) as f64 / (out + 1) as f64;
        tail += probability;
        out += 1;
    }
    out.saturating_sub(1)
}

fn millis(duration: Duration) -> f64 {
    duration.as_secs_f64() * 1e3
}

fn text_bytes(trace: &Path) -> Result<u64> {
    let mut text = flate2::read::MultiGzDecoder::new(File::open(trace)?);
    Ok(std::io::copy(&mut text, &mut std::io::sink())?)
}

/// `VmHWM` of this process.
fn peak_memory_kib() -> Result<u64> {
    let status = fs::read_to_string("/proc/self/status")?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    let number = line.and_then(|line| line.trim().strip_suffix("kB"));
    Ok(number.context("no `VmHWM`")?.trim().parse()?)
}

fn report_cleanup(problems: Vec<String>) -> Result<()> {
    ensure!(problems.is_empty(), "left behind: {}", problems.join(", "));
    Ok(())
}
