//! From the tree to the scenario: the keys of the file.
//!
//! Every problem is noted and the next value is looked at, so that one reading tells them all; a
//! scenario comes out only if there was none.

use super::budget;
use super::conditions;
use super::error::{ErrorKind, Found};
use super::install;
use super::names;
use super::step;
use super::tree::{Content, Entry, Node, NodeId, Position, Tree};
use super::value;
use lagometer_report::scenario::{Scenario, SecretUse, Settle, Step, Viewport};
use std::collections::BTreeMap;
use std::io;

/// Part of the name of a folder, and of marks.
const MAX_NAME_LENGTH: usize = 64;
/// Who has so many problems needs no more of them.
const MAX_PROBLEMS: usize = 1_000;
const MAX_ROUNDS: u32 = 1_000;
const MAX_WARMUP: u32 = 100;
const MAX_WARMUP_IN_PAGE: u32 = 10_000;
const MAX_VIEWPORT_SIDE: u32 = 16_384;
const MAX_SCALE: f64 = 10.0;
const MIN_SCALE: f64 = 0.1;

/// Two whole rounds fill the browser's caches of compiled code.
const DEFAULT_WARMUP: u32 = 2;
/// Recorder's default.
const DEFAULT_TIMEOUT_MS: u64 = 5_000;
const DEFAULT_ROUND_TIMEOUT_MS: u64 = 120_000;
const DEFAULT_SETTLE: Settle = Settle::Frames(2);

/// What is read, and what was found wrong with it.
pub(super) struct Mapper<'t> {
    pub(super) tree: &'t Tree,
    pub(super) read_file: &'t dyn Fn(&str) -> io::Result<String>,
    /// Whether paths can be opened: there is a `serve`.
    pub(super) served: bool,
    /// The step that is read: `actions step 1.2`.
    pub(super) step: Option<String>,
    pub(super) steps_seen: usize,
    /// The bytes of all files that the scenario names.
    pub(super) file_bytes: usize,
    /// Whether a `repeat` with `series` was read.
    pub(super) has_series: bool,
    /// Where a name of `saveAs` was first used.
    pub(super) saved: BTreeMap<String, u32>,
    /// Where a name of `snapshot` was first used.
    pub(super) snapshots: BTreeMap<String, u32>,
    /// Every `${NAME}` so far.
    pub(super) secrets: Vec<SecretUse>,
    problems: Vec<Found>,
}

/// The entries of a map that were not taken yet.
pub(super) struct Fields<'t> {
    pub(super) at: Position,
    entries: Vec<&'t Entry>,
}

impl<'t> Fields<'t> {
    pub(super) fn new(at: Position, entries: &'t [Entry]) -> Fields<'t> {
        Fields {
            at,
            entries: entries.iter().collect(),
        }
    }

    /// Takes the entry of this key.
    pub(super) fn take(&mut self, key: &str) -> Option<&'t Entry> {
        let index = self.entries.iter().position(|entry| entry.key == key)?;
        Some(self.entries.remove(index))
    }

    pub(super) fn rest(&self) -> &[&'t Entry] {
        &self.entries
    }
}

/// Reads the scenario.
pub(super) fn scenario(
    tree: &Tree,
    read_file: &dyn Fn(&str) -> io::Result<String>,
) -> Result<Scenario, Vec<Found>> {
    let mut mapper = Mapper {
        tree,
        read_file,
        served: false,
        step: None,
        steps_seen: 0,
        file_bytes: 0,
        saved: BTreeMap::new(),
        snapshots: BTreeMap::new(),
        has_series: false,
        secrets: Vec::new(),
        problems: Vec::new(),
    };
    match (mapper.scenario(), mapper.problems.is_empty()) {
        (Some(scenario), true) => Ok(scenario),
        _ => Err(mapper.problems),
    }
}

