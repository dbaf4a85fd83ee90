//! Drives Chrome, opens one window around the actions of a scenario, leaves artifacts.
//!
//! Goes in: a checked [`Scenario`](lagometer_report::scenario::Scenario), a browser found on this
//! machine, a folder for one round. Comes out: the raw trace as `trace.json.gz` and everything else
//! that was read from the browser as `samples.json`. It gathers and does not judge: no trace is
//! parsed here and no metric computed.
//!
//! It refuses: a machine without a browser, a page that does not get ready in time, a step whose
//! element is missing or covered, a page that answers with an error; each with a stable code, the
//! place in the scenario, and what to do. Whatever happens, the browser's processes and its profile
//! folder do not outlive the [`Browser`].
//!
//! ```
//! use lagometer_measure::browser;
//! use std::path::Path;
//!
//! // A path that was asked for is taken or refused; nothing else is tried in its place.
//! let error = browser::find(Some(Path::new("/no/such/chromium"))).unwrap_err();
//! assert_eq!(error.code(), "no-browser");
//! assert_eq!(error.to_string(), "no browser at `/no/such/chromium`");
//! ```
#![deny(missing_docs)]

pub mod browser;
pub mod capture;
mod cdp;
mod environment;
mod error;
mod page;
pub mod round;
pub mod scenario;
mod secret;
pub mod site;
mod snapshot;
mod step;

pub use browser::{Browser, BrowserChoice, LaunchOptions};
pub use cdp::protocol;
pub use error::{Error, ErrorKind, Location};
pub use secret::{MissingSecret, Secrets};
pub use snapshot::{OtherHeap, SnapshotFile, SnapshotProgress, TakenSnapshot};
