use super::*;
use proptest::prelude::*;

fn check(seconds: u64, rfc3339: &str, stamp: &str) {
    let time = UnixTime::new(seconds).expect("a time before the year 10000");
    assert_eq!(time.rfc3339(), rfc3339);
    assert_eq!(time.id_stamp(), stamp);
    assert_eq!(time.seconds(), seconds);
}

#[test]
fn known_times() {
    check(0, "1970-01-01T00:00:00Z", "1970-01-01-000000");
    check(951_782_399, "2000-02-28T23:59:59Z", "2000-02-28-235959");
    check(951_782_400, "2000-02-29T00:00:00Z", "2000-02-29-000000");
    check(951_868_800, "2000-03-01T00:00:00Z", "2000-03-01-000000");
    check(1_000_000_000, "2001-09-09T01:46:40Z", "2001-09-09-014640");
    check(1_709_208_000, "2024-02-29T12:00:00Z", "2024-02-29-120000");
    check(1_795_962_612, "2026-11-29T14:30:12Z", "2026-11-29-143012");
    check(4_107_542_400, "2100-03-01T00:00:00Z", "2100-03-01-000000");
    check(LAST_SECOND, "9999-12-31T23:59:59Z", "9999-12-31-235959");
}

#[test]
fn a_year_of_five_digits_is_refused() {
    let error = UnixTime::new(LAST_SECOND + 1).unwrap_err();
    assert_eq!(
        error.what(),
        "the clock shows 253402300800 s since 1970, which is after the year 9999"
    );
    assert!(UnixTime::new(u64::MAX).is_err());
}

/// The calendar by its definition: count the days off, year by year and month by month.
fn slow(seconds: u64) -> String {
    let is_leap =
        |year: u64| (year.is_multiple_of(4) && !year.is_multiple_of(100)) || year.is_multiple_of(400);
    let mut days = seconds / SECONDS_A_DAY;
    let mut year = 1970;
    loop {
        let length = if is_leap(year) { 366 } else { 365 };
        if days < length {
            break;
        }
        days -= length;
        year += 1;
    }
    let february = if is_leap(year) { 29 } else { 28 };
    let mut month = 1;
    for length in [31, february, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31] {
        if days < length {
            break;
        }
        days -= length;
        month += 1;
    }
    let rest = seconds % SECONDS_A_DAY;
    let (hour, minute, second) = (rest / 3600, rest % 3600 / 60, rest % 60);
    format!(
        "{year:04}-{month:02}-{:02}T{hour:02}:{minute:02}:{second:02}Z",
        days + 1
    )
}

/// Every day of 800 years, so that every kind of leap year is there twice.
#[test]
fn every_day_is_that_of_counting_days() {
    for day in 0..=292_194 {
        let seconds = day * SECONDS_A_DAY + day % SECONDS_A_DAY;
        let time = UnixTime::new(seconds).expect("before the year 10000");
        assert_eq!(time.rfc3339(), slow(seconds));
    }
}

proptest! {
    #[test]
    fn any_second_is_that_of_counting_days(seconds in 0..=LAST_SECOND) {
        prop_assert_eq!(UnixTime::new(seconds).expect("in range").rfc3339(), slow(seconds));
    }

    #[test]
    fn texts_sort_as_the_times_do(a in 0..=LAST_SECOND, b in 0..=LAST_SECOND) {
        let (first, second) = (UnixTime::new(a).expect("in range"), UnixTime::new(b).expect("in range"));
        prop_assert_eq!(first.id_stamp().cmp(&second.id_stamp()), a.cmp(&b));
        prop_assert_eq!(first.rfc3339().cmp(&second.rfc3339()), a.cmp(&b));
    }
}
