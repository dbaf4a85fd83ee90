//! The flags that a browser is started with: quiet, unthrottled, the same on every machine.

use std::path::Path;

/// Against first-run pages, updates, reports and other things that cost time on their own.
const FIXED: &[&str] = &[
    "--no-first-run",
    "--no-default-browser-check",
    "--disable-extensions",
    "--disable-component-update",
    "--disable-background-networking",
    "--disable-sync",
    "--disable-default-apps",
    "--disable-search-engine-choice-screen",
    "--disable-client-side-phishing-detection",
    "--disable-domain-reliability",
    "--metrics-recording-only",
    "--mute-audio",
    "--password-store=basic",
    "--use-mock-keychain",
    // A page in the background is measured like one in the foreground.
    "--disable-background-timer-throttling",
    "--disable-backgrounding-occluded-windows",
    "--disable-renderer-backgrounding",
    "--disable-ipc-flooding-protection",
    "--disable-hang-monitor",
    // Without it `usedJSHeapSize` is rounded.
    "--enable-precise-memory-info",
    "--remote-debugging-pipe",
];

/// One list: Chrome takes only the last `--disable-features` of its command line.
const DISABLED_FEATURES: &[&str] = &[
    "Translate",
    "MediaRouter",
    "OptimizationHints",
    "DialMediaRouteProvider",
    "InterestFeedContentSuggestions",
    "CertificateTransparencyComponentUpdater",
    "AutofillServerCommunication",
];

const DISABLE_FEATURES: &str = "--disable-features=";

/// The whole command line after the program. `more` comes from the scenario; its own
/// `--disable-features` are merged into ours.
pub(super) fn command_line(headless: bool, root: bool, profile: &Path, more: &[String]) -> Vec<String> {
    let mut line: Vec<String> = FIXED.iter().map(|flag| (*flag).to_owned()).collect();
    if headless {
        line.push("--headless=new".to_owned());
    }
    // Chrome's sandbox refuses to work for root.
    if root {
        line.push("--no-sandbox".to_owned());
    }
    let mut features: Vec<&str> = DISABLED_FEATURES.to_vec();
    for flag in more {
        match flag.strip_prefix(DISABLE_FEATURES) {
            Some(list) => features.extend(list.split(',').filter(|feature| !feature.is_empty())),
            None => line.push(flag.clone()),
        }
    }
    line.push(format!("{DISABLE_FEATURES}{}", features.join(",")));
    line.push(format!("--user-data-dir={}", profile.display()));
    line.push("about:blank".to_owned());
    line
}

#[cfg(test)]
mod tests;
