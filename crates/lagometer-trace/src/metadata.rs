//! What a trace file says of its recording, beside the events.

use lagometer_json::{Error, Kind, Reader};
use std::io;

/// What a trace file says of its recording.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Metadata {
    /// The browser's product and version: `Chrome/156.0.8078.108`.
    pub product: Option<String>,
    /// The user agent.
    pub user_agent: Option<String>,
    /// The trace buffers, the first of which holds the events.
    pub buffers: Vec<Buffer>,
}

/// Whether events are missing because a buffer was full.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Loss {
    /// Whether events are known to be missing; `None` where the file does not tell.
    pub lost: Option<bool>,
    /// How many chunks were thrown away; `None` where the file does not tell.
    pub chunks_discarded: Option<u64>,
    /// How many bytes the buffer holds; `None` where the file does not tell.
    pub buffer_bytes: Option<u64>,
    /// The field that says so.
    pub field: Option<String>,
}

/// The state of a trace buffer at the end of the recording.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Buffer {
    /// Its size.
    pub size: Option<u64>,
    /// How much was written into it.
    pub bytes_written: Option<u64>,
    /// How many chunks were thrown away because it was full.
    pub chunks_discarded: Option<u64>,
    /// How many chunks were written over.
    pub chunks_overwritten: Option<u64>,
}

impl Metadata {
    /// Whether events are missing, by the buffer that says most.
    pub fn loss(&self) -> Loss {
        let told = |(at, buffer): (usize, &Buffer)| {
            let lost = buffer.lost()?;
            Some(Loss {
                lost: Some(lost),
                chunks_discarded: buffer.chunks_discarded,
                buffer_bytes: buffer.size,
                field: Some(format!("metadata.trace_processor_stats.traced_buf[{at}]")),
            })
        };
        let told: Vec<Loss> = self.buffers.iter().enumerate().filter_map(told).collect();
        let lost = told.iter().find(|loss| loss.lost == Some(true));
        lost.or(told.first()).cloned().unwrap_or_default()
    }

    /// The browser and its version: `Chrome 156.0.8078.108`.
    pub fn browser(&self) -> Option<String> {
        let product = self.product.as_deref();
        let agent = self.user_agent.as_deref();
        [product, agent].into_iter().flatten().find_map(browser_in)
    }

    /// The major version of Chrome.
    pub fn chrome_major(&self) -> Option<u32> {
        let browser = self.browser()?;
        let (_, version) = browser.split_once(' ')?;
        version.split('.').next()?.parse().ok()
    }
}

/// More buffers than any browser has.
const BUFFERS: usize = 64;

impl Buffer {
    /// Whether events are known to be missing; `None` where the buffer does not tell.
    pub fn lost(&self) -> Option<bool> {
        let counts = [self.chunks_discarded, self.chunks_overwritten];
        if counts.iter().flatten().any(|count| *count > 0) {
            return Some(true);
        }
        if self.chunks_discarded.is_some() {
            return Some(false);
        }
        // One that is full to the last byte has thrown away what did not fit.
        let full = self.size.zip(self.bytes_written);
        full.filter(|(size, written)| written >= size).map(|_| true)
    }
}

/// `HeadlessChrome/156.0.1.2` in a text, as `Chrome 156.0.1.2`. A user agent has only the major
/// version, with zeros behind it.
fn browser_in(text: &str) -> Option<String> {
    let at = text.find("Chrome/")?;
    let version = text[at + "Chrome/".len()..].split_whitespace().next()?;
    let version = version.strip_suffix(".0.0.0").unwrap_or(version);
    (!version.is_empty()).then(|| format!("Chrome {version}"))
}

/// Reads the value of `metadata`. What is not needed is passed over, however large.
pub(crate) fn read<R: io::Read>(reader: &mut Reader<R>, metadata: &mut Metadata) -> Result<(), Error> {
    if reader.peek()? != Kind::Object {
        return reader.skip();
    }
    let mut fields = reader.object()?;
    while let Some(key) = reader.next_field(&mut fields)? {
        match &*key.decode() {
            "product-version" => metadata.product = text(reader)?,
            "user-agent" => metadata.user_agent = text(reader)?,
            "trace_processor_stats" => statistics(reader, metadata)?,
            _ => reader.skip()?,
        }
    }
    Ok(())
}

fn statistics<R: io::Read>(reader: &mut Reader<R>, metadata: &mut Metadata) -> Result<(), Error> {
    if reader.peek()? != Kind::Object {
        return reader.skip();
    }
    let mut fields = reader.object()?;
    while let Some(key) = reader.next_field(&mut fields)? {
        if !key.is("traced_buf") || reader.peek()? != Kind::Array {
            reader.skip()?;
            continue;
        }
        let mut buffers = reader.array()?;
        while reader.next_element(&mut buffers)? {
            let read = buffer(reader)?;
            if metadata.buffers.len() < BUFFERS {
                metadata.buffers.extend(read);
            }
        }
    }
    Ok(())
}

fn buffer<R: io::Read>(reader: &mut Reader<R>) -> Result<Option<Buffer>, Error> {
    if reader.peek()? != Kind::Object {
        reader.skip()?;
        return Ok(None);
    }
    let mut buffer = Buffer::default();
    let mut fields = reader.object()?;
    while let Some(key) = reader.next_field(&mut fields)? {
        match &*key.decode() {
            "buffer_size" => buffer.size = count(reader)?,
            "bytes_written" => buffer.bytes_written = count(reader)?,
            "chunks_discarded" => buffer.chunks_discarded = count(reader)?,
            "chunks_overwritten" => buffer.chunks_overwritten = count(reader)?,
            _ => reader.skip()?,
        }
    }
    Ok(Some(buffer))
}

fn text<R: io::Read>(reader: &mut Reader<R>) -> Result<Option<String>, Error> {
    if reader.peek()? == Kind::String {
        return Ok(Some(reader.string()?.decode().into_owned()));
    }
    reader.skip()?;
    Ok(None)
}

fn count<R: io::Read>(reader: &mut Reader<R>) -> Result<Option<u64>, Error> {
    match reader.peek()? {
        Kind::Number => Ok(reader.number()?.to_u64()),
        Kind::String => Ok(reader.string()?.decode().parse().ok()),
        _ => {
            reader.skip()?;
            Ok(None)
        }
    }
}

#[cfg(test)]
mod tests;
