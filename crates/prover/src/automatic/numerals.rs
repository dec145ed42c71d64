//! In which numeration a law is definable: read off its functions and irrational numbers.

use crate::Result;
use crate::unproved::not_found;
use arith::Quadratic;
use automata::{Automaton, Formula, Limits, Numeration, Relation, Solver, Term};
use expr::ast::{Expr, Node};
use expr::walk::children;
use logic::formula::{Linear, Machine};
use logic::numeration::Numeration as Proved;
use meaning::game::{Clause, Game, Law};
use meaning::reading::Reader;
use rule::ast::Definition;
use serde_json::{Value, json};
use std::cmp::Ordering;
use std::collections::BTreeMap;
use std::ops::RangeInclusive;
use verify::core::States;

/// Bases that are tried, the first that can read a law.
const BASES: RangeInclusive<u32> = 2..=10;
/// Greatest `d` of the slopes `[0; d, d, ...]` that are tried.
const MAX_QUOTIENT: u32 = 35;

/// A numeration, for the search, for the checker, and as certificates have it.
#[derive(Debug)]
pub(super) struct Numerals {
    pub(super) search: Numeration,
    pub(super) proved: Proved,
    pub(super) written: Value,
}

/// What a law asks for.
#[derive(Default)]
struct Needs {
    /// Irrational slopes between 0 and 1.
    slopes: Vec<Quadratic>,
    zeckendorf: bool,
}

impl Numerals {
    /// The numerations in which the law may be definable: that which its functions and irrational
    /// numbers ask for, or small bases when there are none.
    ///
    /// # Errors
    /// No numeration is known for them.
    pub(super) fn candidates(game: &Game, law: &Law) -> Result<Vec<Self>> {
        let mut needs = Needs::default();
        let (Law::Outcome { wins: e, .. } | Law::Value(e)) = law;
        needs.collect(game, e);
        let mut sets = game.clauses().iter().flat_map(Clause::sets);
        needs.zeckendorf |= sets.any(is_fibonacci);
        if needs.slopes.is_empty() && !needs.zeckendorf {
            return BASES.map(Self::base).collect();
        }
        let d = if needs.zeckendorf { 1 } else { field(&needs.slopes)? };
        let search = Numeration::ostrowski(d)?;
        let first = if d == 1 { [1, 2] } else { [1, i128::from(d)] };
        let numerals = Self::recurrent(search, &[i128::from(d), 1], &first)?;
        Ok(vec![numerals.with_slopes(d, &needs.slopes)?])
    }

    fn base(base: u32) -> Result<Self> {
        let proved = Proved::base(base).ok_or_else(|| not_found("there is no such base"))?;
        let search = Numeration::base(base)?;
        Ok(Self { search, proved, written: json!({"base": base}) })
    }

    fn recurrent(search: Numeration, weights: &[i128], first: &[i128]) -> Result<Self> {
        let words = machine(&search.numbers("n"));
        let text = written(&words);
        let proved = Proved::new(weights, first, words)?;
        let written = json!({"weights": weights, "first": first, "words": text});
        Ok(Self { search, proved, written })
    }

    fn with_slopes(mut self, d: u32, slopes: &[Quadratic]) -> Result<Self> {
        let mut listed = Vec::new();
        for &slope in slopes {
            let pairs = machine(&multiples(&self.search, d, slope)?);
            let (p, q, r, root) = slope.parts();
            let text = format!("({p} + {q} * sqrt({root})) / {r}");
            listed.push(json!({"slope": text, "machine": written(&pairs)}));
            self.proved.add_slope(slope, pairs)?;
        }
        if !listed.is_empty() {
            self.written["slopes"] = listed.into();
        }
        Ok(self)
    }
}

impl Needs {
    fn collect(&mut self, game: &Game, law: &Expr) {
        let mut open = vec![law];
        let mut unfolded = Vec::new();
        while let Some(e) = open.pop() {
            if let Node::Call(function, arguments) = &e.node {
                self.zeckendorf |= matches!(function.as_str(), "zeckendorf" | "zeckendorf_regular");
                if let ("floor", [inner]) = (function.as_str(), &arguments[..]) {
                    self.add_slope(inner);
                }
                let own = |d: &&Definition| d.name == *function && !unfolded.contains(function);
                if let Some(definition) = game.definitions().iter().find(own) {
                    unfolded.push(function.clone());
                    open.push(&definition.body);
                }
            }
            self.zeckendorf |= is_fibonacci(e);
            children(e, &mut |e| open.push(e));
        }
    }

