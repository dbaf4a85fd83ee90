//! The requests of a page that it waits for: what the quiet of the network is told by.

use super::{RequestEvent, RequestStep};
use crate::facts::Facts;
use crate::interaction::Whose;
use crate::main_thread::MainThread;
use lagometer_metric::Micros;
use std::collections::BTreeMap;

/// When a request was under way.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Request {
    pub(crate) start: Micros,
    pub(crate) end: Micros,
}

/// The requests of the page that Lighthouse waits for: `GET` over the network, finished, without
/// failure and without a status of 400 and more. A redirect is a request that ends where the next
/// starts.
pub(crate) fn requests(facts: &Facts, main_thread: &MainThread) -> Vec<Request> {
    let whose = Whose::of(facts, main_thread);
    let mut by_id: BTreeMap<_, Vec<&RequestEvent>> = BTreeMap::new();
    for event in &facts.loading.requests {
        by_id.entry(event.id).or_default().push(event);
    }
    let mut requests = Vec::new();
    for events in by_id.values_mut() {
        events.sort_by_key(|event| event.ts);
        of_one(events, &whose, &mut requests);
    }
    requests.sort();
    requests
}

/// What is known of a request while its events are gone through.
struct Sent {
    start: Micros,
    counts: bool,
    status: Option<i64>,
}

fn of_one(events: &[&RequestEvent], whose: &Whose<'_>, requests: &mut Vec<Request>) {
    let mut sent: Option<Sent> = None;
    let close = |sent: Sent, end: Micros, requests: &mut Vec<Request>| {
        if sent.counts && sent.status.is_none_or(|status| status < FAILED_FROM) {
            let Sent { start, .. } = sent;
            requests.push(Request {
                start,
                end: end.max(start),
            });
        }
    };
    for event in events {
        match event.step {
            RequestStep::Sent { frame, is_waited_for } => {
                if let Some(redirected) = sent.take() {
                    close(redirected, event.ts, requests);
                }
                sent = Some(Sent {
                    start: event.ts,
                    counts: is_waited_for && whose.has_frame(event.pid, frame),
                    status: None,
                });
            }
            RequestStep::Answered {
                status,
                sent: by_network,
            } => {
                if let Some(sent) = &mut sent {
                    sent.status = status;
                    sent.start = by_network.unwrap_or(sent.start);
                }
            }
            RequestStep::Over { has_failed, over } => {
                if let Some(sent) = sent.take().filter(|_| !has_failed) {
                    close(sent, over.unwrap_or(event.ts), requests);
                }
            }
        }
    }
}

/// Answers from this status on say that there was nothing to get.
const FAILED_FROM: i64 = 400;

#[cfg(test)]
mod tests;
