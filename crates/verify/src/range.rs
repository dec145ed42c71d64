//! Taking a number from a range that parameters bound: one law for all values of the parameters.
//!
//! From n one takes t stones, L <= t <= U and t <= n. L, U, and the M, c, e of the law are sums of
//! parameters, multiples of them and numbers. Let 1 <= L <= U <= M, 0 <= c and e < M. The law is
//! that n is lost exactly if c <= n mod M <= e.
//!
//! *Criterion.* Write r = n mod M. As 0 < t <= M, (n - t) mod M is r - t if t <= r, else r - t + M.
//! (1) For c <= r <= e and L <= t <= U neither of these lies in c..e: so no lost number leads to a
//! lost one. (2) For any other r a take t between L and U is given: t <= r with r - t in c..e, which
//! is a move from every n; or t > r with r - t + M in c..e, which is a move from n >= M only and
//! serves if misère is played and r < L: at n = r a player without a move has won.
//! (3) If misère is played, r >= L for c <= r <= e, so lost numbers have a move. By induction on n
//! the law holds.
//!
//! All these are implications between linear inequalities, proved by eliminating one variable after
//! the other (J. Fourier 1826, T. Motzkin 1936): what has no real solution has no integer one.

use crate::core::{Form, Range};
use crate::rejected::{overflow, reject};
use crate::{Rejected, Result};
use logic::formula::Linear;
use logic::inequalities::{above, is_impossible, sum};
use message::{Message, message};

/// Most cases of a certificate.
const CASES: usize = 16;
/// The name of the remainder of n.
const REST: &str = "r";

/// What is to be proved, in numbered variables: the parameters, the remainder and what is taken.
struct Claim {
    domain: Vec<Linear>,
    rest: Linear,
    taken: Linear,
    bounds: [Linear; 2],
    modulus: Linear,
    lost: [Linear; 2],
    stuck_wins: bool,
}

/// What to take if a form is at most another, and no condition before it holds.
type Case = (Option<[Linear; 2]>, Linear);

/// Checks that the remainders between `lost` modulo `modulus` are lost.
pub(crate) fn verify(
    range: &Range,
    [modulus, first, last]: [&Form; 3],
    cases: &[(Option<[Form; 2]>, Form)],
) -> Result<Message> {
    let Range { parameters, domain, take: [least, most], stuck_wins } = range;
    let mut names: Vec<&str> = parameters.iter().map(String::as_str).collect();
    names.push(REST);
    if (1..names.len()).any(|at| names[..at].contains(&names[at])) || names.contains(&"1") {
        return reject("two parameters have one name");
    }
    let form = |form: &Form, names: &[&str]| {
        form.0.iter().try_fold(Linear::default(), |sum, (name, &factor)| {
            let part = match names.iter().position(|known| known == name) {
                Some(at) => Linear::variable(at),
                None if name == "1" => Linear::constant(1),
                None => return reject(message!("`{name}` is no parameter")),
            };
            sum.plus(factor.into(), &part).ok_or_else(overflow)
        })
    };
    let of_parameters = |e: &Form| form(e, &names[..parameters.len()]);
    let claim = Claim {
        domain: domain.iter().map(of_parameters).collect::<Result<_, _>>()?,
        rest: Linear::variable(parameters.len()),
        taken: Linear::variable(parameters.len() + 1),
        bounds: [of_parameters(least)?, of_parameters(most)?],
        modulus: of_parameters(modulus)?,
        lost: [of_parameters(first)?, of_parameters(last)?],
        stuck_wins: *stuck_wins,
    };
    if cases.len() > CASES {
        return reject(message!("there are more than {CASES} cases"));
    }
    let read = |(condition, take): &(Option<[Form; 2]>, Form)| {
        let condition = condition
            .as_ref()
            .map(|[a, b]| Ok::<_, Rejected>([form(a, &names)?, form(b, &names)?]));
        Ok((condition.transpose()?, form(take, &names)?))
    };
    let cases: Vec<Case> = cases.iter().map(read).collect::<Result<_>>()?;
    check_lost(&claim)?;
    check_others(&claim, &cases)?;
    Ok(message!(
        "for all values of the parameters: no move joins two lost numbers, and every other number has \
         a move to a lost one, by {} cases",
        cases.len()
    ))
}

/// What all remainders satisfy.
fn remainders(range: &Claim) -> Result<Vec<Linear>> {
    let mut system = range.domain.clone();
    system.push(range.rest.clone());
    system.push(above(&range.modulus, &range.rest, 1)?);
    Ok(system)
}

/// Checks that a <= b follows from the system.
fn follows(system: &[Linear], a: &Linear, b: &Linear, what: &'static str) -> Result<()> {
    let mut system = system.to_vec();
    system.push(above(a, b, 1)?);
    if is_impossible(system) {
        Ok(())
    } else {
        reject(message!("it is not shown that {}", Message::from(what)))
    }
}

/// Checks what does not depend on what to take: (1) and (3).
fn check_lost(range: &Claim) -> Result<()> {
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
    if range.stuck_wins {
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
fn check_others(range: &Claim, cases: &[Case]) -> Result<()> {
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
            if let Some([a, b]) = condition {
                here.push(above(b, a, 0)?);
                system.push(above(a, b, 1)?);
            }
            takes(range, &here, take)?;
        }
    }
    Ok(())
}

/// Checks that taking that many stones leads to a lost number wherever the system holds.
fn takes(range: &Claim, system: &[Linear], take: &Linear) -> Result<()> {
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
        if !range.stuck_wins {
            return reject("small numbers have no such move");
        }
        let stuck = "small numbers without such a move have none";
        follows(system, &above(&range.rest, &Linear::constant(-1), 0)?, least, stuck)?;
        after = sum(&after, &range.modulus, 1)?;
    }
    follows(system, c, &after, "what is left is lost")?;
    follows(system, &after, e, "what is left is lost")
}
