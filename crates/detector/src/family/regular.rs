//! Functions of the digits: automatic and regular sequences in bases 2 to 6 and 10, and where
//! numbers are sums of Fibonacci (Zeckendorf), Tribonacci or Pell numbers.
//!
//! The functions `n -> f(n w)`, `w` a word of digits appended to `n`, span a space; where it has
//! finite dimension, `f` is regular. The space is explored word by word: a new function is either
//! a combination of those found, on all the terms at hand, or a further one. Every function halves
//! (in base 2) the terms there are to test with; therefore a law is stated only when the arguments
//! have `2 h + 3` digits, where functions of words of `h` lengths were needed, and a sixth of the
//! bits of the definition. Cost: `O(r^2 N)` for each numeration, `r` the dimension.

use message::{Message, message};
use std::sync::Arc;

use arith::modular::{Combination, combination};
use arith::numeration::{Numeration, Regular};
use expr::law::{Law, LawKind};
use expr::words::{add_term, listed, multiple};
use formula::{Formula, Operation};
use hashbrown::HashSet;

use crate::evidence::{Judged, Proposal, judge, unjudged};
use crate::recent::Recent;
use crate::statement::shift;
use crate::view::{Sequence, list};

/// Numerations tried, the usual ones first.
const NUMERATIONS: [Numeration; 9] = [
    Numeration::Base(2),
    Numeration::Zeckendorf,
    Numeration::Base(3),
    Numeration::Base(4),
    Numeration::Base(5),
    Numeration::Base(6),
    Numeration::Base(10),
    Numeration::Tribonacci,
    Numeration::Pell,
];
/// Greatest dimension.
pub(crate) const MAX_FUNCTIONS: usize = 8;
/// Greatest dimension of what is only to be proved.
pub(crate) const MAX_CONJECTURED: usize = 16;
/// Terms looked at to find the functions; all are used to test them.
const MAX_TERMS: usize = 1 << 14;
/// Terms by which a relation must be overdetermined.
const SLACK: usize = 6;
/// Longest definition for every digit seen (at least for every binary one), in bits.
const MAX_BITS_PER_DIGIT: usize = 6;
/// What may be added to the index, and the longest list where it is.
const SHIFTS: [i64; 3] = [1, -1, 2];
const MAX_SHIFTED: usize = 1 << 12;
/// Different values up to which a sequence counts as one of finitely many letters.
const MAX_LETTERS: usize = 12;

/// The law of the digits, if there is one: that of the numeration with the fewest functions. Where
/// there is none, the index may be counted from elsewhere.
pub(crate) fn find(sequence: &Sequence<'_>) -> Option<Judged> {
    let found = shortest(sequence, |numeration, first| law(sequence, numeration, first));
    found.or_else(|| SHIFTS.into_iter().find_map(|by| of_shifted(sequence, by)))
}

/// The law as one of the digits of `n + by`.
fn of_shifted(sequence: &Sequence<'_>, by: i64) -> Option<Judged> {
    let count = sequence.len();
    let (lo, n) = (sequence.axis.lo.checked_add(by)?, &sequence.axis.name);
    if lo < 0 || count > MAX_SHIFTED {
        return None;
    }
    let table = list("f", "x", lo, sequence.terms(0..count))?;
    let other = Sequence::of(&table)?;
    let found = shortest(&other, |numeration, first| law(&other, numeration, first))?;
    let Law { kind, parameters, words, from, .. } = found.finding.law;
    let start = usize::try_from(from?.checked_sub(lo)?).ok()?;
    let formula = found.formula.with(&[Formula::Var(0).plus(by)]);
    let words = message!("{}({n}) = f({n}{}): {words}", sequence.name, shift(by));
    let fitted = found.finding.evidence.fitted.saturating_sub(start);
    let proposal = Proposal::new(kind, formula, fitted).starting(start).said(words);
    judge(sequence, Proposal { parameters, ..proposal })?.exact()
}

/// What the digits say of every term, with as little evidence as there may be: the law with the
/// fewest functions, for sequences of few letters.
pub(crate) fn conjecture(sequence: &Sequence<'_>) -> Option<Judged> {
    let law = |numeration, first| {
        let explored = explore(sequence, numeration, first, MAX_CONJECTURED)?;
        unjudged(sequence, proposal(sequence, explored, first)?)
    };
    if kind(sequence) == LawKind::Automatic { shortest(sequence, law) } else { None }
}

