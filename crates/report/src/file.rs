//! Files that appear complete or not at all.

use crate::Error;
use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

/// Writes `path` through a temporary file in the same folder that is renamed when `write` has
/// succeeded; an existing file is replaced. When anything fails, `path` is as it was and nothing
/// is left behind. A symbolic link stays, and the file it leads to is written so; what is no plain
/// file (`/dev/null`) is written to as it stands.
///
/// # Errors
/// [`Error::Write`] with the path and the cause: no such folder, no permission, `path` is a
/// folder, disk full, links without end, or what `write` itself returned.
pub fn write_atomically(
    path: &Path,
    write: impl FnOnce(&mut BufWriter<File>) -> io::Result<()>,
) -> Result<(), Error> {
    try_write(path, write, false).map_err(|cause| Error::Write { path: path.to_owned(), cause })
}

/// As [`write_atomically`], and the file is on the disk when this returns: a machine that fails
/// afterwards finds it whole.
///
/// # Errors
/// As for [`write_atomically`].
pub fn write_durably(
    path: &Path,
    write: impl FnOnce(&mut BufWriter<File>) -> io::Result<()>,
) -> Result<(), Error> {
    try_write(path, write, true).map_err(|cause| Error::Write { path: path.to_owned(), cause })
}

fn try_write(
    path: &Path,
    write: impl FnOnce(&mut BufWriter<File>) -> io::Result<()>,
    is_synced: bool,
) -> io::Result<()> {
    if path.is_dir() {
        return Err(io::Error::new(io::ErrorKind::IsADirectory, "it is a folder"));
    }
    if fs::metadata(path).is_ok_and(|found| !found.is_file()) {
        let mut writer = BufWriter::new(File::options().write(true).open(path)?);
        write(&mut writer)?;
        return writer.flush();
    }
    let path = &followed(path)?;
    let folder = match path.parent() {
        Some(parent) if parent != Path::new("") => parent,
        _ => Path::new("."),
    };
    let mut builder = tempfile::Builder::new();
    builder.prefix(".mexlab-");
    // A temporary file is private by default; the result should be as readable as any new file.
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    fs::metadata(folder)?;
    // Only the kind: `tempfile` adds the name of the temporary file, which would puzzle the reader.
    let temporary = builder.tempfile_in(folder).map_err(|e| io::Error::from(e.kind()))?;
    let mut writer = BufWriter::with_capacity(1 << 16, temporary.as_file().try_clone()?);
    write(&mut writer)?;
    writer.flush()?;
    drop(writer);
    if is_synced {
        temporary.as_file().sync_all()?;
    }
    temporary.persist(path).map_err(|e| e.error)?;
    if is_synced && cfg!(unix) {
        File::open(folder)?.sync_all()?;
    }
    Ok(())
}

/// Where a chain of symbolic links ends, whether or not there is anything.
fn followed(path: &Path) -> io::Result<PathBuf> {
    let mut path = path.to_owned();
    for _ in 0..MAX_LINKS {
        let Ok(target) = fs::read_link(&path) else { return Ok(path) };
        path = path.parent().unwrap_or(Path::new("")).join(target);
    }
    Err(io::Error::other("symbolic links form a circle"))
}

/// As many symbolic links are followed one after another.
const MAX_LINKS: usize = 40;

/// Makes the folder `path` and those above it. A symbolic link to a folder is that folder; one that leads
/// nowhere gets its folder.
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
    fs::create_dir_all(path).map_err(|cause| Error::Write { path: path.to_owned(), cause })
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
