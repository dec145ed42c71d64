//! Search for a formula by its values on a sample of positions.
//!
//! A [`Pool`] holds formulas that differ on the sample, the shortest for each list of values.
//! [`Pool::single`] looks the target up, [`Pool::pairs`] as a combination of two: for `+`, `-`, xor
//! and `iff` the missing part is looked up by two numbers that stand for its values, so that pairs cost
//! no more than single formulas; for `min`, `max`, `and`, `or` and `if` the partners are filtered first.
//! Whatever matches the sample still has to be judged on the whole table.

use expr::ast::Comparison;
use hashbrown::HashMap;

use crate::{Formula, Op, PlaceValues};

/// Formulas held at most.
const MAX_ENTRIES: usize = 60_000;
/// Partners tried with each other at most, for each operator.
const MAX_PARTNERS: usize = 300;
/// Conditions tried with each other at most.
const MAX_CONDITIONS: usize = 2000;
/// Pairs of conditions kept, for each operator.
const MAX_FOUND: usize = 200;
/// Places compared at a stroke.
const MASK_PLACES: usize = 128;
/// Conditions and branches tried for a choice.
const MAX_CHOICES: usize = 300;

/// Values of a formula on the sample.
type Values = Vec<i64>;
/// How two values are joined.
type Join = fn(i64, i64) -> Option<i64>;

#[derive(Clone, Debug)]
struct Entry {
    formula: Formula,
    values: Values,
    trace: Trace,
    bits: u32,
}

/// Two numbers that stand for a list of values: one respects sums, the other nim-sums.
///
/// Different lists share one with probability 2^-64; whatever is found by a trace is compared.
#[derive(Clone, Copy, Debug)]
struct Trace {
    sum: u64,
    nim_sum: u64,
}

impl Trace {
    fn of(values: &[i64]) -> Self {
        let (mut sum, mut nim_sum, mut weight) = (0u64, 0u64, 0x9E37_79B9_7F4A_7C15_u64);
        for &value in values {
            let mut digits = value.cast_unsigned();
            sum = sum.wrapping_add(digits.wrapping_mul(weight | 1));
            while digits != 0 {
                nim_sum ^= weight.rotate_left(digits.trailing_zeros());
                digits &= digits - 1;
            }
            // xorshift (Marsaglia 2003)
            weight ^= weight << 13;
            weight ^= weight >> 7;
            weight ^= weight << 17;
        }
        Self { sum, nim_sum }
    }
}

/// Formulas by their values on the sample.
#[derive(Debug)]
pub struct Pool {
    /// The sample.
    places: PlaceValues,
    entries: Vec<Entry>,
    by_sum: HashMap<u64, usize>,
    by_nim_sum: HashMap<u64, usize>,
}

impl Pool {
    /// An empty pool over these positions.
    pub fn new(sample: Vec<Vec<i64>>) -> Self {
        let axes = sample.first().map_or(0, Vec::len);
        let columns = (0..axes).map(|axis| sample.iter().map(|p| p[axis]).collect()).collect();
        let (by_sum, by_nim_sum) = (HashMap::new(), HashMap::new());
        let places = PlaceValues::new(columns, sample.len());
        Self { places, entries: Vec::new(), by_sum, by_nim_sum }
    }

    /// Adds a formula unless it is undefined somewhere on the sample or a shorter one has the same
    /// values. Returns whether it is held.
    pub fn add(&mut self, formula: Formula) -> bool {
        let values = self.places.values(&formula);
        let bits = formula.bits();
        values.is_some_and(|values| self.insert(values, bits, || formula))
    }

    /// Adds each of these formulas.
    pub fn extend(&mut self, formulas: impl IntoIterator<Item = Formula>) {
        formulas.into_iter().for_each(|formula| {
            self.add(formula);
        });
    }

    /// Adds the comparisons of two formulas, in all six forms.
    pub fn compare(&mut self, a: &Formula, b: impl Into<Formula>) {
        let b = b.into();
        let bits = a.equals(&b).bits();
        for comparison in COMPARISONS {
            if let Some(values) = self.places.compared(comparison, a, &b) {
                self.insert(values, bits, || a.cmp(comparison, &b));
            }
        }
    }

