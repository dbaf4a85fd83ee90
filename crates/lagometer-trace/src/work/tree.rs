//! Events summed up by what they lay in: one node for each path of names and scripts.

use super::group::WorkGroup;
use super::names::NameId;
use crate::texts::TextId;
use std::collections::HashMap;

/// What was summed up under one path.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Node {
    /// The node around it; [`ROOT`] for what lay in nothing.
    pub(crate) parent: u32,
    pub(crate) name: NameId,
    /// Whose work it is: its own URL, or that of the nearest event around it that has one.
    pub(crate) url: Option<TextId>,
    /// Its own kind, or that of the nearest event around it that has one.
    pub(crate) group: WorkGroup,
    /// How many events have a part inside.
    pub(crate) count: u64,
    /// The sum of their parts inside.
    pub(crate) total: i64,
    /// The same without what lay in them.
    pub(crate) self_time: i64,
    /// The child that was asked for last.
    last_child: u32,
}

/// The node that is no event.
pub(crate) const ROOT: u32 = 0;
/// How many paths are told apart. Real traces have some hundreds.
pub(crate) const MOST_NODES: usize = 1 << 16;

/// All paths.
#[derive(Debug)]
pub(crate) struct Tree {
    /// A parent comes before its children.
    pub(crate) nodes: Vec<Node>,
    children: HashMap<(u32, NameId, Option<TextId>), u32>,
    /// Whether there were more paths than are told apart: what lay deeper is counted to the node above.
    pub(crate) is_cut: bool,
    most: usize,
}

impl Tree {
    pub(crate) fn new(most: usize) -> Tree {
        Tree {
            nodes: vec![Node {
                parent: ROOT,
                name: NameId(u32::MAX),
                url: None,
                group: WorkGroup::Other,
                count: 0,
                total: 0,
                self_time: 0,
                last_child: ROOT,
            }],
            children: HashMap::new(),
            is_cut: false,
            most,
        }
    }

    /// The node of this name and script in another one.
    #[inline]
    pub(crate) fn child(&mut self, parent: u32, name: NameId, url: Option<TextId>, group: WorkGroup) -> u32 {
        let last = self.nodes[parent as usize].last_child;
        let node = &self.nodes[last as usize];
        if last != ROOT && node.name == name && node.url == url {
            return last;
        }
        let child = self.look_up(parent, name, url, group);
        self.nodes[parent as usize].last_child = if child == parent { ROOT } else { child };
        child
    }

    fn look_up(&mut self, parent: u32, name: NameId, url: Option<TextId>, group: WorkGroup) -> u32 {
        if let Some(child) = self.children.get(&(parent, name, url)) {
            return *child;
        }
        if self.nodes.len() >= self.most {
            self.is_cut = true;
            return parent;
        }
        // There are fewer than 2^32, by the limit above.
        let child = self.nodes.len() as u32;
        self.nodes.push(Node {
            parent,
            name,
            url,
            group,
            count: 0,
            total: 0,
            self_time: 0,
            last_child: ROOT,
        });
        self.children.insert((parent, name, url), child);
        child
    }
}
