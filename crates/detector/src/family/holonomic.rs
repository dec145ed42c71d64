//! Recurrences with polynomial coefficients, `(n + 1) a(n) = (4 n - 2) a(n - 1)`, exactly or modulo a
//! number that need not be known: Catalan numbers, derangements, Motzkin numbers, and Fibonacci
//! numbers modulo a prime.
//!
//! The coefficients solve a linear system, modulo a prime so large that the small integers among its
//! residues are the coefficients themselves. If the later terms do not obey a recurrence of the first
//! ones, it may hold modulo the greatest common divisor of their errors, provided that this is greater
//! than all terms. No exceptions are allowed.

use arith::integer::gcd;
use arith::modular::{self, PrimeField};
use arith::recurrences::Holonomic;
use expr::law::LawKind;
use expr::words::{add_term, listed, multiple};
use formula::{COMMON_MODULI, Formula, Operation, following};
use message::{Message, message};
use num_bigint::BigInt;
use table::Axis;

use crate::evidence::{Judged, Proposal, is_enough};
use crate::statement::{Subject, Support, state};

/// First terms that the recurrence is read from.
const MAX_TERMS: usize = 512;
/// Fewest terms.
const LEAST_TERMS: usize = 16;
/// Equations more than unknowns, and fewest of all.
const SLACK: usize = 4;
/// Most coefficients, and the longest recurrence with constant ones.
const MAX_UNKNOWNS: usize = 18;
const MAX_ORDER: usize = 16;
const MAX_DEGREE: usize = 4;
/// Terms beyond the order that may be listed, because the leading coefficient vanishes there.
const MAX_LISTED: usize = 3;
/// What a term hit exactly is worth.
const TERM_BITS: u64 = 8;
/// A middling term is greater: bounded values have many such recurrences.
const LEAST_TERM: u32 = 1 << 10;
/// Fewest checks of a law that says every term exactly by polynomial coefficients, each of eight bits.
const LEAST_EXACT_CHECKS: usize = 12;
/// Terms after the first reduced one that tell an uncommon modulus.
const LEAST_REDUCED: usize = 8;

/// The recurrence that all terms obey, over `axis`: as many as `count`, asked for by their place.
pub(crate) fn find(
    name: &str,
    axis: &Axis,
    count: usize,
    term: &dyn Fn(usize) -> BigInt,
    is_lenient: bool,
) -> Option<Judged> {
    let (least, least_term) =
        if is_lenient { (LEAST_TERMS / 2, 2) } else { (LEAST_TERMS, LEAST_TERM) };
    let first: Vec<BigInt> = (0..count.min(MAX_TERMS)).map(term).collect();
    let middle = first.get(first.len() / 2)?.magnitude();
    if count < least || *middle < least_term.into() {
        return None;
    }
    let found = exact(&first).or_else(|| {
        let small = |term: &BigInt| i128::try_from(term).ok();
        let first: Vec<i128> = first.iter().map(small).collect::<Option<_>>()?;
        modulo_unknown(&first).or_else(|| modulo_common(&first))
    })?;
    let all: Vec<BigInt> = match count > first.len() {
        true => (0..count).map(term).collect(),
        false => first,
    };
    follows_exactly(&found, &all).then(|| stated(name, axis, &all, found, is_lenient))?
}

/// Orders and degrees, by the number of coefficients.
fn shapes(equations: usize) -> impl Iterator<Item = (usize, usize)> {
    let all = (2..=MAX_UNKNOWNS).flat_map(|unknowns| {
        let of_order = move |order: usize| {
            let degree = (unknowns / (order + 1)).checked_sub(1)?;
            let fits = unknowns.is_multiple_of(order + 1) && degree <= MAX_DEGREE;
            fits.then_some((order, degree))
        };
        (1..=MAX_ORDER).filter_map(of_order)
    });
    all.filter(move |&(order, degree)| (order + 1) * (degree + 1) + SLACK + order <= equations)
}

