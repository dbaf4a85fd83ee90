use super::{Ended, guard};
use std::cell::Cell;
use std::future::{Future, pending};
use std::rc::Rc;
use std::time::Duration;
use tokio::sync::watch;

const LONG: Duration = Duration::from_secs(60);
const SHORT: Duration = Duration::from_millis(20);

/// Runs work that gets the watched flag, with so many signals coming, and gives how it ended and how
/// often the first signal was announced.
fn check<W: Future<Output = &'static str>>(
    work: impl FnOnce(watch::Receiver<bool>) -> W,
    signals: usize,
    cleanup: Duration,
) -> (Ended<&'static str>, usize) {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_time()
        .build()
        .expect("a runtime");
    let (cancel, cancelled) = watch::channel(false);
    let announced = Cell::new(0);
    let mut left = signals;
    let signal = async || {
        if left == 0 {
            pending::<()>().await;
        }
        left -= 1;
        tokio::time::sleep(SHORT).await;
    };
    let first = || announced.set(announced.get() + 1);
    let ended = runtime.block_on(guard(work(cancelled), cancel, cleanup, signal, first));
    (ended, announced.get())
}

#[test]
fn work_that_nobody_interrupts_ends_by_itself() {
    assert_eq!(check(|_| async { "done" }, 0, LONG), (Ended::ByItself("done"), 0));
}

#[test]
fn the_first_signal_is_announced_and_the_work_ends_in_order() {
    let work = |mut cancelled: watch::Receiver<bool>| async move {
        cancelled
            .wait_for(|cancelled| *cancelled)
            .await
            .expect("the sender is there");
        "cleaned up"
    };
    assert_eq!(check(work, 1, LONG), (Ended::ByItself("cleaned up"), 1));
}

/// What the work holds is dropped: that is what ends its processes.
struct Held(Rc<Cell<bool>>);

impl Drop for Held {
    fn drop(&mut self) {
        self.0.set(true);
    }
}

#[test]
fn work_that_does_not_listen_is_dropped_at_the_second_signal_or_after_a_while() {
    for (signals, cleanup, expect) in [(2, LONG, Ended::Twice), (1, SHORT, Ended::TooLong)] {
        let dropped = Rc::new(Cell::new(false));
        let held = Held(Rc::clone(&dropped));
        let work = |_| async move {
            let _held = held;
            pending().await
        };
        assert_eq!(check(work, signals, cleanup), (expect, 1));
        assert!(dropped.get());
    }
}
