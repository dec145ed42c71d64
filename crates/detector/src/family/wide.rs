//! Sequences of integers beyond 64 bits: powers, Fibonacci numbers, lines and polynomials with
//! large coefficients.
//!
//! If enough of the first terms have 64 bits, their laws are compared with all other terms, in big
//! integers; else the shortest linear recurrence is looked for, which covers polynomials too. No
//! exceptions are allowed.

use std::borrow::Cow;

use arith::modular::{PrimeField, shortest_recurrence};
use formula::recurrent;
use num_bigint::BigInt;
use table::{Axis, Column, Table};

use crate::evidence::{Judged, LEAST_TERMS, Proposal, is_enough};
use crate::family::{holonomic, named, recurrence};
use crate::sequences::laws;
use crate::statement::{Subject, Support, predicted, state};
use crate::view::{Sequence, list};

/// Longest recurrence.
const MAX_LENGTH: usize = 8;
/// What a term hit exactly is worth, as in sequences of 64 bits.
const TERM_BITS: u64 = 8;

/// A list of integers of any size.
struct List<'t> {
    name: &'t str,
    axis: &'t Axis,
    terms: Cow<'t, [BigInt]>,
}

/// The laws of a column over one full axis whose values are integers of more than 64 bits; or with
/// `is_lenient` what fits them, whatever its evidence.
pub(crate) fn find(table: &Table, column: &Column, is_lenient: bool) -> Vec<Judged> {
    let Some(Sequence { name, axis, .. }) = Sequence::new(table, column) else { return Vec::new() };
    let Some(terms) = column.values.big() else { return Vec::new() };
    let list = List { name, axis, terms };
    let found = list.of_first_terms();
    if !found.is_empty() {
        return found;
    }
    let term = |i: usize| list.terms[i].clone();
    let mut found: Vec<Judged> = list.recurrent(is_lenient).into_iter().collect();
    if found.is_empty() {
        found.extend(holonomic::find(name, axis, list.terms.len(), &term, is_lenient));
    }
    if found.is_empty() || is_lenient {
        let of_name =
            named::matching(axis.lo, list.terms.len(), &term, 0).into_iter().filter_map(|named| {
                let proposal = named::proposal(name, &axis.name, axis.lo, named)?;
                list.judged(proposal, is_lenient)
            });
        found.extend(of_name);
    }
    found
}

impl List<'_> {
    /// The laws of the terms before the first large one that hold for all.
    fn of_first_terms(&self) -> Vec<Judged> {
        let Self { name, axis, terms } = self;
        let first: Vec<i64> = terms.iter().map_while(|t| i64::try_from(t).ok()).collect();
        let count = first.len();
        if count < LEAST_TERMS {
            return Vec::new();
        }
        let table = list(name, &axis.name, axis.lo, first);
        let Some(sequence) = table.as_ref().and_then(Sequence::of) else { return Vec::new() };
        let holds = |judged: &Judged| {
            let law = &judged.finding.law;
            let start = axis.lo.checked_add(i64::try_from(count).unwrap_or(i64::MAX));
            law.exceptions.is_empty()
                && start.is_some_and(|start| {
                    judged.formula.exact_list(start, terms.len() - count) == terms[count..]
                })
        };
        let all = laws(&sequence).into_iter().filter(holds);
        all.map(|mut judged| {
            judged.finding.add_cells(terms.len() - count, vec![axis.hi]);
            judged.finding.next = predicted(&judged.formula, axis.hi);
            judged
        })
        .collect()
    }

    /// The shortest linear recurrence of all terms, read off the first two thirds.
    fn recurrent(&self, is_lenient: bool) -> Option<Judged> {
        let Self { name, axis, terms } = self;
        let first = &terms[..terms.len().min(recurrence::MAX_TERMS)];
        let fitted = first.len() - first.len() / 3;
        let residues = first[..fitted].iter().map(|term| PrimeField::LARGE.residue_of(term));
        let weights = shortest_recurrence(residues, MAX_LENGTH)?;
        let order = weights.len();
        if order == 0 || terms.len() <= 2 * order {
            return None;
        }
        let first = terms[..order].iter().map(|term| i128::try_from(term).ok());
        let first: Vec<i128> = first.collect::<Option<_>>()?;
        if recurrent(&weights, &first, terms.len()) != **terms {
            return None;
        }
        let proposal = recurrence::proposal(name, &axis.name, weights, axis.lo, first)?;
        self.judged(proposal, is_lenient)
    }

    /// The finding for a proposal that every term obeys.
    fn judged(&self, proposal: Proposal, is_lenient: bool) -> Option<Judged> {
        let Self { name, axis, terms } = self;
        let (bits, fitted) = (proposal.formula.bits(), proposal.fitted);
        let tested = terms.len().checked_sub(fitted)?;
        let tested_bits = TERM_BITS * tested as u64;
        let listed: u64 = terms.iter().map(|term| 1 + term.bits()).sum();
        let is_candidate = is_lenient && u64::from(bits) < listed;
        if !is_candidate && !is_enough(tested, tested_bits, bits, 0) {
            return None;
        }
        let support = Support { fitted, tested, tested_bits, bits };
        let subject = Subject::list(name, &axis.name, axis.lo, axis.hi);
        Some(state(subject, proposal, support, Vec::new()))
    }
}
