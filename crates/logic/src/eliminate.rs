//! Substitutes variables that equations fix, so that their digits need not be tried.

use crate::formula::{Formula, Linear, Sign, Variable};
use std::collections::BTreeSet;

/// The conjuncts of a formula, without the variables for which an equation among them can be solved
/// and that occur in linear forms alone: where `v` is `E`, other forms get `E`, which is at least 0.
/// What is `kept` stays. The other variables have the same solutions. `None` beyond 128 bits.
pub(crate) fn conjuncts(formula: &Formula, kept: &BTreeSet<Variable>) -> Option<Vec<Formula>> {
    let mut roots = Vec::new();
    let mut open = vec![formula];
    while let Some(formula) = open.pop() {
        match formula {
            Formula::And(list) => open.extend(list.iter().rev()),
            formula => roots.push(formula.clone()),
        }
    }
    let mut fixed = kept.clone();
    roots.iter().for_each(|root| read(root, &mut fixed));
    loop {
        let solved = roots.iter().enumerate().find_map(|(at, root)| {
            let Formula::Compare(form, Sign::Zero) = root else { return None };
            let free = |(v, c): &(&Variable, &i128)| matches!(c, 1 | -1) && !fixed.contains(v);
            form.coefficients.iter().rev().find(free).map(|(&v, &c)| (at, v, c, form.clone()))
        });
        let Some((at, variable, sign, form)) = solved else { return Some(roots) };
        let rest = form.plus(-sign, &Linear::variable(variable))?;
        let value = Linear::default().plus(-sign, &rest)?;
        roots.remove(at);
        let put: Option<Vec<Formula>> =
            roots.iter().map(|root| put_in(root, variable, &value)).collect();
        roots = put?;
        roots.push(Formula::compare(Linear::default().plus(-1, &value)?, Sign::AtMost));
    }
}

/// Adds the variables whose digits are read one by one.
fn read(formula: &Formula, all: &mut BTreeSet<Variable>) {
    match formula {
        Formula::Constant(_) | Formula::Compare(..) | Formula::Remainder(..) => {}
        Formula::Word(_, tracks) => all.extend(tracks),
        Formula::Not(inner) => read(inner, all),
        Formula::And(list) | Formula::Or(list) => list.iter().for_each(|part| read(part, all)),
    }
}

fn put_in(formula: &Formula, variable: Variable, value: &Linear) -> Option<Formula> {
    let linear = |form: &Linear| match form.coefficients.get(&variable) {
        None => Some(form.clone()),
        Some(&factor) => {
            form.plus(factor.checked_neg()?, &Linear::variable(variable))?.plus(factor, value)
        }
    };
    let all = |list: &[Formula]| {
        list.iter().map(|part| put_in(part, variable, value)).collect::<Option<Vec<_>>>()
    };
    Some(match formula {
        Formula::Constant(_) | Formula::Word(..) => formula.clone(),
        Formula::Compare(form, sign) => Formula::compare(linear(form)?, *sign),
        Formula::Remainder(form, modulus, rest) => {
            Formula::Remainder(linear(form)?, *modulus, *rest)
        }
        Formula::Not(inner) => !put_in(inner, variable, value)?,
        Formula::And(list) => Formula::all(all(list)?),
        Formula::Or(list) => Formula::any(all(list)?),
    })
}
