//! Positions packed into bytes, the form in which searches remember them.
//!
//! A number takes one byte up to 63 and further bytes as needed (zigzag, seven bits a byte), so
//! that most positions fit a key without memory of their own.

use std::fmt;
use std::hash::{Hash, Hasher};

/// Bytes that a key holds in itself.
const SHORT: usize = 22;

/// A packed list of integers.
#[derive(Clone, PartialEq, Eq)]
pub(crate) struct Key(Bytes);

// A short key takes no more room than a long one.
const _: () = assert!(size_of::<Key>() <= SHORT + 2);

#[derive(Clone, PartialEq, Eq)]
enum Bytes {
    /// Bytes beyond the length are 0.
    Short(u8, [u8; SHORT]),
    Long(Box<[u8]>),
}

/// A position as a search remembers it.
pub(crate) trait SearchKey: Clone + Eq + Hash {
    /// Bytes that it has beside those it holds in itself.
    fn outside(&self) -> usize {
        0
    }
}

impl<const WORDS: usize> SearchKey for [u64; WORDS] {}

impl SearchKey for Key {
    fn outside(&self) -> usize {
        match &self.0 {
            Bytes::Short(..) => 0,
            Bytes::Long(bytes) => bytes.len(),
        }
    }
}

impl Key {
    /// The integers as bytes, in order.
    pub(crate) fn bytes(&self) -> &[u8] {
        match &self.0 {
            Bytes::Short(length, bytes) => &bytes[..usize::from(*length)],
            Bytes::Long(bytes) => bytes,
        }
    }

    /// The integers, in order.
    pub(crate) fn numbers(&self) -> Numbers<'_> {
        Numbers { bytes: self.bytes() }
    }
}

impl Hash for Key {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write(self.bytes());
    }
}

impl fmt::Debug for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.numbers()).finish()
    }
}

/// Reads a key.
pub(crate) struct Numbers<'k> {
    bytes: &'k [u8],
}

impl<'k> Numbers<'k> {
    /// The bytes that are still to be read.
    pub(crate) fn rest(&self) -> &'k [u8] {
        self.bytes
    }
}

impl Iterator for Numbers<'_> {
    type Item = i64;

    fn next(&mut self) -> Option<i64> {
        let (mut zigzag, mut shift) = (0u64, 0);
        loop {
            let (&byte, rest) = self.bytes.split_first()?;
            self.bytes = rest;
            zigzag |= u64::from(byte & 0x7f) << shift;
            if byte < 0x80 {
                return Some((zigzag >> 1) as i64 ^ -((zigzag & 1) as i64));
            }
            shift += 7;
        }
    }
}

/// Writes keys, one after another.
#[derive(Debug, Default)]
pub(crate) struct Packer {
    bytes: Vec<u8>,
}

impl Packer {
    /// Adds an integer to the key under way.
    pub(crate) fn push(&mut self, number: i64) {
        let mut zigzag = (number << 1 ^ number >> 63) as u64;
        while zigzag >= 0x80 {
            self.bytes.push(zigzag as u8 | 0x80);
            zigzag >>= 7;
        }
        self.bytes.push(zigzag as u8);
    }

    /// Adds the bytes of whole integers.
    pub(crate) fn copy(&mut self, bytes: &[u8]) {
        self.bytes.extend_from_slice(bytes);
    }

    /// Ends the key under way.
    pub(crate) fn finish(&mut self) -> Key {
        let mut short = [0; SHORT];
        let key = match short.get_mut(..self.bytes.len()) {
            Some(place) => {
                place.copy_from_slice(&self.bytes);
                Key(Bytes::Short(self.bytes.len() as u8, short))
            }
            None => Key(Bytes::Long(self.bytes.as_slice().into())),
        };
        self.bytes.clear();
        key
    }
}
