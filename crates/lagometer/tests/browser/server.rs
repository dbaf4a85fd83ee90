//! A server on loopback that tells which paths were asked for: pages use it to say how far they are.

use std::io::{BufRead as _, BufReader, Write as _};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

/// A running server.
pub struct Server {
    address: SocketAddr,
    asked: Arc<Mutex<Vec<String>>>,
    is_stopped: Arc<AtomicBool>,
}

const PAGE: &str = "<!doctype html><meta charset=utf-8><title>page</title><main data-ready>ready</main>";

impl Server {
    /// Serves the same small page under every path, until it is stopped or the test's process ends.
    pub fn start() -> Server {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
        let address = listener.local_addr().expect("an address");
        let asked = Arc::new(Mutex::new(Vec::new()));
        let is_stopped = Arc::new(AtomicBool::new(false));
        let server = Server {
            address,
            asked: Arc::clone(&asked),
            is_stopped: Arc::clone(&is_stopped),
        };
        std::thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                if is_stopped.load(Ordering::SeqCst) {
                    break;
                }
                let asked = Arc::clone(&asked);
                std::thread::spawn(move || answer(stream, &asked));
            }
        });
        server
    }

    pub fn url(&self) -> String {
        format!("http://{}/", self.address)
    }

    /// Closes the port: who asks from now on is refused.
    pub fn stop(&self) {
        self.is_stopped.store(true, Ordering::SeqCst);
        // The listener is waiting for somebody; that it may be gone already is fine.
        let _ = TcpStream::connect(self.address);
    }

    /// How many times this path was asked for.
    pub fn asked(&self, path: &str) -> usize {
        let asked = self.asked.lock().unwrap_or_else(PoisonError::into_inner);
        asked.iter().filter(|known| *known == path).count()
    }
}

fn answer(mut stream: TcpStream, asked: &Mutex<Vec<String>>) {
    let Ok(reading) = stream.try_clone() else { return };
    let mut lines = BufReader::new(reading).lines();
    let Some(Ok(first)) = lines.next() else { return };
    // The rest of the request's head; its body, if there is one, does not matter.
    while let Some(Ok(line)) = lines.next() {
        if line.is_empty() {
            break;
        }
    }
    let path = first.split(' ').nth(1).unwrap_or("").to_owned();
    asked.lock().unwrap_or_else(PoisonError::into_inner).push(path);
    // The browser may have gone meanwhile.
    let _ = write!(
        stream,
        "HTTP/1.1 200 OK\r\ncontent-type: text/html\r\ncontent-length: {}\r\nconnection: close\r\n\r\n{PAGE}",
        PAGE.len()
    );
}
