//! The browser: finding it, starting it, asking it about itself, ending it.

mod find;
mod flags;
#[cfg(unix)]
mod process;
#[cfg(not(unix))]
#[path = "browser/process_elsewhere.rs"]
mod process;
mod profile;
#[cfg(unix)]
mod running;

pub use find::{BrowserChoice, VARIABLE, find};

use crate::cdp::{CallError, Connection, protocol};
use crate::environment;
use crate::error::{Error, ErrorKind};
use lagometer_metric::Measured;
use lagometer_report::Environment;
use lagometer_report::scenario::{Scenario, Viewport};
use serde_json::json;
use std::time::{Duration, Instant};
use tokio::sync::OnceCell;

/// How long a browser that has ended may take to tell its exit status.
const EXIT_LIMIT: Duration = Duration::from_millis(500);

/// How a browser is started.
#[derive(Clone, Debug)]
pub struct LaunchOptions {
    /// Without a window.
    pub headless: bool,
    /// Flags added to the fixed set.
    pub flags: Vec<String>,
    /// The major version that it must have; absent where every one will do.
    pub major: Option<u32>,
    /// How long it may take to give its first answer.
    pub timeout: Duration,
}

/// A browser that was started by us, and that ends with us: dropping it kills its processes and
/// removes its profile folder; [`Browser::close`] does the same in an orderly way.
pub struct Browser {
    process: process::Process,
    connection: Connection,
    headless: bool,
    launch_time: Duration,
    /// `Chrome/156.0.8078.108`, as the protocol says it.
    product: String,
    v8: String,
    refresh: OnceCell<Measured<f64>>,
}

impl Browser {
    /// Starts a browser and waits for its first answer.
    pub async fn launch(choice: &BrowserChoice, options: LaunchOptions) -> Result<Browser, Error> {
        let start = Instant::now();
        let (mut process, connection) = process::start(choice, &options)?;
        let asked = connection
            .call_within(&protocol::BROWSER_GET_VERSION, json!({}), options.timeout)
            .await;
        let version: Result<(String, String), CallError> = asked.and_then(|reply| {
            Ok((
                reply.text("product")?.to_owned(),
                reply.text("jsVersion")?.to_owned(),
            ))
        });
        match version {
            Ok((product, v8)) => {
                if let Some(wanted) = options.major
                    && major(&product) != Some(wanted)
                {
                    let found = major(&product);
                    let cleanup = process.end(&connection).await;
                    let error = Error::from(ErrorKind::OtherMajor { found, wanted });
                    return Err(Error { cleanup, ..error });
                }
                let launch_time = start.elapsed();
                tracing::debug!(?launch_time, product, pid = process.id(), "the browser is ready");
                Ok(Browser {
                    process,
                    connection,
                    headless: options.headless,
                    launch_time,
                    product,
                    v8,
                    refresh: OnceCell::new(),
                })
            }
            Err(error) => {
                let why = match process.exit_text(EXIT_LIMIT).await {
                    Some(status) => format!("it ended before it was ready ({status})"),
                    None => Error::from(error).to_string(),
                };
                Err(ErrorKind::BrowserStart {
                    program: choice.program.clone(),
                    why,
                    stderr: connection.last_words(),
                }
                .into())
            }
        }
    }

    /// The process id of the browser's main process.
    pub fn process_id(&self) -> u32 {
        self.process.id()
    }

    /// The time from the start of the process to its first answer.
    pub fn launch_time(&self) -> Duration {
        self.launch_time
    }

    /// Its name and version, and the version of its V8.
    pub async fn name(&self) -> Result<(String, String), Error> {
        let name = environment::name(&self.connection, &self.product).await?;
        Ok((name, self.v8.clone()))
    }

    /// The conditions under which pages are measured in it. The first call, or the first round,
    /// measures the refresh rate in a page of its own, which takes about a second.
    pub async fn environment(&self, viewport: Viewport) -> Result<Environment, Error> {
        let refresh = self.refresh(viewport).await?.clone();
        let subject = environment::Subject {
            connection: &self.connection,
            product: &self.product,
            v8: &self.v8,
            headless: self.headless,
            refresh,
        };
        environment::gather(subject, viewport).await
    }

    /// The same with what a scenario wants of it: what is pretended, the cache.
    pub async fn environment_of(&self, scenario: &Scenario) -> Result<Environment, Error> {
        let environment = self.environment(scenario.viewport).await?;
        Ok(environment::under(environment, &scenario.browser))
    }

    /// Ends the browser and removes its profile folder. Every step is tried; gives back, in words,
    /// what could not be cleaned up.
    pub async fn close(self) -> Vec<String> {
        self.process.end(&self.connection).await
    }

    pub(crate) fn connection(&self) -> &Connection {
        &self.connection
    }

    /// The refresh rate, measured once.
    pub(crate) async fn refresh(&self, viewport: Viewport) -> Result<&Measured<f64>, Error> {
        self.refresh
            .get_or_try_init(|| environment::refresh_rate(&self.connection, viewport))
            .await
    }
}

/// The major version in `Chrome/156.0.8078.108`.
fn major(product: &str) -> Option<u32> {
    let (_, version) = product.split_once('/')?;
    version.split('.').next()?.parse().ok()
}
