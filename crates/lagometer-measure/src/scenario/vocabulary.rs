//! The words of a scenario file, as the parser knows them: for whoever describes the file to a machine,
//! so that the description cannot drift from what is read.

use super::names;

/// A step.
#[derive(Clone, Copy, Debug)]
pub struct StepWords {
    /// Its type.
    pub name: &'static str,
    /// The name of its value where `type` is written; empty where the value is a map.
    pub main: &'static str,
    /// The keys beside it.
    pub keys: &'static [&'static str],
}

/// The keys of the scenario.
pub const SCENARIO: &[&str] = names::KEYS;
/// The keys of every step.
pub const EVERY_STEP: &[&str] = names::EVERY_STEP_KEYS;
/// The keys of `viewport`.
pub const VIEWPORT: &[&str] = names::VIEWPORT_KEYS;
/// The keys of `browser`.
pub const BROWSER: &[&str] = names::BROWSER_KEYS;
/// The keys of a network that is pretended.
pub const NETWORK: &[&str] = names::NETWORK_KEYS;
/// The keys of `install`.
pub const INSTALL: &[&str] = names::INSTALL_KEYS;
/// The keys of a cookie.
pub const COOKIE: &[&str] = names::COOKIE_KEYS;
/// The keys of a budget.
pub const BUDGET: &[&str] = names::BUDGET_KEYS;

/// The steps.
pub fn steps() -> impl Iterator<Item = StepWords> {
    names::STEPS.iter().map(|step| StepWords {
        name: step.name,
        main: step.main,
        keys: step.keys,
    })
}
