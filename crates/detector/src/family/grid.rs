//! Functions of the coordinates of a grid: nim-sum, sum, minimum, remainders, quotients,
//! comparisons and pairs of these, with parameters as further coordinates.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use arith::Quadratic;
use expr::ast::Comparison;
use formula::search::{Pool, comparisons};
use formula::{Formula, Join, Op, Operation, Tally};

use crate::evidence::{Judged, exception_bits, judge_form, mismatches};
use crate::recent::Recent;
use crate::view::{Grid, ends, width};

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
pub(crate) fn find(grid: &Grid<'_>) -> GridLaws {
    let sample = sample(grid);
    if sample.len() < least_sample(grid) {
        return GridLaws { laws: Vec::new(), rough: None };
    }
    let target: Vec<i64> = sample.iter().map(|(_, v)| *v).collect();
    let pool = pool(sample.into_iter().map(|(p, _)| p).collect(), grid);
    let fitted = SAMPLE.min(grid.positions() / 3);
    let try_out = |formula: Formula| judge_form(grid, formula, fitted);
    // Combinations could only say the same as a single formula at greater length, also where it has
    // too little evidence.
    let single = pool.single(&target);
    if let Some(law) = single.clone().and_then(try_out) {
        return GridLaws { laws: vec![law], rough: None };
    }
    let single = single.filter(|formula| !grid.is_part && holds(grid, formula));
    if let Some(formula) = single {
        return GridLaws { laws: Vec::new(), rough: Some(formula.bits()) };
    }
    // A formula that a few cells contradict, wherever they are, is the law with exceptions or keeps
    // longer ones from being stated.
    let near = pool.nearly(&target, MAX_ODD);
    let near =
        near.into_iter().take(MAX_CANDIDATES).filter_map(|f| Some((f, rough_bits(grid, f)?)));
    let rough = if grid.is_part { None } else { near.min_by_key(|&(_, bits)| bits) };
    if let Some(law) = rough.and_then(|(formula, _)| try_out(formula.clone())) {
        return GridLaws { laws: vec![law], rough: None };
    }
    let rough = rough.map(|(_, bits)| bits);
    let laws = pool.pairs(&target).into_iter().take(MAX_CANDIDATES).filter_map(try_out);
    let laws =
        laws.filter(|law| rough.is_none_or(|bits| law.finding.evidence.definition_bits < bits));
    GridLaws { laws: laws.take(MAX_LAWS).collect(), rough }
}

/// The laws of a grid, and what it takes to say the table by a formula and a few exceptions.
pub(crate) struct GridLaws {
    pub(crate) laws: Vec<Judged>,
    pub(crate) rough: Option<u32>,
}

/// Whether no cell contradicts the formula.
fn holds(grid: &Grid<'_>, formula: &Formula) -> bool {
    mismatches(0, grid.positions(), 0, |i| grid.obeys(formula, i)).is_some()
}

/// Bits of the formula and the cells that contradict it, if they are few and not all near the origin,
/// where small positions have laws of their own.
fn rough_bits(grid: &Grid<'_>, formula: &Formula) -> Option<u32> {
    let count = grid.positions();
    let wrong = mismatches(0, count, MAX_ODD, |i| grid.obeys(formula, i))?;
    let cells: Vec<_> = wrong.iter().map(|&i| grid.at(i)).collect();
    let is_odd = cells.iter().any(|(position, _)| !grid.is_inner(position));
    let values: Vec<i64> = cells.iter().map(|(_, value)| *value).collect();
    is_odd.then(|| formula.bits().saturating_add(exception_bits(count, &values)))
}

/// The formulas tried on the grid, each once as far as a sample tells.
pub(crate) fn formulas(grid: &Grid<'_>) -> Arc<Pool> {
    pool(sample(grid).into_iter().map(|(p, _)| p).collect(), grid)
}

/// The formulas in as many variables as the grid has, which are looked at again where it is taken apart.
fn pool(sample: Vec<Vec<i64>>, grid: &Grid<'_>) -> Arc<Pool> {
    static POOLS: Recent<(Vec<Vec<i64>>, Vec<i64>), Pool, 4> = Recent::new();
    let lengths = grid.axes().iter().map(|a| a.hi - a.lo + 1).collect();
    POOLS.get((sample, lengths), |(sample, lengths)| fill(Pool::new(sample.clone()), lengths))
}

