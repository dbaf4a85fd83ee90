//! The samples of one profile in the order of time, with functions as they were written.

use super::convert::place;
use super::load::{Loaded, load};
use super::written::Written;
use super::{CpuOptions, choose, group, written};
use crate::{Error, Source};
use lagometer_cpu::{Content, Function, Nodes, Role, Rules, stretches};
use lagometer_report::{CpuPlace, CpuTimeline, CpuTimelineCall, CpuTimelineFunction, CpuTimelineSample};

/// What filters left out of a stack.
const LEFT_OUT: &str = "(left out)";
/// What was sampled in nodes that the file does not have.
const UNKNOWN: &str = "(unknown nodes)";

/// The samples of the chosen profile; nothing that was sampled is left out. What has no order of time
/// is an error: several profiles, sampled bytes, and the rules of DevTools.
pub fn cpu_timeline(sources: Vec<Source<'_>>, options: &CpuOptions<'_>) -> Result<CpuTimeline, Error> {
    let loaded = load(sources, options)?;
    let chosen = choose(&loaded, options)?;
    let refused = |what: &str, hint: &str| Err(Error::no_order_of_time(&loaded.name(), what, hint));
    let [at] = chosen[..] else {
        let hint = format!("choose one with `--profile N`: {}", loaded.listed());
        return refused(
            &format!("{} profiles have no common order of time", chosen.len()),
            &hint,
        );
    };
    if options.rules == Rules::DevTools {
        return refused(
            "the rules of `devtools` give samples to other stacks",
            "leave out `--rules devtools`",
        );
    }
    if matches!(loaded.profiles[at].profile().content, Content::Sized(_)) {
        return refused("sampled bytes have no times", "use another form");
    }
    Ok(timeline(&loaded, at, &written(&loaded, &chosen, options)))
}

fn timeline(loaded: &Loaded, at: usize, written: &Written<'_>) -> CpuTimeline {
    let mut calls = Calls::of(written);
    let of = &loaded.profiles[at];
    let window = of.window.as_ref().map(|window| window.inside);
    let stretches = stretches(of.profile(), window);
    let first = stretches.first().map_or(0, |stretch| stretch.start);
    let mut samples: Vec<CpuTimelineSample> = Vec::with_capacity(stretches.len());
    for stretch in &stretches {
        let call = match stretch.node {
            Nodes::NONE => calls.extra(UNKNOWN),
            node => match written.node(node) {
                Nodes::NONE => calls.extra(LEFT_OUT),
                node => calls.number(node),
            },
        };
        samples.push(CpuTimelineSample {
            start_us: stretch.start - first,
            call,
        });
    }
    CpuTimeline {
        name: loaded.name(),
        functions: calls.functions,
        calls: calls.calls,
        samples,
        end_us: stretches
            .last()
            .map_or(0, |last| last.start + last.duration - first),
    }
}

/// The calls on one root, as the forms of other programs want them.
struct Calls {
    functions: Vec<CpuTimelineFunction>,
    calls: Vec<CpuTimelineCall>,
    /// The number of the first node of the tree.
    offset: u32,
    extra: Vec<(&'static str, u32)>,
}

impl Calls {
    fn of(written: &Written<'_>) -> Calls {
        let tree = &written.tree;
        let function = |(number, function): (u32, &Function)| CpuTimelineFunction {
            name: function.name.clone(),
            place: place(function),
            category: match function.role() {
                Role::Function => group::category(written, number),
                _ => "engine".to_owned(),
            },
        };
        let mut calls = Calls {
            functions: (0..).zip(&tree.functions).map(function).collect(),
            calls: Vec::with_capacity(tree.nodes.len() + 1),
            offset: 0,
            extra: Vec::new(),
        };
        let has_root = |function: &u32| tree.functions[*function as usize].role() == Role::Root;
        if !tree.nodes.function.first().is_some_and(has_root) {
            calls.call("(root)", None);
            calls.offset = 1;
        }
        for (&parent, &function) in tree.nodes.parent.iter().zip(&tree.nodes.function) {
            let caller = match parent {
                // What hangs on nothing hangs on the root, which is the first.
                Nodes::NONE => (!calls.calls.is_empty()).then_some(0),
                parent => Some(parent + calls.offset),
            };
            calls.calls.push(CpuTimelineCall {
                caller,
                function,
                lines: Vec::new(),
            });
        }
        for &(node, line, samples) in written.ticks.iter().flatten() {
            calls.calls[(node + calls.offset) as usize]
                .lines
                .push((line, samples));
        }
        calls
    }

    fn number(&self, node: u32) -> u32 {
        node + self.offset
    }

    /// A call that the tree does not have, on the root.
    fn extra(&mut self, name: &'static str) -> u32 {
        if let Some((_, call)) = self.extra.iter().find(|(known, _)| *known == name) {
            return *call;
        }
        let call = self.call(name, Some(0));
        self.extra.push((name, call));
        call
    }

    fn call(&mut self, name: &str, caller: Option<u32>) -> u32 {
        self.functions.push(CpuTimelineFunction {
            name: name.to_owned(),
            place: CpuPlace {
                url: String::new(),
                line: None,
                column: None,
            },
            category: "engine".to_owned(),
        });
        self.calls.push(CpuTimelineCall {
            caller,
            function: self.functions.len() as u32 - 1,
            lines: Vec::new(),
        });
        self.calls.len() as u32 - 1
    }
}
