//! The table of one period rewritten as a closed form.
//!
//! A shape `value(n) = c[n mod p] + s * (n // p)` is handed in; every form that comes out is equal
//! to it at every integer `n`, which is decided by comparing one period and the rise.

mod chain;
mod staircase;

use expr::law::LawKind;

use crate::{Formula, Op};

/// Longer periods are left as a list.
const MAX_LENGTH: usize = 4096;
/// Longer periods are not searched for a sum of two parts.
const MAX_SUM_LENGTH: usize = 256;

/// A closed form and the family it belongs to.
#[derive(Clone, Debug)]
pub struct ClosedForm {
    /// The family.
    pub kind: LawKind,
    /// The form, of the variable of number 0.
    pub formula: Formula,
}

impl ClosedForm {
    /// Forms of one kind.
    fn all(kind: LawKind, forms: impl IntoIterator<Item = Formula>) -> impl Iterator<Item = Self> {
        forms.into_iter().map(move |formula| Self { kind, formula })
    }

    /// Whether it only lists the residues.
    pub fn is_list(&self) -> bool {
        matches!(self.kind, LawKind::Periodic | LawKind::ArithmeticPeriodic)
            && self.formula.any(&|e| e.listed().is_some())
    }
}

/// The two shortest ways to write the shape, the shortest first.
pub fn forms(residues: &[i64], saltus: i64) -> Vec<ClosedForm> {
    let mut all = every_form(residues, saltus);
    all.truncate(2);
    all
}

/// All ways to write the shape, the shortest first.
pub fn every_form(residues: &[i64], saltus: i64) -> Vec<ClosedForm> {
    let mut all = if saltus == 0 { bounded(residues) } else { rising(residues, saltus) };
    all.sort_by_key(|form| form.formula.effort());
    all.dedup_by(|a, b| a.formula == b.formula);
    all
}

fn n() -> Formula {
    Formula::Var(0)
}

fn modulus(residues: &[i64]) -> i64 {
    i64::try_from(residues.len()).unwrap_or(i64::MAX)
}

/// Forms of a periodic function.
fn bounded(residues: &[i64]) -> Vec<ClosedForm> {
    let residues = least_period(residues);
    if let [constant] = residues {
        return ClosedForm::all(LawKind::Constant, [Formula::Int(*constant)]).collect();
    }
    let p = modulus(residues);
    let list = (n() % p).in_list(residues.to_vec());
    let closed = if residues.len() <= MAX_LENGTH { closed(residues) } else { Vec::new() };
    let closed = ClosedForm::all(LawKind::Residue, closed);
    ClosedForm::all(LawKind::Periodic, [list]).chain(closed).collect()
}

/// Closed forms of a periodic function, of least period at least 2.
fn closed(residues: &[i64]) -> Vec<Formula> {
    let mut all = simple(residues);
    if residues.len() <= MAX_SUM_LENGTH {
        // A shorter remainder plus (or xor) something simple: 2 * (n % 6 >= 3) + n % 3.
        for divisor in (2..modulus(residues)).filter(|q| modulus(residues) % q == 0) {
            for op in [Op::Add, Op::Xor] {
                let rest = |(&c, r): (&i64, i64)| match op {
                    Op::Add => c.saturating_sub(r),
                    _ => c ^ r,
                };
                let rest: Vec<i64> = residues.iter().zip((0..divisor).cycle()).map(rest).collect();
                let shortest = least_period(&rest);
                if shortest.len() > 1 {
                    let rests = simple(shortest).into_iter();
                    all.extend(rests.map(|e| n().rem(divisor).op(op, e)));
                }
            }
        }
    }
    all
}

/// Closed forms of one remainder.
fn simple(residues: &[i64]) -> Vec<Formula> {
    let p = modulus(residues);
    let mut all = chain::indicators(residues);
    all.extend(staircase::staircases(residues));
    all.extend(linear(residues));
    all.extend(chain::chain(&Formula::Int(0), residues));
    all.extend(chain::chain(&n().rem(p), &above_line(residues, 1)));
    if is_flipped(residues) {
        all.push(n().rem(p) ^ residues[0]);
    }
    all
}

/// By how much the residues are above a line through 0.
fn above_line(residues: &[i64], slope: i64) -> Vec<i64> {
    let above = |(&c, r): (&i64, i64)| c.saturating_sub(slope.saturating_mul(r));
    residues.iter().zip(0..).map(above).collect()
}

/// Whether the residues are the remainders with some binary digits turned over.
fn is_flipped(residues: &[i64]) -> bool {
    residues.iter().zip(0..).all(|(&c, r)| c == r ^ residues[0])
}