/// A recurrence of the terms over the integers, or that ends there if it is true of all but them.
fn exact(terms: &[BigInt]) -> Option<Holonomic> {
    let is_growing = terms.iter().rev().take(3).all(|t| *t.magnitude() > LEAST_TERM.into());
    let fitted = &terms[..terms.len() - terms.len() / 3];
    let residues: Vec<u64> = fitted.iter().map(|t| PrimeField::LARGE.residue_of(t)).collect();
    let first = |count: usize| -> Option<Vec<i128>> {
        let small = |term: &BigInt| i128::try_from(term).ok();
        fitted[..count].iter().map(small).collect()
    };
    let shape = |(order, degree)| solved(&residues, &first, order, degree, PrimeField::LARGE);
    let holds = |found: &Holonomic| follows_exactly(found, terms);
    if is_growing { shapes(fitted.len()).filter_map(shape).find(holds) } else { None }
}

/// The same modulo a number that the terms tell: the first ones grow until they are reduced.
fn modulo_unknown(terms: &[i128]) -> Option<Holonomic> {
    let is_natural = terms.iter().all(|&t| t >= 0);
    let fallen = terms.windows(2).skip(4).position(|w| w[1] < w[0]);
    let grown = fallen.map_or(terms.len(), |at| at + 5);
    (0..4).filter(|_| is_natural).find_map(|less| {
        let first = terms.get(..grown.checked_sub(less)?)?;
        shapes(first.len()).find_map(|(order, degree)| {
            let found = of_small(first, order, degree, PrimeField::LARGE)?;
            let found = Some(found).filter(|f| follows(f, first))?;
            let modulus = (first.len()..terms.len()).try_fold(0u128, |common, k| {
                Some(gcd(common, off_by(&found, &terms[..=k])?.unsigned_abs()))
            })?;
            let modulus = i128::try_from(modulus).ok()?;
            let common = COMMON_MODULI.into_iter().find(|m| modulus != 0 && modulus % m == 0);
            // A few terms are off by something whatever they are.
            let own = || (terms.len() - first.len() >= LEAST_REDUCED).then_some(modulus);
            of_modulus(found, common.or_else(own)?, terms)
        })
    })
}

/// The same where every term may be reduced, by one of the primes that are in use.
fn modulo_common(terms: &[i128]) -> Option<Holonomic> {
    let greatest = *terms.iter().max()?;
    let is_natural = terms.iter().all(|&t| t >= 0);
    // Residues come close to the modulus.
    let fits = |m: &&i128| greatest < **m && greatest > **m / 16 * 13;
    COMMON_MODULI.iter().filter(|_| is_natural).filter(fits).find_map(|&m| {
        let fitted = &terms[..terms.len() - terms.len() / 3];
        shapes(fitted.len()).find_map(|(order, degree)| {
            let field = PrimeField(u64::try_from(m).ok()?);
            of_modulus(of_small(fitted, order, degree, field)?, m, terms)
        })
    })
}

/// The recurrence modulo `m`, if all terms are residues and obey it.
fn of_modulus(found: Holonomic, m: i128, terms: &[i128]) -> Option<Holonomic> {
    let found = Holonomic { modulus: m, ..found };
    let fits = terms.iter().all(|t| (0..m).contains(t)) && m < 1 << 62;
    (fits && follows(&found, terms)).then_some(found)
}

/// `p_0(k) a(k) - p_1(k) a(k - 1) - ...` for the last of the terms.
fn off_by(found: &Holonomic, terms: &[i128]) -> Option<i128> {
    let k = i128::try_from(terms.len()).ok()? - 1;
    let mut sum = 0i128;
    for (i, (weights, &term)) in found.polynomials.iter().zip(terms.iter().rev()).enumerate() {
        let value =
            weights.iter().rev().try_fold(0i128, |value, &w| value.checked_mul(k)?.checked_add(w));
        let part = value?.checked_mul(term)?;
        sum = if i == 0 { part } else { sum.checked_sub(part)? };
    }
    Some(sum)
}

/// Whether the recurrence gives all terms that it does not list.
fn follows(found: &Holonomic, terms: &[i128]) -> bool {
    (found.first.len()..terms.len()).all(|k| found.following(&terms[..k]) == Some(terms[k]))
}

