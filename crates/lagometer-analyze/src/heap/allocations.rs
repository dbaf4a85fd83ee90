//! Where objects were made.

use super::{HeapFile, Page, Remark, rows};
use lagometer_heap::{AllocationCall, AllocationFunction};
use lagometer_report::{HeapAllocationSite, HeapAllocationsDocument, HeapFrame};

impl HeapFile {
    /// Where the objects were made, where that was recorded.
    pub fn allocations(&self, page: Page) -> HeapAllocationsDocument {
        let found = self.heap.allocation_sites();
        let rows = page.of(&found.sites).map(|(rank, site)| HeapAllocationSite {
            rank,
            made: site.made,
            made_bytes: site.made_bytes,
            live: site.live,
            live_bytes: site.live_bytes,
            stack: self.stack(site.call),
        });
        let sites = self.listed(rows, found.sites.len());
        HeapAllocationsDocument {
            kind: "heap-allocations",
            format_version: 1,
            input: self.input.clone(),
            recorded: self.heap.snapshot().allocations().recorded(),
            skip: page.skip as u64,
            total: found.sites.len() as u64,
            listed: sites.rows.len() as u64,
            complete: sites.complete,
            stop_reason: sites.stop_reason,
            sites: sites.rows,
            without_record: found.without_record,
            unknown_record: found.unknown_record,
            remarks: Remark::all(&[Remark::Allocations, Remark::NoRecord, Remark::Shallow]),
            diagnostics: self.diagnostics.clone(),
        }
    }

    pub(super) fn stack(&self, call: u32) -> Vec<HeapFrame> {
        let stack = self.heap.snapshot().allocations().stack(call);
        stack.map(|call| self.frame(call)).collect()
    }

    fn frame(&self, call: &AllocationCall) -> HeapFrame {
        let snapshot = self.heap.snapshot();
        let AllocationFunction {
            name,
            script_name,
            script_id,
            line,
            column,
        } = *snapshot.allocations().function(call);
        // Counted from 1; what is less is not known.
        let known = |raw: i64| u32::try_from(raw).ok().filter(|value| *value > 0);
        HeapFrame {
            function: snapshot.strings().get(name).to_owned(),
            script: snapshot.strings().get(script_name).to_owned(),
            script_id: script_id.to_string(),
            line: known(line),
            column: known(column),
            raw_position: [line, column],
            original: rows::not_looked_up(),
            original_name: None,
        }
    }
}
