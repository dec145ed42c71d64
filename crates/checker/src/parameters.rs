//! Taking a number from a range that parameters bound: one law for all values of the parameters.
//!
//! From n one takes t stones, L <= t <= U and t <= n. L, U, and the M, c, e of the law are sums of
//! parameters, multiples of them and numbers. Let 1 <= L <= U <= M, 0 <= c and e < M. The law is
//! that n is lost exactly if c <= n mod M <= e.
//!
//! *Criterion.* Write r = n mod M. As 0 < t <= M, (n - t) mod M is r - t if t <= r, else r - t + M.
//! (1) For c <= r <= e and L <= t <= U neither of these lies in c..e: so no lost number leads to a
//! lost one. (2) For any other r a take between L and U is given, t <= r with r - t in c..e, or
//! t > r with r - t + M in c..e. The first is a move from every n, the second from n >= M; and for
//! n = r < M there is none left to find if misère is played and r < L: who is stuck has won.
//! (3) If misère is played, r >= L for c <= r <= e, so lost numbers have a move. By induction on n
//! the law holds.
//!
//! All these are implications between linear inequalities, proved by eliminating one variable after
//! the other (J. Fourier 1826, T. Motzkin 1936): what has no real solution has no integer one.

use expr::ast::{Comparison, Expr, Node, Quantity};
use logic::formula::Linear;
use logic::inequalities::{above, is_impossible, sum};
use meaning::range::Range;
use meaning::source;
use serde::Deserialize;

use crate::certificate::{Certificate, Object, if_present};
use crate::{Accepted, Rejected, reject, too_large};

/// Most cases of a certificate.
const CASES: usize = 16;

/// What to take if a condition `a <= b` holds and none before it; the last has no condition.
pub type Case = (Option<(Expr, Expr)>, Expr);

/// What all remainders satisfy.
fn remainders(range: &Range) -> Result<Vec<Linear>, Rejected> {
    let mut system = range.domain.clone();
    system.push(range.rest.clone());
    system.push(above(&range.modulus, &range.rest, 1)?);
    Ok(system)
}

/// Checks that a <= b follows from the system.
fn follows(system: &[Linear], a: &Linear, b: &Linear, what: &str) -> Result<(), Rejected> {
    let mut system = system.to_vec();
    system.push(above(a, b, 1)?);
    if is_impossible(system) { Ok(()) } else { reject(format!("it is not shown that {what}")) }
}

/// Checks the law, given what to take.
///
/// # Errors
/// Which condition of the criterion is not shown.
pub fn check(range: &Range, cases: &[Case]) -> Result<(), Rejected> {
    check_lost(range)?;
    check_others(range, cases)
}

/// Checks what does not depend on what to take: (1) and (3).
///
/// # Errors
/// Which condition of the criterion is not shown.
pub fn check_lost(range: &Range) -> Result<(), Rejected> {
    let [least, most] = &range.bounds;
    let [c, e] = &range.lost;
    let (zero, one) = (Linear::constant(0), Linear::constant(1));
    let domain = &range.domain;
    follows(domain, &one, least, "at least one stone is taken")?;
    follows(domain, least, most, "the range is never empty")?;
    follows(domain, most, &range.modulus, "a take is at most the modulus")?;
    follows(domain, &zero, c, "the lost remainders begin at 0 or later")?;
    follows(domain, &above(e, &zero, -1)?, &range.modulus, "they end before the modulus")?;
    let mut lost = remainders(range)?;
    lost.push(above(&range.rest, c, 0)?);
    lost.push(above(e, &range.rest, 0)?);
    if range.misere {
        follows(&lost, least, &range.rest, "lost numbers have a move")?;
    }
    let down = above(&range.rest, &range.taken, 0)?;
    let around = sum(&down, &range.modulus, 1)?;
    lost.push(above(&range.taken, least, 0)?);
    lost.push(above(most, &range.taken, 0)?);
    for (after, is_down) in [(&down, true), (&around, false)] {
        let mut both = lost.clone();
        both.push(above(after, c, 0)?);
        both.push(above(e, after, 0)?);
        both.push(if is_down { down.clone() } else { above(&zero, &down, 1)? });
        if !is_impossible(both) {
            return reject("it is not shown that no lost number leads to a lost one");
        }
    }
    Ok(())
}

