//! Unfinished tables kept in a folder, so that a run that was killed can continue.
//!
//! The folder holds the text `run`, which identifies the run, and one file for each column: the cells as
//! far as they have values, with a checksum. A kill at any moment leaves the last complete file. What is
//! too much to be written anew each time has a file of its own beside the column.

use crate::failure::Unfit;
use engine::Cells;
use message::{Message, message};
use report::{Waiting, file};
use std::fs::{self, File};
use std::io::{self, BufWriter, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::time::Duration;
use xxhash_rust::xxh3::{Xxh3, xxh3_64};

/// Where the tables of one run are kept while they are computed.
#[derive(Debug)]
pub(crate) struct Checkpoint {
    folder: PathBuf,
    /// Of what run: version, rule, request.
    run: String,
    spacing: Duration,
    /// Why a checkpoint could not be written.
    trouble: Mutex<Option<Message>>,
}

const RUN: &str = "run";
/// What is written to see whether anything can be.
const TRIAL: &str = "trial";
/// The extension of the files of columns, and of those beside them.
const COLUMN: &str = "column";
const BESIDE: &str = "beside";
const MAGIC: &[u8; 16] = b"mexlab column 1\n";
/// Magic, hash of the run, hash of the label, bytes per cell, number of cells.
const HEADER: usize = 16 + 4 * 8;
const CHECKSUM: usize = 8;
/// Cells written at once.
const BLOCK: usize = 1 << 14;

impl Checkpoint {
    /// A run that begins anew: what the folder holds of an earlier one is forgotten when the first
    /// checkpoint is due. `run` says what is computed: line by line all that must be the same for
    /// a later run to go on. A checkpoint is written after every `spacing` of work.
    #[must_use]
    pub(crate) fn begin(folder: &Path, run: String, spacing: Duration) -> Self {
        Self { folder: folder.to_owned(), run, spacing, trouble: Mutex::new(None) }
    }

    /// A run that goes on from what the folder holds; as [`Checkpoint::begin`] where there is none.
    ///
    /// # Errors
    /// The folder is of another run, or a file in it is damaged.
    pub(crate) fn resume(folder: &Path, run: String, spacing: Duration) -> Result<Self, Unfit> {
        let found = Self::begin(folder, run, spacing);
        let Some(run) = read(&folder.join(RUN))? else { return Ok(found) };
        found.check_run(&String::from_utf8_lossy(&run))?;
        let unreadable = |e: io::Error| unreadable(folder, &e);
        for entry in fs::read_dir(folder).map_err(unreadable)? {
            let path = entry.map_err(unreadable)?.path();
            if path.extension().is_some_and(|e| e == COLUMN) {
                found.column(&path, None)?;
            }
        }
        Ok(found)
    }

    /// Whether the folder holds something to go on from.
    #[must_use]
    pub(crate) fn exists(folder: &Path) -> bool {
        folder.join(RUN).is_file()
    }

    /// Removes what was kept: the run is finished. Returns why a checkpoint could not be written
    /// meanwhile, if so.
    #[must_use]
    pub(crate) fn finish(self) -> Option<Message> {
        if Self::exists(&self.folder) {
            // Best effort: what is left is forgotten by the next run.
            let _ = self.clear().and_then(|()| fs::remove_dir(&self.folder));
        }
        self.trouble()
    }

    /// Whether something of this run is kept.
    #[must_use]
    pub(crate) fn is_kept(&self) -> bool {
        fs::read(self.folder.join(RUN)).ok().as_deref() == Some(self.run.as_bytes())
    }

    /// Why a checkpoint could not be written, if so.
    #[must_use]
    pub(crate) fn trouble(&self) -> Option<Message> {
        self.trouble.lock().ok()?.clone()
    }

    fn check_run(&self, found: &str) -> Result<(), Unfit> {
        if found == self.run {
            return Ok(());
        }
        let lines = |text: &str| text.lines().map(str::to_owned).collect::<Vec<_>>();
        let (then, now) = (lines(found), lines(&self.run));
        let first = then.iter().zip(&now).position(|(a, b)| a != b);
        let at = first.unwrap_or(then.len().min(now.len()));
        let line = |lines: &[String]| lines.get(at).map_or("nothing", |l| l.trim()).to_owned();
        let difference = message!("it has `{}` where this run has `{}`", line(&then), line(&now));
        Err(Unfit(message!(
            "the checkpoint {} belongs to another run: {difference}; give the same command, or \
             leave out --resume to start over",
            self.folder.display()
        )))
    }

    fn path(&self, label: &str, extension: &str) -> PathBuf {
        self.folder.join(format!("{:016x}.{extension}", xxh3_64(label.as_bytes())))
    }

    /// A file beside a column, as it was left; `None` where there can be none.
    pub(super) fn file(&self, label: &str) -> Option<File> {
        self.claim().ok()?;
        let mut options = File::options();
        let options = options.read(true).write(true).create(true).truncate(false);
        options.open(self.path(label, BESIDE)).ok()
    }

    /// Bytes per cell and the bytes of the cells in a column's file, `None` where there is none.
    fn column(&self, path: &Path, label: Option<&str>) -> Result<Option<(usize, Vec<u8>)>, Unfit> {
        let Some(mut bytes) = read(path)? else { return Ok(None) };
        let damaged = |why: &'static str| {
            let (file, why) = (path.display(), Message::from(why));
            Unfit(message!(
                "the checkpoint {file} is damaged: {why}; leave out --resume to start over"
            ))
        };
        let Some(checked) = bytes.len().checked_sub(CHECKSUM).filter(|&n| n >= HEADER) else {
            return Err(damaged("it is too short"));
        };
        if &bytes[..16] != MAGIC {
            return Err(damaged("it does not begin as a checkpoint does"));
        }
        let word = |at: usize| {
            let word = bytes[at..at + 8].try_into().unwrap_or_default();
            u64::from_le_bytes(word)
        };
        if word(checked) != xxh3_64(&bytes[..checked]) {
            return Err(damaged("its checksum is wrong"));
        }
        if word(16) != xxh3_64(self.run.as_bytes()) {
            return Err(damaged("it belongs to another run"));
        }
        if label.is_some_and(|label| word(24) != xxh3_64(label.as_bytes())) {
            return Err(damaged("it is another column's"));
        }
        let (width, cells) = (word(32), word(40));
        if !matches!(width, 1 | 2 | 4)
            || width.checked_mul(cells) != Some((checked - HEADER) as u64)
        {
            return Err(damaged("its length is wrong"));
        }
        bytes.truncate(checked);
        bytes.drain(..HEADER);
        Ok(Some((width as usize, bytes)))
    }

    /// Makes the folder that of this run.
    fn claim(&self) -> io::Result<()> {
        if self.is_kept() {
            return Ok(());
        }
        // Of an earlier run, begun anew since.
        if Self::exists(&self.folder) {
            self.clear()?;
        }
        fs::create_dir_all(&self.folder)?;
        Self::write(&self.folder.join(RUN), |out| out.write_all(self.run.as_bytes()))
    }

    fn try_keep(&self, label: &str, cells: &Cells<'_>) -> io::Result<()> {
        self.claim()?;
        Self::write(&self.path(label, COLUMN), |out| {
            let mut hash = Xxh3::new();
            let mut put = |bytes: &[u8]| {
                hash.update(bytes);
                out.write_all(bytes)
            };
            put(MAGIC)?;
            let of_run = xxh3_64(self.run.as_bytes());
            let of_label = xxh3_64(label.as_bytes());
            let (width, length) = match cells {
                Cells::Bytes(cells) => (1, cells.len()),
                Cells::Narrow(cells) => (2, cells.len()),
                Cells::Wide(cells) => (4, cells.len()),
            };
            for word in [of_run, of_label, width, length as u64] {
                put(&word.to_le_bytes())?;
            }
            match cells {
                Cells::Bytes(cells) => put(cells),
                Cells::Narrow(cells) => cells.chunks(BLOCK).try_for_each(|part| {
                    put(&part.iter().flat_map(|cell| cell.to_le_bytes()).collect::<Vec<u8>>())
                }),
                Cells::Wide(cells) => cells.chunks(BLOCK).try_for_each(|part| {
                    put(&part.iter().flat_map(|cell| cell.to_le_bytes()).collect::<Vec<u8>>())
                }),
            }?;
            let checksum = hash.digest();
            out.write_all(&checksum.to_le_bytes())
        })
    }

    /// Removes the files of a checkpoint, and no other; the text that says of what run they are goes
    /// last.
    fn clear(&self) -> io::Result<()> {
        // Also what a run that was killed had not finished writing.
        file::clear_left_over(&self.folder);
        for entry in fs::read_dir(&self.folder)? {
            let path = entry?.path();
            if path.extension().is_some_and(|e| e == COLUMN || e == BESIDE) {
                fs::remove_file(path)?;
            }
        }
        fs::remove_file(self.folder.join(RUN))
    }

    /// How much work lies between two checkpoints.
    pub(super) fn spacing(&self) -> Duration {
        self.spacing
    }

    /// The cells kept of a column; `None` where there are none.
    ///
    /// # Errors
    /// What was kept is damaged, in words.
    pub(super) fn restore(&self, label: &str) -> Result<Option<Cells<'static>>, Message> {
        let found = self.column(&self.path(label, COLUMN), Some(label)).map_err(|why| why.0)?;
        let number = |bytes: &[u8]| bytes.iter().rev().fold(0, |n, &b| n << 8 | u32::from(b));
        Ok(found.map(|(width, bytes)| {
            let cells = bytes.chunks_exact(width).map(number);
            match width {
                1 => Cells::Bytes(bytes.into()),
                2 => Cells::Narrow(cells.map(|cell| cell as u16).collect()),
                _ => Cells::Wide(cells.collect()),
            }
        }))
    }

    /// Keeps the cells of a column instead of what was kept of it before.
    pub(super) fn keep(&self, label: &str, cells: &Cells<'_>) {
        let result = self.try_keep(label, cells);
        if let Ok(mut trouble) = self.trouble.lock() {
            *trouble = result.err().map(|cause| self.unwritten(&cause));
        }
    }

    /// Tries whether a checkpoint can be written, and leaves no trace of that.
    ///
    /// # Errors
    /// It cannot.
    pub(super) fn try_out(&self) -> Result<(), Unfit> {
        let is_new = !self.folder.exists();
        let trial = self.folder.join(TRIAL);
        let tried = file::make_folder(&self.folder)
            .map_err(cause_of)
            .and_then(|()| Self::write(&trial, |out| out.write_all(self.run.as_bytes())))
            .and_then(|()| fs::remove_file(&trial))
            .and_then(|()| if is_new { fs::remove_dir(&self.folder) } else { Ok(()) });
        tried.map_err(|cause| Unfit(self.unwritten(&cause)))
    }

    fn unwritten(&self, cause: &io::Error) -> Message {
        message!("no checkpoint could be written to {}: {cause}", self.folder.display())
    }

    fn write(
        path: &Path,
        write: impl FnOnce(&mut BufWriter<Waiting>) -> io::Result<()>,
    ) -> io::Result<()> {
        file::write_durably(path, write).map_err(cause_of)
    }
}

