//! Starting the program with an environment that does not depend on the machine.

use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// What the program gave.
pub struct Given {
    pub code: i32,
    pub stdout: String,
    pub stderr: String,
}

/// One call of the program.
pub struct Call {
    command: Command,
    stdin: Vec<u8>,
}

/// A call with these arguments, in the folder of the test data.
pub fn lagometer(arguments: &[&str]) -> Call {
    let mut command = Command::new(env!("CARGO_BIN_EXE_lagometer"));
    command
        .args(arguments)
        .env_clear()
        .env("LANG", "C.UTF-8")
        .env("RUST_BACKTRACE", "0")
        .current_dir(data());
    Call {
        command,
        stdin: Vec::new(),
    }
}

/// The folder of the test data.
pub fn data() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data")
}

impl Call {
    pub fn env(mut self, name: &str, value: &str) -> Call {
        self.command.env(name, value);
        self
    }

    pub fn within(mut self, folder: &Path) -> Call {
        self.command.current_dir(folder);
        self
    }

    pub fn stdin(mut self, bytes: impl Into<Vec<u8>>) -> Call {
        self.stdin = bytes.into();
        self
    }

    /// The same on the first processor alone, where the machine can do that.
    pub fn on_one_processor(mut self) -> Call {
        let pinned = |program: &std::ffi::OsStr| {
            let mut command = Command::new("taskset");
            command.args(["-c", "0"]).arg(program);
            command
        };
        let works = pinned("true".as_ref()).stderr(Stdio::null()).status();
        if !works.is_ok_and(|status| status.success()) {
            return self;
        }
        let plain = &self.command;
        let mut command = pinned(plain.get_program());
        command.args(plain.get_args()).env_clear();
        for (name, value) in plain.get_envs() {
            command.envs(value.map(|value| (name, value)));
        }
        command.current_dir(plain.get_current_dir().expect("every call has one"));
        self.command = command;
        self
    }

    /// Runs it to its end.
    pub fn run(mut self) -> Given {
        let mut child = self
            .command
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program starts");
        let mut stdin = child.stdin.take().expect("a pipe");
        let bytes = self.stdin;
        // In its own thread: the program may answer before it has read everything, or never read.
        let writer = std::thread::spawn(move || {
            let _ = stdin.write_all(&bytes);
        });
        let output = child.wait_with_output().expect("the program ends");
        writer.join().expect("the writer ends");
        Given {
            code: output.status.code().expect("it ends by itself"),
            stdout: String::from_utf8(output.stdout).expect("UTF-8"),
            stderr: String::from_utf8(output.stderr).expect("UTF-8"),
        }
    }
}

impl Given {
    /// Everything, for a snapshot.
    pub fn whole(&self) -> String {
        format!(
            "exit {}\n--- stdout\n{}--- stderr\n{}",
            self.code, self.stdout, self.stderr
        )
    }
}
