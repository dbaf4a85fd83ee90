//! What a text lies in: gzip or nothing, with or without a byte order mark.
//!
//! [`open`] tells the container by its first bytes, never by a name, and hands out the text. A gzip
//! file that is cut off gives everything that can be unpacked and then a [`Fault`]; what the text
//! is worth without its end is for its reader to say.

mod encoding;
mod gzip;
mod packed;
#[cfg(test)]
mod tests;

use gzip::Gunzip;
use packed::Packed;
use std::io::{self, Read};

/// How much of the text is kept for [`Container::head`].
const HEAD_BYTES: usize = 64 << 10;

/// A text, unpacked while it is read. Offsets in it count its byte order mark, which is not handed
/// out: start counting at [`base_offset`](Container::base_offset).
pub struct Container<R> {
    packed: Packed<R>,
    layer: Layer,
    head: Vec<u8>,
    /// How much of the head has been handed out.
    head_taken: usize,
    /// What ended the head, handed out behind it.
    pending: Option<io::Error>,
    base_offset: u64,
    text_bytes: u64,
}

/// What the text is wrapped in.
enum Layer {
    Plain,
    Gzip(Box<Gunzip>),
}

/// What a text is wrapped in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Packing {
    /// Nothing.
    Plain,
    /// One or more members of gzip.
    Gzip,
}

impl Packing {
    /// The name on the wire.
    pub fn name(self) -> &'static str {
        match self {
            Packing::Plain => "plain",
            Packing::Gzip => "gzip",
        }
    }
}

/// What is known about a container once it has been read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Totals {
    /// What the text was wrapped in.
    pub packing: Packing,
    /// The bytes of the input, packed as they are; all of them, also behind a fault.
    pub packed_bytes: u64,
    /// The bytes of text that were handed out, with the byte order mark.
    pub text_bytes: u64,
    /// SHA-256 of the packed bytes in hex, where it was asked for.
    pub sha256: Option<String>,
    /// The length of the byte order mark: 0 or 3.
    pub byte_order_mark: u64,
    /// How many members of gzip were read to their end.
    pub gzip_members: u64,
    /// Zero bytes behind the last member, as tapes and block devices add them.
    pub padding_bytes: u64,
    /// Other bytes behind the last member; they were left out.
    pub trailing_bytes: u64,
}

/// What is wrong with a container, and at which byte of the packed input.
///
/// [`Container::read`] wraps it in an [`io::Error`]; [`Fault::of`] gets it back out.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{kind}")]
#[non_exhaustive]
pub struct Fault {
    /// Offset in the packed input.
    pub at: u64,
    /// What the text is wrapped in.
    pub packing: Packing,
    /// What is wrong.
    pub kind: FaultKind,
}

/// What is wrong with a container.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum FaultKind {
    /// The input ends inside a member. Everything before has been handed out.
    #[error("the gzip data is cut off")]
    GzipCut,
    /// The compressed data is not valid, or its checksum is not that of the text. Everything that
    /// could be unpacked has been handed out.
    #[error("the gzip data is damaged: {0}")]
    GzipDamaged(&'static str),
    /// The text is in another encoding.
    #[error("the text is encoded as {0}; only UTF-8 is read")]
    Encoding(&'static str),
}

impl Fault {
    /// The fault in an error of [`Container::read`], if it is one.
    pub fn of(error: &io::Error) -> Option<&Fault> {
        error.get_ref()?.downcast_ref()
    }

    /// What to do about it.
    pub fn hint(&self) -> &'static str {
        match self.kind {
            FaultKind::GzipCut => "the file was not written or copied to its end; get it again",
            FaultKind::GzipDamaged(_) => "the file was changed after it was packed; get it again",
            FaultKind::Encoding(_) => "save it as UTF-8, for instance with `iconv -t UTF-8`",
        }
    }
}

impl From<Fault> for io::Error {
    fn from(fault: Fault) -> io::Error {
        let kind = match fault.kind {
            FaultKind::GzipCut => io::ErrorKind::UnexpectedEof,
            FaultKind::GzipDamaged(_) | FaultKind::Encoding(_) => io::ErrorKind::InvalidData,
        };
        io::Error::new(kind, fault)
    }
}

