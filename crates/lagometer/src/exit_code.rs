//! The exit codes: one list, from which `--help` and the documentation are written.

/// How the program ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ExitCode {
    /// The answer is there.
    Fine,
    /// A gate failed or a budget was exceeded.
    GateFailed,
    /// Wrong usage or bad input.
    BadInput,
    /// A gate is inconclusive, and its policy says that this is a failure.
    Inconclusive,
    /// Two runs cannot be compared, or a metric with a gate or budget is not available.
    NotComparable,
    /// The run itself failed.
    RunFailed,
}

impl ExitCode {
    /// Every code, in order of number.
    pub const ALL: [ExitCode; 6] = [
        ExitCode::Fine,
        ExitCode::GateFailed,
        ExitCode::BadInput,
        ExitCode::Inconclusive,
        ExitCode::NotComparable,
        ExitCode::RunFailed,
    ];

    /// Which code is given where several apply: the first of these.
    pub const PRECEDENCE: [ExitCode; 5] = [
        ExitCode::RunFailed,
        ExitCode::BadInput,
        ExitCode::GateFailed,
        ExitCode::NotComparable,
        ExitCode::Inconclusive,
    ];

    /// The number that the system sees.
    pub fn number(self) -> u8 {
        match self {
            ExitCode::Fine => 0,
            ExitCode::GateFailed => 1,
            ExitCode::BadInput => 2,
            ExitCode::Inconclusive => 3,
            ExitCode::NotComparable => 4,
            ExitCode::RunFailed => 5,
        }
    }

    /// What it says, for `--help`.
    pub fn meaning(self) -> &'static str {
        match self {
            ExitCode::Fine => "fine: the answer is there",
            ExitCode::GateFailed => "a gate failed or a budget was exceeded",
            ExitCode::BadInput => "wrong usage or bad input; with --strict also a cut file",
            ExitCode::Inconclusive => "inconclusive, where the policy says fail",
            ExitCode::NotComparable => "not comparable, or a metric with a gate or budget is n/a",
            ExitCode::RunFailed => "the run failed (no browser, page never ready, interrupted)",
        }
    }

    /// The code for both together.
    pub fn and(self, other: ExitCode) -> ExitCode {
        ExitCode::PRECEDENCE
            .into_iter()
            .find(|code| [self, other].contains(code))
            .unwrap_or(ExitCode::Fine)
    }

    /// The section of `--help`.
    pub fn help() -> String {
        let mut help = String::from("Exit codes:\n");
        for code in ExitCode::ALL {
            help.push_str(&format!("  {}  {}\n", code.number(), code.meaning()));
        }
        let order: Vec<String> = ExitCode::PRECEDENCE
            .iter()
            .map(|code| code.number().to_string())
            .collect();
        help.push_str(&format!("  several at once: the first of {}", order.join(", ")));
        help
    }
}

impl From<ExitCode> for std::process::ExitCode {
    fn from(code: ExitCode) -> std::process::ExitCode {
        std::process::ExitCode::from(code.number())
    }
}

#[cfg(test)]
mod tests;