/// Checks (2): that every other number leads to a lost one.
///
/// # Errors
/// Which condition of the criterion is not shown.
pub fn check_others(range: &Range, cases: &[Case]) -> Result<(), Rejected> {
    let [c, e] = &range.lost;
    let last = cases.iter().position(|(condition, _)| condition.is_none());
    if last.is_none_or(|last| last + 1 != cases.len()) {
        return reject("the last case, and no other, must be without condition");
    }
    for outside in [above(c, &range.rest, 1)?, above(&range.rest, e, 1)?] {
        let mut system = remainders(range)?;
        system.push(outside);
        for (condition, take) in cases {
            let mut here = system.clone();
            if let Some((a, b)) = condition {
                let (a, b) = (range.term(a)?, range.term(b)?);
                here.push(above(&b, &a, 0)?);
                system.push(above(&a, &b, 1)?);
            }
            takes(range, &here, &range.term(take)?)?;
        }
    }
    Ok(())
}

/// Checks that taking so many stones leads to a lost number wherever the system holds.
fn takes(range: &Range, system: &[Linear], take: &Linear) -> Result<(), Rejected> {
    if is_impossible(system.to_vec()) {
        return Ok(());
    }
    let [least, most] = &range.bounds;
    let [c, e] = &range.lost;
    follows(system, least, take, "what is taken is not too little")?;
    follows(system, take, most, "what is taken is not too much")?;
    let mut after = above(&range.rest, take, 0)?;
    if follows(system, take, &range.rest, "").is_err() {
        let past = "what is taken leads past the multiple of the modulus, or never";
        follows(system, &above(&range.rest, &Linear::constant(-1), 0)?, take, past)?;
        if !range.misere {
            return reject("small numbers have no such move");
        }
        let stuck = "small numbers without such a move have none";
        follows(system, &above(&range.rest, &Linear::constant(-1), 0)?, least, stuck)?;
        after = sum(&after, &range.modulus, 1)?;
    }
    follows(system, c, &after, "what is left is lost")?;
    follows(system, &after, e, "what is left is lost")
}

/// What the certificate says.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Data {
    cases: Vec<Object<Written>>,
}

/// A case: what to take, and a condition `a <= b`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Written {
    #[serde(default, rename = "if", deserialize_with = "if_present")]
    condition: Option<String>,
    take: String,
}

/// Checks a certificate of this theorem.
pub(crate) fn verify(certificate: &Certificate) -> Result<Accepted, Rejected> {
    let Data { cases } = certificate.data()?;
    certificate.without_parameters()?;
    let about = certificate.quantity(&[Quantity::Win, Quantity::Misere])?;
    let range = Range::read(&certificate.rule, &certificate.law, about)?;
    if cases.len() > CASES {
        return Err(too_large(format!("there are more than {CASES} cases")));
    }
    let cases: Vec<Case> =
        cases.iter().map(|Object(written)| case(written)).collect::<Result<_, _>>()?;
    check(&range, &cases)?;
    Ok(certificate.accepted(
        "lost remainders for all parameters (linear inequalities, Fourier and Motzkin)",
        format!(
            "for all values of the parameters in their ranges: no move joins two lost numbers, \
             and every other number has a move to a lost one, by {} cases",
            cases.len()
        ),
    ))
}

/// A case as expressions.
fn case(written: &Written) -> Result<Case, Rejected> {
    let take = source::law(&written.take)?;
    let Some(condition) = &written.condition else { return Ok((None, take)) };
    match source::law(condition)?.node {
        Node::Compare(a, right) if matches!(right.as_slice(), [(Comparison::Le, _)]) => {
            Ok((right.into_iter().next().map(|(_, b)| (*a, b)), take))
        }
        _ => reject("the condition of a case must be of the form `a <= b`"),
    }
}
