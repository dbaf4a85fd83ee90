//! Questions about a heap, one file each.

mod allocations;
mod cycles;
mod groups;
mod objects;
mod path;
mod paths;
mod removal;
mod summary;

pub use allocations::{AllocationSite, AllocationSites};
pub use cycles::Cycle;
pub use groups::{Group, GroupBy, GroupName, GroupOrder, Groups, Membership};
pub use objects::{ObjectFilter, ObjectOrder};
pub use path::PathStep;
pub use paths::{PathLimits, PathStop, Paths};
pub use summary::{KindTotal, Summary, Total};
