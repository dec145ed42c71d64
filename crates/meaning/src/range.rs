//! Taking a number from a range that parameters bound, with a law of remainders, for all values of
//! the parameters.

use crate::error::{mistake, unsupported};
use crate::{Error, Result};
use expr::ast::{Binary, Binder, Comparison, Expr, Node, Quantity, Unary};
use expr::substitute::name;
use message::message;
use rule::ast::{MoveBinder, ParameterKind, State};
use verify::core::{self, Form, Game, Proof, Statement};

use crate::game::outcome;
use crate::source;

/// What to take if a condition `a <= b` holds and none before it; the last has no condition.
pub type Case = (Option<(Expr, Expr)>, Expr);

/// The name of the remainder of n.
const REST: &str = "r";
/// The name at which a form has what is added.
const ONE: &str = "1";

/// A rule that takes t stones from n, L <= t <= U and t <= n, and a law that n is lost exactly if
/// c <= n mod M <= e; L, U, M, c and e are sums of parameters, multiples of them and numbers.
#[derive(Clone, Debug)]
pub struct Range {
    /// The rule in the core form.
    game: core::Range,
    /// M.
    modulus: Form,
    /// c and e.
    lost: [Form; 2],
}

impl Range {
    /// The rule of a text with a law of outcomes.
    ///
    /// # Errors
    /// What is not of this kind, in words.
    pub fn read(text: &str, law: &str, about: Quantity) -> Result<Self> {
        let other = || unsupported("the rule is not that of taking a number from a range");
        let rule = source::rule(text)?;
        let (Some(State::Heap(heap)), None, [only]) =
            (&rule.state, &rule.start, rule.moves.as_slice())
        else {
            return Err(other());
        };
        let [MoveBinder { binder: Binder { name: t, set, .. }, .. }] = only.binders.as_slice()
        else {
            return Err(other());
        };
        let Node::Range(lo, hi) = &set.node else { return Err(other()) };
        let n = &heap.name;
        // t <= n is said by the range, where U stands beside n, or by the guard
        let beside = match &hi.node {
            Node::Call(_, arguments) => arguments.as_slice(),
            _ => &[],
        };
        let is_bound = |most: &&Expr| {
            let is_move = |range: String| {
                let text =
                    format!("game g\nheap {n}\nmove {n} -> {n} - {t}  for {t} in {lo}..{range}\n");
                source::plays_as(&rule, &text)
            };
            is_move(format!("min({most}, {n})"))
                || is_move(format!("min({n}, {most})"))
                || is_move(format!("{most}  if {t} <= {n}"))
                || is_move(format!("{most}  if {n} >= {t}"))
        };
        let hi = beside.iter().chain([&**hi]).find(is_bound).ok_or_else(other)?;
        let (mut names, mut domain) = (Vec::new(), Vec::new());
        for parameter in &rule.parameters {
            let ParameterKind::Int { lo, hi, .. } = &parameter.kind else { return Err(other()) };
            let own = multiple(1, &parameter.name);
            let least = lo.as_ref().map_or(Ok(Form::default()), |e| linear(e, &names))?;
            domain.push(plus(&own, -1, &least)?);
            if let Some(most) = hi {
                domain.push(plus(&linear(most, &names)?, -1, &own)?);
            }
            names.push(parameter.name.clone());
        }
        if names.iter().any(|name| name == REST) || n == REST {
            return Err(mistake(message!("the name `{REST}` is needed for a remainder")));
        }
        let take = [linear(lo, &names)?, linear(hi, &names)?];
        let (modulus, lost) = self::law(law, n, about, &names)?;
        let stuck_wins = about == Quantity::Misere;
        let game = core::Range { parameters: names, domain, take, stuck_wins };
        Ok(Self { game, modulus, lost })
    }

    /// The certificate in the core form, by what to take in which case `a <= b`.
    ///
    /// # Errors
    /// A case is no sum of parameters, or a number is too large.
    pub fn certificate(&self, cases: &[Case]) -> Result<verify::Certificate> {
        let names = [&self.game.parameters[..], &[REST.to_owned()]].concat();
        let form = |e: &Expr| linear(e, &names);
        let case = |(condition, take): &Case| {
            let condition = condition.as_ref().map(|(a, b)| Ok::<_, Error>([form(a)?, form(b)?]));
            Ok((condition.transpose()?, form(take)?))
        };
        let cases = cases.iter().map(case).collect::<Result<_>>()?;
        let [first, last] = self.lost.clone();
        let statement = Statement::Lost(self.modulus.clone(), first, last);
        let game = Game::Range(self.game.clone());
        Ok(verify::Certificate::new(game, statement, Proof::Cases(cases)))
    }

