//! The largest content that a page load painted.

use super::Candidate;
use crate::facts::Facts;
use crate::texts::TextId;
use crate::user_timing::shortened;
use lagometer_metric::Micros;
use std::collections::BTreeMap;

/// The largest content that a page load painted before somebody used the page.
#[derive(Clone, Debug, PartialEq)]
pub struct LargestPaint {
    /// When it was painted, on Chrome's clock.
    pub ts: Micros,
    /// Which of the candidates of the load it is; they count from 1.
    pub candidate_index: u64,
    /// `image` or `text`.
    pub kind: Option<String>,
    /// Its area as seen, in CSS pixels.
    pub size: Option<f64>,
    /// The node, as CDP's DOM domain numbers it for the browser's backend.
    pub node_id: Option<i64>,
    /// The element in words, as `DIV id='log'`, in Chromes that say it.
    pub element: Option<String>,
    /// The address of an image, in Chromes that say it.
    pub url: Option<String>,
}

/// The candidate with the highest index of each navigation; of equal ones the first.
pub(super) fn last_of_each<'f>(
    candidates: impl Iterator<Item = (usize, &'f Candidate)>,
) -> BTreeMap<usize, &'f Candidate> {
    let mut last: BTreeMap<usize, &Candidate> = BTreeMap::new();
    for (at, candidate) in candidates {
        let known = last.entry(at).or_insert(candidate);
        let is_later = candidate.index > known.index
            || candidate.index == known.index && candidate.step.ts < known.step.ts;
        if is_later {
            *known = candidate;
        }
    }
    last
}

pub(super) fn of(facts: &Facts, candidate: &Candidate, images: &Images) -> LargestPaint {
    let text = |id: Option<TextId>| id.map(|id| shortened(&facts.texts.text_of(id)));
    let kind = text(candidate.kind);
    let url = images
        .of_candidate(candidate)
        .filter(|_| kind.as_deref() == Some("image"));
    LargestPaint {
        ts: candidate.step.ts,
        candidate_index: candidate.index,
        size: candidate.size.filter(|size| size.is_finite() && *size >= 0.0),
        node_id: candidate.node,
        element: text(candidate.element),
        url: url.map(|url| facts.texts.text_of(url)),
        kind,
    }
}

/// The images that nodes of frames show, in order of time.
pub(super) struct Images(BTreeMap<NodeOfFrame, Vec<(Micros, TextId)>>);

/// A node, and the frame that it stands in.
type NodeOfFrame = (Option<TextId>, i64);

impl Images {
    pub(super) fn of(facts: &Facts) -> Images {
        let mut images = Images(BTreeMap::new());
        for paint in &facts.loading.image_paints {
            let of_node = images.0.entry((paint.frame, paint.node)).or_default();
            of_node.push((paint.ts, paint.url));
        }
        for of_node in images.0.values_mut() {
            of_node.sort();
        }
        images
    }

    /// What the node of a candidate showed last.
    fn of_candidate(&self, candidate: &Candidate) -> Option<TextId> {
        let of_node = self.0.get(&(candidate.step.frame, candidate.node?))?;
        let later = of_node.partition_point(|(ts, _)| *ts <= candidate.step.ts);
        Some(of_node.get(later.checked_sub(1)?)?.1)
    }
}
