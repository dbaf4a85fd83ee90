use super::{Profile, owner, pid_namespace, sweep};
use std::fs;

#[tokio::test]
async fn a_profile_carries_our_pid_and_is_removed_with_its_content() {
    let parent = tempfile::tempdir().unwrap();
    let profile = Profile::create(parent.path()).unwrap();
    let name = profile.path().file_name().unwrap().to_str().unwrap().to_owned();
    assert_eq!(owner(&name), Some((pid_namespace().as_str(), std::process::id())));
    fs::create_dir_all(profile.path().join("Default/Cache")).unwrap();
    fs::write(profile.path().join("Default/Cache/data"), "x").unwrap();
    profile.remove().await.unwrap();
    assert_eq!(fs::read_dir(parent.path()).unwrap().count(), 0);
    profile.remove().await.unwrap();
}

#[test]
fn two_profiles_of_one_process_differ() {
    let parent = tempfile::tempdir().unwrap();
    let first = Profile::create(parent.path()).unwrap();
    let second = Profile::create(parent.path()).unwrap();
    assert_ne!(first.path(), second.path());
}

#[cfg(unix)]
#[test]
fn only_this_user_can_read_a_profile() {
    use std::os::unix::fs::PermissionsExt;
    let parent = tempfile::tempdir().unwrap();
    let profile = Profile::create(parent.path()).unwrap();
    assert_eq!(
        fs::metadata(profile.path()).unwrap().permissions().mode() & 0o777,
        0o700
    );
}

#[test]
fn a_sweep_takes_only_folders_of_dead_processes_of_this_namespace() {
    let parent = tempfile::tempdir().unwrap();
    let own = pid_namespace();
    let names = [
        (format!("lagometer-profile-{own}-11-ab"), true),
        (format!("lagometer-profile-{own}-12-ab"), false),
        (format!("lagometer-profile-{own}1-11-ab"), false),
        (format!("lagometer-profile-{own}-11"), false),
        (format!("lagometer-profile-{own}-11-notes"), false),
        (format!("lagometer-profile-{own}-x-ab"), false),
        ("lagometer-profile-".to_owned(), false),
        ("chrome-profile-1-11-ab".to_owned(), false),
    ];
    for (name, _) in &names {
        fs::create_dir(parent.path().join(name)).unwrap();
        fs::write(parent.path().join(name).join("file"), "x").unwrap();
    }
    assert_eq!(sweep(parent.path(), |pid| pid == 12), 1);
    for (name, goes) in &names {
        assert_eq!(parent.path().join(name).exists(), !goes, "{name}");
    }
}

#[test]
fn a_sweep_of_a_missing_folder_is_nothing() {
    assert_eq!(sweep(std::path::Path::new("/no/such/folder"), |_| false), 0);
}

/// As a killed Chrome leaves it.
#[cfg(unix)]
#[test]
fn the_folder_of_the_browsers_socket_goes_with_the_profile() {
    let parent = tempfile::tempdir().unwrap();
    let link = |profile: &Profile, name: &str| {
        let folder = parent.path().join(name);
        fs::create_dir(&folder).unwrap();
        fs::write(folder.join("SingletonSocket"), "").unwrap();
        fs::write(folder.join("SingletonCookie"), "").unwrap();
        std::os::unix::fs::symlink(
            folder.join("SingletonSocket"),
            profile.path().join("SingletonSocket"),
        )
        .unwrap();
        folder
    };
    let profile = Profile::create(parent.path()).unwrap();
    let folder = link(&profile, "org.chromium.Chromium.a");
    profile.remove_now();
    assert!(!folder.exists() && !profile.path().exists());
    // Where something else lies too, it stays.
    let profile = Profile::create(parent.path()).unwrap();
    let folder = link(&profile, "org.chromium.Chromium.b");
    fs::write(folder.join("notes"), "").unwrap();
    profile.remove_now();
    assert!(folder.join("notes").exists() && !profile.path().exists());
}