/// The shortest law that some numeration has from a first term on: one of its own (the value of 0) is
/// an exception.
fn shortest(
    sequence: &Sequence<'_>,
    law: impl Fn(Numeration, i64) -> Option<Judged>,
) -> Option<Judged> {
    let lo = sequence.axis.lo;
    if lo < 0 {
        return None;
    }
    let of = |&numeration: &Numeration| (lo..=1).find_map(|first| law(numeration, first));
    NUMERATIONS.iter().filter_map(of).min_by_key(Judged::size)
}

fn law(sequence: &Sequence<'_>, numeration: Numeration, first: i64) -> Option<Judged> {
    let last = sequence.last();
    let explored = explore(sequence, numeration, first, MAX_FUNCTIONS)?;
    let depth = numeration.length(last.into());
    if depth < 2 * explored.height() + 3 {
        return None;
    }
    let proposal = proposal(sequence, explored, first)?;
    // Combinations with large coefficients follow many sequences for some digits, and then no more.
    let places = depth.max(Numeration::Base(2).length(last.into()));
    if proposal.formula.bits() as usize > MAX_BITS_PER_DIGIT * places {
        return None;
    }
    judge(sequence, proposal)?.exact()
}

fn explore(
    sequence: &Sequence<'_>,
    numeration: Numeration,
    first: i64,
    most: usize,
) -> Option<Explored> {
    let last = sequence.coordinate(sequence.fitting().clamp(1, MAX_TERMS) - 1);
    explored(sequence, numeration, first..=last, most)
}

/// Automatic where there are few letters.
fn kind(sequence: &Sequence<'_>) -> LawKind {
    let letters: HashSet<i64> =
        (0..sequence.len()).map(|i| sequence.get(i)).take(1 << 16).collect();
    if letters.len() <= MAX_LETTERS { LawKind::Automatic } else { LawKind::Regular }
}

fn proposal(sequence: &Sequence<'_>, explored: Explored, first: i64) -> Option<Proposal> {
    let numeration = explored.regular.numeration;
    let place = |word: &[usize]| of_digits(sequence, numeration, word);
    let words = words(sequence.name, &explored, place, |n| n.to_string());
    let (rank, start) = (explored.regular.rank(), usize::try_from(first - sequence.axis.lo).ok()?);
    let formula = Formula::Var(0).under(Operation::Regular(Box::new(explored.regular)));
    let proposal = Proposal::new(kind(sequence), formula, explored.defining).starting(start);
    let proposal = proposal.parameter_in_words("digits", name(numeration));
    let proposal = proposal.parameter("dimension", rank);
    Some(proposal.said(words))
}

/// The words of digits whose functions have been found to be independent.
struct Kernel<'a> {
    sequence: &'a Sequence<'a>,
    numeration: Numeration,
    first: i64,
    /// Last argument used for fitting.
    last: i64,
    appended: Arc<Appended>,
}

/// For each digit, the numbers that appending it to 0, 1, 2, ... gives, up to some number.
type Appended = Vec<Vec<i64>>;

fn appended(numeration: Numeration, last: i64) -> Arc<Appended> {
    static TABLES: Recent<(Numeration, i64), Appended> = Recent::new();
    TABLES.get((numeration, last), |&(numeration, last)| {
        let longer = |n: i64, digit| i64::try_from(numeration.append(n.into(), digit)?).ok();
        let of_digit = |digit| {
            let all = (0..).map_while(|n| longer(n, digit));
            all.take_while(|&n| n <= last).collect()
        };
        (0..numeration.digits()).map(of_digit).collect()
    })
}

/// What exploring gave.
pub(crate) struct Explored {
    pub(crate) regular: Regular,
    /// The words; `None` stands for the constant function 1.
    functions: Vec<Option<Vec<usize>>>,
    /// Terms that determine the numbers in it.
    pub(crate) defining: usize,
}

impl Explored {
    /// Number of lengths of words, the empty one among them, that have a new function; one more for
    /// the constant.
    fn height(&self) -> usize {
        let longest = self.functions.iter().flatten().map(Vec::len).max().unwrap_or(0);
        longest + 1 + usize::from(self.functions.contains(&None))
    }
}