impl<'t> Mapper<'t> {
    pub(super) fn node(&self, id: NodeId) -> &'t Node {
        self.tree.node(id)
    }

    /// Notes a problem, with the step that is being read.
    pub(super) fn report(&mut self, found: Found) {
        self.problems.push(Found {
            step: self.step.clone(),
            ..found
        });
    }

    /// Whether there are so many problems that reading on is of no use.
    pub(super) fn is_hopeless(&self) -> bool {
        self.problems.len() >= MAX_PROBLEMS
    }

    pub(super) fn refuse(&mut self, at: Position, text: String, hint: &'static str) {
        self.report(Found::at(at, ErrorKind::Refused { text, hint }));
    }

    /// The value, or `None` with its problem noted.
    pub(super) fn keep<T>(&mut self, read: Result<T, Found>) -> Option<T> {
        match read {
            Ok(value) => Some(value),
            Err(found) => {
                self.report(found);
                None
            }
        }
    }

    fn scenario(&mut self) -> Option<Scenario> {
        let root = self.node(self.tree.root);
        let Content::Map(entries) = &root.content else {
            self.report(value::wrong_subject(
                root,
                "the file".to_owned(),
                "a map of keys",
                "a scenario has at least `name`, `url` and `actions`",
            ));
            return None;
        };
        let mut fields = Fields::new(root.at, entries);
        if is_recording(&fields) {
            self.report(Found::at(root.at, ErrorKind::Recorder));
            return None;
        }
        let name = self.name(&mut fields);
        let serve = self.optional(&mut fields, "serve", |node| value::filled_text(node, "serve"));
        self.served = entries.iter().any(|entry| entry.key == "serve");
        let url = self.url(&mut fields);
        let data = conditions::data(self, &mut fields);
        let viewport = self.viewport(&mut fields);
        let browser = conditions::browser(self, &mut fields);
        let install = install::install(self, &mut fields);
        let timeout_ms = self.optional(&mut fields, "timeout", |node| value::millis(node, "timeout", 1));
        let prepare = self.phase(&mut fields, "prepare");
        let actions = self.actions(&mut fields);
        let settle = self.optional(&mut fields, "settle", |node| value::millis(node, "settle", 0));
        let after = self.phase(&mut fields, "after");
        let budgets = budget::list(self, &mut fields);
        let rounds = self.rounds(&mut fields);
        let warmup = self.optional(&mut fields, "warmup", |node| {
            value::whole(node, "warmup", 0, MAX_WARMUP)
        });
        let (warmup_in_page, reset) = self.warmup_in_page(&mut fields);
        let round_timeout = self.optional(&mut fields, "roundTimeout", |node| {
            value::millis(node, "roundTimeout", 1)
        });
        self.unknown(&fields, "the scenario", names::KEYS, names::LATER_KEYS);
        Some(Scenario {
            name: name?,
            url: url?,
            serve,
            data,
            viewport,
            browser,
            install,
            prepare,
            actions,
            settle: settle.map_or(DEFAULT_SETTLE, Settle::Milliseconds),
            after,
            budgets,
            rounds,
            warmup: warmup.unwrap_or(DEFAULT_WARMUP),
            warmup_in_page,
            reset,
            timeout_ms: timeout_ms.unwrap_or(DEFAULT_TIMEOUT_MS),
            round_timeout_ms: round_timeout.unwrap_or(DEFAULT_ROUND_TIMEOUT_MS),
            secrets: std::mem::take(&mut self.secrets),
        })
    }

    /// A key that may be left out; `None` too if what stands there is wrong, which is then noted.
    pub(super) fn optional<T>(
        &mut self,
        fields: &mut Fields<'_>,
        key: &str,
        read: impl FnOnce(&Node) -> Result<T, Found>,
    ) -> Option<T> {
        let entry = fields.take(key)?;
        self.keep(read(self.node(entry.value)))
    }

    /// Notes that a key that must be there is not.
    pub(super) fn missing(&mut self, at: Position, key: &'static str, within: &str, hint: &'static str) {
        let within = within.to_owned();
        self.report(Found::at(at, ErrorKind::Missing { key, within, hint }));
    }

    /// Notes every key that nobody took.
    pub(super) fn unknown(
        &mut self,
        fields: &Fields<'_>,
        within: &str,
        known: &[&'static str],
        later: &[&'static str],
    ) {
        for entry in fields.rest() {
            if self.is_hopeless() {
                break;
            }
            let key = entry.key.clone();
            let within = within.to_owned();
            let kind = if later.contains(&entry.key.as_str()) {
                ErrorKind::LaterKey { key, within }
            } else {
                ErrorKind::UnknownKey {
                    nearest: names::nearest(&key, known),
                    known: known.to_vec(),
                    key,
                    within,
                }
            };
            self.report(Found::at(entry.at, kind));
        }
    }

    fn name(&mut self, fields: &mut Fields<'t>) -> Option<String> {
        const HINT: &str = "1 to 64 letters from a to z, digits, `-` and `_`";
        let Some(entry) = fields.take("name") else {
            self.missing(fields.at, "name", "the scenario", HINT);
            return None;
        };
        let node = self.node(entry.value);
        let name = self.keep(value::text(node, "name"))?;
        let fits = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_';
        if name.is_empty() || name.len() > MAX_NAME_LENGTH || !name.chars().all(fits) {
            let shown = super::error::shown(&name);
            self.refuse(node.at, format!("`name` cannot be {shown}"), HINT);
            return None;
        }
        Some(name)
    }

    fn url(&mut self, fields: &mut Fields<'t>) -> Option<String> {
        let Some(entry) = fields.take("url") else {
            if self.served {
                return Some("/".to_owned());
            }
            self.missing(
                fields.at,
                "url",
                "the scenario",
                "an absolute URL, or a folder in `serve`",
            );
            return None;
        };
        let node = self.node(entry.value);
        let url = self.keep(value::filled_text(node, "url"))?;
        match (is_absolute(&url), self.served) {
            (true, true) => {
                let hint = "leave out `serve`, or write only the path in `url`";
                self.refuse(
                    node.at,
                    "an absolute `url` leaves nothing for `serve` to do".to_owned(),
                    hint,
                );
                None
            }
            (false, false) => {
                let shown = super::error::shown(&url);
                let hint = "write it with `http://`, or name the page's folder in `serve`";
                self.refuse(
                    node.at,
                    format!("`url` is the path {shown}, and there is no `serve`"),
                    hint,
                );
                None
            }
            _ => Some(url),
        }
    }

    /// The keys of a map; nothing else is one, and is told.
    pub(super) fn keys_of(
        &mut self,
        node: &'t Node,
        key: &'static str,
        hint: &'static str,
    ) -> Option<Fields<'t>> {
        if let Content::Map(entries) = &node.content {
            return Some(Fields::new(node.at, entries));
        }
        self.report(value::wrong(node, key, "a map of keys", hint));
        None
    }

    fn viewport(&mut self, fields: &mut Fields<'t>) -> Viewport {
        let default = Viewport::DEFAULT;
        let Some(entry) = fields.take("viewport") else {
            return default;
        };
        let hint = "write `{ width: 1440, height: 900, deviceScaleFactor: 1 }`";
        let Some(mut sides) = self.keys_of(self.node(entry.value), "viewport", hint) else {
            return default;
        };
        let viewport = self.viewport_fields(&mut sides);
        self.unknown(&sides, "`viewport`", names::VIEWPORT_KEYS, &[]);
        viewport
    }

    /// The sides and the scale of a viewport, each the default where it is absent.
    pub(super) fn viewport_fields(&mut self, sides: &mut Fields<'_>) -> Viewport {
        let default = Viewport::DEFAULT;
        let side = |key: &'static str| move |node: &Node| value::whole(node, key, 1, MAX_VIEWPORT_SIDE);
        let width = self.optional(sides, "width", side("width"));
        let height = self.optional(sides, "height", side("height"));
        let scale = self.optional(sides, "deviceScaleFactor", |node| {
            value::number(node, "deviceScaleFactor", MIN_SCALE, MAX_SCALE)
        });
        let truth = |key: &'static str| move |node: &Node| value::truth(node, key);
        let is_mobile = self.optional(sides, "isMobile", truth("isMobile"));
        let has_touch = self.optional(sides, "hasTouch", truth("hasTouch"));
        let is_landscape = self.optional(sides, "isLandscape", truth("isLandscape"));
        Viewport {
            width: width.unwrap_or(default.width),
            height: height.unwrap_or(default.height),
            device_scale_factor: scale.unwrap_or(default.device_scale_factor),
            is_mobile: is_mobile.unwrap_or(default.is_mobile),
            has_touch: has_touch.unwrap_or(default.has_touch),
            is_landscape: is_landscape.unwrap_or(default.is_landscape),
        }
    }

    fn rounds(&mut self, fields: &mut Fields<'t>) -> Option<u32> {
        let entry = fields.take("rounds")?;
        let node = self.node(entry.value);
        match &node.content {
            Content::Scalar(scalar) if scalar.text == "auto" => None,
            _ => {
                let read = value::whole(node, "rounds", 1, MAX_ROUNDS).map_err(|found| Found {
                    kind: match found.kind {
                        ErrorKind::WrongValue { subject, found, .. } => ErrorKind::WrongValue {
                            subject,
                            found,
                            wanted: "`auto` or a whole number",
                            hint: "write `auto`, or digits without quotes",
                        },
                        kind => kind,
                    },
                    ..found
                });
                self.keep(read)
            }
        }
    }

    fn phase(&mut self, fields: &mut Fields<'t>, key: &'static str) -> Vec<Step> {
        match fields.take(key) {
            Some(entry) => step::list(self, entry.value, key, &format!("{key} step ")),
            None => Vec::new(),
        }
    }

    /// The actions in the page before the window, and what brings it back between them.
    fn warmup_in_page(&mut self, fields: &mut Fields<'t>) -> (u32, Vec<Step>) {
        let reset = self.phase(fields, "reset");
        let Some(entry) = fields.take("warmupInPage") else {
            return (0, reset);
        };
        let node = self.node(entry.value);
        let times = self.keep(value::whole(node, "warmupInPage", 0, MAX_WARMUP_IN_PAGE));
        if times.is_some_and(|times| times > 0) && reset.is_empty() {
            let hint = "write the steps that bring the page back to where the actions begin";
            self.refuse(node.at, "`warmupInPage` needs steps in `reset`".to_owned(), hint);
        }
        // A wrong value is noted: no scenario comes out then.
        (times.unwrap_or(0), reset)
    }

    fn actions(&mut self, fields: &mut Fields<'t>) -> Vec<Step> {
        const HINT: &str = "a list of the steps that are measured";
        let Some(entry) = fields.take("actions") else {
            self.missing(fields.at, "actions", "the scenario", HINT);
            return Vec::new();
        };
        let node = self.node(entry.value);
        if matches!(&node.content, Content::List(items) if items.is_empty()) {
            let hint = "to watch a page that nobody touches, write `- sleep: 5s`";
            self.refuse(node.at, "`actions` has no step".to_owned(), hint);
            return Vec::new();
        }
        step::list(self, entry.value, "actions", "actions step ")
    }
}

/// A recording of DevTools Recorder has a title and steps, and none of our keys.
fn is_recording(fields: &Fields<'_>) -> bool {
    let has = |key: &str| fields.rest().iter().any(|entry| entry.key == key);
    has("title") && has("steps") && !has("name") && !has("actions")
}

/// Whether a URL says its scheme: letters, digits, `+`, `-` and `.` before a colon (RFC 3986, 3.1).
pub(super) fn is_absolute(url: &str) -> bool {
    match url.split_once(':') {
        Some((scheme, _)) => {
            scheme.starts_with(|c: char| c.is_ascii_alphabetic())
                && scheme
                    .chars()
                    .all(|c| c.is_ascii_alphanumeric() || matches!(c, '+' | '-' | '.'))
        }
        None => false,
    }
}
