//! The arguments of the events of page loads: navigations, paints, shifts, requests and animation
//! frames.

use super::{boolean, data_fields, fields, millis, number, text, unsigned, whole};
use lagometer_json::{Cursor, Kind, Raw, Stop, Text};
use lagometer_metric::Micros;

/// What `navigationStart` says.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct NavigationStart<'a> {
    pub(crate) frame: Option<Text<'a>>,
    pub(crate) url: Option<Text<'a>>,
    pub(crate) id: Option<Text<'a>>,
    /// Whether it loads a main frame; Chromes before 67 do not say so.
    pub(crate) is_main: Option<bool>,
}

/// What a paint, or the end of a step of loading, says of itself.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Paint<'a> {
    pub(crate) frame: Option<Text<'a>>,
    pub(crate) navigation: Option<Text<'a>>,
}

/// What `largestContentfulPaint::Candidate` says.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Candidate<'a> {
    pub(crate) frame: Option<Text<'a>>,
    pub(crate) navigation: Option<Text<'a>>,
    pub(crate) index: Option<u64>,
    pub(crate) kind: Option<Text<'a>>,
    pub(crate) size: Option<f64>,
    pub(crate) node: Option<i64>,
    pub(crate) element: Option<Text<'a>>,
}

/// What `LargestImagePaint::Candidate` says.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct ImagePaint<'a> {
    pub(crate) frame: Option<Text<'a>>,
    pub(crate) node: Option<i64>,
    pub(crate) url: Option<Text<'a>>,
}

/// What `LayoutShift` says.
#[derive(Clone, Debug, Default)]
pub(crate) struct LayoutShift<'a> {
    pub(crate) frame: Option<Text<'a>>,
    pub(crate) is_main: Option<bool>,
    pub(crate) score: Option<f64>,
    pub(crate) had_recent_input: bool,
    /// The first of the nodes that moved.
    pub(crate) nodes: Vec<MovedNode<'a>>,
    pub(crate) nodes_total: u64,
}

/// A node that moved, and from where to where: x, y, width and height.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct MovedNode<'a> {
    pub(crate) node: Option<i64>,
    pub(crate) element: Option<Text<'a>>,
    pub(crate) old_rect: Option<[f64; 4]>,
    pub(crate) new_rect: Option<[f64; 4]>,
}

/// What the events of a request say: each some of it.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Request<'a> {
    pub(crate) id: Option<Text<'a>>,
    pub(crate) frame: Option<Text<'a>>,
    pub(crate) method: Option<Text<'a>>,
    pub(crate) url: Option<Text<'a>>,
    pub(crate) status: Option<i64>,
    pub(crate) has_failed: bool,
    /// When it was sent and when it was over, as the network saw it.
    pub(crate) sent: Option<Micros>,
    pub(crate) over: Option<Micros>,
}

/// What `AnimationFrame` and `AnimationFrame::Presentation` say.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct AnimationFrame<'a> {
    /// What links a frame to its presentation.
    pub(crate) id: Option<Text<'a>>,
    /// The number of the frame of the compositor.
    pub(crate) sequence: Option<u64>,
    pub(crate) blocking: Option<Micros>,
}

/// What `AnimationFrame::Script::Execute` says.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Script<'a> {
    pub(crate) invoker_type: Option<Text<'a>>,
    pub(crate) class: Option<Text<'a>>,
    pub(crate) property: Option<Text<'a>>,
    pub(crate) url: Option<Text<'a>>,
    pub(crate) function: Option<Text<'a>>,
    pub(crate) position: Option<i64>,
    pub(crate) style: Option<Micros>,
    pub(crate) layout: Option<Micros>,
    pub(crate) pause: Option<Micros>,
}

/// Chrome names up to five nodes of a shift; so many are read.
const NODES_READ: usize = 8;

/// Of `navigationStart`: what is loaded into which frame.
pub(crate) fn navigation_start(args: Raw<'_>) -> NavigationStart<'_> {
    found_in(args, |found: &mut NavigationStart<'_>, key, is_data, cursor| {
        match (key, is_data) {
            (b"frame", false) => found.frame = text(cursor)?,
            (b"documentLoaderURL", true) => found.url = text(cursor)?,
            (b"navigationId", true) => found.id = text(cursor)?,
            (b"isOutermostMainFrame", true) => found.is_main = boolean(cursor)?,
            (b"isLoadingMainFrame", true) => {
                let is_main = boolean(cursor)?;
                found.is_main = found.is_main.or(is_main);
            }
            _ => cursor.skip()?,
        }
        Ok(())
    })
}

