//! What a text about a trace shows, before it is laid out: a file for each section.

mod console;
mod heading;
mod loading;
mod memory;
mod numbers;
mod open_tasks;
mod warnings;

pub(crate) use console::console;
pub(crate) use heading::heading;
pub(crate) use loading::{Listing, loading};
pub(crate) use memory::{memory, owner as memory_owner, ranges as memory_ranges};
pub(crate) use numbers::{COLUMNS, DistributionRow, NumberRow, Numbers, explaining, numbers};
pub(crate) use open_tasks::open_tasks;
pub(crate) use warnings::warnings;
