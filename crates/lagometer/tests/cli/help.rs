use crate::program::lagometer;

fn check(name: &str, arguments: &[&str]) {
    let given = lagometer(arguments).run();
    assert!(
        given.stdout.lines().all(|line| line.chars().count() <= 80),
        "a line of `{arguments:?}` is wider than 80 columns"
    );
    insta::assert_snapshot!(name, given.whole());
}

#[test]
fn help_of_every_command() {
    check("help", &["--help"]);
    check("help_run", &["run", "--help"]);
    check("help_history", &["history", "--help"]);
    check("help_trace", &["trace", "--help"]);
    check("help_report", &["report", "--help"]);
    check("help_inspect", &["inspect", "--help"]);
    check("help_capture_page", &["capture", "page", "--help"]);
    check("help_metrics", &["metrics", "--help"]);
}

#[test]
fn version_is_the_crates() {
    let given = lagometer(&["--version"]).run();
    assert_eq!(given.stdout, format!("lagometer {}\n", env!("CARGO_PKG_VERSION")));
    assert_eq!(given.code, 0);
}

#[test]
fn every_exit_code_is_in_every_help() {
    for command in ["run", "history", "trace", "report", "inspect", "metrics"] {
        let help = lagometer(&[command, "--help"]).run().stdout;
        for code in 0..=5 {
            assert!(
                help.contains(&format!("\n  {code}  ")),
                "{code} is missing in `{command}`"
            );
        }
    }
}

/// The examples are typed in as they stand, in a folder that has the file they name; those that need a
/// browser are run by the tests with a browser.
#[test]
fn examples_in_help_work() {
    let folder = tempfile::tempdir().expect("a folder");
    let trace = std::fs::read(crate::program::data().join("grid.json")).expect("the trace");
    std::fs::write(folder.path().join("trace.json"), &trace).expect("it can be written");
    let packed = std::process::Command::new("gzip")
        .args(["-n", "trace.json"])
        .current_dir(folder.path())
        .status()
        .expect("gzip is part of every Linux");
    assert!(packed.success());
    let mut tried = 0;
    for command in ["trace", "inspect", "metrics"] {
        let help = lagometer(&[command, "--help"]).run().stdout;
        let examples = help
            .lines()
            .skip_while(|line| *line != "Examples:")
            .skip(1)
            .take_while(|line| !line.is_empty());
        for example in examples {
            let program = env!("CARGO_BIN_EXE_lagometer");
            let line = example.trim().replace("lagometer ", &format!("{program} "));
            let given = std::process::Command::new("sh")
                .args(["-c", &line])
                .current_dir(folder.path())
                .output()
                .expect("a shell");
            assert!(
                given.status.success(),
                "{line}: {}",
                String::from_utf8_lossy(&given.stderr)
            );
            tried += 1;
        }
    }
    assert!(tried >= 5, "only {tried} examples were found");
}
