use super::*;
use std::process::{Command, Stdio};
use std::thread;
use std::time::Duration;

/// The names of everything in a folder.
fn names(folder: &Path) -> Vec<String> {
    let (entries, _) = list(folder, 1_000).unwrap();
    entries.into_iter().map(|entry| entry.name).collect()
}

fn contents(path: &Path) -> Vec<u8> {
    match read(path, 1 << 24).unwrap() {
        Contents::Whole(bytes) => bytes,
        Contents::Missing => panic!("{} is missing", path.display()),
        Contents::TooLarge => panic!("{} is too large", path.display()),
    }
}

#[test]
fn a_written_file_stands_alone_under_its_name() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.json");
    write(&path, b"one").unwrap();
    write(&path, b"two").unwrap();
    assert_eq!(contents(&path), b"two");
    assert_eq!(names(folder.path()), ["a.json"]);
}

#[test]
fn a_failed_write_leaves_the_old_file_and_no_temporary_one() {
    let folder = tempfile::tempdir().unwrap();
    // A folder of this name cannot be replaced by a file.
    let taken = folder.path().join("taken");
    make_folders(&taken.join("inside")).unwrap();
    assert!(write(&taken, b"x").is_err());
    assert_eq!(names(folder.path()), ["taken"]);
    assert_eq!(names(&taken), ["inside"]);

    assert!(write(&folder.path().join("no/such/folder.json"), b"x").is_err());
    assert!(write(Path::new("/"), b"x").is_err());
}

#[test]
fn temporary_names_of_others_are_passed_over() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.json");
    // What a killed process has left, at the next few numbers of this one.
    let next = NEXT_TEMPORARY.load(Ordering::Relaxed);
    for number in next..next + 50 {
        fs::write(folder.path().join(format!(".a.json.{number}.tmp")), b"stale").unwrap();
    }
    write(&path, b"new").unwrap();
    assert_eq!(contents(&path), b"new");
    assert_eq!(names(folder.path()).len(), 51, "what others left is theirs");
}

#[test]
fn finishing_renames_what_somebody_wrote() {
    let folder = tempfile::tempdir().unwrap();
    let temporary = folder.path().join("trace.part");
    let path = folder.path().join("trace.json.gz");
    fs::write(&temporary, b"packed").unwrap();
    finish(&temporary, &path).unwrap();
    assert_eq!(names(folder.path()), ["trace.json.gz"]);
    assert_eq!(contents(&path), b"packed");
    assert!(finish(&temporary, &path).is_err(), "it is gone");
    assert_eq!(contents(&path), b"packed");
}

#[test]
fn a_folder_is_made_once() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("run");
    let made: usize = thread::scope(|scope| {
        let threads: Vec<_> = (0..8)
            .map(|_| scope.spawn(|| make_new_folder(&path).unwrap()))
            .collect();
        threads
            .into_iter()
            .map(|thread| usize::from(thread.join().unwrap()))
            .sum()
    });
    assert_eq!(made, 1);
    fs::write(folder.path().join("file"), b"").unwrap();
    assert!(!make_new_folder(&folder.path().join("file")).unwrap());
    assert!(make_new_folder(&folder.path().join("no/folder")).is_err());
}

#[test]
fn the_proof_leaves_nothing_behind() {
    let folder = tempfile::tempdir().unwrap();
    prove_writable(folder.path()).unwrap();
    assert!(names(folder.path()).is_empty());
    assert!(prove_writable(&folder.path().join("missing")).is_err());
}

#[test]
fn reading_stops_at_the_limit() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a");
    fs::write(&path, b"12345").unwrap();
    assert!(matches!(read(&path, 5).unwrap(), Contents::Whole(bytes) if bytes == b"12345"));
    assert!(matches!(read(&path, 4).unwrap(), Contents::TooLarge));
    assert!(matches!(
        read(&folder.path().join("b"), 4).unwrap(),
        Contents::Missing
    ));
    assert!(read(folder.path(), 4).is_err(), "a folder is no file");
    // It would never end.
    #[cfg(target_os = "linux")]
    assert!(matches!(
        read(Path::new("/dev/zero"), 1_000).unwrap(),
        Contents::TooLarge
    ));
}

