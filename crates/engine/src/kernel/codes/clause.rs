//! A clause of a one-heap rule as moves of a code: quantifiers with finitely many values are
//! unrolled, what is left is looked at by [`super::shape`].

use super::super::linear::{Demand, Linear, SLOTS, demand};
use super::{MAX_MOVES, shape};
use arith::sets::NumberSet;
use clauses::term::{Op, Term};
use clauses::{Clause, Domain, OptionPart};
use hashbrown::HashMap;
use kernels::codes::Move;

/// Slot of the heap.
const HEAP: usize = 0;

/// A clause some of whose quantifiers have been given a value.
#[derive(Clone, Debug)]
struct Draft {
    /// Slots of the other quantifiers.
    free: Vec<usize>,
    conditions: Vec<Term>,
    parts: Vec<Term>,
}

/// Adds the moves the clause is; `None` when it is none of a code, or not recognised.
pub(super) fn moves(heap: &str, clause: &Clause, all: &mut Vec<Move>) -> Option<()> {
    let mut slots: HashMap<String, usize> = HashMap::new();
    slots.insert(heap.to_owned(), HEAP);
    if clause.binders.len() >= SLOTS {
        return None;
    }
    let mut draft = Draft { free: Vec::new(), conditions: Vec::new(), parts: Vec::new() };
    let mut listed: Vec<(usize, &[i64])> = Vec::new();
    for (slot, (name, domain)) in (HEAP + 1..).zip(&clause.binders) {
        let term = |e| Term::from_expr(e, &slots);
        match domain {
            Domain::Range(lo, hi) => {
                draft.conditions.push(Term::op(Op::Le, term(lo)?, Term::Slot(slot)));
                draft.conditions.push(Term::op(Op::Le, Term::Slot(slot), term(hi)?));
                draft.free.push(slot);
            }
            Domain::Set(NumberSet::Finite(values), limit) => {
                if let Some(limit) = limit {
                    draft.conditions.push(Term::op(Op::Le, Term::Slot(slot), term(limit)?));
                }
                listed.push((slot, values));
            }
            Domain::Set(..) => return None,
        }
        if slots.insert(name.clone(), slot).is_some() {
            return None;
        }
    }
    for guard in &clause.guards {
        draft.conditions.push(Term::from_expr(guard, &slots)?);
    }
    for part in &clause.parts {
        let OptionPart::Point(at) = part else { return None };
        let [at] = &at[..] else { return None };
        draft.parts.push(Term::from_expr(at, &slots)?);
    }
    let mut drafts = vec![draft];
    for (slot, values) in listed {
        if drafts.len().saturating_mul(values.len()) > MAX_MOVES {
            return None;
        }
        let each = |draft: &Draft| {
            values.iter().map(|&v| draft.with(slot, &Term::Const(v))).collect::<Vec<_>>()
        };
        drafts = drafts.iter().flat_map(each).collect();
    }
    let mut budget = MAX_MOVES;
    drafts.iter().try_for_each(|draft| draft.moves(&mut budget, all))
}

impl Draft {
    /// With a value in place of a quantifier.
    fn with(&self, slot: usize, value: &Term) -> Self {
        let put = |terms: &[Term]| terms.iter().map(|t| t.with(slot, value)).collect();
        Self {
            free: self.free.iter().copied().filter(|&s| s != slot).collect(),
            conditions: put(&self.conditions),
            parts: put(&self.parts),
        }
    }

    /// The moves of all values of the quantifiers that are left.
    fn moves(&self, budget: &mut usize, all: &mut Vec<Move>) -> Option<()> {
        *budget = budget.checked_sub(1)?;
        let mut demands = Vec::new();
        let read = self.conditions.iter().map(|c| demand(c, true, &mut demands));
        let is_linear = read.collect::<Vec<_>>().into_iter().all(|r| r.is_some());
        let false_everywhere = |d: &Demand| match d {
            Demand::AtLeastZero(form) => form.as_number().is_some_and(|c| c < 0),
            Demand::NotZero(form) => form.as_number() == Some(0),
        };
        if is_linear && demands.iter().any(false_everywhere) {
            return Some(());
        }
        for &slot in &self.free {
            let Some((least, count)) = values(slot, &demands) else { continue };
            if count > *budget as i64 {
                return None;
            }
            return (0..count).try_for_each(|step| {
                let value = least.plus(1, Linear::number(step))?;
                self.with(slot, &value.term()).moves(budget, all)
            });
        }
        if !is_linear {
            return None;
        }
        let parts = self.parts.iter().map(Linear::of).collect::<Option<Vec<_>>>()?;
        shape::moves(&self.free, &parts, &demands, all)
    }
}

/// The least value of the quantifier and how many values it has, when that is the same number for
/// every heap and all other quantifiers.
fn values(slot: usize, demands: &[Demand]) -> Option<(Linear, i64)> {
    let ends = |sign: i64| {
        demands.iter().filter_map(move |demand| match demand {
            Demand::AtLeastZero(form) if form.coefficients[slot] == sign => {
                // sign * slot + rest >= 0.
                Linear::ZERO.plus(-sign, *form)?.plus(1, Linear::slot(slot))
            }
            _ => None,
        })
    };
    ends(1).find_map(|least| {
        ends(-1).find_map(|most| {
            let last = most.plus(-1, least)?.as_number()?;
            Some((least, last.checked_add(1)?.max(0)))
        })
    })
}
