//! Numbers into text: the only place where that is done.
//!
//! Raw values carry wire units; here they become milliseconds, percent, KiB and MiB (1024), with
//! one digit behind the point and a comma between thousands. There is one rounding rule, half away
//! from zero, and zero has no sign. A value that is no finite number, which no contract holds,
//! shows as `n/a`.

use lagometer_metric::Unit;

/// A value with its unit: `1,355.9 ms`, `74.6 %`, `16`.
pub fn value(unit: Unit, raw: f64) -> String {
    Form::of(unit).text(raw)
}

/// A change with its sign: `+224.9 KiB`, `-3`, and `0` without one.
pub fn change(unit: Unit, raw: f64) -> String {
    signed(raw, value(unit, raw))
}

/// A change with its sign and without its unit: `+13.3`.
pub fn bare_change(unit: Unit, raw: f64) -> String {
    signed(raw, bare(unit, raw))
}

/// A value without its unit, where the unit stands elsewhere in the line.
pub fn bare(unit: Unit, raw: f64) -> String {
    Form::of(unit).digits(raw)
}

/// What stands behind the digits of a unit: ` ms`, and nothing behind counts.
pub fn symbol(unit: Unit) -> &'static str {
    Form::of(unit).symbol
}

/// A whole number of things: `11,679`.
pub fn count(raw: u64) -> String {
    group(&raw.to_string())
}

/// Microseconds in milliseconds: `699.8 ms`.
pub fn millis(us: i64) -> String {
    value(Unit::Microseconds, us as f64)
}

/// Whole microseconds, where milliseconds would have no digits left: `181 us`.
pub fn micros(us: f64) -> String {
    let digits = round(us, 1.0, 1.0, 0);
    if digits == NOT_A_NUMBER {
        return digits;
    }
    format!("{digits} us")
}

/// A quotient with two digits: `0.97`.
pub fn hundredths(raw: f64) -> String {
    round(raw, 1.0, 1.0, 2)
}

/// Microseconds in milliseconds without a digit that is zero: `200 ms`, `16.7 ms`. For what was
/// asked for, not for what was measured.
pub fn short_millis(us: i64) -> String {
    short(value(Unit::Microseconds, us as f64))
}

/// A value without a digit that is zero: `60 Hz`, `59.9 Hz`, `5 %`.
pub fn short_value(unit: Unit, raw: f64) -> String {
    short(value(unit, raw))
}

/// The time between two of so many a second: `16.7 ms` for 60 Hz.
pub fn period(hz: f64) -> String {
    value(Unit::Microseconds, 1e6 / hz)
}

/// A size in prose: KiB under 100 MiB, else MiB. Columns keep one unit and use [`value`].
pub fn size(bytes: u64) -> String {
    let kib = value(Unit::Bytes, bytes as f64);
    if bytes < 100 << 20 {
        return kib;
    }
    MIB.text(bytes as f64)
}

/// A size in prose that may be a few bytes: `28 B`, from 1 KiB on as [`size`].
pub fn small_size(bytes: u64) -> String {
    if bytes < 1024 {
        return format!("{bytes} B");
    }
    size(bytes)
}

/// A scale factor or another plain number, as short as it is written: `1`, `1.25`.
pub fn plain(raw: f64) -> String {
    if !raw.is_finite() {
        return NOT_A_NUMBER.to_owned();
    }
    let text = raw.to_string();
    if raw == 0.0 { "0".to_owned() } else { text }
}

/// A place in a drawing, to a thousandth: `12.5`. What is no finite number is at the start.
pub fn coordinate(at: f64) -> String {
    if !at.is_finite() {
        return "0".to_owned();
    }
    let text = format!("{at:.3}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    if text == "-0" {
        "0".to_owned()
    } else {
        text.to_owned()
    }
}

/// A share in tenths, 0 to 9, for bars of digits: 100 % is 9.
pub fn tenths(share: f64) -> u8 {
    steps(share, 10)
}

