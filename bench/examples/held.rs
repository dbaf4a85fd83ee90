//! What is in memory of a trace: `held FILE`, or `held -` for stdin. Prints the bytes of each kind of
//! events that is kept, and the peak of the process when it was read and when it was analysed.
#![allow(clippy::print_stdout)]

use anyhow::{Context as _, Result};
use lagometer_metric::Micros;
use lagometer_trace::{Limits, Options, Rules, WindowChoice};
use std::fs::File;
use std::io::{self, Read};

fn main() -> Result<()> {
    let path = std::env::args().nth(1).context("usage: held FILE")?;
    let input: Box<dyn Read> = match path.as_str() {
        "-" => Box::new(io::stdin().lock()),
        path => Box::new(File::open(path).with_context(|| format!("failed to open `{path}`"))?),
    };
    let limits = Limits {
        kept_bytes: usize::MAX,
        ..Limits::default()
    };
    let recording = lagometer_trace::read(input, 0, &limits)?;
    println!("| kept | rows | MiB | bytes a row |\n|:--|--:|--:|--:|");
    for held in recording.facts.held() {
        if held.rows > 0 {
            println!(
                "| {} | {} | {:.1} | {:.2} |",
                held.kind,
                held.rows,
                held.bytes as f64 / f64::from(1 << 20),
                held.bytes as f64 / held.rows as f64,
            );
        }
    }
    println!("\npeak when read: {}", peak()?);
    let options = Options {
        window: WindowChoice::Auto,
        slice: Micros::from_millis(200),
        long_task: Micros::from_millis(50),
        rules: Rules::Lagometer,
        refresh_hz: None,
        measured_refresh_hz: None,
        page: None,
        limits,
    };
    lagometer_trace::analyze(&recording.facts, &options)?;
    println!("peak when analysed: {}", peak()?);
    Ok(())
}

/// The most memory that the process had so far, as Linux says it.
fn peak() -> Result<String> {
    let status = std::fs::read_to_string("/proc/self/status").context("there is no /proc")?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    Ok(line.context("no VmHWM")?.trim().to_owned())
}