/// Fewest positions that are worth a search.
fn least_sample(grid: &Grid<'_>) -> usize {
    if grid.is_part { 6 } else { 20 }
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
        if grid.is_part || !grid.is_inner(&position) {
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
    let seen = |p: &Vec<i64>| grid.is_part || !grid.is_inner(p);
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

/// Formulas whose constants are parameters or small numbers, for coordinates of these many values.
fn fill(mut pool: Pool, lengths: &[i64]) -> Pool {
    let axes = lengths.len();
    pool.extend((0..=4).map(Formula::Int));
    let coordinates: Vec<Formula> = (0..axes).map(Formula::Var).collect();
    let longest = lengths.iter().copied().max().unwrap_or(1);
    let all: Vec<Formula> = coordinates.iter().cloned().chain(keys(axes)).collect();
    pool.extend(all.iter().cloned());
    all.iter().for_each(|key| plain(&mut pool, key, longest));
    all.iter().for_each(|key| digits(&mut pool, key));
    pairs(&coordinates).for_each(|[a, b]| pool.compare(a, b));
    blocks(&mut pool, &coordinates, lengths.iter().copied().min().unwrap_or(1));
    if (2..=FEW_AXES).contains(&axes) {
        parametric(&mut pool, &coordinates);
    }
    for m in (3..=axes).filter_map(|m| i64::try_from(m).ok()) {
        let columns = Formula::Apply(Operation::Moore(axes, m), Vec::new());
        pool.extend([!columns.clone(), columns]);
    }
    tallies(&mut pool, &coordinates);
    match axes {
        2 => extremes(&mut pool),
        3 => {
            differences(&mut pool, &coordinates);
            gaps(&mut pool, &coordinates);
        }
        _ => {}
    }
    pool
}

/// The pairs of different coordinates, the first before the second.
fn pairs(coordinates: &[Formula]) -> impl Iterator<Item = [&Formula; 2]> + Clone {
    (0..coordinates.len())
        .flat_map(move |j| (0..j).map(move |i| [&coordinates[i], &coordinates[j]]))
}

/// The formulas joined one after another.
fn folded(join: Join, formulas: impl IntoIterator<Item = Formula>) -> Option<Formula> {
    formulas.into_iter().reduce(|all, one| all.join(join, one))
}

/// How many coordinates are the greatest, the least, odd or not 0; also without the first one, which
/// may be a parameter.
fn tallies(pool: &mut Pool, coordinates: &[Formula]) {
    let groups = (0..=1).filter_map(|from| coordinates.get(from..)).filter(|all| all.len() > 2);
    for (group, tally) in groups.flat_map(|all| Tally::ALL.map(|tally| (all.to_vec(), tally))) {
        let count = Formula::Apply(Operation::Tally(tally), group);
        for number in [count.clone(), count % 2] {
            (0..=2).for_each(|c| pool.compare(&number, c));
            pool.add(number);
        }
    }
}

/// Quantities of the whole position, and of parts of it when there are few coordinates.
fn keys(axes: usize) -> Vec<Formula> {
    let fold = |join: &str, group: &[usize]| {
        folded(Join::by(join), group.iter().map(|&i| Formula::Var(i)))
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
        let joins = ["^", "+", "min", "max", "*", "nimprod"].into_iter();
        let joins = joins.chain((axes <= 3).then_some("bitor"));
        keys.extend(joins.filter_map(|join| fold(join, group)));
    }
    if axes == 3 {
        // All but the greatest, all but the least, and the one between.
        let [sum, min, max] = ["+", "min", "max"].map(|join| fold(join, &all));
        if let (Some(sum), Some(min), Some(max)) = (sum, min, max) {
            let small = &sum - max;
            keys.extend([sum - &min, small.clone(), small - min]);
        }
    }
    if axes == 2 {
        let (a, b) = (Formula::Var(0), Formula::Var(1));
        let difference = &a - &b;
        keys.extend([Formula::call("abs", [difference.clone()]), difference]);
        let joins = ["&", "gcd", "carryless"].map(|join| a.clone().join(Join::by(join), b.clone()));
        let divisor = joins[1].clone();
        keys.extend(joins);
        keys.push(a * b / divisor);
    }
    keys
}

/// One key with small constants; `longest` is the length of the longest axis.
fn plain(pool: &mut Pool, key: &Formula, longest: i64) {
    pool.extend([-2, -1, 1, 2].map(|c| key.plus(c)));
    (0..=4).for_each(|c| pool.compare(key, c));
    pool.extend([2, 3].into_iter().flat_map(|k| [key.times(k), key.times(k).plus(1)]));
    // Two and a half rounds of a modulus must be in sight. Products jump too far for more than their
    // parity to be seen.
    let is_product = matches!(key.binary(), Some((Op::Mul, ..)));
    let spread = match is_product || key.calls(&["nimprod", "carryless"]) {
        true => 5,
        false => longest.max(width(ends(pool.values(key).unwrap_or_default().into_iter()))),
    };
    for m in (2..=MAX_MODULUS).take_while(|m| 5 * m <= 2 * spread) {
        let rest = key % m;
        (0..m).for_each(|r| pool.compare(&rest, r));
        pool.extend([-1, 1, 2].map(|shift| key.plus(shift) % m));
        pool.extend([2, 3, 4].map(|k| rest.times(k)));
        pool.extend((2..=m / 2).filter(|d| m % d == 0).map(|d| &rest / d));
        pool.extend([key / m, rest]);
    }
}

/// Functions of the digits of a key.
fn digits(pool: &mut Pool, key: &Formula) {
    for c in [0, 1, -1] {
        for f in ["lowbit", "popcount", "v2", "bitlen"] {
            let digits = Formula::call(f, [key.plus(c)]);
            pool.add(digits.clone());
            if f != "lowbit" {
                pool.extend([&digits % 2, digits.times(2)]);
            }
        }
    }
    pool.extend(BASES.map(|base| Formula::call("digitsum", [key.clone(), Formula::Int(base)])));
}

/// Blocks of `h` by `h` cells, and what stands inside one:
/// `h * (x // h ^ y // h) + (x + y) % h` (Fraenkel and Lorberbom, "Nimhoff games", 1991).
fn blocks(pool: &mut Pool, coordinates: &[Formula], shortest: i64) {
    let xor =
        |place: &dyn Fn(&Formula) -> Formula| folded(Join::by("^"), coordinates.iter().map(place));
    // Three blocks must be in sight, or two in each of three directions.
    let repeats = if coordinates.len() > 2 { 2 } else { 3 };
    for h in (2..=MAX_BLOCK).take_while(|h| repeats * h <= shortest) {
        if let Some(block) = xor(&|x| x / h) {
            pool.extend([block.times(h), block]);
        }
        if let Some(rest) = xor(&|x| x % h) {
            pool.extend([rest.cmp(Comparison::Ne, 0), rest]);
        }
    }
    for c in [-1, 1] {
        if let Some(shifted) = xor(&|x| x.plus(c)).filter(|_| coordinates.len() < 4) {
            pool.extend(
                [Comparison::Eq, Comparison::Ne].map(|comparison| shifted.cmp(comparison, 0)),
            );
            pool.extend([shifted.plus(-c), shifted]);
        }
    }
}

/// `a % b`, `a // b`, `a % b // c` and conditions on `a % b`, where `b` and `c` are made of the
/// coordinates: `n % (k + 1)`, `n % (x + y) // x`, `0 < n % (x + y) <= x`.
fn parametric(pool: &mut Pool, coordinates: &[Formula]) {
    let sums = || pairs(coordinates).map(|[a, b]| a + b);
    let mut divisors: Vec<Formula> = Vec::new();
    for base in coordinates.iter().cloned().chain(sums()) {
        divisors.extend((-1..=2).map(|c| base.plus(c)));
    }
    for a in coordinates {
        divisors.extend([a.times(2), a.times(2).plus(1), a.times(3), a.times(4)]);
        divisors.extend([2, 3].map(|c| a.plus(1).times(c)));
        let power = Formula::Int(2).pow(a);
        divisors.extend([power.clone(), power.times(2)]);
    }
    let mut parts: Vec<Formula> =
        coordinates.iter().flat_map(|a| [0, 1, -1].map(|c| a.plus(c))).collect();
    parts.extend((0..=2).map(Formula::Int));
    let mut dividends: Vec<Formula> = coordinates.to_vec();
    dividends.extend(coordinates.iter().map(|a| a.plus(1)));
    dividends.extend(sums());
    for (i, dividend) in dividends.iter().enumerate() {
        let is_plain = i < coordinates.len();
        for divisor in &divisors {
            let quotient = dividend / divisor;
            if pool.add(quotient.clone()) {
                pool.extend([quotient.times(2), &quotient * divisor, &quotient % 2, quotient % 3]);
            }
            let rest = dividend % divisor;
            // A remainder already held under another name has had its turn.
            if !pool.add(rest.clone()) {
                continue;
            }
            pool.add(&rest % 2);
            // What is left of a sum has no further structure in any game known.
            for part in parts.iter().filter(|_| is_plain) {
                pool.extend([&rest / part, rest.min(part)]);
                pool.compare(&rest, part);
                let inside = rest.clone().between(0, true, part);
                pool.extend([!inside.clone(), inside]);
            }
        }
    }
}

/// Whether two coordinates have the same remainder by one that goes with the third: `(x - y) %
/// (k + 1) != 0`.
fn differences(pool: &mut Pool, coordinates: &[Formula]) {
    for (k, divisor) in coordinates.iter().enumerate() {
        let others = (0..coordinates.len()).filter(|&i| i != k).map(|i| coordinates[i].clone());
        let Some(difference) = others.reduce(|a, b| a - b) else { continue };
        for divisor in [divisor.clone(), divisor.times(2)] {
            let rests = (0..=2).map(|c| &difference % divisor.plus(c));
            pool.extend(rests.flat_map(|rest| [rest.equals(0), rest.cmp(Comparison::Ne, 0)]));
        }
    }
}

/// Distances of two coordinates, coordinates against the sum of two others, and xor over all pairs, as
/// in Welter's game.
fn gaps(pool: &mut Pool, coordinates: &[Formula]) {
    for (j, b) in coordinates.iter().enumerate() {
        for (i, a) in coordinates.iter().enumerate().filter(|(i, _)| *i != j) {
            pool.extend((-1..=1).map(|c| (b - a).plus(c)));
            for other in (j + 1..coordinates.len()).filter(|&k| k != i).map(|k| &coordinates[k]) {
                (-1..=1).for_each(|c| pool.compare(a, (b + other).plus(c)));
            }
        }
    }
    let joins: [fn([&Formula; 2]) -> Formula; 3] =
        [|[a, b]| (a ^ b).plus(-1), |[a, b]| a + b, |[a, b]| Formula::call("abs", [a - b])];
    let xor = |join| folded(Join::by("^"), pairs(coordinates).map(join));
    pool.extend(joins.into_iter().filter_map(xor));
}

/// Quotients of the larger by the smaller coordinate, as in Euclid's game.
fn extremes(pool: &mut Pool) {
    let (a, b) = (Formula::Var(0), Formula::Var(1));
    let (least, greatest) = (a.min(&b), a.max(&b));
    let both_ways = [(&a, &b), (&b, &a)];
    for (x, y) in both_ways.into_iter().chain([(&greatest, &least)]) {
        let steps = Formula::call("gcdsteps", [x.clone(), y.clone()]);
        pool.add(&steps % 2);
        pool.extend((-1..=1).map(|k| steps.plus(k)));
    }
    pool.extend([&greatest / &least, &greatest % &least, &greatest % least.plus(1)]);
    (2..=3).for_each(|k| pool.compare(&greatest, least.times(k)));
    // floor(|a / b - b / a|) (Nivasch, "The Sprague-Grundy function of the game Euclid", 2006)
    pool.add((&greatest * &greatest - &least * &least) / (&a * &b));
    // Levels of one number over the other: max(1, a // 2^k), where 2^k is the greatest power of two
    // up to b (the value of a cake).
    for (a, b) in both_ways {
        let exponent = Formula::call("bitlen", [b.clone()]).plus(-1);
        pool.add((a / Formula::Int(2).pow(exponent)).max(1));
    }
    for f in ["bitlen", "popcount", "v2", "lowbit"] {
        let [of_a, of_b] = [&a, &b].map(|e| Formula::call(f, [e.clone()]));
        pool.compare(&of_a, of_b);
    }
    for (k, l) in [(2, 1), (3, 1), (3, 2), (4, 3), (5, 2), (5, 3)] {
        both_ways.into_iter().for_each(|(x, y)| pool.compare(&x.times(k), y.times(l)));
    }
    for side in [&a, &b] {
        pool.extend([Comparison::Eq, Comparison::Ne].map(|c| (&a & &b).cmp(c, side)));
    }
    carries(pool);
    golden(pool, &least, &greatest);
    pool.add(least.rem(2).equals(0));
}

/// Golden ratio: P-positions of Wythoff's game, and where Euclid's game is lost.
fn golden(pool: &mut Pool, least: &Formula, greatest: &Formula) {
    let floor = |e: &Formula| e.clone().floor(Quadratic::PHI);
    let distance = greatest - least;
    for c in [0, 1] {
        for condition in comparisons(greatest, floor(least).plus(c)) {
            // Equal heaps are cleared by one move.
            pool.extend([distance.equals(0).op(Op::Or, &condition), condition]);
        }
        pool.compare(least, floor(&distance).plus(c));
    }
    // Where it may be played down to 0, equal numbers are won at once.
    let lost = greatest.clone().between(least, true, floor(least));
    pool.extend([!lost.clone(), lost]);
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
        let carried = (sum(a.clone()) + sum(b.clone()) - sum(&a + &b)).div(p - 1);
        pool.extend([&carried % 2, carried.equals(0), carried]);
    }
}
