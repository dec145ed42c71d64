//! Clauses with fewer quantifiers: those of one value are put in, and several whose values do not
//! depend on the position become one, the number of a choice.

use crate::space::Space;
use arith::sets::NumberSet;
use clauses::exact::Exact;
use clauses::term::Term;
use clauses::{Clause, Domain};
use expr::ast::{Expr, Node};
use expr::build::element;
use expr::substitute::{Bindings, int, mentions};

/// A clause with one quantifier in place of several.
pub(super) struct Listed {
    pub(super) clause: Clause,
    /// Whether it asks less of a choice, and the several had the same values for every choice.
    pub(super) is_shorter: bool,
}

/// The clause with the values of quantifiers that have only one (unrolled ones) put in; not where a
/// guard on it would then be asked before other quantifiers have values, and may have none itself.
pub(super) fn without_fixed(clause: &Clause, space: &Space) -> Clause {
    let mut fixed = Bindings::default();
    let mut binders = Vec::new();
    let is_total = |e: &Expr| {
        let names = space.axes.iter().map(|axis| &axis.name);
        let names = names.chain(clause.binders.iter().map(|(name, _)| name));
        let slots = names.cloned().enumerate().map(|(i, name)| (name, i)).collect();
        Term::from_expr(e, &slots).is_some_and(|term| term.is_total())
    };
    for (name, domain) in &clause.binders {
        let is_first = binders.is_empty();
        let may_go =
            || is_first || clause.guards.iter().filter(|guard| mentions(guard, name)).all(is_total);
        match domain.bound(&fixed) {
            Domain::Range(lo, hi) if lo == hi && matches!(lo.node, Node::Int(_)) && may_go() => {
                fixed.names.insert(name.clone(), lo);
            }
            domain => binders.push((name.clone(), domain)),
        }
    }
    Clause {
        binders,
        guards: fixed.all(&clause.guards),
        parts: clause.parts.iter().map(|part| part.bound(&fixed)).collect(),
        ..clause.clone()
    }
}

/// Every choice with each value that the next quantifier has after it, by what gives the value of an end
/// for each; `None` where there are too many, or no list of them.
fn lengthened(
    choices: &[Vec<i64>],
    domain: &Domain,
    ends: &dyn Fn(&Expr) -> Option<Vec<i64>>,
) -> Option<Vec<Vec<i64>>> {
    const MAX_CHOICES: usize = 4096;
    let with = |choice: &[i64], value: i64| [choice, &[value]].concat();
    let mut all = Vec::new();
    match domain {
        Domain::Range(lo, hi) => {
            for (choice, (lo, hi)) in choices.iter().zip(ends(lo)?.into_iter().zip(ends(hi)?)) {
                let length = hi.checked_sub(lo)?.checked_add(1)?;
                if length > (MAX_CHOICES - all.len()) as i64 {
                    return None;
                }
                all.extend((lo..=hi).map(|value| with(choice, value)));
            }
        }
        Domain::Set(NumberSet::Finite(values), None) => {
            if choices.len().checked_mul(values.len())? > MAX_CHOICES {
                return None;
            }
            for choice in choices {
                all.extend(values.iter().map(|value| with(choice, *value)));
            }
        }
        Domain::Set(..) => return None,
    }
    Some(all)
}

/// The clause with one quantifier, the number of a choice, in place of several whose values do not
/// depend on the position; `None` where they do, or the choices are many.
pub(super) fn in_one_list(clause: &Clause, exact: &Exact) -> Option<Listed> {
    const NUMBER: &str = "the number of the choice";
    if clause.binders.len() < 2 {
        return None;
    }
    let names: Vec<String> = clause.binders.iter().map(|(name, _)| name.clone()).collect();
    let mut guards: Vec<&Expr> = clause.guards.iter().collect();
    let mut all: Vec<Vec<i64>> = vec![Vec::new()];
    for (i, (_, domain)) in clause.binders.iter().enumerate() {
        // The value of what depends on the quantifiers so far alone, and has one for each choice.
        let values = |e: &Expr, known: usize, all: &[Vec<i64>]| {
            let program = exact.program(e, &names[..known]).ok()?;
            let value =
                |choice| i64::try_from(clauses::exact::integer(&program, choice).ok()?).ok();
            all.iter().map(|choice| value(choice)).collect::<Option<Vec<_>>>()
        };
        all = lengthened(&all, domain, &|end| values(end, i, &all))?;
        guards.retain(|guard| {
            let Some(truth) = values(guard, i + 1, &all) else { return true };
            let mut truth = truth.into_iter();
            all.retain(|_| truth.next() != Some(0));
            false
        });
    }
    if all.is_empty() {
        return None;
    }
    let mut chosen = Bindings::default();
    for (i, name) in names.into_iter().enumerate() {
        let values = all.iter().map(|choice| int(choice[i])).collect();
        let list = Expr::from(Node::List(values));
        chosen.names.insert(name, element(list, expr::substitute::name(NUMBER)));
    }
    let last = Expr::from(Node::Int(all.len() as i128 - 1));
    let is_fixed = |domain: &Domain| match domain {
        Domain::Range(lo, hi) => [lo, hi].iter().all(|e| matches!(e.node, Node::Int(_))),
        Domain::Set(..) => true,
    };
    let is_shorter = guards.len() < clause.guards.len()
        && clause.binders.iter().all(|(_, domain)| is_fixed(domain));
    let clause = Clause {
        binders: vec![(NUMBER.to_owned(), Domain::Range(int(0), last))],
        guards: guards.into_iter().map(|guard| chosen.expr(guard)).collect(),
        parts: clause.parts.iter().map(|part| part.bound(&chosen)).collect(),
        ..clause.clone()
    };
    Some(Listed { clause, is_shorter })
}
