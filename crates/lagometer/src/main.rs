//! The `lagometer` binary.

fn main() {}
