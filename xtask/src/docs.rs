//! The documents that are made of what the program prints: `docs/cli.md`, `docs/metrics.md`, and the
//! answers that `README.md` shows; and the schemas of `docs/schema`.

/// A generated document.
#[derive(Debug, PartialEq, Eq)]
pub struct Page {
    /// Where it lies, from the root of the project.
    pub path: &'static str,
    /// What stands in it.
    pub text: String,
}

const NOTE: &str = "<!-- Written by `cargo xtask docs`. -->";

/// Every generated document; `readme` is the README as it is written. `program` runs lagometer with
/// these arguments in the root of the project and gives back what it printed on stdout.
pub fn pages<E>(readme: &str, mut program: impl FnMut(&[&str]) -> Result<String, E>) -> Result<Vec<Page>, E> {
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
        for question in commands(&help) {
            let help = program(&[command, question, "--help"])?;
            let name = format!("lagometer {command} {question}");
            push_help(&mut cli, &name, &format!("{name} --help"), &help);
        }
    }
    let page = |path, text| Page { path, text };
    let mut pages = vec![
        page("docs/cli.md", format!("{}\n", cli.trim_end())),
        page("docs/metrics.md", format!("{NOTE}\n\n{}\n", metrics.trim())),
        page("README.md", answered(readme, &mut program)?),
    ];
    pages.extend(crate::schema::pages());
    Ok(pages)
}

/// The text with a fresh answer in each block that shows a command and what it prints. Commands that
/// need a browser are left as they are.
fn answered<E>(text: &str, program: &mut impl FnMut(&[&str]) -> Result<String, E>) -> Result<String, E> {
    let mut answered = String::with_capacity(text.len());
    let mut lines = text.lines();
    let mut opens = false;
    while let Some(line) = lines.next() {
        answered.push_str(line);
        answered.push('\n');
        let command: Vec<&str> = line.split(' ').collect();
        if let ["$", "lagometer", arguments @ ..] = &command[..]
            && opens
            && ANSWERED.iter().any(|name| arguments.first() == Some(name))
        {
            answered.push_str(program(arguments)?.trim_end());
            answered.push_str("\n```\n");
            lines.by_ref().find(|line| *line == "```");
        }
        opens = line == "```text";
    }
    Ok(answered)
}

/// The commands that say the same wherever they run.
const ANSWERED: [&str; 4] = ["cpu", "inspect", "metrics", "trace"];

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
