//! The folder of a sweep: its plan, the list of members, the files of shards.

use message::{Message, message};
use std::fs::{self, File, TryLockError};
use std::io::Write;
use std::path::{Path, PathBuf};

use report::file;

use crate::error::mistake;
use crate::{Member, Plan, Result};

/// A shard has at most this many members.
const MAX_MEMBERS: usize = 1000;
/// A sweep has about this many shards, unless they would have too many members.
const USUAL_SHARDS: usize = 256;

/// The folder of a sweep.
#[derive(Clone, Debug)]
pub struct Folder {
    path: PathBuf,
}

/// A sweep that was begun.
#[derive(Clone, Debug)]
pub struct Begun {
    /// Its folder.
    pub folder: Folder,
    /// What it does.
    pub plan: Plan,
    /// All members of the family.
    pub members: Vec<Member>,
}

/// While it lives no other sweep runs in the folder.
#[derive(Debug)]
pub struct Lock(#[expect(dead_code, reason = "closing it frees the folder")] File);

impl Folder {
    /// The folder at `path`, whether or not there is anything.
    #[must_use]
    pub fn at(path: &Path) -> Self {
        Self { path: path.to_owned() }
    }

    /// A file in it.
    #[must_use]
    pub fn file(&self, name: &str) -> PathBuf {
        self.path.join(name)
    }

    /// In the words of messages.
    pub(crate) fn shown(&self) -> String {
        self.path.display().to_string()
    }

    /// Whether a sweep was begun in it.
    #[must_use]
    pub fn has_plan(&self) -> bool {
        self.plan_file().is_file()
    }

    fn plan_file(&self) -> PathBuf {
        self.file("plan.sweep")
    }

    fn members_file(&self) -> PathBuf {
        self.file("members.tsv")
    }

    /// The file of a shard's results.
    #[must_use]
    pub fn shard_file(&self, shard: usize) -> PathBuf {
        self.path.join("shards").join(format!("{shard}.jsonl"))
    }

    /// The file of the seconds that the members of a shard took.
    pub(crate) fn seconds_file(&self, shard: usize) -> PathBuf {
        self.path.join("shards").join(format!("{shard}.seconds"))
    }

    /// Takes the folder for one sweep, making it where there is none.
    ///
    /// # Errors
    /// It cannot be written, or another sweep runs in it.
    pub fn lock(&self) -> Result<Lock> {
        file::make_folder(&self.path.join("shards"))?;
        let path = self.file("lock");
        let cannot = |cause| report::Error::Write { path: path.clone(), cause };
        let file = File::options().create(true).append(true).open(&path).map_err(cannot)?;
        match file.try_lock() {
            Ok(()) => Ok(Lock(file)),
            Err(TryLockError::WouldBlock) => {
                let help = Message::from("wait for it, or choose another folder");
                Err(mistake(message!("another sweep runs in {}; {help}", self.shown())))
            }
            // Where locks are unknown two sweeps do the same work twice and nothing worse.
            Err(TryLockError::Error(_)) => Ok(Lock(file)),
        }
    }

    /// Removes what killed attempts left. One that still runs fails, and is not needed any more.
    pub(crate) fn tidy(&self) {
        for folder in [&self.path, &self.path.join("shards")] {
            for file in fs::read_dir(folder).into_iter().flatten().flatten() {
                if file::is_temporary(file.file_name().as_encoded_bytes()) {
                    // Left behind it does no harm.
                    let _ = fs::remove_file(file.path());
                }
            }
        }
    }
}

impl Begun {
    /// Begins a sweep: writes the members, then the plan, as a folder without a plan is no sweep yet.
    ///
    /// # Errors
    /// A file that cannot be written.
    pub fn begin(folder: Folder, mut plan: Plan, members: Vec<Member>) -> Result<Self> {
        if plan.shard == 0 {
            plan.shard = members.len().div_ceil(USUAL_SHARDS).clamp(1, MAX_MEMBERS);
        }
        file::write_durably(&folder.members_file(), |out| {
            members.iter().try_for_each(|member| writeln!(out, "{}", line(member)))
        })?;
        file::write_durably(&folder.plan_file(), |out| write!(out, "{plan}"))?;
        Ok(Self { folder, plan, members })
    }

    /// The sweep that was begun in a folder, by this version of the program.
    ///
    /// # Errors
    /// There is none, it is another version's, or its plan or the list of its members is damaged.
    pub fn open(folder: Folder) -> Result<Self> {
        let path = folder.plan_file();
        let text = fs::read_to_string(&path).map_err(|e| {
            let help = Message::from("`mexlab sweep RULE --over ... --out DIR` begins a sweep");
            mistake(message!("no sweep in {} ({}: {e}); {help}", folder.shown(), path.display()))
        })?;
        let plan = Plan::read(&path.display().to_string(), &text)?;
        let (begun, version) = (&plan.version, env!("CARGO_PKG_VERSION"));
        if begun != version {
            let help = Message::from("continue it with that version, or choose another folder");
            return Err(mistake(message!(
                "the sweep was begun by mexlab {begun}, this is {version}; {help}"
            )));
        }
        let path = folder.members_file();
        let text = fs::read_to_string(&path)
            .map_err(|e| mistake(message!("cannot read {}: {e}", path.display())))?;
        let read = |(number, text): (usize, &str)| {
            member(text).filter(|member| member.number == number).ok_or_else(|| {
                mistake(message!("{}:{}: not a member of a sweep", path.display(), number + 1))
            })
        };
        let members = text.lines().enumerate().map(read).collect::<Result<_, _>>()?;
        Ok(Self { folder, plan, members })
    }

    /// Numbers of the shards.
    pub(crate) fn shards(&self) -> std::ops::Range<usize> {
        0..self.members.len().div_ceil(self.plan.shard.max(1))
    }
}

/// A member as a line: number, the member that is the same, the scale, the form that equal games share,
/// then `NAME=VALUE` of each that varies; between tabs.
fn line(member: &Member) -> String {
    let Member { number, same, canonical, values } = member;
    let (same, scale) =
        same.map_or(Default::default(), |(same, scale)| (same.to_string(), scale.to_string()));
    let values: String = values.iter().map(|(name, value)| format!("\t{name}={value}")).collect();
    format!("{number}\t{same}\t{scale}\t{canonical}{values}")
}

fn member(line: &str) -> Option<Member> {
    let mut fields = line.split('\t');
    let number = fields.next()?.parse().ok()?;
    let same = match (fields.next()?, fields.next()?) {
        ("", "") => None,
        (same, scale) => Some((same.parse().ok()?, scale.parse().ok()?)),
    };
    let canonical = fields.next()?.to_owned();
    let value = |text: &str| text.split_once('=').map(|(n, v)| (n.to_owned(), v.to_owned()));
    Some(Member { number, same, canonical, values: fields.map(value).collect::<Option<_>>()? })
}
