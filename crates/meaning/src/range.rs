//! Taking a number from a range that parameters bound, with a law of remainders, for all values of
//! the parameters.

use expr::ast::{Binary, Comparison, Expr, Node, Quantity, Set, Unary};
use expr::build::binary;
use expr::substitute::int;
use logic::formula::Linear;
use logic::inequalities::above;
use rule::ast::{CoordinateForm, End, MoveForm, ParameterKind, Play, Player, State};
use std::collections::BTreeMap;

use crate::source;

/// The name of the remainder of n.
const REST: &str = "r";

/// A rule that takes t stones from n, L <= t <= U and t <= n, and a law that n is lost exactly if
/// c <= n mod M <= e; L, U, M, c and e are sums of parameters, multiples of them and numbers.
#[derive(Clone, Debug)]
pub struct Range {
    /// What parameters and `r` stand for; all are variables.
    names: BTreeMap<String, Linear>,
    /// What holds of the parameters, each at least 0.
    pub domain: Vec<Linear>,
    /// n mod M.
    pub rest: Linear,
    /// t.
    pub taken: Linear,
    /// L and U.
    pub bounds: [Linear; 2],
    /// M.
    pub modulus: Linear,
    /// c and e.
    pub lost: [Linear; 2],
    /// Whether the law is about misere play.
    pub misere: bool,
}

impl Range {
    /// The rule of a text with a law of outcomes.
    ///
    /// # Errors
    /// What is not of this kind, in words.
    pub fn read(text: &str, law: &str, about: Quantity) -> Result<Self, String> {
        let other = || "the rule is not that of taking a number from a range".to_owned();
        let rule = source::rule(text)?;
        let [only] = rule.moves.as_slice() else { return Err(other()) };
        let (Some(State::Heap(heap)), MoveForm::Sum(to), [binder]) =
            (&rule.state, &only.form, only.binders.as_slice())
        else {
            return Err(other());
        };
        let plain = heap.form == CoordinateForm::Number && heap.from.is_none() && heap.to.is_none();
        let usual = only.player == Player::Either && !only.when_stuck && rule.start.is_none();
        if rule.parent.is_some() || rule.play != Play::One || !plain || !usual {
            return Err(other());
        }
        if rule.ends.iter().any(|end| *end != End::StuckLoses) {
            return Err(other());
        }
        if only.pattern.as_ref().is_some_and(|pattern| *pattern != [heap.name.clone()]) {
            return Err(other());
        }
        let (n, t) = (&heap.name, &binder.binder.name);
        let is = |e: &Expr, wanted: &str| matches!(&e.node, Node::Name(name) if name == wanted);
        let is_move = match to.as_slice() {
            [to] if to.game.is_none() => match to.at.as_slice() {
                [Expr { node: Node::Binary(Binary::Sub, a, b), .. }] => is(a, n) && is(b, t),
                _ => false,
            },
            _ => false,
        };
        let Set::Range(lo, hi) = &binder.binder.set else { return Err(other()) };
        // t <= n is said by the range or by the guard
        let (hi, said) = match &hi.node {
            Node::Call(min, list) if min == "min" => match list.as_slice() {
                [a, b] if is(b, n) => (a, true),
                [a, b] if is(a, n) => (b, true),
                _ => return Err(other()),
            },
            _ => (&**hi, false),
        };
        let guarded = match only.guard.as_ref().map(|guard| &guard.node) {
            None => false,
            Some(Node::Compare(a, right)) => match right.as_slice() {
                [(Comparison::Le, b)] if is(a, t) && is(b, n) => true,
                [(Comparison::Ge, b)] if is(a, n) && is(b, t) => true,
                _ => return Err(other()),
            },
            Some(_) => return Err(other()),
        };
        if !is_move || !(said || guarded) {
            return Err(other());
        }
        let (mut names, mut domain) = (BTreeMap::new(), Vec::new());
        for (at, parameter) in rule.parameters.iter().enumerate() {
            let ParameterKind::Int { lo, hi, .. } = &parameter.kind else { return Err(other()) };
            let own = Linear::variable(at);
            let least = lo.as_ref().map_or(Ok(Linear::constant(0)), |e| linear(e, &names))?;
            domain.push(above(&own, &least, 0)?);
            if let Some(most) = hi {
                domain.push(above(&linear(most, &names)?, &own, 0)?);
            }
            names.insert(parameter.name.clone(), own);
        }
        if names.contains_key(REST) || n == REST {
            return Err(format!("the name `{REST}` is needed for a remainder"));
        }
        let bounds = [linear(lo, &names)?, linear(hi, &names)?];
        let (misere, modulus, lost) = self::law(law, n, about)?;
        let modulus = linear(&modulus, &names)?;
        let lost = match lost {
            Lost::Between(least, most) => [linear(&least, &names)?, linear(&most, &names)?],
            Lost::From(least) => {
                [linear(&least, &names)?, above(&modulus, &Linear::constant(1), 0)?]
            }
            Lost::Below(most) => {
                [Linear::constant(0), above(&linear(&most, &names)?, &Linear::constant(1), 0)?]
            }
        };
        let count = names.len();
        let (rest, taken) = (Linear::variable(count), Linear::variable(count + 1));
        names.insert(REST.to_owned(), rest.clone());
        Ok(Self { names, domain, rest, taken, bounds, modulus, lost, misere })
    }

