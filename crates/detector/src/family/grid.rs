//! Functions of the coordinates of a grid: nim-sum, sum, minimum, remainders, quotients,
//! comparisons and pairs of these, with parameters as further coordinates.

use std::collections::{BTreeMap, BTreeSet};

use arith::Quadratic;
use expr::ast::Comparison;

use crate::evidence::{Judged, exception_bits, judge_grid, mismatches};
use crate::family::coordinates_kind;
use crate::formula::{Formula, Join, Op, Tally};
use crate::search::{Pool, comparisons};
use crate::view::Grid;

/// Positions compared before the whole table.
const SAMPLE: usize = 64;
/// Positions on the diagonal added to them.
const MAX_DIAGONAL: usize = 6;
/// Positions from which the sample is chosen.
const LOOKED_AT: usize = 1 << 14;
/// Candidates judged on the whole table.
const MAX_CANDIDATES: usize = 24;
/// Cells that may contradict a formula that is not the law of the grid.
const MAX_ODD: usize = 3;
/// Laws returned.
const MAX_LAWS: usize = 3;
/// Greatest modulus tried.
const MAX_MODULUS: i64 = 12;
/// Greatest side of a block.
const MAX_BLOCK: i64 = 12;
/// Bases other than 2 whose digits are summed.
const BASES: [i64; 5] = [3, 4, 5, 7, 10];
/// More coordinates than this are only looked at together.
const FEW_AXES: usize = 4;

/// The laws of the grid, the shortest first.
pub(crate) fn find(grid: &Grid<'_>) -> Found {
    let sample = sample(grid);
    if sample.len() < least_sample(grid) {
        return Found { laws: Vec::new(), rough: None };
    }
    let target: Vec<i64> = sample.iter().map(|(_, v)| *v).collect();
    let pool = fill(Pool::new(sample.into_iter().map(|(p, _)| p).collect()), grid);
    let fitted = SAMPLE.min(grid.positions() / 3);
    let try_out =
        |formula: Formula| judge_grid(grid, coordinates_kind(&formula), formula, fitted, None);
    // Combinations could only say the same as a single formula at greater length.
    if let Some(law) = pool.single(&target).and_then(try_out) {
        return Found { laws: vec![law], rough: None };
    }
    // A formula that a few cells contradict, wherever they are, is the law with exceptions or keeps
    // longer ones from being stated.
    let near = pool.nearly(&target, MAX_ODD);
    let near =
        near.into_iter().take(MAX_CANDIDATES).filter_map(|f| Some((f, rough_bits(grid, f)?)));
    let rough = if grid.is_part() { None } else { near.min_by_key(|&(_, bits)| bits) };
    if let Some(law) = rough.and_then(|(formula, _)| try_out(formula.clone())) {
        return Found { laws: vec![law], rough: None };
    }
    let rough = rough.map(|(_, bits)| bits);
    let laws = pool.pairs(&target).into_iter().take(MAX_CANDIDATES).filter_map(try_out);
    let laws =
        laws.filter(|law| rough.is_none_or(|bits| law.finding.evidence.definition_bits < bits));
    Found { laws: laws.take(MAX_LAWS).collect(), rough }
}

/// The laws of a grid, and what it takes to say the table by a formula and a few exceptions.
pub(crate) struct Found {
    pub(crate) laws: Vec<Judged>,
    pub(crate) rough: Option<u32>,
}

/// Bits of the formula and the cells that contradict it, if they are few and not all near the origin,
/// where small positions have laws of their own.
fn rough_bits(grid: &Grid<'_>, formula: &Formula) -> Option<u32> {
    let count = grid.positions();
    let wrong = mismatches(0, count, MAX_ODD, |i| {
        let (position, value) = grid.at(i);
        formula.eval(&position) == Some(value)
    })?;
    let cells: Vec<_> = wrong.iter().map(|&i| grid.at(i)).collect();
    let is_odd = cells.iter().any(|(position, _)| !grid.is_inner(position));
    let values: Vec<i64> = cells.iter().map(|(_, value)| *value).collect();
    is_odd.then(|| formula.bits().saturating_add(exception_bits(count, &values)))
}

/// All formulas tried on the grid, the shortest first, each once as far as a sample tells.
pub(crate) fn formulas(grid: &Grid<'_>) -> Vec<Formula> {
    let places = sample(grid).into_iter().map(|(p, _)| p).collect();
    fill(Pool::new(places), grid).into_formulas()
}

