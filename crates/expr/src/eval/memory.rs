//! The values that definitions have given so far.

use hashbrown::HashMap;

/// One small argument is looked up in a list of at most this length.
const MAX_LISTED: usize = 1 << 16;

/// What one definition has given, by its arguments.
#[derive(Clone, Debug, Default)]
pub(super) struct Memory {
    /// Of one small argument.
    listed: Vec<Option<i128>>,
    /// Of one or two arguments of 64 bits, or three or four of 32.
    packed: HashMap<u128, i128>,
    others: HashMap<Box<[i128]>, i128>,
}

/// Where the value of a call stands.
enum Place {
    Listed(usize),
    Packed(u128),
    Other,
}

impl Place {
    fn of(arguments: &[i128]) -> Self {
        let word = |n: i128| i64::try_from(n).map(|n| u128::from(n.cast_unsigned()));
        match *arguments {
            [n] if (0..MAX_LISTED as i128).contains(&n) => Self::Listed(n as usize),
            [n] => word(n).map_or(Self::Other, Self::Packed),
            [a, b] => match (word(a), word(b)) {
                (Ok(a), Ok(b)) => Self::Packed(a << 64 | b),
                _ => Self::Other,
            },
            [_, _, _] | [_, _, _, _] => {
                let small = |&n: &i128| i32::try_from(n).map(|n| u128::from(n.cast_unsigned()));
                let key = arguments.iter().try_fold(0, |key, n| Some(key << 32 | small(n).ok()?));
                key.map_or(Self::Other, Self::Packed)
            }
            _ => Self::Other,
        }
    }
}

impl Memory {
    /// The value at these arguments, always as many, if it is known.
    pub(super) fn get(&self, arguments: &[i128]) -> Option<i128> {
        match Place::of(arguments) {
            Place::Listed(n) => self.listed.get(n).copied().flatten(),
            Place::Packed(key) => self.packed.get(&key).copied(),
            Place::Other => self.others.get(arguments).copied(),
        }
    }

    /// Keeps a value.
    pub(super) fn insert(&mut self, arguments: &[i128], value: i128) {
        match Place::of(arguments) {
            Place::Listed(n) => {
                if n >= self.listed.len() {
                    self.listed.resize(n + 1, None);
                }
                self.listed[n] = Some(value);
            }
            Place::Packed(key) => drop(self.packed.insert(key, value)),
            Place::Other => drop(self.others.insert(arguments.into(), value)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn values_are_found_again(
            calls in proptest::collection::vec((proptest::collection::vec(
                prop_oneof![
                    -3i128..70_000,
                    proptest::sample::select(vec![
                        i128::MAX, -1 << 64, i64::MIN.into(), 1 << 31, 1 << 32, i32::MIN.into(),
                    ]),
                ],
                1..6,
            ), any::<i128>()), 1..40),
            length in 1usize..6,
        ) {
            // a definition always has as many arguments
            let calls = calls.into_iter().filter(|(arguments, _)| arguments.len() == length);
            let calls: Vec<(Vec<i128>, i128)> = calls.collect();
            let (mut memory, mut plain) = (Memory::default(), HashMap::new());
            for (arguments, value) in &calls {
                prop_assert_eq!(memory.get(arguments), plain.get(arguments).copied());
                memory.insert(arguments, *value);
                plain.insert(arguments.clone(), *value);
            }
            for (arguments, value) in plain {
                prop_assert_eq!(memory.get(&arguments), Some(value));
            }
        }
    }
}
