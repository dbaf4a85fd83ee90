//! Self and total against the obvious way: every sample walked from its leaf to the root.
#![allow(clippy::unwrap_used, reason = "a test that unwraps nothing has failed")]

use lagometer_cpu::paths::{self, PathLimits};
use lagometer_cpu::{
    Amount, CallTree, Function, Limits, Nodes, Recording, Rules, ThreadProfile, filter, hotspots, read, span,
};
use lagometer_metric::{Micros, TimeWindow};
use proptest::prelude::*;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

/// A profile as it is generated: nodes by place, each with a function and a parent before it.
#[derive(Clone, Debug)]
struct Generated {
    nodes: Vec<(u32, Option<usize>)>,
    samples: Vec<usize>,
    deltas: Vec<i64>,
    rest: i64,
}

fn generated() -> impl Strategy<Value = Generated> {
    (1_usize..24).prop_flat_map(|count| {
        let nodes = (0..count)
            .map(|at| {
                (0_u32..6, any::<prop::sample::Index>())
                    .prop_map(move |(function, parent)| (function, (at > 0).then(|| parent.index(at))))
            })
            .collect::<Vec<_>>();
        let samples = prop::collection::vec((0..count, -40_i64..120), 0..60);
        (nodes, samples, 0_i64..200).prop_map(|(nodes, samples, rest)| {
            let (samples, deltas) = samples.into_iter().unzip();
            Generated {
                nodes,
                samples,
                deltas,
                rest,
            }
        })
    })
}

impl Generated {
    fn id(at: usize) -> usize {
        at * 3 + 5
    }

    /// The file, nodes in the order of `order`, linked by children or by parents.
    fn text(&self, order: &[usize], by_parents: bool) -> String {
        let mut text = String::from("{\"nodes\":[");
        for (place, &at) in order.iter().enumerate() {
            let (function, parent) = self.nodes[at];
            let comma = if place == 0 { "" } else { "," };
            let id = Generated::id(at);
            write!(
                text,
                r#"{comma}{{"id":{id},"callFrame":{{"functionName":"f{function}","url":"a.js","lineNumber":{function},"columnNumber":0}}"#
            )
            .unwrap();
            if by_parents {
                if let Some(parent) = parent {
                    write!(text, ",\"parent\":{}", Generated::id(parent)).unwrap();
                }
            } else {
                let children: Vec<String> = (0..self.nodes.len())
                    .filter(|child| self.nodes[*child].1 == Some(at))
                    .map(|child| Generated::id(child).to_string())
                    .collect();
                write!(text, ",\"children\":[{}]", children.join(",")).unwrap();
            }
            text.push('}');
        }
        let ids: Vec<usize> = self.samples.iter().map(|at| Generated::id(*at)).collect();
        let last: i64 = self.times().iter().copied().max().unwrap_or(1_000);
        let end = last + self.rest;
        write!(
            text,
            "],\"startTime\":1000,\"endTime\":{end},\"samples\":{ids:?},\"timeDeltas\":{:?}}}",
            self.deltas
        )
        .unwrap();
        text
    }

    fn times(&self) -> Vec<i64> {
        let mut now = 1_000;
        let at = |delta: &i64| {
            now += delta;
            now
        };
        self.deltas.iter().map(at).collect()
    }

    /// Self and total by function, the slow way.
    fn table(&self) -> BTreeMap<u32, (i64, i64)> {
        let mut samples: Vec<(i64, usize)> = self.times().into_iter().zip(self.samples.clone()).collect();
        samples.sort_by_key(|(time, _)| *time);
        let mut gaps: Vec<i64> = samples.windows(2).map(|pair| pair[1].0 - pair[0].0).collect();
        gaps.sort_unstable();
        let median = gaps.get(gaps.len() / 2).copied().unwrap_or(self.rest);
        let mut table = BTreeMap::new();
        for (index, (time, leaf)) in samples.iter().enumerate() {
            let duration = match samples.get(index + 1) {
                Some((next, _)) => next - time,
                None => self.rest.min(median),
            };
            let mut on_stack = BTreeSet::new();
            let mut node = Some(*leaf);
            while let Some(at) = node {
                on_stack.insert(self.nodes[at].0);
                node = self.nodes[at].1;
            }
            for function in on_stack {
                table.entry(function).or_insert((0, 0)).1 += duration;
            }
            table.entry(self.nodes[*leaf].0).or_insert((0, 0)).0 += duration;
        }
        table
    }
}

