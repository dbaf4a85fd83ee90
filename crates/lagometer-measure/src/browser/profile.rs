//! The profile folder: one for each browser, gone when the browser is.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

/// Every profile folder's name begins so; then come the pid namespace, our pid, and a number.
const PREFIX: &str = "lagometer-profile-";
/// What Chrome calls the link in the profile, and the socket that it leads to.
const SOCKET: &str = "SingletonSocket";
/// What lies beside the socket.
const COOKIE: &str = "SingletonCookie";
/// So many folders that earlier processes left are removed at one start.
const SWEEP_MAX: usize = 32;
/// So often removing is tried: processes that are ending still write.
const REMOVE_TRIES: u32 = 50;
const REMOVE_PAUSE: Duration = Duration::from_millis(40);

/// A profile folder of ours.
#[derive(Debug)]
pub(super) struct Profile {
    path: PathBuf,
}

impl Profile {
    /// Makes a new, empty folder that only this user can read.
    pub fn create(parent: &Path) -> io::Result<Profile> {
        let namespace = pid_namespace();
        let pid = std::process::id();
        let now = SystemTime::now()
            .duration_since(UNIX_EPOCH)
            .map_or(0, |since| since.as_nanos());
        let mut taken = None;
        for attempt in 0..100 {
            let path = parent.join(format!("{PREFIX}{namespace}-{pid}-{:x}", now + attempt));
            match create_private(&path) {
                Ok(()) => return Ok(Profile { path }),
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => taken = Some(error),
                Err(error) => return Err(error),
            }
        }
        Err(taken.unwrap_or_else(|| io::ErrorKind::AlreadyExists.into()))
    }

    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Removes the folder, with patience.
    pub async fn remove(&self) -> io::Result<()> {
        let mut tries = 0;
        loop {
            match remove_once(&self.path) {
                Ok(()) => return Ok(()),
                Err(error) if tries == REMOVE_TRIES => return Err(error),
                Err(_) => tries += 1,
            }
            tokio::time::sleep(REMOVE_PAUSE).await;
        }
    }

    /// The same where nothing can be awaited any more; short, because a panic may wait for it.
    pub fn remove_now(&self) {
        for _ in 0..10 {
            if remove_once(&self.path).is_ok() {
                return;
            }
            std::thread::sleep(REMOVE_PAUSE);
        }
    }
}

fn remove_once(path: &Path) -> io::Result<()> {
    remove_socket_folder(path);
    match fs::remove_dir_all(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound && !path.exists() => Ok(()),
        result => result,
    }
}

/// Chrome keeps the socket by which a second start finds the first in a folder of its own in the
/// temporary folder, and a link to it in the profile. A Chrome that is killed leaves it there. Only the
/// two files that it is known to hold are removed, and then the folder if it is empty.
fn remove_socket_folder(profile: &Path) {
    let Ok(socket) = fs::read_link(profile.join(SOCKET)) else {
        return;
    };
    let Some(folder) = socket.parent().filter(|folder| folder.is_absolute()) else {
        return;
    };
    for name in [SOCKET, COOKIE] {
        // It may be gone already; what matters is whether the folder can go.
        let _ = fs::remove_file(folder.join(name));
    }
    if let Err(error) = fs::remove_dir(folder) {
        tracing::debug!(folder = %folder.display(), %error, "the folder of the browser's socket stays behind");
    }
}

#[cfg(unix)]
fn create_private(path: &Path) -> io::Result<()> {
    use std::os::unix::fs::DirBuilderExt;
    fs::DirBuilder::new().mode(0o700).create(path)
}

#[cfg(not(unix))]
fn create_private(path: &Path) -> io::Result<()> {
    fs::create_dir(path)
}

/// Containers may share a temporary folder, and the same pid means another process in each.
fn pid_namespace() -> String {
    let link = fs::read_link("/proc/self/ns/pid").unwrap_or_default();
    let digits: String = link
        .to_string_lossy()
        .chars()
        .filter(char::is_ascii_digit)
        .collect();
    if digits.is_empty() { "0".to_owned() } else { digits }
}

/// Removes the folders of processes that are gone: who is killed cannot clean up. Gives back how many
/// were removed.
pub(super) fn sweep(parent: &Path, is_alive: impl Fn(u32) -> bool) -> usize {
    let own_namespace = pid_namespace();
    let Ok(entries) = fs::read_dir(parent) else {
        return 0;
    };
    let stale = entries.flatten().filter(|entry| {
        let name = entry.file_name();
        let owner = name.to_str().and_then(owner);
        owner.is_some_and(|(namespace, pid)| namespace == own_namespace && !is_alive(pid))
            && entry.file_type().is_ok_and(|kind| kind.is_dir())
    });
    let removed = stale
        .take(SWEEP_MAX)
        .filter(|entry| remove_once(&entry.path()).is_ok());
    removed.count()
}

/// The pid namespace and pid in a folder's name.
fn owner(name: &str) -> Option<(&str, u32)> {
    let mut parts = name.strip_prefix(PREFIX)?.split('-');
    let (namespace, pid, number) = (parts.next()?, parts.next()?, parts.next()?);
    let is_ours = parts.next().is_none() && u128::from_str_radix(number, 16).is_ok();
    Some((namespace, pid.parse().ok()?)).filter(|_| is_ours)
}

#[cfg(test)]
mod tests;
