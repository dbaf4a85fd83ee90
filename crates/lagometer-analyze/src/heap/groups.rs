//! Objects by constructor.

use super::rows::{bytes, unreachable};
use super::{HeapFile, Remark};
use lagometer_heap::{Group, GroupBy, GroupOrder, Groups};
use lagometer_metric::Unit;
use lagometer_report::{HeapCount, HeapGroup, HeapGroupsDocument, HeapGroupsOptions};

/// Which groups are wanted.
#[derive(Clone, Debug)]
pub struct GroupsOptions {
    /// Their order.
    pub sort: GroupsSort,
    /// How many are passed over first.
    pub skip: usize,
    /// How many are listed at most: 1 to 1,000.
    pub rows: usize,
    /// Whether those of the engine are listed.
    pub engine: bool,
    /// Whether objects of different places are in different groups.
    pub by_location: bool,
    /// Only those of this kind.
    pub kind: Option<String>,
    /// Only those with this in their name.
    pub name: Option<String>,
}

/// The order of groups.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GroupsSort {
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

impl GroupsSort {
    /// The name on the wire.
    pub fn name(self) -> &'static str {
        match self {
            GroupsSort::Retained => "retained",
            GroupsSort::Shallow => "shallow",
            GroupsSort::Count => "count",
            GroupsSort::Largest => "largest",
            GroupsSort::Name => "name",
        }
    }

    fn order(self) -> GroupOrder {
        match self {
            GroupsSort::Retained => GroupOrder::Retained,
            GroupsSort::Shallow => GroupOrder::Shallow,
            GroupsSort::Count => GroupOrder::Count,
            GroupsSort::Largest => GroupOrder::Largest,
            GroupsSort::Name => GroupOrder::Name,
        }
    }
}

impl HeapFile {
    /// Objects by constructor. What a group retains is computed for those that are listed.
    pub fn groups(&self, options: &GroupsOptions) -> HeapGroupsDocument {
        let snapshot = self.heap.snapshot();
        let by = match options.by_location {
            true => GroupBy::Location,
            false => GroupBy::KindAndName,
        };
        let groups = Groups::new(&self.heap, by);
        let wanted = |group: &Group| {
            let (kind, name) = group.title(snapshot);
            (options.engine || !group.engine)
                && options.kind.as_ref().is_none_or(|wanted| wanted == kind)
                && options
                    .name
                    .as_ref()
                    .is_none_or(|wanted| name.contains(wanted.as_str()))
        };
        let order = groups.ordered(snapshot, options.sort.order(), wanted);
        let listed: Vec<usize> = order
            .iter()
            .copied()
            .skip(options.skip)
            .take(options.rows)
            .collect();
        let retained = self.heap.retained_by_groups(&groups.members(&listed));
        let rows = listed.iter().zip(retained).enumerate();
        let rows = rows.map(|(index, (place, retained))| {
            let rank = (options.skip + index) as u64 + 1;
            self.group(rank, &groups.groups[*place], retained)
        });
        let rows = self.listed(rows, order.len());
        let [all, page, engine] = totals(&groups);
        HeapGroupsDocument {
            kind: "heap-groups",
            format_version: 1,
            input: self.input.clone(),
            rules: self.rules(),
            all,
            page,
            engine,
            options: HeapGroupsOptions {
                sort: options.sort.name().to_owned(),
                skip: options.skip as u64,
                rows: options.rows as u64,
                engine: options.engine,
                by_location: options.by_location,
                object_kind: options.kind.clone(),
                name: options.name.clone(),
            },
            total: order.len() as u64,
            listed: rows.rows.len() as u64,
            complete: rows.complete,
            stop_reason: rows.stop_reason,
            groups: rows.rows,
            remarks: Remark::all(&[
                Remark::Overlap,
                Remark::Group,
                Remark::Rules,
                Remark::Shallow,
                Remark::Names,
            ]),
            diagnostics: self.diagnostics.clone(),
        }
    }

    fn group(&self, rank: u64, group: &Group, retained: u64) -> HeapGroup {
        let snapshot = self.heap.snapshot();
        let (kind, _) = group.title(snapshot);
        HeapGroup {
            rank,
            kind: kind.to_owned(),
            name: group.name_text(snapshot).map(str::to_owned),
            place: group.place.map(|place| self.place(&place)),
            engine: group.engine,
            count: group.count,
            reachable: group.reachable,
            shallow_bytes: group.shallow,
            largest: match group.largest {
                Some((_, size)) => bytes(size),
                None => unreachable(Unit::Bytes),
            },
            largest_id: group.largest.map(|(node, _)| snapshot.id(node).to_string()),
            group_retained: match group.reachable {
                0 => unreachable(Unit::Bytes),
                _ => bytes(retained),
            },
        }
    }
}

fn totals(groups: &Groups) -> [HeapCount; 3] {
    let sum = |wanted: &dyn Fn(&Group) -> bool| {
        let of = groups.groups.iter().filter(|group| wanted(group));
        of.fold(HeapCount { nodes: 0, bytes: 0 }, |sum, group| HeapCount {
            nodes: sum.nodes + group.count,
            bytes: sum.bytes + group.shallow,
        })
    };
    [
        sum(&|_| true),
        sum(&|group| !group.engine),
        sum(&|group| group.engine),
    ]
}
