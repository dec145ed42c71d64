//! Writes that wait for whoever reads them, but not for ever once the work was told to end.

use crate::error::Cause;
use std::fs::File;
use std::io::{self, Write};
use std::path::Path;
use std::time::{Duration, Instant};

/// How often a writer that waits looks whether the work should end.
const LOOK: Duration = Duration::from_millis(50);
/// What was asked to end waits so long for a reader that reads nothing.
const GRACE: Duration = Duration::from_secs(1);
/// A pipe that has any room has room for so many bytes.
const BLOCK: usize = 4096;

/// A file, pipe or terminal to write to. Where nobody reads what is written, it waits; but once
/// [`patience::end`] was called only for a second, and then fails with [`io::ErrorKind::TimedOut`].
#[derive(Debug)]
pub struct Waiting {
    file: File,
    /// A plain file takes what it is given.
    is_plain: bool,
}

impl Waiting {
    /// Opens what is no plain file for writing.
    ///
    /// # Errors
    /// The system's; nobody opens a FIFO for reading before the work is told to end.
    pub fn open(path: &Path) -> io::Result<Self> {
        #[cfg(unix)]
        {
            use rustix::fs::{Mode, OFlags};
            let flags = OFlags::WRONLY | OFlags::NONBLOCK | OFlags::CLOEXEC | OFlags::NOCTTY;
            let mut waits = Waits::default();
            loop {
                match rustix::fs::open(path, flags, Mode::empty()) {
                    Ok(opened) => return Ok(Self { file: opened.into(), is_plain: false }),
                    // A FIFO that nobody reads.
                    Err(rustix::io::Errno::NXIO) => waits.longer(LOOK)?,
                    Err(rustix::io::Errno::INTR) => {}
                    Err(cause) => return Err(cause.into()),
                }
            }
        }
        #[cfg(not(unix))]
        Ok(Self::plain(File::options().write(true).open(path)?))
    }

    /// A plain file.
    pub(crate) fn plain(file: File) -> Self {
        Self { file, is_plain: true }
    }

    /// Standard output.
    ///
    /// # Errors
    /// The system's.
    pub fn output() -> io::Result<Self> {
        Self::of(io::stdout())
    }

    /// Standard error.
    ///
    /// # Errors
    /// The system's.
    pub fn error() -> io::Result<Self> {
        Self::of(io::stderr())
    }

    #[cfg(unix)]
    fn of(stream: impl std::os::fd::AsFd) -> io::Result<Self> {
        let file = File::from(stream.as_fd().try_clone_to_owned()?);
        let is_plain = file.metadata()?.is_file();
        Ok(Self { file, is_plain })
    }

    #[cfg(windows)]
    fn of(stream: impl std::os::windows::io::AsHandle) -> io::Result<Self> {
        Ok(Self { file: File::from(stream.as_handle().try_clone_to_owned()?), is_plain: true })
    }

    #[cfg(not(any(unix, windows)))]
    fn of<T>(_: T) -> io::Result<Self> {
        Err(io::ErrorKind::Unsupported.into())
    }

    /// Waits until something can be written.
    #[cfg(unix)]
    fn wait(&self) -> io::Result<()> {
        use rustix::event::{PollFd, PollFlags, Timespec, poll};
        let look = Timespec { tv_sec: 0, tv_nsec: LOOK.subsec_nanos().into() };
        let mut waits = Waits::default();
        loop {
            match poll(&mut [PollFd::new(&self.file, PollFlags::OUT)], Some(&look)) {
                Ok(0) | Err(rustix::io::Errno::INTR) => waits.longer(Duration::ZERO)?,
                Ok(_) => return Ok(()),
                Err(cause) => return Err(cause.into()),
            }
        }
    }

    #[cfg(not(unix))]
    fn wait(&self) -> io::Result<()> {
        Ok(())
    }
}

impl Write for Waiting {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.is_plain {
            return self.file.write(bytes);
        }
        loop {
            self.wait()?;
            match self.file.write(&bytes[..bytes.len().min(BLOCK)]) {
                Err(e) if e.kind() == io::ErrorKind::WouldBlock => std::thread::sleep(LOOK),
                written => return written,
            }
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

/// How long a writer waits since the work was told to end.
#[derive(Debug, Default)]
struct Waits(Option<Instant>);

impl Waits {
    /// Waits for that time more.
    fn longer(&mut self, time: Duration) -> io::Result<()> {
        if patience::was_ended() && self.0.get_or_insert_with(Instant::now).elapsed() > GRACE {
            let why = "nobody reads it, and the work was told to end";
            return Err(io::Error::new(io::ErrorKind::TimedOut, Cause(why)));
        }
        std::thread::sleep(time);
        Ok(())
    }
}

#[cfg(test)]
#[cfg(unix)]
mod tests {
    use super::*;
    use std::io::Read;

    #[test]
    fn all_bytes_arrive_through_a_pipe_that_is_read_slowly() {
        let (mut read, write) = io::pipe().unwrap();
        let bytes: Vec<u8> = (0..300_000_u32).map(|n| (n % 251) as u8).collect();
        let mut into = Waiting::of(&write).unwrap();
        drop(write);
        let expected = bytes.clone();
        let writer = std::thread::spawn(move || into.write_all(&bytes));
        let mut all = Vec::new();
        read.read_to_end(&mut all).unwrap();
        writer.join().unwrap().unwrap();
        assert!(all == expected);
    }

    #[test]
    fn a_reader_that_has_gone_and_a_full_device_are_said() {
        let (read, write) = io::pipe().unwrap();
        drop(read);
        let mut into = Waiting::of(&write).unwrap();
        assert_eq!(into.write(b"x").unwrap_err().kind(), io::ErrorKind::BrokenPipe);
        let mut full = Waiting::open(Path::new("/dev/full")).unwrap();
        assert_eq!(full.write(b"x").unwrap_err().kind(), io::ErrorKind::StorageFull);
    }
}
