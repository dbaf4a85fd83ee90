use super::*;
use std::convert::Infallible;

const HELP: &str = "\
Measures.

Usage: lagometer COMMAND

Commands:
  run      Measure a page in a browser and keep
           what was measured
  metrics  What the numbers mean
  help     Print this message

Options:
  -h, --help  Print help
";

fn program(arguments: &[&str]) -> Result<String, Infallible> {
    Ok(match arguments {
        ["--help"] => HELP.to_owned(),
        ["metrics", "--format", "markdown"] => "\n# Metrics\n\n".to_owned(),
        ["trace", "a.json"] => "answer\n\n".to_owned(),
        [command, "--help"] => format!("help of {command}\n\n"),
        _ => panic!("{arguments:?} is not asked for"),
    })
}

#[test]
fn every_command_has_its_help_and_the_metrics_are_as_printed() {
    let Ok(pages) = pages("# Readme\n", program);
    let [cli, metrics, readme, ..] = &pages[..] else {
        panic!("{pages:?}")
    };
    assert_eq!((readme.path, readme.text.as_str()), ("README.md", "# Readme\n"));
    assert_eq!(metrics.path, "docs/metrics.md");
    assert_eq!(metrics.text, format!("{NOTE}\n\n# Metrics\n"));
    assert_eq!(cli.path, "docs/cli.md");
    assert_eq!(
        cli.text,
        format!(
            "{NOTE}\n\n# Command line\n\n\
             ## lagometer\n\n```text\n$ lagometer --help\n{}```\n\n\
             ## lagometer run\n\n```text\n$ lagometer run --help\nhelp of run\n```\n\n\
             ## lagometer metrics\n\n```text\n$ lagometer metrics --help\nhelp of metrics\n```\n",
            HELP
        )
    );
}

#[test]
fn an_answer_that_is_shown_is_replaced_and_nothing_else() {
    let text = |answer: &str| {
        format!(
            "# Readme\n\n```text\n$ lagometer trace a.json\n{answer}\n```\n\n\
             ```text\n$ lagometer run b.yaml\nmeasured\n```\n\n\
             $ lagometer trace c.json\n\n```text\nplain\n```\n"
        )
    };
    let Ok(answered) = answered(&text("old\n\nand long"), &mut program);
    assert_eq!(answered, text("answer"));
}