    /// Adds `outer` of `key` for all formulas `outer` in one variable, as [`Pool::add`] does.
    pub fn add_all(&mut self, outers: &[Formula], key: &Formula) {
        let Some(inside) = self.places.values(key) else { return };
        let count = inside.len();
        let mut inside = PlaceValues::new(vec![inside], count);
        let more = key.bits() - Formula::Var(0).bits();
        for outer in outers {
            if let Some(values) = inside.values(outer) {
                let bits = outer.bits() + more;
                self.insert(values, bits, || outer.with(std::slice::from_ref(key)));
            }
        }
    }

    fn insert(&mut self, values: Values, bits: u32, formula: impl FnOnce() -> Formula) -> bool {
        let trace = Trace::of(&values);
        if let Some(&i) = self.by_sum.get(&trace.sum) {
            // A list with the trace of another one is lost, as one that is held is.
            let entry = &mut self.entries[i];
            let is_shorter = bits < entry.bits && values == entry.values;
            if is_shorter {
                (entry.formula, entry.bits) = (formula(), bits);
            }
            return is_shorter;
        }
        if self.entries.len() >= MAX_ENTRIES || patience::is_over() {
            return false;
        }
        self.by_sum.insert(trace.sum, self.entries.len());
        self.by_nim_sum.insert(trace.nim_sum, self.entries.len());
        self.entries.push(Entry { formula: formula(), values, trace, bits });
        true
    }

    /// The values of a formula on the sample; `None` where one of them is not defined.
    pub fn values(&mut self, formula: &Formula) -> Option<Vec<i64>> {
        self.places.values(formula)
    }

    /// The held formula with the target's values.
    pub fn single(&self, target: &[i64]) -> Option<Formula> {
        self.lookup(target).cloned()
    }

    /// The held formulas that differ from the target at a few places, the shortest first.
    pub fn nearly(&self, target: &[i64], most: usize) -> Vec<&Formula> {
        let differs = |entry: &Entry| {
            entry.values.iter().zip(target).filter(|(a, b)| a != b).take(most + 1).count()
        };
        let mut near: Vec<&Entry> = self.entries.iter().filter(|e| differs(e) <= most).collect();
        near.sort_by_key(|entry| entry.bits);
        near.into_iter().map(|entry| &entry.formula).collect()
    }

    /// Combinations of two held formulas with the target's values, the shortest first.
    pub fn pairs(&self, target: &[i64]) -> Vec<Formula> {
        let mut order: Vec<&Entry> = self.entries.iter().collect();
        order.sort_by_key(|e| e.bits);
        let mut found: Vec<Formula> = Vec::new();
        self.complements(target, &order, &mut found);
        if is_truth(target) {
            self.conditions(target, &order, &mut found);
        } else {
            extremes(target, &order, &mut found);
            products(target, &order, &mut found);
        }
        choices(target, &order, &mut found);
        found.sort_by_key(Formula::bits);
        found.dedup();
        found
    }

    /// All held formulas, the shortest first.
    pub fn formulas(&self) -> Vec<&Formula> {
        let mut entries: Vec<&Entry> = self.entries.iter().collect();
        entries.sort_by_key(|e| e.bits);
        entries.into_iter().map(|e| &e.formula).collect()
    }

    fn lookup(&self, values: &[i64]) -> Option<&Formula> {
        let held = |entry: &&Entry| entry.values == values;
        self.at(&self.by_sum, Trace::of(values).sum).filter(held).map(|entry| &entry.formula)
    }

    fn at(&self, index: &HashMap<u64, usize>, trace: u64) -> Option<&Entry> {
        index.get(&trace).map(|&i| &self.entries[i])
    }

