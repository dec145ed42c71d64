//! The theorem "automata": its certificate read and its sentences checked.

use crate::certificate::{Certificate, Object, if_present, or_null};
use crate::{Accepted, Result, malformed, reject};
use expr::ast::Expr;
use logic::formula::Machine;
use logic::numeration::Numeration;
use meaning::elaborate::Elaborator;
use meaning::game::{Game, Law};
use meaning::reading::quadratic;
use meaning::source;
use message::message;
use serde::Deserialize;
use verify::core::{Induction, Name, Proof, States};

/// What the certificate says.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Data {
    numeration: Object<Places>,
    /// The weight of each coordinate.
    measure: Vec<u64>,
    /// The pairs of n and the nim-sum of the values of the coins below n.
    #[serde(deserialize_with = "or_null")]
    prefix: Option<Object<States>>,
    /// The positions that the law calls won.
    #[serde(deserialize_with = "or_null")]
    won: Option<Object<States>>,
    #[serde(deserialize_with = "or_null")]
    stuck: Option<Object<WithoutMove>>,
    /// For every clause the moves to make.
    witnesses: Vec<Option<Object<States>>>,
    /// The full law, where the certificate's law only follows from it.
    #[serde(default, deserialize_with = "if_present")]
    implied_by: Option<String>,
}

/// How numbers are written: to a base, or with places by a recurrence.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Places {
    #[serde(default, deserialize_with = "if_present")]
    base: Option<u32>,
    #[serde(default, deserialize_with = "if_present")]
    weights: Option<Vec<u64>>,
    #[serde(default, deserialize_with = "if_present")]
    first: Option<Vec<u64>>,
    /// The greedy words.
    #[serde(default, deserialize_with = "if_present")]
    words: Option<Object<States>>,
    #[serde(default)]
    slopes: Vec<Object<Slope>>,
}

/// An irrational number x and the pairs of k and floor(x k).
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Slope {
    slope: String,
    machine: Object<States>,
}

/// Positions without a move, and moves from others.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct WithoutMove {
    positions: Object<States>,
    moves: Vec<Option<Object<States>>>,
}

/// Checks a certificate of this theorem.
pub(crate) fn verify(certificate: &Certificate) -> Result<Accepted> {
    let data: Data = certificate.data()?;
    let game = Game::of(&certificate.instance()?)?;
    let (full, statement) = match &data.implied_by {
        None => (&certificate.law, None),
        Some(full) => (full, Some(source::law(&certificate.law)?)),
    };
    let said = Law::read(full, &game)?;
    if certificate.quantity != said.quantity() {
        let (said, quantity) = (said.quantity(), &certificate.quantity);
        return reject(message!("the law is about `{said}`, not about `{quantity}`"));
    }
    let numeration = numeration(data.numeration.0)?;
    let (prefix, won) = (optional(data.prefix)?, optional(data.won)?);
    let stuck = match data.stuck {
        None => None,
        Some(Object(WithoutMove { positions, moves })) => {
            Some(Stuck { positions: machine(positions)?, moves: each(moves)? })
        }
    };
    let witnesses = each(data.witnesses)?;
    let claim = Claim {
        game: &game,
        law: &said,
        numeration: &numeration,
        measure: data.measure,
        prefix: prefix.as_ref(),
        won: won.as_ref(),
        stuck: stuck.as_ref(),
    };
    let core = verify::trimmed(core(&claim, &witnesses, statement.as_ref())?)?;
    let states: usize = witnesses.iter().flatten().map(|machine| machine.accepting.len()).sum();
    let clauses = witnesses.len();
    let (theorem, computed) = match said {
        Law::Outcome { .. } => (
            "P-positions by their moves, decided by automata (Buchi 1960)",
            message!(
                "{clauses} moves: no move joins two P-positions, and every N-position \
                 has a move to a P-position, by witnesses of {states} states"
            ),
        ),
        Law::Value(_) => (
            "nim-values by their options, decided by automata (Buchi 1960)",
            message!(
                "{clauses} moves: no move keeps the value, and some move \
                 reaches every smaller value, by witnesses of {states} states"
            ),
        ),
    };
    Ok(certificate.accepted(theorem, computed).with(core))
}

/// What is to be proved, and what is said for it.
struct Claim<'a> {
    game: &'a Game,
    law: &'a Law,
    numeration: &'a Numeration,
    measure: Vec<u64>,
    prefix: Option<&'a Machine>,
    won: Option<&'a Machine>,
    stuck: Option<&'a Stuck>,
}

/// What is said of positions without a move.
struct Stuck {
    positions: Machine,
    /// For each clause some moves.
    moves: Vec<Option<Machine>>,
}

/// The certificate in the core form.
fn core(
    claim: &Claim<'_>,
    witnesses: &[Option<Machine>],
    statement: Option<&Expr>,
) -> Result<verify::Certificate> {
    let Claim { game, law, numeration, .. } = claim;
    let mut elaborator = Elaborator::default();
    let moves = elaborator.moves(game, law.stuck_wins() || game.stuck_wins(), numeration)?;
    let full = elaborator.law(game, law, numeration)?;
    let (statement, full) = match statement {
        None => (full, None),
        Some(e) => (elaborator.statement(game, law, e, numeration)?, Some(Box::new(full))),
    };
    let mut named = |machine: &Machine| elaborator.machine(machine);
    let mut all = |machines: &[Option<Machine>]| -> Vec<Option<Name>> {
        machines.iter().map(|machine| machine.as_ref().map(&mut named)).collect()
    };
    let witnesses = all(witnesses);
    let shown = claim.stuck.map(|stuck| all(&stuck.moves));
    let stuck = claim.stuck.zip(shown).map(|(stuck, shown)| (named(&stuck.positions), shown));
    let proof = Induction {
        measure: claim.measure.clone(),
        law: full,
        won: claim.won.map(&mut named),
        prefix: claim.prefix.map(&mut named),
        stuck,
        witnesses,
    };
    Ok(verify::Certificate {
        version: verify::core::VERSION,
        digits: elaborator.digits(numeration)?,
        game: verify::core::Game::Moves(moves),
        statement,
        proof: Proof::Induction(proof),
    })
}

/// How numbers are written, with the slopes that are given.
fn numeration(written: Places) -> Result<Numeration> {
    let mut numeration = match written {
        Places { base: Some(base), weights: None, first: None, words: None, .. } => {
            let base = Numeration::base(base);
            base.ok_or_else(|| malformed("the base must be 2 to 36"))?
        }
        Places {
            base: None,
            weights: Some(weights),
            first: Some(first),
            words: Some(words),
            ..
        } => Numeration::new(&numbers(weights), &numbers(first), machine(words)?)?,
        _ => return reject("a numeration has a `base`, or else `weights`, `first` and `words`"),
    };
    for Object(Slope { slope: text, machine: pairs }) in written.slopes {
        let slope =
            quadratic(&text).ok_or_else(|| malformed(message!("`{text}` is not a slope")))?;
        numeration.add_slope(slope, machine(pairs)?)?;
    }
    Ok(numeration)
}

fn numbers(all: Vec<u64>) -> Vec<i128> {
    all.into_iter().map(i128::from).collect()
}

/// Machines, where they are given.
fn each(all: Vec<Option<Object<States>>>) -> Result<Vec<Option<Machine>>> {
    all.into_iter().map(optional).collect()
}

/// A machine, if it is given.
fn optional(states: Option<Object<States>>) -> Result<Option<Machine>> {
    states.map(machine).transpose()
}

fn machine(Object(states): Object<States>) -> Result<Machine> {
    Ok(states.machine("a machine")?)
}