/// The same of terms of any size.
fn follows_exactly(found: &Holonomic, terms: &[BigInt]) -> bool {
    let listed = found.first.len();
    match found.modulus {
        0 => (listed..terms.len()).all(|k| following(found, &terms[..k]).as_ref() == terms.get(k)),
        _ => {
            let small: Option<Vec<i128>> = terms.iter().map(|t| i128::try_from(t).ok()).collect();
            small.is_some_and(|terms| follows(found, &terms))
        }
    }
}

/// As [`solved`], of these terms.
fn of_small(terms: &[i128], order: usize, degree: usize, field: PrimeField) -> Option<Holonomic> {
    let residues: Vec<u64> = terms.iter().map(|&t| field.residue(t)).collect();
    solved(&residues, &|count| Some(terms[..count].to_vec()), order, degree, field)
}

/// The recurrence of that order with coefficients of that degree that terms obey modulo a prime, if
/// there is one up to a factor, and it has small coefficients. The terms are given modulo the prime,
/// and the first of them as they are.
fn solved(
    residues: &[u64],
    first: &dyn Fn(usize) -> Option<Vec<i128>>,
    order: usize,
    degree: usize,
    field: PrimeField,
) -> Option<Holonomic> {
    let equations = (order..residues.len()).map(|k| {
        let mut row = Vec::with_capacity((order + 1) * (degree + 1));
        for back in 0..=order {
            let mut entry = residues[k - back];
            for _ in 0..=degree {
                row.push(entry);
                entry = field.times(entry, k as u64 % field.0);
            }
        }
        row
    });
    let solution = modular::kernel(equations, field)?;
    let mut weights = modular::integers(&solution, field)?;
    // what stands at a(k) is on the other side
    weights[degree + 1..].iter_mut().for_each(|w| *w = -*w);
    let leading = weights[..=degree].iter().rev().find(|w| **w != 0)?;
    if *leading < 0 {
        weights.iter_mut().for_each(|w| *w = -*w);
    }
    if weights[order * (degree + 1)..].iter().all(|&w| w == 0) {
        return None;
    }
    let polynomials: Vec<Vec<i128>> = weights.chunks(degree + 1).map(<[i128]>::to_vec).collect();
    let vanishes = |&k: &usize| {
        let k = i128::try_from(k).unwrap_or(i128::MAX);
        polynomials[0].iter().rev().fold(0, |value, w| value * k + w) == 0
    };
    let listed = (order..residues.len()).rev().find(vanishes).map_or(order, |k| k + 1);
    let first = first(listed).filter(|_| listed <= order + MAX_LISTED)?;
    Some(Holonomic { modulus: 0, polynomials, first })
}

/// The finding, if the terms support it.
fn stated(
    name: &str,
    axis: &Axis,
    terms: &[BigInt],
    found: Holonomic,
    is_lenient: bool,
) -> Option<Judged> {
    let (order, degree) = (found.polynomials.len() - 1, found.polynomials[0].len() - 1);
    let unknowns = found.polynomials.concat().iter().filter(|&&w| w != 0).count();
    let fitted = found.first.len().max(order + unknowns);
    let words = words(name, axis, &found);
    let modulus = found.modulus;
    let count = i64::try_from(terms.len()).ok()?;
    let index = Formula::Var(0).plus(axis.lo.checked_neg()?);
    let formula = index.under(Operation::Holonomic(Box::new(found)));
    let bits = formula.bits();
    let tested = terms.len().checked_sub(fitted)?;
    let tested_bits = TERM_BITS * tested as u64;
    // Terms of many digits that all are hit by a short law with polynomial coefficients.
    let is_exact = degree > 0 && modulus == 0 && tested >= LEAST_EXACT_CHECKS;
    let listed: u64 = terms.iter().map(|t| 1 + t.bits()).sum();
    let is_supported = is_lenient && u64::from(bits) < listed
        || is_enough(tested, tested_bits, bits, 0)
        || is_exact && tested_bits >= u64::from(bits) + u64::from(bits) / 2;
    if !is_supported {
        return None;
    }
    let last = axis.lo.checked_add(count)? - 1;
    let support = Support { fitted, tested, tested_bits, bits };
    let subject = Subject::list(name, &axis.name, axis.lo, last);
    let mut proposal =
        Proposal::new(LawKind::Recurrence, formula, fitted).parameter("order", order).said(words);
    if degree > 0 {
        proposal = proposal.parameter("degree", degree);
    }
    if modulus > 0 {
        proposal = proposal.parameter("modulus", modulus);
    }
    Some(state(subject, proposal, support, Vec::new()))
}

