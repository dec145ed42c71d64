//! Taking away at most K times what was taken before.

use crate::Result;
use crate::error::{too_large, unsupported};
use expr::ast::{Binary, Expr, Node};
use expr::words::listed;
use message::message;
use rule::Instance;
use rule::ast::{MoveForm, State};

use crate::source;

/// From (n, q) one takes t stones, 1 <= t <= min(n, q), which leaves (n - t, min(K t, n - t)). Who
/// cannot move loses.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TakeAway {
    /// K, at least 1.
    pub factor: u128,
    /// Names of the stones and of the limit.
    pub names: [String; 2],
}

impl TakeAway {
    /// The game of a rule whose parameters have values.
    ///
    /// # Errors
    /// The rule is not of this kind.
    pub fn of(instance: &Instance) -> Result<Self> {
        let rule = &instance.rule;
        let other = || unsupported("the rule is not that of taking at most K times as much");
        let (Some(State::Tuple { coordinates, .. }), [only]) = (&rule.state, rule.moves.as_slice())
        else {
            return Err(other());
        };
        let (MoveForm::Sum(sum), [binder], [n, q]) =
            (&only.form, only.binders.as_slice(), coordinates.as_slice())
        else {
            return Err(other());
        };
        let factor = sum.first().and_then(|to| factor(to.at.get(1)?)).ok_or_else(other)?;
        let (n, q, t) = (&n.name, &q.name, &binder.binder.name);
        let text = format!(
            "game g\nstate ({n}, {q})\n\
             move ({n}, {q}) -> ({n} - {t}, min(({factor}) * {t}, {n} - {t}))  \
             for {t} in 1..min({n}, {q})\n"
        );
        if !source::plays_as(rule, &text) {
            return Err(other());
        }
        let factor = instance.number(factor);
        match factor.ok().and_then(|factor| u128::try_from(factor).ok()) {
            Some(factor @ 1..) => Ok(Self { factor, names: [n.clone(), q.clone()] }),
            _ => Err(unsupported(message!("the factor is not known, or less than 1: {}", other()))),
        }
    }

    /// h(0) = 1, ..., h(`last`), where h(m + 1) = h(m) + h(j(m)); and j(m) for m < `last`, the least j
    /// with K h(j) >= h(m).
    ///
    /// # Errors
    /// A term exceeds 128 bits.
    pub fn terms(&self, last: usize) -> Result<(Vec<u128>, Vec<usize>)> {
        let (mut terms, mut partners) = (vec![1u128], Vec::new());
        let mut j = 0;
        for m in 0..last {
            let large = || too_large(message!("the term {m} is too large"));
            // the terms grow, so j does
            while self.factor.checked_mul(terms[j]).ok_or_else(large)? < terms[m] {
                j += 1;
            }
            partners.push(j);
            terms.push(terms[m].checked_add(terms[j]).ok_or_else(large)?);
        }
        Ok((terms, partners))
    }

    /// The laws by a lag that is constant from index `from` on: of all positions; and of the starts,
    /// by the terms before the recurrence begins, and the recurrence.
    #[must_use]
    pub fn laws(&self, terms: &[u128], from: usize, lag: usize) -> [String; 2] {
        let [n, q] = &self.names;
        let weights = match lag {
            0 => "2".to_owned(),
            _ => format!("1{}, 1", ", 0".repeat(lag - 1)),
        };
        let all = listed(&terms[..=from]);
        let parts = format!("greedy_parts({n}, [{weights}], [{all}])");
        let (before, first) = terms[..=from].split_at(from - lag);
        let before = match before {
            [] => String::new(),
            before => format!("{n} in {{{}}} or ", listed(before)),
        };
        // (lag + 1) * b terms further on a term is more than 2^b times as large
        let all = format!("k in 0..{} * bitlen({n})", lag + 1);
        let start = self.starts(&format!(
            "{before}any{{{n} = recurrence(k, [{weights}], [{}]) for {all}}}",
            listed(first)
        ));
        [format!("win iff {n} > 0 and {q} >= {parts}[0]"), start]
    }

    /// The law that those numbers of stones lose at the start.
    #[must_use]
    pub fn starts(&self, condition: &str) -> String {
        let [n, q] = &self.names;
        format!("{q} = {n} - 1 implies (lose iff {condition})")
    }
}

/// K in `min(K * t, n - t)`.
fn factor(e: &Expr) -> Option<&Expr> {
    let Node::Call(_, arguments) = &e.node else { return None };
    match &arguments.first()?.node {
        Node::Binary(Binary::Mul, factor, _) => Some(factor),
        _ => None,
    }
}