impl Kernel<'_> {
    /// `f(n w)` for `n = first, first + 1, ...`, as far as it is known.
    fn values(&self, word: &[usize]) -> Vec<i64> {
        (self.first..=self.last).map_while(|n| self.at(n, word)).collect()
    }

    fn at(&self, n: i64, word: &[usize]) -> Option<i64> {
        let longer = word.iter().try_fold(n, |n, &digit| {
            self.appended.get(digit)?.get(usize::try_from(n).ok()?).copied()
        })?;
        // An empty word leaves n as it is.
        (longer <= self.last).then(|| {
            self.sequence.get(usize::try_from(longer - self.sequence.axis.lo).unwrap_or(0))
        })
    }

    fn explore(&self, with_constant: bool, most: usize) -> Option<Explored> {
        let digits = self.numeration.digits();
        let mut functions: Vec<Option<Vec<usize>>> = vec![Some(Vec::new())];
        let mut lists = vec![self.values(&[])];
        if with_constant {
            functions.push(None);
            lists.push(vec![1; lists[0].len()]);
        }
        // For every function and digit, the combination it turns into.
        let mut relations: Vec<Vec<Vec<i64>>> = Vec::new();
        let unit = |k: usize| (0..=k).map(|i| i64::from(i == k)).collect::<Vec<i64>>();
        while relations.len() < functions.len() {
            let mut of_function = Vec::with_capacity(digits);
            for digit in 0..digits {
                let Some(word) = &functions[relations.len()] else {
                    of_function.push(unit(relations.len()));
                    continue;
                };
                // The digit stands between n and the word.
                let longer = [&[digit], word.as_slice()].concat();
                let values = self.values(&longer);
                match combination(&values, &lists, SLACK) {
                    Combination::Of(weights) => of_function.push(weights),
                    Combination::Independent if functions.len() < most => {
                        of_function.push(unit(functions.len()));
                        functions.push(Some(longer));
                        lists.push(values);
                        // All are compared where all are known.
                        let shortest = lists.iter().map(Vec::len).min().unwrap_or(0);
                        if shortest < functions.len() + SLACK {
                            return None;
                        }
                    }
                    _ => return None,
                }
            }
            relations.push(of_function);
        }
        self.found(functions, &relations, lists[0].len())
    }

    /// What the relations say of the functions, where `known` terms are known.
    fn found(
        &self,
        functions: Vec<Option<Vec<usize>>>,
        relations: &[Vec<Vec<i64>>],
        known: usize,
    ) -> Option<Explored> {
        let (rank, digits) = (functions.len(), self.numeration.digits());
        let entry = |row: &[i64], k: usize| row.get(k).copied().unwrap_or(0).into();
        let of_digit = |digit: usize| {
            let rows = relations.iter().map(move |of_function| &of_function[digit]);
            rows.flat_map(|row| (0..rank).map(move |k| entry(row, k))).collect()
        };
        let matrices = (0..digits).map(of_digit).collect();
        let first = i128::from(self.first);
        let roots = self.numeration.roots(first).into_iter().map(|n| {
            let n = i64::try_from(n).ok()?;
            let at_root = |word: &Option<Vec<usize>>| {
                word.as_ref().map_or(Some(1), |word| self.at(n, word)).map(i128::from)
            };
            functions.iter().map(at_root).collect::<Option<Vec<i128>>>()
        });
        let roots = roots.collect::<Option<_>>()?;
        let longest = functions.iter().flatten().map(Vec::len).max().unwrap_or(0) + 1;
        let reach = (0..longest)
            .try_fold(i128::try_from(rank).ok()?, |n, _| self.numeration.append(n, digits - 1));
        let defining = usize::try_from(reach?).ok()?.min(known);
        let regular = Regular { numeration: self.numeration, first, matrices, roots };
        Some(Explored { regular, functions, defining })
    }
}

/// What a law of the digits of a whole sequence is, without any evidence: the functions span a space
/// of at most `most` dimensions, as far as the terms from the first to the last coordinate tell.
pub(crate) fn explored(
    sequence: &Sequence<'_>,
    numeration: Numeration,
    seen: std::ops::RangeInclusive<i64>,
    most: usize,
) -> Option<Explored> {
    let (first, last) = seen.into_inner();
    let kernel = Kernel { sequence, numeration, first, last, appended: appended(numeration, last) };
    [false, true].into_iter().find_map(|with_constant| kernel.explore(with_constant, most))
}

