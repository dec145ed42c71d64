//! Codes of heaps that left memory, kept in a file.

use std::fs::File;
use std::io::{Read, Result, Seek, SeekFrom, Write};
use std::sync::Arc;

/// Bytes read at once.
const PART: usize = 1 << 20;

/// The codes of the heaps dropped, in order, a byte each.
#[derive(Clone, Debug)]
pub(super) struct Dropped {
    file: Arc<File>,
    count: u64,
    /// Their checksum, by which a later run knows them again.
    checksum: u64,
}

impl Dropped {
    /// No codes yet; they will be kept in this file.
    pub(super) fn new(file: File) -> Self {
        Self { file: Arc::new(file), count: 0, checksum: 0 }
    }

    pub(super) fn checksum(&self) -> u64 {
        self.checksum
    }

    /// Drops more.
    pub(super) fn append(&mut self, codes: &[u8]) -> Result<()> {
        let mut file = &*self.file;
        file.seek(SeekFrom::Start(self.count))?;
        file.write_all(codes)?;
        self.add(codes);
        Ok(())
    }

    fn add(&mut self, codes: &[u8]) {
        self.count += codes.len() as u64;
        let add = |sum: u64, &code: &u8| (sum ^ u64::from(code)).wrapping_mul(0x0100_0000_01b3);
        self.checksum = codes.iter().fold(self.checksum, add);
    }

    /// The first `count` in the file of an earlier run; `None` where it has others.
    pub(super) fn restored(&self, count: u64, checksum: u64) -> Option<Self> {
        let mut restored = Self { count: 0, checksum: 0, file: Arc::clone(&self.file) };
        let mut part = vec![0; PART];
        while restored.count < count {
            let length = (count - restored.count).min(PART as u64) as usize;
            restored.read(restored.count, &mut part[..length]).ok()?;
            restored.add(&part[..length]);
        }
        (restored.checksum == checksum).then_some(restored)
    }

    /// The codes from the one at `first` on.
    pub(super) fn read(&self, first: u64, codes: &mut [u8]) -> Result<()> {
        let mut file = &*self.file;
        file.seek(SeekFrom::Start(first))?;
        file.read_exact(codes)
    }
}
