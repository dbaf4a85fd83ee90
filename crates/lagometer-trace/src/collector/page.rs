//! Where the page is: names of processes and threads, frames and the processes they are in.

use super::work::is_never_main;
use super::{Collector, ids};
use crate::arguments;
use crate::event::{Event, Name};
use crate::facts::{
    Address, FrameEvent, FrameKind, Layer, LayerTree, Navigation, NavigationSource, Placement, Process,
    Started, StartedFrame,
};
use crate::oddity::Odd;
use crate::{Error, WorkerKind};
use lagometer_json::Text;

fn address(data: &arguments::FrameData<'_>) -> Address {
    Address::of(&data.url.map(|url| url.decode_bytes()).unwrap_or_default())
}

impl Collector {
    pub(super) fn metadata(&mut self, event: &Event<'_>) -> Result<(), Error> {
        let Some(name) = event.args.and_then(arguments::name) else {
            return Ok(());
        };
        match event.name {
            Name::ThreadName => {
                let Some(thread) = self.thread_of(event)? else {
                    return Ok(());
                };
                self.named_thread(thread, &name.decode());
            }
            Name::ProcessName => {
                let Some(pid) = self.pid(event) else {
                    return Ok(());
                };
                let name = self.text(&name, event)?;
                if self.facts.processes.insert(pid, name).is_none() {
                    self.keep::<[usize; 4]>(event)?;
                }
            }
            _ => {}
        }
        Ok(())
    }

    fn named_thread(&mut self, at: usize, name: &str) {
        let thread = &mut self.facts.threads[at];
        thread.is_named = true;
        thread.is_renderer_main |= name == "CrRendererMain";
        thread.worker = WorkerKind::of_thread(name).or(thread.worker);
        if is_never_main(name) && !thread.is_renderer_main {
            self.forget_work(at);
        }
    }

    pub(super) fn started(&mut self, event: &Event<'_>) -> Result<(), Error> {
        let Some(ts) = self.time(event) else {
            return Ok(());
        };
        let mut frames = Vec::new();
        let mut result = Ok(());
        if let Some(args) = event.args {
            arguments::started_frames(args, &mut |data| {
                match self.started_frame(&data, event) {
                    Ok(frame) => frames.extend(frame),
                    Err(error) => result = Err(error),
                }
                result.is_ok()
            });
        }
        result?;
        self.keep::<Started>(event)?;
        self.facts.started.push(Started { ts, frames });
        Ok(())
    }

    fn started_frame(
        &mut self,
        data: &arguments::FrameData<'_>,
        event: &Event<'_>,
    ) -> Result<Option<StartedFrame>, Error> {
        let Some(frame) = &data.frame else {
            self.note(Odd::MissingArgument, event);
            return Ok(None);
        };
        self.keep::<StartedFrame>(event)?;
        Ok(Some(StartedFrame {
            frame: self.text(frame, event)?,
            process: self.process(&data.process, &data.pseudo_process, event)?,
            has_parent: data.has_parent,
            has_url: data.has_url,
            is_blank: data.is_blank,
            address: address(data),
            is_primary: data.is_primary,
            is_outermost: data.is_outermost,
        }))
    }

    pub(super) fn placement(&mut self, event: &Event<'_>) -> Result<(), Error> {
        let Some(ts) = self.time(event) else {
            return Ok(());
        };
        let Some(data) = event.args.map(arguments::frame_data) else {
            return Ok(());
        };
        let process = match event.name {
            // The renderer itself says that it commits.
            Name::CommitLoad => self.pid(event).map(Process::Pid),
            _ => self.process(&data.process, &data.pseudo_process, event)?,
        };
        let (Some(frame), Some(process)) = (&data.frame, process) else {
            self.note(Odd::MissingArgument, event);
            return Ok(());
        };
        self.keep::<Placement>(event)?;
        let frame = self.text(frame, event)?;
        let is_main = match event.name {
            Name::CommitLoad => data.is_outermost.or(data.is_main) == Some(true),
            _ => data.is_outermost.unwrap_or(!data.has_parent),
        };
        self.facts.placements.push(Placement {
            ts,
            frame,
            process,
            is_main,
            is_blank: data.is_blank,
            address: address(&data),
        });
        Ok(())
    }

    pub(super) fn process_ready(&mut self, event: &Event<'_>) -> Result<(), Error> {
        let data = match event.args {
            Some(args) => arguments::frame_data(args),
            None => arguments::FrameData::default(),
        };
        let (Some(pseudo), Some(pid)) = (&data.pseudo_process, data.process) else {
            self.note(Odd::MissingArgument, event);
            return Ok(());
        };
        self.keep::<[usize; 4]>(event)?;
        let pseudo = self.text(pseudo, event)?;
        self.facts.ready.insert(pseudo, pid);
        Ok(())
    }

    pub(super) fn navigation(&mut self, event: &Event<'_>, source: NavigationSource) -> Result<(), Error> {
        let is_main = match (source, event.args) {
            (NavigationSource::NavigationStart, Some(args)) => arguments::loads_main_frame(args),
            (NavigationSource::NavigationStart, None) => false,
            (NavigationSource::TracingStartedInPage, _) => true,
        };
        let (Some((pid, tid)), true) = (ids(event), is_main) else {
            return Ok(());
        };
        self.keep::<Navigation>(event)?;
        self.facts.navigations.push(Navigation { pid, tid, source });
        Ok(())
    }

    pub(super) fn layer_tree(&mut self, event: &Event<'_>) -> Result<(), Error> {
        let Some(pid) = self.pid(event) else {
            return Ok(());
        };
        let (frame, layer) = event.args.map_or((None, None), arguments::layer_tree);
        let Some(layer) = layer else {
            self.note(Odd::MissingArgument, event);
            return Ok(());
        };
        let frame = match &frame {
            Some(frame) => Some(self.text(frame, event)?),
            None => None,
        };
        if let (Some(frame), Some(ts)) = (frame, event.ts.micros()) {
            let frame = FrameEvent {
                ts,
                pid,
                layer: Layer::new(Some(layer)),
                kind: FrameKind::DrawsInto(frame),
            };
            self.keep_frame(frame, event)?;
        }
        if self.facts.layer_trees.insert(LayerTree { pid, frame, layer }) {
            self.keep::<LayerTree>(event)?;
        }
        Ok(())
    }

    fn process(
        &mut self,
        pid: &Option<i64>,
        pseudo: &Option<Text<'_>>,
        event: &Event<'_>,
    ) -> Result<Option<Process>, Error> {
        Ok(match (pid, pseudo) {
            (Some(pid), _) => Some(Process::Pid(*pid)),
            (None, Some(pseudo)) => Some(Process::Pseudo(self.text(pseudo, event)?)),
            (None, None) => None,
        })
    }
}
