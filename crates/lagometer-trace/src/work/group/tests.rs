use super::*;

#[track_caller]
fn check(name: &str, lighthouse: Option<WorkGroup>, ours: Option<WorkGroup>) {
    assert_eq!(traits(name, GroupRules::Lighthouse).group, lighthouse, "{name}");
    assert_eq!(traits(name, GroupRules::Lagometer).group, ours, "{name}");
}

#[test]
fn what_lighthouse_knows_is_kept_and_more_is_told() {
    check(
        "FunctionCall",
        Some(WorkGroup::Scripting),
        Some(WorkGroup::Scripting),
    );
    check(
        "Layout",
        Some(WorkGroup::StyleLayout),
        Some(WorkGroup::StyleLayout),
    );
    check("Paint", Some(WorkGroup::Rendering), Some(WorkGroup::Rendering));
    check(
        "MinorGC",
        Some(WorkGroup::GarbageCollection),
        Some(WorkGroup::GarbageCollection),
    );
    check("v8.callFunction", None, Some(WorkGroup::Scripting));
    check("V8.PreParse", None, Some(WorkGroup::ScriptCompile));
    check("V8.GC_SCAVENGER", None, Some(WorkGroup::GarbageCollection));
    check("Commit", None, Some(WorkGroup::Rendering));
    check("RunTask", None, None);
    check("V8.HandleInterrupts", None, None);
    check("", None, None);
}

#[test]
fn no_name_is_of_two_groups() {
    let tables = || LIGHTHOUSE.iter().chain(MORE);
    let names: Vec<&str> = tables().flat_map(|(_, names)| names.iter().copied()).collect();
    let distinct: std::collections::BTreeSet<&str> = names.iter().copied().collect();
    assert_eq!(distinct.len(), names.len());
}

#[test]
fn groups_stand_in_the_order_of_their_numbers() {
    for (at, group) in WorkGroup::ALL.into_iter().enumerate() {
        assert_eq!(group as usize, at);
    }
}
