//! What a scenario means, as one number.

use lagometer_report::scenario::{BrowserConditions, Install, Scenario, Settle, Step, Viewport};
use serde::Serialize;
use sha2::{Digest, Sha256};

/// What makes two measurements the same experiment. Its order of fields is part of the fingerprint.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Meaning<'a> {
    url: &'a str,
    serve: Option<&'a str>,
    viewport: &'a Viewport,
    browser: &'a BrowserConditions,
    install: &'a Install,
    prepare: &'a [Step],
    actions: &'a [Step],
    settle: &'a Settle,
    after: &'a [Step],
    warmup_in_page: u32,
    reset: &'a [Step],
    timeout_ms: u64,
}

/// SHA-256 in hex over what the scenario means.
///
/// Hashed is JSON without spaces, with the fields of `Meaning` and of the contract's types in the
/// order of their declaration and every default filled in. So the spelling does not matter (YAML or
/// JSON, `500ms` or `0.5s`, a default written out, a comment), and neither do name, budgets, number of
/// rounds and of warm-ups, which make no other experiment. The content of `data` has a hash of its own
/// in the record; secrets stand in it as `${NAME}`.
pub fn fingerprint(scenario: &Scenario) -> String {
    let Scenario {
        name: _,
        url,
        serve,
        data: _,
        viewport,
        browser,
        install,
        prepare,
        actions,
        settle,
        after,
        budgets: _,
        rounds: _,
        warmup: _,
        warmup_in_page,
        reset,
        timeout_ms,
        round_timeout_ms: _,
        secrets: _,
    } = scenario;
    let meaning = Meaning {
        url,
        serve: serve.as_deref(),
        viewport,
        browser,
        install,
        prepare,
        actions,
        settle,
        after,
        warmup_in_page: *warmup_in_page,
        reset,
        timeout_ms: *timeout_ms,
    };
    let json = serde_json::to_vec(&meaning).expect("a scenario has string keys and no failing fields");
    let mut hex = String::new();
    for byte in Sha256::digest(&json) {
        hex.push_str(&format!("{byte:02x}"));
    }
    hex
}

#[cfg(test)]
mod tests;
