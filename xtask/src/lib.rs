//! What the chores of the project do, apart from their command line, so that a test can hold the
//! generated documents against the program that it was built with, and fuzz for a short while.
#![deny(missing_docs)]

pub mod docs;
pub mod fuzz;
pub mod schema;
