//! The arguments of the events that metrics look at. They were checked as JSON when the event was
//! read, so what fails here is only a value of another kind than expected: it is as if absent.

mod user_timing;

pub(crate) use user_timing::{Detail, mark_detail, measure_detail, time_stamp};
pub(crate) mod loading;

mod frame;

pub(crate) use frame::{FrameArguments, frame_event, pipeline_report};

use crate::work::UrlPlace;
use lagometer_json::{Cursor, Kind, Number, Raw, Stop, Text};
use lagometer_metric::Micros;

/// A frame of a document, as the browser process describes it.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct FrameData<'a> {
    pub(crate) frame: Option<Text<'a>>,
    pub(crate) has_parent: bool,
    pub(crate) has_url: bool,
    pub(crate) is_blank: bool,
    pub(crate) url: Option<Text<'a>>,
    pub(crate) is_primary: Option<bool>,
    pub(crate) is_outermost: Option<bool>,
    pub(crate) is_main: Option<bool>,
    pub(crate) process: Option<i64>,
    pub(crate) pseudo_process: Option<Text<'a>>,
}

/// Readings of the memory counters of a process.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct CounterData {
    pub(crate) js_heap_used: Option<f64>,
    pub(crate) js_heap_limit: Option<f64>,
    pub(crate) nodes: Option<f64>,
    pub(crate) listeners: Option<f64>,
    pub(crate) documents: Option<f64>,
}

/// What `EventTiming` says of an input event; times are on the page's clock.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct EventTiming<'a> {
    pub(crate) event_type: Option<Text<'a>>,
    pub(crate) frame: Option<Text<'a>>,
    pub(crate) interaction: Option<u64>,
    pub(crate) duration: Option<Micros>,
    pub(crate) time_stamp: Option<Micros>,
    pub(crate) processing_start: Option<Micros>,
    pub(crate) processing_end: Option<Micros>,
}

