//! A point in time as people and folder names write it.

use crate::{Error, ErrorKind};

/// The last second of the year 9999: RFC 3339 has four digits for the year.
const LAST_SECOND: u64 = 253_402_300_799;
const SECONDS_A_DAY: u64 = 86_400;

/// Seconds since 1970-01-01T00:00:00Z. This crate has no clock: the caller reads it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct UnixTime(u64);

/// A time in fields, UTC.
struct Civil {
    year: u64,
    month: u64,
    day: u64,
    hour: u64,
    minute: u64,
    second: u64,
}

impl UnixTime {
    /// This many seconds since 1970. Refused after the year 9999, which no clock shows that is set.
    pub fn new(seconds: u64) -> Result<UnixTime, Error> {
        if seconds > LAST_SECOND {
            return Err(Error::at("", ErrorKind::TimeOutOfRange { seconds }));
        }
        Ok(UnixTime(seconds))
    }

    /// The seconds since 1970.
    pub fn seconds(self) -> u64 {
        self.0
    }

    /// `2026-11-29T14:30:12Z`.
    pub fn rfc3339(self) -> String {
        let Civil {
            year,
            month,
            day,
            hour,
            minute,
            second,
        } = self.civil();
        format!("{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}Z")
    }

    /// `2026-11-29-143012`: the start of a run's id. Sorts as the time does.
    pub fn id_stamp(self) -> String {
        let Civil {
            year,
            month,
            day,
            hour,
            minute,
            second,
        } = self.civil();
        format!("{year:04}-{month:02}-{day:02}-{hour:02}{minute:02}{second:02}")
    }

    /// Howard Hinnant, "chrono-Compatible Low-Level Date Algorithms", `civil_from_days`, without
    /// its negative half: a year runs from March, so that the leap day is its last.
    fn civil(self) -> Civil {
        let (days, rest) = (self.0 / SECONDS_A_DAY, self.0 % SECONDS_A_DAY);
        let shifted = days + 719_468;
        let (era, day_of_era) = (shifted / 146_097, shifted % 146_097);
        let year_of_era =
            (day_of_era - day_of_era / 1_460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
        let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
        let month_from_march = (5 * day_of_year + 2) / 153;
        let month = if month_from_march < 10 {
            month_from_march + 3
        } else {
            month_from_march - 9
        };
        Civil {
            year: year_of_era + era * 400 + u64::from(month <= 2),
            month,
            day: day_of_year - (153 * month_from_march + 2) / 5 + 1,
            hour: rest / 3_600,
            minute: rest / 60 % 60,
            second: rest % 60,
        }
    }
}

#[cfg(test)]
mod tests;
