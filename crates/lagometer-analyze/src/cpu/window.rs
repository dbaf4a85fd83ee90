//! The part of a profile that is looked at.

use crate::{Bound, Error, ErrorKind, Location, WindowChoice};
use lagometer_cpu::{Content, Profile};
use lagometer_metric::{Micros, TimeWindow};

/// The part of a profile that is looked at.
#[derive(Clone, Debug)]
pub(super) struct Window {
    pub(super) inside: TimeWindow,
    /// What it starts and ends at.
    pub(super) from: String,
    pub(super) to: String,
    /// What times are counted from.
    pub(super) origin: Micros,
}

/// Of a profile in a file of its own, which has times and no marks; `None` is all of it.
pub(super) fn of_profile(
    name: &str,
    choice: &WindowChoice,
    profile: &Profile,
) -> Result<Option<Window>, Error> {
    let (from, to) = match choice {
        WindowChoice::Auto => return Ok(None),
        WindowChoice::Between { from, to } => (from, to),
        WindowChoice::OneOf(_) => return Err(refused(name, "a profile has no marks", TIMES)),
        WindowChoice::Navigation(_) => return Err(refused(name, "a profile has no navigations", TIMES)),
    };
    let Content::Timed(timed) = &profile.content else {
        return Err(refused(
            name,
            "sampled bytes have no times",
            "leave out `--window`",
        ));
    };
    let time = &timed.samples.time;
    let (Some(first), Some(last)) = (time.first(), time.last()) else {
        return Err(refused(name, "the profile holds no sample", "record it again"));
    };
    let origin = timed.start.map_or(*first, |start| start.0.min(*first));
    let end = timed.end.map_or(*last, |end| end.0.max(*last));
    let bound = |bound: &Bound, edge: i64| match bound {
        Bound::Time(time) => Ok(origin.saturating_add(time.0)),
        Bound::Edge => Ok(edge),
        Bound::Mark(mark) => Err(refused(
            name,
            &format!("no mark `{mark}`: a profile has none"),
            TIMES,
        )),
    };
    let (start, stop) = (bound(from, origin)?, bound(to, end)?);
    let text = |bound: &Bound, edge: &str| match bound {
        Bound::Time(time) => format!("{}us", time.0),
        Bound::Mark(mark) => mark.clone(),
        Bound::Edge => edge.to_owned(),
    };
    match TimeWindow::new(Micros(start), Micros(stop)) {
        Ok(inside) if start < end => Ok(Some(Window {
            inside,
            from: text(from, "trace-start"),
            to: text(to, "trace-end"),
            origin: Micros(origin),
        })),
        Ok(_) => Err(refused(
            name,
            &format!(
                "the window starts behind the profile, which is {} us long",
                end - origin
            ),
            "times count from the start of the profile",
        )),
        Err(_) => Err(refused(
            name,
            "the window has no length",
            "put the earlier end first: `--window FROM..TO`",
        )),
    }
}

const TIMES: &str = "give times such as `--window 0.5s..1.2s`";

fn refused(name: &str, what: &str, hint: &str) -> Error {
    Error {
        at: Box::new(Location {
            name: name.to_owned(),
            byte: None,
            path: None,
            is_field: false,
        }),
        kind: ErrorKind::Window {
            what: what.to_owned(),
            hint: hint.to_owned(),
            trace_length: None,
        },
    }
}
