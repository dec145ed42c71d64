//! Taking a number from a range that parameters bound: one law for all values of the parameters.
//!
//! From n one takes t stones, L <= t <= U and t <= n. L, U, and the M, c, e of the law are sums of
//! parameters, multiples of them and numbers. Let 1 <= L <= U <= M, 0 <= c and e < M. The law is
//! that n is lost exactly if c <= n mod M <= e.
//!
//! *Criterion.* Write r = n mod M. As 0 < t <= M, (n - t) mod M is r - t if t <= r, else r - t + M.
//! (1) For c <= r <= e and L <= t <= U neither of these lies in c..e: so no lost number leads to a
//! lost one. (2) For any other r a take between L and U is given, t <= r with r - t in c..e, or
//! t > r with r - t + M in c..e. The first is a move from every n, the second from n >= M; and for
//! n = r < M there is none left to find if misère is played and r < L: who is stuck has won.
//! (3) If misère is played, r >= L for c <= r <= e, so lost numbers have a move. By induction on n
//! the law holds.
//!
//! All these are implications between linear inequalities, proved by eliminating one variable after
//! the other (J. Fourier 1826, T. Motzkin 1936): what has no real solution has no integer one.

use expr::ast::{Binary, Comparison, Expr, Node, Quantity, Set, Unary};
use expr::build::binary;
use expr::substitute::int;
use rule::ast::{CoordinateForm, End, MoveForm, ParameterKind, Play, Player, State};
use serde_json::Value;
use std::collections::BTreeMap;

use crate::automata::formula::Linear;
use crate::certificate::{Certificate, only, quantity};
use crate::{Accepted, Rejected, reject, source};

/// Most inequalities at a time while variables are eliminated.
const INEQUALITIES: usize = 2000;
/// Most cases of a certificate.
const CASES: usize = 16;
/// The name of n mod M in a certificate.
const REST: &str = "r";

/// A rule of this kind with a law.
#[derive(Clone, Debug)]
pub struct Claim {
    /// What parameters and `r` stand for; all are variables.
    names: BTreeMap<String, Linear>,
    /// What holds of the parameters, each at least 0.
    domain: Vec<Linear>,
    rest: Linear,
    taken: Linear,
    /// L and U.
    bounds: [Linear; 2],
    modulus: Linear,
    /// c and e.
    lost: [Linear; 2],
    misere: bool,
}

/// What to take if a condition `a <= b` holds and none before it; the last has no condition.
pub type Case = (Option<(Expr, Expr)>, Expr);

const LARGE: &str = "a number exceeds 128 bits";

/// `a - b - less`, which is at least 0 if a >= b + less.
fn above(a: &Linear, b: &Linear, less: i128) -> Result<Linear, String> {
    let difference = a.plus(-1, b).and_then(|d| d.plus(-less, &Linear::constant(1)));
    difference.ok_or_else(|| LARGE.to_owned())
}

fn sum(a: &Linear, b: &Linear, factor: i128) -> Result<Linear, String> {
    a.plus(factor, b).ok_or_else(|| LARGE.to_owned())
}

/// Whether no real numbers make all of these at least 0. `false` may also mean that it takes too
/// much work to tell.
fn is_impossible(mut system: Vec<Linear>) -> bool {
    loop {
        if system.iter().any(|form| form.coefficients.is_empty() && form.constant < 0) {
            return true;
        }
        let Some(&variable) = system.iter().find_map(|form| form.coefficients.keys().next()) else {
            return false;
        };
        let of = |form: &Linear| form.coefficients.get(&variable).copied().unwrap_or(0);
        let (mut rest, mut low, mut high) = (Vec::new(), Vec::new(), Vec::new());
        for form in system {
            match of(&form) {
                0 => rest.push(form),
                1.. => low.push(form),
                _ => high.push(form),
            }
        }
        if low.len() * high.len() + rest.len() > INEQUALITIES {
            return false;
        }
        for a in &low {
            for b in &high {
                // positive multiples, so that the variable drops out
                let both = Linear::default().plus(-of(b), a).and_then(|sum| sum.plus(of(a), b));
                let Some(both) = both else { return false };
                rest.push(both);
            }
        }
        system = rest;
    }
}

impl Claim {
    /// The claim of a rule's text and a law.
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

    /// What all remainders satisfy.
    fn remainders(&self) -> Result<Vec<Linear>, String> {
        let mut system = self.domain.clone();
        system.push(self.rest.clone());
        system.push(above(&self.modulus, &self.rest, 1)?);
        Ok(system)
    }

