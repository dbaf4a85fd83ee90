//! Reading the files, each into the profiles that it holds.

use super::long_tasks::Tasks;
use super::sources::RecordedScript;
use super::window::{self, Window};
use super::{CpuOptions, trace};
use crate::container::{self, Container, Fault, Totals};
use crate::inspect::{self, SamplesIn};
use crate::{Error, Source};
use lagometer_cpu::{CallTree, Cut, Oddity, Profile, Recording, Rules, ThreadProfile};
use lagometer_report::{CpuInput, Partial};
use std::io;

/// What was read of all files.
pub(super) struct Loaded {
    pub(super) inputs: Vec<CpuInput>,
    pub(super) totals: Vec<Totals>,
    pub(super) profiles: Vec<ProfileOf>,
    /// What was tolerated, by file.
    pub(super) oddities: Vec<Vec<Oddity>>,
    /// Whether events are known to be missing in one of them.
    pub(super) capture_lost: bool,
    /// What they hold of scripts.
    pub(super) scripts: Vec<RecordedScript>,
    /// How many texts of scripts were left out.
    pub(super) texts_left_out: u64,
    /// The long tasks, by file; none of what has no tasks.
    pub(super) tasks: Vec<Option<Tasks>>,
}

/// A profile, and where it comes from.
pub(super) struct ProfileOf {
    pub(super) input: usize,
    pub(super) sampled: Sampled,
    /// The thread's name.
    pub(super) thread: Option<String>,
    pub(super) is_page_main: Option<bool>,
    /// The part that is looked at.
    pub(super) window: Option<Window>,
}

/// What was sampled.
pub(super) enum Sampled {
    /// A file of its own.
    File(Profile),
    /// A thread of a trace.
    Thread(ThreadProfile),
}

impl ProfileOf {
    pub(super) fn profile(&self) -> &Profile {
        match &self.sampled {
            Sampled::File(profile) => profile,
            Sampled::Thread(thread) => &thread.profile,
        }
    }

    pub(super) fn tid(&self) -> Option<i64> {
        match &self.sampled {
            Sampled::File(_) => None,
            Sampled::Thread(thread) => Some(thread.tid),
        }
    }

    pub(super) fn tree(&self, rules: Rules) -> CallTree {
        let window = self.window.as_ref().map(|window| window.inside);
        match &self.sampled {
            Sampled::File(profile) => CallTree::of(profile, rules, window),
            Sampled::Thread(thread) => CallTree::of_thread(thread, rules, window),
        }
    }
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
        let word = |(at, of): (usize, &ProfileOf)| match (&of.thread, of.tid()) {
            (Some(thread), Some(tid)) => format!("{at} (`{thread}`, tid {tid})"),
            (Some(thread), None) => format!("{at} (`{thread}`)"),
            (None, Some(tid)) => format!("{at} (tid {tid})"),
            (None, None) => at.to_string(),
        };
        let words: Vec<String> = self.profiles.iter().enumerate().take(12).map(word).collect();
        words.join(", ")
    }
}

pub(super) fn load(sources: Vec<Source<'_>>, options: &CpuOptions<'_>) -> Result<Loaded, Error> {
    let mut loaded = Loaded {
        inputs: Vec::new(),
        totals: Vec::new(),
        profiles: Vec::new(),
        oddities: Vec::new(),
        capture_lost: false,
        scripts: Vec::new(),
        texts_left_out: 0,
        tasks: Vec::new(),
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
    let input = loaded.inputs.len();
    let file = match inspect::samples_in(&name, &container)? {
        SamplesIn::Profile => of_profile(&name, input, &mut container, options)?,
        SamplesIn::Trace => trace::load(&name, input, &mut container, options)?,
    };
    let totals = container.finish().map_err(|error| Error::of_read(&name, error))?;
    if let (true, Some(partial)) = (options.strict, &file.partial) {
        return Err(Error::cut_off(&name, partial));
    }
    loaded.profiles.extend(file.profiles);
    loaded.oddities.push(file.oddities);
    loaded.capture_lost |= file.capture_lost;
    loaded.scripts.extend(file.scripts);
    loaded.texts_left_out += file.texts_left_out;
    loaded.tasks.push(file.tasks);
    loaded.inputs.push(CpuInput {
        name,
        bytes: totals.packed_bytes,
        text_bytes: totals.text_bytes,
        sha256: totals.sha256.clone(),
        form: file.form.to_owned(),
        container: totals.packing.name().to_owned(),
        complete: file.partial.is_none(),
        partial: file.partial,
    });
    loaded.totals.push(totals);
    Ok(())
}

/// What was read of one file.
pub(super) struct File {
    pub(super) profiles: Vec<ProfileOf>,
    pub(super) form: &'static str,
    pub(super) partial: Option<Partial>,
    pub(super) oddities: Vec<Oddity>,
    /// Whether events are known to be missing.
    pub(super) capture_lost: bool,
    /// What it holds of scripts.
    pub(super) scripts: Vec<RecordedScript>,
    /// How many texts of scripts were left out.
    pub(super) texts_left_out: u64,
    pub(super) tasks: Option<Tasks>,
}

fn of_profile<R: io::Read>(
    name: &str,
    input: usize,
    container: &mut Container<R>,
    options: &CpuOptions<'_>,
) -> Result<File, Error> {
    let Recording {
        profile,
        form,
        cut,
        oddities,
    } = read(name, container, options)?;
    let window = match &options.window {
        Some(choice) => window::of_profile(name, choice, &profile)?,
        None => None,
    };
    Ok(File {
        profiles: vec![ProfileOf {
            input,
            sampled: Sampled::File(profile),
            thread: None,
            is_page_main: None,
            window,
        }],
        form: form.name(),
        partial: cut.as_ref().map(partial),
        oddities,
        capture_lost: false,
        scripts: Vec::new(),
        texts_left_out: 0,
        tasks: None,
    })
}

fn read<R: io::Read>(
    name: &str,
    container: &mut Container<R>,
    options: &CpuOptions<'_>,
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
