//! A window that slides over the input and holds valid UTF-8.

use std::io;

use crate::{Error, ErrorKind, Limit, Limits, cursor::Tail};

/// A window of a smaller size cannot hold every token.
const SIZE_MIN: usize = 64;

pub(crate) struct Window<R> {
    input: R,
    bytes: Vec<u8>,
    /// Absolute offset of `bytes[0]`.
    base: u64,
    /// The first unread byte.
    start: usize,
    /// The end of what is known to be valid UTF-8.
    valid: usize,
    /// The end of what was delivered.
    filled: usize,
    /// Whether a sequence that is not UTF-8 begins at `valid`.
    broken: bool,
    ending: Ending,
    size: usize,
    size_max: usize,
    /// Absolute offset where the limit of the input lies.
    input_end: u64,
    input_bytes: u64,
}

/// Whether the input has more to give.
enum Ending {
    Open,
    End,
    Failed(Error),
}

impl<R: io::Read> Window<R> {
    pub(crate) fn new(input: R, limits: &Limits, size: usize) -> Window<R> {
        let size_max = limits.value_bytes.max(SIZE_MIN);
        Window {
            input,
            bytes: Vec::new(),
            base: 0,
            start: 0,
            valid: 0,
            filled: 0,
            broken: false,
            ending: Ending::Open,
            size: size.clamp(1, size_max),
            size_max,
            input_end: limits.input_bytes,
            input_bytes: limits.input_bytes,
        }
    }

    /// Sets the size to begin with; only before anything was read.
    pub(crate) fn set_size(&mut self, size: usize) {
        assert!(self.bytes.is_empty(), "the window is set before reading");
        self.size = size.clamp(1, self.size_max);
    }

    /// Lets the offsets start at `base`; only before anything was read.
    pub(crate) fn set_base(&mut self, base: u64) {
        assert!(self.bytes.is_empty(), "the offset is set before reading");
        self.base = base;
        self.input_end = base.saturating_add(self.input_bytes);
    }

    /// The valid bytes and the place of the first unread one.
    #[inline]
    pub(crate) fn bytes(&self) -> (&[u8], usize) {
        (&self.bytes[..self.valid], self.start)
    }

    #[inline]
    pub(crate) fn base(&self) -> u64 {
        self.base
    }

    #[inline]
    pub(crate) fn offset(&self) -> u64 {
        self.base + self.start as u64
    }

    /// Marks what is before the absolute offset `to` as read.
    #[inline]
    pub(crate) fn advance(&mut self, to: u64) {
        let valid = self.base + self.valid as u64;
        assert!(
            (self.offset()..=valid).contains(&to),
            "advances to an offset inside the window"
        );
        self.start = (to - self.base) as usize;
    }

    #[inline]
    pub(crate) fn tail(&self) -> Tail {
        match self.ending {
            _ if self.broken => Tail::Invalid,
            Ending::Open | Ending::Failed(_) => Tail::More,
            Ending::End if self.valid < self.filled => Tail::CutCharacter(self.bytes[self.valid]),
            Ending::End => Tail::End,
        }
    }

    /// Keeps the unread part and reads until the window is full or the input ends. It grows when
    /// the unread part takes more than half of it.
    ///
    /// Finding out that the input has ended is a success, once.
    pub(crate) fn refill(&mut self) -> Result<(), Error> {
        let end = self.base + self.filled as u64;
        match &mut self.ending {
            _ if self.broken => {
                let at = self.base + self.valid as u64;
                return Err(Error::new(at, ErrorKind::InvalidUtf8));
            }
            Ending::End => return Err(Error::new(end, ErrorKind::UnexpectedEnd)),
            // What is inside the first one, as a container's own error, reaches the caller.
            Ending::Failed(error) => {
                let again = again(error);
                return Err(std::mem::replace(error, again));
            }
            Ending::Open => {}
        }
        self.make_room()?;
        while self.filled < self.bytes.len() && matches!(self.ending, Ending::Open) {
            self.read();
        }
        self.validate();
        Ok(())
    }

    fn make_room(&mut self) -> Result<(), Error> {
        let unread = self.filled - self.start;
        if unread == self.size_max {
            let kind = ErrorKind::LimitExceeded {
                limit: Limit::ValueBytes,
                allowed: self.size_max as u64,
            };
            return Err(Error::new(self.offset(), kind));
        }
        self.bytes.copy_within(self.start..self.filled, 0);
        self.base += self.start as u64;
        self.valid -= self.start;
        self.filled = unread;
        self.start = 0;
        if self.bytes.is_empty() {
            self.bytes = vec![0; self.size];
        } else if unread > self.bytes.len() / 2 {
            let size = self.bytes.len().saturating_mul(2).min(self.size_max);
            self.bytes.resize(size, 0);
        }
        Ok(())
    }

    fn read(&mut self) {
        let end = self.base + self.filled as u64;
        // One byte more than the limit tells whether it is exceeded.
        let allowed = usize::try_from(self.input_end.saturating_add(1) - end).unwrap_or(usize::MAX);
        let room = (self.bytes.len() - self.filled).min(allowed);
        match self.input.read(&mut self.bytes[self.filled..][..room]) {
            Ok(0) => self.ending = Ending::End,
            Ok(count) if count == allowed => {
                self.filled += count - 1;
                let kind = ErrorKind::LimitExceeded {
                    limit: Limit::InputBytes,
                    allowed: self.input_bytes,
                };
                self.ending = Ending::Failed(Error::new(self.input_end, kind));
            }
            Ok(count) => self.filled += count,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => self.ending = Ending::Failed(Error::new(end, ErrorKind::Io(error))),
        }
    }

    fn validate(&mut self) {
        match std::str::from_utf8(&self.bytes[self.valid..self.filled]) {
            Ok(_) => self.valid = self.filled,
            Err(error) => {
                self.valid += error.valid_up_to();
                self.broken = error.error_len().is_some();
            }
        }
    }
}

/// The failure of the input once more; an [`io::Error`] cannot be cloned.
fn again(error: &Error) -> Error {
    let kind = match &error.kind {
        ErrorKind::Io(error) => ErrorKind::Io(io::Error::new(error.kind(), error.to_string())),
        &ErrorKind::LimitExceeded { limit, allowed } => ErrorKind::LimitExceeded { limit, allowed },
        _ => ErrorKind::UnexpectedEnd,
    };
    Error::new(error.at, kind)
}