    /// The bounds of takes, of lost remainders and the modulus, as written with parameters.
    #[must_use]
    pub fn written(&self) -> [String; 5] {
        let [least, most] = &self.game.take;
        let [c, e] = &self.lost;
        [least, most, c, e, &self.modulus].map(|form| {
            let terms = form.0.iter().filter(|(name, _)| *name != ONE);
            let terms: String =
                terms.map(|(name, factor)| format!("{factor} * {name} + ")).collect();
            format!("({terms}{})", constant(form))
        })
    }
}

/// A multiple of a name, or of [`ONE`].
fn multiple(factor: i64, name: &str) -> Form {
    Form((factor != 0).then(|| (name.to_owned(), factor)).into_iter().collect())
}

/// What is added in a form.
fn constant(form: &Form) -> i64 {
    form.0.get(ONE).copied().unwrap_or(0)
}

/// `a + factor * b`.
fn plus(a: &Form, factor: i64, b: &Form) -> Result<Form> {
    let mut sum = a.clone();
    for (name, more) in &b.0 {
        let own = sum.0.entry(name.clone()).or_default();
        let more = more.checked_mul(factor).and_then(|more| own.checked_add(more));
        *own = more.ok_or(Error::OVERFLOW)?;
    }
    sum.0.retain(|_, factor| *factor != 0);
    Ok(sum)
}

/// A sum of names, multiples and numbers.
fn linear(e: &Expr, names: &[String]) -> Result<Form> {
    let unknown = || unsupported(message!("`{e}` is not a sum of parameters"));
    match &e.node {
        Node::Int(value) => Ok(multiple(i64::try_from(*value).map_err(|_| Error::OVERFLOW)?, ONE)),
        Node::Name(name) if names.contains(name) => Ok(multiple(1, name)),
        Node::Unary(Unary::Neg, inner) => plus(&Form::default(), -1, &linear(inner, names)?),
        Node::Binary(Binary::Add, a, b) => plus(&linear(a, names)?, 1, &linear(b, names)?),
        Node::Binary(Binary::Sub, a, b) => plus(&linear(a, names)?, -1, &linear(b, names)?),
        Node::Binary(Binary::Mul, a, b) => {
            let (a, b) = (linear(a, names)?, linear(b, names)?);
            let is_constant = |form: &Form| form.0.keys().all(|name| name == ONE);
            match (is_constant(&a), is_constant(&b)) {
                (true, _) => plus(&Form::default(), constant(&a), &b),
                (_, true) => plus(&Form::default(), constant(&b), &a),
                _ => Err(unknown()),
            }
        }
        _ => Err(unknown()),
    }
}

/// The modulus of a law, and the first and the last remainder it calls lost.
fn law(text: &str, n: &str, about: Quantity, names: &[String]) -> Result<(Form, [Form; 2])> {
    let form = || {
        unsupported(
            "the law must be of the form `lose iff n % M < c`, `lose iff n % M in c..e`, `win iff \
             n % M >= c`, or `not misere iff ...`",
        )
    };
    let law = source::law(text)?;
    let Node::Binary(Binary::Iff, quantity, condition) = &law.node else { return Err(form()) };
    let is_lost = match outcome(quantity) {
        Some((quantity, is_won)) if quantity == about => !is_won,
        _ => return Err(form()),
    };
    let (Node::Member(rest, _) | Node::Compare(rest, _)) = &condition.node else {
        return Err(form());
    };
    let modulus = match &rest.node {
        Node::Binary(Binary::Rem, own, modulus) if **own == name(n) => linear(modulus, names)?,
        _ => return Err(form()),
    };
    let beside = |form: &Form, number| plus(form, number, &multiple(1, ONE));
    let (first, last) = (Form::default(), beside(&modulus, -1)?);
    let lost = match &condition.node {
        Node::Member(_, set) if is_lost => match &set.node {
            Node::Range(c, e) => [linear(c, names)?, linear(e, names)?],
            _ => return Err(form()),
        },
        Node::Compare(_, right) => {
            let [(comparison, k)] = right.as_slice() else { return Err(form()) };
            let k = linear(k, names)?;
            match if is_lost { *comparison } else { comparison.negated() } {
                Comparison::Lt => [first, beside(&k, -1)?],
                Comparison::Le => [first, k],
                Comparison::Ge => [k, last],
                Comparison::Gt => [beside(&k, 1)?, last],
                Comparison::Eq => [k.clone(), k],
                Comparison::Ne if k == first => [beside(&k, 1)?, last],
                Comparison::Ne => return Err(form()),
            }
        }
        _ => return Err(form()),
    };
    Ok((modulus, lost))
}
