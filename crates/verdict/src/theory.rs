//! Claims that are the theorem of Sprague and Grundy, and say nothing of their game in particular.
//!
//! *Theorem* (R. P. Sprague 1935, P. M. Grundy 1939). Let players move in turn, a move be one in
//! exactly one part of a sum, a player without a move lose, and play end. Then
//! - a position is won exactly if some option is lost, which is if its value is not 0; its value is
//!   the mex of those of its options, and that of a sum the nim-sum of those of its parts;
//! - so a function defined as the mex of its own nim-sums at what the moves of the rule lead to is
//!   the value, and one that holds exactly if it does not hold at some option is the outcome;
//! - a board of coins is the sum of its heads, if it does not matter for a turn how other coins lie
//!   (E. R. Berlekamp, J. H. Conway, R. K. Guy, Winning Ways, ch. 14).
//!
//! A claim is recognised where these alone turn it into `true`: quantities are read as nim-sums of
//! values of single positions that stay unknown, and equal ones cancel. No certificate says so. That
//! play ends is not examined here: the engine fills no table of positions that can return.

use crate::proof::as_condition;
use expr::ast::{Binary, Binder, Comparison, Expr, Fold, Item, Node, Quantity, Unary, ValueOf};
use expr::build::range;
use expr::substitute::{Bindings, name};
use expr::walk::within;
use expr::words::listed;
use meaning::composed::depends_on_coins;
use meaning::elsewhere::calls;
use meaning::source::{settled, written};
use rule::ast::{
    Claim, ClaimDomain, Component, Coordinate, CoordinateForm, End, Move, MoveForm, Play, Player,
    State,
};
use rule::{Instance, Library, Rule, load};
use std::collections::{BTreeMap, BTreeSet};

#[cfg(test)]
mod tests;

/// Unknown values, each of which counts once.
type NimSum = BTreeSet<String>;
/// That the nim-sum is 0, or with `false` that it is not; `None` where nothing is known.
type Truth = Option<(NimSum, bool)>;

const TRUE: Truth = Some((NimSum::new(), true));
const FALSE: Truth = Some((NimSum::new(), false));

fn not(truth: Truth) -> Truth {
    truth.map(|(sum, is_zero)| (sum, !is_zero))
}

fn and(a: Truth, b: Truth) -> Truth {
    match (a, b) {
        (a, b) if a == b || b == TRUE => a,
        (a, b) if a == TRUE => b,
        (a, b) if a == FALSE || b == FALSE || a.is_some() && a == not(b.clone()) => FALSE,
        _ => None,
    }
}

fn implies(a: Truth, b: Truth) -> Truth {
    not(and(a, not(b)))
}

/// Whether the theorem alone makes the claim true of this member, wherever play ends.
pub(crate) fn is_identity(claim: &Claim, member: &Instance, library: &dyn Library) -> bool {
    let reader = Reader::of(claim, member, library);
    reader.is_some_and(|mut reader| reader.truth(&as_condition(claim)) == Some(TRUE))
}

/// Whether the theorem covers the game as it is played.
fn is_plain(rule: &Rule) -> bool {
    let is_own = |form: &MoveForm| match form {
        MoveForm::Sum(sum) => sum.iter().all(|part| part.game.is_none() && !part.each),
        _ => true,
    };
    let is_usual = |m: &Move| m.player == Player::Either && !m.when_stuck && is_own(&m.form);
    rule.play == Play::One
        && rule.ends.iter().all(|end| *end == End::StuckLoses)
        && rule.moves.iter().all(is_usual)
        && !matches!(rule.state, Some(State::Product(..)))
}

/// The unknown value of a position.
fn position(game: &str, at: &[Expr]) -> String {
    format!("{game}({})", listed(at))
}

/// The value of the start; `None` where the theorem does not cover a part.
fn start(parts: &[Component], member: &Instance, library: &dyn Library) -> Option<NimSum> {
    let mut sum = NimSum::new();
    for Component { game, at, each } in parts {
        let mut named = "";
        if let Some(game) = game {
            named = member.game(&game.name);
            let rule = load(named, library).ok()?;
            (is_plain(&rule) && !is_coins(&rule) && game.arguments.is_empty()).then_some(())?;
        }
        sum = (!each).then(|| &sum ^ &NimSum::from([position(named, at)]))?;
    }
    Some(sum)
}