/// Fewest positions that are worth a search.
fn least_sample(grid: &Grid<'_>) -> usize {
    if grid.is_part() { 6 } else { 20 }
}

/// Positions of the sample with their values: each value as often as the others, as far as the
/// table has it, so that a rare value is not missed. None is in the innermost third of the box of
/// a whole grid: exceptions stand there, and a law must not be lost to them.
pub(crate) fn sample(grid: &Grid<'_>) -> Vec<(Vec<i64>, i64)> {
    let count = grid.positions();
    if count == 0 {
        return Vec::new();
    }
    // Steps of a fixed odd number (2^32 / golden ratio) spread evenly over any range.
    let place = |k: usize| usize::try_from(k as u128 * 2_654_435_761 % count as u128).unwrap_or(0);
    let mut by_value: BTreeMap<i64, BTreeSet<usize>> = BTreeMap::new();
    for i in (0..LOOKED_AT)
        .map(|k| if count <= LOOKED_AT { k } else { place(k) })
        .take_while(|&i| i < count)
    {
        let (position, value) = grid.at(i);
        if grid.is_part() || !grid.is_inner(&position) {
            by_value.entry(value).or_default().insert(i);
        }
    }
    let most = by_value.values().map(BTreeSet::len).max().unwrap_or(0);
    let mut lists: Vec<Vec<usize>> = by_value.into_values().map(scattered).collect();
    let chosen = (0..most)
        .flat_map(|_| lists.iter_mut().filter_map(Vec::pop).collect::<Vec<_>>())
        .take(SAMPLE)
        .map(|i| grid.at(i));
    let mut sample: Vec<(Vec<i64>, i64)> = chosen.collect();
    // The diagonal is easily missed, and is where many conditions differ.
    let (Some(lo), Some(hi)) =
        (grid.axes().iter().map(|a| a.lo).max(), grid.axes().iter().map(|a| a.hi).min())
    else {
        return sample;
    };
    let axes = grid.axes().len();
    let diagonal = (lo..=hi).rev().map(|c| vec![c; axes]);
    // With three coordinates and more, so are positions where several are equal.
    let ties = (1..axes).flat_map(|k| [[hi, hi - 1], [hi - 1, hi]].map(|[c, d]| (k, c, d)));
    let ties = ties.map(|(k, c, d)| (0..axes).map(|at| if at < k { c } else { d }).collect());
    let ties = ties.filter(|_| axes > 2 && lo < hi);
    let seen = |p: &Vec<i64>| grid.is_part() || !grid.is_inner(p);
    let valued = |p: Vec<i64>| grid.value(&p).map(|value| (p, value));
    let diagonal = diagonal.filter(seen).filter_map(valued).take(MAX_DIAGONAL);
    for cell in diagonal.chain(ties.filter(seen).filter_map(valued)) {
        if !sample.contains(&cell) {
            sample.push(cell);
        }
    }
    sample
}

/// The places in an order that jumps about.
fn scattered(places: BTreeSet<usize>) -> Vec<usize> {
    let mut list: Vec<usize> = places.into_iter().collect();
    list.sort_by_key(|&i| (i as u64).wrapping_mul(0x9E37_79B9_7F4A_7C15));
    list
}

/// Formulas whose constants are parameters or small numbers.
fn fill(mut pool: Pool, grid: &Grid<'_>) -> Pool {
    let axes = grid.axes().len();
    for k in 0..=4 {
        pool.add(Formula::Int(k));
    }
    let coordinates: Vec<Formula> = (0..axes).map(Formula::Var).collect();
    let keys = keys(axes);
    let longest = grid.axes().iter().map(|a| a.hi - a.lo + 1).max().unwrap_or(1);
    for key in coordinates.iter().chain(&keys) {
        pool.add(key.clone());
    }
    for key in coordinates.iter().chain(&keys) {
        plain(&mut pool, key, longest);
    }
    for key in coordinates.iter().chain(&keys) {
        digits(&mut pool, key);
    }
    for (i, b) in coordinates.iter().enumerate() {
        for a in &coordinates[..i] {
            for condition in comparisons(a, b) {
                pool.add(condition);
            }
        }
    }
    let shortest = grid.axes().iter().map(|a| a.hi - a.lo + 1).min().unwrap_or(1);
    blocks(&mut pool, &coordinates, shortest);
    if (2..=FEW_AXES).contains(&axes) {
        parametric(&mut pool, &coordinates);
    }
    for m in (3..=axes).filter_map(|m| i64::try_from(m).ok()) {
        let columns = Formula::Moore(axes, m);
        pool.add(Formula::Not(Box::new(columns.clone())));
        pool.add(columns);
    }
    tallies(&mut pool, &coordinates);
    if axes == 2 {
        extremes(&mut pool);
    }
    if axes == 3 {
        differences(&mut pool, &coordinates);
    }
    if axes == 3 {
        gaps(&mut pool, &coordinates);
    }
    pool
}

