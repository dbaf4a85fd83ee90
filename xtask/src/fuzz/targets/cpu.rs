//! Profiles and traces with samples: the answer of `cpu`, its views and exports, and two sides.

use super::{Pieces, Target, source};
use crate::fuzz::Verdict;
use lagometer_analyze::{
    CpuBasisChoice, CpuDiffBy, CpuLimits, CpuOptions, CpuRules, CpuSort, CpuView, SourceOptions, cpu,
    cpu_diff, cpu_stacks, cpu_timeline,
};
use lagometer_render::export;
use lagometer_report::CpuDocument;
use std::io::Read;

pub(super) const TARGET: Target = Target {
    name: "cpu",
    seeds: "crates/lagometer-cpu/fuzz-seeds",
    feed,
};

/// An input is answered as it is, and what came out is held to what must be. One in four is read in small
/// pieces as well, which must make no difference; one in four is answered by the other rules and in another
/// view; one in four is exported, and read again; one in four stands against itself.
fn feed(input: &[u8]) -> Verdict {
    let sum: u32 = input
        .iter()
        .fold(0, |sum, byte| sum.wrapping_mul(31).wrapping_add(u32::from(*byte)));
    let whole = answer(input, &options(CpuRules::Lagometer, CpuView::Functions))?;
    match sum % 4 {
        0 => {
            let pieces = Pieces {
                bytes: input,
                size: 7,
            };
            if answer(pieces, &options(CpuRules::Lagometer, CpuView::Functions))? != whole {
                return Err("the answer is another one in pieces of 7 bytes".to_owned());
            }
        }
        1 => {
            let view = CpuView::ALL[sum as usize / 4 % CpuView::ALL.len()];
            answer(input, &options(CpuRules::DevTools, view))?;
        }
        2 => export_and_read(input)?,
        _ => against_itself(input)?,
    }
    Ok(())
}

fn options(rules: CpuRules, view: CpuView) -> CpuOptions<'static> {
    CpuOptions {
        rules,
        sort: CpuSort::Own,
        basis: CpuBasisChoice::Active,
        thread: None,
        profiles: Vec::new(),
        window: None,
        view,
        function: None,
        focus: None,
        ignore: None,
        hide: None,
        hash: false,
        strict: false,
        limits: CpuLimits::default(),
        sources: SourceOptions {
            context_lines: Some(1),
            excerpts: 3,
            ..SourceOptions::without_files()
        },
        lines_of_calls: true,
    }
}

/// The document as it is written, or the text of the error.
fn answer(input: impl Read, options: &CpuOptions<'_>) -> Result<String, String> {
    let document = match cpu(vec![source(input)], options) {
        Ok(document) => document,
        Err(error) if error.to_string().is_empty() => return Err("an error without a text".to_owned()),
        Err(error) => return Ok(error.to_string()),
    };
    check(&document)?;
    serde_json::to_string(&document).map_err(|error| format!("the document cannot be written: {error}"))
}

fn check(document: &CpuDocument) -> Verdict {
    if let Some(time) = &document.time {
        let parts = [
            time.functions_us,
            time.gc_us,
            time.program_us,
            time.idle_us,
            time.root_us,
            time.unattributed_us,
        ];
        if parts.iter().any(|part| *part < 0) || parts.iter().sum::<i64>() != time.sampled_us {
            return Err(format!("the parts are not the whole: {time:?}"));
        }
    }
    for function in &document.functions {
        let (own, total) = (function.own.value.0, function.total.value.0);
        if document.time.is_some() && (own < 0.0 || total < own) {
            return Err(format!(
                "`{}` has {own} of itself and {total} in all",
                function.name
            ));
        }
        for label in &function.labels {
            if !["certain", "likely", "possible"].contains(&label.certainty.as_str()) {
                return Err(format!("a label is `{}`", label.certainty));
            }
        }
    }
    Ok(())
}

fn export_and_read(input: &[u8]) -> Verdict {
    let options = options(CpuRules::Lagometer, CpuView::Functions);
    if let Ok(stacks) = cpu_stacks(vec![source(input)], &options) {
        export::folded(&stacks);
        export::speedscope(&stacks);
        export::flame(&stacks);
    }
    let Ok(timeline) = cpu_timeline(vec![source(input)], &options) else {
        return Ok(());
    };
    export::flame_in_time(&timeline);
    let again = export::cpuprofile(&timeline);
    let sampled = |input: &[u8]| match cpu(vec![source(input)], &options) {
        Ok(document) => Ok(document.time.map(|time| time.sampled_us)),
        Err(error) => Err(error.to_string()),
    };
    match (sampled(input), sampled(again.as_bytes())) {
        (Ok(before), Ok(after)) if before != after => {
            Err(format!("{before:?} us were exported, and {after:?} us were read"))
        }
        (Ok(_), Err(error)) => Err(format!("what was exported cannot be read: {error}")),
        _ => Ok(()),
    }
}

fn against_itself(input: &[u8]) -> Verdict {
    let options = options(CpuRules::Lagometer, CpuView::Functions);
    let Ok(document) = cpu_diff(
        vec![source(input)],
        vec![source(input)],
        CpuDiffBy::Function,
        &options,
    ) else {
        return Ok(());
    };
    match document.rows.iter().find(|row| row.own.change.0 != 0.0) {
        Some(row) => Err(format!(
            "`{}` differs from itself by {}",
            row.name, row.own.change.0
        )),
        None => Ok(()),
    }
}
