//! Where objects were made, where that was recorded.

/// The record of allocations. Empty where nothing was recorded.
#[derive(Clone, Debug, Default)]
pub struct Allocations {
    /// The functions.
    pub(crate) functions: Vec<AllocationFunction>,
    /// The calls as a tree, parents before children.
    pub(crate) calls: Vec<AllocationCall>,
    /// The calls by their ids.
    pub(crate) by_id: Vec<(u32, u32)>,
    /// The names of scripts by V8's numbers, each once.
    pub(crate) scripts: Vec<(i64, u32)>,
}

/// A function that made objects, or called one that did.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AllocationFunction {
    /// The index of its name in the table of strings.
    pub name: u32,
    /// The index of the script's name.
    pub script_name: u32,
    /// V8's number of the script.
    pub script_id: i64,
    /// The line from 1, as V8 wrote it; 0 or less is unknown.
    pub line: i64,
    /// The column from 1, as V8 wrote it; 0 or less is unknown.
    pub column: i64,
}

/// One place in the tree of calls.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AllocationCall {
    /// Its id, which objects name.
    pub id: u32,
    /// The index of its function.
    pub function: u32,
    /// How many objects were made here, while recording: not how many of them are left.
    pub count: u64,
    /// How many bytes.
    pub bytes: u64,
    /// The index of the caller; the first one has none.
    pub parent: Option<u32>,
}

impl Allocations {
    /// Whether something was recorded: then an object without a record was made before, or V8 has
    /// lost its record.
    pub fn recorded(&self) -> bool {
        !self.calls.is_empty()
    }

    /// How many functions there are.
    pub fn function_count(&self) -> u64 {
        self.functions.len() as u64
    }

    /// The calls, parents before children.
    pub fn calls(&self) -> &[AllocationCall] {
        &self.calls
    }

    /// The function of a call.
    pub fn function(&self, call: &AllocationCall) -> &AllocationFunction {
        &self.functions[call.function as usize]
    }

    /// The index of the call with this id.
    pub fn find(&self, id: u32) -> Option<u32> {
        let found = self.by_id.binary_search_by_key(&id, |(id, _)| *id);
        found.ok().map(|at| self.by_id[at].1)
    }

    /// The index of the name of a script.
    pub(crate) fn script_name(&self, script_id: u64) -> Option<u32> {
        let id = i64::try_from(script_id).ok()?;
        let found = self.scripts.binary_search_by_key(&id, |(id, _)| *id);
        found.ok().map(|at| self.scripts[at].1)
    }

    /// The calls from where the object was made up to the outermost caller.
    pub fn stack(&self, call: u32) -> impl Iterator<Item = &AllocationCall> + '_ {
        let first = self.calls.get(call as usize);
        std::iter::successors(first, |call| {
            call.parent.map(|parent| &self.calls[parent as usize])
        })
    }
}
