//! Recurrences that divide the index: `f(2n) = 4 f(n), f(2n + 1) = 2 f(n) + 2 f(n + 1) - 3`, as of Stern's
//! sequence, of sorting, and of counts of positions below n.
//!
//! They are functions of the digits, but with fewer numbers than [`crate::family::regular`] needs: every
//! term follows from two others, so that few digits tell them. Only lists of many different terms are
//! looked at: a law of few letters would be met by chance.

use arith::modular::{Combination, combination};
use arith::numeration::{Numeration, Regular};
use expr::law::LawKind;
use expr::words::{add_term, listed, multiple};
use formula::{Formula, Operation};
use hashbrown::HashSet;

use crate::evidence::{Judged, Proposal, judge};
use crate::family::regular::{appended_to, name};
use crate::statement::shift;
use crate::view::Sequence;

/// Bases tried, and what may be added to the index.
const BASES: [i64; 3] = [2, 3, 4];
const SHIFTS: [i64; 4] = [0, 1, -1, 2];
/// Terms by which a relation must be overdetermined.
const SLACK: usize = 4;
/// Fewest digits of the last index, and fewest different terms.
const LEAST_DIGITS: usize = 5;
const LEAST_DIFFERENT: usize = 8;
/// Longest list.
const MAX_TERMS: usize = 1 << 12;

/// The law, for the first base and shift that has one.
pub(crate) fn find(sequence: &Sequence<'_>) -> Option<Judged> {
    let count = sequence.len();
    let different: HashSet<i64> = sequence.terms(0..count.min(MAX_TERMS)).into_iter().collect();
    if count > MAX_TERMS || different.len() < LEAST_DIFFERENT {
        return None;
    }
    let ways = SHIFTS.into_iter().flat_map(|by| BASES.map(|base| (by, base)));
    let of_way = |(by, base)| {
        let lo = sequence.axis.lo.checked_add(by).filter(|lo| (0..=1).contains(lo))?;
        (lo..=1).find_map(|first| {
            let divided = Divided { sequence, by, base, first };
            (0..=2).find_map(|more| divided.law(more))
        })
    };
    { ways }.find_map(of_way)
}

/// A way to look at the list: as `f(n + by)`, by digits to a base, from an index on.
#[derive(Clone, Copy, Debug)]
struct Divided<'a> {
    sequence: &'a Sequence<'a>,
    by: i64,
    base: i64,
    first: i64,
}

/// `f(base n + r)` as a combination of `f(n)`, `f(n + 1)`, 1 and `n`.
type Relation = [i64; 4];