/// A share in equal steps from 0 to `steps - 1`; what lies outside 0 to 1 is held at the ends.
pub fn steps(share: f64, steps: u8) -> u8 {
    let step = (share.clamp(0.0, 1.0) * f64::from(steps)).floor();
    // A float that is no number is cast to zero.
    (step as u8).min(steps - 1)
}

const NOT_A_NUMBER: &str = "n/a";

/// How the values of a unit are written.
#[derive(Clone, Copy)]
struct Form {
    /// What a raw value is multiplied with and divided by; both are exact, so there is one rounding.
    times: f64,
    per: f64,
    /// Digits behind the point; none where a value is whole.
    decimals: Decimals,
    symbol: &'static str,
}

#[derive(Clone, Copy)]
enum Decimals {
    One,
    /// One, but none where the value is whole: the median of counts may lie between two.
    OneIfFraction,
    Three,
}

const MIB: Form = Form {
    times: 1.0,
    per: 1024.0 * 1024.0,
    decimals: Decimals::One,
    symbol: " MiB",
};

impl Form {
    fn of(unit: Unit) -> Form {
        let (times, per, decimals, symbol) = match unit {
            Unit::Microseconds => (1.0, 1000.0, Decimals::One, " ms"),
            Unit::Bytes => (1.0, 1024.0, Decimals::One, " KiB"),
            Unit::Ratio => (100.0, 1.0, Decimals::One, " %"),
            Unit::Count => (1.0, 1.0, Decimals::OneIfFraction, ""),
            Unit::Score => (1.0, 1.0, Decimals::Three, ""),
            Unit::Hertz => (1.0, 1.0, Decimals::One, " Hz"),
        };
        Form {
            times,
            per,
            decimals,
            symbol,
        }
    }

    fn text(self, raw: f64) -> String {
        let digits = self.digits(raw);
        if digits == NOT_A_NUMBER {
            return digits;
        }
        digits + self.symbol
    }

    fn digits(self, raw: f64) -> String {
        let decimals = match self.decimals {
            Decimals::OneIfFraction if raw.fract() == 0.0 => 0,
            Decimals::One | Decimals::OneIfFraction => 1,
            Decimals::Three => 3,
        };
        round(raw, self.times, self.per, decimals)
    }
}

/// `raw * times / per` with this many decimals, half away from zero.
fn round(raw: f64, times: f64, per: f64, decimals: usize) -> String {
    let shift = 10_f64.powi(decimals as i32);
    let units = (raw * (times * shift) / per).round();
    if !raw.is_finite() {
        return NOT_A_NUMBER.to_owned();
    }
    if !units.is_finite() {
        // So large that it has no digits to round: percent are two zeros more.
        let zeros = if times > 1.0 { "00" } else { "" };
        return group(&format!("{:.0}{zeros}", raw / per));
    }
    if units == 0.0 {
        return format!("{:.decimals$}", 0.0);
    }
    let digits = format!("{:0>1$.0}", units.abs(), decimals + 1);
    let (whole, fraction) = digits.split_at(digits.len() - decimals);
    let sign = if units < 0.0 { "-" } else { "" };
    let point = if decimals > 0 { "." } else { "" };
    format!("{sign}{}{point}{fraction}", group(whole))
}

/// A comma between thousands.
fn group(digits: &str) -> String {
    let (sign, digits) = match digits.strip_prefix('-') {
        Some(digits) => ("-", digits),
        None => ("", digits),
    };
    let mut grouped = sign.to_owned();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            grouped.push(',');
        }
        grouped.push(digit);
    }
    grouped
}

fn signed(raw: f64, text: String) -> String {
    // What rounds to zero has no sign, whatever it was.
    let is_zero = !text.contains(|character| matches!(character, '1'..='9'));
    if raw > 0.0 && !is_zero {
        format!("+{text}")
    } else {
        text
    }
}

fn short(text: String) -> String {
    text.replacen(".0 ", " ", 1)
}

#[cfg(test)]
mod tests;
