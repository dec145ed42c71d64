//! Multiples of an irrational slope, rounded down, by machines that are proved without irrational
//! numbers.
//!
//! Let `0 < x < 1` be irrational with `A x^2 = U x + V` for integers `A > 0, U, V`, and `y` the other
//! root. *Theorem.* A machine accepts exactly the pairs `k, floor(k x)` when
//!
//! 1. it accepts some pair `k, m` for every `k`; one such `m` be `f(k)`;
//! 2. `f(i) + f(j) <= f(i + j) <= f(i) + f(j) + 1` for all `i, j`, whichever of several are taken;
//! 3. `A f(f(k)) - U f(k) - V k` lies between `-C` and `C` for all `k`, where `C = 2 A + |U|`;
//! 4. `f(k) = floor(k x)` for one `k` with `floor(k x) != floor(k y)`.
//!
//! *Proof.* From 2 with `i = j = 0` only 0 is an `f(0)`, and with `j = 0` no `k` has two `f(k)`. By 2
//! and Fekete's lemma `f(k) / k` has a limit `z`, the greatest lower bound of all `(f(k) + 1) / k` and
//! the least upper bound of all `f(k) / k`, so `f(k) <= k z <= f(k) + 1`. Divided by `k`, 3 tends to
//! `A z^2 = U z + V`: `z` is `x` or `y`, irrational both, so `f(k) = floor(k z)` for `k >= 1`, and 4
//! excludes `y`. The conditions are necessary: with `f(k) = k x - e` and `0 <= e < 1` what is bounded
//! in 3 is `U e - A (x e + e')`.

use crate::formula::{Formula, Linear, Machine, Sign, Variable};
use crate::numeration::Numeration;
use crate::product::{covered, is_empty};
use crate::{Error, Result};
use arith::Quadratic;
use message::Message;
use std::rc::Rc;

/// How far a number is looked for that tells a slope from the other root.
const MAX_DISTANCE: i128 = 1000;

impl Numeration {
    /// Adds a slope, once it is proved that the machine accepts the pairs `k, floor(slope * k)`.
    ///
    /// # Errors
    /// What is wrong with the slope or the machine.
    pub fn add_slope(&mut self, slope: Quadratic, machine: Machine) -> Result<()> {
        prove(self, slope, &machine)?;
        self.slopes.push((slope, Rc::new(machine)));
        Ok(())
    }
}

/// Checks the conditions.
fn prove(numeration: &Numeration, slope: Quadratic, machine: &Machine) -> Result<()> {
    let fail = |why| Err(Error::Unproved(Message::from(why).within("a slope")));
    let wide = |_| Error::Overflow;
    let (p, q, r, d) = slope.parts();
    if q == 0 || slope.floor() != Ok(0) {
        return fail("it must be irrational and between 0 and 1");
    }
    // from (r x - p)^2 = q^2 d; small enough that nothing below overflows
    if [p, q, r, d].iter().any(|part| part.abs() > 1 << 24) {
        return fail("its equation has too large coefficients");
    }
    let (a, u, v) = (r * r, 2 * p * r, q * q * d - p * p);
    let common = arith::integer::gcd(
        arith::integer::gcd(a.unsigned_abs(), u.unsigned_abs()),
        v.unsigned_abs(),
    );
    let common = i128::try_from(common).map_err(|_| Error::Overflow)?;
    let (a, u, v) = (a / common, u / common, v / common);

    let word = |k: Variable, m: Variable| Formula::Word(Rc::new(machine.clone()), vec![k, m]);
    let never = |variables, parts| is_empty(numeration, variables, &Formula::And(parts));
    if !covered(numeration, 1, &Formula::Constant(true), &[(machine.clone(), vec![0])])? {
        return fail("its machine has no multiple of some number");
    }
    let sum = Formula::Compare(linear(&[1, 1, -1], 0), Sign::Zero);
    let words = [word(0, 3), word(1, 4), word(2, 5)];
    let beyond = outside(linear(&[0, 0, 0, -1, -1, 1], 0), 0, 1);
    if !never(6, [vec![sum], words.to_vec(), vec![beyond]].concat())? {
        return fail("its machine is not additive but for 1");
    }
    let bound = 2 * a + u.abs();
    let beyond = outside(linear(&[-v, -u, a], 0), -bound, bound);
    if !never(3, vec![word(0, 1), word(1, 2), beyond])? {
        return fail("its machine does not satisfy its equation");
    }
    let other = Quadratic::new(p, -q, r, d).map_err(wide)?;
    for k in 1..MAX_DISTANCE {
        let floor = |x: Quadratic| x.checked_mul(Quadratic::integer(k)).and_then(Quadratic::floor);
        let (own, others) = (floor(slope).map_err(wide)?, floor(other).map_err(wide)?);
        if own != others {
            let here = Formula::Compare(linear(&[1, 0], -k), Sign::Zero);
            let wrong = !Formula::Compare(linear(&[0, 1], -own), Sign::Zero);
            return match never(2, vec![word(0, 1), here, wrong])? {
                true => Ok(()),
                false => fail("its machine is that of another root"),
            };
        }
    }
    fail("it is too near to the other root")
}

fn linear(coefficients: &[i128], constant: i128) -> Linear {
    let listed = coefficients.iter().copied().enumerate().filter(|(_, c)| *c != 0);
    Linear { coefficients: listed.collect(), constant }
}

/// The form is below `least` or above `most`.
fn outside(form: Linear, least: i128, most: i128) -> Formula {
    let negated = form.coefficients.iter().map(|(&variable, &c)| (variable, -c)).collect();
    let negated = Linear { coefficients: negated, constant: -form.constant };
    let at_most = |form: Linear, constant: i128| {
        Formula::Compare(Linear { constant: form.constant + constant, ..form }, Sign::AtMost)
    };
    Formula::Or(vec![at_most(form, 1 - least), at_most(negated, most + 1)])
}