    fn complements(&self, target: &[i64], order: &[&Entry], found: &mut Vec<Formula>) {
        // The partner found is in the same order later on: sums are kept the way round that reads
        // better, with multiples first and constants last.
        let late = |e: &Formula| match (e, e.binary()) {
            (_, Some((Op::Mul, ..))) => 0,
            (Formula::Int(_), _) => 2,
            _ => 1,
        };
        let is_truth = is_truth(target);
        let mut keep = |a: &Formula, op: Op, b: &Formula| {
            if is_truth && a.is_condition() && b.is_condition() {
                // Conditions that are never true together: the sum says `or`.
                if op == Op::Add {
                    found.push(a.clone().op(Op::Or, b));
                }
                return;
            }
            let (first, second) = if op != Op::Sub && late(a) > late(b) { (b, a) } else { (a, b) };
            found.push(first.clone().op(op, second));
        };
        let whole = Trace::of(target);
        for a in order {
            let by_sum = |sum: u64| self.at(&self.by_sum, sum);
            let ways: [(Op, Option<&Entry>, Join); 3] = [
                (Op::Add, by_sum(whole.sum.wrapping_sub(a.trace.sum)), i64::checked_add),
                (Op::Sub, by_sum(a.trace.sum.wrapping_sub(whole.sum)), i64::checked_sub),
                (Op::Xor, self.at(&self.by_nim_sum, whole.nim_sum ^ a.trace.nim_sum), |x, y| {
                    Some(x ^ y)
                }),
            ];
            for (op, partner, join) in ways {
                if let Some(b) = partner.filter(|b| gives(&a.values, &b.values, target, join)) {
                    keep(&a.formula, op, &b.formula);
                }
            }
        }
    }

    /// `a and b`, `a or b`, `a iff b` for a target of truth values.
    fn conditions(&self, target: &[i64], order: &[&Entry], found: &mut Vec<Formula>) {
        let conditions: Vec<&Entry> =
            order.iter().copied().filter(|e| e.formula.is_condition()).collect();
        for entry in &conditions {
            let same: Values =
                entry.values.iter().zip(target).map(|(&v, &t)| i64::from(v == t)).collect();
            if let Some(b) = self.lookup(&same).filter(|b| b.is_condition()) {
                found.push(entry.formula.clone().op(Op::Iff, b));
            }
        }
        connected(Op::And, target, &conditions, found);
        connected(Op::Or, target, &conditions, found);
    }
}

/// `a and b`, or `a or b`.
fn connected(logic: Op, target: &[i64], conditions: &[&Entry], found: &mut Vec<Formula>) {
    // Which places are true, as binary digits: pairs of conditions are compared at a stroke.
    let mask = |values: &[i64]| {
        values.iter().take(MASK_PLACES).fold(0u128, |m, &v| m << 1 | u128::from(v != 0))
    };
    let wanted = mask(target);
    let is_and = logic == Op::And;
    // A partner of `and` is true wherever the target is, one of `or` false wherever it is.
    let fits =
        |&(_, m): &(&Entry, u128)| if is_and { m & wanted == wanted } else { m & !wanted == 0 };
    let partners = conditions.iter().map(|&e| (e, mask(&e.values))).filter(fits);
    let partners: Vec<(&Entry, u128)> = partners.take(MAX_CONDITIONS).collect();
    let join: Join = if is_and { |x, y| Some(x.min(y)) } else { |x, y| Some(x.max(y)) };
    let pairs = (0..partners.len()).flat_map(|i| (0..i).map(move |j| (j, i)));
    let is_target = |&(j, i): &(usize, usize)| {
        let ((a, ma), (b, mb)) = (partners[j], partners[i]);
        let joined = if is_and { ma & mb } else { ma | mb };
        // The masks leave some places out.
        let rest = target.len().min(MASK_PLACES);
        joined == wanted && gives(&a.values[rest..], &b.values[rest..], &target[rest..], join)
    };
    let joined =
        |(j, i): (usize, usize)| partners[j].0.formula.clone().op(logic, &partners[i].0.formula);
    found.extend(pairs.filter(is_target).take(MAX_FOUND).map(joined));
}

/// Whether all values are 0 or 1.
fn is_truth(target: &[i64]) -> bool {
    target.iter().all(|v| (0..=1).contains(v))
}

