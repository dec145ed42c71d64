//! The commit that sources are of.

use std::fs;
use std::path::Path;
use std::process::Command;

/// Digits of a commit that are shown.
const SHOWN: usize = 9;

/// The commit of the crate in `folder`, as far as it can be known: of a package from the file that
/// cargo puts into it, of a clone whose top is `root` from git. `None` without either.
pub(crate) fn commit(folder: &Path, root: &Path) -> Option<String> {
    let packed = fs::read_to_string(folder.join(".cargo_vcs_info.json")).ok();
    let packed = packed.as_deref().and_then(|info| info.split_once("\"sha1\":"));
    let commit = match packed {
        Some((_, info)) => info.trim_start().trim_start_matches('"').to_owned(),
        // Above an unpacked archive there may be the repository of something else.
        None if !root.join(".git").exists() => return None,
        None => {
            let git = Command::new("git").arg("-C").arg(root).args(["rev-parse", "HEAD"]).output();
            let git = git.ok().filter(|output| output.status.success())?;
            String::from_utf8(git.stdout).ok()?
        }
    };
    let digits = commit.chars().take_while(char::is_ascii_hexdigit).take(SHOWN);
    Some(digits.collect::<String>()).filter(|commit| commit.len() == SHOWN)
}
