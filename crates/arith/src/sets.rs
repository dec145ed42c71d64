//! Sets of positive integers: listed ones, and the generated ones that rules may name.

use message::{Message, Tell, message};
use std::fmt;
use std::str::FromStr;

use crate::sequences::FIBONACCI;
use crate::{integer, primes};

/// A set of positive integers.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum NumberSet {
    /// These, ascending and distinct (see [`NumberSet::finite`]).
    Finite(Vec<i64>),
    /// 2, 3, 5, 7, ...
    Primes,
    /// 1, 4, 9, 16, ...
    Squares,
    /// 1, 8, 27, 64, ...
    Cubes,
    /// 1, b, b^2, ...; only 1 for `b < 2`.
    Powers(i64),
    /// 1, 2, 6, 24, ...
    Factorials,
    /// 1, 2, 3, 5, 8, ...
    Fibonacci,
    /// 1, 2, 4, 7, 8, ...: an odd number of binary ones.
    Odious,
    /// 3, 5, 6, 9, 10, ...: an even number of binary ones.
    Evil,
}

/// A text that is not a set.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SetError {
    /// The part that could not be read.
    pub found: String,
    /// What may stand there.
    pub expected: &'static str,
}

impl Tell for SetError {
    fn message(&self) -> Message {
        message!("`{}` is not {}", self.found, Message::from(self.expected))
    }
}

message::error!(SetError);

/// The generated sets that have a name without a base.
static NAMED: [(&str, NumberSet); 7] = [
    ("primes", NumberSet::Primes),
    ("squares", NumberSet::Squares),
    ("cubes", NumberSet::Cubes),
    ("factorials", NumberSet::Factorials),
    ("fibonacci", NumberSet::Fibonacci),
    ("odious", NumberSet::Odious),
    ("evil", NumberSet::Evil),
];

/// A listed set has at most this many elements when it is read from text.
const MAX_LISTED: i64 = 1_000_000;

impl NumberSet {
    /// The set of the positive numbers among `elements`.
    #[must_use]
    pub fn finite(elements: impl IntoIterator<Item = i64>) -> Self {
        let mut elements: Vec<i64> = elements.into_iter().filter(|&e| e > 0).collect();
        elements.sort_unstable();
        elements.dedup();
        Self::Finite(elements)
    }

    /// The generated set of that name: `primes`, `squares`, ... (`powers` needs its base and is
    /// not among them).
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        NAMED.iter().find(|(known, _)| *known == name).map(|(_, set)| set.clone())
    }

    /// Whether the set has an end.
    #[must_use]
    pub fn is_finite(&self) -> bool {
        matches!(self, Self::Finite(_) | Self::Powers(..2))
    }

    /// Whether `n` is in the set. Exact, but for primes beyond [`primes::PROVEN_TO`].
    #[must_use]
    pub fn contains(&self, n: i128) -> bool {
        if n <= 0 {
            return false;
        }
        let positive = n.unsigned_abs();
        match self {
            Self::Finite(elements) => {
                i64::try_from(n).is_ok_and(|n| elements.binary_search(&n).is_ok())
            }
            Self::Primes => primes::is_prime(positive),
            Self::Squares => integer::exact_sqrt(positive).is_some(),
            Self::Cubes => integer::icbrt(positive).pow(3) == positive,
            Self::Powers(base) if *base < 2 => n == 1,
            Self::Powers(base) => {
                let base = i128::from(*base);
                let mut rest = n;
                while rest % base == 0 {
                    rest /= base;
                }
                rest == 1
            }
            Self::Factorials => {
                let mut rest = n;
                let mut factor = 2;
                while rest % factor == 0 {
                    rest /= factor;
                    factor += 1;
                }
                rest == 1
            }
            Self::Fibonacci => FIBONACCI[2..].binary_search(&n).is_ok(),
            Self::Odious => n.count_ones() % 2 == 1,
            Self::Evil => n.count_ones().is_multiple_of(2),
        }
    }

    /// The least element above `n`; `None` when there is none that fits 64 bits.
    #[must_use]
    pub fn next_above(&self, n: i64) -> Option<i64> {
        let n = n.max(0);
        let above = u128::from(n.unsigned_abs());
        let next = match self {
            Self::Finite(elements) => {
                return elements.get(elements.partition_point(|&e| e <= n)).copied();
            }
            Self::Squares => (integer::isqrt(above) + 1).pow(2),
            Self::Cubes => (integer::icbrt(above) + 1).pow(3),
            Self::Powers(base) if *base < 2 => return (n == 0).then_some(1),
            Self::Powers(base) => {
                let base = u128::from(base.unsigned_abs());
                std::iter::successors(Some(1), |p: &u128| p.checked_mul(base))
                    .find(|&p| p > above)?
            }
            Self::Factorials => (1..).map(|k| (1..=k).product()).find(|&f| f > above)?,
            Self::Fibonacci => {
                let (mut a, mut b) = (1, 2);
                while a <= above {
                    (a, b) = (b, a + b);
                }
                a
            }
            Self::Primes | Self::Odious | Self::Evil => {
                return (n..i64::MAX).map(|m| m + 1).find(|&m| self.contains(i128::from(m)));
            }
        };
        i64::try_from(next).ok()
    }

    /// The elements up to `n`, ascending. Takes memory in proportion to their number (for primes:
    /// to `n`).
    #[must_use]
    pub fn members_up_to(&self, n: i64) -> Vec<i64> {
        if matches!(self, Self::Primes) {
            return primes::up_to(n);
        }
        std::iter::successors(self.next_above(0), |&m| self.next_above(m))
            .take_while(|&m| m <= n)
            .collect()
    }
}

