//! What the numbers of an answer do not mean.

use lagometer_report::HeapRemark;

/// What the numbers of an answer do not mean.
#[derive(Clone, Copy, Debug)]
pub(super) enum Remark {
    Rules,
    Shallow,
    Group,
    Overlap,
    Names,
    WeakMaps,
    Cycle,
    Allocations,
    NoRecord,
}

impl Remark {
    #[cfg(test)]
    pub(super) const ALL: [Remark; 9] = [
        Remark::Rules,
        Remark::Shallow,
        Remark::Group,
        Remark::Overlap,
        Remark::Names,
        Remark::WeakMaps,
        Remark::Cycle,
        Remark::Allocations,
        Remark::NoRecord,
    ];

    pub(super) fn said(self) -> HeapRemark {
        let (code, short, text) = match self {
            Remark::Rules => (
                "retention-rules",
                "retained: by snapshot-strong-v1; need not equal Chrome's",
                "retained sizes follow snapshot-strong-v1: weak edges and edges of an object to itself retain \
                 nothing, shortcut edges retain from the root only, all others retain; they need not equal \
                 Chrome's, nor what the collector would free",
            ),
            Remark::Shallow => (
                "shallow-size",
                "shallow: of the objects themselves; no process, native or browser memory",
                "shallow size is what V8 says of the object itself: not the memory of the process, of native \
                 code or of the browser",
            ),
            Remark::Group => (
                "group",
                "a group is a kind and a name; no class loader, realm or module",
                "a group is a kind and a name: no class loader, realm or module",
            ),
            Remark::Overlap => (
                "group-retained",
                "group retained: bytes that go if all members go; groups overlap, do not add them",
                "group retained is the bytes that go if all members go; groups overlap, so their sum means \
                 nothing",
            ),
            Remark::Names => (
                "names",
                "nothing is guessed from names",
                "kinds and names are what V8 wrote, of texts their first 1,024 characters; nothing is guessed \
                 from them, but that groups of some kinds and names (`blink::`, `system /`) are left out of \
                 lists as the engine's",
            ),
            Remark::Cycle => (
                "cycle",
                "a cycle proves no leak: most objects of a page lie in one",
                "objects that keep each other prove no leak: the collector frees them together once nothing \
                 else leads to them",
            ),
            Remark::Allocations => (
                "allocation-record",
                "made: all that was made there while recording; left: what the snapshot still holds",
                "counts and bytes of a place are of its whole record, of all objects made there while \
                 recording, not of those that are left",
            ),
            Remark::NoRecord => (
                "no-allocation-record",
                "no record: made before recording began, by the engine, or forgotten",
                "an object without a record was made before recording began, or by the engine, or its record \
                 was lost; where nothing was recorded at all, that says nothing of any object",
            ),
            Remark::WeakMaps => (
                "weak-maps",
                "weak maps: keys and values are taken as held; sizes may be high",
                "the edges of a key and a value in a weak map are taken as ordinary ones: sizes may be high",
            ),
        };
        HeapRemark {
            code: code.to_owned(),
            text: text.to_owned(),
            short: short.to_owned(),
        }
    }

    pub(super) fn all(remarks: &[Remark]) -> Vec<HeapRemark> {
        remarks.iter().map(|remark| remark.said()).collect()
    }
}