/// Opens a container. With `hash` the SHA-256 of the packed bytes is taken on the way.
///
/// The only fault that is reported here is an encoding other than UTF-8: nothing of such a text can
/// be used. Other faults, and errors of the input, come from reading, behind the text before them.
pub fn open<R: Read>(reader: R, hash: bool) -> Result<Container<R>, Fault> {
    let mut packed = Packed::new(reader, hash);
    // An error here comes again, or is kept, when the head is read.
    let layer = match packed.peek(2) {
        Ok([0x1f, 0x8b]) => Layer::Gzip(Box::new(Gunzip::new())),
        _ => Layer::Plain,
    };
    let mut container = Container {
        packed,
        layer,
        head: Vec::new(),
        head_taken: 0,
        pending: None,
        base_offset: 0,
        text_bytes: 0,
    };
    container.read_head();
    if let Some(name) = encoding::other_than_utf8(&container.head) {
        return Err(Fault {
            at: 0,
            packing: container.packing(),
            kind: FaultKind::Encoding(name),
        });
    }
    if container.head.starts_with(encoding::UTF8_MARK) {
        container.head_taken = encoding::UTF8_MARK.len();
        container.base_offset = encoding::UTF8_MARK.len() as u64;
        container.text_bytes = container.base_offset;
    }
    Ok(container)
}

impl<R: Read> Container<R> {
    /// What the text is wrapped in.
    pub fn packing(&self) -> Packing {
        match self.layer {
            Layer::Plain => Packing::Plain,
            Layer::Gzip(_) => Packing::Gzip,
        }
    }

    /// The offset in the text of the first byte that is handed out: the length of the byte order
    /// mark.
    pub fn base_offset(&self) -> u64 {
        self.base_offset
    }

    /// The first bytes of the text without the byte order mark, up to 64 KiB; fewer only where the
    /// text is shorter or a fault lies before. They do not change and are handed out by reading as
    /// well.
    pub fn head(&self) -> &[u8] {
        &self.head[self.base_offset as usize..]
    }

    /// Whether the head is the whole text.
    pub fn head_is_all(&self) -> bool {
        self.head.len() < HEAD_BYTES && self.pending.is_none()
    }

    /// What ended the head before the text did: reading hands it out behind the head.
    pub fn head_fault(&self) -> Option<Result<Fault, io::Error>> {
        let error = self.pending.as_ref()?;
        Some(match Fault::of(error) {
            Some(fault) => Ok(fault.clone()),
            None => Err(io::Error::new(error.kind(), error.to_string())),
        })
    }

    /// The bytes of text that were handed out so far, with the byte order mark.
    pub fn text_bytes(&self) -> u64 {
        self.text_bytes
    }

    /// Reads what is left of the packed bytes, for the count and the hash, and gives the totals.
    pub fn finish(mut self) -> io::Result<Totals> {
        self.packed.drain()?;
        let (gzip_members, padding_bytes, trailing_bytes) = match &self.layer {
            Layer::Plain => (0, 0, 0),
            Layer::Gzip(gunzip) => gunzip.counts(),
        };
        Ok(Totals {
            packing: self.packing(),
            packed_bytes: self.packed.position(),
            text_bytes: self.text_bytes,
            sha256: self.packed.sha256(),
            byte_order_mark: self.base_offset,
            gzip_members,
            padding_bytes,
            trailing_bytes,
        })
    }

    fn read_head(&mut self) {
        let mut head = vec![0; HEAD_BYTES];
        let mut filled = 0;
        while filled < head.len() {
            match self.read_layer(&mut head[filled..]) {
                Ok(0) => break,
                Ok(read) => filled += read,
                Err(error) => {
                    self.pending = Some(error);
                    break;
                }
            }
        }
        head.truncate(filled);
        self.head = head;
    }

    fn read_layer(&mut self, into: &mut [u8]) -> io::Result<usize> {
        match &mut self.layer {
            Layer::Plain => self.packed.read(into),
            Layer::Gzip(gunzip) => gunzip.read(&mut self.packed, into),
        }
    }
}

impl<R: Read> Read for Container<R> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let head = &self.head[self.head_taken..];
        let read = if !head.is_empty() {
            let read = head.len().min(into.len());
            into[..read].copy_from_slice(&head[..read]);
            self.head_taken += read;
            read
        } else if let Some(error) = self.pending.take() {
            return Err(error);
        } else if into.is_empty() {
            0
        } else {
            self.read_layer(into)?
        };
        self.text_bytes += read as u64;
        Ok(read)
    }
}
