//! From the bytes of a CPU profile to its document, on a generated profile of 32 MiB and on the file that
//! `LAGOMETER_LARGE` names, and two such profiles compared.

use divan::Bencher;
use divan::counter::BytesCount;
use lagometer_analyze::{
    CpuBasisChoice, CpuDiffBy, CpuLimits, CpuOptions, CpuRules, CpuSort, CpuView, Source, SourceOptions, cpu,
    cpu_diff,
};
use lagometer_bench::cpu_profile;
use std::io::Read;
use std::{env, fs::File, sync::LazyLock};

static PROFILE: LazyLock<Vec<u8>> = LazyLock::new(|| cpu_profile::profile(32 << 20));

fn main() {
    divan::main();
}

#[divan::bench(sample_count = 10, sample_size = 1)]
fn profile_32_mib(bencher: Bencher<'_, '_>) {
    let bytes = BytesCount::of_slice(PROFILE.as_slice());
    bencher.counter(bytes).bench(|| analyze(PROFILE.as_slice()));
}

#[divan::bench(sample_count = 5, sample_size = 1)]
fn two_of_32_mib_compared(bencher: Bencher<'_, '_>) {
    let bytes = BytesCount::new(2 * PROFILE.len());
    let sides = || [(); 2].map(|()| vec![source(PROFILE.as_slice())]);
    bencher.counter(bytes).bench(|| {
        let [base, head] = sides();
        let document = cpu_diff(base, head, CpuDiffBy::Function, &options());
        divan::black_box(document.expect("the inputs are profiles"));
    });
}

/// Does nothing where no file is named.
#[divan::bench(sample_count = 3, sample_size = 1)]
fn large(bencher: Bencher<'_, '_>) {
    let Some(path) = env::var_os("LAGOMETER_LARGE") else {
        return;
    };
    let open = || File::open(&path).expect("LAGOMETER_LARGE names a file");
    let bytes = open().metadata().expect("an open file has metadata").len();
    bencher.counter(BytesCount::new(bytes)).bench(|| analyze(open()));
}

fn options() -> CpuOptions<'static> {
    CpuOptions {
        rules: CpuRules::Lagometer,
        sort: CpuSort::Own,
        basis: CpuBasisChoice::Active,
        thread: None,
        profiles: Vec::new(),
        window: None,
        view: CpuView::Functions,
        function: None,
        focus: None,
        ignore: None,
        hide: None,
        hash: false,
        strict: false,
        limits: CpuLimits::default(),
        sources: SourceOptions::without_files(),
        lines_of_calls: false,
    }
}

fn source<'a>(reader: impl Read + 'a) -> Source<'a> {
    Source {
        name: "bench".to_owned(),
        bytes_on_disk: None,
        reader: Box::new(reader),
    }
}

fn analyze(reader: impl Read) {
    let document = cpu(vec![source(reader)], &options()).expect("the input is a profile");
    assert!(document.total > 0);
    divan::black_box(document);
}
