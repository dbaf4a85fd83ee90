//! The names that a scenario may use, those that a later version brings, and the nearest one to a
//! name that is neither.

/// Keys of the scenario.
pub(super) const KEYS: &[&str] = &[
    "name",
    "url",
    "serve",
    "data",
    "viewport",
    "browser",
    "install",
    "timeout",
    "prepare",
    "actions",
    "settle",
    "after",
    "budgets",
    "rounds",
    "warmup",
    "warmupInPage",
    "reset",
    "roundTimeout",
];

/// Keys of the scenario in a later version.
pub(super) const LATER_KEYS: &[&str] = &["variants", "gates", "inconclusive"];

/// Keys of the browser's conditions.
pub(super) const BROWSER_KEYS: &[&str] = &[
    "headless",
    "cpuSlowdown",
    "network",
    "cache",
    "flags",
    "traceBuffer",
    "major",
];

/// Keys of a network that is pretended.
pub(super) const NETWORK_KEYS: &[&str] = &["download", "upload", "latency"];

/// Keys of what is put into a page.
pub(super) const INSTALL_KEYS: &[&str] = &["script", "headers", "cookies", "localStorage"];

/// Keys of a cookie.
pub(super) const COOKIE_KEYS: &[&str] = &["name", "value", "domain", "path", "secure", "httpOnly"];

/// Keys of a budget.
pub(super) const BUDGET_KEYS: &[&str] = &["metric", "max", "min"];

/// Keys of the viewport, in Recorder's words.
pub(super) const VIEWPORT_KEYS: &[&str] = &[
    "width",
    "height",
    "deviceScaleFactor",
    "isMobile",
    "hasTouch",
    "isLandscape",
];

/// Keys of every step.
pub(super) const EVERY_STEP_KEYS: &[&str] = &["timeout", "frame", "target", "assertedEvents"];

/// Keys of the parameters of a step that Recorder does not know.
pub(super) const SNAPSHOT_PARAMETERS: &[&str] = &["name"];

/// Keys of an event that a step waits for.
pub(super) const EVENT_KEYS: &[&str] = &["type", "url", "title"];

/// A step: its type is a key whose value is the main field, or the value of `type` beside the main
/// field under its own name.
#[derive(Debug)]
pub(super) struct StepName {
    pub(super) name: &'static str,
    /// The name of the main field where `type` is written; empty where the value is a map, whose keys
    /// then stand beside `type`, as in Recorder.
    pub(super) main: &'static str,
    /// Keys beside it.
    pub(super) keys: &'static [&'static str],
    /// Keys beside it in a later version.
    pub(super) later_keys: &'static [&'static str],
}

/// Keys beside a click.
const CLICK_KEYS: &[&str] = &["offsetX", "offsetY", "button", "deviceType", "duration"];

/// The steps.
pub(super) const STEPS: &[StepName] = &[
    StepName {
        name: "navigate",
        main: "url",
        keys: &[],
        later_keys: &[],
    },
    StepName {
        name: "click",
        main: "selectors",
        keys: CLICK_KEYS,
        later_keys: &[],
    },
    StepName {
        name: "doubleClick",
        main: "selectors",
        keys: CLICK_KEYS,
        later_keys: &[],
    },
    StepName {
        name: "hover",
        main: "selectors",
        keys: &["offsetX", "offsetY"],
        later_keys: &[],
    },
    StepName {
        name: "drag",
        main: "selectors",
        keys: &["to", "offsetX", "offsetY", "toOffsetX", "toOffsetY", "duration"],
        later_keys: &[],
    },
    StepName {
        name: "wheel",
        main: "",
        keys: &["selectors", "duration"],
        later_keys: &[],
    },
    StepName {
        name: "scroll",
        main: "",
        keys: &["selectors"],
        later_keys: &[],
    },
    StepName {
        name: "change",
        main: "selectors",
        keys: &["value"],
        later_keys: &[],
    },
    StepName {
        name: "keyDown",
        main: "key",
        keys: &["selectors"],
        later_keys: &[],
    },
    StepName {
        name: "keyUp",
        main: "key",
        keys: &["selectors"],
        later_keys: &[],
    },
    StepName {
        name: "typeText",
        main: "text",
        keys: &["selectors"],
        later_keys: &[],
    },
    StepName {
        name: "waitForElement",
        main: "selectors",
        keys: &["operator", "count", "visible", "attributes", "properties"],
        later_keys: &[],
    },
    StepName {
        name: "waitForExpression",
        main: "expression",
        keys: &[],
        later_keys: &[],
    },
    StepName {
        name: "waitForFrames",
        main: "count",
        keys: &[],
        later_keys: &[],
    },
    StepName {
        name: "evaluate",
        main: "body",
        keys: &["saveAs", "unit"],
        later_keys: &[],
    },
    StepName {
        name: "measure",
        main: "name",
        keys: &["steps", "until"],
        later_keys: &["at"],
    },
    StepName {
        name: "sleep",
        main: "duration",
        keys: &[],
        later_keys: &[],
    },
    StepName {
        name: "waitForIdle",
        main: "duration",
        keys: &[],
        later_keys: &[],
    },
    StepName {
        name: "waitForEvent",
        main: "event",
        keys: &["selectors"],
        later_keys: &[],
    },
    StepName {
        name: "repeat",
        main: "times",
        keys: &["steps", "series"],
        later_keys: &[],
    },
    StepName {
        name: "gc",
        main: "",
        keys: &[],
        later_keys: &[],
    },
    StepName {
        name: "snapshot",
        main: "name",
        keys: &[],
        later_keys: &[],
    },
    StepName {
        name: "customStep",
        main: "name",
        keys: &["parameters"],
        later_keys: &[],
    },
    StepName {
        name: "setViewport",
        main: "",
        keys: VIEWPORT_KEYS,
        later_keys: &[],
    },
    StepName {
        name: "emulateNetworkConditions",
        main: "",
        keys: &["download", "upload", "latency"],
        later_keys: &[],
    },
];

