//! Taking away at most K times what was taken before.

use expr::ast::{Binary, Expr, Node};
use expr::eval::evaluate_constant;
use rule::Instance;
use rule::ast::{End, MoveForm, Play};

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
    pub fn of(instance: &Instance) -> Result<Self, String> {
        let Instance { rule, values } = instance;
        let other = || "the rule is not that of taking at most K times as much".to_owned();
        let usual = |end: &End| *end == End::StuckLoses;
        let ([only], true) = (rule.moves.as_slice(), rule.play == Play::One) else {
            return Err(other());
        };
        let (MoveForm::Sum(sum), [binder]) = (&only.form, only.binders.as_slice()) else {
            return Err(other());
        };
        let factor = sum.first().and_then(|to| factor(to.at.get(1)?)).ok_or_else(other)?;
        let state = rule.state.clone();
        let Some(rule::ast::State::Tuple { coordinates, .. }) = &state else {
            return Err(other());
        };
        let [n, q] = coordinates.as_slice() else { return Err(other()) };
        // the rule, written with the names and the factor of this one
        let (n, q, t) = (&n.name, &q.name, &binder.binder.name);
        let text = format!(
            "game g\nstate ({n}, {q})\n\
             move ({n}, {q}) -> ({n} - {t}, min(({factor}) * {t}, {n} - {t}))  \
             for {t} in 1..min({n}, {q})\n"
        );
        // parameters that the factor names are unknown there, which is no matter
        let (Some(template), _) = rule::parse(&text) else { return Err(other()) };
        let [wanted] = template.moves.as_slice() else { return Err(other()) };
        let same = template.state == state
            && rule.ends.iter().all(usual)
            && wanted.form == only.form
            && wanted.binders == only.binders
            && (only.pattern.is_none() || only.pattern == wanted.pattern)
            && only.guard.is_none()
            && only.player == wanted.player
            && !only.when_stuck;
        if !same {
            return Err(other());
        }
        let factor = evaluate_constant(factor, &rule::constants(values));
        match factor.ok().and_then(|factor| u128::try_from(factor).ok()) {
            Some(factor @ 1..) => Ok(Self { factor, names: [n.clone(), q.clone()] }),
            _ => Err(format!("the factor is not known, or less than 1: {}", other())),
        }
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
