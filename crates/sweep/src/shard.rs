//! Shards: results of consecutive members in one file, which appears whole or not at all.

use message::message;
use std::fs;
use std::io::Write;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Instant;

use report::file;
use serde::{Deserialize, Serialize};
use xxhash_rust::xxh3::xxh3_64;

use crate::error::mistake;
use crate::{Begun, Error, Member, Result};

/// What came of a member.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Status {
    /// Its table is whole.
    Done,
    /// A limit kept it from being computed.
    Limit,
    /// The rule, or a value that it was given, is a mistake.
    Mistake,
}

/// What was computed of a member.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Computed {
    /// How it ended.
    pub status: Status,
    /// Why it did not end well; else empty.
    pub why: String,
    /// One for each quantity.
    pub rows: Vec<Row>,
    /// One for each claim, where the plan asks for them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub claims: Vec<AnsweredClaim>,
}

/// The answer to a claim about one member.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct AnsweredClaim {
    /// The name of the claim.
    pub claim: String,
    /// `proved`, `holds`, `fails` or `cannot check`.
    pub answer: String,
    /// How far it holds, where it fails, or why it cannot be checked.
    pub detail: String,
}

/// What is known of one quantity of a member (docs/atlas.md).
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[expect(missing_docs, reason = "they are the columns of the atlas")]
pub struct Row {
    pub quantity: String,
    pub reach: String,
    pub positions: Option<i64>,
    pub law: Option<String>,
    pub kind: Option<String>,
    pub preperiod: Option<i64>,
    pub period: Option<i64>,
    pub computed_to: Option<i64>,
    pub saltus: Option<i64>,
    pub exceptions: Option<i64>,
    pub known: Option<String>,
    pub greatest: Option<i64>,
    pub greatest_at: Option<String>,
    pub different: Option<i64>,
    pub common: Option<i64>,
    pub rare: Option<i64>,
    pub lost: Option<i64>,
    pub sparse_mask: Option<i64>,
    pub rare_values: Option<i64>,
    pub last_rare: Option<i64>,
    pub hash: Option<String>,
    pub half: Option<String>,
    pub certificate: Option<String>,
}

/// A line of a shard's file.
#[derive(Serialize, Deserialize)]
struct MemberLine {
    member: usize,
    #[serde(flatten)]
    computed: Computed,
}

/// The last line of a shard's file: which it is, and the hash of the lines above.
#[derive(Serialize, Deserialize)]
struct LastLine {
    shard: usize,
    hash: String,
}

/// What is computed of a member; `None` where the work was asked to end.
pub type Compute<'c> = &'c (dyn Fn(&Member) -> Option<Computed> + Sync);

/// A hash of a text, as it is written.
pub(crate) fn hash(text: &str) -> String {
    format!("{:016x}", xxh3_64(text.as_bytes()))
}

impl Begun {
    /// The members of a shard that are computed: those that are no other's game.
    fn own(&self, shard: usize) -> impl Iterator<Item = &Member> {
        let size = self.plan.shard.max(1);
        let range = self.members.iter().skip(shard.saturating_mul(size)).take(size);
        range.filter(|member| member.same.is_none())
    }

    /// The results of a shard; `None` where its file is missing, damaged or another's.
    pub(crate) fn read(&self, shard: usize) -> Option<Vec<Computed>> {
        let file = self.folder.shard_file(shard);
        // A device could be read for ever.
        let is_file = fs::metadata(&file).is_ok_and(|found| found.is_file());
        let text = is_file.then(|| fs::read_to_string(file))?.ok()?;
        let (lines, end) = match text.strip_suffix('\n')?.rsplit_once('\n') {
            Some((lines, end)) => (text.get(..=lines.len())?, end),
            None => ("", text.trim_end()),
        };
        let end: LastLine = serde_json::from_str(end).ok()?;
        if (end.shard, end.hash) != (shard, hash(lines)) {
            return None;
        }
        let all: Vec<MemberLine> =
            lines.lines().map(serde_json::from_str).collect::<Result<_, _>>().ok()?;
        let expected = self.own(shard).map(|member| member.number);
        let is_whole = all.iter().map(|line| line.member).eq(expected);
        is_whole.then(|| all.into_iter().map(|line| line.computed).collect())
    }