/// How many coordinates are the greatest, the least, odd or not 0; also without the first one, which
/// may be a parameter.
fn tallies(pool: &mut Pool, coordinates: &[Formula]) {
    let groups = (0..=1).filter_map(|from| coordinates.get(from..)).filter(|all| all.len() > 2);
    for (group, tally) in groups.flat_map(|all| Tally::ALL.map(|tally| (all.to_vec(), tally))) {
        let count = Formula::Tally(tally, group);
        for number in [count.clone(), count.clone().rem(2)] {
            for c in 0..=2 {
                for condition in comparisons(&number, &Formula::Int(c)) {
                    pool.add(condition);
                }
            }
            pool.add(number);
        }
    }
}

/// Quantities of the whole position, and of parts of it when there are few coordinates.
fn keys(axes: usize) -> Vec<Formula> {
    let fold = |join: Join, indices: &[usize]| {
        let mut parts = indices.iter().map(|&i| Formula::Var(i));
        let first = parts.next();
        first.map(|first| parts.fold(first, |sum, part| sum.join(join, part)))
    };
    let all: Vec<usize> = (0..axes).collect();
    let mut groups = vec![all.clone()];
    if axes > 2 {
        groups.push(all.iter().copied().step_by(2).collect());
        groups.push(all.iter().copied().skip(1).step_by(2).collect());
        groups.push(all[1..].to_vec());
        groups.push(all[..axes - 1].to_vec());
    }
    if (3..=FEW_AXES).contains(&axes) {
        groups.extend((1..axes).flat_map(|j| (0..j).map(move |i| vec![i, j])));
    }
    groups.sort();
    groups.dedup();
    let mut keys = Vec::new();
    for group in groups.iter().filter(|g| g.len() > 1) {
        let joins = ["^", "+", "min", "max", "*", "nimprod"].map(Join::by);
        keys.extend(joins.into_iter().filter_map(|join| fold(join, group)));
        if axes <= 3 {
            keys.extend(fold(Join::by("bitor"), group));
        }
    }
    if axes == 3 {
        // All but the greatest, all but the least, and the one between.
        let [sum, min, max] = ["+", "min", "max"].map(|join| fold(Join::by(join), &all));
        if let (Some(sum), Some(min), Some(max)) = (sum, min, max) {
            let small = sum.clone().op(Op::Sub, max);
            keys.push(sum.op(Op::Sub, min.clone()));
            keys.push(small.clone());
            keys.push(small.op(Op::Sub, min));
        }
    }
    if axes == 2 {
        let (a, b) = (Formula::Var(0), Formula::Var(1));
        let difference = a.clone().op(Op::Sub, b.clone());
        keys.push(Formula::call("abs", [difference.clone()]));
        keys.push(difference);
        keys.extend(["&", "gcd"].map(|join| a.clone().join(Join::by(join), b.clone())));
        keys.push(Formula::call("carryless", [a.clone(), b.clone()]));
        let divisor = Formula::call("gcd", [a.clone(), b.clone()]);
        keys.push(a.op(Op::Mul, b).op(Op::Div, divisor));
    }
    keys
}

