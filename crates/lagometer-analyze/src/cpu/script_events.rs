//! What a trace holds of scripts: their text and where their source maps are, as Chrome writes them with
//! the categories `disabled-by-default-devtools.v8-source-rundown` and `...-sources`.

use super::sources::RecordedScript;
use super::trace::members;
use lagometer_json::{Cursor, Kind, Raw, Stop};
use std::collections::{BTreeMap, BTreeSet};

/// Scripts on their way: their events stand anywhere in a trace.
#[derive(Default)]
pub(super) struct ScriptEvents {
    scripts: BTreeMap<Key, Script>,
    /// How many bytes of text are kept.
    kept: usize,
    /// Scripts whose text would have been more.
    left_out: BTreeSet<Key>,
}

/// More text than the scripts of a page have; what is beyond is left out.
const KEPT_BYTES: usize = 64 << 20;

/// The process, the isolate as it is written, and the number of the script in it.
type Key = (i64, Vec<u8>, i64);

#[derive(Default)]
struct Script {
    about: RecordedScript,
    /// A long text comes in parts, by their number.
    parts: BTreeMap<i64, String>,
    /// How many there are.
    parts_of: Option<i64>,
}

/// What an event says.
#[derive(Default)]
struct Said {
    isolate: Vec<u8>,
    script: Option<i64>,
    url: Option<String>,
    map_url: Option<String>,
    text: Option<String>,
    part: Option<i64>,
    parts_of: Option<i64>,
}

impl ScriptEvents {
    /// Whether an event of this name says something of a script.
    #[inline]
    pub(super) fn is_of(name: &[u8]) -> bool {
        matches!(name, b"ScriptCatchup" | b"LargeScriptCatchup" | b"ScriptCompiled")
    }

    /// Takes such an event; what is not as expected in it is passed over.
    pub(super) fn push(&mut self, pid: i64, args: Raw<'_>) {
        let mut said = Said::default();
        // What was found before a value of the wrong kind stays.
        let _ = members(&mut args.cursor(), &mut |key, cursor| match key {
            b"data" => members(cursor, &mut |key, cursor| said.field(key, cursor)),
            _ => cursor.skip(),
        });
        let Some(number) = said.script else { return };
        let key = (pid, said.isolate, number);
        let mut text = said.text;
        if text.take_if(|text| self.kept + text.len() > KEPT_BYTES).is_some() {
            self.left_out.insert(key.clone());
        }
        self.kept += text.as_ref().map_or(0, String::len);
        let script = self.scripts.entry(key).or_default();
        if let Some(url) = said.url {
            script.about.url = url;
        }
        if said.map_url.is_some() {
            script.about.map_url = said.map_url;
        }
        match (text, said.part) {
            (Some(text), Some(part)) => {
                script.parts.insert(part, text);
                script.parts_of = said.parts_of.or(script.parts_of);
            }
            (Some(text), None) => script.about.text = Some(text),
            (None, _) => {}
        }
    }

    /// Those with an address, and how many texts were left out by the limit; a text of which a part is
    /// missing is none.
    pub(super) fn finish(self) -> (Vec<RecordedScript>, u64) {
        let scripts = self.scripts.into_values().map(Script::finish);
        let scripts = scripts.filter(|script| !script.url.is_empty()).collect();
        (scripts, self.left_out.len() as u64)
    }
}

impl Script {
    fn finish(self) -> RecordedScript {
        let mut about = self.about;
        // V8 cuts between bytes: half a character would move all columns behind it.
        let is_damaged = self.parts.values().any(|part| part.contains('\u{fffd}'));
        let is_whole = self.parts_of == Some(self.parts.len() as i64) && !is_damaged;
        if about.text.is_none() && is_whole && self.parts.keys().copied().eq(0..self.parts.len() as i64) {
            about.text = Some(self.parts.into_values().collect());
        }
        about
    }
}

impl Said {
    fn field(&mut self, key: &[u8], cursor: &mut Cursor<'_>) -> Result<(), Stop> {
        match key {
            b"isolate" => self.isolate = cursor.raw()?.bytes.to_vec(),
            b"scriptId" => self.script = whole(cursor)?,
            b"url" => self.url = text(cursor)?,
            b"sourceMapUrl" => self.map_url = text(cursor)?,
            b"sourceText" => self.text = text(cursor)?,
            b"splitIndex" => self.part = whole(cursor)?,
            b"splitCount" => self.parts_of = whole(cursor)?,
            _ => cursor.skip()?,
        }
        Ok(())
    }
}

fn text(cursor: &mut Cursor<'_>) -> Result<Option<String>, Stop> {
    if cursor.peek()? != Kind::String {
        cursor.skip()?;
        return Ok(None);
    }
    Ok(Some(cursor.string()?.decode().into_owned()))
}

fn whole(cursor: &mut Cursor<'_>) -> Result<Option<i64>, Stop> {
    if cursor.peek()? != Kind::Number {
        cursor.skip()?;
        return Ok(None);
    }
    Ok(cursor.number()?.round_i64().map(|(number, _)| number))
}

#[cfg(test)]
mod tests;
