//! Systems of linear inequalities without real solutions.
//!
//! Variables are eliminated one after the other (J. Fourier 1826, T. Motzkin 1936): what has no real
//! solution has no integer one.

use crate::formula::Linear;
use crate::{Error, Result};

/// Most inequalities at a time while variables are eliminated.
const INEQUALITIES: usize = 2000;

/// `a - b - less`, which is at least 0 if a >= b + less.
///
/// # Errors
/// A number exceeds 128 bits.
pub fn above(a: &Linear, b: &Linear, less: i128) -> Result<Linear> {
    let difference = a.plus(-1, b).and_then(|d| d.plus(-less, &Linear::constant(1)));
    difference.ok_or(Error::Overflow)
}

/// `a + factor * b`.
///
/// # Errors
/// A number exceeds 128 bits.
pub fn sum(a: &Linear, b: &Linear, factor: i128) -> Result<Linear> {
    a.plus(factor, b).ok_or(Error::Overflow)
}

/// Whether no real numbers make all of these at least 0. `false` may also mean that it takes too
/// much work to tell.
#[must_use]
pub fn is_impossible(mut system: Vec<Linear>) -> bool {
    loop {
        if system.iter().any(|form| form.coefficients.is_empty() && form.constant < 0) {
            return true;
        }
        let Some(&variable) = system.iter().find_map(|form| form.coefficients.keys().next()) else {
            return false;
        };
        let of = |form: &Linear| form.coefficients.get(&variable).copied().unwrap_or(0);
        let (mut rest, mut low, mut high) = (Vec::new(), Vec::new(), Vec::new());
        for form in system {
            match of(&form) {
                0 => rest.push(form),
                1.. => low.push(form),
                _ => high.push(form),
            }
        }
        if low.len() * high.len() + rest.len() > INEQUALITIES {
            return false;
        }
        for a in &low {
            for b in &high {
                // positive multiples, so that the variable drops out
                let less = of(b).checked_neg().and_then(|by| Linear::default().plus(by, a));
                let both = less.and_then(|sum| sum.plus(of(a), b));
                let Some(both) = both else { return false };
                rest.push(both);
            }
        }
        system = rest;
    }
}