/// `(n + 1) a(n) = (4 n - 2) a(n - 1), a(0) = 1`, modulo what it is modulo.
fn words(name: &str, axis: &Axis, found: &Holonomic) -> Message {
    let n = &axis.name;
    let polynomials: Vec<Vec<i128>> =
        found.polynomials.iter().map(|p| shifted(p, -i128::from(axis.lo))).collect();
    let mut right = String::new();
    for (back, weights) in polynomials.iter().enumerate().skip(1) {
        if weights.iter().all(|&w| w == 0) {
            continue;
        }
        let (is_negative, weights) = unsigned(weights);
        let term = format!("{}{name}({n} - {back})", factor(&weights, n));
        add_term(&mut right, is_negative, &term);
    }
    let left = factor(&polynomials[0], n);
    let equation = format!("{left}{name}({n}) = {right}");
    let first = first_terms(name, axis.lo, &found.first);
    match found.modulus {
        0 => format!("{equation}, {first}").into(),
        m => message!("{equation} modulo {m}, {first}"),
    }
}

/// `a(1..3) = 1, 1, 2`: the terms from `lo` on.
pub(crate) fn first_terms(name: &str, lo: i64, terms: &[i128]) -> String {
    let last = lo.saturating_add(i64::try_from(terms.len()).unwrap_or(0)) - 1;
    let range = if terms.len() == 1 { lo.to_string() } else { format!("{lo}..{last}") };
    format!("{name}({range}) = {}", listed(terms))
}

/// Whether the leading coefficient is negative, and the coefficients with it turned positive.
pub(crate) fn unsigned(weights: &[i128]) -> (bool, Vec<i128>) {
    let is_negative = weights.iter().rev().find(|w| **w != 0).is_some_and(|w| *w < 0);
    let sign = if is_negative { -1 } else { 1 };
    (is_negative, weights.iter().map(|w| sign * w).collect())
}

/// A polynomial before what it multiplies: `(4 n - 2) `, or nothing for 1.
fn factor(weights: &[i128], n: &str) -> String {
    let terms = weights.iter().filter(|w| **w != 0).count();
    let text = polynomial(weights, n);
    match (terms, text.as_str()) {
        (1, "1") => String::new(),
        (1, _) => format!("{text} "),
        _ => format!("({text}) "),
    }
}

/// `2 n^2 - n + 3`.
pub(crate) fn polynomial(weights: &[i128], n: &str) -> String {
    let mut text = String::new();
    for (power, &w) in weights.iter().enumerate().rev().filter(|(_, w)| **w != 0) {
        let variable = match power {
            0 => String::new(),
            1 => n.to_owned(),
            power => format!("{n}^{power}"),
        };
        add_term(&mut text, w < 0, &multiple(w.unsigned_abs(), &variable));
    }
    if text.is_empty() { "0".to_owned() } else { text }
}

/// The coefficients of `p(x + by)`.
fn shifted(weights: &[i128], by: i128) -> Vec<i128> {
    let mut result = vec![0i128; weights.len()];
    for &w in weights.iter().rev() {
        // result * (x + by) + w
        for power in (0..result.len()).rev() {
            let lower = if power > 0 { result[power - 1] } else { 0 };
            result[power] = result[power].saturating_mul(by).saturating_add(lower);
        }
        result[0] = result[0].saturating_add(w);
    }
    result
}
