//! `--fetch-maps`: a server on this machine counts who asks it for what.

use crate::program::{data, lagometer};
use serde_json::Value;
use std::io::{BufRead as _, BufReader, Write as _};
use std::net::{SocketAddr, TcpListener};
use std::path::Path;
use std::sync::{Arc, Mutex};

/// A server on this machine with these files by path, and what it was asked for.
fn served(files: Vec<(&'static str, &'static str)>) -> (SocketAddr, Arc<Mutex<Vec<String>>>) {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    let address = listener.local_addr().expect("an address");
    let asked = Arc::new(Mutex::new(Vec::new()));
    let heard = Arc::clone(&asked);
    std::thread::spawn(move || {
        for stream in listener.incoming() {
            let mut stream = stream.expect("a connection");
            let mut lines = BufReader::new(stream.try_clone().expect("a stream")).lines();
            let Some(Ok(first)) = lines.next() else { continue };
            while lines
                .next()
                .is_some_and(|line| line.is_ok_and(|line| !line.is_empty()))
            {}
            heard.lock().expect("a list").push(first.clone());
            let file = files
                .iter()
                .find(|(path, _)| first == format!("GET {path} HTTP/1.1"));
            let (status, body) = file.map_or(("404 Not Found", ""), |(_, body)| ("200 OK", body));
            let head = format!(
                "HTTP/1.1 {status}\r\nContent-Length: {}\r\nConnection: close\r\n\r\n",
                body.len()
            );
            let _ = stream.write_all((head + body).as_bytes());
        }
    });
    (address, asked)
}

const SERVED_SCRIPT: &str = "function a(b){\nreturn b\n}\n//# sourceMappingURL=b.js.map";
const SERVED_MAP: &str =
    r#"{"version":3,"sources":["../src/rows.ts"],"names":["sortRows"],"mappings":"AACO,SAASA;AACd"}"#;

/// A profile of Chromium names the addresses of scripts and holds nothing else of them.
fn profile_of(address: SocketAddr, folder: &Path) -> String {
    let file = folder.join("p.cpuprofile");
    let text = r#"{"nodes":[
        {"id":1,"callFrame":{"functionName":"(root)","scriptId":"0","url":"","lineNumber":-1,"columnNumber":-1},"children":[2,3]},
        {"id":2,"callFrame":{"functionName":"a","scriptId":"1","url":"http://HOST/js/b.js","lineNumber":0,"columnNumber":10}},
        {"id":3,"callFrame":{"functionName":"c","scriptId":"2","url":"http://HOST/js/gone.js","lineNumber":0,"columnNumber":10}}],
        "startTime":0,"endTime":4000,"samples":[2,2,3],"timeDeltas":[1000,1000,1000]}"#;
    std::fs::write(&file, text.replace("HOST", &address.to_string())).expect("a file");
    file.to_str().expect("UTF-8").to_owned()
}

/// With `--fetch-maps` scripts and maps come from their servers, and what is not there is a note; without
/// it no server hears of it.
#[test]
fn maps_are_fetched_when_that_is_asked_for_and_never_else() {
    let (address, asked) = served(vec![("/js/b.js", SERVED_SCRIPT), ("/js/b.js.map", SERVED_MAP)]);
    let folder = tempfile::tempdir().expect("a folder");
    let profile = profile_of(address, folder.path());
    let heard = || std::mem::take(&mut *asked.lock().expect("a list"));
    let diff = ["cpu", "diff", "--base", &profile, "--head", &profile];
    for arguments in [&["cpu", profile.as_str()][..], &diff] {
        let run = |more: &[&str]| {
            let arguments = [arguments, &["--format", "json"], more].concat();
            let given = lagometer(&arguments).within(folder.path()).run();
            assert_eq!(given.code, 0, "{}", given.whole());
            let document: Value = serde_json::from_str(&given.stdout).expect("JSON");
            let notes = document["diagnostics"].as_array().expect("notes").clone();
            (given.stdout, notes)
        };
        let (without, _) = run(&[]);
        assert!(!without.contains("sortRows"), "{without}");
        assert_eq!(heard(), Vec::<String>::new());

        let (with, notes) = run(&["--fetch-maps"]);
        assert!(
            with.contains("sortRows") && with.contains("src/rows.ts"),
            "{with}"
        );
        let mut requests = heard();
        requests.sort();
        let get = |path: &str| format!("GET {path} HTTP/1.1");
        // Each once, and no source.
        assert_eq!(
            requests,
            [get("/js/b.js"), get("/js/b.js.map"), get("/js/gone.js")]
        );
        let note = |code: &str| {
            let note = notes.iter().find(|note| note["code"] == code);
            note.unwrap_or_else(|| panic!("no {code}: {notes:?}")).clone()
        };
        assert_eq!(note("source-maps-fetched")["count"], 1);
        assert_eq!(
            note("script-not-fetched")["text"],
            format!("script `http://{address}/js/gone.js`: not fetched: the server answered with status 404")
        );
    }
}

/// A map that is named and served elsewhere is not there without the option, and the answer says which one
/// it is.
#[test]
fn a_map_that_is_not_fetched_names_the_option() {
    let (address, asked) = served(Vec::new());
    let folder = tempfile::tempdir().expect("a folder");
    let profile = profile_of(address, folder.path());
    let map = format!("b.js=http://{address}/b.js.map");
    let given = lagometer(&["cpu", &profile, "--source-map", &map]).run();
    assert_eq!(given.code, 0, "{}", given.whole());
    let text = given.stdout.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(
        text.contains("1 source maps not fetched without `--fetch-maps`"),
        "{text}"
    );
    assert!(asked.lock().expect("a list").is_empty());
    let given = lagometer(&["cpu", &profile, "--source-map", &map, "--fetch-maps"]).run();
    assert_eq!(given.code, 0, "{}", given.whole());
    let text = given.stdout.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(
        text.contains("b.js.map`: not fetched: the server answered with status 404"),
        "{text}"
    );
}

/// The same for functions of heap snapshots.
#[test]
fn maps_of_heaps_are_fetched_when_that_is_asked_for() {
    let (address, asked) = served(vec![
        ("/js/leak.js", "\n//# sourceMappingURL=/maps/leak.js.map"),
        ("/maps/leak.js.map", include_str!("../data/leak.js.map")),
    ]);
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("page.heapsnapshot");
    let text = std::fs::read_to_string(data().join("page.heapsnapshot")).expect("a snapshot");
    let text = text.replace("https://example.test", &format!("http://{address}"));
    std::fs::write(&file, text).expect("a file");
    let groups = ["heap", "groups", file.to_str().expect("UTF-8")];
    let given = lagometer(&groups).run();
    assert_eq!(given.code, 0, "{}", given.whole());
    assert!(asked.lock().expect("a list").is_empty());
    let given = lagometer(&[&groups[..], &["--fetch-maps"]].concat()).run();
    assert_eq!(given.code, 0, "{}", given.whole());
    assert!(given.stdout.contains(".ts:"), "{}", given.stdout);
    assert_eq!(asked.lock().expect("a list").len(), 2);
}
