//! Source maps from where they are served, for who asks for that.

use lagometer_analyze::{Files, Found, Wanted};
use lagometer_report::Diagnostic;
use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::io::ErrorKind;
use std::time::Duration;
use ureq::http::{Uri, header};
use ureq::{Agent, Error};

/// What a recording names is not ours to trust: how much is taken from it.
#[derive(Clone, Copy, Debug)]
struct FetchLimits {
    /// Of one file.
    file_bytes: u64,
    /// Of all files.
    all_bytes: u64,
    /// For one file, from the name of its host to its last byte.
    wait: Duration,
    redirects: u32,
}

const LIMITS: FetchLimits = FetchLimits {
    file_bytes: 64 << 20,
    all_bytes: 512 << 20,
    wait: Duration::from_secs(10),
    redirects: 5,
};

/// Files at hand, and scripts and source maps from where they are served.
pub struct FetchedFiles<F> {
    at_hand: F,
    /// Absent where nothing may be fetched.
    client: Option<Client>,
    asked: RefCell<Asked>,
}

struct Client {
    agent: Agent,
    limits: FetchLimits,
}

/// What became of what was asked for.
#[derive(Default)]
struct Asked {
    /// What was fetched or why it was not, by address: both sides of a comparison name the same files.
    answers: BTreeMap<String, Result<Vec<u8>, String>>,
    /// Hosts that do not answer, and why: nobody waits for them twice.
    silent: BTreeMap<String, String>,
    maps: u64,
    scripts: u64,
    bytes: u64,
    /// The maps, without a client.
    left: BTreeSet<String>,
}

impl<F: Files> FetchedFiles<F> {
    /// Files at hand; others are fetched where `may_fetch` says so.
    pub fn new(at_hand: F, may_fetch: bool) -> FetchedFiles<F> {
        FetchedFiles::within(at_hand, may_fetch.then_some(LIMITS))
    }

    fn within(at_hand: F, limits: Option<FetchLimits>) -> FetchedFiles<F> {
        FetchedFiles {
            at_hand,
            client: limits.map(Client::new),
            asked: RefCell::default(),
        }
    }

    /// How much was fetched, or what would have been.
    pub fn note(&self) -> Option<Diagnostic> {
        let asked = self.asked.borrow();
        let left = asked.left.len() as u64;
        let (code, count, text) = match &self.client {
            None if left == 0 => return None,
            None => (
                "source-maps-not-fetched",
                left,
                "source maps not fetched without `--fetch-maps`".to_owned(),
            ),
            Some(_) if asked.answers.is_empty() => return None,
            Some(_) => (
                "source-maps-fetched",
                asked.maps,
                format!(
                    "source maps fetched as served now, not as recorded (and scripts: {})",
                    asked.scripts
                ),
            ),
        };
        Some(Diagnostic {
            code: code.to_owned(),
            count,
            text,
            warning: false,
            byte: None,
            amount_us: None,
        })
    }
}

impl<F: Files> Files for FetchedFiles<F> {
    fn read(&self, address: &str) -> Found {
        self.at_hand.read(address)
    }

    fn fetch(&self, address: &str, wanted: Wanted) -> Found {
        let Some(uri) = served(address) else {
            return Found::Nothing;
        };
        let mut asked = self.asked.borrow_mut();
        let Some(client) = &self.client else {
            // Of a script nobody knows whether it has one.
            if wanted == Wanted::Map {
                asked.left.insert(address.to_owned());
            }
            return Found::Nothing;
        };
        if !asked.answers.contains_key(address) {
            let answer = client.get(&uri, &mut asked);
            if answer.is_ok() {
                match wanted {
                    Wanted::Map => asked.maps += 1,
                    Wanted::Script => asked.scripts += 1,
                }
            }
            asked.answers.insert(address.to_owned(), answer);
        }
        match &asked.answers[address] {
            Ok(bytes) => Found::Text(bytes.clone()),
            Err(why) => Found::Unreadable(why.clone()),
        }
    }
}

