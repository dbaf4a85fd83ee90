use super::{names, of, state_and_group};
use rustix::process::Pid;
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::Command;

#[test]
fn state_and_group_are_read_behind_any_name() {
    assert_eq!(state_and_group("12 (cat) S 1 34 34 0"), Some(("S", 34)));
    assert_eq!(state_and_group("12 (a) Z 9 (b) R 1 56 34 0"), Some(("R", 56)));
    assert_eq!(state_and_group("12 (cat"), None);
    assert_eq!(state_and_group("12 (cat) S 1"), None);
}

#[test]
fn a_command_line_names_the_profile_or_not() {
    let profile = Path::new("/var/lagometer-profile-1-2-3");
    assert!(names(
        b"chrome\0--database=/var/lagometer-profile-1-2-3/crashes\0",
        profile
    ));
    assert!(!names(
        b"chrome\0--database=/var/lagometer-profile-1-2-4/crashes\0",
        profile
    ));
    assert!(!names(b"", profile));
}

#[test]
fn processes_are_found_by_group_and_by_profile_until_they_end() {
    // Another run of this test at the same time has processes of its own.
    let profile = format!("/nowhere/lagometer-profile-of-test-{}-end", std::process::id());
    let mut in_group = Command::new("sleep").arg("60").process_group(0).spawn().unwrap();
    let group = Pid::from_child(&in_group);
    let mut by_name = Command::new("sh")
        .args(["-c", "sleep 60; :", profile.as_str()])
        .process_group(0)
        .spawn()
        .unwrap();
    let profile = Path::new(&profile);
    let mut expected = vec![group, Pid::from_child(&by_name)];
    expected.sort_by_key(|pid| pid.as_raw_nonzero());
    let found = || {
        let mut found = of(group, profile);
        found.sort_by_key(|pid| pid.as_raw_nonzero());
        found
    };
    // What the shell has forked and not yet turned into `sleep` has the shell's own command line.
    for _ in 0..400 {
        if found() == expected {
            break;
        }
        std::thread::sleep(std::time::Duration::from_millis(5));
    }
    assert_eq!(found(), expected);

    // Killed and not reaped, they are zombies, which do not count.
    rustix::process::kill_process_group(group, rustix::process::Signal::KILL).unwrap();
    rustix::process::kill_process_group(Pid::from_child(&by_name), rustix::process::Signal::KILL).unwrap();
    while !of(group, profile).is_empty() {
        std::thread::sleep(std::time::Duration::from_millis(5));
    }
    in_group.wait().unwrap();
    by_name.wait().unwrap();
}
