//! Everything that is computed, against slow and obvious ways to the same answer.

mod graph;
mod retention;
