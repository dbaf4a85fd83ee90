//! The browser's process: started in a group of its own with a pipe, ended with all its children.

use super::flags;
use super::profile::{self, Profile};
use super::running;
use super::{BrowserChoice, LaunchOptions};
use crate::cdp::{CallError, Connection, LastWords, protocol};
use crate::error::{Error, ErrorKind};
use command_fds::{CommandFdExt, FdMapping};
use rustix::process::{Pid, Signal};
use serde_json::json;
use std::io;
use std::process::Stdio;
use std::time::{Duration, Instant};
use tokio::net::unix::pipe;
use tokio::process::{Child, Command};
use tokio::sync::watch;

/// How long the browser has to end by itself once it was asked to.
const CLOSE_LIMIT: Duration = Duration::from_secs(3);
/// How long killed processes have to be gone.
const KILL_LIMIT: Duration = Duration::from_secs(2);
const POLL: Duration = Duration::from_millis(10);
/// How long after the browser its pipe may stay open.
const PIPE_LIMIT: Duration = Duration::from_millis(300);

/// A running browser. Dropping it kills all its processes and removes its profile.
pub(super) struct Process {
    /// The exit status in words, once there is one.
    exit: watch::Receiver<Option<String>>,
    group: Pid,
    profile: Profile,
    ended: bool,
}

/// Starts the browser and waits for nothing.
pub(super) fn start(choice: &BrowserChoice, options: &LaunchOptions) -> Result<(Process, Connection), Error> {
    let failed = |why: String| {
        Error::from(ErrorKind::BrowserStart {
            program: choice.program.clone(),
            why,
            stderr: Vec::new(),
        })
    };
    let parent = std::env::temp_dir();
    let swept = profile::sweep(&parent, is_alive);
    if swept > 0 {
        tracing::debug!(swept, "removed profile folders that killed processes left");
    }
    let profile = Profile::create(&parent).map_err(|error| ErrorKind::FolderNotWritable {
        path: parent.clone(),
        message: error.to_string(),
    })?;
    match spawn(choice, options, &profile) {
        Ok((mut child, connection)) => {
            let group = child.id().and_then(|id| Pid::from_raw(id.cast_signed()));
            let Some(group) = group else {
                profile.remove_now();
                return Err(failed("it ended at once".to_owned()));
            };
            let (sender, exit) = watch::channel(None);
            let hang_up = connection.hang_up();
            tokio::spawn(async move {
                let status = child.wait().await;
                sender.send_replace(Some(
                    status.map_or_else(|error| error.to_string(), |status| status.to_string()),
                ));
                // The pipe ends with the browser, unless another process has inherited it, as under
                // wrapper scripts.
                tokio::time::sleep(PIPE_LIMIT).await;
                hang_up();
            });
            let process = Process {
                exit,
                group,
                profile,
                ended: false,
            };
            Ok((process, connection))
        }
        Err(error) => {
            profile.remove_now();
            Err(failed(error.to_string()))
        }
    }
}

/// Chrome reads commands from descriptor 3 and writes answers to descriptor 4.
fn spawn(
    choice: &BrowserChoice,
    options: &LaunchOptions,
    profile: &Profile,
) -> io::Result<(Child, Connection)> {
    let (child_reads, we_write) = io::pipe()?;
    let (we_read, child_writes) = io::pipe()?;
    let root = rustix::process::geteuid().is_root();
    let mut command = Command::new(&choice.program);
    command
        .args(flags::command_line(
            options.headless,
            root,
            profile.path(),
            &options.flags,
        ))
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        // Ctrl-C in a terminal reaches the whole foreground group; the trace must be stopped first.
        .process_group(0)
        .kill_on_drop(true);
    command
        .fd_mappings(vec![
            FdMapping {
                parent_fd: child_reads.into(),
                child_fd: 3,
            },
            FdMapping {
                parent_fd: child_writes.into(),
                child_fd: 4,
            },
        ])
        .map_err(|error| io::Error::other(error.to_string()))?;
    let child = command.spawn();
    // The command holds the child's ends of the pipes: kept any longer, the pipe would never end.
    drop(command);
    let mut child = child?;
    let words = LastWords::default();
    if let Some(stderr) = child.stderr.take() {
        tokio::spawn(words.clone().collect(stderr));
    }
    let writer = pipe::Sender::from_owned_fd(we_write.into())?;
    let reader = pipe::Receiver::from_owned_fd(we_read.into())?;
    Ok((child, Connection::new(reader, writer, words)))
}

fn is_alive(pid: u32) -> bool {
    let Some(pid) = Pid::from_raw(pid.cast_signed()) else {
        return false;
    };
    // Anything but "no such process" means that somebody has this number.
    rustix::process::test_kill_process(pid) != Err(rustix::io::Errno::SRCH)
}

impl Process {
    pub fn id(&self) -> u32 {
        self.group.as_raw_nonzero().get().cast_unsigned()
    }

    /// The exit status, once the process has ended; waits for it up to the limit.
    pub async fn exit_text(&mut self, limit: Duration) -> Option<String> {
        let exit = tokio::time::timeout(limit, self.exit.wait_for(Option::is_some)).await;
        exit.ok()?.ok()?.clone()
    }

    /// Ends the browser: asks it, waits, kills what is left, removes the profile. Every step is tried;
    /// what failed is given back in words.
    pub async fn end(mut self, connection: &Connection) -> Vec<String> {
        let mut problems = Vec::new();
        let asked = connection
            .call_within(&protocol::BROWSER_CLOSE, json!({}), CLOSE_LIMIT)
            .await;
        let asked = asked
            .map(|_| ())
            .or_else(|error: CallError| if error.is_closed() { Ok(()) } else { Err(error) });
        if let Err(error) = asked {
            problems.push(format!("the browser did not close when asked: {error}"));
        } else if self.exit_text(CLOSE_LIMIT).await.is_none() {
            problems.push(format!(
                "the browser did not end within {} s; it was killed",
                CLOSE_LIMIT.as_secs()
            ));
        }
        self.kill();
        if self.exit_text(KILL_LIMIT).await.is_none() {
            problems.push(format!("process {} could not be ended", self.id()));
        }
        let start = Instant::now();
        let mut left = self.running();
        while !left.is_empty() && start.elapsed() < KILL_LIMIT {
            tokio::time::sleep(POLL).await;
            self.kill();
            left = self.running();
        }
        if !left.is_empty() {
            let left: Vec<String> = left.iter().map(|pid| pid.as_raw_nonzero().to_string()).collect();
            problems.push(format!("processes of the browser still run: {}", left.join(", ")));
        }
        if let Err(error) = self.profile.remove().await {
            let path = self.profile.path().display();
            problems.push(format!(
                "the profile folder `{path}` could not be removed: {error}"
            ));
        }
        self.ended = true;
        problems
    }

    fn running(&self) -> Vec<Pid> {
        running::of(self.group, self.profile.path())
    }

    /// Kills the group, and what of the browser stands outside of it. An error means that the process
    /// is gone already.
    fn kill(&self) {
        let _ = rustix::process::kill_process_group(self.group, Signal::KILL);
        for pid in self.running() {
            let _ = rustix::process::kill_process(pid, Signal::KILL);
        }
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        if self.ended {
            return;
        }
        self.kill();
        let start = Instant::now();
        while !self.running().is_empty() && start.elapsed() < KILL_LIMIT / 4 {
            std::thread::sleep(POLL);
        }
        self.profile.remove_now();
    }
}
