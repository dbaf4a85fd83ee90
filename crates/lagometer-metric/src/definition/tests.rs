use super::*;
use proptest::prelude::*;

fn check(text: &str, metric: &str, name: Option<&str>, statistic: Option<Statistic>) {
    let id = MetricId::parse(text);
    let expect = MetricId {
        metric: metric.to_owned(),
        name: name.map(str::to_owned),
        statistic,
    };
    assert_eq!(id, expect, "{text}");
    assert_eq!(id.to_string(), text);
}

#[test]
fn ids_are_read_and_written() {
    check("total_blocking_time", "total_blocking_time", None, None);
    check("busy_rate/mean", "busy_rate", None, Some(Statistic::Mean));
    check(
        "user_timing:sort/median",
        "user_timing",
        Some("sort"),
        Some(Statistic::Median),
    );
    check("user_timing:sort", "user_timing", Some("sort"), None);
    // The page chooses the names.
    check(
        "user_timing:a:b/c/max",
        "user_timing",
        Some("a:b/c"),
        Some(Statistic::Max),
    );
    check(
        "user_timing:a/max/p95",
        "user_timing",
        Some("a/max"),
        Some(Statistic::P95),
    );
    check("user_timing:a/b", "user_timing", Some("a/b"), None);
    check(
        "user_timing:/count",
        "user_timing",
        Some(""),
        Some(Statistic::Count),
    );
    check("user_timing:a/", "user_timing", Some("a/"), None);
    check("busy_rate/p99", "busy_rate/p99", None, None);
    check("", "", None, None);
}

#[test]
fn labels_are_the_id_with_spaces() {
    let check = |text: &str, label: &str| assert_eq!(MetricId::parse(text).label(), label);
    check("total_blocking_time", "total blocking time");
    check("busy_rate/mean", "busy rate mean");
    check("user_timing:my_sort/median", "user timing my_sort median");
}

#[test]
fn statistics_have_one_name_each() {
    for statistic in Statistic::ALL {
        assert_eq!(Statistic::from_name(statistic.name()), Some(statistic));
    }
    let mut names: Vec<&str> = Statistic::ALL.iter().map(|statistic| statistic.name()).collect();
    names.sort_unstable();
    names.dedup();
    assert_eq!(names.len(), Statistic::ALL.len());
    assert_eq!(Statistic::from_name("Mean"), None);
    assert_eq!(Statistic::from_name(""), None);
}

#[test]
fn a_count_counts_whatever_the_metric_measures() {
    for unit in Unit::ALL {
        for statistic in Statistic::ALL {
            let expect = if statistic == Statistic::Count {
                Unit::Count
            } else {
                unit
            };
            assert_eq!(statistic.unit(unit), expect);
        }
    }
}

#[test]
fn groups_have_titles_of_their_own() {
    let groups = [
        Group::MainThread,
        Group::UserTiming,
        Group::Interactions,
        Group::Loading,
        Group::Frames,
        Group::Memory,
        Group::Rendering,
        Group::Processes,
        Group::Custom,
    ];
    let mut titles: Vec<&str> = groups.iter().map(|group| group.title()).collect();
    titles.sort_unstable();
    titles.dedup();
    assert_eq!(titles.len(), groups.len());
}

#[test]
fn the_default_statistic_is_one_that_is_there() {
    let of = |id: &'static str, statistics: &'static [Statistic]| {
        MetricDefinition {
            id,
            statistics,
            title: "title",
            group: Group::Memory,
            unit: crate::Unit::Count,
            better: Better::Lower,
            role: Role::Primary,
            rule: "rule",
            not_meaning: "meaning",
            rule_version: 1,
            source: "source",
            verified_chrome: &[],
            gate: None,
        }
        .default_statistic()
    };
    let distribution = &[
        Statistic::Count,
        Statistic::Mean,
        Statistic::Median,
        Statistic::P95,
        Statistic::Max,
    ];
    assert_eq!(of("user_timing", distribution), Some(Statistic::Median));
    assert_eq!(of("long_task", distribution), Some(Statistic::Max));
    assert_eq!(of("frame_interval", distribution), Some(Statistic::P95));
    assert_eq!(of("busy_rate", distribution), Some(Statistic::Mean));
    assert_eq!(
        of("js_heap", &[Statistic::Start, Statistic::Mean, Statistic::Growth]),
        Some(Statistic::Growth)
    );
    assert_eq!(of("long_task", &[Statistic::Limit]), Some(Statistic::Limit));
    assert_eq!(of("single", &[]), None);
}

fn any_statistic() -> impl Strategy<Value = Statistic> {
    proptest::sample::select(Statistic::ALL.to_vec())
}

proptest! {
    /// Whatever a page calls its measures: with a statistic, an id comes back as it was.
    #[test]
    fn ids_with_a_statistic_come_back(metric in "[a-z_]{1,20}", name in any::<Option<String>>(), statistic in any_statistic()) {
        let id = MetricId { metric, name, statistic: Some(statistic) };
        prop_assert_eq!(MetricId::parse(&id.to_string()), id);
    }

    /// Without one too, unless the name ends as a statistic would.
    #[test]
    fn ids_without_a_statistic_come_back(metric in "[a-z_]{1,20}", name in any::<Option<String>>()) {
        let id = MetricId { metric, name, statistic: None };
        let text = id.to_string();
        let ends_as_one = text.rsplit_once('/').is_some_and(|(_, last)| Statistic::from_name(last).is_some());
        prop_assume!(!ends_as_one);
        prop_assert_eq!(MetricId::parse(&text), id);
    }

    /// Any text at all is some id, and the same text again.
    #[test]
    fn any_text_is_an_id(text in "\\PC{0,12}(/(mean|max|p95|x))?") {
        prop_assert_eq!(MetricId::parse(&text).to_string(), text);
    }
}
