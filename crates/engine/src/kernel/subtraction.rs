//! One heap from which amounts of a set may be taken: `n -> n - s for s in S if s <= n`, however
//! the set is written: a range, a list, a generated set, conditions on the amount.

use super::linear::{Condition, Linear, conditions, coordinate};
use super::walk::walk;
use super::{Filling, WholeColumn, filling, halt};
use crate::fold::Fold;
use crate::machine::cell::Cell;
use crate::machine::code::ClauseCode;
use crate::machine::run::{Code, Halt};
use kernels::subtraction::{Method, Subtraction, extend_all_but};
use kernels::{Level, Pulse};
use message::{Message, message};

/// Most amounts that may be missing for the game to count as "all but a few".
const FEW: usize = 64;
/// More amounts than this are not listed.
const MAX_AMOUNTS: i64 = 1 << 28;

/// Amounts that may be taken, each with the least number of stones that must be left.
pub(super) type Amounts = Vec<(u32, i64)>;

/// Which amounts may be taken, with the stones in slot 0 and the amount in slot 1.
struct Rights {
    /// At least this many stones must be left.
    left: i64,
    /// At least this many stones must be there.
    there: i64,
    /// What is asked of the amount alone.
    on_amount: Vec<Condition>,
}

impl Rights {
    fn new(conditions: Vec<Condition>) -> Option<Self> {
        let mut rights = Self { left: i64::MIN, there: i64::MIN, on_amount: Vec::new() };
        for condition in conditions {
            match &condition {
                Condition::AtLeastZero(Linear { coefficients: [1, -1, ..], constant }) => {
                    rights.left = rights.left.max(constant.checked_neg()?);
                }
                Condition::AtLeastZero(Linear { coefficients: [1, 0, ..], constant }) => {
                    rights.there = rights.there.max(constant.checked_neg()?);
                }
                Condition::AtLeastZero(Linear { coefficients: [0, ..], .. }) => {
                    rights.on_amount.push(condition);
                }
                Condition::Other(term) if !term.uses(0) => rights.on_amount.push(condition),
                _ => return None,
            }
        }
        Some(rights)
    }

    fn allow(&self, amount: i64) -> Option<bool> {
        for condition in &self.on_amount {
            if !condition.holds(&[0, amount])? {
                return Some(false);
            }
        }
        Some(true)
    }

    /// Whether no amount below 1 is allowed.
    fn are_positive(&self) -> bool {
        self.on_amount.iter().any(|condition| match condition {
            Condition::AtLeastZero(form) => form.single() == Some((1, 1)) && form.constant < 0,
            Condition::Other(_) => false,
        })
    }
}

/// The amounts that a clause lets take from heaps up to `most` above the least, `lo`.
pub(super) fn amounts(clause: &ClauseCode, lo: i64, most: i64) -> Option<Amounts> {
    let (mut conditions_on, among) = match (&clause.ranges[..], &clause.parts[..]) {
        ([], [part]) if !clause.when_stuck => {
            let taken = Linear::slot(0).plus(-1, Linear::of(coordinate(part)?)?)?.as_number()?;
            (Vec::new(), Some(vec![taken]))
        }
        _ => {
            let walk = walk(clause)?;
            let small =
                |values: &[i64]| values.iter().copied().take_while(|&s| s <= most).collect();
            (walk.conditions, walk.among.map(small))
        }
    };
    for guard in &clause.guards[0] {
        conditions_on.extend(conditions(guard.term()?));
    }
    let rights = Rights::new(conditions_on)?;
    let candidates = match among {
        Some(values) => values,
        None if most <= MAX_AMOUNTS && rights.are_positive() => (1..=most).collect(),
        None => return None,
    };
    let (mut amounts, mut steps) = (Vec::new(), patience::Steps::default());
    for amount in candidates {
        if steps.is_over() || !rights.allow(amount)? {
            continue;
        }
        let least = rights.left.max(rights.there.saturating_sub(amount));
        // Such a move would not decrease the heap, or lead below the least heap: not this shape.
        if amount <= 0 || least < lo {
            return None;
        }
        amounts.push((u32::try_from(amount).ok()?, least - lo));
    }
    Some(amounts)
}

/// The amounts up to `most`, and how many stones all of them leave at least, where that is the same
/// for all. Of an amount in several clauses the one that leaves least counts.
pub(super) fn merged(mut all: Amounts, most: i64) -> Option<(Vec<u32>, usize)> {
    all.retain(|&(amount, _)| i64::from(amount) <= most);
    all.sort_unstable();
    all.dedup_by_key(|(amount, _)| *amount);
    let common = all.first().map_or(0, |&(_, least)| least);
    let amounts = all.into_iter().map(|(amount, least)| (least == common).then_some(amount));
    Some((amounts.collect::<Option<_>>()?, usize::try_from(common).ok()?))
}

/// A subtraction game with the same number of stones to be left for all amounts.
enum Game {
    /// These amounts may be taken; heaps up to this size are asked for.
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
    let (all, least) = merged(all, most)?;
    let to = usize::try_from(most).ok()?;
    let missing = to.checked_sub(all.len())?;
    let game = if let Some(stuck) = stuck {
        Game::Outcome(Subtraction::new(all, least)?, stuck)
    } else if missing <= FEW && all.len() > FEW {
        let excluded = (1..=u32::try_from(most).ok()?).filter(|s| all.binary_search(s).is_err());
        Game::AllBut(excluded.collect(), least)
    } else {
        Game::Of(Subtraction::new(all, least)?, to)
    };
    Some(Box::new(game))
}

impl Game {
    fn to(code: &Code) -> usize {
        code.space.axes[0].len() - 1
    }
}

fn all_but<T: Cell>(excluded: &[u32], least: usize, to: usize, pulse: Pulse<'_>) -> Filling<T> {
    let mut values = Vec::new();
    let result = extend_all_but(excluded, least, &mut values, to, pulse);
    filling(values, to + 1, result)
}

/// How who wins is found, without values.
pub(super) fn outcome_words(game: &Subtraction) -> Message {
    let amounts = game.amounts().len();
    message!("subtraction game of {amounts} amounts: a lost heap plus an amount is won")
}

impl WholeColumn for Game {
    fn words(&self) -> Message {
        match self {
            Self::Of(game, to) => {
                let way = Message::from(match game.method(Level::best(), *to) {
                    Method::Few => "one heap after another",
                    Method::Planes => "one amount for 64 heaps at a time",
                    Method::Sieve => "one value at a time, as by a sieve",
                });
                message!("subtraction game of {} amounts, {way}", game.amounts().len())
            }
            Self::AllBut(excluded, _) => message!(
                "subtraction game of all amounts but {}, by counting the heaps of each value",
                excluded.len()
            ),
            Self::Outcome(game, _) => outcome_words(game),
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
        let (to, mut values) = (Self::to(code), Vec::new());
        let result = match self {
            Self::Of(game, _) => game.extend(&mut values, to, pulse),
            Self::Outcome(game, stuck) => game.extend_outcomes(*stuck, &mut values, to, pulse),
            // Too large for 16 bits is seen only at the end, and soon there.
            Self::AllBut(excluded, least) => return Some(all_but(excluded, *least, to, pulse)),
        };
        values.resize(to + 1, u16::UNSET);
        Some((values, halt(result)))
    }

    fn wide(&self, code: &Code, pulse: Pulse<'_>) -> Option<Filling<u32>> {
        let Self::AllBut(excluded, least) = self else { return None };
        let filling = all_but(excluded, *least, Self::to(code), pulse);
        Some(filling).filter(|(_, halted)| *halted != Some(Halt::Overflow))
    }
}
