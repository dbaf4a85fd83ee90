//! Questions about a heap, one file each.

mod groups;
mod path;
mod removal;
mod summary;

pub use groups::{Group, GroupBy, GroupName, GroupOrder, Groups, Membership};
pub use path::PathStep;
pub use summary::{KindTotal, Summary, Total};
