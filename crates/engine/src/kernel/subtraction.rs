//! One heap from which amounts of a set may be taken: `n -> n - s for s in S if s <= n`, however
//! the set is written: a range, a list, a generated set, conditions on the amount.

use super::linear::{Condition, Linear, conditions, term};
use super::walk::walk;
use super::{Filling, WholeColumn, halt};
use crate::fold::Fold;
use crate::machine::cell::Cell;
use crate::machine::code::ClauseCode;
use crate::machine::parts::PartCode;
use crate::machine::run::{Code, Halt};
use crate::term::Term;
use kernels::Pulse;
use kernels::subtraction::{Method, Subtraction, extend_all_but};

/// Most amounts that may be missing for the game to count as "all but a few".
const FEW: usize = 64;
/// More amounts than this are not listed.
const MAX_AMOUNTS: i64 = 1 << 28;

/// Amounts that may be taken, each with the least number of stones that must be left.
pub(super) type Amounts = Vec<(u32, i64)>;

/// What a condition says on taking `s` stones of n, in slots 1 and 0.
enum Told {
    /// So many must be left at least.
    Left(i64),
    /// So many must be there at least.
    There(i64),
    /// Whether the amount may be taken at all.
    Amount(Condition),
}

fn told(condition: &Condition) -> Option<Told> {
    Some(match condition {
        Condition::AtLeastZero(Linear { coefficients, constant }) => match coefficients {
            [1, -1, ..] => Told::Left(constant.checked_neg()?),
            [1, 0, ..] => Told::There(constant.checked_neg()?),
            [0, ..] => Told::Amount(condition.clone()),
            _ => return None,
        },
        Condition::Other(term) if !term.uses(0) => Told::Amount(condition.clone()),
        Condition::Other(_) => return None,
    })
}

/// A condition as the term it asks about, and whether it asks for at least 0 or for anything but 0.
fn asked(condition: &Condition) -> (Term, bool) {
    match condition {
        Condition::AtLeastZero(linear) => (linear.term(), true),
        Condition::Other(term) => (term.clone(), false),
    }
}

/// The amounts that a clause lets take from heaps up to `most` above the least, `lo`.
pub(super) fn amounts(clause: &ClauseCode, lo: i64, most: i64) -> Option<Amounts> {
    let (written, one): (Vec<Condition>, Option<i64>);
    let mut among = None;
    if clause.ranges.is_empty() {
        let ([PartCode::Point(point)], false) = (&clause.parts[..], clause.when_stuck) else {
            return None;
        };
        let taken = Linear::slot(0).plus(-1, Linear::of(term(&point[0])?)?)?;
        one = Some(taken.as_number()?);
        written = Vec::new();
    } else {
        let walk = walk(clause)?;
        (written, one, among) = (walk.conditions, None, walk.among);
    }
    let (mut left, mut there, mut on_amount) = (i64::MIN, i64::MIN, Vec::new());
    let mut all = written;
    for guard in &clause.guards[0] {
        all.extend(conditions(term(guard)?));
    }
    for condition in &all {
        match told(condition)? {
            Told::Left(least) => left = left.max(least),
            Told::There(least) => there = there.max(least),
            Told::Amount(condition) => on_amount.push(condition),
        }
    }
    let asked: Vec<(Term, bool)> = on_amount.iter().map(asked).collect();
    let allowed = |s: i64| -> Option<bool> {
        for (term, is_form) in &asked {
            let value = term.value(&[0, s]).ok()?;
            if (*is_form && value < 0) || (!is_form && value == 0) {
                return Some(false);
            }
        }
        Some(true)
    };
    let from_one = |condition: &Condition| match condition {
        Condition::AtLeastZero(linear) => linear.single() == Some((1, 1)) && linear.constant < 0,
        Condition::Other(_) => false,
    };
    let candidates: Vec<i64> = match (one, among) {
        (Some(s), _) => vec![s],
        (_, Some(values)) => values.iter().copied().take_while(|&s| s <= most).collect(),
        (None, None) if most <= MAX_AMOUNTS && on_amount.iter().any(from_one) => {
            (1..=most).collect()
        }
        (None, None) => return None,
    };
    let (mut amounts, mut steps) = (Vec::new(), patience::Steps::default());
    for s in candidates {
        if steps.is_over() || !allowed(s)? {
            continue;
        }
        let least = left.max(there.saturating_sub(s));
        // Such a move would not decrease the heap, or lead below the least heap: not this shape.
        if s <= 0 || least < lo {
            return None;
        }
        amounts.push((u32::try_from(s).ok()?, least - lo));
    }
    Some(amounts)
}

/// A subtraction game with the same number of stones to be left for all amounts.
enum Game {
    /// These amounts may be taken; heaps up to so many are asked for.
    Of(Subtraction, usize),
    /// Any but these.
    AllBut(Vec<u32>, usize),
    /// Who wins, with the outcome of a heap nothing can be taken from.
    Outcome(Subtraction, u16),
}

