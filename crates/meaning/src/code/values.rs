//! Values of take-and-break codes by the definition.

use super::Code;
use crate::Error;
use crate::error::too_large;

/// Most options looked at, in all.
const STEPS: u64 = 40_000_000_000;

/// The nim-values of the heaps 0 to `last`: the mex over the options.
///
/// Values v with an even number of ones in `v & mask` are called rare, the others common. The
/// xor of two common values is rare: so the divisions that contain a rare heap give *all*
/// common values of options, and rare ones missing below the least common value that is no
/// option are looked for among all divisions, which ends early where they are found. The mask
/// changes what is looked at first and never a value.
///
/// # Errors
/// Values of 2^16 or more, and more work than the limit.
pub fn values(code: &Code, last: usize, mask: u16) -> Result<Vec<u16>, Error> {
    let [none, one, two, three] = [0, 1, 2, 3].map(|heaps| code.leaving(heaps));
    let is_rare = |value: usize| (value as u16 & mask).count_ones().is_multiple_of(2);
    let mut values: Vec<u16> = Vec::new();
    let mut rare: Vec<usize> = Vec::new();
    // The value v is one of an option of n when found[v] = n + 1.
    let mut found = vec![0u32; 1 << 16];
    let mut steps = 0u64;
    for n in 0..=last {
        let now = n as u32 + 1;
        if none.contains(&n) {
            found[0] = now;
        }
        for rest in one.iter().filter(|&&t| t < n).map(|t| n - t) {
            found[usize::from(values[rest])] = now;
        }
        for rest in three.iter().filter(|&&t| t < n).map(|t| n - t) {
            for i in 1..=rest / 3 {
                for j in i..=(rest - i) / 2 {
                    let parts = values[i] ^ values[j] ^ values[rest - i - j];
                    found[usize::from(parts)] = now;
                }
                steps += rest as u64;
            }
        }
        for rest in two.iter().filter(|&&t| t < n).map(|t| n - t) {
            for &i in rare.iter().take_while(|&&i| i < rest) {
                found[usize::from(values[i] ^ values[rest - i])] = now;
            }
            steps += rare.len() as u64;
        }
        let open = |v: &usize| found[*v] != now;
        let Some(bound) = (0..found.len()).find(|v| open(v) && !is_rare(*v)).or(
            // With mask 0 every value is rare, and every division has been looked at.
            (mask == 0).then(|| (0..found.len()).find(open)).flatten(),
        ) else {
            return Err(too_large("some value is too large"));
        };
        let mut missing = if mask == 0 { 0 } else { (0..bound).filter(open).count() };
        for rest in two.iter().filter(|&&t| t < n).map(|t| n - t) {
            let mut i = 1;
            while missing > 0 && 2 * i <= rest {
                let value = usize::from(values[i] ^ values[rest - i]);
                if found[value] != now {
                    found[value] = now;
                    missing -= usize::from(value < bound);
                }
                i += 1;
            }
            steps += i as u64;
        }
        let value = (0..=bound).find(|v| found[*v] != now).unwrap_or(bound);
        if n > 0 && is_rare(value) {
            rare.push(n);
        }
        values.push(value as u16);
        if steps > STEPS {
            return Err(too_large(format!("values beyond n = {n} would take too much work")));
        }
        if patience::is_over() {
            return Err(Error::INTERRUPTED);
        }
    }
    Ok(values)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::collections::BTreeSet;

    /// The definition word for word: the heaps left are written out, smallest first.
    fn slowly(digits: &[u8], last: usize) -> Vec<u16> {
        let mut values: Vec<u16> = Vec::new();
        for n in 0..=last {
            let mut seen = BTreeSet::new();
            for (t, digit) in digits.iter().enumerate().filter(|(t, _)| *t <= n) {
                let rest = n - t;
                let own = t == 0;
                if digit & 1 != 0 && rest == 0 {
                    seen.insert(0);
                }
                if digit & 2 != 0 && rest > 0 && !own {
                    seen.insert(values[rest]);
                }
                for i in 1..rest {
                    if digit & 4 != 0 {
                        seen.insert(values[i] ^ values[rest - i]);
                    }
                    for j in (1..rest - i).filter(|_| digit & 8 != 0) {
                        seen.insert(values[i] ^ values[j] ^ values[rest - i - j]);
                    }
                }
            }
            values.push((0..).find(|v| !seen.contains(v)).unwrap());
        }
        values
    }

    proptest! {
        #[test]
        fn no_mask_changes_a_value(
            first in proptest::sample::select(vec![0u8, 4, 8, 12]),
            rest in proptest::collection::vec(0u8..16, 1..5),
            mask in 0u16..40,
        ) {
            let digits = [&[first], &rest[..], &[1]].concat();
            let fraction: String = digits[1..].iter().map(|digit| format!("{digit:X}")).collect();
            let code = Code::read(&format!("hex:{first:X}.{fraction}")).unwrap();
            prop_assert_eq!(values(&code, 70, mask).unwrap(), slowly(&digits, 70));
        }
    }
}
