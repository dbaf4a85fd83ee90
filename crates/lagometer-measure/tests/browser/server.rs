//! A server that notes what it is asked for.

use std::collections::BTreeMap;
use std::io::{BufRead, BufReader, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::{Arc, Mutex};

/// A request: its path and its headers, their names in lower case.
#[derive(Clone, Debug)]
pub struct Request {
    pub path: String,
    pub headers: BTreeMap<String, String>,
}

/// A server on loopback. Its thread ends with the test's process.
pub struct Server {
    pub url: String,
    requests: Arc<Mutex<Vec<Request>>>,
}

/// What is answered: the type, further headers, and the body.
pub type Answer = (&'static str, &'static str, String);

impl Server {
    /// Answers each path with what `answer` says; nothing is a 404.
    pub fn start(answer: impl Fn(&str) -> Option<Answer> + Send + Sync + 'static) -> Server {
        let listener = TcpListener::bind(("127.0.0.1", 0)).unwrap();
        let url = format!("http://{}", listener.local_addr().unwrap());
        let requests = Arc::new(Mutex::new(Vec::new()));
        let noted = requests.clone();
        let answer = Arc::new(answer);
        std::thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                let (noted, answer) = (noted.clone(), answer.clone());
                std::thread::spawn(move || serve(stream, &noted, &*answer));
            }
        });
        Server { url, requests }
    }

    /// The requests for a path so far.
    pub fn requests(&self, path: &str) -> Vec<Request> {
        let all = self.requests.lock().unwrap();
        all.iter()
            .filter(|request| request.path == path)
            .cloned()
            .collect()
    }
}

fn serve(mut stream: TcpStream, noted: &Mutex<Vec<Request>>, answer: &dyn Fn(&str) -> Option<Answer>) {
    let mut reader = BufReader::new(stream.try_clone().unwrap());
    let mut line = String::new();
    // A browser opens connections that it then does not use.
    if reader.read_line(&mut line).is_err() || line.is_empty() {
        return;
    }
    let path = line.split(' ').nth(1).unwrap_or("/").to_owned();
    let mut headers = BTreeMap::new();
    loop {
        line.clear();
        if reader.read_line(&mut line).is_err() || line.trim().is_empty() {
            break;
        }
        if let Some((name, value)) = line.split_once(':') {
            headers.insert(name.to_ascii_lowercase(), value.trim().to_owned());
        }
    }
    let found = answer(&path);
    noted.lock().unwrap().push(Request { path, headers });
    let (status, (kind, more, body)) = match found {
        Some(found) => ("200 OK", found),
        None => ("404 Not Found", ("text/plain", "", String::new())),
    };
    let head = format!(
        "HTTP/1.1 {status}\r\nContent-Type: {kind}\r\nContent-Length: {}\r\nConnection: close\r\n{more}\r\n",
        body.len()
    );
    // The browser may have gone away.
    let _ = stream.write_all(head.as_bytes());
    let _ = stream.write_all(body.as_bytes());
}