/// The string `name` of the arguments.
pub(crate) fn name(args: Raw<'_>) -> Option<Text<'_>> {
    let mut name = None;
    fields(&mut args.cursor(), &mut |key, cursor| {
        match key {
            b"name" => name = text(cursor)?,
            _ => cursor.skip()?,
        }
        Ok(())
    })
    .ok()?;
    name
}

/// Visits the frames that `TracingStartedInBrowser` lists, until the visitor says that it is enough.
pub(crate) fn started_frames<'a>(args: Raw<'a>, visit: &mut dyn FnMut(FrameData<'a>) -> bool) {
    let mut goes_on = true;
    data_fields(args, &mut |key, cursor| {
        if key == b"frames" && cursor.peek()? == Kind::Array {
            let mut elements = cursor.array()?;
            while cursor.next_element(&mut elements)? {
                let data = frame(cursor)?;
                goes_on = goes_on && visit(data);
            }
            return Ok(());
        }
        cursor.skip()
    });
}

/// The frame that an event is about.
pub(crate) fn frame_data(args: Raw<'_>) -> FrameData<'_> {
    let mut found = FrameData::default();
    let _ = fields(&mut args.cursor(), &mut |key, cursor| match key {
        b"data" => {
            found = frame(cursor)?;
            Ok(())
        }
        _ => cursor.skip(),
    });
    found
}

/// Of `navigationStart`: whether it loads a page into a main frame.
pub(crate) fn loads_main_frame(args: Raw<'_>) -> bool {
    let (mut main, mut has_url) = (false, false);
    data_fields(args, &mut |key, cursor| {
        match key {
            b"isLoadingMainFrame" => main = boolean(cursor)? == Some(true),
            b"documentLoaderURL" => has_url = text(cursor)?.is_some_and(|url| !url.raw().is_empty()),
            _ => cursor.skip()?,
        }
        Ok(())
    });
    main && has_url
}

/// Of `SetLayerTreeId`: the frame, and its layer tree.
pub(crate) fn layer_tree(args: Raw<'_>) -> (Option<Text<'_>>, Option<i64>) {
    let (mut frame, mut layer) = (None, None);
    data_fields(args, &mut |key, cursor| {
        match key {
            b"frame" => frame = text(cursor)?,
            b"layerTreeId" => layer = whole(cursor)?,
            _ => cursor.skip()?,
        }
        Ok(())
    });
    (frame, layer)
}

/// Of `UpdateCounters`: the readings.
pub(crate) fn counters(args: Raw<'_>) -> CounterData {
    let mut data = CounterData::default();
    data_fields(args, &mut |key, cursor| {
        match key {
            b"jsHeapSizeUsed" => data.js_heap_used = number(cursor)?,
            b"jsHeapSizeLimit" => data.js_heap_limit = number(cursor)?,
            b"nodes" => data.nodes = number(cursor)?,
            b"jsEventListeners" => data.listeners = number(cursor)?,
            b"documents" => data.documents = number(cursor)?,
            _ => cursor.skip()?,
        }
        Ok(())
    });
    data
}

/// Of `EventTiming`: what it says of the event.
pub(crate) fn event_timing(args: Raw<'_>) -> EventTiming<'_> {
    let mut data = EventTiming::default();
    data_fields(args, &mut |key, cursor| {
        match key {
            b"type" => data.event_type = text(cursor)?,
            b"frame" => data.frame = text(cursor)?,
            b"interactionId" => data.interaction = unsigned(cursor)?,
            b"duration" => data.duration = millis(cursor)?,
            b"timeStamp" => data.time_stamp = millis(cursor)?,
            b"processingStart" => data.processing_start = millis(cursor)?,
            b"processingEnd" => data.processing_end = millis(cursor)?,
            _ => cursor.skip()?,
        }
        Ok(())
    });
    data
}

/// Of an event that is about a script or a document: its URL.
pub(crate) fn work_url(args: Raw<'_>, place: UrlPlace) -> Option<Text<'_>> {
    let (outer, inner): (&[u8], &[u8]) = match place {
        UrlPlace::Data => (b"data", b"url"),
        UrlPlace::BeginData => (b"beginData", b"url"),
        UrlPlace::StyleSheet => (b"data", b"styleSheetUrl"),
        UrlPlace::FileName => (b"fileName", b""),
    };
    let mut url = None;
    let _ = fields(&mut args.cursor(), &mut |key, cursor| {
        if key != outer {
            return cursor.skip();
        }
        if inner.is_empty() {
            url = text(cursor)?;
            return Ok(());
        }
        fields(cursor, &mut |key, cursor| {
            match key == inner {
                true => url = text(cursor)?,
                false => cursor.skip()?,
            }
            Ok(())
        })
    });
    url
}

/// Of `TracingSessionIdForWorker`: the worker's thread and its URL.
pub(crate) fn worker(args: Raw<'_>) -> (Option<i64>, Option<Text<'_>>) {
    let (mut thread, mut url) = (None, None);
    data_fields(args, &mut |key, cursor| {
        match key {
            b"workerThreadId" => thread = whole(cursor)?,
            b"url" => url = text(cursor)?,
            _ => cursor.skip()?,
        }
        Ok(())
    });
    (thread, url)
}

/// Of `id2`: whether it is local to the process, and the id.
pub(crate) fn scoped_id(id2: Raw<'_>) -> Option<(bool, Raw<'_>)> {
    let mut found = None;
    fields(&mut id2.cursor(), &mut |key, cursor| match key {
        b"local" => {
            found = Some((true, cursor.raw()?));
            Ok(())
        }
        b"global" => {
            found = Some((false, cursor.raw()?));
            Ok(())
        }
        _ => cursor.skip(),
    })
    .ok()?;
    found
}

fn frame<'a>(cursor: &mut Cursor<'a>) -> Result<FrameData<'a>, Stop> {
    let mut data = FrameData::default();
    fields(cursor, &mut |key, cursor| {
        match key {
            b"frame" => data.frame = text(cursor)?,
            b"parent" => data.has_parent = text(cursor)?.is_some_and(|parent| !parent.raw().is_empty()),
            b"url" => {
                let url = text(cursor)?;
                data.has_url = url.is_some_and(|url| !url.raw().is_empty());
                data.is_blank = url.is_some_and(|url| url.is("about:blank"));
                data.url = url;
            }
            b"isInPrimaryMainFrame" => data.is_primary = boolean(cursor)?,
            b"isOutermostMainFrame" => data.is_outermost = boolean(cursor)?,
            b"isMainFrame" => data.is_main = boolean(cursor)?,
            b"processId" => data.process = whole(cursor)?,
            b"processPseudoId" => data.pseudo_process = text(cursor)?,
            _ => cursor.skip()?,
        }
        Ok(())
    })?;
    Ok(data)
}

/// Takes the name of a field and reads its value, exactly that.
type Visit<'v, 'a> = dyn FnMut(&[u8], &mut Cursor<'a>) -> Result<(), Stop> + 'v;

/// Visits the fields of `data`. What was found before a value of the wrong kind stays.
fn data_fields<'a>(args: Raw<'a>, visit: &mut Visit<'_, 'a>) {
    let _ = fields(&mut args.cursor(), &mut |key, cursor| match key {
        b"data" => fields(cursor, visit),
        _ => cursor.skip(),
    });
}

/// Visits the fields of an object; any other value is passed over.
fn fields<'a>(cursor: &mut Cursor<'a>, visit: &mut Visit<'_, 'a>) -> Result<(), Stop> {
    if cursor.peek()? != Kind::Object {
        return cursor.skip();
    }
    let mut fields = cursor.object()?;
    while let Some(key) = cursor.next_field(&mut fields)? {
        visit(&key.decode_bytes(), cursor)?;
    }
    Ok(())
}

fn text<'a>(cursor: &mut Cursor<'a>) -> Result<Option<Text<'a>>, Stop> {
    if cursor.peek()? == Kind::String {
        return cursor.string().map(Some);
    }
    cursor.skip()?;
    Ok(None)
}

