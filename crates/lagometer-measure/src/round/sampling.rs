//! Readings of the browser's counters and processes while the window is open.
//!
//! They are asked for from outside: a timer in the page would make the frames and tasks that are then
//! measured. The browser interrupts a script that runs for a reading; behind other long work, such as
//! layout, it waits.

use super::{processes, window};
use crate::cdp::{CallError, CallReason, Connection};
use crate::page::Page;
use lagometer_report::{CounterReading, ProcessReading};
use std::cell::RefCell;
use std::time::Duration;

/// Between an answer and the next question. Each costs some 0.3 ms of the page's main thread, so that
/// all together stay under a thousandth of the time.
const PERIOD: Duration = Duration::from_millis(500);

/// Readings between the ends of a window.
pub(super) struct Sampling<'a> {
    page: &'a Page,
    connection: &'a Connection,
    counters: RefCell<Vec<CounterReading>>,
    processes: RefCell<Vec<ProcessReading>>,
}

impl<'a> Sampling<'a> {
    pub fn of(page: &'a Page, connection: &'a Connection) -> Sampling<'a> {
        Sampling {
            page,
            connection,
            counters: RefCell::default(),
            processes: RefCell::default(),
        }
    }

    /// Does the work and reads meanwhile. The work alone decides when this ends and how.
    pub async fn during<T>(&self, work: impl Future<Output = T>) -> T {
        tokio::select! {
            biased;
            done = work => done,
            never = self.read_on() => match never {},
        }
    }

    /// What was read.
    pub fn into_readings(self) -> (Vec<CounterReading>, Vec<ProcessReading>) {
        (self.counters.into_inner(), self.processes.into_inner())
    }

    async fn read_on(&self) -> std::convert::Infallible {
        loop {
            match self.read_once().await {
                Ok(()) => {}
                // The page is busy for longer than a call may wait: there is a gap, and the next try.
                Err(NoReading::Busy) => {}
                // Whoever works with the page sees the same and says it better.
                Err(NoReading::Lost(why)) => {
                    tracing::debug!(why, "no more readings of the counters");
                    std::future::pending::<()>().await;
                }
            }
        }
    }

    async fn read_once(&self) -> Result<(), NoReading> {
        self.page.pause(PERIOD).await?;
        let metrics = self.page.counters().await?;
        let reading = window::counter_reading("inside", metrics);
        let reading = reading.map_err(|error| NoReading::Lost(error.to_string()))?;
        let timestamp_us = reading.timestamp_us;
        self.counters.borrow_mut().push(reading);
        let states = processes::read(self.connection, "inside", timestamp_us).await?;
        self.processes.borrow_mut().extend(states);
        Ok(())
    }
}

/// Why there is no reading.
enum NoReading {
    /// No answer in time.
    Busy,
    /// There will be none.
    Lost(String),
}

impl From<CallError> for NoReading {
    fn from(error: CallError) -> NoReading {
        match error.reason {
            CallReason::TimedOut(_) => NoReading::Busy,
            _ => NoReading::Lost(error.to_string()),
        }
    }
}
