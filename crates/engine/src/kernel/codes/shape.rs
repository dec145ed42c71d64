//! What a clause leaves of a heap, as sizes of the heaps left.
//!
//! The clause is written over the sizes x1, ..., xq of the heaps left in place of the heap n and
//! the quantifiers: n = x1 + ... + xq + t for a number t of stones taken. Sizes in any order are
//! the same option, and a heap of 0 is none. So the splits fall into classes, such as "two heaps
//! of different sizes, one of 0", and the clause is a set of moves of a code when it allows, of
//! each class, every split (in some order) or none.

use super::super::linear::{Demand, Linear, SLOTS};
use super::MAX_MOVES;
use kernels::codes::{Leaves, Move};

/// Slot of the heap.
const HEAP: usize = 0;

/// Adds the moves with these quantifiers left, heaps left and demands; `None` when they are none
/// of a code, or not recognised.
pub(super) fn moves(
    free: &[usize],
    parts: &[Linear],
    demands: &[Demand],
    all: &mut Vec<Move>,
) -> Option<()> {
    let parts: Vec<Linear> = parts.iter().copied().filter(|&part| part != Linear::ZERO).collect();
    if parts.is_empty() {
        return if free.is_empty() { nothing_left(demands, all) } else { None };
    }
    let count = parts.len();
    if count > 3 || free.len() + 1 != count {
        return None;
    }
    let total = parts.iter().try_fold(Linear::ZERO, |sum, &part| sum.plus(1, part))?;
    let taken = Linear::slot(HEAP).plus(-1, total)?.as_number()?;
    let taken = u32::try_from(taken).ok()?;
    let mut sizes = over_sizes(free, &parts, taken, demands)?;
    // There is no heap of a negative number.
    sizes.push(Demand::AtLeastZero(heap(count, taken)));
    if !never_negative(count, &sizes) {
        return None;
    }
    let mut add = |leaves| all.push(Move { taken, leaves });
    let is_in = |class: &[Linear]| allows(class, &sizes);
    let [zero, a] = [Linear::ZERO, Linear::number(1).plus(1, Linear::slot(0))?];
    let b = a.plus(1, Linear::slot(1))?;
    let c = b.plus(1, Linear::slot(2))?;
    let greater = b.plus(1, Linear::number(1))?;
    // The heaps besides those of 0, by how many heaps of 0 there are.
    let zeros = |others: &[Linear]| {
        let mut class = vec![zero; count - others.len()];
        class.extend(others);
        class
    };
    if is_in(&zeros(&[]))? {
        add(Leaves::Nothing);
    }
    if is_in(&zeros(&[a]))? {
        add(Leaves::One);
    }
    if count >= 2 {
        match (is_in(&zeros(&[a, greater]))?, is_in(&zeros(&[a, a]))?) {
            (true, true) => add(Leaves::Two),
            (true, false) => add(Leaves::TwoUnequal),
            (false, false) => {}
            (false, true) => return None,
        }
    }
    if count == 3 && is_in(&[a, b, c])? {
        add(Leaves::Three);
    }
    Some(())
}

/// The moves that leave nothing, from the finitely many heaps the demands allow.
fn nothing_left(demands: &[Demand], all: &mut Vec<Move>) -> Option<()> {
    let (mut least, mut most) = (0, None::<i64>);
    for demand in demands {
        if let Demand::AtLeastZero(form) = demand {
            match form.coefficients[HEAP] {
                1 => least = least.max(form.constant.checked_neg()?),
                -1 => most = Some(most.map_or(form.constant, |m| m.min(form.constant))),
                // Coefficients have no common divisor: it is a number, and no less than 0.
                _ => {}
            }
        }
    }
    let most = most?;
    if most.checked_sub(least)? >= MAX_MOVES as i64 {
        return None;
    }
    for heap in least..=most {
        let excluded = |demand: &Demand| match demand {
            Demand::NotZero(form) => form.value(&[heap]) == Some(0),
            Demand::AtLeastZero(_) => false,
        };
        if !demands.iter().any(excluded) {
            all.push(Move { taken: u32::try_from(heap).ok()?, leaves: Leaves::Nothing });
        }
    }
    Some(())
}

/// The heap as a form over the sizes.
fn heap(count: usize, taken: u32) -> Linear {
    let mut heap = Linear::number(i64::from(taken));
    heap.coefficients[..count].fill(1);
    heap
}

