//! Objects by constructor: by kind and name, and by source location where that is asked for.

use crate::{Heap, NodeOrdinal, Place, Snapshot};
use std::collections::BTreeMap;

/// What makes two objects members of the same group.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GroupBy {
    /// Kind and name.
    KindAndName,
    /// Kind, name, and where the function or constructor stands.
    Location,
}

/// Every group of a heap, and to which each object belongs.
#[derive(Clone, Debug)]
pub struct Groups {
    /// The groups, in the order in which their first members stand in the file.
    pub groups: Vec<Group>,
    of: Vec<u32>,
}

/// Objects of the same kind and name. That is no class loader, realm or module: two pages in one
/// heap may have a class of the same name each.
#[derive(Clone, Debug)]
pub struct Group {
    /// The code of the kind.
    pub kind: u8,
    /// The name.
    pub name: GroupName,
    /// Where all members stand that stand anywhere, if that is one place.
    pub place: Option<Place>,
    /// How many members there are.
    pub count: u64,
    /// Their own bytes.
    pub shallow: u64,
    /// How many of them are reachable.
    pub reachable: u64,
    /// The member that retains most, and how much.
    pub largest: Option<(NodeOrdinal, u64)>,
    /// What the members retain that no other member dominates: at most what the group retains.
    pub outermost: u64,
    /// Whether the engine made them and not the page.
    pub engine: bool,
    places: Places,
}

/// The name of a group.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum GroupName {
    /// The name of its objects: its index in the table of strings.
    Shared(u32),
    /// Elements of a document have a name with their attributes; they are grouped by tag.
    Tag(String),
    /// The names of its objects are values, as those of strings are; they share the kind alone.
    Kind,
}

/// The order of groups.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GroupOrder {
    /// By what the outermost members retain.
    Retained,
    /// By the members' own bytes.
    Shallow,
    /// By the number of members.
    Count,
    /// By the member that retains most.
    Largest,
    /// By kind and name.
    Name,
}

/// The members of some groups.
pub type Membership = Vec<Vec<NodeOrdinal>>;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Places {
    None,
    One,
    Several,
}

/// Kinds whose objects have a value for a name.
const VALUES: [&str; 7] = [
    "string",
    "concatenated string",
    "sliced string",
    "number",
    "bigint",
    "symbol",
    "regexp",
];

/// Kinds that the engine makes for itself.
const ENGINE_KINDS: [&str; 6] = ["array", "code", "hidden", "number", "object shape", "synthetic"];

/// How the names of the engine's own objects start.
const ENGINE_NAMES: [&str; 2] = ["blink::", "system /"];

impl Groups {
    /// Puts every object into its group.
    pub fn new(heap: &Heap, by: GroupBy) -> Groups {
        let mut groups = Gathering::new(heap.snapshot()).gather(by);
        groups.measure(heap);
        groups
    }

    /// The places in [`groups`](Groups::groups) of those for which `wanted` holds, in this order;
    /// equal ones by kind and name.
    pub fn ordered(
        &self,
        snapshot: &Snapshot,
        order: GroupOrder,
        wanted: impl Fn(&Group) -> bool,
    ) -> Vec<usize> {
        // Where all members have places, the group without one stays empty.
        let holds = |place: &usize| self.groups[*place].count > 0 && wanted(&self.groups[*place]);
        let mut places: Vec<usize> = (0..self.groups.len()).filter(holds).collect();
        places.sort_by(|a, b| {
            let (a, b) = (&self.groups[*a], &self.groups[*b]);
            let by_name = || a.title(snapshot).cmp(&b.title(snapshot));
            let most_first = match order {
                GroupOrder::Retained => b.outermost.cmp(&a.outermost),
                GroupOrder::Shallow => b.shallow.cmp(&a.shallow),
                GroupOrder::Count => b.count.cmp(&a.count),
                GroupOrder::Largest => b
                    .largest
                    .map(|(_, size)| size)
                    .cmp(&a.largest.map(|(_, size)| size)),
                GroupOrder::Name => std::cmp::Ordering::Equal,
            };
            most_first
                .then(b.shallow.cmp(&a.shallow).then_with(by_name))
                .then_with(|| {
                    let place = |group: &Group| {
                        group
                            .place
                            .map(|place| (place.script_id, place.line, place.column))
                    };
                    place(a).cmp(&place(b))
                })
        });
        if order == GroupOrder::Name {
            places.sort_by(|a, b| {
                self.groups[*a]
                    .title(snapshot)
                    .cmp(&self.groups[*b].title(snapshot))
            });
        }
        places
    }

    /// The members of these groups, each in the order of the file.
    pub fn members(&self, places: &[usize]) -> Membership {
        let mut slots = vec![usize::MAX; self.groups.len()];
        for (slot, place) in places.iter().enumerate() {
            slots[*place] = slot;
        }
        let mut members = vec![Vec::new(); places.len()];
        for (node, group) in self.of.iter().enumerate() {
            if let Some(list) = members.get_mut(slots[*group as usize]) {
                list.push(NodeOrdinal(node as u32));
            }
        }
        members
    }

    /// Fills in what comes from the graph.
    fn measure(&mut self, heap: &Heap) {
        // Where the part of the tree of dominators ends that the last member seen retains.
        let mut ends = vec![0_u32; self.groups.len()];
        for (place, end, node) in heap.dominator_ranges() {
            let number = self.of[node.index()] as usize;
            let group = &mut self.groups[number];
            // The tree of dominators holds reachable objects alone, and those have a size.
            let Some(size) = heap.retained(node) else {
                continue;
            };
            group.reachable += 1;
            if group.largest.is_none_or(|(_, largest)| size > largest) {
                group.largest = Some((node, size));
            }
            if place >= ends[number] {
                group.outermost += size;
                ends[number] = end;
            }
        }
    }
}