/// One key with small constants; `longest` is the length of the longest axis.
fn plain(pool: &mut Pool, key: &Formula, longest: i64) {
    for c in [-2, -1, 1, 2] {
        pool.add(key.clone().plus(c));
    }
    for c in 0..=4 {
        for condition in comparisons(key, &Formula::Int(c)) {
            pool.add(condition);
        }
    }
    for k in [2, 3] {
        pool.add(key.clone().times(k));
        pool.add(key.clone().times(k).plus(1));
    }
    // Two and a half rounds of a modulus must be in sight. Products jump too far for more than their
    // parity to be seen.
    let spread = match key {
        Formula::Binary(Op::Mul, ..) => 5,
        _ if key.calls(&["nimprod", "carryless"]) => 5,
        _ => longest.max(pool.spread(key)),
    };
    for m in (2..=MAX_MODULUS).take_while(|m| 5 * m <= 2 * spread) {
        let rest = key.clone().rem(m);
        for r in 0..m {
            for condition in comparisons(&rest, &Formula::Int(r)) {
                pool.add(condition);
            }
        }
        for shift in [-1, 1, 2] {
            pool.add(key.clone().plus(shift).rem(m));
        }
        for k in [2, 3, 4] {
            pool.add(rest.clone().times(k));
        }
        for d in (2..=m / 2).filter(|d| m % d == 0) {
            pool.add(rest.clone().div(d));
        }
        pool.add(key.clone().div(m));
        pool.add(rest);
    }
}

/// Functions of the digits of a key.
fn digits(pool: &mut Pool, key: &Formula) {
    for c in [0, 1, -1] {
        for f in ["lowbit", "popcount", "v2", "bitlen"] {
            let digits = Formula::call(f, [key.clone().plus(c)]);
            pool.add(digits.clone());
            if f != "lowbit" {
                pool.add(digits.clone().rem(2));
                pool.add(digits.times(2));
            }
        }
    }
    for base in BASES {
        pool.add(Formula::call("digitsum", [key.clone(), Formula::Int(base)]));
    }
}

/// Blocks of `h` by `h` cells, and what stands inside one:
/// `h * (x // h ^ y // h) + (x + y) % h` (Fraenkel and Lorberbom, "Nimhoff games", 1991).
fn blocks(pool: &mut Pool, coordinates: &[Formula], shortest: i64) {
    let xor = |place: &dyn Fn(&Formula) -> Formula| {
        let mut parts = coordinates.iter().map(place);
        let first = parts.next();
        first.map(|first| parts.fold(first, |sum, part| sum.op(Op::Xor, part)))
    };
    // Three blocks must be in sight, or two in each of three directions.
    let repeats = if coordinates.len() > 2 { 2 } else { 3 };
    for h in (2..=MAX_BLOCK).take_while(|h| repeats * h <= shortest) {
        if let Some(block) = xor(&|x| x.clone().div(h)) {
            pool.add(block.clone().times(h));
            pool.add(block);
        }
        if let Some(rest) = xor(&|x| x.clone().rem(h)) {
            pool.add(rest.clone().cmp(Comparison::Ne, Formula::Int(0)));
            pool.add(rest);
        }
    }
    for c in [-1, 1] {
        if let Some(shifted) = xor(&|x| x.clone().plus(c)).filter(|_| coordinates.len() < 4) {
            for comparison in [Comparison::Eq, Comparison::Ne] {
                pool.add(shifted.clone().cmp(comparison, Formula::Int(0)));
            }
            pool.add(shifted.clone().plus(-c));
            pool.add(shifted);
        }
    }
}