/// Of `firstContentfulPaint` and `domContentLoadedEventEnd`: of which frame and navigation it is.
pub(crate) fn paint(args: Raw<'_>) -> Paint<'_> {
    found_in(args, |found: &mut Paint<'_>, key, is_data, cursor| {
        match (key, is_data) {
            (b"frame", false) => found.frame = text(cursor)?,
            (b"navigationId", true) => found.navigation = text(cursor)?,
            _ => cursor.skip()?,
        }
        Ok(())
    })
}

/// Of `largestContentfulPaint::Candidate`: what was painted.
pub(crate) fn candidate(args: Raw<'_>) -> Candidate<'_> {
    found_in(args, |found: &mut Candidate<'_>, key, is_data, cursor| {
        match (key, is_data) {
            (b"frame", false) => found.frame = text(cursor)?,
            (b"navigationId", true) => found.navigation = text(cursor)?,
            (b"candidateIndex", true) => found.index = unsigned(cursor)?,
            (b"type", true) => found.kind = text(cursor)?,
            (b"size", true) => found.size = number(cursor)?,
            (b"nodeId", true) => found.node = whole(cursor)?,
            (b"nodeName", true) => found.element = text(cursor)?,
            _ => cursor.skip()?,
        }
        Ok(())
    })
}

/// Of `LargestImagePaint::Candidate`: which image a node shows.
pub(crate) fn image_paint(args: Raw<'_>) -> ImagePaint<'_> {
    found_in(args, |found: &mut ImagePaint<'_>, key, is_data, cursor| {
        match (key, is_data) {
            (b"frame", false) => found.frame = text(cursor)?,
            (b"DOMNodeId", true) => found.node = whole(cursor)?,
            (b"imageUrl", true) => found.url = text(cursor)?,
            _ => cursor.skip()?,
        }
        Ok(())
    })
}

/// Of `LayoutShift`: how much moved, and what.
pub(crate) fn layout_shift(args: Raw<'_>) -> LayoutShift<'_> {
    found_in(args, |found: &mut LayoutShift<'_>, key, is_data, cursor| {
        match (key, is_data) {
            (b"frame", false) => found.frame = text(cursor)?,
            (b"weighted_score_delta", true) => found.score = number(cursor)?,
            (b"had_recent_input", true) => found.had_recent_input = boolean(cursor)? == Some(true),
            (b"is_main_frame", true) => found.is_main = boolean(cursor)?,
            (b"impacted_nodes", true) if cursor.peek()? == Kind::Array => {
                let mut elements = cursor.array()?;
                while cursor.next_element(&mut elements)? {
                    found.nodes_total += 1;
                    match found.nodes.len() < NODES_READ {
                        true => found.nodes.push(moved_node(cursor)?),
                        false => cursor.skip()?,
                    }
                }
            }
            _ => cursor.skip()?,
        }
        Ok(())
    })
}

fn moved_node<'a>(cursor: &mut Cursor<'a>) -> Result<MovedNode<'a>, Stop> {
    let mut found = MovedNode::default();
    fields(cursor, &mut |key, cursor| {
        match key {
            b"node_id" => found.node = whole(cursor)?,
            b"debug_name" => found.element = text(cursor)?,
            b"old_rect" => found.old_rect = rect(cursor)?,
            b"new_rect" => found.new_rect = rect(cursor)?,
            _ => cursor.skip()?,
        }
        Ok(())
    })?;
    Ok(found)
}

/// Four numbers; `None` where there are not just four.
fn rect(cursor: &mut Cursor<'_>) -> Result<Option<[f64; 4]>, Stop> {
    if cursor.peek()? != Kind::Array {
        cursor.skip()?;
        return Ok(None);
    }
    let mut sides = [None; 4];
    let mut count = 0_usize;
    let mut elements = cursor.array()?;
    while cursor.next_element(&mut elements)? {
        let side = number(cursor)?;
        if let Some(place) = sides.get_mut(count) {
            *place = side;
        }
        count += 1;
    }
    Ok(match (count, sides) {
        (4, [Some(x), Some(y), Some(width), Some(height)]) => Some([x, y, width, height]),
        _ => None,
    })
}

