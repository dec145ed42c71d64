//! Functions of a set given by its bits: of its size, the sum and the nim-sum of its elements, how many of
//! them have a residue or a neighbour, or a nim-sum of a function of each element.
//!
//! A law says nothing of the bits: it is found in these numbers and stated by them.

use expr::law::LawKind;
use formula::search::Pool;
use formula::{Formula, Op};
use message::Message;

use crate::evidence::{Judged, Proposal, judge};
use crate::statement::statement;
use crate::view::Sequence;
use crate::vocabulary;

/// Fewest elements that a set can have.
const LEAST_ELEMENTS: usize = 6;
/// Sets compared before the whole table.
const SAMPLE: usize = 512;
/// Candidates judged on the whole table.
const MAX_CANDIDATES: usize = 8;
/// Greatest modulus by which elements are told apart.
const MAX_MODULUS: i64 = 4;

/// A number that a set has: its name as the rule language writes it, and its value from the bits.
struct Feature {
    words: String,
    formula: Formula,
}

/// The laws of a list over all sets of the elements `first, first + 1, ...`, each given by its bits.
pub(crate) fn find(sequence: &Sequence<'_>, first: i64) -> Vec<Judged> {
    let elements = (sequence.len() as u64).ilog2() as usize;
    if elements < LEAST_ELEMENTS || sequence.axis.lo != 0 || !sequence.len().is_power_of_two() {
        return Vec::new();
    }
    if let Some(law) = by_elements(sequence, first, elements) {
        return vec![law];
    }
    let features = features(&sequence.axis.name, first, elements);
    let step = (sequence.len() / SAMPLE).max(1) | 1;
    let places: Vec<usize> = (0..sequence.len()).step_by(step).collect();
    let target: Vec<i64> = places.iter().map(|&i| sequence.get(i)).collect();
    let numbers = |i: &usize| {
        features.iter().map(|f| f.formula.eval(&[sequence.coordinate(*i)])).collect::<Option<_>>()
    };
    let Some(sample) = places.iter().map(numbers).collect() else { return Vec::new() };
    let mut pool = Pool::new(sample);
    pool.extend((0..=2).map(Formula::Int));
    let outers = vocabulary::outers();
    (0..features.len()).for_each(|at| pool.add_all(&outers, &Formula::Var(at)));
    let found = pool.single(&target).map_or_else(|| pool.pairs(&target), |single| vec![single]);
    let names: Vec<String> = features.iter().map(|feature| feature.words.clone()).collect();
    let values: Vec<Formula> = features.into_iter().map(|feature| feature.formula).collect();
    let law = |formula: Formula| {
        let words = statement(sequence.name, &sequence.axis.name, &formula, &formula.expr(&names));
        stated(sequence, formula.with(&values), formula.bits(), words)
    };
    found.into_iter().take(MAX_CANDIDATES).find_map(law).into_iter().collect()
}

/// The law by which the value of a set is the nim-sum of a function of each element.
fn by_elements(sequence: &Sequence<'_>, first: i64, elements: usize) -> Option<Judged> {
    let values: Vec<i64> = (0..elements).map(|at| sequence.get(1 << at)).collect();
    let is_sum = |i: usize| {
        let lowest = i.trailing_zeros() as usize;
        sequence.get(i) == sequence.get(i & (i - 1)) ^ values[lowest]
    };
    if sequence.get(0) != 0 || values.iter().any(|v| *v < 0) || !(1..sequence.len()).all(is_sum) {
        return None;
    }
    let places = (first..).take(elements).map(|x| vec![x]).collect();
    // The size says as much as a one for each element.
    let own = vocabulary::pool(places).single(&values).filter(|own| *own != Formula::Int(1))?;
    let greatest = values.iter().max()?.checked_ilog2().map_or(0, |bit| bit + 1);
    let digit = |k: u32| {
        let bits = mask(elements, |at| values[at] >> k & 1 == 1);
        (1i64 << k, count(bits) % 2)
    };
    let formula = Formula::sum((0..greatest).map(digit))?;
    let name = &sequence.axis.name;
    let body = own.expr(&["x".to_owned()]);
    let words = match own.is_condition() {
        true => format!("{}({name}) = count{{{body} for x in {name}}} % 2", sequence.name),
        false => format!("{}({name}) = xor{{{body} for x in {name}}}", sequence.name),
    };
    stated(sequence, formula, own.bits(), words)
}

/// The law with these words, where it holds of the whole table; `bits` is the size of what it says.
fn stated(
    sequence: &Sequence<'_>,
    formula: Formula,
    bits: u32,
    words: impl Into<Message>,
) -> Option<Judged> {
    let fitted = (2 * bits as usize).min(sequence.len() / 2);
    judge(sequence, Proposal::new(LawKind::Closed, formula, fitted).said(words))?.exact()
}

/// The bits of the elements, by their number from 0, that belong.
fn mask(elements: usize, belongs: impl Fn(usize) -> bool) -> i64 {
    (0..elements).filter(|&at| belongs(at)).fold(0, |mask, at| mask | 1 << at)
}

/// How many of these bits the set has.
fn count(bits: i64) -> Formula {
    Formula::call("popcount", [Formula::Var(0).op(Op::BitAnd, bits)])
}

fn features(name: &str, first: i64, elements: usize) -> Vec<Feature> {
    let set = || Formula::Var(0);
    let element = |at: usize| first + at as i64;
    let mut all = vec![Feature {
        words: format!("size({name})"),
        formula: Formula::call("popcount", [set()]),
    }];
    let width = (u64::BITS - (element(elements - 1).max(1) as u64).leading_zeros()).min(62);
    let digits = |k: u32| count(mask(elements, |at| element(at) >> k & 1 == 1));
    if first >= 0 {
        let sum = Formula::sum((0..width).map(|k| (1 << k, digits(k))));
        let nim_sum = Formula::sum((0..width).map(|k| (1 << k, digits(k) % 2)));
        let named = [("sum", sum), ("xor", nim_sum)];
        all.extend(named.into_iter().filter_map(|(word, formula)| {
            Some(Feature { words: format!("{word}{{x for x in {name}}}"), formula: formula? })
        }));
    }
    for m in 2..=MAX_MODULUS {
        all.extend((0..m).map(|r| Feature {
            words: format!("count{{x % {m} = {r} for x in {name}}}"),
            formula: count(mask(elements, |at| element(at).rem_euclid(m) == r)),
        }));
    }
    all.push(Feature {
        words: format!("count{{x - 1 in {name} for x in {name}}}"),
        formula: Formula::call("popcount", [set().op(Op::BitAnd, set().times(2))]),
    });
    all.extend([0, elements - 1].map(|at| Feature {
        words: format!("count{{x = {} for x in {name}}}", element(at)),
        formula: count(1 << at),
    }));
    all
}
