//! What of a trace is in memory, by kind.

use super::Facts;
use crate::column::{Column, Kept};

/// What is kept of one kind of events.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Held {
    /// Which events.
    pub kind: &'static str,
    /// How many rows.
    pub rows: u64,
    /// Bytes of them.
    pub bytes: u64,
}

impl Facts {
    /// What is kept, by kind: what an answer needs of each event, until all of them are known.
    pub fn held(&self) -> Vec<Held> {
        let loading = &self.loading;
        let works = self.threads.iter().map(|thread| &thread.work);
        vec![
            Held {
                kind: "events that last, tasks among them",
                rows: works.clone().map(|work| work.rows().count()).sum(),
                bytes: works.map(|work| work.rows().bytes() as u64).sum(),
            },
            of_column("events of frames", &self.frames),
            of_column("reports of frames", &self.pipeline),
            of_column("memory counters", &self.counters),
            of_list("marks", &self.marks),
            of_list("measures", &self.measures),
            of_list("console timings", &self.console_timings),
            of_list("console stamps", &self.console_stamps),
            of_list("input events", &self.inputs),
            of_list("layout shifts", &loading.shifts),
            of_list("requests", &loading.requests),
            of_list("animation frames", &loading.animation),
            Held {
                kind: "texts",
                rows: self.texts.count() as u64,
                bytes: self.texts.bytes() as u64,
            },
        ]
    }
}

fn of_column<R: Kept>(kind: &'static str, rows: &Column<R>) -> Held {
    Held {
        kind,
        rows: rows.count(),
        bytes: rows.bytes() as u64,
    }
}

fn of_list<R>(kind: &'static str, rows: &Vec<R>) -> Held {
    Held {
        kind,
        rows: rows.len() as u64,
        bytes: (rows.capacity() * size_of::<R>()) as u64,
    }
}
