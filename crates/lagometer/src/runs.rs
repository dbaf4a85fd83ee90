//! Telling runs and files apart where a command takes both.

use crate::input;
use crate::problem::Problem;
use lagometer_record::{RunFolder, Store};
use std::path::Path;

/// A folder is taken as it is; anything else is looked for among the runs.
pub fn find(store: &Store, wanted: &Path) -> Result<RunFolder, Problem> {
    if wanted.is_dir() {
        return RunFolder::at(wanted).map_err(|error| {
            Problem::from(error)
                .hint("a run's folder has a record.json that this version can read; or name a run by its id, or `last`")
        });
    }
    match wanted.to_str() {
        Some(id) => Ok(store.find(id)?),
        None => Err(Problem::bad_input(format!("`{}` is no run", wanted.display()))
            .hint("a run is its folder, its id, a unique start of its id, or `last`")),
    }
}

/// A file that is not there is still meant as one, if it is written like one: no id holds a point.
pub fn is_file(wanted: &Path) -> bool {
    if wanted.is_dir() {
        return false;
    }
    wanted.as_os_str() == input::STDIN || wanted.exists() || wanted.extension().is_some()
}
