//! A source map of 24 MiB: reading it, and looking functions up in it.

use divan::{Bencher, counter::BytesCount};
use lagometer_bench::source_map::source_map;
use lagometer_source::{Files, Found, Position, Resolver, Script, ScriptId};
use std::sync::LazyLock;

static MAP: LazyLock<Vec<u8>> = LazyLock::new(|| source_map(24 << 20).into_bytes());

struct OneMap;

impl Files for OneMap {
    fn read(&self, address: &str) -> Found {
        match address {
            "bundle.js.map" => Found::Text(MAP.clone()),
            _ => Found::Nothing,
        }
    }
}

fn add(resolver: &mut Resolver<'_>) -> ScriptId {
    resolver.add(Script {
        url: "bundle.js",
        text: Some(""),
        map_url: Some("bundle.js.map"),
        map_file: None,
    })
}

fn main() {
    divan::main();
}

#[divan::bench(sample_count = 10, sample_size = 1)]
fn read_24_mib(bencher: Bencher<'_, '_>) {
    bencher.counter(BytesCount::of_slice(MAP.as_slice())).bench(|| {
        let mut resolver = Resolver::new(&OneMap);
        let script = add(&mut resolver);
        assert!(resolver.place_of(script, Position { line: 1, column: 1 }).is_ok());
    });
}

#[divan::bench(sample_count = 10, sample_size = 1)]
fn place_of_100_000(bencher: Bencher<'_, '_>) {
    let mut resolver = Resolver::new(&OneMap);
    let script = add(&mut resolver);
    bencher
        .counter(divan::counter::ItemsCount::new(100_000_u32))
        .bench_local(|| {
            for number in 0..100_000 {
                let at = Position {
                    line: number % 300 + 1,
                    column: number * 7 % 20_000 + 1,
                };
                assert!(resolver.place_of(script, at).is_ok());
            }
        });
}
