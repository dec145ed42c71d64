//! Files that appear complete or not at all.

use crate::Error;
use crate::error::Cause;
use crate::waiting::Waiting;
use std::fs::{self, File, TryLockError};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use tempfile::NamedTempFile;

/// How the names of files begin that are not written to their end.
const BEGUN: &str = ".mexlab-";
/// As many letters and digits follow.
const RANDOM: usize = 6;

/// Writes `path` through a temporary file in the same folder that is renamed when `write` has
/// succeeded; an existing file is replaced. When anything fails, `path` is as it was and nothing
/// is left behind. A symbolic link stays, and the file it leads to is written so; what is no plain
/// file (`/dev/null`, a FIFO) is written to as it stands, as a [`Waiting`] writer does.
///
/// # Errors
/// [`Error::Write`] with the path and the cause: no such folder, no permission, `path` is a
/// folder, disk full, links without end, nobody reads the FIFO, or what `write` itself returned.
pub fn write_atomically(
    path: &Path,
    write: impl FnOnce(&mut BufWriter<Waiting>) -> io::Result<()>,
) -> Result<(), Error> {
    try_write(path, write, false).map_err(|cause| unwritten(path, cause))
}

/// As [`write_atomically`], and the file is on the disk when this returns: a machine that fails
/// afterwards finds it whole.
///
/// # Errors
/// As for [`write_atomically`].
pub fn write_durably(
    path: &Path,
    write: impl FnOnce(&mut BufWriter<Waiting>) -> io::Result<()>,
) -> Result<(), Error> {
    try_write(path, write, true).map_err(|cause| unwritten(path, cause))
}

/// As [`write_atomically`], but what stands at `path` may only be a plain file: nothing is written through a link.
///
/// # Errors
/// As for [`write_atomically`]; there is a link, or what is no plain file.
pub fn write_in_place(
    path: &Path,
    write: impl FnOnce(&mut BufWriter<Waiting>) -> io::Result<()>,
) -> Result<(), Error> {
    plain(path)?;
    let write = || Ok(begun(path, write, false)?.persist(path).map(drop)?);
    write().map_err(|cause| unwritten(path, cause))
}

/// As [`write_atomically`], but only where there is nothing yet, not even a link; whether that was so.
///
/// # Errors
/// As for [`write_atomically`].
pub fn write_new(
    path: &Path,
    write: impl FnOnce(&mut BufWriter<Waiting>) -> io::Result<()>,
) -> Result<bool, Error> {
    let written = begun(path, write, false).map_err(|cause| unwritten(path, cause))?;
    match written.persist_noclobber(path) {
        Ok(_) => Ok(true),
        Err(e) if e.error.kind() == io::ErrorKind::AlreadyExists => Ok(false),
        Err(e) => Err(unwritten(path, e.error)),
    }
}

/// As [`write_atomically`], but through no link to a plain file, and over no file that is not ours, as `is_own`
/// tells by its text; an empty one may be overwritten.
///
/// # Errors
/// As for [`write_atomically`]; there is such a link or file.
pub fn write_own(
    path: &Path,
    is_own: impl FnOnce(&str) -> bool,
    write: impl FnOnce(&mut BufWriter<Waiting>) -> io::Result<()>,
) -> Result<(), Error> {
    // `/dev/stdout` is a link, too
    let is_device = fs::metadata(path).is_ok_and(|found| !found.is_file() && !found.is_dir());
    if is_device {
        return write_atomically(path, write);
    }
    plain(path)?;
    let there = fs::read(path).unwrap_or_default();
    if !there.is_empty() && !is_own(&String::from_utf8_lossy(&there)) {
        let help = "mexlab did not make it: move it away, or give another name";
        return Err(unwritten(path, io::Error::other(Cause(help))));
    }
    write_atomically(path, write)
}

