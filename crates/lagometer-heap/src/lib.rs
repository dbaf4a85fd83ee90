//! V8 heap snapshots: what is kept alive, by whom, and how much would go.
//!
//! Goes in: the text of a `.heapsnapshot` or `.heaptimeline`, from `io::Read`. Comes out: its objects
//! and edges in dense columns, and the answers to questions about them: what an object retains, the
//! shortest path to it, what goes with a group. It refuses whatever is not a whole and consistent
//! snapshot, with the byte and the field; a snapshot is never answered in part.
//!
//! ```
//! use lagometer_heap::{Heap, Limits, SnapshotObjectId, read};
//!
//! let text = r#"{"snapshot":{"meta":{
//!   "node_fields":["type","name","id","self_size","edge_count"],
//!   "node_types":[["synthetic","object"],"string","number","number","number"],
//!   "edge_fields":["type","name_or_index","to_node"],
//!   "edge_types":[["context","element","property","internal","hidden","shortcut","weak"],
//!     "string_or_number","node"]},"node_count":4,"edge_count":4},
//!   "nodes":[0,0,1,0,2, 1,1,3,100,1, 1,2,5,20,1, 1,3,7,8,0],
//!   "edges":[2,4,5, 2,4,10, 2,4,15, 2,4,15],
//!   "strings":["","Store","View","Row","held"]}"#;
//! let limits = Limits::default();
//! let heap = Heap::new(read(text.as_bytes(), 0, None, &limits)?, &limits)?;
//! let store = heap.snapshot().find(SnapshotObjectId(3)).expect("the file has it");
//! // The row is held by the store and by the view: neither of them alone retains it.
//! assert_eq!(heap.retained(store), Some(100));
//! assert_eq!(heap.snapshot().name(store), "Store");
//! # Ok::<(), lagometer_heap::Error>(())
//! ```
#![deny(missing_docs)]

mod allocation;
mod column;
mod edge;
mod error;
mod graph;
mod limits;
mod number;
mod query;
mod read;
mod snapshot;
mod strings;

pub use allocation::{AllocationCall, AllocationFunction, Allocations};
pub use edge::{EdgeKind, EdgeName, RETENTION_RULES};
pub use error::{Error, ErrorKind, Location};
pub use graph::Heap;
pub use limits::Limits;
pub use number::{EdgeOrdinal, NodeOffset, NodeOrdinal, SnapshotObjectId};
pub use query::{
    AllocationSite, AllocationSites, Cycle, Group, GroupBy, GroupName, GroupOrder, Groups, KindTotal,
    Membership, ObjectFilter, ObjectOrder, PathLimits, PathStep, PathStop, Paths, Summary, Total,
};
pub use read::read;
pub use snapshot::{Detachedness, Edge, Form, Oddity, OddityKind, Place, Samples, Snapshot};
pub use strings::Strings;