impl fmt::Display for NumberSet {
    /// As in a rule: `{1, 3, 4}`, `1..7`, `squares`, `powers(2)`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Finite(elements) => {
                if let [first, _, .., last] = elements.as_slice()
                    && i64::try_from(elements.len()).is_ok_and(|len| last - first + 1 == len)
                    && elements.len() > 3
                {
                    return write!(f, "{first}..{last}");
                }
                let texts: Vec<String> = elements.iter().map(i64::to_string).collect();
                write!(f, "{{{}}}", texts.join(", "))
            }
            Self::Powers(base) => write!(f, "powers({base})"),
            generated => {
                let named = NAMED.iter().find(|(_, set)| set == generated);
                f.write_str(named.map_or("", |(name, _)| name))
            }
        }
    }
}

impl FromStr for NumberSet {
    type Err = SetError;

    /// Reads `squares`, `powers(2)`, `1,3,4`, `{1, 3, 4}`, `1..7`, `{1..3, 7}`.
    fn from_str(text: &str) -> Result<Self, SetError> {
        let text = text.trim();
        if let Some(set) = Self::from_name(text) {
            return Ok(set);
        }
        if let Some(base) = text.strip_prefix("powers(").and_then(|t| t.strip_suffix(')')) {
            let base = base.trim().parse().ok().filter(|&b: &i64| b >= 2);
            return base.map(Self::Powers).ok_or_else(|| SetError {
                found: text.to_owned(),
                expected: "powers(b) with an integer b >= 2",
            });
        }
        let inner = text.strip_prefix('{').and_then(|t| t.strip_suffix('}')).unwrap_or(text).trim();
        if inner.is_empty() && text.starts_with('{') {
            return Ok(Self::Finite(Vec::new()));
        }
        let mut elements = Vec::new();
        for part in inner.split(',').map(str::trim) {
            let (lo, hi) = part.split_once("..").unwrap_or((part, part));
            let (lo, hi) = (element(lo)?, element(hi)?);
            let listed = i64::try_from(elements.len()).unwrap_or(i64::MAX);
            if hi.saturating_sub(lo).saturating_add(listed) >= MAX_LISTED {
                return Err(SetError {
                    found: part.to_owned(),
                    expected: "ranges of at most a million numbers together",
                });
            }
            elements.extend(lo..=hi);
        }
        Ok(Self::finite(elements))
    }
}

fn element(text: &str) -> Result<i64, SetError> {
    text.trim().parse().ok().filter(|&e| e > 0).ok_or_else(|| SetError {
        found: text.trim().to_owned(),
        expected: "a positive integer, a range such as 1..7, or one of primes, squares, cubes, \
                   powers(b), factorials, fibonacci, odious, evil",
    })
}
