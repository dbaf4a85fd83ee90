use super::*;
use crate::{CpuBasisChoice, CpuLimits, CpuOptions, CpuRules, CpuSort, CpuView, Source, cpu};
use lagometer_report::CpuDocument;

struct Shelf(BTreeMap<String, String>);

impl Files for Shelf {
    fn read(&self, address: &str) -> Found {
        let found = self.0.get(address);
        found.map_or(Found::Nothing, |text| Found::Text(text.clone().into_bytes()))
    }
}

/// `a` calls itself on line 2 of a bundle that `SOURCE` was made into.
const PROFILE: &str = r#"{"nodes":[
    {"id":1,"callFrame":{"functionName":"(root)","scriptId":"0","url":"","lineNumber":-1,"columnNumber":-1},"hitCount":0,"children":[2]},
    {"id":2,"callFrame":{"functionName":"a","scriptId":"1","url":"https://h/js/b.js?v=1","lineNumber":0,"columnNumber":10},"hitCount":3,"positionTicks":[{"line":2,"ticks":3}]}],
    "startTime":0,"endTime":4000,"samples":[2,2,2],"timeDeltas":[1000,1000,1000]}"#;
const SCRIPT: &str = "function a(b){\nreturn b\n}\n//# sourceMappingURL=b.js.map";
const SOURCE: &str = "// rows\nexport function sortRows(rows) {\n  return rows;\n}";
const MAP: &str =
    r#"{"version":3,"sources":["../src/rows.ts"],"names":["sortRows"],"mappings":"AACO,SAASA;AACd"}"#;

fn document(files: &[(&str, &str)], options: &SourceOptions<'_>) -> CpuDocument {
    let files = files
        .iter()
        .map(|(name, text)| ((*name).to_owned(), (*text).to_owned()));
    let shelf = Shelf(files.collect());
    let cpu_options = CpuOptions {
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
        sources: SourceOptions {
            files: &shelf,
            ..options.clone()
        },
        lines_of_calls: false,
    };
    let source = Source {
        name: "p.cpuprofile".to_owned(),
        bytes_on_disk: None,
        reader: Box::new(PROFILE.as_bytes()),
    };
    cpu(vec![source], &cpu_options).unwrap()
}

fn with_lines() -> SourceOptions<'static> {
    SourceOptions {
        context_lines: Some(1),
        excerpts: 10,
        ..SourceOptions::without_files()
    }
}

#[test]
fn a_function_is_named_and_placed_as_it_was_written() {
    let files = [
        ("https://h/js/b.js?v=1", SCRIPT),
        ("https://h/js/b.js.map", MAP),
        ("https://h/src/rows.ts", SOURCE),
    ];
    let document = document(&files, &with_lines());
    let function = &document.functions[0];
    assert_eq!(
        (function.name.as_str(), function.generated_name.as_str()),
        ("sortRows", "a")
    );
    assert_eq!(function.name_source, "map-name");
    let place = function.original.value.as_ref().unwrap();
    assert_eq!((place.source.as_str(), place.line), ("https://h/src/rows.ts", 2));
    assert_eq!(function.hot_lines[0].original.as_ref().unwrap().line, 3);
    let excerpt = function.excerpt.as_ref().unwrap();
    assert!(excerpt.is_original);
    let lines: Vec<(u32, Option<u64>)> = excerpt
        .lines
        .iter()
        .map(|line| (line.line, line.samples))
        .collect();
    assert_eq!(lines, [(1, None), (2, None), (3, Some(3)), (4, None)]);
    assert!(document.diagnostics.is_empty(), "{:?}", document.diagnostics);
}

#[test]
fn a_map_that_the_caller_names_is_for_the_script_that_is_called_so() {
    for (script, map, expected) in [
        (None, "/p/b.js.map", "sortRows"),
        (None, "/p/c.js.map", "a"),
        (Some("js/b.js"), "/p/c.js.map", "sortRows"),
    ] {
        let files = [
            ("/p/b.js", SCRIPT),
            ("/p/c.js", SCRIPT),
            ("/p/b.js.map", MAP),
            ("/p/c.js.map", MAP),
        ];
        let options = SourceOptions {
            maps: vec![ScriptMap {
                script: script.map(str::to_owned),
                map: map.to_owned(),
            }],
            ..SourceOptions::without_files()
        };
        let document = document(&files, &options);
        assert_eq!(document.functions[0].name, expected, "{script:?} {map}");
    }
}

#[test]
fn what_is_missing_is_a_reason_and_what_is_broken_a_note() {
    let without_text = document(&[], &with_lines());
    let original = &without_text.functions[0].original;
    assert_eq!(original.reason.as_deref(), Some("no-script-text"));
    assert!(without_text.diagnostics.is_empty());
    assert_eq!(without_text.functions[0].excerpt, None);

    let broken = document(
        &[
            ("https://h/js/b.js?v=1", SCRIPT),
            ("https://h/js/b.js.map", "<html>"),
        ],
        &with_lines(),
    );
    let original = &broken.functions[0].original;
    assert_eq!(original.reason.as_deref(), Some("broken-source-map"));
    assert_eq!(broken.diagnostics[0].code, "broken-source-map");
    // The script's own lines are still there.
    assert!(!broken.functions[0].excerpt.as_ref().unwrap().is_original);
}
