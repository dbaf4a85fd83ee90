//! Labels of functions and profiles in words, with their numbers.

use crate::{cpu_place, number};
use lagometer_metric::Unit;
use lagometer_report::{CpuLabel, CpuRelated, RawNumber};

/// `self-heavy, certain: self/total 0.97`.
pub(crate) fn text(label: &CpuLabel) -> String {
    format!("{}, {}: {}", label.name, label.certainty, evidence(label))
}

fn evidence(label: &CpuLabel) -> String {
    let of = |name: &str| label.evidence.get(name).map(|raw| raw.0);
    let text = |unit: Unit, name: &str| of(name).map_or_else(String::new, |raw| number::value(unit, raw));
    let part = |name: &str| text(Unit::Ratio, name);
    let time = |name: &str| text(Unit::Microseconds, name);
    let count = |name: &str| text(Unit::Count, name);
    let quotient = |name: &str| of(name).map_or_else(String::new, number::hundredths);
    match (label.name.as_str(), &label.about) {
        ("self-heavy", _) => format!("self/total {}", quotient("self_over_total")),
        ("dispatcher", _) => format!(
            "self/total {}, calls {}",
            quotient("self_over_total"),
            with_shares(&label.related)
        ),
        ("recursion", _) => format!(
            "in {} of its total, up to {} deep",
            part("recursive_over_total"),
            count("depth_max")
        ),
        ("many-callers", _) => format!(
            "{} callers, the first has {}",
            count("callers"),
            part("largest_caller_over_self")
        ),
        ("forced-layout", _) => format!(
            "{} style, {} layout, {} events",
            time("style_us"),
            time("layout_us"),
            count("events")
        ),
        ("native", _) if label.related.is_empty() => "no code of a script".to_owned(),
        ("native", _) => format!("no code of a script, called by {}", with_shares(&label.related)),
        ("third-party", Some(about)) => format!("{about}, {} here", part("share")),
        (_, Some(about)) => format!(
            "{about} on line {} ({} of {}){}",
            of("line").map_or_else(String::new, number::plain),
            count("samples"),
            count("of"),
            if of("in_loop") == Some(1.0) {
                ", in a loop"
            } else {
                ""
            }
        ),
        ("regexp", None) => format!(
            "{} in {} regular expression{}: {}",
            time("us"),
            count("expressions"),
            if of("expressions") == Some(1.0) { "" } else { "s" },
            with_shares(&label.related)
        ),
        ("gc-neighbour", None) => format!(
            "{} of collection ran after it, {} of all; what made the garbage is not known by that",
            time("us"),
            part("of_all_gc")
        ),
        _ => of_profile(label),
    }
}

/// Of labels that a profile as a whole has.
fn of_profile(label: &CpuLabel) -> String {
    let of = |name: &str| label.evidence.get(name).map(|raw| raw.0);
    let text = |unit: Unit, name: &str| of(name).map_or_else(String::new, |raw| number::value(unit, raw));
    let part = |name: &str| text(Unit::Ratio, name);
    let time = |name: &str| text(Unit::Microseconds, name);
    match (label.name.as_str(), &label.about) {
        ("gc-pressure", None) if label.related.is_empty() => {
            format!("{} of garbage collection, {}", time("us"), part("share"))
        }
        ("gc-pressure", None) => format!(
            "{} of garbage collection, {}; most of it ran after {} (what ran before it need not be its cause)",
            time("us"),
            part("share"),
            with_shares(&label.related)
        ),
        ("compile", None) => match of("share") {
            Some(_) => format!("{} of parsing and compiling, {}", time("us"), part("share")),
            None => format!("{} of parsing and compiling inside it", time("us")),
        },
        ("hot-path", None) => format!(
            "{}: {} below the last; each has {} of its caller and more",
            way(&label.related),
            part("share"),
            part("least_of_caller")
        ),
        _ => {
            let pair = |(name, raw): (&String, &RawNumber)| format!("{name} {}", number::plain(raw.0));
            let pairs: Vec<String> = label.evidence.iter().map(pair).collect();
            pairs.join(", ")
        }
    }
}

fn with_shares(related: &[CpuRelated]) -> String {
    let one = |related: &CpuRelated| {
        let name = cpu_place::function_name(&related.name);
        match related.amount.share {
            Some(RawNumber(share)) => format!("{name} {}", number::value(Unit::Ratio, share)),
            None => name,
        }
    };
    related.iter().map(one).collect::<Vec<String>>().join(", ")
}

/// The calls from the outermost on; of a long way the beginning and the end.
fn way(calls: &[CpuRelated]) -> String {
    const FIRST: usize = 2;
    const LAST: usize = 4;
    let name = |related: &CpuRelated| cpu_place::function_name(&related.name);
    let names: Vec<String> = calls.iter().map(name).collect();
    if names.len() <= FIRST + LAST {
        return names.join(" > ");
    }
    let (first, rest) = names.split_at(FIRST);
    let last = &rest[rest.len() - LAST..];
    let between = rest.len() - LAST;
    format!("{} > ({between} more) > {}", first.join(" > "), last.join(" > "))
}
