//! Statements close to a refuted claim that do hold: written in the rule, other readings of the
//! same words, and the claim itself with one thing changed.

use engine::Stop;
use expr::eval::Frame;
use rayon::prelude::*;
use rule::ast::{Claim, Role};

use crate::check::{Check, domain};
use crate::sources::split;
use crate::trial::{Judged, Trial};
use crate::variants::variants;
use crate::{ClaimAnswer, Nearby, Origin, Verdict, words};

/// Positions tried for the variants of one claim, beyond [`SHARE`] times those of the claim.
const FREE: u64 = 10_000;
/// How often the claim's own work may be repeated for its variants.
const SHARE: u64 = 4;
/// Most other readings named beside a refuted one.
const MAX_READINGS: usize = 3;

/// A printed claim that fails.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Refuted {
    /// Its number in the rule.
    pub(crate) claim: usize,
    /// The member of the family with the smallest counterexample.
    pub(crate) member: usize,
    /// Positions tried for it.
    pub(crate) tried: u64,
}

/// The variants of one refuted claim.
struct Line {
    refuted: Refuted,
    /// Smallest changes first.
    candidates: Vec<Candidate>,
    budget: u64,
}

struct Candidate {
    claim: Claim,
    /// How it fared, by member.
    judged: Vec<(usize, Judged)>,
    is_alive: bool,
}

/// How a candidate of a line fared on one member.
struct Tried {
    line: usize,
    candidate: usize,
    judged: Judged,
}

/// For every refuted claim the smallest change of its condition that holds wherever the claim was
/// judged, on the same box and within the same limits.
pub(crate) fn search(work: &Check<'_>, refuted: &[Refuted]) -> Result<Vec<Option<Nearby>>, Stop> {
    let mut lines: Vec<Line> = refuted
        .iter()
        .map(|&refuted| Line {
            refuted,
            candidates: candidates(work, refuted),
            budget: refuted.tried.saturating_mul(SHARE).saturating_add(FREE),
        })
        .collect();
    // Where the claim fails, most of its variants fail as well.
    let mut first: Vec<usize> = refuted.iter().map(|r| r.member).collect();
    first.sort_unstable();
    first.dedup();
    round(work, &mut lines, &first, |line, member| line.refuted.member == member)?;
    let all: Vec<usize> = (0..work.members.len()).collect();
    let (mut from, mut length) = (0, 1);
    while from < all.len() && lines.iter().any(Line::is_alive) {
        let to = (from + length).min(all.len());
        round(work, &mut lines, &all[from..to], |line, member| line.refuted.member != member)?;
        (from, length) = (to, length * 2);
    }
    Ok(lines.iter().map(|line| line.best(work)).collect())
}

fn candidates(work: &Check<'_>, refuted: Refuted) -> Vec<Candidate> {
    let printed = &work.rule.claims[refuted.claim];
    let indices = words::indices(work.rule, printed);
    let with = |condition| Claim { condition, ..printed.clone() };
    variants(&printed.condition, &indices, work.is_misere_cheap())
        .into_iter()
        .map(|condition| Candidate { claim: with(condition), judged: Vec::new(), is_alive: true })
        .collect()
}

/// Tries the living candidates of the lines that `concern` a member on each of the members.
fn round(
    work: &Check<'_>,
    lines: &mut [Line],
    members: &[usize],
    concern: impl Fn(&Line, usize) -> bool + Sync,
) -> Result<(), Stop> {
    let before: &[Line] = lines;
    let tried: Vec<Vec<Tried>> = members
        .par_iter()
        .map(|&member| try_member(work, before, member, &concern))
        .collect::<Result<_, _>>()?;
    for (&member, tried) in members.iter().zip(tried) {
        for Tried { line, candidate, judged } in tried {
            let line = &mut lines[line];
            line.budget = line.budget.saturating_sub(judged.tried);
            let candidate = &mut line.candidates[candidate];
            candidate.is_alive &= judged.holds();
            candidate.judged.push((member, judged));
        }
    }
    for line in lines.iter_mut().filter(|line| line.budget == 0) {
        // What is left of the work goes to the smallest change.
        line.candidates.iter_mut().filter(|c| c.is_alive).skip(1).for_each(|c| c.is_alive = false);
    }
    Ok(())
}