/// Refuses a path where there is anything but a plain file.
///
/// # Errors
/// [`Error::Write`] with what there is.
pub fn plain(path: &Path) -> Result<(), Error> {
    let Ok(found) = fs::symlink_metadata(path) else { return Ok(()) };
    let what = match found.file_type() {
        kind if kind.is_file() => return Ok(()),
        kind if kind.is_symlink() => "it is a link, and may lead to what is not ours",
        kind if kind.is_dir() => "it is a folder",
        _ => "it is no plain file",
    };
    Err(unwritten(path, io::Error::other(Cause(what))))
}

fn unwritten(path: &Path, cause: io::Error) -> Error {
    Error::Write { path: path.to_owned(), cause }
}

fn try_write(
    path: &Path,
    write: impl FnOnce(&mut BufWriter<Waiting>) -> io::Result<()>,
    is_synced: bool,
) -> io::Result<()> {
    if path.is_dir() {
        return Err(io::Error::new(io::ErrorKind::IsADirectory, Cause("it is a folder")));
    }
    if fs::metadata(path).is_ok_and(|found| !found.is_file()) {
        let mut writer = BufWriter::new(Waiting::open(path)?);
        write(&mut writer)?;
        return writer.flush();
    }
    let path = &followed(path)?;
    begun(path, write, is_synced)?.persist(path).map_err(|e| e.error)?;
    if is_synced && cfg!(unix) {
        File::open(folder_of(path))?.sync_all()?;
    }
    Ok(())
}

/// The temporary file for `path`, written to its end.
fn begun(
    path: &Path,
    write: impl FnOnce(&mut BufWriter<Waiting>) -> io::Result<()>,
    is_synced: bool,
) -> io::Result<NamedTempFile> {
    let temporary = temporary(folder_of(path))?;
    let file = Waiting::plain(temporary.as_file().try_clone()?);
    let mut writer = BufWriter::with_capacity(1 << 16, file);
    write(&mut writer)?;
    writer.flush()?;
    drop(writer);
    if is_synced {
        temporary.as_file().sync_all()?;
    }
    Ok(temporary)
}

fn folder_of(path: &Path) -> &Path {
    path.parent().filter(|parent| *parent != Path::new("")).unwrap_or(Path::new("."))
}

/// A temporary file that is locked as long as it is written: one without a lock is left over.
fn temporary(folder: &Path) -> io::Result<NamedTempFile> {
    let mut builder = tempfile::Builder::new();
    builder.prefix(BEGUN).rand_bytes(RANDOM);
    // A temporary file is private by default; the result should be as readable as any new file.
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    fs::metadata(folder)?;
    loop {
        // Only the kind: `tempfile` adds the name of the temporary file, which would puzzle the reader.
        let temporary = builder.tempfile_in(folder).map_err(|e| io::Error::from(e.kind()))?;
        // Where there are no locks, nobody takes it for one that is left over.
        let is_taken = matches!(temporary.as_file().try_lock(), Err(TryLockError::WouldBlock));
        if !is_taken && temporary.path().exists() {
            return Ok(temporary);
        }
    }
}

/// Whether a temporary file may have this name: six letters or digits behind the beginning.
#[must_use]
pub fn is_temporary(name: &[u8]) -> bool {
    name.strip_prefix(BEGUN.as_bytes())
        .is_some_and(|rest| rest.len() == RANDOM && rest.iter().all(u8::is_ascii_alphanumeric))
}

/// Removes what writers that were killed left in a folder.
pub fn clear_left_over(folder: &Path) {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    for entry in entries.filter(|entry| entry.file_type().is_ok_and(|kind| kind.is_file())) {
        if !is_temporary(entry.file_name().as_encoded_bytes()) {
            continue;
        }
        let Ok(file) = File::options().write(true).open(entry.path()) else { continue };
        if file.try_lock().is_ok() {
            // Another may have done it.
            let _ = fs::remove_file(entry.path());
        }
    }
}

