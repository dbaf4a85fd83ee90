//! Finding the browser of this machine.

use crate::error::{Error, ErrorKind};
use std::env;
use std::ffi::OsString;
use std::path::{Path, PathBuf};

/// The environment variable that names the browser.
pub const VARIABLE: &str = "LAGOMETER_BROWSER";

/// A browser on this machine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BrowserChoice {
    /// The program, as it is started.
    pub program: PathBuf,
}

/// Where a browser is looked for when no path is given.
struct Surroundings {
    variable: Option<OsString>,
    path: Vec<PathBuf>,
    folders: Vec<PathBuf>,
}

/// Finds the browser: the path that was asked for, else the one in `LAGOMETER_BROWSER`, else the
/// first of Chrome, Chromium and Edge on `PATH`, else in the usual folders. A path that was asked
/// for is taken or refused; nothing else is tried in its place.
pub fn find(explicit: Option<&Path>) -> Result<BrowserChoice, Error> {
    let surroundings = Surroundings {
        variable: env::var_os(VARIABLE).filter(|value| !value.is_empty()),
        path: env::var_os("PATH").iter().flat_map(env::split_paths).collect(),
        folders: usual_folders(|name| env::var_os(name).map(PathBuf::from)),
    };
    find_in(explicit, &surroundings)
}

fn find_in(explicit: Option<&Path>, surroundings: &Surroundings) -> Result<BrowserChoice, Error> {
    let asked = explicit.or(surroundings.variable.as_deref().map(Path::new));
    if let Some(asked) = asked {
        // A bare name is looked for on PATH, as a shell would.
        let found = if asked.components().count() == 1 && !asked.is_file() {
            surroundings
                .path
                .iter()
                .map(|folder| folder.join(asked))
                .find(|program| is_program(program))
        } else {
            Some(asked.to_owned()).filter(|program| is_program(program))
        };
        return match found {
            Some(program) => Ok(BrowserChoice { program }),
            None => Err(ErrorKind::NoBrowser {
                asked: Some(asked.to_owned()),
            }
            .into()),
        };
    }
    let on_path = NAMES
        .iter()
        .flat_map(|name| surroundings.path.iter().map(move |folder| folder.join(name)));
    let usual = surroundings.folders.iter().cloned();
    match on_path
        .chain(usual)
        .find(|program| is_program(program) && !is_snap_stub(program))
    {
        Some(program) => Ok(BrowserChoice { program }),
        None => Err(ErrorKind::NoBrowser { asked: None }.into()),
    }
}

/// The names of the programs, the most usual first.
#[cfg(not(windows))]
const NAMES: &[&str] = &[
    "google-chrome",
    "google-chrome-stable",
    "chromium",
    "chromium-browser",
    "microsoft-edge",
    "microsoft-edge-stable",
    "google-chrome-beta",
    "google-chrome-unstable",
    "chrome",
];
#[cfg(windows)]
const NAMES: &[&str] = &["chrome.exe", "chromium.exe", "msedge.exe"];

/// The programs at their usual places outside `PATH`.
fn usual_folders(variable: impl Fn(&str) -> Option<PathBuf>) -> Vec<PathBuf> {
    if cfg!(windows) {
        let roots = ["ProgramFiles", "ProgramFiles(x86)", "LOCALAPPDATA"]
            .iter()
            .filter_map(|name| variable(name));
        let programs = [
            r"Google\Chrome\Application\chrome.exe",
            r"Chromium\Application\chrome.exe",
            r"Microsoft\Edge\Application\msedge.exe",
        ];
        return roots
            .flat_map(|root| programs.map(|program| root.join(program)))
            .collect();
    }
    if cfg!(target_os = "macos") {
        let roots = [
            Some(PathBuf::from("/Applications")),
            variable("HOME").map(|home| home.join("Applications")),
        ];
        let programs = [
            "Google Chrome.app/Contents/MacOS/Google Chrome",
            "Chromium.app/Contents/MacOS/Chromium",
            "Microsoft Edge.app/Contents/MacOS/Microsoft Edge",
        ];
        return roots
            .into_iter()
            .flatten()
            .flat_map(|root| programs.map(|program| root.join(program)))
            .collect();
    }
    [
        "/opt/google/chrome/chrome",
        "/usr/bin/chromium",
        "/usr/lib/chromium/chromium",
        "/usr/lib/chromium-browser/chromium-browser",
        "/opt/microsoft/msedge/msedge",
    ]
    .iter()
    .map(PathBuf::from)
    .collect()
}

#[cfg(unix)]
fn is_program(path: &Path) -> bool {
    use std::os::unix::fs::PermissionsExt;
    path.metadata()
        .is_ok_and(|metadata| metadata.is_file() && metadata.permissions().mode() & 0o111 != 0)
}

#[cfg(not(unix))]
fn is_program(path: &Path) -> bool {
    path.is_file()
}

/// A script that is longer than this is no stub.
const STUB_MAX: u64 = 8 << 10;

/// Ubuntu's packages of Chromium only start a snap, by a link or by a script; it is confined away from
/// our profile folder and does not work in containers.
fn is_snap_stub(program: &Path) -> bool {
    let is_link = program
        .canonicalize()
        .is_ok_and(|target| target.ends_with("bin/snap") || target.starts_with("/snap"));
    let is_small = program.metadata().is_ok_and(|file| file.len() <= STUB_MAX);
    is_link
        || is_small
            && std::fs::read_to_string(program).is_ok_and(|text| {
                text.starts_with("#!") && (text.contains("/snap/bin/") || text.contains("chromium snap"))
            })
}

#[cfg(unix)]
#[cfg(test)]
mod tests;