fn try_member(
    work: &Check<'_>,
    lines: &[Line],
    member: usize,
    concern: &(impl Fn(&Line, usize) -> bool + Sync),
) -> Result<Vec<Tried>, Stop> {
    let concerned = || lines.iter().enumerate().filter(|(_, line)| concern(line, member));
    if !concerned().any(|(_, line)| line.is_alive()) {
        return Ok(Vec::new());
    }
    work.with_judge(member, |game, judge, names| {
        judge.frame = Frame::hasty();
        let mut all = Vec::new();
        for (number, line) in concerned() {
            let mut budget = line.budget;
            let mut is_decided = false;
            let alive = line.candidates.iter().enumerate().filter(|(_, c)| c.is_alive);
            for (candidate, Candidate { claim, .. }) in alive {
                let judged = match is_decided {
                    true => Judged::not_tried(),
                    false => match Trial::new(game, claim, names) {
                        Ok(trial) => trial.until_it_fails().run(judge),
                        // A change may not fit: a number where a condition is needed.
                        Err(_) => Judged::not_tried(),
                    },
                };
                if work.is_stopped() {
                    return Err(Stop::Interrupted(None));
                }
                budget = budget.saturating_sub(judged.tried);
                let is_found = judged.holds() && judged.count > 0 && judged.is_informative();
                is_decided |= is_found && (budget == 0 || work.members.len() == 1);
                all.push(Tried { line: number, candidate, judged });
            }
        }
        Ok(all)
    })
}

impl Line {
    fn is_alive(&self) -> bool {
        self.candidates.iter().any(|c| c.is_alive)
    }

    /// The first candidate that held everywhere and says something.
    fn best(&self, work: &Check<'_>) -> Option<Nearby> {
        let found = self.candidates.iter().filter(|c| c.is_alive).find_map(|candidate| {
            let mut judged = candidate.judged.iter().collect::<Vec<_>>();
            judged.sort_by_key(|(member, _)| *member);
            let all = judged.iter().map(|(member, judged)| (&work.members[*member], judged));
            let count = judged.iter().map(|(_, judged)| judged.count).sum();
            let mut seen = Judged::default();
            judged.iter().for_each(|(_, judged)| seen.see(judged));
            let is_whole = judged.len() == work.members.len();
            (is_whole && count > 0 && seen.is_informative())
                .then(|| (&candidate.claim, domain(work.rule, &candidate.claim, all), count))
        });
        found.map(|(claim, domain, judged)| Nearby {
            origin: Origin::Varied,
            game: work.rule.name.clone(),
            id: claim.id.clone(),
            statement: claim.statement(),
            domain,
            judged,
            varied: Some(claim.clone()),
            proof: None,
        })
    }
}

/// Whether two ids are readings of the same words: they differ in their last letter only.
fn are_readings(a: &str, b: &str) -> bool {
    let reading = |id: &str| {
        let (words, letter) = id.rsplit_once('.')?;
        (letter.len() == 1).then(|| words.to_owned())
    };
    a != b && reading(a).is_some() && reading(a) == reading(b)
}

/// Puts beside every refuted claim the written near-by statements of its number that hold, and the
/// other readings of the same number that do. What was found by varying it stays, last.
///
/// The verdicts may be of one game or of many; doing it again changes nothing.
pub fn attach_nearby(verdicts: &mut [Verdict]) {
    let offered: Vec<(String, String, Role, Nearby)> = verdicts
        .iter()
        .filter_map(|v| {
            let ClaimAnswer::Holds { domain, judged } = &v.answer else { return None };
            let origin = match v.role {
                Role::Nearby => Origin::Written,
                Role::Printed => Origin::Reading,
            };
            let nearby = Nearby {
                origin,
                game: v.game.clone(),
                id: v.id.clone(),
                statement: v.statement.clone(),
                domain: domain.clone(),
                judged: *judged,
                varied: None,
                proof: v.proof.clone(),
            };
            Some((v.source.clone(), split(&v.id).0.to_owned(), v.role, nearby))
        })
        .collect();
    for verdict in verdicts.iter_mut().filter(|v| v.is_refuted()) {
        let number = split(&verdict.id).0;
        let of_role = |role: Role| {
            let same = offered.iter().filter(move |o| o.2 == role);
            same.filter(|o| o.0 == verdict.source && o.1 == number).map(|o| o.3.clone())
        };
        let mut all: Vec<Nearby> = of_role(Role::Nearby).collect();
        let readings = of_role(Role::Printed).filter(|n| are_readings(&n.id, &verdict.id));
        all.extend(readings.take(MAX_READINGS));
        all.extend(verdict.nearby.iter().filter(|n| n.origin == Origin::Varied).cloned());
        verdict.nearby = all;
    }
}
