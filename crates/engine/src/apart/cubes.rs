//! Conditions on the elements of sets, as lists of cubes.
//!
//! A condition that looks at few elements is found out by asking it for all of them, whatever it is
//! made of; how it is put together by `and`, `or` and `not`, and digit by digit, is seen from its term.

use super::digits::{Elements, Reads};
use super::parts::members;
use clauses::term::{Op, Term};

/// Most elements that a condition without such parts may look at.
const MAX_READ: u32 = 6;
/// Most cubes of one condition.
const MAX_CUBES: usize = 64;

/// Elements that are in the sets, and elements that are not.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Cube {
    pub(super) within: u64,
    pub(super) without: u64,
}

impl Cube {
    /// What always holds.
    pub(super) const ALL: Self = Self { within: 0, without: 0 };

    /// Where both hold; `None` where that is nowhere.
    fn and(self, other: Self) -> Option<Self> {
        let (within, without) = (self.within | other.within, self.without | other.without);
        (within & without == 0).then_some(Self { within, without })
    }

    /// Whether it holds wherever the other holds.
    fn covers(self, other: Self) -> bool {
        self.within & !other.within == 0 && self.without & !other.without == 0
    }
}

/// Cubes of which some holds where both conditions hold.
pub(super) fn both(a: &[Cube], b: &[Cube]) -> Option<Vec<Cube>> {
    let all = a.iter().flat_map(|x| b.iter().filter_map(|y| x.and(*y)));
    shortened(all.collect())
}

/// The same without cubes that others cover; `None` where there are too many.
fn shortened(mut cubes: Vec<Cube>) -> Option<Vec<Cube>> {
    cubes.sort_unstable();
    cubes.dedup();
    let is_needed = |cube: &Cube| !cubes.iter().any(|o| o != cube && o.covers(*cube));
    let kept: Vec<Cube> = cubes.iter().copied().filter(is_needed).collect();
    (kept.len() <= MAX_CUBES).then_some(kept)
}

impl Elements {
    /// Cubes of which some holds wherever the condition is as wanted, and nowhere else; `None` where
    /// they are not found.
    pub(super) fn cubes(&self, condition: &Term, wanted: bool) -> Option<Vec<Cube>> {
        if self.reads(condition).all().count_ones() <= MAX_READ {
            return self.asked(condition, wanted);
        }
        match condition {
            Term::Not(inner) => self.cubes(inner, !wanted),
            Term::Op(op @ (Op::And | Op::Or), a, b) => {
                let (a, b) = (self.cubes(a, wanted)?, self.cubes(b, wanted)?);
                if (*op == Op::And) == wanted { both(&a, &b) } else { shortened([a, b].concat()) }
            }
            Term::Op(op @ (Op::Eq | Op::Ne), a, b) => match (self.reads(a), self.reads(b)) {
                (Reads::Digits(x), Reads::Digits(y)) => {
                    let are_equal = (*op == Op::Eq) == wanted;
                    self.compared((a, b), x.iter().zip(y.iter()).map(|(x, y)| x | y), are_equal)
                }
                _ => None,
            },
            _ => None,
        }
    }

    /// Where all digits of two numbers are equal, or some are not; `reads` says for each digit which
    /// elements it depends on.
    fn compared(
        &self,
        (a, b): (&Term, &Term),
        reads: impl Iterator<Item = u64>,
        are_equal: bool,
    ) -> Option<Vec<Cube>> {
        let mut all = if are_equal { vec![Cube::ALL] } else { Vec::new() };
        for (digit, read) in reads.enumerate() {
            let one = self.table(read, &|at| {
                Some((a.value(at).ok()? ^ b.value(at).ok()?) >> digit & 1 == 0)
            })?;
            all = match are_equal {
                true => both(&all, &one.cubes(true))?,
                false => shortened([all, one.cubes(false)].concat())?,
            };
        }
        Some(all)
    }

    /// Where a condition on few elements is as wanted.
    fn asked(&self, condition: &Term, wanted: bool) -> Option<Vec<Cube>> {
        let read = self.reads(condition).all();
        let table = self.table(read, &|at| Some(condition.value(at).ok()? != 0))?;
        Some(table.cubes(wanted))
    }

    /// What a condition says for every choice among the elements it depends on; `None` where they are
    /// too many, or it has no value for some.
    fn table(&self, read: u64, condition: &dyn Fn(&[i64]) -> Option<bool>) -> Option<Answers> {
        if read.count_ones() > MAX_READ {
            return None;
        }
        let elements: Vec<u64> = members(read).collect();
        let mut holds = 0;
        for choice in 0..1u64 << elements.len() {
            let chosen = members(choice).map(|bit| elements[bit.trailing_zeros() as usize]);
            let at = self.coordinates(chosen.fold(0, |all, one| all | one));
            holds |= u64::from(condition(&at)?) << choice;
        }
        Some(Answers { elements, holds })
    }
}

/// What a condition says of some elements: digit k for the choice of the elements that k has as digits.
struct Answers {
    elements: Vec<u64>,
    holds: u64,
}

impl Answers {
    fn cubes(&self, wanted: bool) -> Vec<Cube> {
        let full = u64::MAX >> (64 - (1 << self.elements.len()));
        let wanted = if wanted { self.holds } else { !self.holds & full };
        self.irredundant(self.elements.len(), wanted, wanted).0
    }

    /// Cubes that hold wherever `least` has a digit and nowhere where `most` has none, for the first
    /// elements, and where they hold (Minato 1992, Morreale 1970).
    fn irredundant(&self, elements: usize, least: u64, most: u64) -> (Vec<Cube>, u64) {
        let full = u64::MAX >> (64 - (1 << elements));
        if least == 0 {
            return (Vec::new(), 0);
        }
        if most == full {
            return (vec![Cube::ALL], full);
        }
        let Some(last) = elements.checked_sub(1) else { return (Vec::new(), 0) };
        let half = 1 << last;
        let low = u64::MAX >> (64 - half);
        let ([l0, l1], [m0, m1]) =
            ([least, least >> half].map(|x| x & low), [most, most >> half].map(|x| x & low));
        let (without, c0) = self.irredundant(last, l0 & !m1, m0);
        let (within, c1) = self.irredundant(last, l1 & !m0, m1);
        let (either, c) = self.irredundant(last, l0 & !c0 | l1 & !c1, m0 & m1);
        let element = self.elements[last];
        let without =
            without.into_iter().map(|cube| Cube { without: cube.without | element, ..cube });
        let within = within.into_iter().map(|cube| Cube { within: cube.within | element, ..cube });
        let all = without.chain(within).chain(either).collect();
        (all, c0 | c | (c1 | c) << half)
    }
}
