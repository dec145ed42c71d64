//! The formulas in one variable from which laws of sequences are put together.

use std::sync::Arc;

use arith::Quadratic;
use arith::sets::NumberSet;
use formula::search::{Pool, comparisons};
use formula::{Formula, Join, Operation};

use crate::recent::Recent;

/// Bases other than 2 whose digits are looked at.
const BASES: std::ops::RangeInclusive<i64> = 3..=10;
/// Greatest factor of a nim multiple.
const MAX_NIM_FACTOR: i64 = 15;
/// The slopes `(p + sqrt(d)) / q` met most often in games: p, q, d.
const SLOPES: [(i128, i128, i128); 4] = [(1, 2, 5), (3, 2, 5), (0, 1, 2), (2, 1, 2)];

/// The formulas that differ on the sample.
pub(crate) fn pool(sample: Vec<Vec<i64>>) -> Arc<Pool> {
    static POOLS: Recent<Vec<Vec<i64>>, Pool> = Recent::new();
    POOLS.get(sample, |sample| fill(Pool::new(sample.clone())))
}

fn fill(mut pool: Pool) -> Pool {
    pool.extend((0..=12).map(Formula::Int));
    pool.extend(nim_products());
    let square = root(n()).pow(2);
    pool.add(square.clone());
    pool.compare(&n(), square);
    let outers = outers();
    for key in keys() {
        pool.add_all(&outers, &key);
    }
    pool
}

/// Rows and the diagonal of the nim multiplication table.
pub(crate) fn nim_products() -> impl Iterator<Item = Formula> {
    let factors = (2..=MAX_NIM_FACTOR).map(Formula::Int).chain([n()]);
    factors.map(|factor| Formula::call("nimprod", [n(), factor]))
}

/// What is done to a key, here the variable: small shifts, multiples, quotients, remainders, and
/// conditions.
pub(crate) fn outers() -> Vec<Formula> {
    let mut all: Vec<Formula> = [0, -1, 1, -2, 2].map(|k| n().plus(k)).to_vec();
    for k in [2, 3, 4] {
        all.extend([n().times(k), n().times(k).plus(1), n().times(k).plus(-1), n().div(k)]);
    }
    for m in 2..=5 {
        all.extend([n() % m, Formula::Int(1) - n() % m]);
        all.extend((0..m).map(|r| n().rem(m).equals(r)));
    }
    all.extend([0, 1, 2].into_iter().flat_map(|c| comparisons(&n(), c)));
    all
}

/// What the formulas speak of, the plainest first.
fn keys() -> Vec<Formula> {
    let mut all = vec![n()];
    all.extend(quotients());
    all.extend(binary());
    all.extend(roots());
    all.extend(divisors());
    // Every k-th of n in a circle is out: who is last, from 0 and from 1. Every second one is told by
    // binary digits.
    let last = |k: i64| Formula::call("josephus", [n(), Formula::Int(k)]);
    all.extend((3..=7).flat_map(|k| [last(k), last(k).plus(1)]));
    all.extend(BASES.flat_map(digits));
    all.push(n().under(Operation::LeastFibonacciPart));
    let slopes = SLOPES.iter().filter_map(|&(p, q, d)| Quadratic::new(p, 1, q, d).ok());
    all.extend(slopes.map(|slope| n().floor(slope)));
    all
}

fn n() -> Formula {
    Formula::Var(0)
}

fn apply(f: &str, e: Formula) -> Formula {
    Formula::call(f, [e])
}

fn root(e: Formula) -> Formula {
    apply("isqrt", e)
}

fn quotients() -> Vec<Formula> {
    let mut all: Vec<Formula> = (2..=6).map(|k| n().div(k)).collect();
    all.extend((2..=4).map(|k| n().plus(1).div(k)));
    all.extend([6, 12, 30].map(|m| Formula::call("gcd", [n(), Formula::Int(m)])));
    all
}

