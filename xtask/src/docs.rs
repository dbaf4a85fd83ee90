//! The documents that are made of what the program prints: `docs/cli.md` and `docs/metrics.md`.

/// A generated document.
#[derive(Debug, PartialEq, Eq)]
pub struct Page {
    /// Where it lies, from the root of the project.
    pub path: &'static str,
    /// What stands in it.
    pub text: String,
}

const NOTE: &str = "<!-- Written by `cargo xtask docs`. -->";

/// Every generated document. `program` runs lagometer with these arguments and gives back what it
/// printed on stdout.
pub fn pages<E>(mut program: impl FnMut(&[&str]) -> Result<String, E>) -> Result<Vec<Page>, E> {
    let metrics = program(&["metrics", "--format", "markdown"])?;
    let help = program(&["--help"])?;

    let mut cli = format!("{NOTE}\n\n# Command line\n\n");
    push_help(&mut cli, "lagometer", "lagometer --help", &help);
    for command in commands(&help) {
        let help = program(&[command, "--help"])?;
        push_help(
            &mut cli,
            &format!("lagometer {command}"),
            &format!("lagometer {command} --help"),
            &help,
        );
    }
    Ok(vec![
        Page {
            path: "docs/cli.md",
            text: format!("{}\n", cli.trim_end()),
        },
        Page {
            path: "docs/metrics.md",
            text: format!("{NOTE}\n\n{}\n", metrics.trim()),
        },
    ])
}

fn push_help(page: &mut String, title: &str, command: &str, help: &str) {
    // The blanks that clap leaves at the end of empty lines are no text.
    let help: Vec<&str> = help.trim_end().lines().map(str::trim_end).collect();
    page.push_str(&format!(
        "## {title}\n\n```text\n$ {command}\n{}\n```\n\n",
        help.join("\n")
    ));
}

/// The names listed under `Commands:`, except `help` itself.
fn commands(help: &str) -> Vec<&str> {
    help.lines()
        .skip_while(|line| !line.starts_with("Commands:"))
        .skip(1)
        .take_while(|line| line.starts_with("  "))
        // What is indented more goes on with the line before it.
        .filter(|line| !line.starts_with("   "))
        .filter_map(|line| line.split_whitespace().next())
        .filter(|name| *name != "help")
        .collect()
}

#[cfg(test)]
mod tests;
