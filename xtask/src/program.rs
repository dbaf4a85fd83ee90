//! Running the lagometer of this tree.

use crate::Outcome;
use std::process::{Command, Stdio};

/// What lagometer prints on stdout with these arguments. It sees no terminal, so that the answer
/// does not depend on the one that the chore runs in.
pub fn stdout(arguments: &[&str]) -> Outcome<String> {
    let output = Command::new(env!("CARGO"))
        .args(["run", "--quiet", "--locked", "--package", "lagometer", "--"])
        .args(arguments)
        .current_dir(crate::root())
        .env_remove("CLICOLOR_FORCE")
        .env_remove("COLUMNS")
        .env_remove("TERM")
        .env("NO_COLOR", "1")
        .env("LC_ALL", "C.UTF-8")
        .stdin(Stdio::null())
        .output()?;
    if !output.status.success() {
        let stderr = String::from_utf8_lossy(&output.stderr);
        return Err(format!(
            "`lagometer {}` ended with {}\n{stderr}",
            arguments.join(" "),
            output.status
        )
        .into());
    }
    Ok(String::from_utf8(output.stdout)?)
}
