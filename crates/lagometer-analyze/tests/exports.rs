//! What is exported holds what was sampled: read again, it gives the same table.
#![allow(clippy::unwrap_used, reason = "a test that unwraps nothing has failed")]

use lagometer_analyze::{
    CpuBasisChoice, CpuLimits, CpuOptions, CpuPattern, CpuRules, CpuSort, CpuView, Source, SourceOptions,
    cpu, cpu_stacks, cpu_timeline, parse_window,
};
use lagometer_render::export;
use lagometer_report::CpuDocument;
use proptest::prelude::*;
use std::collections::BTreeMap;
use std::fmt::Write as _;

/// Nodes with a function and a parent before it, samples with their deltas, and what is left at the end.
#[derive(Clone, Debug)]
struct Generated {
    nodes: Vec<(u32, Option<usize>)>,
    samples: Vec<(usize, i64)>,
    rest: i64,
    window: Option<(u32, u32)>,
    filter: Option<(u8, u32)>,
}

fn generated() -> impl Strategy<Value = Generated> {
    (1_usize..16).prop_flat_map(|count| {
        let node = |at: usize| {
            (0_u32..6, any::<prop::sample::Index>())
                .prop_map(move |(function, parent)| (function, (at > 0).then(|| parent.index(at))))
        };
        let nodes = (0..count).map(node).collect::<Vec<_>>();
        let samples = prop::collection::vec((0..count + 1, -20_i64..90), 1..40);
        let window = prop::option::of((0_u32..400, 1_u32..900));
        let filter = prop::option::of((0_u8..3, 0_u32..6));
        (nodes, samples, 0_i64..200, window, filter).prop_map(|(nodes, samples, rest, window, filter)| {
            Generated {
                nodes,
                samples,
                rest,
                window,
                filter,
            }
        })
    })
}

impl Generated {
    /// The file; the last number of a sample is that of no node.
    fn text(&self) -> String {
        let mut text = String::from(
            r#"{"nodes":[{"id":1,"callFrame":{"functionName":"(root)","url":"","lineNumber":-1,"columnNumber":-1}}"#,
        );
        for (at, (function, parent)) in self.nodes.iter().enumerate() {
            let parent = parent.map_or(1, |parent| parent + 2);
            write!(
                text,
                r#",{{"id":{},"parent":{parent},"callFrame":{{"functionName":"f{function}","url":"a.js","lineNumber":{function},"columnNumber":4}},"positionTicks":[{{"line":{},"ticks":1}}]}}"#,
                at + 2,
                function + 1
            )
            .unwrap();
        }
        let ids: Vec<usize> = self.samples.iter().map(|(node, _)| node + 2).collect();
        let deltas: Vec<i64> = self.samples.iter().map(|(_, delta)| *delta).collect();
        let mut now = 0;
        let mut last = 0;
        for delta in &deltas {
            now += delta;
            last = last.max(now);
        }
        write!(
            text,
            "],\"startTime\":0,\"endTime\":{},\"samples\":{ids:?},\"timeDeltas\":{deltas:?}}}",
            last + self.rest
        )
        .unwrap();
        text
    }

    fn options(&self) -> CpuOptions<'static> {
        let pattern = |which: u8| {
            let wanted = self.filter.filter(|(of, _)| *of == which)?;
            Some(CpuPattern::parse("--focus", &format!("^f{}$", wanted.1)).unwrap())
        };
        CpuOptions {
            window: self
                .window
                .map(|(from, length)| parse_window(&format!("{from}us..{}us", from + length)).unwrap()),
            focus: pattern(0),
            ignore: pattern(1),
            hide: pattern(2),
            ..plain()
        }
    }
}

fn plain() -> CpuOptions<'static> {
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
        lines_of_calls: true,
    }
}

fn source(text: &str) -> Vec<Source<'static>> {
    vec![Source {
        name: "p.cpuprofile".to_owned(),
        bytes_on_disk: None,
        reader: Box::new(std::io::Cursor::new(text.to_owned())),
    }]
}

/// Self and total of every function that has some.
fn table(document: &CpuDocument) -> BTreeMap<String, (i64, i64)> {
    let of = |function: &lagometer_report::CpuFunction| {
        let place = &function.generated;
        let key = format!(
            "{} {} {:?} {:?}",
            function.name, place.url, place.line, place.column
        );
        (key, (function.own.value.0 as i64, function.total.value.0 as i64))
    };
    let all = document.functions.iter().map(of);
    // What is outside of every script, and what filters left out, is a call of its own in a file.
    all.filter(|(key, (_, total))| !key.starts_with('(') && *total > 0)
        .collect()
}

proptest! {
    #[test]
    fn a_profile_that_was_exported_gives_the_same_table(profile in generated()) {
        let (text, options) = (profile.text(), profile.options());
        // A window behind the end is refused.
        let Ok(document) = cpu(source(&text), &options) else { return Ok(()) };
        let timeline = cpu_timeline(source(&text), &options).unwrap();
        let again = export::cpuprofile(&timeline);
        let read = cpu(source(&again), &plain()).unwrap();
        prop_assert_eq!(table(&read), table(&document), "{}", again);
        // Nothing is lost: what a filter left out is in the file under a name that says so.
        let whole = cpu(source(&text), &CpuOptions { focus: None, ignore: None, hide: None, ..options.clone() }).unwrap();
        prop_assert_eq!(read.time.unwrap().sampled_us, whole.time.unwrap().sampled_us);
        let svg = export::flame_in_time(&timeline);
        prop_assert!(svg.starts_with("<svg ") && !svg.contains("<script"));
    }

    #[test]
    fn every_form_of_stacks_adds_up_to_what_was_sampled(profile in generated()) {
        let (text, options) = (profile.text(), profile.options());
        let Ok(document) = cpu(source(&text), &options) else { return Ok(()) };
        let sampled = document.time.unwrap().sampled_us;
        let stacks = cpu_stacks(source(&text), &options).unwrap();
        let weight = |line: &str| line.rsplit(' ').next().unwrap().parse::<i64>().unwrap();
        prop_assert_eq!(export::folded(&stacks).lines().map(weight).sum::<i64>(), sampled);
        let file: serde_json::Value = serde_json::from_str(&export::speedscope(&stacks)).unwrap();
        prop_assert_eq!(file["profiles"][0]["endValue"].as_i64(), Some(sampled));
        // In the same order whenever it is asked for.
        let again = cpu_stacks(source(&text), &options).unwrap();
        prop_assert_eq!(export::flame(&stacks), export::flame(&again));
    }
}
