//! Writes a generated trace to stdout: `generate MEGABYTES`. The same bytes each time, of any length.

use anyhow::{Context as _, Result};
use lagometer_bench::page;
use std::io::{self, Write as _};

fn main() -> Result<()> {
    let megabytes = std::env::args().nth(1).context("usage: generate MEGABYTES")?;
    let megabytes: u64 = megabytes
        .parse()
        .with_context(|| format!("`{megabytes}` is no number of megabytes"))?;
    let mut stdout = io::stdout().lock();
    match page::write(&mut stdout, megabytes * 1_000_000).and_then(|()| stdout.flush()) {
        // Who reads has enough.
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
        result => result.context("failed to write to stdout"),
    }
}
