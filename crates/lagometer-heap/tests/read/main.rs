//! What is read, and what is refused, with the whole text of each refusal.
#![allow(
    clippy::unwrap_used,
    clippy::print_stdout,
    reason = "a test that unwraps nothing has failed, and one that skips says so"
)]

mod accepted;
mod corpus;
mod large;
mod mutated;
mod refused;

use lagometer_heap::{Error, Limits, Snapshot, read};

/// A small whole snapshot: the root, a function, an object that it holds, and one that nobody holds.
pub const TEXT: &str = r#"{"snapshot":{"meta":{"node_fields":["type","name","id","self_size","edge_count","trace_node_id","detachedness"],"node_types":[["synthetic","object","closure"],"string","number","number","number","number","number"],"edge_fields":["type","name_or_index","to_node"],"edge_types":[["context","element","property","internal","hidden","shortcut","weak"],"string_or_number","node"],"trace_function_info_fields":["function_id","name","script_name","script_id","line","column"],"trace_node_fields":["id","function_info_index","count","size","children"],"sample_fields":["timestamp_us","last_assigned_id"],"location_fields":["object_index","script_id","line","column"]},"node_count":4,"edge_count":4,"trace_function_count":2},
"nodes":[0,1,1,0,1,0,0
,2,2,3,32,2,2,0
,1,3,5,16,0,1,2
,1,3,7,64,1,0,0],
"edges":[1,7,7
,2,4,14
,6,4,21
,2,4,14],
"trace_function_infos":[0,1,0,0,0,0,1,2,5,9,-1,12],
"trace_tree":[1,0,0,0,[2,1,3,48,[]]],
"samples":[0,3,1000,7],
"locations":[7,9,0,4],
"strings":["<dummy>","","make","Thing","own","app.js"]}"#;

/// Reads a text, as a file of that size.
pub fn load(text: &str) -> Result<Snapshot, Error> {
    read(text.as_bytes(), 0, Some(text.len() as u64), &Limits::default())
}