/// `2n`, `4n + 1`, or where the places are no powers `n.001`: `n` with a word of digits behind it.
fn of_digits(sequence: &Sequence<'_>, numeration: Numeration, word: &[usize]) -> String {
    let n = sequence.axis.name.as_str();
    match numeration {
        Numeration::Base(b) => {
            let power = word.iter().fold(1i128, |p, _| p.saturating_mul(b));
            let rest = word.iter().try_fold(0, |r, &d| numeration.append(r, d)).unwrap_or_default();
            appended_to(n, power, rest)
        }
        _ => {
            let digits: String =
                word.iter().filter_map(|&d| blocks(numeration).get(d)).copied().collect();
            if digits.is_empty() { n.to_owned() } else { format!("{n}.{digits}") }
        }
    }
}

/// `2n + 1`: a number with digits behind it.
pub(crate) fn appended_to(n: &str, power: impl Into<i128>, rest: impl Into<i128>) -> String {
    match power.into() {
        1 => n.to_owned(),
        power => format!("{power}{n}{}", shift(rest)),
    }
}

pub(super) fn name(numeration: Numeration) -> Message {
    match numeration {
        Numeration::Base(b) => message!("base {b}"),
        Numeration::Zeckendorf => "Zeckendorf".into(),
        Numeration::Tribonacci => "Tribonacci".into(),
        Numeration::Pell => "Pell".into(),
    }
}

/// What is appended to numbers that are not written to a base.
fn blocks(numeration: Numeration) -> &'static [&'static str] {
    match numeration {
        Numeration::Base(_) => &[],
        Numeration::Zeckendorf => &["0", "01"],
        Numeration::Tribonacci => &["0", "01", "011"],
        Numeration::Pell => &["0", "1", "20"],
    }
}

/// `f(2n) = f(n), f(4n + 1) = 2 f(2n + 1) - f(n), ..., f(0) = 0`; `place` says what a number with a
/// word of digits behind it is called, `number` what a given number is.
pub(crate) fn words(
    name: &str,
    explored: &Explored,
    place: impl Fn(&[usize]) -> String,
    number: impl Fn(i128) -> String,
) -> Message {
    let Explored { regular, functions, .. } = explored;
    let rank = functions.len();
    let term = |j: usize| functions[j].as_ref().map(|word| format!("{name}({})", place(word)));
    let mut sentences = Vec::new();
    for (j, word) in functions.iter().enumerate() {
        let Some(word) = word else { continue };
        for digit in 0..regular.numeration.digits() {
            let longer = [&[digit], word.as_slice()].concat();
            if functions.iter().flatten().any(|w| *w == longer) {
                continue;
            }
            let row = &regular.matrices[digit][j * rank..][..rank];
            let mut right = String::new();
            for (k, &c) in row.iter().enumerate().filter(|(_, c)| **c != 0) {
                let term = term(k).unwrap_or_default();
                add_term(&mut right, c < 0, &multiple(c.unsigned_abs(), &term));
            }
            if right.is_empty() {
                right.push('0');
            }
            sentences.push(format!("{name}({}) = {right}", place(&longer)));
        }
    }
    // The values that the relations do not reach.
    let mut starts: Vec<i128> = Vec::new();
    for root in regular.numeration.roots(regular.first) {
        for word in functions.iter().flatten() {
            starts.extend(word.iter().try_fold(root, |n, &d| regular.numeration.append(n, d)));
        }
    }
    starts.sort_unstable();
    starts.dedup();
    sentences.extend(
        starts
            .iter()
            .filter_map(|&s| Some(format!("{name}({}) = {}", number(s), regular.value(s)?))),
    );
    let sentences = listed(sentences);
    let Some((last, others)) = blocks(regular.numeration).split_last() else {
        return sentences.into();
    };
    let others = listed(others.iter().map(|block| format!("n.{block}")));
    let digits = self::name(regular.numeration);
    message!("{sentences}; {others} and n.{last}: {digits} digits appended to n")
}
