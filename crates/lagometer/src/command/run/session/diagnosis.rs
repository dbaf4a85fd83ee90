//! The extra round with CPU samples: after the measured ones, apart from them, and never what ends a run.

use super::{Session, Unfinished, VARIANT, round_options};
use crate::command::run::failure::Stop;
use crate::command::run::record;
use crate::source_files::{ServedFiles, SourceFiles};
use lagometer_analyze::{Diagnosis, DiagnosisInput, Files};
use lagometer_measure::Browser;
use lagometer_measure::round::{self, Purpose, RoundArtifacts, TRACE_FILE};
use lagometer_record::layout;
use lagometer_render::json;
use lagometer_report::{DiagnosisEntry, KeptSource, RoundState, StateReason};
use std::collections::BTreeMap;
use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};

/// How many bytes of a served folder are kept with a run; what is beyond is looked for in the folder when
/// the run is made, and not any more later.
const KEPT_SOURCES: usize = 64 << 20;

/// What the samples say, and the files that it rests on by their addresses.
type Read = (Diagnosis, BTreeMap<String, Vec<u8>>);

impl Session<'_> {
    /// Runs the round and keeps what it says. Only Ctrl-C ends the run; what fails is a reason in the
    /// record.
    pub(super) async fn diagnose(
        &mut self,
        browser: &mut Option<Browser>,
        base_url: Option<&str>,
    ) -> Result<(), Stop> {
        let number = self.next_number();
        match self.diagnosis_round(number, browser, base_url).await {
            Ok(()) => Ok(()),
            Err(Stop::Interrupted) => Err(Stop::Interrupted),
            Err(stop) => {
                let failure = record::relative(stop.failure(&self.plan, &self.rounds), self.folder.path());
                let reason = StateReason {
                    code: failure.code,
                    text: failure.text,
                    amount_us: None,
                    invalidates: Some(true),
                };
                tracing::debug!(number, code = reason.code, "the round with CPU samples failed");
                self.record.diagnosis = Some(entry(number, RoundState::Failed, vec![reason]));
                // What is measured counts, whatever became of this.
                Ok(self.folder.write_record(&self.record)?)
            }
        }
    }

    async fn diagnosis_round(
        &mut self,
        number: u32,
        browser: &mut Option<Browser>,
        base_url: Option<&str>,
    ) -> Result<(), Stop> {
        let current = match browser.take() {
            Some(browser) => browser,
            None => self.launch().await?,
        };
        let current = browser.insert(current);
        if self.output.shows_progress() {
            self.output.progress(&self.progress.diagnosis_line());
        }
        let path = self.folder.round_folder(number)?;
        let unfinished = Unfinished(Some(path.clone()));
        let input = round::RoundInput {
            number,
            purpose: Purpose::Diagnosis,
            scenario_file: &self.preparation.scenario_file,
            folder: &path,
            base_url,
            secrets: &self.preparation.secrets,
            finish: &|temporary, finished| self.folder.finish(temporary, finished),
            cancel: self.cancelled.clone(),
            noticed: &|_| {},
        };
        let artifacts = match round::run(current, &self.preparation.scenario, input).await {
            Ok(artifacts) => artifacts,
            Err(error) => {
                self.report_cleanup(&error.cleanup);
                return Err(error.into());
            }
        };
        self.report_cleanup(&artifacts.cleanup);
        let served = self.preparation.served.clone();
        let served = served.zip(base_url.map(str::to_owned));
        let (diagnosis, sources) = read(number, path.join(TRACE_FILE), artifacts, served).await?;
        self.keep_diagnosis(number, diagnosis, sources)?;
        unfinished.keep();
        Ok(())
    }

    fn keep_diagnosis(
        &mut self,
        number: u32,
        diagnosis: Diagnosis,
        sources: BTreeMap<String, Vec<u8>>,
    ) -> Result<(), Stop> {
        let Diagnosis {
            state,
            reasons,
            document,
        } = diagnosis;
        let there = |file: String| self.folder.path().join(&file).is_file().then_some(file);
        let mut entry = DiagnosisEntry {
            trace: there(layout::trace(number)),
            samples: there(layout::samples(number)),
            ..entry(number, state, reasons)
        };
        if let Some(document) = &document {
            let file = self.folder.write_cpu(number, &json::cpu(document))?;
            self.hotspots = lagometer_analyze::hotspots(document, number, &file);
            entry.cpu = Some(file);
            entry.sources = self.keep_sources(number, &sources)?;
        }
        self.record.diagnosis = Some(entry);
        self.record.ended_at = record::now()?.rfc3339();
        self.folder.write_record(&self.record)?;
        Ok(())
    }

    fn keep_sources(
        &self,
        number: u32,
        sources: &BTreeMap<String, Vec<u8>>,
    ) -> Result<Vec<KeptSource>, Stop> {
        let mut kept = Vec::new();
        let mut left = KEPT_SOURCES;
        for (index, (address, bytes)) in sources.iter().enumerate() {
            let Some(rest) = left.checked_sub(bytes.len()) else {
                tracing::debug!(address, "more sources than are kept");
                continue;
            };
            left = rest;
            let path = address.split(['?', '#']).next().unwrap_or(address);
            let name = path.rsplit('/').next().unwrap_or(path);
            kept.push(KeptSource {
                address: address.clone(),
                file: self.folder.write_source(number, index + 1, name, bytes)?,
            });
        }
        Ok(kept)
    }
}

fn entry(number: u32, state: RoundState, reasons: Vec<StateReason>) -> DiagnosisEntry {
    DiagnosisEntry {
        number,
        variant: VARIANT.to_owned(),
        state,
        reasons,
        trace: None,
        samples: None,
        cpu: None,
        sources: Vec::new(),
    }
}

/// Reads the trace, beside the event loop, so that Ctrl-C is heard meanwhile.
async fn read(
    number: u32,
    trace: PathBuf,
    artifacts: RoundArtifacts,
    served: Option<(PathBuf, String)>,
) -> Result<Read, Stop> {
    let reading = tokio::task::spawn_blocking(move || match &served {
        Some((folder, base_url)) => {
            let files = ServedFiles::new(folder, base_url);
            let diagnosis = diagnosis(number, &trace, &artifacts, &files);
            (diagnosis, files.into_given())
        }
        None => (
            diagnosis(number, &trace, &artifacts, &SourceFiles),
            BTreeMap::new(),
        ),
    });
    let read = reading.await;
    read.map_err(|error| Stop::Internal(format!("the reading of round {number} ended: {error}")))
}

fn diagnosis(number: u32, trace: &Path, artifacts: &RoundArtifacts, files: &dyn Files) -> Diagnosis {
    let open = || -> io::Result<Box<dyn io::Read>> { Ok(Box::new(File::open(trace)?)) };
    let input = DiagnosisInput {
        number,
        trace_name: layout::trace(number),
        open: &open,
        samples: &artifacts.samples,
        files,
    };
    lagometer_analyze::diagnosis(&input, &round_options())
}
