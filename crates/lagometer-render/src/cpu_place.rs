//! Names and places of functions as people read them.

use lagometer_report::{CpuFunction, CpuPlace};
use std::collections::BTreeSet;

/// A function without a name, as DevTools calls it.
const ANONYMOUS: &str = "(anonymous)";
/// In the place of a script.
const NATIVE: &str = "native";

/// A function's name; of one without a name the word for that.
pub(crate) fn function_name(name: &str) -> String {
    match name {
        "" => ANONYMOUS.to_owned(),
        name => name.to_owned(),
    }
}

/// The same, with what a function without a name is for: `(callback of map in renderRows)`.
pub(crate) fn name_or_role(function: &CpuFunction) -> String {
    match (function.name.as_str(), &function.role) {
        ("", Some(role)) => format!("({role})"),
        (name, _) => function_name(name),
    }
}

/// How places are shortened: the origin is left out where there is only one.
pub(crate) struct Places {
    one_origin: bool,
}

impl Places {
    /// For these functions.
    pub(crate) fn of(functions: &[CpuFunction]) -> Places {
        let origins: BTreeSet<&str> = functions
            .iter()
            .filter_map(|function| Some(split(&function.generated.url)?.0))
            .collect();
        Places {
            one_origin: origins.len() <= 1,
        }
    }

    /// Where a function begins: `/app.js:11445:16`, `native`.
    pub(crate) fn text(&self, function: &CpuFunction) -> String {
        if function.native {
            return NATIVE.to_owned();
        }
        match &function.original.value {
            Some(original) => match original.column {
                Some(column) => format!("{}:{}:{column}", original.source, original.line),
                None => format!("{}:{}", original.source, original.line),
            },
            None => self.place(&function.generated),
        }
    }

    /// A place in a script.
    pub(crate) fn place(&self, place: &CpuPlace) -> String {
        let mut text = self.url(&place.url);
        for number in [place.line, place.column].into_iter().map_while(|number| number) {
            text.push_str(&format!(":{number}"));
        }
        text
    }

    /// The address of a script: its path, and its host where there are several.
    pub(crate) fn url(&self, url: &str) -> String {
        match split(url) {
            Some((_, path)) if self.one_origin && !path.is_empty() => path.to_owned(),
            Some((origin, path)) => format!("{}{path}", host(origin)),
            None if url.is_empty() => "(no script)".to_owned(),
            None => url.to_owned(),
        }
    }
}

/// The origin of an address, and what follows.
fn split(url: &str) -> Option<(&str, &str)> {
    let after = ["http://", "https://", "file://"]
        .iter()
        .find(|scheme| url.starts_with(**scheme))?
        .len();
    let path = url[after..].find('/').map_or(url.len(), |at| after + at);
    Some(url.split_at(path))
}

fn host(origin: &str) -> &str {
    origin.split_once("://").map_or(origin, |(_, host)| host)
}