fn cause_of(error: report::Error) -> io::Error {
    match error {
        report::Error::Write { cause, .. } => cause,
        other => io::Error::other(other),
    }
}

fn unreadable(file: &Path, cause: &io::Error) -> Unfit {
    Unfit(message!("the checkpoint {} cannot be read: {cause}", file.display()))
}

/// The bytes of a file, `None` where there is none.
fn read(path: &Path) -> Result<Option<Vec<u8>>, Unfit> {
    let mut bytes = Vec::new();
    match File::open(path).and_then(|mut file| file.read_to_end(&mut bytes)) {
        Ok(_) => Ok(Some(bytes)),
        Err(e) if e.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(e) => Err(unreadable(path, &e)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const NOW: Duration = Duration::ZERO;

    fn narrow(cells: &[u16]) -> Cells<'static> {
        Cells::Narrow(cells.to_vec().into())
    }

    fn kept_in(folder: &Path) -> Checkpoint {
        let checkpoint = Checkpoint::begin(folder, "version 1\nto 9".into(), NOW);
        checkpoint.keep("sg", &narrow(&[3, 9, 7]));
        assert_eq!(checkpoint.trouble(), None);
        checkpoint
    }

    fn resumed(folder: &Path) -> Result<Checkpoint, Unfit> {
        Checkpoint::resume(folder, "version 1\nto 9".into(), NOW)
    }

    #[test]
    fn what_was_kept_comes_back() {
        let folder = tempfile::tempdir().unwrap();
        let at = folder.path().join("checkpoint");
        assert_eq!(resumed(&at).unwrap().restore("sg"), Ok(None));
        kept_in(&at);
        let again = resumed(&at).unwrap();
        assert_eq!(again.restore("sg"), Ok(Some(narrow(&[3, 9, 7]))));
        assert_eq!(again.restore("win"), Ok(None));
        let wide = Cells::Wide(vec![5, u32::MAX].into());
        again.keep("sg", &wide);
        assert_eq!(again.restore("sg"), Ok(Some(wide)));
        let state = Cells::Bytes(vec![7; 100_001].into());
        again.keep("state of sg", &state);
        assert_eq!(again.restore("state of sg"), Ok(Some(state)));
        again.file("sg").unwrap().write_all(b"much").unwrap();
        let mut much = String::new();
        again.file("sg").unwrap().read_to_string(&mut much).unwrap();
        assert_eq!(much, "much");
        assert_eq!(resumed(&at).unwrap().restore("win"), Ok(None), "the file is no column");
        assert_eq!(again.finish(), None);
        assert!(!at.exists());
    }

    #[cfg(unix)]
    #[test]
    fn a_link_and_what_else_lies_in_its_folder_stay() {
        let folder = tempfile::tempdir().unwrap();
        let (real, link) = (folder.path().join("real"), folder.path().join("link"));
        fs::create_dir(&real).unwrap();
        fs::write(real.join("mine.txt"), "mine").unwrap();
        fs::write(real.join(".mexlab-killed"), "").unwrap();
        std::os::unix::fs::symlink("real", &link).unwrap();
        kept_in(&link);
        let anew = Checkpoint::begin(&link, "version 1\nto 10".into(), NOW);
        anew.keep("win", &narrow(&[1]));
        assert!(link.is_symlink() && real.join(RUN).is_file(), "{:?}", anew.trouble());
        assert_eq!(anew.finish(), None);
        assert!(link.is_symlink(), "the user's link is not a checkpoint");
        assert_eq!(fs::read_dir(&real).unwrap().count(), 1);
    }

    #[test]
    fn any_altered_byte_is_noticed() {
        let folder = tempfile::tempdir().unwrap();
        let file = kept_in(folder.path()).path("sg", COLUMN);
        let bytes = fs::read(&file).unwrap();
        for at in 0..bytes.len() {
            let mut altered = bytes.clone();
            altered[at] ^= 4;
            fs::write(&file, altered).unwrap();
            let Unfit(error) = resumed(folder.path()).unwrap_err();
            assert!(error.to_string().contains(" is damaged: "), "byte {at}: {error}");
        }
        for length in 0..bytes.len() {
            fs::write(&file, &bytes[..length]).unwrap();
            assert!(resumed(folder.path()).is_err(), "cut to {length}");
        }
        fs::write(&file, bytes).unwrap();
        resumed(folder.path()).unwrap();
    }

    #[test]
    fn a_checkpoint_of_another_run_is_refused_and_begun_anew() {
        let folder = tempfile::tempdir().unwrap();
        let file = kept_in(folder.path()).path("sg", COLUMN);
        let other = || Checkpoint::resume(folder.path(), "version 1\nto 10".into(), NOW);
        let Unfit(message) = other().unwrap_err();
        assert!(
            message.to_string().contains("`to 9`") && message.to_string().contains("`to 10`"),
            "{message}"
        );
        let anew = Checkpoint::begin(folder.path(), "version 1\nto 10".into(), NOW);
        anew.keep("win", &narrow(&[1]));
        assert!(!file.exists());
        assert_eq!(other().unwrap().restore("win"), Ok(Some(narrow(&[1]))));
        // A column smuggled in from another run.
        kept_in(&folder.path().join("old"));
        fs::copy(kept_in(&folder.path().join("old")).path("sg", COLUMN), &file).unwrap();
        assert!(other().unwrap_err().0.to_string().contains("another run"));
    }

    #[test]
    fn a_folder_that_cannot_be_written_is_told_before_and_after() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("file");
        fs::write(&file, "").unwrap();
        let checkpoint = Checkpoint::begin(&file.join("below"), "run".into(), NOW);
        assert!(
            checkpoint
                .try_out()
                .unwrap_err()
                .0
                .to_string()
                .contains("no checkpoint could be written")
        );
        checkpoint.keep("sg", &narrow(&[1]));
        assert!(
            checkpoint.finish().unwrap().to_string().contains("no checkpoint could be written")
        );
        let new = folder.path().join("new");
        Checkpoint::begin(&new, "run".into(), NOW).try_out().unwrap();
        assert!(!new.exists(), "no trace is left");
    }
}
