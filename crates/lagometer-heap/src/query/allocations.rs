//! Where objects were made.

use crate::Heap;

/// A place in the record of allocations, and what is left of what was made there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AllocationSite {
    /// The index of its call.
    pub call: u32,
    /// How many objects were made there while recording.
    pub made: u64,
    /// How many bytes.
    pub made_bytes: u64,
    /// How many objects in the snapshot were made there.
    pub live: u64,
    /// Their own bytes together.
    pub live_bytes: u64,
}

/// Where the objects of a snapshot were made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AllocationSites {
    /// The places at which something was made, most bytes first.
    pub sites: Vec<AllocationSite>,
    /// Objects of which there is no record: made before recording began, by the engine, or forgotten.
    pub without_record: u64,
    /// Objects that name a place that is not in the record.
    pub unknown_record: u64,
}

impl Heap {
    /// Where the objects were made; empty where that was not recorded.
    pub fn allocation_sites(&self) -> AllocationSites {
        let snapshot = self.snapshot();
        let allocations = snapshot.allocations();
        let calls = allocations.calls().iter().enumerate();
        let sites = calls.map(|(index, call)| AllocationSite {
            call: index as u32,
            made: call.count,
            made_bytes: call.bytes,
            live: 0,
            live_bytes: 0,
        });
        let mut sites: Vec<AllocationSite> = sites.collect();
        let (mut without_record, mut unknown_record) = (0, 0);
        for node in snapshot.nodes() {
            match snapshot.trace_node(node).map(|id| allocations.find(id)) {
                None => without_record += 1,
                Some(None) => unknown_record += 1,
                Some(Some(call)) => {
                    let site = &mut sites[call as usize];
                    site.live += 1;
                    site.live_bytes += snapshot.self_size(node);
                }
            }
        }
        sites.retain(|site| site.made > 0 || site.live > 0);
        sites.sort_by(|a, b| b.made_bytes.cmp(&a.made_bytes).then(a.call.cmp(&b.call)));
        AllocationSites {
            sites,
            without_record,
            unknown_record,
        }
    }
}
