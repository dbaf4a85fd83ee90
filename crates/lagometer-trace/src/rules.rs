//! Which rule set is followed, where ours and that of Chrome's own panel differ on purpose.

use lagometer_metric::Micros;

/// A rule set. Numbers of different ones are not compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Rules {
    /// Ours: see the definition of each metric.
    Lagometer,
    /// The conventions of DevTools' trace engine: a task is long over the threshold, not at it; nested
    /// tasks are long tasks of their own; only `RunTask` is a task; each process in which the main
    /// frame ever was counts over the whole trace; timings and interactions are those of all
    /// processes; the last frame is not listed.
    DevTools,
}

impl Rules {
    /// Every rule set.
    pub const ALL: [Rules; 2] = [Rules::Lagometer, Rules::DevTools];

    /// The word.
    pub fn code(self) -> &'static str {
        match self {
            Rules::Lagometer => "lagometer",
            Rules::DevTools => "devtools",
        }
    }

    /// Whether a task is long of which this lies inside.
    pub(crate) fn is_long(self, inside: Micros, threshold: Micros) -> bool {
        match self {
            Rules::Lagometer => inside >= threshold,
            Rules::DevTools => inside > threshold,
        }
    }

    /// The rule set of this name.
    pub fn of_code(code: &str) -> Option<Rules> {
        Rules::ALL.into_iter().find(|rules| rules.code() == code)
    }
}
