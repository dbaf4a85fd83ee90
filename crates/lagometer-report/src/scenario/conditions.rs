//! The conditions under which a page is measured.

use super::Place;
use serde::Serialize;
use std::collections::BTreeMap;

/// The browser, and what it pretends.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct BrowserConditions {
    /// Without a window.
    pub headless: bool,
    /// How many times slower the page's process runs; 1 is as it is.
    pub cpu_slowdown: f64,
    /// The network that is pretended; `None` is the real one.
    pub network: Option<NetworkConditions>,
    /// What is in the cache when a page is loaded.
    pub cache: Cache,
    /// Flags added to the fixed set.
    pub flags: Vec<String>,
    /// The size of the browser's buffer for the trace.
    pub trace_buffer_kib: u32,
    /// The major version that the browser must have; `None` takes every one.
    pub major: Option<u32>,
}

impl BrowserConditions {
    /// A full buffer holds about 1.5 million events.
    pub const TRACE_BUFFER_KIB: u32 = 200 * 1024;
}

impl Default for BrowserConditions {
    fn default() -> BrowserConditions {
        BrowserConditions {
            headless: true,
            cpu_slowdown: 1.0,
            network: None,
            cache: Cache::Cold,
            flags: Vec::new(),
            trace_buffer_kib: BrowserConditions::TRACE_BUFFER_KIB,
            major: None,
        }
    }
}

/// A network that is pretended, in Recorder's words and units.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct NetworkConditions {
    /// Bytes in a second; `None` does not limit it.
    pub download: Option<f64>,
    /// Bytes in a second; `None` does not limit it.
    pub upload: Option<f64>,
    /// At least this long from a request to the headers of its answer.
    pub latency_ms: u64,
}

/// What is in the cache when a page is loaded.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub enum Cache {
    /// Nothing: each round has an empty one.
    Cold,
    /// What one load of the page before has left in it.
    Warm,
}

/// What is put into a page before its own scripts, in every round. Values may hold `${NAME}`, which
/// stands for a variable of the environment; they are kept unexpanded here.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Install {
    /// A script that runs before the page's own, in every frame.
    pub script: Option<String>,
    /// Headers of every request.
    pub headers: BTreeMap<String, String>,
    /// Cookies that are there when the page is loaded.
    pub cookies: Vec<Cookie>,
    /// What is in `localStorage` of the page's origin.
    pub local_storage: BTreeMap<String, String>,
}

/// A cookie.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Cookie {
    /// Its name.
    pub name: String,
    /// Its value; may hold `${NAME}`.
    pub value: String,
    /// Its domain; the page's where absent.
    pub domain: Option<String>,
    /// Its path; `/` where absent.
    pub path: Option<String>,
    /// Only for encrypted connections.
    pub secure: bool,
    /// Not to be seen by scripts.
    pub http_only: bool,
}

/// A file whose content is part of what is measured.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct DataFile {
    /// Relative to the scenario file.
    pub path: String,
    /// Where it stands.
    #[serde(skip)]
    pub place: Place,
}

/// A `${NAME}` in a scenario.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SecretUse {
    /// The variable of the environment.
    pub name: String,
    /// Where the value stands that holds it.
    pub place: Place,
}
