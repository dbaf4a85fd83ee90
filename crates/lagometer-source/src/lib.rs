//! Generated position in, original place, name and lines out.
//!
//! Goes in: what a script said of itself (its URL, its text, where its source map is) and positions
//! in it, as CPU profiles, traces and heap snapshots give them. Comes out: the place in the source
//! that a person wrote, the name that the function has there and how that is known, and the lines
//! around a place. Files come in through [`Files`]: nothing is read from a disk or a network here.
//!
//! It refuses to guess: a position is never mapped by a mapping of another line, a name is only
//! taken where it provably belongs to the function and not to something beside it, and what is
//! missing or broken is said in a [`Missing`], never answered with something near.
//!
//! ```
//! use lagometer_source::{Files, Found, NameSource, Position, Resolver, Script};
//!
//! struct Folder;
//! impl Files for Folder {
//!     fn read(&self, name: &str) -> Found {
//!         match name {
//!             "/app/bundle.js.map" => Found::Text(
//!                 r#"{"version":3,"sources":["grid.ts"],"names":["sortRows"],
//!                     "sourcesContent":["export function sortRows(rows) { return rows; }"],
//!                     "mappings":"AAAO,SAASA,EAAS"}"#.into(),
//!             ),
//!             _ => Found::Nothing,
//!         }
//!     }
//! }
//!
//! let mut resolver = Resolver::new(&Folder);
//! let script = resolver.add(Script {
//!     url: "/app/bundle.js",
//!     text: Some("function a(b){return b}\n//# sourceMappingURL=bundle.js.map"),
//!     map_url: None,
//!     map_file: None,
//! });
//! let function = resolver.function(script, Position { line: 1, column: 11 }, "a");
//! assert_eq!(function.name.text, "sortRows");
//! assert_eq!(function.name.from, NameSource::MapName);
//! assert_eq!(function.place.unwrap().source, "/app/grid.ts");
//! ```
#![deny(missing_docs)]

mod address;
mod excerpt;
mod functions;
mod line_index;
mod map;
mod map_url;
mod position;
mod resolver;

pub use excerpt::{Excerpt, ExcerptLine};
pub use functions::Deed;
pub use map::MapError;
pub use position::Position;
pub use resolver::{
    Files, Found, Function, LineDeed, Missing, Name, NameSource, Place, Resolver, Script, ScriptId, Wanted,
};