fn is_coins(rule: &Rule) -> bool {
    matches!(rule.state, Some(State::Coins { .. }))
}

/// Reads a claim about a member. Names are bound once in a claim, so equal texts are equal positions.
struct Reader<'a> {
    member: &'a Instance,
    domain: &'a ClaimDomain,
    /// The value of what the claim is about.
    here: NimSum,
    /// The coordinates with their least and greatest values; none where these alone do not tell what
    /// is a position.
    limits: Vec<(&'a str, i128, i128)>,
    /// Ranges of bound variables.
    bound: BTreeMap<String, (i128, i128)>,
}

impl<'a> Reader<'a> {
    fn of(claim: &'a Claim, member: &'a Instance, library: &dyn Library) -> Option<Self> {
        let Instance { rule, .. } = member;
        let (domain, bound) = (&claim.domain, BTreeMap::new());
        let here = match (domain, &rule.start) {
            _ if !is_plain(rule) => return None,
            (ClaimDomain::Positions, _) if rule.state.is_some() => {
                let own: Vec<Expr> = written(rule.state.as_ref()).into_iter().map(name).collect();
                NimSum::from([position("", &own)])
            }
            // a coin in a start need not be alone for its turns
            (ClaimDomain::Starts, Some(start)) if !is_coins(rule) => {
                self::start(&start.position, member, library)?
            }
            (ClaimDomain::Boards(_), _) if is_coins(rule) && !depends_on_coins(rule) => {
                NimSum::from(["board".to_owned()])
            }
            _ => return None,
        };
        let limits = limits(member).unwrap_or_default();
        Some(Self { member, domain, here, limits, bound })
    }

    /// What is known of a condition; `None` where it need not have a truth value.
    fn truth(&mut self, e: &Expr) -> Option<Truth> {
        Some(match &e.node {
            Node::Bool(true) => TRUE,
            Node::Unary(Unary::Not, a) => not(self.truth(a)?),
            Node::Binary(Binary::And, a, b) => and(self.truth(a)?, self.truth(b)?),
            Node::Binary(Binary::Or, a, b) => implies(not(self.truth(a)?), self.truth(b)?),
            Node::Binary(Binary::Implies, a, b) => implies(self.truth(a)?, self.truth(b)?),
            Node::Binary(Binary::Iff, a, b) => {
                let (a, b) = (self.truth(a)?, self.truth(b)?);
                and(implies(a.clone(), b.clone()), implies(b, a))
            }
            Node::Fold(Fold::All, items) => {
                items.iter().all(|item| self.always(item)).then_some(TRUE)?
            }
            _ => match self.won(e) {
                Some(truth) => Some(truth),
                None => is_total(e).then_some(None)?,
            },
        })
    }

    /// The nim-sum that a condition says to be 0, or not to be.
    fn won(&self, e: &Expr) -> Truth {
        match &e.node {
            Node::Value(value) => match value.quantity {
                Quantity::Win => Some((self.quantity(value)?, false)),
                Quantity::Lose => Some((self.quantity(value)?, true)),
                _ => None,
            },
            Node::Call(function, at) if self.computes(function) == Some(Fold::Any) => {
                Some((self.at("", at)?, false))
            }
            // where one of the options has 0, it is lost
            Node::Fold(Fold::Any, items) => {
                let forms = ["@ = 0 for @ in win of options", "@ = 0 for @ in sg of options"];
                is_written(items, &forms).then(|| (self.here.clone(), false))
            }
            Node::Compare(a, rest) => {
                let [(comparison, b)] = rest.as_slice() else { return None };
                let sum = &self.value(a)? ^ &self.value(b)?;
                match (comparison, &a.node, &b.node) {
                    (Comparison::Eq, ..) => Some((sum, true)),
                    (Comparison::Ne, ..)
                    | (Comparison::Gt, _, Node::Int(0))
                    | (Comparison::Lt, Node::Int(0), _) => Some((sum, false)),
                    _ => None,
                }
            }
            _ => None,
        }
    }

