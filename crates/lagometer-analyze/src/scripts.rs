//! The scripts of a recording with their source maps, each read once.

use lagometer_report::{CpuSourcePlace, Diagnostic};
use lagometer_source::{Files, Found, Missing, Place, Resolver, Script, ScriptId};
use std::collections::{BTreeMap, BTreeSet};

/// A source map that the caller names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ScriptMap {
    /// The end of the script's address; without it the script is the one that is called like the map
    /// without `.map`.
    pub script: Option<String>,
    /// The address of the map.
    pub map: String,
}

impl ScriptMap {
    fn is_of(&self, url: &str) -> bool {
        let url = url.split(['?', '#']).next().unwrap_or(url);
        match &self.script {
            Some(script) => url.ends_with(script.as_str()),
            None => {
                let name = |path: &str| path.rsplit(['/', '\\']).next().map(str::to_owned);
                let script = self.map.strip_suffix(".map").and_then(name);
                script.is_some() && script == name(url)
            }
        }
    }
}

/// Scripts by their addresses.
pub(crate) struct Scripts<'o, 'f> {
    pub(crate) resolver: Resolver<'f>,
    files: &'f dyn Files,
    maps: &'o [ScriptMap],
    known: BTreeMap<String, ScriptId>,
}

impl<'o, 'f> Scripts<'o, 'f> {
    /// `root` is from where the sources of the maps are to be seen, in place of the maps' own addresses.
    pub(crate) fn new(files: &'f dyn Files, maps: &'o [ScriptMap], root: Option<&str>) -> Scripts<'o, 'f> {
        let mut resolver = Resolver::new(files);
        if let Some(root) = root {
            resolver = resolver.with_source_root(root);
        }
        Scripts {
            resolver,
            files,
            maps,
            known: BTreeMap::new(),
        }
    }

    pub(crate) fn script(&mut self, url: &str) -> ScriptId {
        self.script_with(url, None, None)
    }

    /// The script with what the recording itself holds of it.
    pub(crate) fn script_with(&mut self, url: &str, text: Option<&str>, map_url: Option<&str>) -> ScriptId {
        if let Some(script) = self.known.get(url) {
            return *script;
        }
        let named = self.maps.iter().find(|named| named.is_of(url));
        // A script that is served lies beside its map, if anywhere.
        let beside = named.and_then(|named| self.text(named.map.strip_suffix(".map")?));
        let script = self.resolver.add(Script {
            url,
            text: beside.as_deref().or(text),
            map_url,
            map_file: named.map(|named| named.map.as_str()),
        });
        self.known.insert(url.to_owned(), script);
        script
    }

    fn text(&self, address: &str) -> Option<String> {
        match self.files.read(address) {
            Found::Text(bytes) => String::from_utf8(bytes).ok(),
            Found::Nothing | Found::Unreadable(_) => None,
        }
    }
}

/// A place as it stands in documents.
pub(crate) fn written(place: Place) -> CpuSourcePlace {
    let Place {
        source,
        position,
        is_ignored,
    } = place;
    CpuSourcePlace {
        source,
        line: position.line,
        column: Some(position.column),
        ignored: is_ignored,
    }
}

/// Keeps why there is no original place, where a map that should be there is the reason.
pub(crate) fn note(why: &Missing, missing: &mut BTreeSet<(String, String)>) {
    if matches!(
        why,
        Missing::MapNotFound(_) | Missing::BrokenMap { .. } | Missing::ScriptNotFetched { .. }
    ) {
        missing.insert((why.code().to_owned(), why.to_string()));
    }
}

/// Maps that are missing or broken, and sources that cannot be parsed.
pub(crate) fn notes(
    missing: &BTreeSet<(String, String)>,
    unparsed: Vec<(String, String)>,
) -> Vec<Diagnostic> {
    let unparsed = unparsed.into_iter().map(|(source, why)| {
        (
            "source-not-parsed".to_owned(),
            format!("source `{source}`: {why}"),
        )
    });
    let all = missing.iter().cloned().chain(unparsed);
    all.map(|(code, text)| Diagnostic {
        code,
        count: 1,
        text,
        warning: false,
        byte: None,
        amount_us: None,
    })
    .collect()
}
