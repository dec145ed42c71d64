//! The values that definitions have given so far.

use hashbrown::HashMap;

/// One small argument is looked up in a list of at most this length.
const MAX_LISTED: usize = 1 << 16;

/// What one definition has given, by its arguments.
#[derive(Clone, Debug, Default)]
pub(super) struct Memory {
    /// Of one small argument.
    listed: Vec<Option<i128>>,
    /// Of up to four arguments that share 64 bits, values of 64 bits: half as many bytes as in
    /// `packed`, so that twice as many fit into caches.
    small: HashMap<u64, i64>,
    /// Of one or two arguments of 64 bits, or three or four of 32.
    packed: HashMap<u128, i128>,
    others: HashMap<Box<[i128]>, i128>,
}

/// Where the value of a call stands.
enum Place {
    Listed(usize),
    /// Where the value is large, it stands among the others.
    Small(u64),
    Packed(u128),
    Other,
}

impl Place {
    fn of(arguments: &[i128]) -> Self {
        match *arguments {
            [n] if (0..MAX_LISTED as i128).contains(&n) => Self::Listed(n as usize),
            [a] => Self::packed([a]),
            [a, b] => Self::packed([a, b]),
            [a, b, c] => Self::packed([a, b, c]),
            [a, b, c, d] => Self::packed([a, b, c, d]),
            _ => Self::Other,
        }
    }

    fn packed<const N: usize>(arguments: [i128; N]) -> Self {
        match joined(arguments, 64 / N) {
            Some(key) => Self::Small(key as u64),
            None => {
                let key = joined(arguments, if N <= 2 { 64 } else { 32 });
                key.map_or(Self::Other, Self::Packed)
            }
        }
    }
}

/// The arguments side by side, each in `bits` bits, if they fit.
#[inline(always)]
fn joined<const N: usize>(arguments: [i128; N], bits: usize) -> Option<u128> {
    let half = 1i128 << (bits - 1);
    let low = u128::MAX >> (128 - bits);
    arguments.iter().try_fold(0, |key, n| {
        (-half..half).contains(n).then(|| key << bits | n.cast_unsigned() & low)
    })
}

impl Memory {
    /// The value at these arguments, always as many, if it is known.
    pub(super) fn get(&self, arguments: &[i128]) -> Option<i128> {
        match Place::of(arguments) {
            Place::Listed(n) => self.listed.get(n).copied().flatten(),
            Place::Small(key) => match self.small.get(&key) {
                Some(&value) => Some(value.into()),
                None if self.others.is_empty() => None,
                None => self.others.get(arguments).copied(),
            },
            Place::Packed(key) => self.packed.get(&key).copied(),
            Place::Other => self.others.get(arguments).copied(),
        }
    }

    /// Keeps a value that is not known yet.
    pub(super) fn insert(&mut self, arguments: &[i128], value: i128) {
        match (Place::of(arguments), i64::try_from(value)) {
            (Place::Listed(n), _) => {
                if n >= self.listed.len() {
                    self.listed.resize(n + 1, None);
                }
                self.listed[n] = Some(value);
            }
            (Place::Small(key), Ok(value)) => drop(self.small.insert(key, value)),
            (Place::Packed(key), _) => drop(self.packed.insert(key, value)),
            _ => drop(self.others.insert(arguments.into(), value)),
        }
    }
}
