use super::*;

#[test]
fn a_name_is_kept_once_and_costs_once() {
    let mut names = WorkNames::new(GroupRules::Lagometer);
    let (layout, cost) = names.keep(b"Layout");
    assert!(cost > 6);
    let (paint, _) = names.keep(b"Paint");
    assert_ne!(layout, paint);
    assert_eq!(names.keep(b"Layout"), (layout, 0));
    assert_eq!(names.text_of(paint), "Paint");
    assert_eq!(names.id_of("Layout"), Some(layout));
    assert_eq!(names.id_of("Layou"), None);
}

#[test]
fn names_in_one_slot_are_told_apart() {
    let mut names = WorkNames::new(GroupRules::Lagometer);
    let texts: Vec<String> = (0..5 * SLOTS).map(|at| format!("name {at}")).collect();
    let ids: Vec<NameId> = texts.iter().map(|text| names.keep(text.as_bytes()).0).collect();
    for (id, text) in ids.iter().zip(&texts) {
        assert_eq!(names.keep(text.as_bytes()), (*id, 0));
        assert_eq!(names.text_of(*id), text.as_str());
    }
}

#[test]
fn a_name_without_end_is_cut() {
    let mut names = WorkNames::new(GroupRules::Lagometer);
    let long = vec![b'x'; 1 << 20];
    let (id, cost) = names.keep(&long);
    assert!(cost < 4 << 10);
    assert_eq!(names.keep(&long), (id, 0));
    assert_eq!(names.text_of(id).len(), LONGEST);
}