fn recording(text: &str) -> Recording {
    read(text.as_bytes(), 0, &Limits::default()).unwrap()
}

fn table(recording: &Recording) -> BTreeMap<u32, (i64, i64)> {
    let tree = CallTree::of(&recording.profile, Rules::Lagometer, None);
    let sums = hotspots(&tree);
    let rows = tree.functions.iter().zip(sums);
    rows.filter(|(_, sum)| sum.total.samples > 0)
        .map(|(function, sum)| {
            let number = function.name[1..].parse().unwrap();
            (number, (sum.own.weight, sum.total.weight))
        })
        .collect()
}

proptest! {
    #[test]
    fn self_and_total_are_those_of_every_sample_walked(profile in generated()) {
        let order: Vec<usize> = (0..profile.nodes.len()).collect();
        let found = table(&recording(&profile.text(&order, false)));
        prop_assert_eq!(&found, &profile.table());
        for (own, total) in found.values() {
            prop_assert!(*own >= 0 && total >= own);
        }
    }

    #[test]
    fn self_adds_up_to_the_time_of_all_samples(profile in generated()) {
        let order: Vec<usize> = (0..profile.nodes.len()).collect();
        for rules in [Rules::Lagometer, Rules::DevTools] {
            let recording = recording(&profile.text(&order, false));
            let tree = CallTree::of(&recording.profile, rules, None);
            let own: i64 = hotspots(&tree).iter().map(|sum| sum.own.weight).sum();
            prop_assert_eq!(own, tree.sampled().weight);
            prop_assert_eq!(tree.sampled().samples, profile.samples.len() as u64);
        }
    }

    #[test]
    fn the_order_of_nodes_and_the_kind_of_links_mean_nothing(
        profile in generated(),
        seeds in prop::collection::vec(any::<u32>(), 24),
    ) {
        let mut order: Vec<usize> = (0..profile.nodes.len()).collect();
        order.sort_by_key(|at| seeds[*at]);
        let expected = profile.table();
        prop_assert_eq!(&table(&recording(&profile.text(&order, false))), &expected);
        prop_assert_eq!(&table(&recording(&profile.text(&order, true))), &expected);
    }

    #[test]
    fn trees_of_calls_hold_all_that_was_sampled(profile in generated()) {
        let order: Vec<usize> = (0..profile.nodes.len()).collect();
        let recording = recording(&profile.text(&order, false));
        let tree = CallTree::of(&recording.profile, Rules::Lagometer, None);
        let sums = hotspots(&tree);
        let limits = PathLimits { least: 0, rows: 10_000 };
        let down = paths::top_down(&tree, limits);
        let own: i64 = down.rows.iter().map(|row| row.own.weight).sum();
        prop_assert_eq!(own, tree.sampled().weight);
        prop_assert!(down.rows.iter().all(|row| row.total.weight >= row.own.weight));
        let up = paths::bottom_up(&tree, limits);
        for row in up.rows.iter().filter(|row| row.depth == 0) {
            prop_assert_eq!(row.total, sums[row.function as usize].own);
        }
        for (function, sum) in sums.iter().enumerate().filter(|(_, sum)| sum.total.samples > 0) {
            let callers = paths::callers(&tree, function as u32, limits);
            let callees = paths::callees(&tree, function as u32, limits);
            prop_assert_eq!(callers.rows[0].total, sum.total);
            prop_assert_eq!(callees.rows[0].total, sum.total);
        }
    }

    #[test]
    fn filters_divide_what_was_sampled(profile in generated(), which in 0_u32..6) {
        let order: Vec<usize> = (0..profile.nodes.len()).collect();
        let recording = recording(&profile.text(&order, false));
        let name = format!("f{which}");
        let whole = CallTree::of(&recording.profile, Rules::Lagometer, None);
        let functions = whole.functions.clone();
        let is_it = |function: &Function| function.name == name;
        let matches = |number: u32| is_it(&functions[number as usize]);
        let (mut with, mut without, mut hidden) = (whole.clone(), whole.clone(), whole.clone());
        filter::focus(&mut with, &matches);
        filter::ignore(&mut without, &matches);
        filter::hide(&mut hidden, &matches);
        let all = whole.sampled().weight;
        prop_assert_eq!(with.sampled().weight + without.sampled().weight, all);
        prop_assert_eq!(hidden.sampled().weight, all);
        let total = |tree: &CallTree| {
            let sums = hotspots(tree);
            let rows = tree.functions.iter().zip(sums).filter(|(function, _)| is_it(function));
            rows.map(|(_, sum)| sum.total.weight).sum::<i64>()
        };
        prop_assert_eq!(total(&with), with.sampled().weight);
        prop_assert_eq!(total(&without), 0);
        // One group for all is on every stack once.
        let one = filter::regrouped(&whole, &|_| "all".to_owned());
        let sums = hotspots(&one);
        prop_assert_eq!(sums.iter().map(|sum| sum.total.weight).sum::<i64>(), all);
    }

    #[test]
    fn a_stretch_of_time_is_the_tree_of_that_window(
        profile in generated(),
        from in 900_i64..3_000,
        length in 1_i64..2_000,
        which in prop::collection::vec(prop::option::of(0_u32..6), 3),
    ) {
        let order: Vec<usize> = (0..profile.nodes.len()).collect();
        let thread = ThreadProfile {
            pid: 1,
            tid: 1,
            id: String::new(),
            profile: recording(&profile.text(&order, false)).profile,
            layout: Vec::new(),
        };
        let window = TimeWindow::new(Micros(from), Micros(from + length)).unwrap();
        let mut whole = CallTree::of_thread(&thread, Rules::Lagometer, None);
        let mut tree = CallTree::of_thread(&thread, Rules::Lagometer, Some(window));
        let names: Vec<String> = tree.functions.iter().map(|function| function.name.clone()).collect();
        let is = |which: u32| {
            let (names, name) = (&names, format!("f{which}"));
            move |number: u32| names[number as usize] == name
        };
        let mut moved = Vec::new();
        for (which, filtered) in which.iter().zip([filter::focus, filter::ignore, filter::hide]) {
            if let Some(which) = which {
                filtered(&mut tree, &is(*which));
                moved.push(filtered(&mut whole, &is(*which)));
            }
        }
        let placed = |node: u32| moved.iter().fold(node, |node, moved| match node {
            Nodes::NONE => Nodes::NONE,
            node => moved[node as usize],
        });
        let span = span(&thread, window, &whole, &placed);
        prop_assert_eq!(span.sampled, tree.sampled());
        let sums: Vec<_> = hotspots(&tree).into_iter().enumerate()
            .filter(|(_, sum)| sum.total != Amount::default())
            .map(|(function, sum)| (function as u32, sum.own, sum.total))
            .collect();
        let mut found: Vec<_> = span.functions.iter().map(|of| (of.function, of.own, of.total)).collect();
        found.sort_by_key(|of| of.0);
        prop_assert_eq!(found, sums);
    }

    #[test]
    fn any_text_is_answered_or_refused(text in "[{}\\[\\]\",:0-9a-e ]{0,60}", at in 0_usize..400, with in any::<u8>()) {
        let _ = read(text.as_bytes(), 0, &Limits::default());
        let profile = Generated {
            nodes: vec![(0, None), (1, Some(0)), (0, Some(1))],
            samples: vec![1, 2, 1],
            deltas: vec![5, 6, -2],
            rest: 3,
        };
        let mut bytes = profile.text(&[0, 1, 2], false).into_bytes();
        let at = at % bytes.len();
        bytes[at] = with;
        if let Ok(recording) = read(&bytes[..], 0, &Limits::default()) {
            let tree = CallTree::of(&recording.profile, Rules::DevTools, None);
            hotspots(&tree);
        }
    }
}
