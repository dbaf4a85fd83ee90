//! Where an error happened.

use lagometer_report::scenario::Place;

/// A place in a scenario, and the round in which it was reached. All of it may be absent: a browser
/// that does not start has no place.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Location {
    /// The scenario's file name, as it is shown.
    pub file: Option<String>,
    /// The line, column and path of the step.
    pub step: Option<Place>,
    /// The key of the scenario, where it is no step: `url`, `settle`.
    pub key: Option<&'static str>,
    /// The step's type; absent where the text of the error already says what was waited for.
    pub step_kind: Option<&'static str>,
    /// The round, from 1.
    pub round: Option<u32>,
    /// What was found there: "page loaded, 0 elements".
    pub found: Option<String>,
    /// Whether `failure.png` shows the page at that moment.
    pub screenshot: bool,
    /// Whether `console.txt` has what the page said until then.
    pub console: bool,
}

impl Location {
    /// `grid.yaml:9:9, actions step 1.1 \`click\`, round 6: covered for 5 s`; absent where nothing is
    /// known.
    pub(crate) fn text(&self, after_round: &str) -> Option<String> {
        let mut parts = Vec::new();
        if let Some(place) = &self.step {
            match &self.file {
                Some(file) => parts.push(format!("{file}:{}:{}", place.line, place.column)),
                None => parts.push(format!("{}:{}", place.line, place.column)),
            }
            match self.step_kind {
                Some(kind) => parts.push(format!("{} `{kind}`", place.path)),
                None => parts.push(place.path.clone()),
            }
        } else if let Some(key) = self.key {
            parts.extend(self.file.clone());
            parts.push(format!("`{key}`"));
        }
        if let Some(round) = self.round {
            parts.push(format!("round {round}{after_round}"));
        }
        let place = parts.join(", ");
        match (&self.found, place.is_empty()) {
            (Some(found), true) => Some(found.clone()),
            (Some(found), false) => Some(format!("{place}: {found}")),
            (None, true) => None,
            (None, false) => Some(place),
        }
    }
}