    /// Adds the irrational number of which this is a multiple, if it is one.
    fn add_slope(&mut self, e: &Expr) {
        let Some(binary) = Proved::base(2) else { return };
        let mut reader = Reader::new(&[], &binary);
        let mut open = vec![e];
        while let Some(e) = open.pop() {
            match &e.node {
                Node::Name(name) if name != "phi" => reader.name(name, Linear::variable(0)),
                _ => children(e, &mut |e| open.push(e)),
            }
        }
        if let Some((slope, _)) = reader.multiple(e)
            && slope.parts().1 != 0
            && let Ok(whole) = slope.floor()
            && let Ok(rest) = slope.checked_sub(Quadratic::integer(whole))
            && !self.slopes.iter().any(|known| known.compare(rest) == Ok(Ordering::Equal))
        {
            self.slopes.push(rest);
        }
    }
}

/// Whether it is the set of Fibonacci's numbers.
fn is_fibonacci(e: &Expr) -> bool {
    e.as_name() == Some("fibonacci")
}

/// `[0; d, d, d, ...]`.
fn root(d: u32) -> Option<Quadratic> {
    let d = i128::from(d);
    Quadratic::new(-d, 1, 2, d * d + 4).ok()
}

/// The least `d` with all slopes in the field of `[0; d, d, d, ...]`.
fn field(slopes: &[Quadratic]) -> Result<u32> {
    let has = |root: Quadratic| slopes.iter().all(|slope| slope.checked_add(root).is_ok());
    (1..=MAX_QUOTIENT)
        .find(|&d| root(d).is_some_and(has))
        .ok_or_else(|| not_found("no numeration is known for the irrational numbers of the law"))
}

/// The slope as `(p + q * [0; d, d, ...]) / r` with `r > 0`.
fn in_terms(slope: Quadratic, d: u32) -> Option<[i128; 3]> {
    let d = i128::from(d);
    let (p, q, r, radicand) = slope.parts();
    // q sqrt(radicand) = x / y sqrt(d^2 + 4), and sqrt(d^2 + 4) = 2 [0; d, d, ...] + d
    let own = Quadratic::new(0, q, 1, radicand).ok()?;
    let ratio = own.checked_div(Quadratic::new(0, 1, 1, d * d + 4).ok()?).ok()?;
    let (x, 0, y, _) = ratio.parts() else { return None };
    let product = |a: i128, b: i128| a.checked_mul(b);
    let all = [product(p, y)?.checked_add(product(x, d)?)?, product(x, 2)?, product(r, y)?];
    let common =
        all.iter().fold(0, |common, part| arith::integer::gcd(common, part.unsigned_abs()));
    let common = i128::try_from(common).ok()?;
    Some(all.map(|part| part / common))
}

/// The pairs `k, floor(slope * k)`. With `x = [0; d, d, ...]`, whose multiples the numeration knows,
/// `floor((p + q x) k / r)` is `floor((p k + floor(q x k)) / r)`, and `floor(-x j) = -floor(x j) - 1`
/// for `j >= 1`.
fn multiples(numeration: &Numeration, d: u32, slope: Quadratic) -> Result<Automaton> {
    let [p, q, r] = in_terms(slope, d).ok_or_else(|| not_found("a slope exceeds 128 bits"))?;
    let limits = Limits::default();
    let pairs = numeration.multiples("k", "m", &limits)?;
    let pairs = pairs.ok_or_else(|| not_found("a numeration without multiples"))?;
    let relation = Relation::new("multiple", &["k", "m"], numeration, pairs)?;
    let (k, m, inner) = (|| Term::from("k"), || Term::from("m"), || Term::from("inner"));
    let rest = |inner: Term| k() * p + inner - m() * r;
    let rounded = |inner: Term| rest(inner.clone()).at_least(0).and(rest(inner).below(r));
    let own = relation.of([k() * q.abs(), inner()])?;
    let body = if q > 0 {
        rounded(inner())
    } else {
        let zero = k().equals(0).and(m().equals(0));
        zero.or(k().above(0).and(rounded(Term::from(-1) - inner())))
    };
    let formula = Formula::exists(["inner"], own.and(body));
    Ok(Solver::new(numeration).satisfying(&formula)?)
}

/// An automaton as the checker has it.
pub(super) fn machine(automaton: &Automaton) -> Machine {
    let accepting = (0..automaton.states()).map(|q| automaton.is_accepting(q)).collect();
    let row = |q| automaton.transitions(q).collect::<BTreeMap<_, _>>();
    Machine { accepting, steps: (0..automaton.states()).map(row).collect() }
}

/// A machine as certificates have it.
pub(super) fn written(machine: &Machine) -> Value {
    json!(States::of(machine))
}