/// The names of the steps, in the order of [`STEPS`].
pub(super) const STEP_NAMES: &[&str] = &[
    "navigate",
    "click",
    "doubleClick",
    "hover",
    "drag",
    "wheel",
    "scroll",
    "change",
    "keyDown",
    "keyUp",
    "typeText",
    "waitForElement",
    "waitForExpression",
    "waitForFrames",
    "evaluate",
    "measure",
    "sleep",
    "waitForIdle",
    "waitForEvent",
    "repeat",
    "gc",
    "snapshot",
    "customStep",
    "setViewport",
    "emulateNetworkConditions",
];

/// Steps of a later version.
pub(super) const LATER_STEPS: &[&str] = &["close"];

/// What selectors start with that are not plain CSS, as in Recorder.
pub(super) const SELECTOR_PREFIXES: &[&str] = &["aria/", "text/", "xpath/", "pierce/", "css/"];

/// The step of this name.
pub(super) fn step(name: &str) -> Option<&'static StepName> {
    STEPS.iter().find(|step| step.name == name)
}

/// The known name that is nearest to what was written, if it is near enough to be meant: at most a
/// third of its letters differ, upper and lower case aside. Of several, the first.
pub(super) fn nearest(written: &str, known: &[&'static str]) -> Option<&'static str> {
    const LONGEST: usize = 40;
    let written: Vec<char> = written.chars().take(LONGEST + 1).collect();
    if written.len() > LONGEST {
        return None;
    }
    let written: Vec<char> = written.iter().flat_map(|c| c.to_lowercase()).collect();
    known
        .iter()
        .map(|name| {
            let letters: Vec<char> = name.chars().flat_map(char::to_lowercase).collect();
            (distance(&written, &letters), letters.len(), *name)
        })
        .filter(|(distance, length, _)| *distance <= (length / 3).max(1))
        .min_by_key(|(distance, _, _)| *distance)
        .map(|(_, _, name)| name)
}

/// Letters to insert, take out, replace, or swap with their neighbour until `a` is `b` ("optimal
/// string alignment" distance).
fn distance(a: &[char], b: &[char]) -> usize {
    let mut before_last: Vec<usize> = Vec::new();
    let mut last: Vec<usize> = (0..=b.len()).collect();
    for (i, from) in a.iter().enumerate() {
        let mut row = vec![i + 1];
        for (j, to) in b.iter().enumerate() {
            let replaced = last[j] + usize::from(from != to);
            let mut best = replaced.min(last[j + 1] + 1).min(row[j] + 1);
            if i > 0 && j > 0 && *from == b[j - 1] && a[i - 1] == *to {
                best = best.min(before_last[j - 1] + 1);
            }
            row.push(best);
        }
        before_last = std::mem::replace(&mut last, row);
    }
    last[b.len()]
}

#[cfg(test)]
mod tests;
