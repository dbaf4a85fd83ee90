use super::*;
use crate::counter;
use std::collections::BTreeSet;

#[test]
fn every_definition_is_complete_and_has_an_id_of_its_own() {
    let all = || DEFINITIONS.iter().chain(counter::DEFINITIONS);
    let ids: BTreeSet<&str> = all().map(|definition| definition.id).collect();
    assert_eq!(ids.len(), all().count());
    for definition in all() {
        let id = definition.id;
        assert!(
            id.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'_'),
            "{id}"
        );
        for text in [
            definition.title,
            definition.rule,
            definition.not_meaning,
            definition.source,
        ] {
            assert!(
                !text.is_empty() && !text.ends_with('.') && !text.contains("  "),
                "{id}: {text}"
            );
            assert!(
                text.starts_with(|first: char| !first.is_uppercase()
                    || first == 'D'
                    || first == 'C'
                    || first == 'U'),
                "{id}: {text}"
            );
        }
        assert!(
            definition.not_meaning.starts_with("not"),
            "{id}: {}",
            definition.not_meaning
        );
        // A rule that is changed counts up, here as well.
        let version = match id {
            // 2: without the heaps of workers.
            "js_heap" => 2,
            _ => 1,
        };
        assert_eq!(definition.rule_version, version, "{id}");
        let gated = definition.role == lagometer_metric::Role::Primary;
        assert_eq!(
            definition.gate.is_some(),
            gated,
            "{id}: what may be gated has defaults"
        );
    }
}
