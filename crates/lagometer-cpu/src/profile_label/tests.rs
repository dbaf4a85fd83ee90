use super::*;
use crate::{Function, Nodes, Position, Weight, subtrees};
use std::num::NonZeroU32;

/// A tree of `(parent, name, own)`, one sample a millisecond.
fn tree(nodes: &[(u32, &str, i64)]) -> CallTree {
    let mut functions: Vec<Function> = Vec::new();
    let mut links = Nodes::default();
    for (parent, name, _) in nodes {
        let function = Function {
            name: (*name).to_owned(),
            url: String::new(),
            position: match name.starts_with('(') {
                true => Position::default(),
                false => Position {
                    line: NonZeroU32::new(1),
                    column: None,
                },
            },
        };
        let number = functions.iter().position(|known| *known == function);
        links.function.push(number.unwrap_or(functions.len()) as u32);
        if number.is_none() {
            functions.push(function);
        }
        links.parent.push(*parent);
    }
    let mut tree = CallTree::empty(functions, links, Weight::Time);
    for (own, (_, _, ms)) in tree.own.iter_mut().zip(nodes) {
        *own = amount(*ms);
    }
    tree
}

fn amount(ms: i64) -> Amount {
    Amount {
        weight: ms * 1_000,
        samples: ms as u64,
    }
}

const NONE: u32 = Nodes::NONE;

#[test]
fn a_hot_path_ends_where_no_call_has_nearly_all() {
    let tree = tree(&[
        (NONE, "(root)", 0),
        (0, "main", 2),
        (1, "run", 3),
        (2, "loop", 1),
        (3, "left", 50),
        (3, "right", 40),
        (0, "(idle)", 400),
    ]);
    let labels = profile_labels(&tree, &subtrees(&tree), 96_000, Amount::default(), 0);
    let [ProfileLabel::HotPath { calls, least, share }] = &labels[..] else {
        panic!("{labels:?}");
    };
    let names: Vec<&str> = calls
        .iter()
        .map(|call| tree.functions[call.function as usize].name.as_str())
        .collect();
    assert_eq!(names, ["main", "run", "loop"]);
    assert!((least - 91.0 / 94.0).abs() < 1e-9 && (share - 91.0 / 96.0).abs() < 1e-9);
}

/// What is a large part of the active time may be next to nothing of the recording.
#[test]
fn a_label_needs_two_hundredths_of_the_recording() {
    let labels = |idle| {
        let tree = tree(&[
            (NONE, "(root)", 0),
            (0, "main", 0),
            (1, "run", 0),
            (2, "loop", 40),
            (0, "(idle)", idle),
        ]);
        let labels = profile_labels(&tree, &subtrees(&tree), 40_000, amount(40), 40_000);
        labels.iter().map(ProfileLabel::name).collect::<Vec<_>>()
    };
    assert_eq!(labels(1_960), ["gc-pressure", "compile", "hot-path"]);
    assert_eq!(labels(1_961), <[&str; 0]>::default());
}

/// A function that calls itself is one step of the way, and a way of two is none.
#[test]
fn recursion_is_no_path() {
    let tree = tree(&[
        (NONE, "(root)", 0),
        (0, "visit", 1),
        (1, "visit", 1),
        (2, "visit", 1),
        (3, "leaf", 90),
    ]);
    assert_eq!(
        profile_labels(&tree, &subtrees(&tree), 93_000, Amount::default(), 0),
        []
    );
}

#[test]
fn garbage_collection_is_pressure_from_a_tenth_on() {
    let tree = tree(&[(NONE, "(root)", 0), (0, "a", 80)]);
    let labels = |ms| profile_labels(&tree, &subtrees(&tree), 300_000, amount(ms), 0);
    assert_eq!(labels(29), []);
    assert_eq!(labels(30)[0].name(), "gc-pressure");
    // So few samples may be chance.
    assert_eq!(
        profile_labels(&tree, &subtrees(&tree), 100_000, amount(19), 0),
        []
    );
    assert_eq!(
        profile_labels(&tree, &subtrees(&tree), 100_000, Amount::default(), 5_000)[0].name(),
        "compile"
    );
}