/// Recognises a subtraction game.
pub(super) fn recognise(code: &Code, fold: Fold) -> Option<Box<dyn WholeColumn>> {
    let [axis] = &code.space.axes[..] else { return None };
    let stuck = match fold {
        Fold::Mex => None,
        Fold::Outcome { stuck } => Some(u16::try_from(stuck).ok()?),
        Fold::Remoteness => return None,
    };
    if !code.endings.is_empty() || code.condition.is_some() {
        return None;
    }
    let most = axis.hi - axis.lo;
    let mut all = Amounts::new();
    for clause in &code.clauses {
        all.extend(amounts(clause, axis.lo, most)?);
    }
    all.retain(|&(s, _)| i64::from(s) <= most);
    // Of an amount in several clauses the one that leaves least counts.
    all.sort_unstable();
    all.dedup_by_key(|(s, _)| *s);
    let least = all.first().map_or(0, |&(_, least)| least);
    if all.iter().any(|&(_, other)| other != least) {
        return None;
    }
    let least = usize::try_from(least).ok()?;
    let missing = usize::try_from(most).ok()?.checked_sub(all.len())?;
    let game = if let Some(stuck) = stuck {
        Game::Outcome(Subtraction::new(all.into_iter().map(|(s, _)| s), least)?, stuck)
    } else if missing <= FEW && all.len() > FEW {
        let has = |s: &u32| all.binary_search_by_key(s, |(s, _)| *s).is_ok();
        Game::AllBut((1..=u32::try_from(most).ok()?).filter(|s| !has(s)).collect(), least)
    } else {
        Game::Of(
            Subtraction::new(all.into_iter().map(|(s, _)| s), least)?,
            usize::try_from(most).ok()?,
        )
    };
    Some(Box::new(game))
}

impl Game {
    fn to(code: &Code) -> usize {
        code.space.axes[0].len() - 1
    }

    /// The table of these values, padded to its length.
    fn filling<T: Cell>(
        code: &Code,
        values: impl Iterator<Item = u32>,
        result: Result<(), kernels::Halt>,
    ) -> Option<Filling<T>> {
        let mut cells: Vec<T> = values.map(T::store).collect::<Option<_>>()?;
        cells.resize(Self::to(code) + 1, T::UNSET);
        Some((cells, halt(result)))
    }
}

impl WholeColumn for Game {
    fn words(&self) -> String {
        match self {
            Self::Of(game, to) => {
                let way = match game.method(*to) {
                    Method::Few => "one heap after another",
                    Method::Planes => "one amount for 64 heaps at a time",
                    Method::Dense => "the amounts as a set shifted by the heaps of each value",
                };
                format!("subtraction game of {} amounts, {way}", game.amounts().len())
            }
            Self::AllBut(excluded, _) => format!(
                "subtraction game of all amounts but {}, by counting the heaps of each value",
                excluded.len()
            ),
            Self::Outcome(game, _) => format!(
                "subtraction game of {} amounts, each added to the lost heaps",
                game.amounts().len()
            ),
        }
    }

    fn steps(&self, code: &Code) -> f64 {
        match self {
            Self::Of(game, to) => game.steps(*to),
            Self::AllBut(excluded, _) => (excluded.len() + 1) as f64 * Self::to(code) as f64 * 4.0,
            // With more amounts, fewer heaps are lost.
            Self::Outcome(..) => Self::to(code) as f64 * 4.0,
        }
    }

    fn narrow(&self, code: &Code, pulse: Pulse<'_>) -> Option<Filling<u16>> {
        let to = Self::to(code);
        match self {
            Self::Of(game, _) => {
                let mut values = Vec::new();
                let result = game.extend(&mut values, to, pulse);
                values.resize(to + 1, u16::UNSET);
                Some((values, halt(result)))
            }
            // Too large for 16 bits is seen only at the end, and soon there.
            Self::AllBut(excluded, least) => {
                let mut values = Vec::new();
                let result = extend_all_but(excluded, *least, &mut values, to, pulse);
                match Self::filling(code, values.into_iter(), result) {
                    Some(filling) => Some(filling),
                    None => Some((Vec::new(), Some(Halt::Overflow))),
                }
            }
            Self::Outcome(game, stuck) => {
                let mut outcomes = Vec::new();
                let result = game.extend_outcomes(*stuck, &mut outcomes, to, pulse);
                outcomes.resize(to + 1, u16::UNSET);
                Some((outcomes, halt(result)))
            }
        }
    }

    fn wide(&self, code: &Code, pulse: Pulse<'_>) -> Option<Filling<u32>> {
        let Self::AllBut(excluded, least) = self else { return None };
        let mut values = Vec::new();
        let result = extend_all_but(excluded, *least, &mut values, Self::to(code), pulse);
        Self::filling(code, values.into_iter(), result)
    }
}
