//! Taking away at most K times what was taken before.

use crate::Error;
use crate::error::{too_large, unsupported};
use expr::ast::{Binary, Expr, Node};
use expr::eval::evaluate_constant;
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
    /// The rule is none of this kind.
    pub fn of(instance: &Instance) -> Result<Self, Error> {
        let Instance { rule, values } = instance;
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
        let factor = evaluate_constant(factor, &rule::constants(values));
        match factor.ok().and_then(|factor| u128::try_from(factor).ok()) {
            Some(factor @ 1..) => Ok(Self { factor, names: [n.clone(), q.clone()] }),
            _ => Err(unsupported(format!("the factor is not known, or less than 1: {}", other()))),
        }
    }

    /// h(0) = 1, ..., h(`last`), where h(m + 1) = h(m) + h(j(m)); and j(m) for m < `last`, the least j
    /// with K h(j) >= h(m).
    ///
    /// # Errors
    /// A term exceeds 128 bits.
    pub fn terms(&self, last: usize) -> Result<(Vec<u128>, Vec<usize>), Error> {
        let (mut terms, mut partners) = (vec![1u128], Vec::new());
        let mut j = 0;
        for m in 0..last {
            let large = || too_large(format!("the term {m} is too large"));
            // the terms grow, so j does
            while self.factor.checked_mul(terms[j]).ok_or_else(large)? < terms[m] {
                j += 1;
            }
            partners.push(j);
            terms.push(terms[m].checked_add(terms[j]).ok_or_else(large)?);
        }
        Ok((terms, partners))
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