impl Divided<'_> {
    fn f(self, index: i64) -> Option<i64> {
        let place = index.checked_sub(self.by)?.checked_sub(self.sequence.axis.lo)?;
        let place = usize::try_from(place).ok().filter(|&place| place < self.sequence.len())?;
        Some(self.sequence.get(place))
    }

    /// The law with none of `1` and `n` beside the terms, one, or both.
    fn law(self, more: usize) -> Option<Judged> {
        let numeration = Numeration::Base(self.base.into());
        let last = self.sequence.last().checked_add(self.by)?;
        if numeration.length(last.into()) < LEAST_DIGITS {
            return None;
        }
        let relations: Vec<Relation> =
            (0..self.base).map(|r| self.relation(r, more)).collect::<Option<_>>()?;
        // Without the next term it is a law of the digits as any other.
        if relations.iter().all(|relation| relation[1] == 0) {
            return None;
        }
        let regular = self.regular(&relations, 2 + more)?;
        let words = self.in_words(&relations)?;
        let formula = Formula::Var(0).plus(self.by).under(Operation::Regular(Box::new(regular)));
        let unknowns = i64::try_from(2 + more).ok()?;
        let fitted = usize::try_from(self.base * (unknowns + self.first + 1)).ok()?;
        let start = self.first.checked_sub(self.by)?.checked_sub(self.sequence.axis.lo)?;
        let proposal = Proposal::new(LawKind::Regular, formula, fitted);
        let proposal = proposal.starting(usize::try_from(start).ok()?).said(words);
        let proposal = proposal.parameter_in_words("digits", name(numeration));
        judge(self.sequence, proposal.parameter("dimension", 2 + more))?.exact()
    }

    /// What the terms to fit on say of `f(base n + r)`.
    fn relation(self, r: i64, more: usize) -> Option<Relation> {
        let seen = i64::try_from(self.sequence.fitting()).ok()?;
        let end = self.sequence.axis.lo.checked_add(self.by)?.checked_add(seen)?;
        let indices = || (self.first..).take_while(move |n| n * self.base + r < end);
        let target: Vec<i64> =
            indices().map(|n| self.f(n * self.base + r)).collect::<Option<_>>()?;
        // The digit 0 goes on to f(n + 1) at the last digit of the number before.
        let columns = [0, 1, 2, 3].into_iter().filter(|&column| match column {
            1 => r > 0,
            2 | 3 => column < 2 + more,
            _ => true,
        });
        let columns: Vec<usize> = columns.collect();
        let list = |&column: &usize| {
            let at = |n: i64| match column {
                0 => self.f(n),
                1 => self.f(n + 1),
                2 => Some(1),
                _ => Some(n),
            };
            indices().map(at).collect::<Option<Vec<i64>>>()
        };
        let lists: Vec<Vec<i64>> = columns.iter().map(list).collect::<Option<_>>()?;
        let Combination::Of(weights) = combination(&target, &lists, SLACK) else { return None };
        let mut relation = [0; 4];
        for (&column, &weight) in columns.iter().zip(&weights) {
            relation[column] = weight;
        }
        Some(relation)
    }

    /// The relations as matrices on `f(n), f(n + 1), 1, n`, of which the first `rank` are needed.
    fn regular(self, relations: &[Relation], rank: usize) -> Option<Regular> {
        let row = |relation: Relation| relation[..rank].to_vec();
        let of_digit = |digit: i64| {
            let at = |r: i64| usize::try_from(r).ok().and_then(|r| relations.get(r).copied());
            let own = at(digit)?;
            // f(base (n + 1)), with n + 1 for n
            let carried = |[f, _, one, n]: Relation| [0, f, one + n, n];
            let next = at(digit + 1).or_else(|| at(0).map(carried))?;
            let rows = [own, next, [0, 0, 1, 0], [0, 0, digit, self.base]];
            let numbers = rows[..rank].iter().flat_map(|&relation| row(relation));
            Some(numbers.map(i128::from).collect::<Vec<_>>())
        };
        let matrices = (0..self.base).map(of_digit).collect::<Option<Vec<_>>>()?;
        let numeration = Numeration::Base(self.base.into());
        let root = |n: i128| {
            let n = i64::try_from(n).ok()?;
            let all = [self.f(n)?, self.f(n + 1)?, 1, n];
            Some(all[..rank].iter().map(|&k| i128::from(k)).collect::<Vec<_>>())
        };
        let roots = numeration.roots(self.first.into());
        let roots = roots.into_iter().map(root).collect::<Option<Vec<_>>>()?;
        Some(Regular { numeration, first: self.first.into(), matrices, roots })
    }

    /// `a(n) = f(n + 1): f(2x) = 4 f(x), f(2x + 1) = 2 f(x) + 2 f(x + 1) - 3, f(1) = 1`
    fn in_words(self, relations: &[Relation]) -> Option<String> {
        let (quantity, n) = (self.sequence.name, self.sequence.axis.name.as_str());
        let (f, x) = if self.by == 0 { (quantity, n) } else { ("f", "x") };
        let names = [format!("{f}({x})"), format!("{f}({x} + 1)"), String::new(), x.to_owned()];
        let sentence = |(relation, r): (&Relation, i64)| {
            let mut right = String::new();
            // n before the constant
            for (&k, name) in [0, 1, 3, 2].map(|i| (&relation[i], &names[i])) {
                if k != 0 {
                    add_term(&mut right, k < 0, &multiple(k.unsigned_abs().into(), name));
                }
            }
            let right = if right.is_empty() { "0".to_owned() } else { right };
            format!("{f}({}) = {right}", appended_to(x, self.base, r))
        };
        let mut sentences: Vec<String> = relations.iter().zip(0i64..).map(sentence).collect();
        let known = if self.first == 0 { 0..2 } else { 1..self.base };
        let values = known.map(|n| Some(format!("{f}({n}) = {}", self.f(n)?)));
        sentences.extend(values.collect::<Option<Vec<_>>>()?);
        let all = listed(sentences);
        Some(match self.by {
            0 => all,
            by => format!("{quantity}({n}) = f({n}{}): {all}", shift(by)),
        })
    }
}