#[test]
fn listing_stops_at_the_limit_and_knows_folders() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("b"), b"").unwrap();
    fs::create_dir(folder.path().join("a")).unwrap();
    let (entries, more) = list(folder.path(), 2).unwrap();
    let found: Vec<(&str, bool)> = entries
        .iter()
        .map(|entry| (entry.name.as_str(), entry.is_folder))
        .collect();
    assert_eq!(found, [("a", true), ("b", false)]);
    assert!(!more);
    let (entries, more) = list(folder.path(), 1).unwrap();
    assert!(entries.len() == 1 && more);
    assert!(list(&folder.path().join("missing"), 9).unwrap().0.is_empty());
    assert!(list(&folder.path().join("b"), 9).is_err());
}

#[cfg(unix)]
#[test]
fn a_link_to_a_folder_is_no_folder() {
    let folder = tempfile::tempdir().unwrap();
    std::os::unix::fs::symlink(folder.path(), folder.path().join("loop")).unwrap();
    assert!(!list(folder.path(), 9).unwrap().0[0].is_folder);
}

/// Many writers of one file: a reader sees the whole text of one of them, always.
#[test]
fn concurrent_writers_never_mix() {
    const WRITERS: u8 = 4;
    const TIMES: usize = 25;
    const LENGTH: usize = 200_000;
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("records.json");
    write(&path, &[0; LENGTH]).unwrap();
    thread::scope(|scope| {
        for writer in 1..=WRITERS {
            let path = &path;
            scope.spawn(move || {
                for _ in 0..TIMES {
                    write(path, &[writer; LENGTH]).unwrap();
                }
            });
        }
        for _ in 0..200 {
            let bytes = contents(&path);
            assert_eq!(bytes.len(), LENGTH);
            assert!(bytes.iter().all(|byte| *byte == bytes[0]));
        }
    });
    assert_eq!(names(folder.path()), ["records.json"]);
}

const VICTIM: &str = "LAGOMETER_RECORD_TEST_VICTIM";
const VICTIM_LENGTH: usize = 4 << 20;

/// Not a test of its own: the process that [`a_killed_writer_leaves_whole_files`] starts and kills.
#[test]
fn victim() {
    let Some(path) = std::env::var_os(VICTIM) else {
        return;
    };
    // Far longer than the other process waits; it ends by itself should that one die.
    for round in 0..2_000_u32 {
        write(Path::new(&path), &vec![b'a' + (round % 26) as u8; VICTIM_LENGTH]).unwrap();
    }
}

#[test]
fn a_killed_writer_leaves_whole_files() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("summary.json");
    write(&path, &vec![b'-'; VICTIM_LENGTH]).unwrap();
    for pause_us in [0, 500, 1_000, 2_000, 4_000, 8_000, 16_000] {
        let before = names(folder.path()).len();
        let mut child = Command::new(std::env::current_exe().unwrap())
            .args(["store::tests::victim", "--exact", "--nocapture"])
            .env(VICTIM, &path)
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        // Killed while it writes, at another point each time. If it never wrote, it has ended.
        while names(folder.path()).len() == before && child.try_wait().unwrap().is_none() {
            thread::sleep(Duration::from_micros(200));
        }
        thread::sleep(Duration::from_micros(pause_us));
        assert!(child.try_wait().unwrap().is_none(), "it is still writing");
        child.kill().unwrap();
        child.wait().unwrap();
        let bytes = contents(&path);
        assert_eq!(bytes.len(), VICTIM_LENGTH);
        assert!(bytes.iter().all(|byte| *byte == bytes[0]));
    }
}
