//! What was tolerated and what is to be known, as diagnostics.

use lagometer_report::Diagnostic;
use lagometer_trace::{Facts, Metadata, Note, Oddity};

/// The majors of Chrome that any rule was verified on, and whether this one is among them.
fn unverified_chrome(metadata: &Metadata) -> Option<Diagnostic> {
    let major = metadata.chrome_major()?;
    let definitions = crate::definitions().iter();
    let verified: std::collections::BTreeSet<u32> = definitions
        .flat_map(|definition| definition.verified_chrome)
        .copied()
        .collect();
    if verified.contains(&major) {
        return None;
    }
    let known: Vec<String> = verified.iter().map(u32::to_string).collect();
    Some(Diagnostic {
        code: "chrome-not-verified".to_owned(),
        count: 1,
        text: format!(
            "unverified Chrome major, {major} (the rules were verified on {})",
            known.join(", ")
        ),
        warning: false,
        byte: None,
        amount_us: None,
    })
}

/// Everything that is to be known of a trace, warnings first.
pub(crate) fn diagnostics(facts: &Facts, metadata: &Metadata, notes: &[Note]) -> Vec<Diagnostic> {
    let of_note = |note: &Note| {
        let Note {
            code,
            count,
            text,
            warning,
            amount,
        } = note;
        Diagnostic {
            code: (*code).to_owned(),
            count: *count,
            text: text.clone(),
            warning: *warning,
            byte: None,
            amount_us: amount.map(|amount| amount.0),
        }
    };
    let of_oddity = |oddity: &Oddity| {
        let Oddity { kind, count, first } = oddity;
        Diagnostic {
            code: kind.code().to_owned(),
            count: *count,
            text: kind.text(*count).to_owned(),
            warning: false,
            byte: *first,
            amount_us: None,
        }
    };
    let mut diagnostics: Vec<Diagnostic> = notes.iter().map(of_note).collect();
    diagnostics.extend(facts.oddities().iter().map(of_oddity));
    diagnostics.extend(unverified_chrome(metadata));
    // Stable: among warnings and among notes the order stays.
    diagnostics.sort_by_key(|diagnostic| !diagnostic.warning);
    diagnostics
}
