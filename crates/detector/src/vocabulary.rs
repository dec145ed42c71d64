//! The formulas in one variable from which laws of sequences are put together.

use std::sync::Arc;

use expr::ast::Comparison;

use crate::formula::{Formula, Function, Op, Slope};
use crate::recent::Recent;
use crate::search::{Pool, comparisons};

/// Bases other than 2 whose digits are looked at.
const BASES: std::ops::RangeInclusive<i64> = 3..=10;
/// Greatest factor of a nim multiple.
pub(crate) const MOST_NIM_FACTOR: i64 = 15;
/// The slopes met most often in games.
const SLOPES: [Slope; 4] = [
    Slope { p: 1, minus: false, d: 5, q: 2 },
    Slope { p: 3, minus: false, d: 5, q: 2 },
    Slope { p: 0, minus: false, d: 2, q: 1 },
    Slope { p: 2, minus: false, d: 2, q: 1 },
];

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
    for k in 2..=MOST_NIM_FACTOR {
        pool.add(n().op(Op::NimProduct, Formula::Int(k)));
    }
    pool.add(n().op(Op::NimProduct, n()));
    let square = root(n()).op(Op::Power, Formula::Int(2));
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
    all.extend(BASES.flat_map(digits));
    all.push(apply(Function::LeastFibonacciPart, n()));
    all.extend(SLOPES.map(|slope| Formula::Floor(slope, Box::new(n()))));
    all
}

fn n() -> Formula {
    Formula::Var(0)
}

fn apply(f: Function, e: Formula) -> Formula {
    Formula::Apply(f, Box::new(e))
}

fn root(e: Formula) -> Formula {
    apply(Function::Isqrt, e)
}

fn quotients() -> Vec<Formula> {
    let mut all: Vec<Formula> = (2..=6).map(|k| n().div(k)).collect();
    all.extend((2..=4).map(|k| n().plus(1).div(k)));
    all.extend([6, 12, 30].map(|m| n().op(Op::Gcd, Formula::Int(m))));
    all
}

/// Binary digits.
fn binary() -> Vec<Formula> {
    let arguments =
        (-1..=1).map(|k| n().plus(k)).chain([n().div(2), n().times(2)]).collect::<Vec<_>>();
    let functions = [Function::Popcount, Function::V2, Function::Bitlen, Function::Lowbit];
    let mut all: Vec<Formula> =
        arguments.iter().flat_map(|e| functions.map(|f| apply(f, e.clone()))).collect();
    // The least power of two above n, the greatest not above it, and the least not below it.
    for k in [0, -1] {
        all.push(Formula::Int(2).op(Op::Power, apply(Function::Bitlen, n()).plus(k)));
    }
    all.push(Formula::Int(2).op(Op::Power, apply(Function::Bitlen, n().plus(-1))));
    // The odd part, also of n + 1 and n + 2 (taking at most half: Levine, "Fractal sequences and
    // restricted Nim", 2006).
    all.push(n().op(Op::Div, apply(Function::Lowbit, n())));
    all.extend([1, 2].map(|k| n().plus(k).op(Op::Div, apply(Function::Lowbit, n().plus(k)))));
    // Digits moved against each other.
    for other in [n().div(2), n().div(4), n().times(2), n().times(3), n().plus(1), n().plus(-1)] {
        let both = [Op::And, Op::Or, Op::Xor].map(|op| n().op(op, other.clone()));
        all.extend(both.iter().map(|e| apply(Function::Popcount, e.clone())));
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
    all.push(floor.clone().op(Op::Power, Formula::Int(2)));
    all.push(floor.clone().op(Op::Mul, floor.plus(1)));
    let triangle = root(n().times(8).plus(1)).plus(-1).div(2);
    all.push(triangle.clone().op(Op::Mul, triangle.clone().plus(1)).div(2));
    // Distances to the squares and triangular numbers on either side.
    let below = root(n()).op(Op::Power, Formula::Int(2));
    all.push(n().op(Op::Sub, below));
    all.push(root(n()).plus(1).op(Op::Power, Formula::Int(2)).op(Op::Sub, n()));
    all.push(n().op(Op::Sub, triangle.clone().op(Op::Mul, triangle.clone().plus(1)).div(2)));
    let above = triangle.clone().plus(1).op(Op::Mul, triangle.clone().plus(2)).div(2);
    all.push(above.op(Op::Sub, n()));
    for k in [0, 1, -1] {
        all.push(apply(Function::Icbrt, n().plus(k)));
    }
    all.push(apply(Function::Icbrt, n()).op(Op::Power, Formula::Int(3)));
    all
}

/// Digits to a base.
fn digits(base: i64) -> Vec<Formula> {
    let of = |op: Op, e: Formula| e.op(op, Formula::Int(base));
    let valuation = of(Op::Valuation, n());
    let count = of(Op::NumDigits, n());
    let power = |exponent: Formula| Formula::Int(base).op(Op::Power, exponent);
    let part = power(valuation.clone());
    let free = n().op(Op::Div, part.clone());
    vec![
        of(Op::DigitSum, n()),
        count.clone(),
        valuation,
        of(Op::NumDigits, n().plus(-1)),
        of(Op::Valuation, n().plus(1)),
        of(Op::DigitSum, n().plus(1)),
        free.clone().rem(base),
        free,
        part,
        power(count.plus(-1)),
    ]
}
