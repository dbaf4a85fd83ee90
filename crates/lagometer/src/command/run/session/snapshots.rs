//! The pass that takes the heap snapshots of a scenario, after the rounds: nothing is measured in it.

use super::{Session, Unfinished};
use crate::command::run::failure::Stop;
use lagometer_measure::capture::{self, CaptureFolder, CaptureInput};
use lagometer_measure::{Browser, OtherHeap, SnapshotProgress, TakenSnapshot};
use lagometer_metric::{Measured, Reason, Unit};
use lagometer_record::layout;
use lagometer_render::message::ProgressLine;
use lagometer_render::number;
use lagometer_report::{CapturedOtherHeap, KeptSnapshot, RoundState, Value};

/// Where an error of it happened: the rounds before it were fine.
const IN_PASS: &str = "in the extra pass that takes the heap snapshots";

impl Session<'_> {
    /// Does the scenario once more and keeps the snapshots that its steps take. An error ends the run;
    /// its rounds are kept.
    pub(super) async fn take_snapshots(
        &mut self,
        browser: &mut Option<Browser>,
        base_url: Option<&str>,
    ) -> Result<(), Stop> {
        let diagnosis = self.record.diagnosis.as_ref();
        let may_have_died = diagnosis.is_some_and(|round| round.state == RoundState::Failed);
        if may_have_died && let Some(old) = browser.take() {
            self.close(old).await;
        }
        let current = match browser.take() {
            Some(browser) => browser,
            None => self.launch().await?,
        };
        let current = browser.insert(current);
        let number = self.next_number();
        let path = self.folder.round_folder(number)?;
        let unfinished = Unfinished(Some(path.clone()));
        let input = CaptureInput {
            scenario_file: &self.preparation.scenario_file,
            base_url,
            secrets: &self.preparation.secrets,
            cancel: self.cancelled.clone(),
        };
        let into = CaptureFolder {
            path: &path,
            finish: &|temporary, finished| self.folder.finish(temporary, finished),
            progress: &|name, progress| self.show_snapshot(name, progress),
        };
        let captured = capture::scenario(current, &self.preparation.scenario, input, into).await;
        let captured = match captured {
            Ok(captured) => captured,
            Err(mut error) => {
                self.report_cleanup(&error.cleanup);
                error.at.found.get_or_insert_with(|| IN_PASS.to_owned());
                return Err(error.into());
            }
        };
        self.report_cleanup(&captured.cleanup);
        if !captured.other_heaps.is_empty() {
            self.output.notice(&not_in_it(&captured.other_heaps));
        }
        let kept = captured.snapshots.into_iter().map(|taken| kept(number, taken));
        self.record.files.snapshots = kept.collect();
        self.record.files.other_heaps = captured.other_heaps.into_iter().map(other_heap).collect();
        self.folder.write_record(&self.record)?;
        unfinished.keep();
        Ok(())
    }

    fn show_snapshot(&self, name: &str, progress: SnapshotProgress) {
        if !self.output.shows_progress() {
            return;
        }
        self.output.progress(&ProgressLine {
            name: self.preparation.scenario.name.clone(),
            at: format!("heap snapshot {name}"),
            figures: vec![words(progress)],
            rest: None,
        });
    }
}

/// How far a snapshot is, in words.
pub(in crate::command) fn words(progress: SnapshotProgress) -> String {
    match progress {
        SnapshotProgress::Building { done, total } => format!(
            "looking through the heap, {} of about {} objects",
            number::count(done),
            number::count(total.max(done))
        ),
        SnapshotProgress::Writing { bytes } => format!("writing, {} so far", number::size(bytes)),
    }
}

/// How many nodes or edges a snapshot says that it has.
pub(in crate::command) fn counted(count: Option<u64>, key: &str) -> Value {
    let measured = match count {
        Some(count) => Measured::Value(count as f64),
        None => Measured::absent(Reason::NotReported, format!("the snapshot's head has no `{key}`")),
    };
    Value::new(measured, Unit::Count)
}

/// A heap that is in no snapshot, as documents name it.
pub(in crate::command) fn other_heap(other: OtherHeap) -> CapturedOtherHeap {
    let OtherHeap { kind, url } = other;
    CapturedOtherHeap {
        kind,
        url: Some(url).filter(|url| !url.is_empty()),
    }
}

fn not_in_it(others: &[OtherHeap]) -> String {
    let named: Vec<String> = others
        .iter()
        .map(|other| format!("{} {}", other.kind, other.url).trim_end().to_owned())
        .collect();
    format!(
        "not in the heap snapshots, because it has a heap of its own: {}",
        named.join(", ")
    )
}

fn kept(number: u32, taken: TakenSnapshot) -> KeptSnapshot {
    let TakenSnapshot {
        name,
        step,
        file_name,
        file,
    } = taken;
    KeptSnapshot {
        name,
        step,
        file: layout::snapshot(number, &file_name),
        bytes: file.bytes,
        sha256: file.sha256,
        text_bytes: file.text_bytes,
        nodes: counted(file.nodes, "node_count"),
        edges: counted(file.edges, "edge_count"),
    }
}
