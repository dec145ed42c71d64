//! The formulas in one variable from which laws of sequences are put together.

use std::sync::Arc;

use arith::Quadratic;
use arith::sets::NumberSet;
use expr::ast::Comparison;

use crate::formula::{Formula, Join, Op};
use crate::recent::Recent;
use crate::search::{Pool, comparisons};

/// Bases other than 2 whose digits are looked at.
const BASES: std::ops::RangeInclusive<i64> = 3..=10;
/// Greatest factor of a nim multiple.
pub(crate) const MAX_NIM_FACTOR: i64 = 15;
/// The slopes `(p + sqrt(d)) / q` met most often in games: p, q, d.
const SLOPES: [(i128, i128, i128); 4] = [(1, 2, 5), (3, 2, 5), (0, 1, 2), (2, 1, 2)];

/// The formulas that differ on the sample.
pub(crate) fn pool(sample: Vec<Vec<i64>>) -> Arc<Pool> {
    static POOLS: Recent<Vec<Vec<i64>>, Pool> = Recent::new();
    POOLS.get(sample, |sample| fill(Pool::new(sample.clone())))
}

fn fill(mut pool: Pool) -> Pool {
    for k in 0..=12 {
        pool.add(Formula::Int(k));
    }
    // Rows and the diagonal of the nim multiplication table.
    for k in 2..=MAX_NIM_FACTOR {
        pool.add(Formula::call("nimprod", [n(), Formula::Int(k)]));
    }
    pool.add(Formula::call("nimprod", [n(), n()]));
    let square = root(n()).op(Op::Pow, Formula::Int(2));
    pool.add(square.clone());
    for condition in comparisons(&n(), &square) {
        pool.add(condition);
    }
    let outers = outers();
    for key in keys() {
        pool.add_all(&outers, &key);
    }
    pool
}

/// What is done to a key, here the variable: small shifts, multiples, quotients, remainders, and
/// conditions.
fn outers() -> Vec<Formula> {
    let mut all: Vec<Formula> = [0, -1, 1, -2, 2].map(|k| n().plus(k)).to_vec();
    for k in [2, 3, 4] {
        all.extend([n().times(k), n().times(k).plus(1), n().times(k).plus(-1), n().div(k)]);
    }
    for m in 2..=5 {
        all.extend([n().rem(m), Formula::Int(1).op(Op::Sub, n().rem(m))]);
        all.extend((0..m).map(|r| n().rem(m).cmp(Comparison::Eq, Formula::Int(r))));
    }
    for c in [0, 1, 2] {
        all.extend(comparisons(&n(), &Formula::Int(c)));
    }
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
    all.push(Formula::LeastFibonacciPart(Box::new(n())));
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
    for k in [0, -1] {
        all.push(Formula::Int(2).op(Op::Pow, apply("bitlen", n()).plus(k)));
    }
    all.push(Formula::Int(2).op(Op::Pow, apply("bitlen", n().plus(-1))));
    all.push(Formula::Int(2).op(Op::Pow, apply("popcount", n())));
    // The odd part, also of n + 1 and n + 2 (taking at most half: Levine, "Fractal sequences and
    // restricted Nim", 2006).
    all.push(n().op(Op::Div, apply("lowbit", n())));
    all.extend([1, 2].map(|k| n().plus(k).op(Op::Div, apply("lowbit", n().plus(k)))));
    // Digits moved against each other.
    for other in [n().div(2), n().div(4), n().times(2), n().times(3), n().plus(1), n().plus(-1)] {
        let both = ["&", "bitor", "^"].map(|by| n().join(Join::by(by), other.clone()));
        all.extend(both.iter().map(|e| apply("popcount", e.clone())));
        all.extend(both);
    }
    all
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
    all.push(root(n().div(2)));
    let floor = root(n());
    all.push(floor.clone().op(Op::Pow, Formula::Int(2)));
    all.push(floor.clone().op(Op::Mul, floor.plus(1)));
    let triangle = root(n().times(8).plus(1)).plus(-1).div(2);
    all.push(triangle.clone().op(Op::Mul, triangle.clone().plus(1)).div(2));
    // Powers that stay for longer and longer, as in the tower of Hanoi with four pegs.
    for index in [0, 1].map(|k| root(n().times(8).plus(1 - 8 * k)).plus(-1).div(2)) {
        all.push(Formula::Int(2).op(Op::Pow, index));
    }
    all.push(Formula::Int(2).op(Op::Pow, root(n())));
    // Distances to the squares and triangular numbers on either side.
    let below = root(n()).op(Op::Pow, Formula::Int(2));
    all.push(n().op(Op::Sub, below));
    all.push(root(n()).plus(1).op(Op::Pow, Formula::Int(2)).op(Op::Sub, n()));
    all.push(n().op(Op::Sub, triangle.clone().op(Op::Mul, triangle.clone().plus(1)).div(2)));
    let above = triangle.clone().plus(1).op(Op::Mul, triangle.clone().plus(2)).div(2);
    all.push(above.op(Op::Sub, n()));
    for k in [0, 1, -1] {
        all.push(apply("icbrt", n().plus(k)));
    }
    all.push(apply("icbrt", n()).op(Op::Pow, Formula::Int(3)));
    all
}

/// Functions of the divisors and primes of n and of its neighbours.
fn divisors() -> Vec<Formula> {
    const OF_FACTORS: [&str; 9] = [
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
    let prime = |e: Formula| Formula::InNamed(Box::new(e), NumberSet::Primes);
    let mut all: Vec<Formula> = OF_FACTORS.map(|f| apply(f, n())).to_vec();
    all.extend([n(), n().plus(1)].map(|e| apply("primecount", e)));
    all.push(apply("primecount", apply("leastprime", n())));
    all.push(apply("prime", n()));
    all.extend([n().op(Op::Div, apply("leastprime", n())), prime(n())]);
    for k in [-1, 1, 2] {
        all.extend(OF_FACTORS[..3].iter().map(|f| apply(f, n().plus(k))));
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
    let power = |exponent: Formula| Formula::Int(base).op(Op::Pow, exponent);
    let part = power(valuation.clone());
    let free = n().op(Op::Div, part.clone());
    vec![
        of("digitsum", n()),
        count.clone(),
        valuation,
        of("numdigits", n().plus(-1)),
        of("valuation", n().plus(1)),
        of("digitsum", n().plus(1)),
        free.clone().rem(base),
        free,
        part,
        power(count.plus(-1)),
    ]
}
