//! Taking a number from a range that parameters bound, with a law of remainders, for all values of
//! the parameters.

use crate::Error;
use crate::error::{mistake, unsupported};
use expr::ast::{Binary, Binder, Comparison, Expr, Node, Quantity, Set, Unary};
use expr::substitute::name;
use logic::formula::Linear;
use logic::inequalities::{above, sum};
use rule::ast::{MoveBinder, ParameterKind, State};
use std::collections::BTreeMap;
use verify::core::{self, Form, Game, Proof, Statement};

use crate::game::outcome;
use crate::source;

/// What to take if a condition `a <= b` holds and none before it; the last has no condition.
pub type Case = (Option<(Expr, Expr)>, Expr);

/// The name of the remainder of n.
const REST: &str = "r";

/// A rule that takes t stones from n, L <= t <= U and t <= n, and a law that n is lost exactly if
/// c <= n mod M <= e; L, U, M, c and e are sums of parameters, multiples of them and numbers.
#[derive(Clone, Debug)]
pub struct Range {
    /// What parameters and `r` stand for; all are variables.
    names: BTreeMap<String, Linear>,
    /// What holds of the parameters, each at least 0.
    domain: Vec<Linear>,
    /// L and U.
    bounds: [Linear; 2],
    /// M.
    modulus: Linear,
    /// c and e.
    lost: [Linear; 2],
    /// Whether the law is about misere play.
    misere: bool,
}

impl Range {
    /// The rule of a text with a law of outcomes.
    ///
    /// # Errors
    /// What is not of this kind, in words.
    pub fn read(text: &str, law: &str, about: Quantity) -> Result<Self, Error> {
        let other = || unsupported("the rule is not that of taking a number from a range");
        let rule = source::rule(text)?;
        let (Some(State::Heap(heap)), None, [only]) =
            (&rule.state, &rule.start, rule.moves.as_slice())
        else {
            return Err(other());
        };
        let [MoveBinder { binder: Binder { name: t, set: Set::Range(lo, hi), .. }, .. }] =
            only.binders.as_slice()
        else {
            return Err(other());
        };
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
            return Err(mistake(format!("the name `{REST}` is needed for a remainder")));
        }
        let bounds = [linear(lo, &names)?, linear(hi, &names)?];
        let (modulus, lost) = self::law(law, n, about, &names)?;
        let misere = about == Quantity::Misere;
        let count = names.len();
        names.insert(REST.to_owned(), Linear::variable(count));
        Ok(Self { names, domain, bounds, modulus, lost, misere })
    }

    /// The certificate in the core form, by what to take in which case `a <= b`.
    ///
    /// # Errors
    /// A case is no sum of parameters, or a number is too large.
    pub fn certificate(&self, cases: &[Case]) -> Result<verify::Certificate, Error> {
        let [least, most] = &self.bounds;
        let [first, last] = &self.lost;
        let case = |(condition, take): &Case| {
            let condition =
                condition.as_ref().map(|(a, b)| Ok::<_, Error>([self.term(a)?, self.term(b)?]));
            Ok((condition.transpose()?, self.term(take)?))
        };
        let parameters = self.names.iter().filter(|(name, _)| *name != REST);
        let mut parameters: Vec<(&Linear, String)> =
            parameters.map(|(name, own)| (own, name.clone())).collect();
        parameters.sort();
        let game = Game::Range(core::Range {
            parameters: parameters.into_iter().map(|(_, name)| name).collect(),
            domain: self.domain.iter().map(|form| self.form(form)).collect::<Result<_, _>>()?,
            take: [self.form(least)?, self.form(most)?],
            stuck_wins: self.misere,
        });
        let modulus = self.form(&self.modulus)?;
        let statement = Statement::Lost(modulus, self.form(first)?, self.form(last)?);
        let cases = cases.iter().map(case).collect::<Result<_, Error>>()?;
        Ok(verify::Certificate::new(game, statement, Proof::Cases(cases)))
    }

    fn term(&self, e: &Expr) -> Result<Form, Error> {
        self.form(&linear(e, &self.names)?)
    }

    fn form(&self, form: &Linear) -> Result<Form, Error> {
        let small = |number| i64::try_from(number).map_err(|_| Error::OVERFLOW);
        let mut named = BTreeMap::new();
        for (name, own) in &self.names {
            let factor = own.coefficients.keys().find_map(|own| form.coefficients.get(own));
            if let Some(&factor) = factor {
                named.insert(name.clone(), small(factor)?);
            }
        }
        if form.constant != 0 {
            named.insert("1".to_owned(), small(form.constant)?);
        }
        Ok(Form(named))
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
fn linear(e: &Expr, names: &BTreeMap<String, Linear>) -> Result<Linear, Error> {
    let unknown = || unsupported(format!("`{e}` is not a sum of parameters"));
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

/// The modulus of a law, and the first and the last remainder it calls lost.
fn law(
    text: &str,
    n: &str,
    about: Quantity,
    names: &BTreeMap<String, Linear>,
) -> Result<(Linear, [Linear; 2]), Error> {
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
    let plus = |form: &Linear, number| sum(form, &Linear::constant(number), 1);
    let (first, last) = (Linear::constant(0), plus(&modulus, -1)?);
    let lost = match &condition.node {
        Node::Member(_, Set::Range(c, e)) if is_lost => [linear(c, names)?, linear(e, names)?],
        Node::Compare(_, right) => {
            let [(comparison, k)] = right.as_slice() else { return Err(form()) };
            let k = linear(k, names)?;
            match if is_lost { *comparison } else { comparison.negated() } {
                Comparison::Lt => [first, plus(&k, -1)?],
                Comparison::Le => [first, k],
                Comparison::Ge => [k, last],
                Comparison::Gt => [plus(&k, 1)?, last],
                Comparison::Eq => [k.clone(), k],
                Comparison::Ne if k == first => [plus(&k, 1)?, last],
                Comparison::Ne => return Err(form()),
            }
        }
        _ => return Err(form()),
    };
    Ok((modulus, lost))
}
