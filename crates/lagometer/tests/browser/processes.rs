//! Which processes a program started: they inherit its `TMPDIR`, which no other process has; those of
//! pages write their title over it, but name the profile folder that lies in there.

use std::fs;
use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};

/// A living process of the browser.
pub struct Process {
    pub id: u32,
    pub command_line: String,
}

/// The living ones; those that ended and wait to be reaped by whoever adopted them do not count.
pub fn with(temporary: &Path) -> Vec<Process> {
    let wanted = format!("TMPDIR={}", temporary.display());
    let Ok(entries) = fs::read_dir("/proc") else {
        // Not Linux: what cannot be seen cannot be held against the program.
        return Vec::new();
    };
    entries
        .filter_map(|entry| entry.ok()?.file_name().to_str()?.parse().ok())
        .filter_map(|id: u32| {
            let folder = Path::new("/proc").join(id.to_string());
            let environment = fs::read(folder.join("environ")).ok()?;
            let inherits = environment
                .split(|byte| *byte == 0)
                .any(|variable| variable.starts_with(wanted.as_bytes()));
            let stat = fs::read_to_string(folder.join("stat")).ok()?;
            // `PID (NAME) STATE ...`, and the name may hold anything.
            let state = stat.rsplit_once(") ")?.1.chars().next()?;
            let command_line = fs::read(folder.join("cmdline")).ok()?;
            let command_line = String::from_utf8_lossy(&command_line).replace('\0', " ");
            let ours = inherits || command_line.contains(&*temporary.to_string_lossy());
            (ours && state != 'Z').then_some(Process { id, command_line })
        })
        .collect()
}

/// The browser's main process.
pub fn browser(temporary: &Path) -> Option<Process> {
    with(temporary).into_iter().find(|process| {
        process.command_line.contains("--user-data-dir=") && !process.command_line.contains("--type=")
    })
}

/// The processes of its pages.
pub fn renderers(temporary: &Path) -> Vec<Process> {
    let mut all = with(temporary);
    all.retain(|process| process.command_line.contains("--type=renderer"));
    all
}

/// After 3 s none is left.
pub fn check_none_with(temporary: &Path) {
    let since = Instant::now();
    loop {
        let left = with(temporary);
        if left.is_empty() {
            return;
        }
        if since.elapsed() > Duration::from_secs(3) {
            let lines: Vec<String> = left
                .iter()
                .map(|process| format!("{} {:.200}", process.id, process.command_line))
                .collect();
            panic!("processes are left after 3 s:\n{}", lines.join("\n"));
        }
        std::thread::sleep(Duration::from_millis(20));
    }
}

/// Sends a signal; to a process that has just ended it is not sent.
pub fn signal(id: u32, name: &str) {
    Command::new("sh")
        .args(["-c", &format!("kill -{name} {id} 2>/dev/null || true")])
        .status()
        .expect("a shell");
}