    /// The nim-sum that an expression is.
    fn value(&self, e: &Expr) -> Option<NimSum> {
        match &e.node {
            Node::Int(0) => Some(NimSum::new()),
            Node::Binary(Binary::Xor, a, b) => Some(&self.value(a)? ^ &self.value(b)?),
            Node::Value(value) if value.quantity == Quantity::Sg => self.quantity(value),
            Node::Call(..) if e.to_string() == "mex(sg of options)" => Some(self.here.clone()),
            Node::Call(function, at) if self.computes(function) == Some(Fold::Mex) => {
                self.at("", at)
            }
            Node::Fold(Fold::Xor, items) => {
                is_written(items, &["sg(@) for @ in heads"]).then(|| self.here.clone())
            }
            _ => None,
        }
    }

    fn quantity(&self, ValueOf { game, position, of_options, .. }: &ValueOf) -> Option<NimSum> {
        let Some(sum) = position else {
            return (game.is_none() && !of_options).then(|| self.here.clone());
        };
        let named = match game {
            Some(game) => game.arguments.is_empty().then(|| self.member.game(&game.name))?,
            None => "",
        };
        // parts of a sum of coins need not be boards of their own
        (sum.len() == 1 || !self.limits.is_empty()).then_some(())?;
        sum.iter().try_fold(NimSum::new(), |all, at| Some(&all ^ &self.at(named, at)?))
    }

    /// The value of a position, if it is one whatever the coordinates are.
    fn at(&self, game: &str, at: &[Expr]) -> Option<NimSum> {
        let value = NimSum::from([position(game, at)]);
        let lies = |(e, (own, from, to)): (&Expr, &(&str, i128, i128))| {
            let inside = |(lo, hi)| *from <= lo && hi <= *to;
            e.as_name() == Some(own) || self.range(e).is_some_and(inside)
        };
        let is_known = match self.domain {
            ClaimDomain::Starts => self.here.is_superset(&value),
            ClaimDomain::Positions => {
                let is_position =
                    at.len() == self.limits.len() && at.iter().zip(&self.limits).all(lies);
                game.is_empty() && (value == self.here || is_position)
            }
            ClaimDomain::Boards(_) => false,
        };
        is_known.then_some(value)
    }

    /// The least and the greatest that a number, or an element of a set, may be.
    fn range(&self, e: &Expr) -> Option<(i128, i128)> {
        let ends = match &e.node {
            Node::Range(lo, hi) => vec![&**lo, hi],
            Node::Set(all) => all.iter().collect(),
            Node::Name(name) => return self.bound.get(name).copied(),
            _ => vec![e],
        };
        let ends = ends.into_iter().map(|e| self.member.number(e).ok());
        let ends: Vec<i128> = ends.collect::<Option<_>>()?;
        Some((*ends.iter().min()?, *ends.iter().max()?))
    }

    /// Whether an item is true for all values of its variables, whatever its guard.
    fn always(&mut self, item: &Item) -> bool {
        let sets = item.binders.iter().map(|binder| &binder.set);
        for binder in &item.binders {
            self.bound.remove(&binder.name);
            self.bound.extend(self.range(&binder.set).map(|range| (binder.name.clone(), range)));
        }
        sets.chain(&item.guard).all(is_total) && self.truth(&item.body) == Some(TRUE)
    }

