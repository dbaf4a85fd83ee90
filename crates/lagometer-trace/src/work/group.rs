//! What kind of work an event is, by its name.

/// A kind of work of a main thread.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum WorkGroup {
    /// Script that runs, and the events and timers that call it.
    Scripting,
    /// Computing styles and layout.
    StyleLayout,
    /// Painting, layers, and handing frames over.
    Rendering,
    /// Parsing of HTML and of style sheets.
    ParseHtmlCss,
    /// Parsing and compiling of scripts.
    ScriptCompile,
    /// Collecting garbage.
    GarbageCollection,
    /// All else, and what events do not tell.
    Other,
}

impl WorkGroup {
    /// Every kind, in order of display.
    pub const ALL: [WorkGroup; 7] = [
        WorkGroup::Scripting,
        WorkGroup::StyleLayout,
        WorkGroup::Rendering,
        WorkGroup::ParseHtmlCss,
        WorkGroup::ScriptCompile,
        WorkGroup::GarbageCollection,
        WorkGroup::Other,
    ];

    /// Its code: what the wire and the names of metrics say.
    pub fn code(self) -> &'static str {
        match self {
            WorkGroup::Scripting => "scripting",
            WorkGroup::StyleLayout => "style-layout",
            WorkGroup::Rendering => "rendering",
            WorkGroup::ParseHtmlCss => "parse-html-css",
            WorkGroup::ScriptCompile => "script-compile",
            WorkGroup::GarbageCollection => "garbage-collection",
            WorkGroup::Other => "other",
        }
    }
}

/// Which events count as what.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum GroupRules {
    /// Those of Lighthouse, and what V8 and Blink say in more detail.
    Lagometer,
    /// Those of Lighthouse 12 alone, to be held against its answers.
    #[cfg(test)]
    Lighthouse,
}

/// What is to be known of a name.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Traits {
    /// `None`: that of the event around it.
    pub(crate) group: Option<WorkGroup>,
    /// Whether script runs in it.
    pub(crate) runs_script: bool,
    /// Whether it computes styles or layout of the whole document.
    pub(crate) is_style_layout: bool,
    /// Where its arguments say whose work it is.
    pub(crate) url: Option<UrlPlace>,
}

/// Where the arguments of an event name the script or document that it is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum UrlPlace {
    /// `data.url`.
    Data,
    /// `beginData.url`.
    BeginData,
    /// `fileName`.
    FileName,
    /// `data.styleSheetUrl`.
    StyleSheet,
}

/// The groups of Lighthouse (`core/lib/tracehouse/task-groups.js`), which follow the categories of
/// DevTools.
const LIGHTHOUSE: &[(WorkGroup, &[&str])] = &[
    (WorkGroup::ParseHtmlCss, &["ParseHTML", "ParseAuthorStyleSheet"]),
    (
        WorkGroup::StyleLayout,
        &[
            "ScheduleStyleRecalculation",
            "UpdateLayoutTree",
            "InvalidateLayout",
            "Layout",
        ],
    ),
    (
        WorkGroup::Rendering,
        &[
            "Animation",
            "HitTest",
            "PaintSetup",
            "Paint",
            "PaintImage",
            "RasterTask",
            "ScrollLayer",
            "UpdateLayer",
            "UpdateLayerTree",
            "CompositeLayers",
            "PrePaint",
        ],
    ),
    (
        WorkGroup::ScriptCompile,
        &["v8.compile", "v8.compileModule", "v8.parseOnBackground"],
    ),
    (
        WorkGroup::Scripting,
        &[
            "EventDispatch",
            "EvaluateScript",
            "v8.evaluateModule",
            "FunctionCall",
            "TimerFire",
            "FireIdleCallback",
            "FireAnimationFrame",
            "RunMicrotasks",
            "V8.Execute",
        ],
    ),
    (
        WorkGroup::GarbageCollection,
        &[
            "MinorGC",
            "MajorGC",
            "BlinkGC.AtomicPhase",
            "ThreadState::performIdleLazySweep",
            "ThreadState::completeSweep",
            "BlinkGCMarking",
        ],
    ),
    (
        WorkGroup::Other,
        &[
            "MessageLoop::RunTask",
            "TaskQueueManager::ProcessTaskFromWorkQueue",
            "ThreadControllerImpl::DoWork",
        ],
    ),
];

/// What Lighthouse counts to the event around it, or knows under its newer name only.
const MORE: &[(WorkGroup, &[&str])] = &[
    (WorkGroup::StyleLayout, &["RecalculateStyles"]),
    (
        WorkGroup::Rendering,
        &[
            "Layerize",
            "Commit",
            "Rasterize",
            "Decode Image",
            "Draw LazyPixelRef",
        ],
    ),
    (
        WorkGroup::Scripting,
        &[
            "v8.run",
            "v8.callFunction",
            "v8.callAsConstructor",
            "v8.newInstance",
            "V8.RunMicrotasks",
            "XHRReadyStateChange",
            "XHRLoad",
        ],
    ),
    (WorkGroup::GarbageCollection, &["GCEvent"]),
];

/// The same by how a name begins: V8 has some dozens of each.
const MORE_PREFIXES: &[(WorkGroup, &[&str])] = &[
    (WorkGroup::GarbageCollection, &["V8.GC", "CppGC.", "BlinkGC."]),
    (
        WorkGroup::ScriptCompile,
        &[
            "V8.Compile",
            "V8.Parse",
            "V8.PreParse",
            "V8.CollectSourcePositions",
            "V8.ScriptCompiler",
            "V8.StreamingFinalization",
            "V8.OptimizeCode",
            "v8.compile",
            "v8.streamingCompile",
            "v8.parseOnBackground",
            "v8.produceCache",
            "v8.produceModuleCache",
        ],
    ),
];

/// What is to be known of an event of this name.
pub(crate) fn traits(name: &str, rules: GroupRules) -> Traits {
    Traits {
        group: group(name, rules),
        runs_script: runs_script(name),
        is_style_layout: matches!(name, "Layout" | "UpdateLayoutTree" | "RecalculateStyles"),
        url: url(name),
    }
}

fn group(name: &str, rules: GroupRules) -> Option<WorkGroup> {
    let exact = |table: &[(WorkGroup, &[&str])]| {
        let found = table.iter().find(|(_, names)| names.contains(&name));
        found.map(|(group, _)| *group)
    };
    let of_lighthouse = exact(LIGHTHOUSE);
    if rules != GroupRules::Lagometer || of_lighthouse.is_some() {
        return of_lighthouse;
    }
    let begins = |prefixes: &&[&str]| prefixes.iter().any(|prefix| name.starts_with(prefix));
    exact(MORE).or_else(|| {
        let mut prefixes = MORE_PREFIXES.iter();
        let found = prefixes.find(|(_, prefixes)| begins(prefixes));
        found.map(|(group, _)| *group)
    })
}

/// Whether script runs in an event of this name: DevTools' rule.
fn runs_script(name: &str) -> bool {
    matches!(
        name,
        "RunMicrotasks" | "FunctionCall" | "EvaluateScript" | "EventDispatch"
    ) || name.starts_with("v8")
        || name.starts_with("V8")
}

fn url(name: &str) -> Option<UrlPlace> {
    match name {
        "EvaluateScript" | "FunctionCall" | "v8.compile" => Some(UrlPlace::Data),
        "v8.compileModule" | "v8.run" => Some(UrlPlace::FileName),
        "ParseHTML" => Some(UrlPlace::BeginData),
        "ParseAuthorStyleSheet" => Some(UrlPlace::StyleSheet),
        _ => None,
    }
}

#[cfg(test)]
mod tests;
