//! The JSON reader on a generated trace of 32 MiB, and on the file that `LAGOMETER_LARGE` names.

use std::{env, fs::File, sync::LazyLock};

use divan::{Bencher, counter::BytesCount};
use lagometer_bench::{
    input,
    json::{self, Counts},
};

static TRACE: LazyLock<Vec<u8>> = LazyLock::new(|| input::trace(32 << 20));

fn main() {
    divan::main();
}

macro_rules! ways {
    ($($way:ident)*) => {
        mod generated_32_mib {
            use super::*;
            $(
                #[divan::bench(sample_count = 10, sample_size = 1)]
                fn $way(bencher: Bencher<'_, '_>) {
                    bencher
                        .counter(BytesCount::of_slice(TRACE.as_slice()))
                        .bench(|| json::$way(TRACE.as_slice()).expect("the input is valid"));
                }
            )*
        }

        mod large {
            use super::*;
            $(
                #[divan::bench(sample_count = 3, sample_size = 1)]
                fn $way(bencher: Bencher<'_, '_>) {
                    large(bencher, json::$way);
                }
            )*
        }
    };
}

static INTEGERS: LazyLock<Vec<u8>> = LazyLock::new(|| input::integers(32 << 20));

#[divan::bench(sample_count = 10, sample_size = 1)]
fn integers_32_mib(bencher: Bencher<'_, '_>) {
    bencher
        .counter(BytesCount::of_slice(INTEGERS.as_slice()))
        .bench(|| json::integers(INTEGERS.as_slice()).expect("the input is valid"));
}

ways! { window_only skip skip_records events tokens serde_json serde_json_utf8 }

/// Does nothing where no file is named.
fn large(bencher: Bencher<'_, '_>, way: fn(File) -> anyhow::Result<Counts>) {
    let Some(path) = env::var_os("LAGOMETER_LARGE") else {
        return;
    };
    let open = || File::open(&path).expect("LAGOMETER_LARGE names a file");
    let bytes = open().metadata().expect("an open file has metadata").len();
    bencher
        .counter(BytesCount::new(bytes))
        .bench(|| way(open()).expect("the input is valid"));
}
