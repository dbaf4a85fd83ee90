//! Chores of the project: `cargo xtask docs`, `cargo xtask fixtures`.

fn main() {}