/// `(a * n + b) % p`.
fn linear(residues: &[i64]) -> Option<Formula> {
    let p = modulus(residues);
    let b = residues[0];
    let a = residues[1].checked_sub(b)?.rem_euclid(p);
    let matches = |r: i64, c: i64| {
        (i128::from(a) * i128::from(r) + i128::from(b)).rem_euclid(p.into()) == i128::from(c)
    };
    let all = (0..p).zip(residues).all(|(r, &c)| matches(r, c));
    (all && a > 1).then(|| n().times(a).plus(b).rem(p))
}

/// Forms of a rising or falling function.
fn rising(residues: &[i64], saltus: i64) -> Vec<ClosedForm> {
    let p = modulus(residues);
    if let [constant] = residues {
        let formula = n().times(saltus).plus(*constant);
        return vec![ClosedForm { kind: LawKind::Affine, formula }];
    }
    let steps = n().div(p).times(saltus);
    let formula = (n() % p).in_list(residues.to_vec()) + &steps;
    let mut all = vec![ClosedForm { kind: LawKind::ArithmeticPeriodic, formula }];
    if residues.len() > MAX_LENGTH {
        return all;
    }
    all.extend(ClosedForm::all(LawKind::Closed, floor(residues, saltus)));
    let mut mixed: Vec<Formula> =
        shortest_forms(residues).into_iter().map(|part| &steps + part).collect();
    if saltus % p == 0 {
        let slope = saltus / p;
        let shifts = above_line(residues, slope);
        let line = n().times(slope);
        mixed.extend(chain::chain(&line, &shifts));
        mixed.extend(shortest_forms(&shifts).into_iter().map(|part| &line + part));
        // A flip of bits above the remainder's would reach into the quotient.
        let flipped = residues[0];
        let is_within = residues.len().is_power_of_two() && (1..p).contains(&flipped);
        if slope == 1 && is_within && is_flipped(residues) {
            mixed.push(n() ^ flipped);
        }
    }
    all.extend(
        mixed.into_iter().map(|formula| ClosedForm { kind: rising_kind(&formula), formula }),
    );
    all
}

/// A form without remainders is closed; the others speak of residue classes.
fn rising_kind(formula: &Formula) -> LawKind {
    let is_plain = |e: &Formula| match e.binary() {
        Some((op, ..)) => op != Op::Rem,
        None => matches!(e, Formula::Int(_) | Formula::Var(_)),
    };
    if formula.all(&is_plain) { LawKind::Closed } else { LawKind::ArithmeticPeriodic }
}

fn shortest_forms(residues: &[i64]) -> Vec<Formula> {
    match least_period(residues) {
        [constant] => vec![Formula::Int(*constant)],
        shortest => {
            let mut all = simple(shortest);
            all.push(n().rem(modulus(shortest)).in_list(shortest.to_vec()));
            all
        }
    }
}

/// `(s * n + b) // p` with the least `|b|`.
fn floor(residues: &[i64], saltus: i64) -> Option<Formula> {
    let p = i128::from(modulus(residues));
    let (mut least, mut greatest) = (i128::MIN, i128::MAX);
    for (&c, r) in residues.iter().zip(0i128..) {
        // p * c <= s * r + b <= p * c + p - 1
        let b = p * i128::from(c) - i128::from(saltus) * r;
        least = least.max(b);
        greatest = greatest.min(b + p - 1);
    }
    if least > greatest {
        return None;
    }
    let b = i64::try_from(0i128.clamp(least, greatest)).ok()?;
    Some(n().times(saltus).plus(b).div(i64::try_from(p).ok()?))
}

/// Whether the shape is, or counts, a rotation `(s * n + b) // p` by a fraction.
///
/// Such a fraction may stand for an irrational slope whose convergent it is: the terms of a Beatty
/// sequence follow it for several periods, and then no more. `n // p` and `n % p = r` are what they
/// look like and do not count, nor do their complements.
pub fn is_rotation(residues: &[i64], saltus: i64) -> bool {
    let p = modulus(residues);
    if p == 1 {
        return false;
    }
    let is_plain = |s: i64| s.abs() <= 1 || s.abs() == p - 1;
    if saltus != 0 {
        return !is_plain(saltus) && floor(residues, saltus).is_some();
    }
    let (low, high) = (residues.iter().min(), residues.iter().max());
    if residues.iter().any(|c| Some(c) != low && Some(c) != high) {
        return false;
    }
    // A word of two letters: how often the higher one has come up.
    let mut count = 0;
    let counts: Vec<i64> = residues
        .iter()
        .map(|c| {
            count += i64::from(Some(c) == high);
            count
        })
        .collect();
    let is_indicator = low == Some(&0) || high == Some(&0);
    !(is_indicator && is_plain(count)) && floor(&counts, count).is_some()
}

/// The list cut to its least period that divides its length.
fn least_period(list: &[i64]) -> &[i64] {
    let repeats = |&q: &usize| {
        list.len().is_multiple_of(q) && (q..list.len()).all(|i| list[i] == list[i - q])
    };
    let q = (1..=list.len()).find(repeats).unwrap_or(list.len());
    &list[..q]
}
