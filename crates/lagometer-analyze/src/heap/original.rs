//! Places of functions and constructors where they were written.

use crate::scripts::{self, Scripts, written};
use crate::{Files, ScriptMap};
use lagometer_report::{
    CpuOriginal, Diagnostic, HeapAllocationsDocument, HeapCyclesDocument, HeapDominatorsDocument,
    HeapEdgeList, HeapFrame, HeapGroup, HeapGroupsDocument, HeapObject, HeapObjectDocument, HeapObjectRow,
    HeapObjectsDocument, HeapPathsDocument, HeapPlace, HeapSummaryDocument, HeapTreemap, HeapTreemapPart,
};
use lagometer_source::{NameSource, Position};
use std::collections::BTreeSet;

/// Where the maps of scripts are, and their sources.
#[derive(Clone, Debug, Default)]
pub struct HeapSources {
    /// Source maps that the caller names.
    pub maps: Vec<ScriptMap>,
    /// From where the sources of the maps are to be seen, in place of the maps' own addresses.
    pub root: Option<String>,
}

/// A document that shows places in scripts.
pub trait Located {
    /// Calls `each` for every place.
    fn each_place(&mut self, each: &mut dyn FnMut(PlaceOf<'_>));

    /// Where to note what is missing or broken, if there is such a place.
    fn notes(&mut self) -> Option<&mut Vec<Diagnostic>>;
}

/// A place of a function or constructor, and where its original one goes.
pub struct PlaceOf<'d> {
    /// What V8 calls it.
    name: &'d str,
    script: Option<&'d str>,
    script_id: &'d str,
    at: Option<Position>,
    original: &'d mut CpuOriginal,
    original_name: &'d mut Option<String>,
}

/// The document with the places and names that its functions were written with.
///
/// A script of which the file has no name is called `script` and its number, as it is shown, so that
/// a map can be given for it. A map that is missing or broken is a note.
pub fn with_original_places<D: Located>(mut document: D, files: &dyn Files, sources: &HeapSources) -> D {
    let mut scripts = Scripts::new(files, &sources.maps, sources.root.as_deref());
    let mut missing = BTreeSet::new();
    document.each_place(&mut |place| look_up(place, &mut scripts, &mut missing));
    let notes = scripts::notes(&missing, scripts.resolver.unparsed());
    document
        .notes()
        .into_iter()
        .for_each(|all| all.extend_from_slice(&notes));
    document
}

fn look_up(place: PlaceOf<'_>, scripts: &mut Scripts<'_, '_>, missing: &mut BTreeSet<(String, String)>) {
    let Some(at) = place.at else {
        *place.original = CpuOriginal::absent("position-unknown", "the file gives no place of it");
        return;
    };
    let script = match place.script.filter(|name| !name.is_empty()) {
        Some(name) => scripts.script(name),
        None => scripts.script(&format!("script {}", place.script_id)),
    };
    let found = scripts.resolver.function(script, at, place.name);
    let known = found.name.from != NameSource::Generated && !found.name.text.is_empty();
    *place.original_name = known.then_some(found.name.text);
    *place.original = match found.place {
        Ok(place) => CpuOriginal::at(written(place)),
        Err(why) => {
            scripts::note(&why, missing);
            CpuOriginal::absent(why.code(), why.to_string())
        }
    };
}

/// What each kind of part shows.
fn of_place(name: &str, place: Option<&mut HeapPlace>, each: &mut dyn FnMut(PlaceOf<'_>)) {
    let Some(place) = place else { return };
    each(PlaceOf {
        name,
        script: place.script.as_deref(),
        script_id: &place.script_id,
        at: Some(Position {
            line: place.line,
            column: place.column,
        }),
        original: &mut place.original,
        original_name: &mut place.original_name,
    });
}

fn of_object(object: &mut HeapObject, each: &mut dyn FnMut(PlaceOf<'_>)) {
    of_place(&object.name, object.place.as_mut(), each);
}

fn of_frame(frame: &mut HeapFrame, each: &mut dyn FnMut(PlaceOf<'_>)) {
    let at = frame.line.zip(frame.column);
    // What has neither a script nor a place is the engine's.
    if frame.script.is_empty() && at.is_none() {
        frame.original = CpuOriginal::absent("position-unknown", "the file gives no place of it");
        return;
    }
    each(PlaceOf {
        name: &frame.function,
        script: Some(&frame.script),
        script_id: &frame.script_id,
        at: at.map(|(line, column)| Position { line, column }),
        original: &mut frame.original,
        original_name: &mut frame.original_name,
    });
}

fn of_row(row: &mut HeapObjectRow, each: &mut dyn FnMut(PlaceOf<'_>)) {
    of_object(&mut row.object, each);
    if let Some(holder) = &mut row.held_by {
        of_object(&mut holder.object, each);
    }
}

fn of_edges(list: &mut HeapEdgeList, each: &mut dyn FnMut(PlaceOf<'_>)) {
    for row in &mut list.rows {
        of_object(&mut row.object, each);
    }
}

impl Located for HeapSummaryDocument {
    fn each_place(&mut self, _each: &mut dyn FnMut(PlaceOf<'_>)) {}

    fn notes(&mut self) -> Option<&mut Vec<Diagnostic>> {
        Some(&mut self.diagnostics)
    }
}

impl Located for HeapGroupsDocument {
    fn each_place(&mut self, each: &mut dyn FnMut(PlaceOf<'_>)) {
        for HeapGroup { name, place, .. } in &mut self.groups {
            of_place(name.as_deref().unwrap_or(""), place.as_mut(), each);
        }
    }

    fn notes(&mut self) -> Option<&mut Vec<Diagnostic>> {
        Some(&mut self.diagnostics)
    }
}

impl Located for HeapObjectsDocument {
    fn each_place(&mut self, each: &mut dyn FnMut(PlaceOf<'_>)) {
        self.objects.iter_mut().for_each(|row| of_row(row, each));
    }

    fn notes(&mut self) -> Option<&mut Vec<Diagnostic>> {
        Some(&mut self.diagnostics)
    }
}

impl Located for HeapObjectDocument {
    fn each_place(&mut self, each: &mut dyn FnMut(PlaceOf<'_>)) {
        of_object(&mut self.object, each);
        self.dominator
            .iter_mut()
            .for_each(|object| of_object(object, each));
        of_edges(&mut self.edges, each);
        of_edges(&mut self.retainers, each);
        let stack = self.allocation.stack.iter_mut().flatten();
        stack.for_each(|frame| of_frame(frame, each));
    }

    fn notes(&mut self) -> Option<&mut Vec<Diagnostic>> {
        Some(&mut self.diagnostics)
    }
}

impl Located for HeapDominatorsDocument {
    fn each_place(&mut self, each: &mut dyn FnMut(PlaceOf<'_>)) {
        of_object(&mut self.object, each);
        self.objects.iter_mut().for_each(|row| of_row(row, each));
    }

    fn notes(&mut self) -> Option<&mut Vec<Diagnostic>> {
        Some(&mut self.diagnostics)
    }
}

impl Located for HeapPathsDocument {
    fn each_place(&mut self, each: &mut dyn FnMut(PlaceOf<'_>)) {
        of_object(&mut self.object, each);
        let steps = self.paths.iter_mut().flat_map(|path| &mut path.steps);
        steps.for_each(|step| of_object(&mut step.object, each));
    }

    fn notes(&mut self) -> Option<&mut Vec<Diagnostic>> {
        Some(&mut self.diagnostics)
    }
}

impl Located for HeapCyclesDocument {
    fn each_place(&mut self, each: &mut dyn FnMut(PlaceOf<'_>)) {
        let members = self.cycles.iter_mut().flat_map(|cycle| &mut cycle.largest);
        members.for_each(|object| of_object(object, each));
        of_edges(&mut self.self_references, each);
    }

    fn notes(&mut self) -> Option<&mut Vec<Diagnostic>> {
        Some(&mut self.diagnostics)
    }
}

impl Located for HeapAllocationsDocument {
    fn each_place(&mut self, each: &mut dyn FnMut(PlaceOf<'_>)) {
        let frames = self.sites.iter_mut().flat_map(|site| &mut site.stack);
        frames.for_each(|frame| of_frame(frame, each));
    }

    fn notes(&mut self) -> Option<&mut Vec<Diagnostic>> {
        Some(&mut self.diagnostics)
    }
}

impl Located for HeapTreemap {
    fn each_place(&mut self, each: &mut dyn FnMut(PlaceOf<'_>)) {
        for row in &mut self.rows {
            if let HeapTreemapPart::Object(object) = &mut row.part {
                of_object(object, each);
            }
        }
    }

    fn notes(&mut self) -> Option<&mut Vec<Diagnostic>> {
        None
    }
}
