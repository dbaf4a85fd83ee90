use super::command_line;
use std::path::Path;

fn line(headless: bool, root: bool, more: &[&str]) -> Vec<String> {
    let more: Vec<String> = more.iter().map(|flag| (*flag).to_owned()).collect();
    command_line(headless, root, Path::new("/profile"), &more)
}

fn features(line: &[String]) -> Vec<&str> {
    let lists: Vec<&str> = line
        .iter()
        .filter_map(|flag| flag.strip_prefix("--disable-features="))
        .collect();
    assert_eq!(lists.len(), 1, "a second list would replace the first: {lists:?}");
    lists[0].split(',').collect()
}

#[test]
fn disabled_features_of_the_scenario_join_the_one_list() {
    let line = line(
        true,
        false,
        &[
            "--disable-features=A,B",
            "--force-dark-mode",
            "--disable-features=C",
        ],
    );
    let features = features(&line);
    assert_eq!(features[features.len() - 3..], ["A", "B", "C"]);
    assert!(features.contains(&"Translate"));
    assert!(line.contains(&"--force-dark-mode".to_owned()));
}

#[test]
fn the_sandbox_is_only_left_for_root() {
    assert!(!line(true, false, &[]).contains(&"--no-sandbox".to_owned()));
    assert!(line(true, true, &[]).contains(&"--no-sandbox".to_owned()));
}

#[test]
fn a_window_is_opened_without_the_headless_flag() {
    assert!(line(true, false, &[]).contains(&"--headless=new".to_owned()));
    assert!(
        !line(false, false, &[])
            .iter()
            .any(|flag| flag.contains("headless"))
    );
}

#[test]
fn no_switch_stands_twice_and_the_start_page_is_last() {
    let line = line(true, true, &[]);
    let mut names: Vec<&str> = line.iter().map(|flag| flag.split('=').next().unwrap()).collect();
    assert_eq!(names.last(), Some(&"about:blank"));
    names.sort_unstable();
    let all = names.len();
    names.dedup();
    assert_eq!(names.len(), all);
}