/// `a % b`, `a // b`, `a % b // c` and conditions on `a % b`, where `b` and `c` are made of the
/// coordinates: `n % (k + 1)`, `n % (x + y) // x`, `0 < n % (x + y) <= x`.
fn parametric(pool: &mut Pool, coordinates: &[Formula]) {
    let pairs = || {
        coordinates.iter().enumerate().flat_map(|(i, a)| {
            coordinates[..i].iter().map(move |b| b.clone().op(Op::Add, a.clone()))
        })
    };
    let mut divisors: Vec<Formula> = Vec::new();
    for base in coordinates.iter().cloned().chain(pairs()) {
        divisors.extend((-1..=2).map(|c| base.clone().plus(c)));
    }
    for a in coordinates {
        divisors.extend([a.clone().times(2), a.clone().times(2).plus(1)]);
        divisors.extend([3, 4].map(|c| a.clone().times(c)));
        divisors.extend([2, 3].map(|c| a.clone().plus(1).times(c)));
        let power = Formula::Int(2).op(Op::Pow, a.clone());
        divisors.extend([power.clone(), power.times(2)]);
    }
    let mut parts: Vec<Formula> =
        coordinates.iter().flat_map(|a| [0, 1, -1].map(|c| a.clone().plus(c))).collect();
    parts.extend((0..=2).map(Formula::Int));
    let mut dividends: Vec<Formula> = coordinates.to_vec();
    dividends.extend(coordinates.iter().map(|a| a.clone().plus(1)));
    dividends.extend(pairs());
    for (i, dividend) in dividends.iter().enumerate() {
        let is_plain = i < coordinates.len();
        for divisor in &divisors {
            let quotient = dividend.clone().op(Op::Div, divisor.clone());
            if pool.add(quotient.clone()) {
                pool.add(quotient.clone().times(2));
                pool.add(quotient.clone().op(Op::Mul, divisor.clone()));
                pool.add(quotient.clone().rem(2));
                pool.add(quotient.rem(3));
            }
            let rest = dividend.clone().op(Op::Rem, divisor.clone());
            // A remainder already held under another name has had its turn.
            if !pool.add(rest.clone()) {
                continue;
            }
            pool.add(rest.clone().rem(2));
            // What is left of a sum has no further structure in any game known.
            for part in parts.iter().filter(|_| is_plain) {
                pool.add(rest.clone().op(Op::Div, part.clone()));
                pool.add(rest.clone().min(part.clone()));
                for condition in comparisons(&rest, part) {
                    pool.add(condition);
                }
                let zero = Box::new(Formula::Int(0));
                let inside =
                    Formula::Between(true, zero, Box::new(rest.clone()), Box::new(part.clone()));
                pool.add(Formula::Not(Box::new(inside.clone())));
                pool.add(inside);
            }
        }
    }
}

/// Whether two coordinates have the same remainder by one that goes with the third: `(x - y) %
/// (k + 1) != 0`.
fn differences(pool: &mut Pool, coordinates: &[Formula]) {
    for (k, divisor) in coordinates.iter().enumerate() {
        let others =
            coordinates.iter().enumerate().filter(|(i, _)| *i != k).map(|(_, e)| e.clone());
        let Some(difference) = others.reduce(|a, b| a.op(Op::Sub, b)) else { continue };
        let multiples = [divisor.clone(), divisor.clone().times(2)];
        for divisor in multiples.into_iter().flat_map(|d| (0..=2).map(move |c| d.clone().plus(c))) {
            let rest = difference.clone().op(Op::Rem, divisor);
            for c in [Comparison::Eq, Comparison::Ne] {
                pool.add(rest.clone().cmp(c, Formula::Int(0)));
            }
        }
    }
}

/// Distances of two coordinates, coordinates against the sum of two others, and xor over all pairs, as
/// in Welter's game.
fn gaps(pool: &mut Pool, coordinates: &[Formula]) {
    for (j, b) in coordinates.iter().enumerate() {
        for (i, a) in coordinates.iter().enumerate().filter(|(i, _)| *i != j) {
            for c in -1..=1 {
                pool.add(b.clone().op(Op::Sub, a.clone()).plus(c));
            }
            let others = coordinates.iter().enumerate().filter(|(k, _)| *k != i && *k > j);
            for (_, other) in others {
                for c in -1..=1 {
                    let sum = b.clone().op(Op::Add, other.clone()).plus(c);
                    for condition in comparisons(a, &sum) {
                        pool.add(condition);
                    }
                }
            }
        }
    }
    let pairs: Vec<[&Formula; 2]> = (0..coordinates.len())
        .flat_map(|j| (0..j).map(move |i| [&coordinates[i], &coordinates[j]]))
        .collect();
    let mut xor_of_pairs = |join: fn(Formula, Formula) -> Formula| {
        let joined = pairs.iter().map(|[a, b]| join((*a).clone(), (*b).clone()));
        if let Some(folded) = joined.reduce(|all, one| all.op(Op::Xor, one)) {
            pool.add(folded);
        }
    };
    xor_of_pairs(|a, b| a.op(Op::Xor, b).plus(-1));
    xor_of_pairs(|a, b| a.op(Op::Add, b));
    xor_of_pairs(|a, b| Formula::call("abs", [a.op(Op::Sub, b)]));
}

