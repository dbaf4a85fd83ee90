use super::*;
use std::io::{BufRead as _, BufReader, Write as _};
use std::net::{SocketAddr, TcpListener};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Nothing at hand.
struct Bare;

impl Files for Bare {
    fn read(&self, _: &str) -> Found {
        Found::Nothing
    }
}

/// A server that answers until the test ends, and how often it was asked.
struct Server {
    address: SocketAddr,
    asked: Arc<AtomicUsize>,
}

impl Server {
    fn new() -> Server {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = listener.local_addr().unwrap();
        let asked = Arc::new(AtomicUsize::new(0));
        let counted = Arc::clone(&asked);
        std::thread::spawn(move || {
            for stream in listener.incoming() {
                let mut stream = stream.unwrap();
                let mut lines = BufReader::new(stream.try_clone().unwrap()).lines();
                let Some(Ok(first)) = lines.next() else { continue };
                while lines.next().is_some_and(|line| !line.unwrap().is_empty()) {}
                counted.fetch_add(1, Ordering::SeqCst);
                let _ = stream.write_all(answer(&first).as_bytes());
            }
        });
        Server { address, asked }
    }

    fn url(&self, path: &str) -> String {
        format!("http://{}{path}", self.address)
    }

    fn asked(&self) -> usize {
        self.asked.load(Ordering::SeqCst)
    }
}

fn answer(request: &str) -> String {
    let path = request.split(' ').nth(1).unwrap();
    let whole = |head: &str, body: &str| {
        let length = body.len();
        format!("HTTP/1.1 {head}\r\nContent-Length: {length}\r\nConnection: close\r\n\r\n{body}")
    };
    match path {
        "/a.js.map" => whole("200 OK", "{\"version\":3}"),
        "/moved.map" => whole("302 Found\r\nLocation: /a.js.map", ""),
        "/loop.map" => whole("302 Found\r\nLocation: /loop.map", ""),
        "/file.map" => whole("302 Found\r\nLocation: file:///etc/hostname", ""),
        "/page.map" => whole("200 OK\r\nContent-Type: text/html; charset=utf-8", "<p>"),
        "/large.map" => whole("200 OK", &"x".repeat(1001)),
        // It does not say how long it is.
        "/endless.map" => format!("HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n{}", "x".repeat(1001)),
        "/full.map" => whole("200 OK", &"x".repeat(1000)),
        // Less than it says.
        "/cut.map" => "HTTP/1.1 200 OK\r\nContent-Length: 9\r\nConnection: close\r\n\r\nx".to_owned(),
        "/other.map" => "What?\r\n\r\n".to_owned(),
        _ => whole("404 Not Found", ""),
    }
}

fn fetching() -> FetchedFiles<Bare> {
    let limits = FetchLimits {
        file_bytes: 1000,
        all_bytes: 1500,
        ..LIMITS
    };
    FetchedFiles::within(Bare, Some(limits))
}

fn fetched(files: &FetchedFiles<Bare>, address: &str) -> Result<Vec<u8>, String> {
    match files.fetch(address, Wanted::Map) {
        Found::Text(bytes) => Ok(bytes),
        Found::Nothing => Err("nothing".to_owned()),
        Found::Unreadable(why) => Err(why),
    }
}

#[test]
fn a_map_is_fetched_once() {
    let server = Server::new();
    let files = fetching();
    for path in ["/a.js.map", "/a.js.map", "/moved.map"] {
        assert_eq!(
            fetched(&files, &server.url(path)),
            Ok(b"{\"version\":3}".to_vec())
        );
    }
    // The one that has moved is asked for in both places.
    assert_eq!(server.asked(), 3);
    let note = files.note().unwrap();
    assert_eq!((note.code.as_str(), note.count), ("source-maps-fetched", 2));
}

#[test]
fn what_cannot_be_fetched_says_why() {
    let server = Server::new();
    let files = fetching();
    for (path, why) in [
        ("/none.map", "not fetched: the server answered with status 404"),
        ("/loop.map", "not fetched: more than 5 redirects"),
        (
            "/page.map",
            "not fetched: the server answered with a page (`text/html`)",
        ),
        ("/large.map", "not fetched: larger than 1000 bytes"),
        ("/endless.map", "not fetched: larger than 1000 bytes"),
        ("/other.map", "not fetched: the answer is not HTTP"),
    ] {
        assert_eq!(fetched(&files, &server.url(path)), Err(why.to_owned()), "{path}");
        let asked = server.asked();
        assert_eq!(fetched(&files, &server.url(path)), Err(why.to_owned()), "{path}");
        assert_eq!(server.asked(), asked, "{path} is asked for again");
    }
    for path in ["/file.map", "/cut.map"] {
        let why = fetched(&files, &server.url(path)).unwrap_err();
        assert!(why.starts_with("not fetched: "), "{path}: {why}");
    }
    assert_eq!(files.note().unwrap().count, 0);
}

#[test]
fn all_files_together_have_a_limit() {
    let server = Server::new();
    let files = fetching();
    assert!(fetched(&files, &server.url("/full.map")).is_ok());
    let why = fetched(&files, &server.url("/large.map")).unwrap_err();
    assert_eq!(why, "not fetched: larger than 500 bytes");
}

#[test]
fn a_server_that_cannot_speak_in_secret_is_none() {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap();
    std::thread::spawn(move || {
        let (mut stream, _) = listener.accept().unwrap();
        let _ = stream.write_all(b"HTTP/1.1 400 Bad Request\r\n\r\n");
        let _ = std::io::copy(&mut stream, &mut std::io::sink());
    });
    let why = fetched(&fetching(), &format!("https://{address}/a.js.map")).unwrap_err();
    assert!(why.contains("no secure connection"), "{why}");
}

#[test]
fn a_host_that_does_not_answer_is_asked_once() {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap();
    let limits = FetchLimits {
        wait: Duration::from_millis(50),
        ..LIMITS
    };
    let files = FetchedFiles::within(Bare, Some(limits));
    let why = fetched(&files, &format!("http://{address}/a.map")).unwrap_err();
    assert!(why.starts_with("not fetched: no whole answer within"), "{why}");
    let why = fetched(&files, &format!("http://{address}/b.map")).unwrap_err();
    assert!(
        why.starts_with("not fetched, since its host was asked before"),
        "{why}"
    );
    listener.set_nonblocking(true).unwrap();
    assert!(listener.accept().is_ok());
    assert!(listener.accept().is_err());
}

#[test]
fn without_being_asked_to_nothing_is_fetched() {
    let server = Server::new();
    let files = FetchedFiles::new(Bare, false);
    for _ in 0..2 {
        assert_eq!(
            fetched(&files, &server.url("/a.js.map")),
            Err("nothing".to_owned())
        );
        let script = files.fetch(&server.url("/a.js"), Wanted::Script);
        assert!(matches!(script, Found::Nothing));
    }
    assert_eq!(server.asked(), 0);
    let note = files.note().unwrap();
    assert_eq!((note.code.as_str(), note.count), ("source-maps-not-fetched", 1));
    assert!(note.text.contains("--fetch-maps"));
}

#[test]
fn only_what_is_served_is_fetched() {
    for address in [
        "file:///a.map",
        "ftp://h/a.map",
        "chrome-extension://h/a.map",
        "node:fs",
        "webpack:///a.map",
        "a.map",
        "/a.map",
        "",
    ] {
        assert_eq!(
            fetched(&fetching(), address),
            Err("nothing".to_owned()),
            "{address}"
        );
    }
    assert!(served("https://h/a.map?b#c").is_some());
    assert!(served("HTTP://h/a.map").is_some());
}
