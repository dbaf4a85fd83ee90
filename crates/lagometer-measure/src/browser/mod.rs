//! The browser: finding it, starting it, asking it about itself, ending it.

mod find;

pub use find::{BrowserChoice, VARIABLE, find};

use crate::error::{Error, ErrorKind};
use lagometer_report::{Environment, scenario::Viewport};
use std::time::Duration;

/// How a browser is started.
#[derive(Clone, Debug)]
pub struct LaunchOptions {
    /// Without a window.
    pub headless: bool,
    /// Flags added to the fixed set.
    pub flags: Vec<String>,
    /// How long it may take to give its first answer.
    pub timeout: Duration,
}

/// A browser that was started by us, and that ends with us.
pub struct Browser {}

impl Browser {
    /// Starts a browser.
    pub async fn launch(choice: &BrowserChoice, options: LaunchOptions) -> Result<Browser, Error> {
        let _ = (choice, options);
        Err(ErrorKind::protocol("still being built").into())
    }

    /// The process id of the browser's main process.
    pub fn process_id(&self) -> u32 {
        0
    }

    /// The conditions under which pages are measured in it.
    pub async fn environment(&self, viewport: Viewport) -> Result<Environment, Error> {
        let _ = viewport;
        Err(ErrorKind::protocol("still being built").into())
    }

    /// Ends the browser and removes its profile folder; gives back, in words, what could not be
    /// cleaned up.
    pub async fn close(self) -> Vec<String> {
        Vec::new()
    }
}
