use super::*;
use lagometer_report::{Outcome, RecordFiles, RecordOptions, RoundEntry, ScenarioReference};
use proptest::prelude::*;

fn record(id: &str, started_at: &str) -> RecordDocument {
    let entry = |number: u32, role, state| RoundEntry {
        number,
        variant: "head".to_owned(),
        role,
        state,
        reasons: Vec::new(),
        round: format!("rounds/{number:03}/round.json"),
        trace: None,
        samples: None,
    };
    RecordDocument {
        diagnosis: None,
        kind: RecordDocument::KIND.to_owned(),
        format_version: RecordDocument::VERSION,
        id: id.to_owned(),
        started_at: started_at.to_owned(),
        ended_at: started_at.to_owned(),
        outcome: Outcome::Complete,
        failure: None,
        scenario: ScenarioReference {
            name: "grid".to_owned(),
            file: "scenario.yaml".to_owned(),
            sha256: "00".to_owned(),
            url: None,
        },
        data_sha256: None,
        source: None,
        options: RecordOptions {
            rounds: 2,
            warmup: 1,
            slice_us: 200_000,
            long_task_us: 50_000,
        },
        environment: None,
        absent: std::collections::BTreeMap::new(),
        rounds: vec![
            entry(1, RoundRole::Warmup, RoundState::Valid),
            entry(2, RoundRole::Measured, RoundState::Valid),
            entry(3, RoundRole::Measured, RoundState::Invalid),
            entry(4, RoundRole::Measured, RoundState::Valid),
        ],
        files: RecordFiles {
            summary: None,
            report: None,
            snapshots: Vec::new(),
            other_heaps: Vec::new(),
        },
    }
}

#[test]
fn only_valid_measured_rounds_are_counted() {
    let run = run(&record("a", "2026-11-30T09:00:00Z"), None, "runs/a/record.json");
    assert_eq!(run.rounds, 2);
    assert!(run.metrics.is_empty(), "no summary, no number");
}

fn entry(id: &str, started_at: &str) -> IndexEntry {
    IndexEntry {
        id: id.to_owned(),
        record: String::new(),
        started_at: started_at.to_owned(),
        scenario: "x".to_owned(),
        outcome: Outcome::Complete,
        variants: Vec::new(),
        rounds: 1,
    }
}

#[test]
fn the_newest_come_first() {
    let entries = [
        ("2026-11-30-090000-x", "2026-11-30T09:00:00Z"),
        ("2026-11-30-090000-x-10", "2026-11-30T09:00:00Z"),
        ("2026-11-30-090000-x-2", "2026-11-30T09:00:00Z"),
        ("2026-11-29-090000-x", "2026-11-29T09:00:00Z"),
        ("2026-12-01-000000-a", "2026-12-01T00:00:00Z"),
    ];
    let entries = entries.map(|(id, started)| entry(id, started));
    let newest = newest(entries.to_vec(), 4);
    let ids: Vec<&str> = newest.iter().map(|entry| entry.id.as_str()).collect();
    assert_eq!(
        ids,
        [
            "2026-12-01-000000-a",
            "2026-11-30-090000-x-10",
            "2026-11-30-090000-x-2",
            "2026-11-30-090000-x"
        ]
    );
}

proptest! {
    /// Whatever order they are read in, the answer is the same.
    #[test]
    fn the_order_of_reading_does_not_matter(
        seconds in proptest::collection::btree_set(0_u32..60, 1..10),
        turn in 0_usize..10,
        limit in 0_usize..12,
    ) {
        let entries: Vec<IndexEntry> = seconds
            .iter()
            .map(|second| entry(&format!("{second:02}"), &format!("2026-11-30T09:00:{second:02}Z")))
            .collect();
        let mut turned = entries.clone();
        turned.rotate_left(turn % entries.len());
        let newest_ids: Vec<String> = seconds.iter().rev().take(limit).map(|second| format!("{second:02}")).collect();
        let ids = |entries| newest(entries, limit).into_iter().map(|entry| entry.id).collect::<Vec<String>>();
        prop_assert_eq!(ids(turned), newest_ids.clone());
        prop_assert_eq!(ids(entries), newest_ids);
    }
}
