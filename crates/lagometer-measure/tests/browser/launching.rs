//! Starting and closing.

use crate::lab::{find, in_browser, launch, options, processes, profiles, runtime, told, turn, with_lab};
use lagometer_measure::{Browser, BrowserChoice};
use lagometer_report::scenario::Viewport;
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::time::{Duration, Instant};

#[test]
fn the_environment_names_browser_machine_and_display() {
    in_browser(async |lab| {
        let start = Instant::now();
        let environment = lab.browser.environment(Viewport::DEFAULT).await.unwrap();
        let first = start.elapsed();
        let (name, version) = environment.browser.rsplit_once(' ').unwrap();
        assert!(
            ["Chromium", "Chrome", "Edge"].contains(&name),
            "{}",
            environment.browser
        );
        assert!(
            version.split('.').count() == 4 && version.starts_with(|c: char| c.is_ascii_digit()),
            "{version}"
        );
        assert!(environment.v8.contains('.'));
        assert_eq!(environment.headless, "new");
        for flag in [
            "--headless=new",
            "--remote-debugging-pipe",
            "--user-data-dir=<profile>",
        ] {
            assert!(
                environment.flags.iter().any(|found| found == flag),
                "{flag}: {:?}",
                environment.flags
            );
        }
        assert!(
            environment
                .flags
                .iter()
                .filter(|flag| flag.starts_with("--disable-features="))
                .count()
                <= 1
        );
        assert_eq!(
            (
                environment.viewport.width,
                environment.viewport.height,
                environment.viewport.scale
            ),
            (1440, 900, 1.0)
        );
        assert!(environment.cpu.cores.unwrap() >= 1);
        assert!(environment.gpu.is_some());
        if cfg!(target_os = "linux") {
            assert!(environment.memory_bytes.unwrap() > 1 << 28);
            assert!(environment.load_1m.unwrap() >= 0.0);
        }
        // 60 Hz without a display; on a very loaded machine it is unknown, and says so.
        let refresh = serde_json::to_value(&environment.refresh).unwrap();
        assert!(
            refresh["value"] == 60 || refresh["reason"] == "refresh-rate-unknown",
            "{refresh}"
        );
        // Twice the same, without measuring again, which takes a second and more.
        let start = Instant::now();
        let again = lab.browser.environment(Viewport::DEFAULT).await.unwrap();
        let second = start.elapsed();
        assert_eq!(again.refresh, environment.refresh);
        assert!(second < first, "{second:?} after {first:?}");
    });
}

#[test]
fn the_root_user_is_the_only_one_without_a_sandbox() {
    in_browser(async |_lab| {
        let is_root =
            fs::metadata("/proc/self").is_ok_and(|own| std::os::unix::fs::MetadataExt::uid(&own) == 0);
        let main = processes()
            .into_iter()
            .find(|line| !line.contains("--type="))
            .unwrap();
        assert_eq!(main.contains("--no-sandbox"), is_root, "{main}");
    });
}

#[test]
fn closing_ends_every_process_and_removes_the_profile() {
    with_lab(async |lab| {
        assert!(processes().len() > 1);
        let [profile] = &profiles()[..] else {
            panic!("{:?}", profiles())
        };
        assert_eq!(fs::metadata(profile).unwrap().permissions().mode() & 0o777, 0o700);
        let problems = lab.browser.close().await;
        assert!(problems.is_empty(), "{problems:?}");
        assert!(
            processes().is_empty() && profiles().is_empty(),
            "{:?} {:?}",
            processes(),
            profiles()
        );
    });
}

#[test]
fn profiles_of_killed_processes_are_swept_at_the_next_start() {
    let Some(choice) = find() else { return };
    with_lab(async |lab| {
        // A name as ours, with a pid that is gone.
        let mut child = std::process::Command::new("true").spawn().unwrap();
        let dead = child.id();
        child.wait().unwrap();
        let own = profiles().pop().unwrap();
        let name = own.file_name().unwrap().to_str().unwrap().to_owned();
        let stale =
            own.with_file_name(name.replacen(&format!("-{}-", std::process::id()), &format!("-{dead}-"), 1));
        fs::create_dir(&stale).unwrap();
        let second = launch(&choice).await;
        assert!(!stale.exists() && own.exists());
        assert!(second.close().await.is_empty());
        assert!(lab.browser.close().await.is_empty());
    });
}

/// A program that is no browser.
fn program(script: &str) -> (tempfile::TempDir, BrowserChoice) {
    let folder = tempfile::tempdir().unwrap();
    let program = folder.path().join("browser");
    fs::write(&program, format!("#!/bin/sh\n{script}\n")).unwrap();
    fs::set_permissions(&program, fs::Permissions::from_mode(0o755)).unwrap();
    (folder, BrowserChoice { program })
}

/// A wrapper that leaves a process behind which holds the pipe open, as some do.
#[test]
fn the_end_of_a_browser_is_noticed_although_its_pipe_stays_open() {
    let Some(choice) = find() else { return };
    let _turn = turn();
    // The sleeping process stands in the browser's group, and ends with it at the latest.
    let (_folder, wrapper) = program(&format!("sleep 60 &\nexec '{}' \"$@\"", choice.program.display()));
    runtime().block_on(async {
        let browser = launch(&wrapper).await;
        let environment = async {
            // Asks page after page, until there is nobody to ask.
            loop {
                if let Err(error) = browser.environment(Viewport::DEFAULT).await {
                    return (error, Instant::now());
                }
            }
        };
        let killer = async {
            tokio::time::sleep(Duration::from_millis(1500)).await;
            let status = std::process::Command::new("kill")
                .args(["-9", &browser.process_id().to_string()])
                .status();
            assert!(status.unwrap().success());
            Instant::now()
        };
        let ((error, noticed), killed) = tokio::join!(environment, killer);
        assert_eq!(error.code(), "browser-died");
        assert!(
            noticed - killed < Duration::from_secs(2),
            "{:?}",
            noticed - killed
        );
        let problems = browser.close().await;
        assert!(problems.is_empty(), "{problems:?}");
    });
}

fn launch_error(script: &str, timeout: Duration) -> String {
    let (folder, choice) = program(script);
    let mut options = options();
    options.timeout = timeout;
    let error = runtime().block_on(async {
        match Browser::launch(&choice, options).await {
            Ok(_) => panic!("it started"),
            Err(error) => error,
        }
    });
    assert_eq!(error.code(), "browser-start");
    told(&error).replace(folder.path().to_str().unwrap(), "FOLDER")
}

#[test]
fn a_program_that_does_not_start_as_a_browser_is_told_with_its_last_words() {
    let _turn = turn();
    let texts = [
        launch_error(
            "echo 'No usable sandbox! If you are running' >&2; exit 3",
            Duration::from_secs(10),
        ),
        launch_error("echo one >&2; echo two >&2; kill -9 $$", Duration::from_secs(10)),
        launch_error("exec sleep 60", Duration::from_millis(300)),
    ];
    insta::assert_snapshot!(texts.join("\n\n"));
}

#[test]
fn a_program_that_cannot_be_executed_is_told() {
    let _turn = turn();
    let folder = tempfile::tempdir().unwrap();
    let choice = BrowserChoice {
        program: folder.path().join("missing"),
    };
    let error = runtime().block_on(async { Browser::launch(&choice, options()).await.err().unwrap() });
    assert_eq!(error.code(), "browser-start");
    assert!(error.to_string().contains("No such file"), "{error}");
}