/// Quotients of the larger by the smaller coordinate, as in Euclid's game.
fn extremes(pool: &mut Pool) {
    let (a, b) = (Formula::Var(0), Formula::Var(1));
    let least = a.clone().min(b.clone());
    let greatest = a.clone().max(b.clone());
    for (x, y) in [(&a, &b), (&b, &a), (&greatest, &least)] {
        let steps = Formula::call("gcdsteps", [x.clone(), y.clone()]);
        pool.add(steps.clone().rem(2));
        for k in -1..=1 {
            pool.add(steps.clone().plus(k));
        }
    }
    pool.add(greatest.clone().op(Op::Div, least.clone()));
    pool.add(greatest.clone().op(Op::Rem, least.clone()));
    pool.add(greatest.clone().op(Op::Rem, least.clone().plus(1)));
    for k in 2..=3 {
        for condition in comparisons(&greatest, &least.clone().times(k)) {
            pool.add(condition);
        }
    }
    // floor(|a / b - b / a|) (Nivasch, "The Sprague-Grundy function of the game Euclid", 2006)
    let square = |e: &Formula| e.clone().op(Op::Mul, e.clone());
    let numerator = square(&greatest).op(Op::Sub, square(&least));
    pool.add(numerator.op(Op::Div, a.clone().op(Op::Mul, b.clone())));
    // Levels of one number over the other: max(1, a // 2^k), where 2^k is the greatest power of two
    // up to b (the value of a cake).
    for (a, b) in [(&a, &b), (&b, &a)] {
        let exponent = Formula::call("bitlen", [b.clone()]).plus(-1);
        let power = Formula::Int(2).op(Op::Pow, exponent);
        pool.add(a.clone().op(Op::Div, power).max(Formula::Int(1)));
    }
    for f in ["bitlen", "popcount", "v2", "lowbit"] {
        let [of_a, of_b] = [&a, &b].map(|e| Formula::call(f, [e.clone()]));
        for condition in comparisons(&of_a, &of_b) {
            pool.add(condition);
        }
    }
    for (k, l) in [(2, 1), (3, 1), (3, 2), (4, 3), (5, 2), (5, 3)] {
        for (x, y) in [(&a, &b), (&b, &a)] {
            for condition in comparisons(&x.clone().times(k), &y.clone().times(l)) {
                pool.add(condition);
            }
        }
    }
    for side in [&a, &b] {
        let common = a.clone().op(Op::BitAnd, b.clone());
        for c in [Comparison::Eq, Comparison::Ne] {
            pool.add(common.clone().cmp(c, side.clone()));
        }
    }
    carries(pool);
    // Golden ratio: P-positions of Wythoff's game, and where Euclid's game is lost.
    let floor = |e: &Formula| e.clone().floor(Quadratic::PHI);
    let distance = greatest.clone().op(Op::Sub, least.clone());
    for c in [0, 1] {
        for condition in comparisons(&greatest, &floor(&least).plus(c)) {
            // Equal heaps are cleared by one move.
            let same = distance.clone().cmp(Comparison::Eq, Formula::Int(0));
            pool.add(same.op(Op::Or, condition.clone()));
            pool.add(condition);
        }
        for condition in comparisons(&least, &floor(&distance).plus(c)) {
            pool.add(condition);
        }
    }
    // Where it may be played down to 0, equal numbers are won at once.
    let [low, high] = [&least, &greatest].map(|e| Box::new(e.clone()));
    let lost = Formula::Between(true, low, high, Box::new(floor(&least)));
    pool.add(Formula::Not(Box::new(lost.clone())));
    pool.add(lost);
    let parity = least.rem(2).cmp(Comparison::Eq, Formula::Int(0));
    pool.add(parity);
}

/// How often one is carried when `a + b` is computed, or `b` taken from `a`, to a prime base: the
/// exponent of the prime in a binomial coefficient (Kummer 1852).
fn carries(pool: &mut Pool) {
    let (a, b) = (Formula::Var(0), Formula::Var(1));
    for p in [2, 3, 5] {
        let sum = |e: Formula| match p {
            2 => Formula::call("popcount", [e]),
            p => Formula::call("digitsum", [e, Formula::Int(p)]),
        };
        let (whole, parts) =
            (sum(a.clone().op(Op::Add, b.clone())), sum(a.clone()).op(Op::Add, sum(b.clone())));
        let carried = parts.op(Op::Sub, whole).div(p - 1);
        pool.add(carried.clone().rem(2));
        pool.add(carried.clone().cmp(Comparison::Eq, Formula::Int(0)));
        pool.add(carried);
    }
}