    /// `mex` where a function of the rule computes the value of its arguments as a position, `any`
    /// where it computes the outcome: where its items are the moves.
    fn computes(&self, function: &str) -> Option<Fold> {
        let rule = &self.member.rule;
        let definition = rule.definitions.iter().find(|d| d.name == function)?;
        let Node::Fold(fold, items) = &definition.body.node else { return None };
        let item = |Item { body, binders, guard }: &Item| {
            let mut parts = Vec::new();
            match (fold, &body.node) {
                (Fold::Mex, _) => calls(body, function, &mut parts)?,
                (Fold::Any, Node::Unary(Unary::Not, body)) => {
                    calls(body, function, &mut parts)?;
                    // outcomes of parts do not tell that of their sum
                    (parts.len() == 1).then_some(())?;
                }
                _ => return None,
            }
            self.clause(&definition.arguments, &parts, binders.iter(), guard.as_ref())
        };
        let own: Vec<String> = self.limits.iter().map(|(own, ..)| (*own).to_owned()).collect();
        let written = |m: &Move| {
            let MoveForm::Sum(sum) = &m.form else { return None };
            let parts: Vec<&[Expr]> = sum.iter().map(|part| part.at.as_slice()).collect();
            let binders = m.binders.iter().map(|binder| &binder.binder);
            self.clause(&own, &parts, binders, m.guard.as_ref())
        };
        let items: BTreeSet<String> = items.iter().map(item).collect::<Option<_>>()?;
        let moves: BTreeSet<String> = rule.moves.iter().map(written).collect::<Option<_>>()?;
        (items == moves).then_some(*fold)
    }

    /// A move, or an item of a recursion, with its names by their numbers; `None` where expressions
    /// bind names themselves.
    fn clause<'b>(
        &self,
        names: &[String],
        parts: &[&[Expr]],
        binders: impl Iterator<Item = &'b Binder> + Clone,
        guard: Option<&Expr>,
    ) -> Option<String> {
        let sets = binders.clone().map(|binder| &binder.set);
        let mut all = parts.iter().copied().flatten().chain(sets.clone()).chain(guard);
        if all.any(|e| within(e).any(|e| matches!(e.node, Node::Fold(..) | Node::Value(..)))) {
            return None;
        }
        // no name in a rule has a space, and none is bound twice
        let names = names.iter().chain(binders.map(|binder| &binder.name)).enumerate();
        let bindings =
            Bindings::of(names.map(|(at, own)| (own.clone(), name(format!("name {at}")))));
        let constants = rule::constants(&self.member.values);
        let set = |set: &Expr| match &set.node {
            Node::Range(lo, hi) => range(settled(lo, &constants), settled(hi, &constants)),
            _ => set.clone(),
        };
        let written = |e: &Expr| bindings.expr(e).to_string();
        let mut parts: Vec<String> =
            parts.iter().map(|at| listed(at.iter().map(written))).collect();
        parts.sort();
        let (parts, sets) = (parts.join(" | "), listed(sets.map(|e| written(&set(e)))));
        Some(format!("{parts} for {sets} if {}", guard.map(written).unwrap_or_default()))
    }
}

/// The coordinates with their least and greatest values, if all tuples of such are positions.
fn limits<'a>(member: &'a Instance) -> Option<Vec<(&'a str, i128, i128)>> {
    let number = |e: &Expr| member.number(e).ok();
    let all = match member.rule.state.as_ref()? {
        State::Heap(coordinate) => std::slice::from_ref(coordinate),
        State::Tuple { coordinates, condition: None, .. } => coordinates.as_slice(),
        _ => return None,
    };
    let limit = |c: &'a Coordinate| {
        let end = |e: &Option<Expr>, otherwise| e.as_ref().map_or(Some(otherwise), number);
        let is_number = matches!(c.form, CoordinateForm::Number);
        is_number.then_some((c.name.as_str(), end(&c.from, 0)?, end(&c.to, i128::MAX)?))
    };
    all.iter().map(limit).collect()
}

/// Whether what is written always has a value.
fn is_total(e: &Expr) -> bool {
    within(e).all(|e| match &e.node {
        Node::Binary(op, ..) => matches!(op, Binary::Add | Binary::Sub | Binary::Mul),
        Node::Int(_) | Node::Name(_) | Node::Compare(..) | Node::Range(..) | Node::Set(_) => true,
        _ => false,
    })
}

/// Whether there is one item, written in one of these ways with its variable for `@`.
fn is_written(items: &[Item], forms: &[&str]) -> bool {
    let [item @ Item { binders, .. }] = items else { return false };
    let [Binder { name, .. }] = binders.as_slice() else { return false };
    forms.iter().any(|form| item.to_string() == form.replace('@', name))
}