    /// A sum of parameters, `r`, multiples of them and numbers.
    ///
    /// # Errors
    /// It is none.
    pub fn term(&self, e: &Expr) -> Result<Linear, String> {
        linear(e, &self.names)
    }

    /// The bounds of takes, of lost remainders and the modulus, as written with parameters.
    #[must_use]
    pub fn written(&self) -> [String; 5] {
        let [least, most] = &self.bounds;
        let [c, e] = &self.lost;
        [least, most, c, e, &self.modulus].map(|form| {
            let term = |(name, own): (&String, &Linear)| {
                let variable = own.coefficients.keys().next()?;
                let coefficient = form.coefficients.get(variable)?;
                Some(format!("{coefficient} * {name} + "))
            };
            let terms: String = self.names.iter().filter_map(term).collect();
            format!("({terms}{})", form.constant)
        })
    }
}

/// A sum of names, multiples and numbers.
fn linear(e: &Expr, names: &BTreeMap<String, Linear>) -> Result<Linear, String> {
    let unknown = || format!("`{e}` is no sum of parameters");
    let constant = |form: Linear| form.coefficients.is_empty().then_some(form.constant);
    let form = match &e.node {
        Node::Int(value) => Some(Linear::constant(*value)),
        Node::Name(name) => names.get(name).cloned(),
        Node::Unary(Unary::Neg, inner) => Linear::default().plus(-1, &linear(inner, names)?),
        Node::Binary(Binary::Add, a, b) => linear(a, names)?.plus(1, &linear(b, names)?),
        Node::Binary(Binary::Sub, a, b) => linear(a, names)?.plus(-1, &linear(b, names)?),
        Node::Binary(Binary::Mul, a, b) => {
            let (a, b) = (linear(a, names)?, linear(b, names)?);
            match (constant(a.clone()), constant(b.clone())) {
                (Some(factor), _) => Linear::default().plus(factor, &b),
                (_, Some(factor)) => Linear::default().plus(factor, &a),
                _ => None,
            }
        }
        _ => None,
    };
    form.ok_or_else(unknown)
}

/// Which remainders a law calls lost.
enum Lost {
    Between(Expr, Expr),
    From(Expr),
    Below(Expr),
}

/// Whether a law is about misère play, its modulus, and the lost remainders.
fn law(text: &str, n: &str, about: Quantity) -> Result<(bool, Expr, Lost), String> {
    let form = || {
        "the law must be of the form `lose iff n % M < c`, `lose iff n % M in c..e`, `win iff n % M \
         >= c`, or `not misere iff ...`"
            .to_owned()
    };
    let law = source::law(text)?;
    let Node::Binary(Binary::Iff, left, condition) = &law.node else { return Err(form()) };
    let (left, negated) = match &left.node {
        Node::Unary(Unary::Not, inner) => (&**inner, true),
        _ => (&**left, false),
    };
    let Node::Value(of) = &left.node else { return Err(form()) };
    if of.game.is_some() || of.position.is_some() || of.of_options {
        return Err(form());
    }
    let is_lost = match (of.quantity, about) {
        (Quantity::Win, Quantity::Win) | (Quantity::Misere, Quantity::Misere) => negated,
        (Quantity::Lose, Quantity::Win) => !negated,
        _ => return Err(form()),
    };
    let remainder = |e: &Expr| match &e.node {
        Node::Binary(Binary::Rem, a, modulus) => match &a.node {
            Node::Name(name) if name == n => Ok((**modulus).clone()),
            _ => Err(form()),
        },
        _ => Err(form()),
    };
    let plus_one = |e: &Expr| binary(Binary::Add, e.clone(), int(1));
    let is_zero = |e: &Expr| e.node == Node::Int(0);
    let (modulus, lost) = match &condition.node {
        Node::Member(e, Set::Range(a, b)) if is_lost => {
            (remainder(e)?, Lost::Between((**a).clone(), (**b).clone()))
        }
        Node::Compare(e, right) => {
            let [(comparison, k)] = right.as_slice() else { return Err(form()) };
            let lost = match (comparison, is_lost) {
                (Comparison::Lt, true) | (Comparison::Ge, false) => Lost::Below(k.clone()),
                (Comparison::Le, true) | (Comparison::Gt, false) => Lost::Below(plus_one(k)),
                (Comparison::Ge, true) | (Comparison::Lt, false) => Lost::From(k.clone()),
                (Comparison::Gt, true) | (Comparison::Le, false) => Lost::From(plus_one(k)),
                (Comparison::Eq, true) => Lost::Between(k.clone(), k.clone()),
                (Comparison::Ne, false) => Lost::Between(k.clone(), k.clone()),
                (Comparison::Ne, true) | (Comparison::Eq, false) if is_zero(k) => {
                    Lost::From(plus_one(k))
                }
                _ => return Err(form()),
            };
            (remainder(e)?, lost)
        }
        _ => return Err(form()),
    };
    Ok((about == Quantity::Misere, modulus, lost))
}