/// Where a chain of symbolic links ends, whether or not there is anything.
fn followed(path: &Path) -> io::Result<PathBuf> {
    let mut path = path.to_owned();
    for _ in 0..MAX_LINKS {
        let Ok(target) = fs::read_link(&path) else { return Ok(path) };
        path = path.parent().unwrap_or(Path::new("")).join(target);
    }
    Err(io::Error::other(Cause("symbolic links form a circle")))
}

/// As many symbolic links are followed one after another.
const MAX_LINKS: usize = 40;

/// Makes the folder `path` and those above it, and removes what writers that were killed left in it. A symbolic
/// link to a folder is that folder; one that leads nowhere gets its folder.
///
/// # Errors
/// [`Error::Write`] when a part of the path is a file or may not be written.
pub fn make_folder(path: &Path) -> Result<(), Error> {
    let given = path;
    let path = &followed(path).map_err(|cause| Error::Write { path: given.to_owned(), cause })?;
    if path.exists() && !path.is_dir() {
        let cause = io::Error::new(io::ErrorKind::NotADirectory, "it is a file, not a folder");
        return Err(Error::Write { path: path.to_owned(), cause });
    }
    fs::create_dir_all(path).map_err(|cause| Error::Write { path: path.to_owned(), cause })?;
    clear_left_over(path);
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_failing_write_leaves_the_old_file_and_nothing_else() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("table.csv");
        write_atomically(&path, |w| w.write_all(b"old")).unwrap();
        let failed = write_atomically(&path, |w| {
            w.write_all(&vec![b'x'; 1 << 20])?;
            Err(io::Error::other("interrupted"))
        });
        let message = failed.unwrap_err().to_string();
        assert!(message.contains("table.csv") && message.contains("interrupted"), "{message}");
        assert_eq!(fs::read(&path).unwrap(), b"old");
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    }

    #[test]
    fn errors_name_the_path_and_the_cause() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("file");
        fs::write(&file, "").unwrap();
        for path in [folder.path().to_owned(), file.join("below"), folder.path().join("no/such")] {
            let message = write_atomically(&path, |_| Ok(())).unwrap_err().to_string();
            let start = format!("cannot write {}: ", path.display());
            assert!(message.starts_with(&start) && message.len() > start.len(), "{message}");
            assert!(!message.contains(".mexlab-"), "{message}");
        }
        assert!(make_folder(&file).unwrap_err().to_string().contains("not a folder"));
        assert!(make_folder(&file.join("a/b")).is_err());
        make_folder(&folder.path().join("a/b")).unwrap();
    }

    #[cfg(unix)]
    #[test]
    fn symbolic_links_are_followed_and_stay() {
        use std::os::unix::fs::symlink;
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        let write =
            |path: &Path, text: &str| write_atomically(path, |w| w.write_all(text.as_bytes()));
        make_folder(&at("real/inner")).unwrap();
        symlink("real/table.csv", at("file")).unwrap();
        symlink("file", at("again")).unwrap();
        for text in ["new", "newer"] {
            write(&at("again"), text).unwrap();
            assert_eq!(fs::read_to_string(at("real/table.csv")).unwrap(), text);
        }
        assert!(at("file").is_symlink() && at("again").is_symlink());
        assert_eq!(fs::read_dir(at("real")).unwrap().count(), 2, "nothing is left behind");
        for (name, target) in [("folder", "real"), ("nowhere", "new/folder")] {
            symlink(target, at(name)).unwrap();
            make_folder(&at(name)).unwrap();
            write(&at(name).join("x"), "x").unwrap();
            assert!(at(name).is_symlink() && at(target).join("x").is_file());
        }
        symlink("circle", at("circle")).unwrap();
        assert!(make_folder(&at("circle")).is_err());
        let message = write(&at("circle"), "x").unwrap_err().to_string();
        assert!(message.contains("circle"), "{message}");
        // A device is no file to be replaced by one.
        symlink("/dev/null", at("null")).unwrap();
        write(&at("null"), "x").unwrap();
        assert!(!fs::metadata(at("null")).unwrap().is_file());
        let full = write(Path::new("/dev/full"), "x").unwrap_err().to_string();
        assert!(full.starts_with("cannot write /dev/full: No space left"), "{full}");
    }

    #[test]
    fn what_is_left_over_goes_and_what_is_being_written_stays() {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        for name in [".mexlab-killed", ".mexlab", ".mexlab-notes", ".mexlab-to.do1", "mine"] {
            fs::write(at(name), "x").unwrap();
        }
        fs::create_dir(at(".mexlab-folder")).unwrap();
        write_atomically(&at("table.csv"), |w| {
            make_folder(folder.path()).unwrap();
            let names = fs::read_dir(folder.path()).unwrap().map(|e| e.unwrap().file_name());
            let mut names: Vec<String> = names.map(|n| n.into_string().unwrap()).collect();
            names.sort();
            assert_eq!(names.len(), 6, "{names:?}");
            assert!(!names.contains(&".mexlab-killed".to_owned()), "{names:?}");
            w.write_all(b"whole")
        })
        .unwrap();
        assert_eq!(fs::read(at("table.csv")).unwrap(), b"whole");
    }

    #[test]
    fn what_is_there_stays_unless_it_is_a_plain_file_to_be_replaced() {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        let says =
            |text: &'static str| move |w: &mut BufWriter<Waiting>| w.write_all(text.as_bytes());
        assert!(write_new(&at("rule"), says("first")).unwrap());
        assert!(!write_new(&at("rule"), says("second")).unwrap());
        assert_eq!(fs::read(at("rule")).unwrap(), b"first");
        write_in_place(&at("rule"), says("third")).unwrap();
        assert_eq!(fs::read(at("rule")).unwrap(), b"third");
        #[cfg(unix)]
        {
            std::os::unix::fs::symlink("rule", at("link")).unwrap();
            std::os::unix::fs::symlink("nowhere", at("broken")).unwrap();
            for name in ["link", "broken"] {
                assert!(!write_new(&at(name), says("x")).unwrap(), "{name}");
                let message = write_in_place(&at(name), says("x")).unwrap_err().to_string();
                assert!(message.contains("it is a link"), "{message}");
            }
            assert_eq!(fs::read(at("rule")).unwrap(), b"third");
            assert!(!at("nowhere").exists());
        }
    }

    #[test]
    fn only_a_file_of_ours_is_overwritten() {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        let write = |path: &Path, text: &'static str| {
            write_own(path, |text| text.starts_with("ours"), |w| w.write_all(text.as_bytes()))
        };
        for text in ["ours", "ours again"] {
            write(&at("new"), text).unwrap();
            assert_eq!(fs::read_to_string(at("new")).unwrap(), text);
        }
        fs::write(at("theirs"), "theirs").unwrap();
        let message = write(&at("theirs"), "ours").unwrap_err().to_string();
        assert!(message.contains("mexlab did not make it"), "{message}");
        #[cfg(unix)]
        {
            use std::os::unix::fs::symlink;
            for (name, target) in [("link", "theirs"), ("own", "new"), ("broken", "nowhere")] {
                symlink(target, at(name)).unwrap();
                let message = write(&at(name), "ours").unwrap_err().to_string();
                assert!(message.contains("it is a link"), "{message}");
            }
            symlink("/dev/null", at("null")).unwrap();
            write(&at("null"), "ours").unwrap();
        }
        assert_eq!(fs::read_to_string(at("theirs")).unwrap(), "theirs");
    }

    #[cfg(unix)]
    #[test]
    fn new_files_are_readable_by_others() {
        use std::os::unix::fs::PermissionsExt;
        let folder = tempfile::tempdir().unwrap();
        let (ours, plain) = (folder.path().join("ours"), folder.path().join("plain"));
        write_atomically(&ours, |_| Ok(())).unwrap();
        fs::write(&plain, "").unwrap();
        let mode = |path| fs::metadata(path).unwrap().permissions().mode();
        assert_eq!(mode(&ours), mode(&plain));
    }
}
