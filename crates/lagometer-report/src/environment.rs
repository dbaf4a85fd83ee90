//! Under which conditions a run was measured.

use crate::Value;
use lagometer_metric::Reason;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The conditions of a run.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Environment {
    /// Lagometer's version.
    pub lagometer: String,
    /// The browser's product and version: `Chromium 156.0.8078.108`.
    pub browser: String,
    /// V8's version.
    pub v8: String,
    /// `new` for `--headless=new`, `off` for a window.
    pub headless: String,
    /// The browser's effective command line, without the program.
    pub flags: Vec<String>,
    /// The operating system.
    pub os: String,
    /// The processor architecture.
    pub arch: String,
    /// The processor.
    pub cpu: Cpu,
    /// The machine's memory; null where it is not known.
    pub memory_bytes: Option<u64>,
    /// The GPU as the browser names it; null where it does not.
    pub gpu: Option<String>,
    /// The viewport.
    pub viewport: Viewport,
    /// The refresh rate measured in the page.
    pub refresh: Value,
    /// What the page saw of itself: `visible` or `hidden`; null where it was not recorded.
    #[serde(default)]
    pub visibility: Option<String>,
    /// What was pretended; null where it was not recorded.
    #[serde(default)]
    pub throttling: Option<Throttling>,
    /// `cold` or `warm`; null where it was not recorded.
    #[serde(default)]
    pub cache: Option<String>,
    /// The size of the browser's buffer for the trace; null where it was not recorded.
    #[serde(default)]
    pub trace_buffer_bytes: Option<u64>,
    /// The load average of the last minute at the start; null where there is none.
    pub load_1m: Option<f64>,
    /// Why a field is null, by its name; one in another is `cpu.model`. Records of before this was
    /// kept have none.
    #[serde(default)]
    pub absent: BTreeMap<String, Absence>,
}

/// Why something is not known that is no number.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Absence {
    /// A stable code, as of an absent number.
    pub reason: String,
    /// In words.
    pub detail: String,
}

impl Absence {
    /// With one of the reasons that numbers have.
    pub fn new(reason: Reason, detail: impl Into<String>) -> Absence {
        Absence {
            reason: reason.code().to_owned(),
            detail: detail.into(),
        }
    }
}

/// What was pretended.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Throttling {
    /// How many times slower the page's process ran; 1 is as it is.
    pub cpu_slowdown: f64,
    /// The network; null for the real one.
    pub network: Option<Network>,
}

/// A network that was pretended.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Network {
    /// Bytes in a second; null where it was not limited.
    pub download_bytes_per_s: Option<f64>,
    /// Bytes in a second; null where it was not limited.
    pub upload_bytes_per_s: Option<f64>,
    /// The time from a request to the headers of its answer, at least.
    pub latency_ms: u64,
}

/// The processor.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Cpu {
    /// The model's name; null where it is not known.
    pub model: Option<String>,
    /// How many logical cores; null where it is not known.
    pub cores: Option<u32>,
}

/// The viewport, as it was measured in the page.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Viewport {
    /// In CSS pixels.
    pub width: u32,
    /// In CSS pixels.
    pub height: u32,
    /// `deviceScaleFactor`.
    pub scale: f64,
}
