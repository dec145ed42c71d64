//! The members of a family that a rule's claims are judged on.

use expr::ast::Node;
use message::{Message, Tell as _, message};
use rule::ast::{Claim, ParameterKind, Variation};
use rule::{BindError, Constant, Instance, Rule, bind};
use std::collections::BTreeMap;

use crate::order::MemberRank;

/// Most members of one check.
pub(crate) const MAX: usize = 100_000;

type Values = BTreeMap<String, Constant>;

/// Every instance of the rule's `check over`, fixed parameters aside, in the order in which
/// counterexamples are preferred; of more than `most` the first `most` + 1.
pub(crate) fn instances(
    rule: &Rule,
    fixed: &[(String, String)],
    most: usize,
) -> Result<Vec<Instance>, BindError> {
    let base = bind(rule, fixed)?;
    let over = rule.check.as_ref().map_or(&[][..], |c| &c.over);
    let over: Vec<_> = over.iter().filter(|(name, _)| fixed.iter().all(|f| f.0 != *name)).collect();
    let mut partial: Vec<Values> = vec![BTreeMap::new()];
    for (name, variation) in over {
        let mut longer = Vec::new();
        for values in &partial {
            // A bound may use parameters varied before, and those that stay as they are.
            let mut known = base.values.clone();
            known.extend(values.clone());
            let all = rule::choices(&rule.parameters, name, variation, &known, MAX);
            for value in all.map_err(|why| wrong(name, why.message()))? {
                let mut next = values.clone();
                next.insert(name.clone(), value);
                longer.push(next);
            }
            if longer.len() > MAX {
                return Err(wrong(name, message!("the check has more than {MAX} members")));
            }
        }
        partial = longer;
    }
    let mut all = Vec::new();
    for varied in partial {
        if all.len() > most {
            break;
        }
        let mut values: Values = base.values.clone();
        values.retain(|name, _| fixed.iter().any(|f| f.0 == *name));
        values.extend(varied);
        match base.member(&values) {
            Ok(instance) => all.push(instance),
            Err(e) if e.is_out_of_range() => {}
            Err(e) => return Err(e),
        }
    }
    all.sort_by_cached_key(MemberRank::of);
    Ok(all)
}

/// Whether a claim is judged only on listed members of the family, or on listed values of its own
/// variables, so that its smallest counterexample is the smallest of these.
pub(crate) fn is_sample(rule: &Rule, fixed: &[(String, String)], claim: &Claim) -> bool {
    let choices = |name: &str| rule.parameters.iter().find(|p| p.name == name).map(|p| &p.kind);
    let is_listed = |(name, variation): &(String, Variation)| match (variation, choices(name)) {
        (Variation::Words(words), Some(ParameterKind::Word { choices, .. })) => {
            words.len() < choices.len()
        }
        (Variation::Ints(set), _) => !matches!(set.node, Node::Range(..)),
        _ => true,
    };
    let over = rule.check.as_ref().map_or(&[][..], |check| &check.over);
    over.iter().any(|v| fixed.iter().all(|(name, _)| *name != v.0) && is_listed(v))
        || claim.binders.iter().any(|binder| matches!(binder.set.node, Node::Set(_)))
}

fn wrong(name: &str, expected: Message) -> BindError {
    BindError::Kind { name: name.to_owned(), value: "check over".into(), expected }
}

/// The parameters of an instance as they are written.
pub(crate) fn written(instance: &Instance) -> Vec<(String, String)> {
    let in_order = instance.rule.parameters.iter();
    in_order.map(|p| (p.name.clone(), instance.values[&p.name].to_string())).collect()
}
