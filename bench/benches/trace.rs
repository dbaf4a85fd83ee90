//! From the bytes of a trace to its document, on a generated trace of 32 MiB, plain and packed, and on
//! the file that `LAGOMETER_LARGE` names. Items are events.

use divan::Bencher;
use divan::counter::{BytesCount, ItemsCount};
use flate2::{Compression, write::GzEncoder};
use lagometer_analyze::{Limits, Rules, Source, TraceOptions, WindowChoice, trace};
use lagometer_bench::page;
use std::io::{Read, Write as _};
use std::{env, fs::File, sync::LazyLock};

static PLAIN: LazyLock<Vec<u8>> = LazyLock::new(|| page::trace(32 << 20));

static PACKED: LazyLock<Vec<u8>> = LazyLock::new(|| {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::fast());
    encoder.write_all(&PLAIN).expect("memory takes what is written");
    encoder.finish().expect("memory takes what is written")
});

/// An event a line, but the first line and the last.
static EVENTS: LazyLock<usize> = LazyLock::new(|| PLAIN.iter().filter(|byte| **byte == b'\n').count() - 2);

fn main() {
    divan::main();
}

#[divan::bench(sample_count = 10, sample_size = 1)]
fn plain_32_mib(bencher: Bencher<'_, '_>) {
    let bytes = BytesCount::of_slice(PLAIN.as_slice());
    let bencher = bencher.counter(bytes).counter(ItemsCount::new(*EVENTS));
    bencher.bench(|| analyze(PLAIN.as_slice(), false));
}

#[divan::bench(sample_count = 10, sample_size = 1)]
fn plain_32_mib_with_hash(bencher: Bencher<'_, '_>) {
    let bytes = BytesCount::of_slice(PLAIN.as_slice());
    let bencher = bencher.counter(bytes).counter(ItemsCount::new(*EVENTS));
    bencher.bench(|| analyze(PLAIN.as_slice(), true));
}

/// The rates are those of the text inside.
#[divan::bench(sample_count = 10, sample_size = 1)]
fn gzip_of_32_mib(bencher: Bencher<'_, '_>) {
    let bytes = BytesCount::of_slice(PLAIN.as_slice());
    let bencher = bencher.counter(bytes).counter(ItemsCount::new(*EVENTS));
    bencher.bench(|| analyze(PACKED.as_slice(), false));
}

/// Does nothing where no file is named.
#[divan::bench(sample_count = 3, sample_size = 1)]
fn large(bencher: Bencher<'_, '_>) {
    let Some(path) = env::var_os("LAGOMETER_LARGE") else {
        return;
    };
    let open = || File::open(&path).expect("LAGOMETER_LARGE names a file");
    let bytes = open().metadata().expect("an open file has metadata").len();
    bencher
        .counter(BytesCount::new(bytes))
        .bench(|| analyze(open(), false));
}

fn analyze(reader: impl Read, hash: bool) {
    let options = TraceOptions {
        window: WindowChoice::Auto,
        slice: TraceOptions::SLICE,
        long_task: TraceOptions::LONG_TASK,
        rules: Rules::Lagometer,
        refresh_hz: None,
        hash,
        strict: false,
        limits: Limits::default(),
    };
    let source = Source {
        name: "bench".to_owned(),
        bytes_on_disk: None,
        reader: Box::new(reader),
    };
    let document = trace(source, &options).expect("the input is a trace");
    assert!(document.input.complete && document.analysis.main_thread.method.is_some());
    divan::black_box(document);
}
