//! Reads one file in each way: `read FILE [WAY..]`. Prints what was seen, CPU seconds (user and
//! system), throughput and peak memory. Ways are run in turn, `serde_json` ones last, because
//! they raise the peak for all that follow.
#![allow(clippy::print_stdout)]

use std::{env, fs, fs::File};

use anyhow::{Context as _, Result, bail};
use lagometer_bench::json::{self, Counts};

type Way = fn(File) -> Result<Counts>;

const WAYS: [(&str, Way); 8] = [
    ("window-only", json::window_only),
    ("skip", json::skip),
    ("skip-records", json::skip_records),
    ("events", json::events),
    ("tokens", json::tokens),
    ("integers", json::integers),
    ("serde_json", json::serde_json),
    ("serde_json-utf8", json::serde_json_utf8),
];

fn main() -> Result<()> {
    let mut arguments = env::args().skip(1);
    let Some(path) = arguments.next() else {
        bail!("usage: read FILE [WAY..]");
    };
    let asked: Vec<String> = arguments.collect();
    println!(
        "{:16} {:>7} {:>9} {:>9}  counts",
        "way", "CPU s", "MB/CPU-s", "peak KiB"
    );
    for (name, way) in WAYS {
        if !asked.is_empty() && !asked.iter().any(|asked| asked == name) {
            continue;
        }
        let file = File::open(&path).with_context(|| format!("failed to open `{path}`"))?;
        let bytes = file.metadata()?.len();
        let before = cpu_seconds()?;
        let counts = way(file).with_context(|| format!("{name}: `{path}`"))?;
        let spent = cpu_seconds()? - before;
        let rate = bytes as f64 / 1e6 / spent;
        let peak = peak_kib()?;
        println!("{name:16} {spent:7.2} {rate:9.0} {peak:>9}  {counts:?}");
    }
    Ok(())
}

/// User and system time of this process, in ticks of 10 ms (Linux).
fn cpu_seconds() -> Result<f64> {
    let stat = fs::read_to_string("/proc/self/stat")?;
    let after_name = stat.rsplit(')').next().context("no process name")?;
    let fields: Vec<&str> = after_name.split_whitespace().collect();
    let ticks: u64 = fields[11].parse::<u64>()? + fields[12].parse::<u64>()?;
    Ok(ticks as f64 / 100.0)
}

/// Peak of the resident set so far (Linux).
fn peak_kib() -> Result<u64> {
    let status = fs::read_to_string("/proc/self/status")?;
    let line = status.lines().find(|line| line.starts_with("VmHWM:"));
    let value = line.and_then(|line| line.split_whitespace().nth(1));
    Ok(value.context("no peak")?.parse()?)
}