/// The demands over the sizes (slot i the size of part i) in place of heap and quantifiers; `None`
/// when sizes and quantifiers do not determine each other.
fn over_sizes(
    free: &[usize],
    parts: &[Linear],
    taken: u32,
    demands: &[Demand],
) -> Option<Vec<Demand>> {
    let heap = heap(parts.len(), taken);
    // Size i less what it has of the heap: a sum of quantifiers only.
    let rest = |i: usize| {
        let Linear { coefficients, constant } = parts[i];
        Linear::slot(i).plus(-coefficients[HEAP], heap)?.plus(-1, Linear::number(constant))
    };
    let mut values = [Linear::ZERO; SLOTS];
    values[HEAP] = heap;
    match *free {
        [] => {}
        [k] => {
            let factor @ (1 | -1) = parts[0].coefficients[k] else { return None };
            values[k] = Linear::ZERO.plus(factor, rest(0)?)?;
        }
        [j, k] => {
            let ([a, b], [c, d]) = (
                [j, k].map(|s| parts[0].coefficients[s]),
                [j, k].map(|s| parts[1].coefficients[s]),
            );
            let determinant = a.checked_mul(d)?.checked_sub(b.checked_mul(c)?)?;
            if !matches!(determinant, 1 | -1) {
                return None;
            }
            let (x, y) = (rest(0)?, rest(1)?);
            let solved =
                |p: i64, q: i64| Linear::ZERO.plus(p * determinant, x)?.plus(q * determinant, y);
            values[j] = solved(d, b.checked_neg()?)?;
            values[k] = solved(c.checked_neg()?, a)?;
        }
        _ => return None,
    }
    let each = demands.iter().map(|demand| match demand {
        Demand::AtLeastZero(form) => form.over(&values).map(Demand::AtLeastZero),
        Demand::NotZero(form) => form.over(&values).map(Demand::NotZero),
    });
    each.collect()
}

/// Whether the demands allow no negative size, as far as bounds of one size give bounds of others.
fn never_negative(count: usize, demands: &[Demand]) -> bool {
    let mut least: Vec<Option<i64>> = vec![None; count];
    // A bound is passed on once per size.
    for _ in 0..count {
        for demand in demands {
            let Demand::AtLeastZero(form) = demand else { continue };
            for i in 0..count {
                if let Some(bound) = bound_of(i, form, &least) {
                    least[i] = Some(least[i].map_or(bound, |known| known.max(bound)));
                }
            }
        }
    }
    least.iter().all(|bound| bound.is_some_and(|b| b >= 0))
}

/// The least value of size `i` where the form is not negative, when the other sizes only lower
/// the form and have the bounds `least`.
fn bound_of(i: usize, form: &Linear, least: &[Option<i64>]) -> Option<i64> {
    let factor = form.coefficients[i];
    let mut sum = form.constant.checked_neg()?;
    for k in (0..least.len()).filter(|&k| k != i && form.coefficients[k] != 0) {
        let lowers = form.coefficients[k].checked_neg().filter(|&c| c > 0)?;
        sum = sum.checked_add(lowers.checked_mul(least[k]?)?)?;
    }
    // factor * size >= sum.
    (factor > 0).then(|| sum.div_euclid(factor) + i64::from(sum.rem_euclid(factor) > 0))
}

/// Whether the demands allow every split of a class (in an order that is the same for all of them)
/// or none; `None` when that is not certain. The sizes of the class are forms over numbers that
/// are not negative.
fn allows(class: &[Linear], demands: &[Demand]) -> Option<bool> {
    let orders: &[&[usize]] = match class.len() {
        1 => &[&[0]],
        2 => &[&[0, 1], &[1, 0]],
        _ => &[&[0, 1, 2], &[0, 2, 1], &[1, 0, 2], &[1, 2, 0], &[2, 0, 1], &[2, 1, 0]],
    };
    let mut none = true;
    for order in orders {
        let sizes: Vec<Linear> = order.iter().map(|&i| class[i]).collect();
        let (mut all_hold, mut one_fails) = (true, false);
        for demand in demands {
            let (holds, fails) = match demand {
                Demand::AtLeastZero(form) => {
                    let form = form.over(&sizes)?;
                    (positive(form, 0), positive(negated(form)?, 1))
                }
                Demand::NotZero(form) => {
                    let form = form.over(&sizes)?;
                    (positive(form, 1) || positive(negated(form)?, 1), form == Linear::ZERO)
                }
            };
            all_hold &= holds;
            one_fails |= fails;
        }
        if all_hold {
            return Some(true);
        }
        none &= one_fails;
    }
    none.then_some(false)
}

fn negated(form: Linear) -> Option<Linear> {
    Linear::ZERO.plus(-1, form)
}

/// Whether the form is at least `least` wherever its slots are not negative.
fn positive(form: Linear, least: i64) -> bool {
    form.constant >= least && form.coefficients.iter().all(|&c| c >= 0)
}
