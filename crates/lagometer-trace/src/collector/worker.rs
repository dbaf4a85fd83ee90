//! Workers: what they say of themselves.

use super::Collector;
use super::work::LONGEST_URL;
use crate::event::Event;
use crate::facts::WorkerSession;
use crate::oddity::Odd;
use crate::{Error, arguments};

impl Collector {
    pub(super) fn worker_session(&mut self, event: &Event<'_>) -> Result<(), Error> {
        let Some(pid) = self.pid(event) else {
            return Ok(());
        };
        let (thread, url) = event.args.map_or((None, None), arguments::worker);
        let Some(tid) = thread else {
            self.note(Odd::MissingArgument, event);
            return Ok(());
        };
        self.keep::<WorkerSession>(event)?;
        let url = match &url {
            Some(url) => {
                let decoded = url.decode_bytes();
                Some(self.bytes(&decoded[..decoded.len().min(LONGEST_URL)], event)?)
            }
            None => None,
        };
        self.facts.workers.push(WorkerSession { pid, tid, url });
        Ok(())
    }
}