impl Client {
    fn new(limits: FetchLimits) -> Client {
        let config = Agent::config_builder()
            .timeout_global(Some(limits.wait))
            .max_redirects(limits.redirects)
            .max_redirects_will_error(true)
            .user_agent(concat!("lagometer/", env!("CARGO_PKG_VERSION")))
            .build();
        Client {
            agent: config.new_agent(),
            limits,
        }
    }

    fn get(&self, uri: &Uri, asked: &mut Asked) -> Result<Vec<u8>, String> {
        let host = uri.authority().map_or("", |host| host.as_str()).to_owned();
        if let Some(why) = asked.silent.get(&host) {
            return Err(format!("not fetched, since its host was asked before: {why}"));
        }
        let left = self.limits.all_bytes.saturating_sub(asked.bytes);
        if left == 0 {
            let most = self.limits.all_bytes >> 20;
            return Err(format!("not fetched, since {most} MiB were fetched before"));
        }
        match self.bytes(uri, left.min(self.limits.file_bytes)) {
            Ok(bytes) => {
                asked.bytes += bytes.len() as u64;
                Ok(bytes)
            }
            Err(Refusal::Page) => {
                Err("not fetched: the server answered with a page (`text/html`)".to_owned())
            }
            Err(Refusal::Client(error)) => {
                let why = self.why(&error);
                if matches!(
                    error,
                    Error::Timeout(_) | Error::ConnectionFailed | Error::HostNotFound | Error::Io(_)
                ) {
                    asked.silent.insert(host, why.clone());
                }
                Err(format!("not fetched: {why}"))
            }
        }
    }

    fn bytes(&self, uri: &Uri, most: u64) -> Result<Vec<u8>, Refusal> {
        let request = self.agent.get(uri);
        let mut response = match is_of_this_machine(uri) {
            true => request.config().proxy(None).build().call()?,
            false => request.call()?,
        };
        let kind = response.headers().get(header::CONTENT_TYPE);
        let kind = kind.and_then(|kind| kind.to_str().ok());
        if kind.is_some_and(|kind| kind.starts_with("text/html")) {
            return Err(Refusal::Page);
        }
        Ok(response.body_mut().with_config().limit(most).read_to_vec()?)
    }

    /// In words of our own: those of the client may show the address of a proxy, with its password.
    fn why(&self, error: &Error) -> String {
        match error {
            Error::StatusCode(status) => format!("the server answered with status {status}"),
            Error::Timeout(_) => format!("no whole answer within {} s", self.limits.wait.as_secs()),
            Error::BodyExceedsLimit(most) => format!("larger than {most} bytes"),
            Error::TooManyRedirects => format!("more than {} redirects", self.limits.redirects),
            Error::RedirectFailed => "a redirect leads nowhere".to_owned(),
            Error::HostNotFound => "the host was not found".to_owned(),
            Error::ConnectionFailed => "no connection".to_owned(),
            // What is wrong with the other side's certificate comes in this kind.
            Error::Io(error) if error.kind() == ErrorKind::InvalidData => {
                format!("no secure connection: {error}")
            }
            Error::Io(error) => format!("no connection: {error}"),
            Error::Rustls(error) => format!("no secure connection: {error}"),
            Error::Tls(error) => format!("no secure connection: {error}"),
            Error::Protocol(_) => "the answer is not HTTP".to_owned(),
            Error::InvalidProxyUrl | Error::ConnectProxyFailed(_) => "the proxy does not help".to_owned(),
            _ => "the request failed".to_owned(),
        }
    }
}

/// Why there is no file.
enum Refusal {
    /// Servers of single pages answer with the page to whatever they do not have.
    Page,
    Client(Error),
}

impl From<Error> for Refusal {
    fn from(error: Error) -> Refusal {
        Refusal::Client(error)
    }
}

/// An address at which something is served.
fn served(address: &str) -> Option<Uri> {
    let uri: Uri = address.parse().ok()?;
    matches!(uri.scheme_str(), Some("http" | "https")).then_some(uri)
}

fn is_of_this_machine(uri: &Uri) -> bool {
    let host = uri.host().map(|host| host.trim_matches(['[', ']']));
    host.is_some_and(|host| {
        let address = host.parse::<std::net::IpAddr>();
        host == "localhost" || address.is_ok_and(|address| address.is_loopback())
    })
}

#[cfg(test)]
mod tests;