/// Binary digits.
fn binary() -> Vec<Formula> {
    let arguments =
        (-1..=1).map(|k| n().plus(k)).chain([n().div(2), n().times(2)]).collect::<Vec<_>>();
    let functions = ["popcount", "v2", "bitlen", "lowbit"];
    let mut all: Vec<Formula> =
        arguments.iter().flat_map(|e| functions.map(|f| apply(f, e.clone()))).collect();
    // The least power of two above n, the greatest not above it, and the least not below it.
    let exponents = [0, -1].map(|k| apply("bitlen", n()).plus(k)).into_iter();
    let exponents = exponents.chain([apply("bitlen", n().plus(-1)), apply("popcount", n())]);
    all.extend(exponents.map(|k| Formula::Int(2).pow(k)));
    // The odd part, also of n + 1 and n + 2 (taking at most half: Levine, "Fractal sequences and
    // restricted Nim", 2006).
    all.extend((0..=2).map(|k| odd_part(n().plus(k))));
    // Digits moved against each other.
    for other in [n() / 2, n() / 4, n().times(2), n().times(3), n().plus(1), n().plus(-1)] {
        let both = ["&", "bitor", "^"].map(|by| n().join(Join::by(by), other.clone()));
        all.extend(both.iter().map(|e| apply("popcount", e.clone())));
        all.extend(both);
    }
    all
}

/// The greatest odd divisor.
pub(crate) fn odd_part(e: Formula) -> Formula {
    &e / apply("lowbit", e.clone())
}

/// Square roots of `n` and of lines in `n`, also as the index of a triangular number, and cube
/// roots.
fn roots() -> Vec<Formula> {
    let mut all: Vec<Formula> = [0, -1, 1].map(|k| root(n().plus(k))).to_vec();
    let lines =
        [(2, 0), (2, 1), (3, 0), (4, 0), (4, 1), (4, -1), (4, -3), (5, 0), (8, 0), (8, 1), (8, -7)];
    for (factor, shift) in lines {
        let line = root(n().times(factor).plus(shift));
        all.push(line.clone());
        all.push(line.clone().plus(1).div(2));
        all.push(line.plus(-1).div(2));
    }
    all.push(root(n() / 2));
    let floor = root(n());
    let square = || root(n()).pow(2);
    all.extend([square(), &floor * floor.plus(1)]);
    let triangle = root(n().times(8).plus(1)).plus(-1).div(2);
    let triangular = |index: &Formula| (index * index.plus(1)).div(2);
    all.push(triangular(&triangle));
    // Powers that stay for longer and longer, as in the tower of Hanoi with four pegs.
    let indices = [0, 1].map(|k| root(n().times(8).plus(1 - 8 * k)).plus(-1).div(2));
    all.extend(indices.into_iter().chain([floor]).map(|index| Formula::Int(2).pow(index)));
    // Distances to the squares and triangular numbers on either side.
    all.extend([n() - square(), root(n()).plus(1).pow(2) - n(), n() - triangular(&triangle)]);
    all.push((triangle.plus(1) * triangle.plus(2)).div(2) - n());
    all.extend([0, 1, -1].map(|k| apply("icbrt", n().plus(k))));
    all.push(apply("icbrt", n()).pow(3));
    all
}

/// Functions of the divisors of a number, and all those of its prime factors.
pub(crate) const OF_DIVISORS: [&str; 3] = ["numdivisors", "divisorsum", "totient"];
pub(crate) const OF_FACTORS: [&str; 9] = [
    "numdivisors",
    "divisorsum",
    "totient",
    "leastprime",
    "greatestprime",
    "bigomega",
    "omega",
    "radical",
    "moebius",
];

/// Functions of the divisors and primes of n and of its neighbours.
fn divisors() -> Vec<Formula> {
    let prime = |e: Formula| e.under(Operation::InNamed(NumberSet::Primes));
    let mut all: Vec<Formula> = OF_FACTORS.iter().map(|f| apply(f, n())).collect();
    all.extend([n(), n().plus(1)].map(|e| apply("primecount", e)));
    all.push(apply("primecount", apply("leastprime", n())));
    all.push(apply("prime", n()));
    all.extend([n() / apply("leastprime", n()), prime(n())]);
    for k in [-1, 1, 2] {
        all.extend(OF_FACTORS.iter().map(|f| apply(f, n().plus(k))));
        all.push(prime(n().plus(k)));
    }
    all.push(prime(n().times(2).plus(1)));
    all
}

/// Digits to a base.
fn digits(base: i64) -> Vec<Formula> {
    let of = |name: &str, e: Formula| Formula::call(name, [e, Formula::Int(base)]);
    let valuation = of("valuation", n());
    let count = of("numdigits", n());
    let power = |exponent: &Formula| Formula::Int(base).pow(exponent);
    let part = power(&valuation);
    let free = n() / &part;
    vec![
        of("digitsum", n()),
        count.clone(),
        valuation,
        of("numdigits", n().plus(-1)),
        of("valuation", n().plus(1)),
        of("digitsum", n().plus(1)),
        &free % base,
        free,
        part,
        power(&count.plus(-1)),
    ]
}
