//! Reading the files, each into the profiles that it holds.

use super::CpuOptions;
use crate::container::{self, Container, Fault, Totals};
use crate::{Error, Source, inspect};
use lagometer_cpu::{Cut, Oddity, Profile, Recording};
use lagometer_report::{CpuInput, Partial};
use std::io;

/// What was read of all files.
pub(super) struct Loaded {
    pub(super) inputs: Vec<CpuInput>,
    pub(super) totals: Vec<Totals>,
    pub(super) profiles: Vec<ProfileOf>,
    /// What was tolerated, by the number of the file.
    pub(super) oddities: Vec<(usize, Vec<Oddity>)>,
}

/// A profile, and where it comes from.
pub(super) struct ProfileOf {
    pub(super) input: usize,
    pub(super) profile: Profile,
    pub(super) thread: Option<String>,
    pub(super) pid: Option<i64>,
    pub(super) tid: Option<i64>,
    pub(super) is_page_main: bool,
}

impl Loaded {
    /// The name of the first file, for errors.
    pub(super) fn name(&self) -> String {
        self.inputs
            .first()
            .map_or_else(String::new, |input| input.name.clone())
    }

    /// The profiles, in words.
    pub(super) fn listed(&self) -> String {
        let word = |(at, of): (usize, &ProfileOf)| match (&of.thread, of.tid) {
            (Some(thread), Some(tid)) => format!("{at} (`{thread}`, tid {tid})"),
            (Some(thread), None) => format!("{at} (`{thread}`)"),
            (None, Some(tid)) => format!("{at} (tid {tid})"),
            (None, None) => at.to_string(),
        };
        let words: Vec<String> = self.profiles.iter().enumerate().take(12).map(word).collect();
        words.join(", ")
    }
}

pub(super) fn load(sources: Vec<Source<'_>>, options: &CpuOptions) -> Result<Loaded, Error> {
    let mut loaded = Loaded {
        inputs: Vec::new(),
        totals: Vec::new(),
        profiles: Vec::new(),
        oddities: Vec::new(),
    };
    for source in sources {
        one(source, options, &mut loaded)?;
    }
    Ok(loaded)
}

fn one(source: Source<'_>, options: &CpuOptions, loaded: &mut Loaded) -> Result<(), Error> {
    let Source {
        name,
        bytes_on_disk: _,
        reader,
    } = source;
    let mut container =
        container::open(reader, options.hash).map_err(|fault| Error::of_fault(&name, &fault))?;
    inspect::refuse_no_samples(&name, &container)?;
    let Recording {
        profile,
        form,
        cut,
        oddities,
    } = read(&name, &mut container, options)?;
    let totals = container.finish().map_err(|error| Error::of_read(&name, error))?;
    let partial = cut.as_ref().map(partial);
    if let (true, Some(partial)) = (options.strict, &partial) {
        return Err(Error::cut_off(&name, partial));
    }
    let input = loaded.inputs.len();
    loaded.profiles.push(ProfileOf {
        input,
        profile,
        thread: None,
        pid: None,
        tid: None,
        is_page_main: false,
    });
    loaded.oddities.push((input, oddities));
    loaded.inputs.push(CpuInput {
        name,
        bytes: totals.packed_bytes,
        text_bytes: totals.text_bytes,
        sha256: totals.sha256.clone(),
        form: form.name().to_owned(),
        container: totals.packing.name().to_owned(),
        complete: partial.is_none(),
        partial,
    });
    loaded.totals.push(totals);
    Ok(())
}

fn read<R: io::Read>(
    name: &str,
    container: &mut Container<R>,
    options: &CpuOptions,
) -> Result<Recording, Error> {
    use lagometer_cpu::{ErrorKind, Found};
    let base = container.base_offset();
    let result = lagometer_cpu::read(container, base, &options.limits);
    result.map_err(|error| match error.kind {
        ErrorKind::NotAProfile {
            found: Found::Object(keys),
        } => inspect::refuse_object_without_samples(name, error.at.unwrap_or(base), &keys),
        ErrorKind::Json(lagometer_json::ErrorKind::Io(error)) => match Fault::of(&error) {
            Some(fault) => Error::of_fault(name, fault),
            None => Error::of_read(name, error),
        },
        _ => Error::of_cpu(name, error),
    })
}

/// Where and how a file was cut, in words.
fn partial(cut: &Cut) -> Partial {
    let what = "the input ends before the profile does: samples without a time are left out";
    Partial {
        byte: cut.at,
        whole_to_byte: cut.at,
        text: match &cut.cause {
            Some(cause) => format!("{cause}: {what}"),
            None => what.to_owned(),
        },
    }
}
