//! The sums of a pass as the lists that are answered.

use super::group::WorkGroup;
use super::names::NameId;
use super::span::SpanWork;
use super::sweep::{Counted, Sums};
use super::tree::{Node, ROOT};
use super::{Work, domain};
use crate::facts::Facts;
use crate::texts::TextId;
use crate::user_timing::shortened;
use lagometer_metric::Micros;
use std::cmp::Reverse;
use std::collections::BTreeMap;

/// Time by kind of work.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct GroupTimes(pub(crate) [i64; WorkGroup::ALL.len()]);

impl GroupTimes {
    /// The time of one kind.
    pub fn of(&self, group: WorkGroup) -> Micros {
        Micros(self.0[group as usize])
    }

    /// The time of all.
    pub fn total(&self) -> Micros {
        Micros(self.0.iter().sum())
    }

    fn add(&mut self, group: WorkGroup, time: i64) {
        self.0[group as usize] += time;
    }
}

/// The work of one name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NamedWork {
    /// The name of the events.
    pub name: String,
    /// What kind of work they are, or that of what they lie in.
    pub group: WorkGroup,
    /// How many have a part inside.
    pub count: u64,
    /// Their time without that of the events in them.
    pub self_time: Micros,
    /// Their time; one that lies in another one of the name counts once.
    pub total: Micros,
}

/// The work of one script or document.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UrlWork {
    /// Its URL; absent for what no event tells whose it is.
    pub url: Option<String>,
    /// Time by kind of work.
    pub groups: GroupTimes,
}

/// The work of one domain.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DomainWork {
    /// The host of the URLs, or the scheme where they have none; absent as above.
    pub domain: Option<String>,
    /// Time by kind of work.
    pub groups: GroupTimes,
}

/// A node of a tree of names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TreeRow {
    /// The place in the list of the node that it hangs on.
    pub parent: Option<usize>,
    /// The name of the events.
    pub name: String,
    /// Whose work it is.
    pub url: Option<String>,
    /// What kind of work.
    pub group: WorkGroup,
    /// How many events.
    pub count: u64,
    /// From tasks down: the time of the events without that of the events in them. From names up: how
    /// much of the time of the name lay in this.
    pub self_time: Micros,
    /// From tasks down: the time of the events. From names up: the same as above.
    pub total: Micros,
}

/// What ran in a stretch of time.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SpanRow {
    /// Time by kind of work.
    pub groups: GroupTimes,
    /// The script or document with most of the time.
    pub url: Option<String>,
    /// How long that worked.
    pub url_time: Micros,
    /// Styles and layout that script asked for before they were due.
    pub forced: Counted,
    /// The names with most time, most first; only of the longest stretches.
    pub scripts: Vec<ScriptWork>,
}

/// Time of one name and script in a stretch of time.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ScriptWork {
    /// The name of the events.
    pub name: String,
    /// Whose work it is.
    pub url: Option<String>,
    /// What kind of work.
    pub group: WorkGroup,
    /// The time of the events without that of the events in them.
    pub self_time: Micros,
}

/// How many rows a list has.
const LISTED: usize = 300;
/// How many rows what ran in a stretch has.
const SPAN_LISTED: usize = 8;
/// How far up from a name it is told what it lay in.
const DEPTH: usize = 4;

/// What rows are made from.
pub(super) struct Rows<'v> {
    pub(super) facts: &'v Facts,
    pub(super) sums: &'v Sums,
}

/// Sums by name and kind.
#[derive(Clone, Copy, Default)]
struct NameSum {
    count: u64,
    self_time: i64,
    total: i64,
}

