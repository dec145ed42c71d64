//! Sums of forms, which the rules of [`super::misere`] make of components.

use super::expand::Visit;

/// Numbers of forms in increasing order, the number of 1 at most once.
pub(super) type Sum = Box<[u32]>;

/// The number of the form 1.
pub(super) const ONE: u32 = 0;

/// Two sums as one.
pub(super) fn together(sum: &[u32], other: &[u32]) -> Sum {
    let mut all = [sum, other].concat();
    simplify(&mut all);
    all.into()
}

/// Calls `visit` with the options of a sum of forms that have these `options`, until it says `false`;
/// whether it never did.
pub(super) fn each_option(options: &[Vec<Sum>], sum: &[u32], visit: &mut Visit<'_, u32>) -> bool {
    let mut room = Vec::new();
    for (place, &form) in sum.iter().enumerate() {
        // Equal forms have the same options.
        if place > 0 && sum[place - 1] == form {
            continue;
        }
        for option in &options[form as usize] {
            room.clear();
            room.extend_from_slice(&sum[..place]);
            room.extend_from_slice(&sum[place + 1..]);
            room.extend_from_slice(option);
            simplify(&mut room);
            if !visit(&room) {
                return false;
            }
        }
    }
    true
}

/// Puts a sum in order; of the form 1 two are nothing.
pub(super) fn simplify(sum: &mut Vec<u32>) {
    sum.sort_unstable();
    let ones = sum.iter().take_while(|&&form| form == ONE).count();
    sum.drain(..ones / 2 * 2);
}