    /// Checks that a <= b follows from the system.
    fn follows(&self, system: &[Linear], a: &Linear, b: &Linear, what: &str) -> Result<(), String> {
        let mut system = system.to_vec();
        system.push(above(a, b, 1)?);
        if is_impossible(system) { Ok(()) } else { Err(format!("it is not shown that {what}")) }
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

    /// Checks the law, given what to take.
    ///
    /// # Errors
    /// Which condition of the criterion is not shown.
    pub fn check(&self, cases: &[Case]) -> Result<(), String> {
        self.check_lost()?;
        self.check_others(cases)
    }

    /// Checks what does not depend on what to take: (1) and (3).
    ///
    /// # Errors
    /// Which condition of the criterion is not shown.
    pub fn check_lost(&self) -> Result<(), String> {
        let [least, most] = &self.bounds;
        let [c, e] = &self.lost;
        let (zero, one) = (Linear::constant(0), Linear::constant(1));
        let domain = &self.domain;
        self.follows(domain, &one, least, "at least one stone is taken")?;
        self.follows(domain, least, most, "the range is never empty")?;
        self.follows(domain, most, &self.modulus, "a take is at most the modulus")?;
        self.follows(domain, &zero, c, "the lost remainders begin at 0 or later")?;
        self.follows(domain, &above(e, &zero, -1)?, &self.modulus, "they end before the modulus")?;
        let mut lost = self.remainders()?;
        lost.push(above(&self.rest, c, 0)?);
        lost.push(above(e, &self.rest, 0)?);
        if self.misere {
            self.follows(&lost, least, &self.rest, "lost numbers have a move")?;
        }
        let down = above(&self.rest, &self.taken, 0)?;
        let around = sum(&down, &self.modulus, 1)?;
        lost.push(above(&self.taken, least, 0)?);
        lost.push(above(most, &self.taken, 0)?);
        for (after, is_down) in [(&down, true), (&around, false)] {
            let mut both = lost.clone();
            both.push(above(after, c, 0)?);
            both.push(above(e, after, 0)?);
            both.push(if is_down { down.clone() } else { above(&zero, &down, 1)? });
            if !is_impossible(both) {
                return Err("it is not shown that no lost number leads to a lost one".to_owned());
            }
        }
        Ok(())
    }

    /// Checks (2): that every other number leads to a lost one.
    ///
    /// # Errors
    /// Which condition of the criterion is not shown.
    pub fn check_others(&self, cases: &[Case]) -> Result<(), String> {
        let [c, e] = &self.lost;
        let last = cases.iter().position(|(condition, _)| condition.is_none());
        if last.is_none_or(|last| last + 1 != cases.len()) {
            return Err("the last case, and no other, must be without condition".to_owned());
        }
        for outside in [above(c, &self.rest, 1)?, above(&self.rest, e, 1)?] {
            let mut system = self.remainders()?;
            system.push(outside);
            for (condition, take) in cases {
                let mut here = system.clone();
                if let Some((a, b)) = condition {
                    let (a, b) = (linear(a, &self.names)?, linear(b, &self.names)?);
                    here.push(above(&b, &a, 0)?);
                    system.push(above(&a, &b, 1)?);
                }
                self.takes(&here, &linear(take, &self.names)?)?;
            }
        }
        Ok(())
    }

    /// Checks that taking so many stones leads to a lost number wherever the system holds.
    fn takes(&self, system: &[Linear], take: &Linear) -> Result<(), String> {
        if is_impossible(system.to_vec()) {
            return Ok(());
        }
        let [least, most] = &self.bounds;
        let [c, e] = &self.lost;
        self.follows(system, least, take, "what is taken is not too little")?;
        self.follows(system, take, most, "what is taken is not too much")?;
        let mut after = above(&self.rest, take, 0)?;
        if self.follows(system, take, &self.rest, "").is_err() {
            let past = "what is taken leads past the multiple of the modulus, or never";
            self.follows(system, &above(&self.rest, &Linear::constant(-1), 0)?, take, past)?;
            if !self.misere {
                return Err("small numbers have no such move".to_owned());
            }
            let stuck = "small numbers without such a move have none";
            self.follows(system, &above(&self.rest, &Linear::constant(-1), 0)?, least, stuck)?;
            after = sum(&after, &self.modulus, 1)?;
        }
        self.follows(system, c, &after, "what is left is lost")?;
        self.follows(system, &after, e, "what is left is lost")
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

/// Checks a certificate of this theorem.
pub(crate) fn verify(certificate: &Certificate) -> Result<Accepted, Rejected> {
    let Certificate { rule, law, data, .. } = certificate;
    only(&certificate.parameters, &[])?;
    only(data, &["cases"])?;
    let about = quantity(&certificate.quantity, &[Quantity::Win, Quantity::Misere])?;
    let claim = Claim::read(rule, law, about).map_err(Rejected)?;
    let Some(Value::Array(listed)) = data.get("cases") else {
        return reject("the field `cases` must be a list");
    };
    if listed.len() > CASES {
        return reject(format!("there are more than {CASES} cases"));
    }
    let cases: Vec<Case> = listed.iter().map(case).collect::<Result<_, _>>()?;
    claim.check(&cases).map_err(Rejected)?;
    Ok(Accepted {
        theorem: "lost remainders for all parameters (linear inequalities, Fourier and Motzkin)",
        rule: rule.clone(),
        law: law.clone(),
        computed: format!(
            "for all values of the parameters in their ranges: no move between lost numbers, and \
             a move to one from every other by {} cases",
            cases.len()
        ),
    })
}

/// `{"if": "r <= y", "take": "r"}`, or without `if`.
fn case(value: &Value) -> Result<Case, Rejected> {
    let Value::Object(object) = value else { return reject("a case must be an object") };
    only(object, &["if", "take"])?;
    let text = |name: &str| match object.get(name) {
        Some(Value::String(text)) => source::law(text).map(Some).map_err(Rejected),
        None => Ok(None),
        Some(_) => reject(format!("the field `{name}` of a case must be a text")),
    };
    let Some(take) = text("take")? else { return reject("a case says nothing to take") };
    let condition = match text("if")?.map(|condition| condition.node) {
        None => None,
        Some(Node::Compare(a, right)) => match right.as_slice() {
            [(Comparison::Le, b)] => Some((*a, b.clone())),
            _ => return reject("the condition of a case must be of the form `a <= b`"),
        },
        Some(_) => return reject("the condition of a case must be of the form `a <= b`"),
    };
    Ok((condition, take))
}