impl Rows<'_> {
    pub(super) fn work(
        &self,
        long_tasks: BTreeMap<(Micros, Micros), SpanRow>,
        interactions: BTreeMap<usize, SpanRow>,
    ) -> Work {
        let Sums {
            tree,
            groups,
            in_tasks,
            forced,
            garbage_collection,
            script_compile,
            forced_tasks,
            overlaps,
        } = self.sums;
        let (names, garbage_collection_kinds, script_compile_kinds) = self.names();
        let urls = self.urls();
        let domains = domains(&urls);
        let (top_down, top_down_total) = self.top_down();
        let (bottom_up, bottom_up_total) = self.bottom_up();
        Work {
            groups: GroupTimes(*groups),
            in_tasks: Micros(*in_tasks),
            names_total: names.len() as u64,
            names: first(names),
            urls_total: urls.len() as u64,
            urls: first(urls),
            domains_total: domains.len() as u64,
            domains: first(domains),
            top_down,
            top_down_total,
            bottom_up,
            bottom_up_total,
            is_complete: !tree.is_cut,
            overlaps: *overlaps,
            long_tasks,
            interactions,
            forced: *forced,
            forced_tasks: forced_tasks.listed(),
            forced_tasks_total: forced_tasks.count,
            garbage_collection: *garbage_collection,
            garbage_collection_kinds,
            script_compile: *script_compile,
            script_compile_kinds,
        }
    }

    /// What ran in a stretch of time.
    pub(super) fn span(&self, seen: &SpanWork, is_detailed: bool) -> SpanRow {
        let mut by_url: BTreeMap<Option<TextId>, i64> = BTreeMap::new();
        let mut by_name: BTreeMap<(NameId, Option<TextId>, WorkGroup), i64> = BTreeMap::new();
        for (node, time) in &seen.nodes {
            let node = &self.sums.tree.nodes[*node as usize];
            *by_url.entry(node.url).or_default() += time;
            if is_detailed {
                *by_name.entry((node.name, node.url, node.group)).or_default() += time;
            }
        }
        let known = by_url
            .into_iter()
            .filter_map(|(url, time)| Some((self.url(url)?, time)));
        let most = known.max_by(|a, b| (a.1, &b.0).cmp(&(b.1, &a.0)));
        let mut scripts: Vec<ScriptWork> = by_name
            .into_iter()
            .map(|((name, url, group), time)| ScriptWork {
                name: self.name(name),
                url: self.url(url),
                group,
                self_time: Micros(time),
            })
            .collect();
        scripts.sort_by(|a, b| (b.self_time, &a.name, &a.url).cmp(&(a.self_time, &b.name, &b.url)));
        scripts.truncate(SPAN_LISTED);
        SpanRow {
            groups: GroupTimes(seen.groups),
            url_time: most.as_ref().map_or(Micros::ZERO, |(_, time)| Micros(*time)),
            url: most.map(|(url, _)| url),
            forced: Counted {
                count: seen.forced_count,
                total: Micros(seen.forced),
            },
            scripts,
        }
    }

    /// Every name, and those that collect garbage or compile scripts; most first.
    fn names(&self) -> (Vec<NamedWork>, Vec<NamedWork>, Vec<NamedWork>) {
        let nodes = &self.sums.tree.nodes;
        let mut sums: BTreeMap<(NameId, WorkGroup), NameSum> = BTreeMap::new();
        for node in nodes.iter().skip(1) {
            let sum = sums.entry((node.name, node.group)).or_default();
            sum.count += node.count;
            sum.self_time += node.self_time;
            // What lies in one of the same name is counted with that.
            if !self.lies_in_its_name(node) {
                sum.total = sum.total.saturating_add(node.total);
            }
        }
        let of = |which: &dyn Fn(NameId, WorkGroup) -> bool| {
            let found = sums.iter().filter(|((name, group), _)| which(*name, *group));
            let mut rows: Vec<NamedWork> = found
                .map(|((name, group), sum)| NamedWork {
                    name: self.name(*name),
                    group: *group,
                    count: sum.count,
                    self_time: Micros(sum.self_time),
                    total: Micros(sum.total),
                })
                .filter(|row| row.count > 0)
                .collect();
            rows.sort_by(|a, b| {
                let key = |row: &NamedWork| (Reverse(row.self_time), Reverse(row.total));
                key(a)
                    .cmp(&key(b))
                    .then_with(|| (&a.name, a.group).cmp(&(&b.name, b.group)))
            });
            rows
        };
        let own = |name: NameId| self.facts.work_names.traits_of(name).group;
        let own_is = |wanted: WorkGroup| move |name: NameId, _: WorkGroup| own(name) == Some(wanted);
        (
            of(&|_, _| true),
            of(&own_is(WorkGroup::GarbageCollection)),
            of(&own_is(WorkGroup::ScriptCompile)),
        )
    }

    fn lies_in_its_name(&self, node: &Node) -> bool {
        let nodes = &self.sums.tree.nodes;
        let mut at = node.parent;
        while at != ROOT {
            let around = &nodes[at as usize];
            if (around.name, around.group) == (node.name, node.group) {
                return true;
            }
            at = around.parent;
        }
        false
    }

    /// Every URL, most first.
    fn urls(&self) -> Vec<UrlWork> {
        let mut sums: BTreeMap<Option<TextId>, GroupTimes> = BTreeMap::new();
        for node in self.sums.tree.nodes.iter().filter(|node| node.self_time > 0) {
            sums.entry(node.url).or_default().add(node.group, node.self_time);
        }
        let row = |(url, groups): (Option<TextId>, GroupTimes)| UrlWork {
            url: self.url(url),
            groups,
        };
        let mut rows: Vec<UrlWork> = sums.into_iter().map(row).collect();
        rows.sort_by(|a, b| (b.groups.total(), &a.url).cmp(&(a.groups.total(), &b.url)));
        rows
    }

    /// The nodes with most time, each behind what it lies in.
    fn top_down(&self) -> (Vec<TreeRow>, u64) {
        let nodes = &self.sums.tree.nodes;
        let mut order: Vec<u32> = (1..nodes.len() as u32)
            .filter(|at| nodes[*at as usize].count > 0)
            .collect();
        let total = order.len() as u64;
        order.sort_by_key(|at| (Reverse(nodes[*at as usize].total), *at));
        let mut listed = vec![false; nodes.len()];
        let mut count = 0;
        for at in order {
            // With a node all that it lies in is listed.
            let mut missing = Vec::new();
            let mut up = at;
            while up != ROOT && !listed[up as usize] {
                missing.push(up);
                up = nodes[up as usize].parent;
            }
            if count + missing.len() > LISTED {
                break;
            }
            count += missing.len();
            for up in missing {
                listed[up as usize] = true;
            }
        }
        let hung = (1..nodes.len() as u32).filter(|at| listed[*at as usize]);
        let items = hung.map(|at| {
            let node = &nodes[at as usize];
            let item = Item {
                name: node.name,
                url: node.url,
                group: node.group,
                count: node.count,
                self_time: node.self_time,
                total: node.total,
            };
            (at, node.parent, item)
        });
        (self.tree_rows(items), total)
    }

    /// The time of each name by what it lay in.
    fn bottom_up(&self) -> (Vec<TreeRow>, u64) {
        let nodes = &self.sums.tree.nodes;
        // A node of this tree: what it hangs on, and its own sums. The first is no name.
        let mut items: Vec<(u32, Item)> = vec![(ROOT, Item::of(&nodes[0]))];
        let mut places: BTreeMap<(u32, NameId, Option<TextId>, WorkGroup), u32> = BTreeMap::new();
        for node in nodes.iter().skip(1).filter(|node| node.self_time > 0) {
            let (mut hang_on, mut up) = (ROOT, node);
            for level in 0..=DEPTH {
                // A name is one row, whoever's it was; what it lay in is told by script.
                let url = if level == 0 { None } else { up.url };
                let place = *places
                    .entry((hang_on, up.name, url, up.group))
                    .or_insert_with(|| {
                        items.push((
                            hang_on,
                            Item {
                                url,
                                count: 0,
                                self_time: 0,
                                total: 0,
                                ..Item::of(up)
                            },
                        ));
                        (items.len() - 1) as u32
                    });
                let item = &mut items[place as usize].1;
                item.count += node.count;
                item.self_time += node.self_time;
                item.total += node.self_time;
                if up.parent == ROOT {
                    break;
                }
                (hang_on, up) = (place, &nodes[up.parent as usize]);
            }
        }
        let total = (items.len() - 1) as u64;
        // What hangs on another node has no more time than that, and comes behind it.
        let mut order: Vec<u32> = (1..items.len() as u32).collect();
        order.sort_by_key(|at| (Reverse(items[*at as usize].1.self_time), *at));
        order.truncate(LISTED);
        order.sort_unstable();
        let listed = order
            .into_iter()
            .map(|at| (at, items[at as usize].0, items[at as usize].1));
        (self.tree_rows(listed), total)
    }

    /// A tree in order of display: a node before what hangs on it, of several the longest first. Nodes
    /// come with their number and that of what they hang on, which came before.
    fn tree_rows(&self, items: impl Iterator<Item = (u32, u32, Item)>) -> Vec<TreeRow> {
        let mut children: BTreeMap<u32, Vec<(u32, Item)>> = BTreeMap::new();
        for (at, hangs_on, item) in items {
            children.entry(hangs_on).or_default().push((at, item));
        }
        for hanging in children.values_mut() {
            let key = |item: &Item| (item.total, item.self_time);
            // The last is taken first.
            hanging.sort_by(|(a_at, a), (b_at, b)| key(a).cmp(&key(b)).then_with(|| b_at.cmp(a_at)));
        }
        let mut rows = Vec::new();
        let mut path: Vec<(u32, Option<usize>)> = vec![(ROOT, None)];
        while let Some((at, parent)) = path.last().copied() {
            let Some((child, item)) = children.get_mut(&at).and_then(Vec::pop) else {
                path.pop();
                continue;
            };
            path.push((child, Some(rows.len())));
            rows.push(TreeRow {
                parent,
                name: self.name(item.name),
                url: self.url(item.url),
                group: item.group,
                count: item.count,
                self_time: Micros(item.self_time),
                total: Micros(item.total),
            });
        }
        rows
    }

    fn name(&self, name: NameId) -> String {
        shortened(&self.facts.work_names.text_of(name))
    }

    fn url(&self, url: Option<TextId>) -> Option<String> {
        Some(shortened(&self.facts.texts.text_of(url?)))
    }
}

/// A node of a tree on its way into a row.
#[derive(Clone, Copy)]
struct Item {
    name: NameId,
    url: Option<TextId>,
    group: WorkGroup,
    count: u64,
    self_time: i64,
    total: i64,
}

impl Item {
    fn of(node: &Node) -> Item {
        Item {
            name: node.name,
            url: node.url,
            group: node.group,
            count: node.count,
            self_time: node.self_time,
            total: node.total,
        }
    }
}

fn first<T>(mut rows: Vec<T>) -> Vec<T> {
    rows.truncate(LISTED);
    rows
}

fn domains(urls: &[UrlWork]) -> Vec<DomainWork> {
    let mut sums: BTreeMap<Option<String>, GroupTimes> = BTreeMap::new();
    for row in urls {
        let sum = sums.entry(row.url.as_deref().map(domain::of_url)).or_default();
        for group in WorkGroup::ALL {
            sum.add(group, row.groups.of(group).0);
        }
    }
    let row = |(domain, groups)| DomainWork { domain, groups };
    let mut rows: Vec<DomainWork> = sums.into_iter().map(row).collect();
    rows.sort_by(|a, b| (b.groups.total(), &a.domain).cmp(&(a.groups.total(), &b.domain)));
    rows
}
