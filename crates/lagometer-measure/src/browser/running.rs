//! Which processes of a browser still run.

use rustix::process::Pid;
use std::path::Path;

/// Processes of the group, and those that name the profile folder: the handlers of crash reports stand
/// in sessions of their own. Under a first process that does not reap its children, as in many
/// containers, ended ones stay listed for ever: those do not count.
#[cfg(target_os = "linux")]
pub(super) fn of(group: Pid, profile: &Path) -> Vec<Pid> {
    let Ok(entries) = std::fs::read_dir("/proc") else {
        return Vec::new();
    };
    let pids = entries.flatten().filter_map(|entry| {
        let pid: i32 = entry.file_name().to_str()?.parse().ok()?;
        let stat = std::fs::read_to_string(entry.path().join("stat")).ok()?;
        let (state, own_group) = state_and_group(&stat)?;
        if matches!(state, "Z" | "X") {
            return None;
        }
        let is_ours = own_group == group.as_raw_nonzero().get() || {
            let line = std::fs::read(entry.path().join("cmdline")).ok()?;
            names(&line, profile)
        };
        Pid::from_raw(pid).filter(|_| is_ours)
    });
    pids.collect()
}

/// `pid (name) state parent group ...`; the name may hold anything, brackets and blanks included.
#[cfg(target_os = "linux")]
fn state_and_group(stat: &str) -> Option<(&str, i32)> {
    let (_, after_name) = stat.rsplit_once(')')?;
    let mut fields = after_name.split_ascii_whitespace();
    let state = fields.next()?;
    Some((state, fields.nth(1)?.parse().ok()?))
}

/// Whether a command line names the folder. Its last part alone is already unique.
#[cfg(target_os = "linux")]
fn names(line: &[u8], profile: &Path) -> bool {
    let Some(name) = profile.file_name().map(|name| name.as_encoded_bytes()) else {
        return false;
    };
    line.windows(name.len()).any(|window| window == name)
}

/// Elsewhere only the group as a whole can be asked.
#[cfg(not(target_os = "linux"))]
pub(super) fn of(group: Pid, _profile: &Path) -> Vec<Pid> {
    if rustix::process::test_kill_process_group(group).is_ok() {
        vec![group]
    } else {
        Vec::new()
    }
}

#[cfg(target_os = "linux")]
#[cfg(test)]
mod tests;
