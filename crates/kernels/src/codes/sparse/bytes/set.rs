//! Sets of codes.

/// A set of codes: code c is digit c % 64 of word c / 64.
pub(super) type Set = [u64; 4];

/// The sets of one code.
pub(super) static ONE: [Set; 256] = {
    let mut sets = [[0; 4]; 256];
    let mut code = 0;
    while code < 256 {
        sets[code][code / 64] = 1 << (code % 64);
        code += 1;
    }
    sets
};

/// The sets of the codes from a number on.
pub(super) static ABOVE: [Set; 257] = {
    let mut sets = [[0; 4]; 257];
    let mut code = 256;
    while code > 0 {
        code -= 1;
        sets[code] = sets[code + 1];
        sets[code][code / 64] |= 1 << (code % 64);
    }
    sets
};

/// The codes of both sets.
#[inline(always)]
pub(super) fn union(a: Set, b: &Set) -> Set {
    [a[0] | b[0], a[1] | b[1], a[2] | b[2], a[3] | b[3]]
}

/// Whether the set has all 256 codes.
#[inline(always)]
pub(super) fn is_full(set: &Set) -> bool {
    set[0] & set[1] & set[2] & set[3] == u64::MAX
}

/// The least code that does not belong to the set.
#[inline(always)]
pub(super) fn least_missing(set: &Set) -> Option<usize> {
    let word = set.iter().position(|&word| word != u64::MAX)?;
    Some(64 * word + set[word].trailing_ones() as usize)
}