impl Group {
    /// Kind and name, for ordering.
    pub fn title<'a>(&'a self, snapshot: &'a Snapshot) -> (&'a str, &'a str) {
        (
            &snapshot.kinds()[usize::from(self.kind)],
            self.name_text(snapshot).unwrap_or(""),
        )
    }

    /// The name; none where the members share their kind alone.
    pub fn name_text<'a>(&'a self, snapshot: &'a Snapshot) -> Option<&'a str> {
        match &self.name {
            GroupName::Shared(index) => Some(snapshot.strings().get(*index)),
            GroupName::Tag(tag) => Some(tag),
            GroupName::Kind => None,
        }
    }
}

/// Groups while they are found.
struct Gathering<'a> {
    snapshot: &'a Snapshot,
    groups: Vec<Group>,
    of: Vec<u32>,
    /// The first group of each name, and for each group the next one of the same name.
    heads: Vec<u32>,
    next: Vec<u32>,
    tags: BTreeMap<&'a str, u32>,
    by_kind: BTreeMap<u8, u32>,
    by_place: BTreeMap<(u32, u64, u32, u32), u32>,
}

const NONE: u32 = u32::MAX;

impl<'a> Gathering<'a> {
    fn new(snapshot: &'a Snapshot) -> Gathering<'a> {
        Gathering {
            snapshot,
            groups: Vec::new(),
            of: Vec::with_capacity(snapshot.node_count() as usize),
            heads: vec![NONE; snapshot.strings().len()],
            next: Vec::new(),
            tags: BTreeMap::new(),
            by_kind: BTreeMap::new(),
            by_place: BTreeMap::new(),
        }
    }

    fn gather(mut self, by: GroupBy) -> Groups {
        let kinds = self.snapshot.kinds();
        let is_value: Vec<bool> = kinds.iter().map(|kind| VALUES.contains(&kind.as_str())).collect();
        let native = kinds.iter().position(|kind| kind == "native");
        let mut places = self.snapshot.places.iter().peekable();
        for node in self.snapshot.nodes() {
            let kind = self.snapshot.kind_code(node);
            let place = places.next_if(|(at, _)| *at == node).map(|(_, place)| *place);
            let mut group = if is_value[usize::from(kind)] {
                self.of_kind(kind)
            } else {
                let name = self.snapshot.name_index(node);
                let tag = (native == Some(usize::from(kind))).then(|| tag(self.snapshot.strings().get(name)));
                match tag.flatten() {
                    Some(tag) => self.of_tag(kind, tag),
                    None => self.of_name(kind, name),
                }
            };
            if let (GroupBy::Location, Some(place)) = (by, place) {
                group = self.of_place(group, place);
            }
            let known = &mut self.groups[group as usize];
            known.count += 1;
            known.shallow += self.snapshot.self_size(node);
            match (known.places, place) {
                (Places::None, Some(_)) => (known.places, known.place) = (Places::One, place),
                (Places::One, Some(_)) if known.place != place => {
                    (known.places, known.place) = (Places::Several, None);
                }
                _ => {}
            }
            self.of.push(group);
        }
        Groups {
            groups: self.groups,
            of: self.of,
        }
    }

    fn of_name(&mut self, kind: u8, name: u32) -> u32 {
        let mut at = self.heads[name as usize];
        while at != NONE {
            if self.groups[at as usize].kind == kind {
                return at;
            }
            at = self.next[at as usize];
        }
        let group = self.open(kind, GroupName::Shared(name));
        self.next[group as usize] = std::mem::replace(&mut self.heads[name as usize], group);
        group
    }

    fn of_kind(&mut self, kind: u8) -> u32 {
        if let Some(group) = self.by_kind.get(&kind) {
            return *group;
        }
        let group = self.open(kind, GroupName::Kind);
        self.by_kind.insert(kind, group);
        group
    }

    fn of_tag(&mut self, kind: u8, tag: &'a str) -> u32 {
        if let Some(group) = self.tags.get(tag) {
            return *group;
        }
        let group = self.open(kind, GroupName::Tag(format!("{tag}>")));
        self.tags.insert(tag, group);
        group
    }

    fn of_place(&mut self, group: u32, place: Place) -> u32 {
        let key = (group, place.script_id, place.line, place.column);
        if let Some(group) = self.by_place.get(&key) {
            return *group;
        }
        let (kind, name) = (
            self.groups[group as usize].kind,
            self.groups[group as usize].name.clone(),
        );
        let new = self.open(kind, name);
        self.by_place.insert(key, new);
        new
    }

    fn open(&mut self, kind: u8, name: GroupName) -> u32 {
        let kind_name = &self.snapshot.kinds()[usize::from(kind)];
        let engine_name = match &name {
            GroupName::Shared(index) => {
                let name = self.snapshot.strings().get(*index);
                ENGINE_NAMES.iter().any(|start| name.starts_with(start))
            }
            GroupName::Tag(_) | GroupName::Kind => false,
        };
        self.groups.push(Group {
            kind,
            name,
            place: None,
            count: 0,
            shallow: 0,
            reachable: 0,
            largest: None,
            outermost: 0,
            engine: engine_name || ENGINE_KINDS.contains(&kind_name.as_str()),
            places: Places::None,
        });
        self.next.push(NONE);
        self.groups.len() as u32 - 1
    }
}

/// The start of the name of an element, `<div` of `<div class="a">`.
fn tag(name: &str) -> Option<&str> {
    if !name.starts_with('<') {
        return None;
    }
    name.split([' ', '>', '\n', '\t']).next()
}
