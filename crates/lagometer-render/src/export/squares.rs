//! An area divided into boxes that are near to squares.

/// A box.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Area {
    pub(super) x: f64,
    pub(super) y: f64,
    pub(super) width: f64,
    pub(super) height: f64,
}

impl Area {
    /// What is left of it within an edge, and below a line of words.
    pub(super) fn within(&self, edge: f64, words: f64) -> Area {
        Area {
            x: self.x + edge,
            y: self.y + words,
            width: (self.width - 2.0 * edge).max(0.0),
            height: (self.height - words - edge).max(0.0),
        }
    }

    /// The shorter side.
    fn side(&self) -> f64 {
        self.width.min(self.height)
    }
}

/// A box for each size, in its share of the area: rows along the shorter side, each as long as its
/// boxes get nearer to squares by it (Bruls, Huizing and van Wijk, "Squarified treemaps", 2000).
pub(super) fn divide(sizes: &[u64], area: Area) -> Vec<Area> {
    let mut order: Vec<usize> = (0..sizes.len()).collect();
    order.sort_by_key(|index| std::cmp::Reverse(sizes[*index]));
    let whole: f64 = sizes.iter().map(|size| *size as f64).sum();
    let empty = Area {
        width: 0.0,
        height: 0.0,
        ..area
    };
    let mut boxes = vec![empty; sizes.len()];
    if whole <= 0.0 {
        return boxes;
    }
    let scale = area.width * area.height / whole;
    let area_of = |index: usize| sizes[index] as f64 * scale;
    let (mut left, mut at) = (area, 0);
    while at < order.len() {
        let (mut end, mut sum) = (at + 1, area_of(order[at]));
        let largest = sum;
        while end < order.len() {
            let next = area_of(order[end]);
            let before = worst(largest, area_of(order[end - 1]), sum, left.side());
            if worst(largest, next, sum + next, left.side()) > before {
                break;
            }
            sum += next;
            end += 1;
        }
        left = place(&order[at..end], sum, left, &mut boxes, area_of);
        at = end;
    }
    boxes
}

/// The most that a box of a row differs from a square.
fn worst(largest: f64, smallest: f64, sum: f64, side: f64) -> f64 {
    let (side, sum) = (side * side, sum * sum);
    (side * largest / sum).max(sum / (side * smallest).max(f64::MIN_POSITIVE))
}

/// Puts a row along the shorter side; what is left beside it comes back.
fn place(row: &[usize], sum: f64, left: Area, boxes: &mut [Area], area_of: impl Fn(usize) -> f64) -> Area {
    let upright = left.width >= left.height;
    let depth = if left.side() > 0.0 { sum / left.side() } else { 0.0 };
    let mut along = 0.0;
    for &index in row {
        let length = if depth > 0.0 { area_of(index) / depth } else { 0.0 };
        boxes[index] = match upright {
            true => Area {
                x: left.x,
                y: left.y + along,
                width: depth,
                height: length,
            },
            false => Area {
                x: left.x + along,
                y: left.y,
                width: length,
                height: depth,
            },
        };
        along += length;
    }
    match upright {
        true => Area {
            x: left.x + depth,
            width: (left.width - depth).max(0.0),
            ..left
        },
        false => Area {
            y: left.y + depth,
            height: (left.height - depth).max(0.0),
            ..left
        },
    }
}