/// Whether two lists joined give the target.
fn gives(a: &[i64], b: &[i64], target: &[i64], join: impl Fn(i64, i64) -> Option<i64>) -> bool {
    a.iter().zip(b).zip(target).all(|((&x, &y), &t)| join(x, y) == Some(t))
}

/// The pairs of those held formulas that fit, each time the shorter formula first.
fn pairs<'e>(
    order: &[&'e Entry],
    fits: impl Fn(&Entry) -> bool,
) -> impl Iterator<Item = (&'e Entry, &'e Entry)> {
    let partners: Vec<&Entry> =
        order.iter().copied().filter(|e| fits(e)).take(MAX_PARTNERS).collect();
    (0..partners.len()).flat_map(move |i| {
        partners[..i].iter().map(|shorter| (*shorter, partners[i])).collect::<Vec<_>>()
    })
}

/// `min(a, b)` and `max(a, b)`.
fn extremes(target: &[i64], order: &[&Entry], found: &mut Vec<Formula>) {
    for (name, pick) in [("min", i64::min as fn(i64, i64) -> i64), ("max", i64::max)] {
        let fits = |e: &Entry| {
            let beyond = e.values.iter().zip(target).all(|(&v, &t)| pick(v, t) == t);
            // A partner that never is the value itself would be idle.
            beyond && e.values.iter().zip(target).any(|(v, t)| v == t)
        };
        let equal = pairs(order, fits)
            .filter(|(a, b)| gives(&a.values, &b.values, target, |x, y| Some(pick(x, y))));
        found.extend(
            equal.map(|(a, b)| Formula::call(name, [&a.formula, &b.formula].map(Formula::clone))),
        );
    }
}

/// `a * b`.
fn products(target: &[i64], order: &[&Entry], found: &mut Vec<Formula>) {
    let divides = |v: i64, t: i64| t == 0 || t.checked_rem(v) == Some(0);
    let fits = |e: &Entry| {
        let fits = e.values.iter().zip(target).all(|(&v, &t)| divides(v, t));
        // A constant is a multiple, which the pool has.
        fits && e.values.iter().any(|&v| v != e.values[0])
    };
    let equal =
        pairs(order, fits).filter(|(a, b)| gives(&a.values, &b.values, target, i64::checked_mul));
    found.extend(equal.map(|(a, b)| &a.formula * &b.formula));
}

/// `if c then a else b`, with `c` a comparison.
fn choices(target: &[i64], order: &[&Entry], found: &mut Vec<Formula>) {
    if is_truth(target) {
        return;
    }
    let comparisons = order.iter().filter(|e| e.formula.comparison().is_some()).take(MAX_CHOICES);
    let branches = order.iter().filter(|e| !e.formula.is_condition()).take(2 * MAX_CHOICES);
    let branches: Vec<&&Entry> = branches.collect();
    for condition in comparisons {
        let agrees = |e: &Entry, side: i64| {
            let mut cells = condition.values.iter().zip(&e.values).zip(target);
            cells.all(|((&c, &v), &t)| c != side || v == t)
        };
        let branch = |side: i64| branches.iter().find(|e| agrees(e, side));
        // A side that is empty, or a single position, is no case.
        let mixed = [0, 1].iter().all(|s| condition.values.iter().filter(|v| *v == s).count() > 4);
        if mixed
            && let Some(yes) = branch(1)
            && let Some(no) = branch(0)
        {
            found.push(condition.formula.clone().choose(&yes.formula, &no.formula));
        }
    }
}

const COMPARISONS: [Comparison; 6] = {
    use Comparison::{Eq, Ge, Gt, Le, Lt, Ne};
    [Eq, Ne, Lt, Le, Gt, Ge]
};

/// `a = b`, `a < b`, ... in all six forms.
pub fn comparisons(a: &Formula, b: impl Into<Formula>) -> [Formula; 6] {
    let b = b.into();
    COMPARISONS.map(|c| a.cmp(c, &b))
}
