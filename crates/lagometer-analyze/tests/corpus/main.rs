//! Real files and truth values of the shared corpus, where it lies beside the repository. Without it
//! these tests say so and pass. One module per thing that is held against the corpus.
#![allow(
    clippy::unwrap_used,
    clippy::print_stderr,
    reason = "a test that unwraps nothing has failed, and one that skips says so"
)]

mod answered;
mod documented;
mod engine;
mod frames;
mod lighthouse;
mod loading;
mod main_thread;
mod reading;
mod shapes;
mod user_timings;
