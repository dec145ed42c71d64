//! The table of one period rewritten as a closed form.
//!
//! A shape `value(n) = c[n mod p] + s * (n // p)` is handed in; every form that comes out is equal
//! to it at every integer `n`, which is decided by comparing one period and the rise.

mod chain;
mod staircase;

use expr::law::Kind;

use crate::formula::{Formula, Op};

/// Longer periods are left as a list.
const MAX_LENGTH: usize = 4096;
/// Longer periods are not searched for a sum of two parts.
const MAX_SUM_LENGTH: usize = 256;

/// A closed form and the family it belongs to.
#[derive(Clone, Debug)]
pub(crate) struct Form {
    pub(crate) kind: Kind,
    pub(crate) formula: Formula,
}

impl Form {
    /// Whether it only lists the residues.
    pub(crate) fn is_list(&self) -> bool {
        matches!(self.kind, Kind::Periodic | Kind::ArithmeticPeriodic)
            && contains_list(&self.formula)
    }
}

fn contains_list(formula: &Formula) -> bool {
    match formula {
        Formula::Table(..) => true,
        Formula::Binary(_, a, b) => contains_list(a) || contains_list(b),
        _ => false,
    }
}

/// The two shortest ways to write the shape, the shortest first.
pub(crate) fn forms(residues: &[i64], saltus: i64) -> Vec<Form> {
    let mut all = every_form(residues, saltus);
    all.truncate(2);
    all
}

/// All ways to write the shape, the shortest first.
pub(crate) fn every_form(residues: &[i64], saltus: i64) -> Vec<Form> {
    let mut all = if saltus == 0 { bounded(residues) } else { rising(residues, saltus) };
    debug_assert!(all.iter().all(|f| equals(&f.formula, residues, saltus)));
    all.sort_by_key(|form| form.formula.effort());
    all.dedup_by(|a, b| a.formula == b.formula);
    all
}

/// Whether the formula has these values, over two periods on either side of 0.
fn equals(formula: &Formula, residues: &[i64], saltus: i64) -> bool {
    let period = i64::try_from(residues.len()).unwrap_or(i64::MAX);
    (-2 * period..2 * period).all(|n| {
        let residue = usize::try_from(n.rem_euclid(period)).unwrap_or(0);
        let value = saltus
            .checked_mul(n.div_euclid(period))
            .and_then(|rise| rise.checked_add(residues[residue]));
        // Where the true value does not fit there is nothing to compare.
        value.is_none() || formula.eval(&[n]).is_none_or(|v| Some(v) == value)
    })
}

fn n() -> Formula {
    Formula::Var(0)
}

fn modulus(residues: &[i64]) -> i64 {
    i64::try_from(residues.len()).unwrap_or(i64::MAX)
}

/// Forms of a periodic function.
fn bounded(residues: &[i64]) -> Vec<Form> {
    let residues = least_period(residues);
    if let [constant] = residues {
        return vec![Form { kind: Kind::Constant, formula: Formula::Int(*constant) }];
    }
    let p = modulus(residues);
    let list = Formula::Table(residues.to_vec(), Box::new(n().rem(p)));
    let mut all = vec![Form { kind: Kind::Periodic, formula: list }];
    if residues.len() <= MAX_LENGTH {
        all.extend(
            closed(residues).into_iter().map(|formula| Form { kind: Kind::Residue, formula }),
        );
    }
    all
}

/// Closed forms of a periodic function, of least period at least 2.
fn closed(residues: &[i64]) -> Vec<Formula> {
    let mut all = simple(residues);
    if residues.len() <= MAX_SUM_LENGTH {
        // A shorter remainder plus (or xor) something simple: 2 * (n % 6 >= 3) + n % 3.
        for q in (2..residues.len()).filter(|q| residues.len().is_multiple_of(*q)) {
            let divisor = i64::try_from(q).unwrap_or(i64::MAX);
            for op in [Op::Add, Op::Xor] {
                let rest: Vec<i64> = residues
                    .iter()
                    .zip((0..divisor).cycle())
                    .map(|(&c, r)| if op == Op::Add { c.saturating_sub(r) } else { c ^ r })
                    .collect();
                let shortest = least_period(&rest);
                if shortest.len() > 1 {
                    let rests = simple(shortest);
                    all.extend(rests.into_iter().map(|e| n().rem(divisor).op(op, e)));
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
    let above: Vec<i64> = residues.iter().zip(0..).map(|(&c, r)| c.saturating_sub(r)).collect();
    all.extend(chain::chain(&n().rem(p), &above));
    let flipped = residues[0];
    if residues.iter().zip(0..p).all(|(&c, r)| c == r ^ flipped) {
        all.push(n().rem(p).op(Op::Xor, Formula::Int(flipped)));
    }
    all
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
fn rising(residues: &[i64], saltus: i64) -> Vec<Form> {
    let p = modulus(residues);
    if let [constant] = residues {
        let formula = n().times(saltus).plus(*constant);
        return vec![Form { kind: Kind::Affine, formula }];
    }
    let mut all = vec![Form {
        kind: Kind::ArithmeticPeriodic,
        formula: Formula::Table(residues.to_vec(), Box::new(n().rem(p)))
            .op(Op::Add, n().div(p).times(saltus)),
    }];
    if residues.len() > MAX_LENGTH {
        return all;
    }
    all.extend(floor(residues, saltus).map(|formula| Form { kind: Kind::Closed, formula }));
    let mut mixed: Vec<Formula> = Vec::new();
    for part in shortest_forms(residues) {
        mixed.push(n().div(p).times(saltus).op(Op::Add, part));
    }
    if saltus % p == 0 {
        let slope = saltus / p;
        let shifts: Vec<i64> = residues
            .iter()
            .zip(0..p)
            .map(|(&c, r)| c.saturating_sub(slope.saturating_mul(r)))
            .collect();
        let line = n().times(slope);
        mixed.extend(chain::chain(&line, &shifts));
        for part in shortest_forms(&shifts) {
            mixed.push(line.clone().op(Op::Add, part));
        }
        let flipped = residues[0];
        // A flip of bits above the remainder's would reach into the quotient.
        if slope == 1
            && residues.len().is_power_of_two()
            && (1..p).contains(&flipped)
            && residues.iter().zip(0..p).all(|(&c, r)| c == r ^ flipped)
        {
            mixed.push(n().op(Op::Xor, Formula::Int(flipped)));
        }
    }
    all.extend(mixed.into_iter().map(|formula| Form { kind: rising_kind(&formula), formula }));
    all
}

/// A form without remainders is closed; the others speak of residue classes.
fn rising_kind(formula: &Formula) -> Kind {
    match formula {
        Formula::Binary(Op::Rem, ..) | Formula::If(..) | Formula::Table(..) => {
            Kind::ArithmeticPeriodic
        }
        Formula::Binary(_, a, b) => [a, b]
            .into_iter()
            .map(|e| rising_kind(e))
            .find(|&k| k != Kind::Closed)
            .unwrap_or(Kind::Closed),
        Formula::Var(_) | Formula::Int(_) => Kind::Closed,
        _ => Kind::ArithmeticPeriodic,
    }
}

fn shortest_forms(residues: &[i64]) -> Vec<Formula> {
    match least_period(residues) {
        [constant] => vec![Formula::Int(*constant)],
        shortest => {
            let mut all = simple(shortest);
            all.push(Formula::Table(shortest.to_vec(), Box::new(n().rem(modulus(shortest)))));
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
pub(crate) fn is_rotation(residues: &[i64], saltus: i64) -> bool {
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

#[cfg(test)]
mod tests;