    /// The shards that have no results yet.
    #[must_use]
    pub fn missing(&self) -> Vec<usize> {
        self.shards().filter(|&shard| self.read(shard).is_none()).collect()
    }

    /// Computes a shard, unless its results are there; whether there was anything to do. `pulse` is called
    /// after every member.
    ///
    /// # Errors
    /// There is no such shard, its file cannot be written, or the work was asked to end.
    pub fn shard(
        &self,
        shard: usize,
        compute: Compute<'_>,
        pulse: &(dyn Fn() + Sync),
    ) -> Result<bool> {
        let all = self.shards();
        if !all.contains(&shard) {
            let last = all.end.saturating_sub(1);
            return Err(mistake(message!("there is no shard {shard}; choose one of 0..{last}")));
        }
        if self.read(shard).is_some() {
            return Ok(false);
        }
        let (mut lines, mut seconds) = (String::new(), String::new());
        let json =
            |written: serde_json::Result<String>| written.map_err(|e| mistake(e.to_string()));
        for member in self.own(shard) {
            let begun = Instant::now();
            let computed =
                compute(member).filter(|_| !patience::was_ended()).ok_or(Error::Interrupted)?;
            let line = MemberLine { member: member.number, computed };
            lines += &json(serde_json::to_string(&line))?;
            lines.push('\n');
            seconds += &format!("{},{:.6}\n", member.number, begun.elapsed().as_secs_f64());
            pulse();
        }
        let end = json(serde_json::to_string(&LastLine { shard, hash: hash(&lines) }))?;
        // The seconds are for people: nothing depends on them.
        let _ = file::write_atomically(&self.folder.seconds_file(shard), |out| {
            out.write_all(seconds.as_bytes())
        });
        file::write_durably(&self.folder.shard_file(shard), |out| {
            out.write_all(lines.as_bytes())?;
            writeln!(out, "{end}")
        })?;
        Ok(true)
    }

    /// Computes shards on the threads of this machine, each on a pool of its own: work of one shard is
    /// never taken up by the thread that waits in another. `progress` hears how many of how many members are
    /// finished, and says whether to go on.
    ///
    /// # Errors
    /// The first that came of any shard, when all others are finished; or the work was asked to end.
    pub fn run(
        &self,
        missing: &[usize],
        threads: usize,
        compute: Compute<'_>,
        progress: &(dyn Fn(u64, u64) -> bool + Sync),
    ) -> Result<()> {
        let total: u64 = missing.iter().map(|&shard| self.own(shard).count() as u64).sum();
        let (done, next, failed) = (AtomicU64::new(0), AtomicUsize::new(0), Mutex::new(None));
        let workers = threads.clamp(1, missing.len().max(1));
        let pulse = || {
            progress(done.fetch_add(1, Ordering::Relaxed) + 1, total);
        };
        let work = &|| {
            while let Some(&k) = missing.get(next.fetch_add(1, Ordering::Relaxed)) {
                match self.shard(k, compute, &pulse) {
                    Ok(_) => {}
                    Err(Error::Interrupted) => return,
                    // A shard that cannot be written keeps no other from being computed.
                    Err(error) => {
                        failed.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(error);
                    }
                }
            }
        };
        std::thread::scope(|scope| {
            for _ in 0..workers {
                let pool = rayon::ThreadPoolBuilder::new().num_threads((threads / workers).max(1));
                let pool = pool.build();
                scope.spawn(move || match pool {
                    Ok(pool) => pool.install(work),
                    Err(_) => work(),
                });
            }
        });
        if patience::was_ended() {
            return Err(Error::Interrupted);
        }
        failed.into_inner().unwrap_or_else(PoisonError::into_inner).map_or(Ok(()), Err)
    }
}
