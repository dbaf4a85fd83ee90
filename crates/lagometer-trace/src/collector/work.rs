//! What threads were busy with: every event that lasts, in a few bytes.

use super::{Collector, ids};
use crate::event::Event;
use crate::task::{ThreadTime, WorkKey, task_place};
use crate::texts::TextId;
use crate::work::{Record, UrlPlace};
use crate::{Error, arguments};

impl Collector {
    /// Keeps an event that lasts, where its thread may be the main thread of a page.
    #[inline]
    pub(super) fn work(&mut self, event: &Event<'_>) -> Result<(), Error> {
        let (Some(start), Some(end)) = (event.ts.micros(), event.ts.end_after(event.dur)) else {
            return Ok(());
        };
        if end < start || ids(event).is_none() {
            return Ok(());
        }
        let Some(thread) = self.thread_of(event)? else {
            return Ok(());
        };
        let task = task_place(event.name);
        if task.is_none() && !self.facts.threads[thread].work.is_wanted() {
            return Ok(());
        }
        let WorkKey { name, url } = self.work_key(event)?;
        let thread = &mut self.facts.threads[thread];
        let mut thread_time = ThreadTime::new(None);
        if let Some(place) = task {
            thread.tasks[usize::from(place)].add(start, end);
            thread_time = ThreadTime::new(event.tdur.micros());
        }
        let kept = thread.work.push(Record {
            start: start.0,
            end: end.0,
            name,
            url,
            task,
            thread_time,
        });
        self.spend_or_free(kept, event)
    }

    /// What an event is, and whose work.
    #[inline]
    pub(super) fn work_key(&mut self, event: &Event<'_>) -> Result<WorkKey, Error> {
        let (name, cost) = match &event.name_text {
            Some(text) if text.has_escapes() => self.facts.work_names.keep(&text.decode_bytes()),
            Some(text) => self.facts.work_names.keep(text.raw()),
            None => self.facts.work_names.keep(b""),
        };
        self.spend(cost, event)?;
        let url = match self.facts.work_names.traits_of(name).url {
            Some(place) => self.work_url(event, place)?,
            None => None,
        };
        Ok(WorkKey { name, url })
    }

    fn work_url(&mut self, event: &Event<'_>, place: UrlPlace) -> Result<Option<TextId>, Error> {
        let Some(url) = event.args.and_then(|args| arguments::work_url(args, place)) else {
            return Ok(None);
        };
        // The content of a `data:` URL may take megabytes.
        let raw = url.raw();
        if raw.is_empty() || raw == b"about:blank" {
            return Ok(None);
        }
        if let Some((last, id)) = &self.last_url
            && **last == *raw
        {
            return Ok(Some(*id));
        }
        let decoded = url.decode_bytes();
        let id = self.bytes(&decoded[..decoded.len().min(LONGEST_URL)], event)?;
        if raw.len() <= LONGEST_URL {
            self.last_url = Some((raw.into(), id));
        }
        Ok(Some(id))
    }

    /// Drops all but the tasks of a thread that is no main thread of a page.
    pub(super) fn forget_work(&mut self, thread: usize) {
        let freed = self.facts.threads[thread].work.forget();
        self.kept_bytes = self.kept_bytes.saturating_add_signed(-freed);
    }
}

/// How many bytes of a URL are kept.
pub(super) const LONGEST_URL: usize = 2 << 10;

/// Whether a thread of this name is never the main thread of a page. Of any other it may turn out that
/// it is, as in traces of other engines and of old Chromes.
pub(super) fn is_never_main(thread_name: &str) -> bool {
    const NAMES: [&str; 6] = [
        "Compositor",
        "VizCompositorThread",
        "CrBrowserMain",
        "CrGpuMain",
        "CrUtilityMain",
        "PerfettoTrace",
    ];
    const BEGINNINGS: [&str; 7] = [
        "ThreadPool",
        "Chrome_",
        "CompositorTileWorker",
        "DedicatedWorker",
        "SharedWorker",
        "ServiceWorker",
        "TaskScheduler",
    ];
    NAMES.contains(&thread_name) || BEGINNINGS.iter().any(|start| thread_name.starts_with(start))
}
