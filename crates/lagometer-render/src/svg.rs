//! Drawings: static SVG that stretches with the page, on one time axis.
//!
//! Places along the axis are percent of the width, so that a drawing needs no script to fit; what
//! percent cannot say (paths) is drawn in a field of 1000 by 100 that is stretched.

mod axis;
mod lane;
mod strip;

pub(crate) use axis::TimeAxis;
pub(crate) use lane::{Bar, Drawing, Lane, Point, SeriesDrawing};
pub(crate) use strip::strip;