/// Of `ResourceSendRequest`, `ResourceReceiveResponse` and `ResourceFinish`: what it tells of the
/// request.
pub(crate) fn request(args: Raw<'_>) -> Request<'_> {
    let mut found = Request::default();
    data_fields(args, &mut |key, cursor| {
        match key {
            b"requestId" => found.id = text(cursor)?,
            b"frame" => found.frame = text(cursor)?,
            b"requestMethod" => found.method = text(cursor)?,
            b"url" => found.url = text(cursor)?,
            b"statusCode" => found.status = whole(cursor)?,
            b"didFail" => found.has_failed = boolean(cursor)? == Some(true),
            b"finishTime" => found.over = seconds(cursor)?,
            b"timing" => fields(cursor, &mut |key, cursor| {
                match key {
                    b"requestTime" => found.sent = seconds(cursor)?,
                    _ => cursor.skip()?,
                }
                Ok(())
            })?,
            _ => cursor.skip()?,
        }
        Ok(())
    });
    found
}

/// Of `AnimationFrame` (in its forms since Chrome 123) and `AnimationFrame::Presentation`: which frame it is
/// and how long it blocked.
pub(crate) fn animation_frame(args: Raw<'_>) -> AnimationFrame<'_> {
    let mut found = AnimationFrame::default();
    let _ = fields(&mut args.cursor(), &mut |key, cursor| {
        match key {
            b"id" => found.id = text(cursor)?,
            b"begin_frame_id" => found.sequence = sequence(cursor)?,
            b"animation_frame_timing_info" | b"data" => fields(cursor, &mut |key, cursor| {
                match key {
                    b"blocking_duration_ms" | b"blockingDuration" => found.blocking = millis(cursor)?,
                    b"begin_frame_id" => found.sequence = sequence(cursor)?,
                    _ => cursor.skip()?,
                }
                Ok(())
            })?,
            _ => cursor.skip()?,
        }
        Ok(())
    });
    found
}

fn sequence(cursor: &mut Cursor<'_>) -> Result<Option<u64>, Stop> {
    let mut sequence = None;
    fields(cursor, &mut |key, cursor| {
        match key {
            b"sequence_number" => sequence = unsigned(cursor)?,
            _ => cursor.skip()?,
        }
        Ok(())
    })?;
    Ok(sequence)
}

/// Of `AnimationFrame::Script::Execute`: which script, and who called it.
pub(crate) fn script(args: Raw<'_>) -> Script<'_> {
    let mut found = Script::default();
    let _ = fields(&mut args.cursor(), &mut |key, cursor| {
        if key != b"animation_frame_script_timing_info" {
            return cursor.skip();
        }
        fields(cursor, &mut |key, cursor| {
            match key {
                b"invoker_type" => found.invoker_type = text(cursor)?,
                b"class_like_name" => found.class = text(cursor)?,
                b"property_like_name" => found.property = text(cursor)?,
                b"source_location_url" => found.url = text(cursor)?,
                b"source_location_function_name" => found.function = text(cursor)?,
                b"source_location_char_position" => found.position = whole(cursor)?,
                b"style_duration_ms" => found.style = millis(cursor)?,
                b"layout_duration_ms" => found.layout = millis(cursor)?,
                b"pause_duration_ms" => found.pause = millis(cursor)?,
                _ => cursor.skip()?,
            }
            Ok(())
        })
    });
    found
}

/// What the fields of the arguments, and those of `data` in them, say. The visitor takes the name of a
/// field and whether it stands in `data`, and reads its value, exactly that.
fn found_in<'a, T: Default>(
    args: Raw<'a>,
    mut visit: impl FnMut(&mut T, &[u8], bool, &mut Cursor<'a>) -> Result<(), Stop>,
) -> T {
    let mut found = T::default();
    let _ = fields(&mut args.cursor(), &mut |key, cursor| match key {
        b"data" => fields(cursor, &mut |key, cursor| visit(&mut found, key, true, cursor)),
        _ => visit(&mut found, key, false, cursor),
    });
    found
}

/// Seconds to the nearest microsecond; Chrome writes what is no time as zero or less.
fn seconds(cursor: &mut Cursor<'_>) -> Result<Option<Micros>, Stop> {
    if cursor.peek()? != Kind::Number {
        cursor.skip()?;
        return Ok(None);
    }
    let micros = cursor.number()?.round_scaled_i64(6);
    Ok(micros.map(|(micros, _)| Micros(micros)).filter(|time| time.0 > 0))
}

#[cfg(test)]
mod tests;
