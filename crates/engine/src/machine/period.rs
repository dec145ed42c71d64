//! Terms that do not change when a slot grows by some number.

use arith::integer::gcd;
use clauses::term::{Op, Term};

/// A number by which a slot can grow without a change of the term's value, wherever it has one.
pub(super) fn repeats(term: &Term, slot: usize) -> Option<i64> {
    if !term.uses(slot) {
        return Some(1);
    }
    if let Some((dividend, modulus)) = remainder(term) {
        return repeats_modulo(dividend, modulus, slot);
    }
    match term {
        Term::Slot(_) => None,
        _ => term.parts().try_fold(1, |all, part| lcm(all, repeats(part, slot)?)),
    }
}

/// The same for the value modulo a positive number.
fn repeats_modulo(term: &Term, modulus: i64, slot: usize) -> Option<i64> {
    let of = |term, modulus| repeats_modulo(term, modulus, slot);
    // Growth by a multiple of divisor times modulus adds a multiple of the modulus to a quotient.
    match term {
        Term::Slot(own) if *own == slot => Some(modulus),
        Term::Op(Op::Add | Op::Sub | Op::Mul, a, b) => lcm(of(a, modulus)?, of(b, modulus)?),
        Term::Op(op @ (Op::Div | Op::Shr), a, b) => match (op, &**b) {
            (Op::Div, Term::Const(divisor @ 1..)) => of(a, divisor.checked_mul(modulus)?),
            (Op::Shr, Term::Const(places @ 0..62)) => of(a, modulus.checked_mul(1 << places)?),
            _ => repeats(term, slot),
        },
        _ => repeats(term, slot),
    }
}

/// A value and a modulus: the term is determined by the value modulo it. Such terms are remainders,
/// and binary digits chosen by a constant mask.
fn remainder(term: &Term) -> Option<(&Term, i64)> {
    let Term::Op(op @ (Op::Rem | Op::BitAnd), a, b) = term else { return None };
    match (op, &**a, &**b) {
        (Op::Rem, a, Term::Const(modulus @ 1..)) => Some((a, *modulus)),
        (Op::BitAnd, Term::Const(mask @ 0..), a) | (Op::BitAnd, a, Term::Const(mask @ 0..)) => {
            // The least power of two above the mask.
            Some((a, 1i64.checked_shl(i64::BITS - mask.leading_zeros()).filter(|m| *m > 0)?))
        }
        _ => None,
    }
}

/// The least common multiple of positive numbers.
pub(super) fn lcm(a: i64, b: i64) -> Option<i64> {
    let common = gcd(a.unsigned_abs().into(), b.unsigned_abs().into());
    (a / i64::try_from(common).ok()?).checked_mul(b)
}
