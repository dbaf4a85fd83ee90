//! Our list of commands and events, held against the browser's own description.

use crate::lab::{find, turn};
use lagometer_measure::protocol::{COMMANDS, EVENTS};
use serde_json::Value;
use std::collections::BTreeSet;
use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// A browser that listens on loopback; only for reading its description.
struct Listening {
    child: Child,
    profile: tempfile::TempDir,
}

impl Drop for Listening {
    fn drop(&mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
        // Its children end with it, but write until then.
        for _ in 0..50 {
            if fs::remove_dir_all(self.profile.path()).is_ok() {
                return;
            }
            std::thread::sleep(Duration::from_millis(40));
        }
    }
}

fn listening(program: &Path) -> (Listening, u16) {
    let profile = tempfile::tempdir().unwrap();
    let mut command = Command::new(program);
    command.args(["--headless=new", "--remote-debugging-port=0", "--no-first-run"]);
    command.arg(format!("--user-data-dir={}", profile.path().display()));
    if fs::metadata("/proc/self").is_ok_and(|own| std::os::unix::fs::MetadataExt::uid(&own) == 0) {
        command.arg("--no-sandbox");
    }
    // It is killed: what it keeps elsewhere would stay.
    command.env("TMPDIR", profile.path());
    let child = command
        .arg("about:blank")
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let listening = Listening { child, profile };
    let start = Instant::now();
    loop {
        let port = fs::read_to_string(listening.profile.path().join("DevToolsActivePort")).ok();
        if let Some(port) = port.as_deref().and_then(|text| text.lines().next()?.parse().ok()) {
            return (listening, port);
        }
        assert!(
            start.elapsed() < Duration::from_secs(30),
            "the browser names no port"
        );
        std::thread::sleep(Duration::from_millis(50));
    }
}

fn description(port: u16) -> Value {
    let mut stream = TcpStream::connect(("127.0.0.1", port)).unwrap();
    stream.set_read_timeout(Some(Duration::from_secs(20))).unwrap();
    write!(
        stream,
        "GET /json/protocol HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nConnection: close\r\n\r\n"
    )
    .unwrap();
    // The browser keeps the connection open, so the length says where the answer ends.
    let mut reader = BufReader::new(stream);
    let mut length = None;
    loop {
        let mut line = String::new();
        reader.read_line(&mut line).unwrap();
        if line.trim().is_empty() {
            break;
        }
        if let Some(value) = line.to_ascii_lowercase().strip_prefix("content-length:") {
            length = Some(value.trim().parse().unwrap());
        }
    }
    let mut body = vec![0; length.expect("the answer has a length")];
    reader.read_exact(&mut body).unwrap();
    serde_json::from_slice(&body).unwrap()
}

fn list<'a>(domains: &'a Value, domain: &str, what: &str) -> &'a [Value] {
    let found = domains
        .as_array()
        .unwrap()
        .iter()
        .find(|entry| entry["domain"] == domain);
    found
        .and_then(|entry| entry[what].as_array())
        .map_or(&[], Vec::as_slice)
}

/// The names in a list, without what is deprecated.
fn names(list: &Value) -> BTreeSet<&str> {
    let entries = list.as_array().into_iter().flatten();
    let current = entries.filter(|entry| entry["deprecated"] != true);
    current.filter_map(|entry| entry["name"].as_str()).collect()
}

#[test]
fn every_command_and_event_that_we_use_is_known_to_the_browser_and_not_deprecated() {
    let Some(choice) = find() else { return };
    let _turn = turn();
    let (_browser, port) = listening(&choice.program);
    let protocol = description(port);
    let domains = &protocol["domains"];
    let mut problems = Vec::new();
    for command in COMMANDS {
        let (domain, name) = command.name.split_once('.').unwrap();
        let Some(known) = list(domains, domain, "commands")
            .iter()
            .find(|entry| entry["name"] == name)
        else {
            problems.push(format!("{} is unknown", command.name));
            continue;
        };
        if known["deprecated"] == true {
            problems.push(format!("{} is deprecated", command.name));
        }
        let (parameters, answer) = (names(&known["parameters"]), names(&known["returns"]));
        let sent = command
            .parameters
            .iter()
            .filter(|name| !parameters.contains(*name));
        problems.extend(sent.map(|name| format!("{} takes no `{name}`", command.name)));
        let read = command.answer.iter().filter(|name| !answer.contains(*name));
        problems.extend(read.map(|name| format!("{} answers no `{name}`", command.name)));
        let required = known["parameters"]
            .as_array()
            .into_iter()
            .flatten()
            .filter(|entry| entry["optional"] != true);
        let missing = required
            .filter_map(|entry| entry["name"].as_str())
            .filter(|name| !command.parameters.contains(name));
        problems.extend(missing.map(|name| format!("{} needs `{name}`", command.name)));
    }
    for event in EVENTS {
        let (domain, name) = event.name.split_once('.').unwrap();
        let Some(known) = list(domains, domain, "events")
            .iter()
            .find(|entry| entry["name"] == name)
        else {
            problems.push(format!("{} is unknown", event.name));
            continue;
        };
        let fields = names(&known["parameters"]);
        let read = event.fields.iter().filter(|name| !fields.contains(*name));
        problems.extend(read.map(|name| format!("{} has no `{name}`", event.name)));
    }
    assert!(problems.is_empty(), "{problems:#?}");
}