fn boolean(cursor: &mut Cursor<'_>) -> Result<Option<bool>, Stop> {
    if cursor.peek()? == Kind::Bool {
        return cursor.boolean().map(Some);
    }
    cursor.skip()?;
    Ok(None)
}

/// A whole number, also one in a string.
fn whole(cursor: &mut Cursor<'_>) -> Result<Option<i64>, Stop> {
    match cursor.peek()? {
        Kind::Number => Ok(cursor.number()?.to_i64()),
        Kind::String => Ok(cursor.string()?.decode().parse().ok()),
        _ => {
            cursor.skip()?;
            Ok(None)
        }
    }
}

/// A whole number from zero on, of up to 64 bit, also one in a string.
fn unsigned(cursor: &mut Cursor<'_>) -> Result<Option<u64>, Stop> {
    match cursor.peek()? {
        Kind::Number => Ok(cursor.number()?.to_u64()),
        Kind::String => Ok(cursor.string()?.decode().parse().ok()),
        _ => {
            cursor.skip()?;
            Ok(None)
        }
    }
}

/// Milliseconds, also in a string, to the nearest microsecond.
fn millis(cursor: &mut Cursor<'_>) -> Result<Option<Micros>, Stop> {
    let micros = |number: Number<'_>| number.round_scaled_i64(3).map(|(micros, _)| Micros(micros));
    match cursor.peek()? {
        Kind::Number => Ok(micros(cursor.number()?)),
        Kind::String => {
            let text = cursor.string()?;
            let mut inner = Cursor::new(text.raw(), text.offset());
            Ok(match inner.number() {
                Ok(number) if inner.end().is_ok() => micros(number),
                _ => None,
            })
        }
        _ => {
            cursor.skip()?;
            Ok(None)
        }
    }
}

fn number(cursor: &mut Cursor<'_>) -> Result<Option<f64>, Stop> {
    match cursor.peek()? {
        Kind::Number => Ok(cursor.number()?.to_f64()),
        Kind::String => {
            let parsed: Option<f64> = cursor.string()?.decode().parse().ok();
            Ok(parsed.filter(|number| number.is_finite()))
        }
        _ => {
            cursor.skip()?;
            Ok(None)
        }
    }
}

/// A truth value, also written as 0 or 1.
fn flag(cursor: &mut Cursor<'_>) -> Result<Option<bool>, Stop> {
    if cursor.peek()? == Kind::Bool {
        return cursor.boolean().map(Some);
    }
    Ok(whole(cursor)?.map(|number| number != 0))
}
