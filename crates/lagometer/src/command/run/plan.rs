//! Which round comes next, and when a run gives up: decided from the outcomes so far, without a clock
//! or a browser.

use lagometer_report::RoundRole;

/// How a round ended, as far as the plan is concerned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ended {
    /// Its numbers count; of a warm-up: it ran.
    Valid,
    /// It ran, but its numbers do not count.
    Invalid,
    /// The page's renderer crashed. The browser goes on.
    RendererCrashed,
    /// The browser ended.
    BrowserDied,
    /// An error that would only repeat: a page that is never ready, a step without a match.
    Failed,
}

/// What to do next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Next {
    /// Run a round.
    Round(RoundRole),
    /// All rounds that were wanted are there.
    Done,
    /// Give up; what is finished is kept.
    GiveUp(GiveUp),
}

/// Why a run gives up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GiveUp {
    /// The last round ended with an error that would repeat.
    Failed,
    /// Two rounds in a row crashed, or the browser died again.
    Crashes,
    /// As many extra rounds as were wanted have been run, and still too few are valid.
    TooManyInvalid,
}

/// How many crashes in a row end a run: one may be an accident, two are none.
const CRASHES_IN_A_ROW: u32 = 2;
/// How many times a dead browser is started again.
const RESTARTS: u32 = 1;

/// The state of a run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plan {
    warmups: u32,
    wanted: u32,
    warmups_done: u32,
    valid: u32,
    /// Measured rounds that are not valid: each of them is repeated.
    repeated: u32,
    crashes_in_a_row: u32,
    deaths: u32,
    failed: bool,
}

impl Plan {
    /// So many warm-ups, then so many valid rounds.
    pub fn new(warmups: u32, wanted: u32) -> Plan {
        Plan {
            warmups,
            wanted,
            warmups_done: 0,
            valid: 0,
            repeated: 0,
            crashes_in_a_row: 0,
            deaths: 0,
            failed: false,
        }
    }

    /// What to do next.
    pub fn next(&self) -> Next {
        if self.failed {
            Next::GiveUp(GiveUp::Failed)
        } else if self.crashes_in_a_row >= CRASHES_IN_A_ROW || self.deaths > RESTARTS {
            Next::GiveUp(GiveUp::Crashes)
        } else if self.warmups_done < self.warmups {
            Next::Round(RoundRole::Warmup)
        } else if self.valid >= self.wanted {
            Next::Done
        } else if self.repeated > self.wanted {
            Next::GiveUp(GiveUp::TooManyInvalid)
        } else {
            Next::Round(RoundRole::Measured)
        }
    }

    /// Takes in how the round ended that [`Plan::next`] asked for.
    pub fn ended(&mut self, role: RoundRole, ended: Ended) {
        match ended {
            Ended::RendererCrashed | Ended::BrowserDied => self.crashes_in_a_row += 1,
            Ended::Valid | Ended::Invalid => self.crashes_in_a_row = 0,
            Ended::Failed => self.failed = true,
        }
        self.deaths += u32::from(ended == Ended::BrowserDied);
        match (role, ended) {
            // What a warm-up measured is dropped, so it need not be valid; but it must have run.
            (RoundRole::Warmup, Ended::Valid | Ended::Invalid) => self.warmups_done += 1,
            (RoundRole::Warmup, _) => {}
            (RoundRole::Measured, Ended::Valid) => self.valid += 1,
            (RoundRole::Measured, _) => self.repeated += 1,
        }
    }

    /// How many warm-ups were run.
    pub fn warmups_done(&self) -> u32 {
        self.warmups_done
    }

    /// How many valid rounds there are.
    pub fn valid(&self) -> u32 {
        self.valid
    }

    /// How many valid rounds are wanted.
    pub fn wanted(&self) -> u32 {
        self.wanted
    }

    /// How many rounds the run has if none is repeated.
    pub fn total(&self) -> u32 {
        self.warmups + self.wanted
    }

    /// How many measured rounds were run.
    pub fn measured(&self) -> u32 {
        self.valid + self.repeated
    }
}

#[cfg(test)]
mod tests;
