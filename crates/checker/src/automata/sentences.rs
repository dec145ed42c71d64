//! The sentences that make a law of the outcome true, each an emptiness or a cover.
//!
//! *Theorem.* Let every move lower the sum of the coordinates. If no move leads from a position
//! outside W to one outside W, and from every position in W some move leads outside W, then W is
//! the set of positions from which the player to move wins. (By induction on the sum.)

use super::formula::{Formula, Linear, Machine, Sign, Variable};
use super::game::Game;
use super::numeration::Numeration;
use super::product::{covered, is_empty};
use super::reading::Reader;
use expr::ast::Expr;
use std::rc::Rc;

/// What is to be proved: `winning` says from which positions the player to move wins.
#[derive(Debug)]
pub struct Claim<'a> {
    /// The game.
    pub game: &'a Game,
    /// From where the player to move wins.
    pub winning: &'a Expr,
    /// How numbers are written.
    pub numeration: &'a Numeration,
}

/// That nothing satisfies the formula together with what the reader's variables are.
fn never(
    numeration: &Numeration,
    reader: &Reader,
    parts: Vec<Formula>,
    otherwise: &str,
) -> Result<(), String> {
    let formula = reader.complete(Formula::And(parts));
    if is_empty(numeration, reader.variables(), &formula)? {
        Ok(())
    } else {
        Err(otherwise.to_owned())
    }
}

impl Claim<'_> {
    /// Checks all sentences; `witnesses` are machines over the coordinates and then the bound
    /// variables of the clause, one for each clause: which moves to make.
    ///
    /// # Errors
    /// The sentence that fails, or what is not definable.
    pub fn check(&self, witnesses: &[Option<Machine>]) -> Result<(), String> {
        let clauses = self.game.clauses();
        if witnesses.len() != clauses.len() {
            return Err(format!("there must be {} witnesses, one for each move", clauses.len()));
        }
        self.check_law()?;
        for (at, witness) in witnesses.iter().enumerate() {
            self.check_clause(at, witness.as_ref()).map_err(|e| format!("move {}: {e}", at + 1))?;
        }
        let (mut reader, own) = self.game.reader(self.numeration);
        let domain = self.game.domain(&mut reader)?;
        let wins = reader.condition(self.winning)?;
        let inputs: Vec<Variable> = (0..own.len()).collect();
        let choices: Vec<(Machine, Vec<Variable>)> =
            witnesses.iter().flatten().map(|machine| (machine.clone(), inputs.clone())).collect();
        let formula = reader.complete(Formula::And(vec![domain, wins]));
        if covered(self.numeration, reader.variables(), &formula, &choices)? {
            Ok(())
        } else {
            Err("some position called won has no winning move among the witnesses".to_owned())
        }
    }

    /// The law speaks of natural numbers only, and does not depend on an order that does not matter.
    fn check_law(&self) -> Result<(), String> {
        let (mut reader, own) = self.game.reader(self.numeration);
        let domain = self.game.domain(&mut reader)?;
        let wins = reader.condition(self.winning)?;
        let traps = vec![domain.clone(), reader.traps()];
        never(self.numeration, &reader, traps, "the law meets a number below 0, or leaves a list")?;
        if !self.game.is_symmetric() {
            return Ok(());
        }
        // neighbours exchanged: these exchanges make every order
        for at in 1..own.len() {
            let (mut reader, mut other) = (reader.clone(), own.clone());
            other.swap(at - 1, at);
            self.game.place(&mut reader, &other);
            let exchanged = self.game.domain(&mut reader)?;
            let still = exchanged.and(reader.condition(self.winning)?);
            let parts = vec![domain.clone(), wins.clone(), !still];
            never(self.numeration, &reader, parts, "the law depends on the order of coordinates")?;
        }
        Ok(())
    }

    fn check_clause(&self, at: usize, witness: Option<&Machine>) -> Result<(), String> {
        let clause = &self.game.clauses()[at];
        let scene = self.game.scene(clause, self.numeration)?;
        let (domain, legal) = (|| scene.domain.clone(), || scene.legal.clone());
        let mut reader = scene.reader;
        let never = |reader: &Reader, parts, otherwise: &str| {
            never(self.numeration, reader, parts, otherwise)
        };
        let low = vec![domain(), Formula::Or(vec![scene.low, reader.traps()])];
        never(&reader, low, "a number below 0 is chosen, or met on the way")?;
        let negative = vec![domain(), legal(), scene.negative];
        never(&reader, negative, "it may leave a number below 0")?;

        let wins = reader.condition(self.winning)?;
        self.game.place(&mut reader, &scene.after);
        let inside = self.game.domain(&mut reader)?;
        let wins_after = reader.condition(self.winning)?;
        let step = || vec![domain(), legal(), scene.moved.clone()];
        let with = |more: Vec<Formula>| [step(), more].concat();
        never(&reader, with(vec![!inside]), "it may lead to what is no position")?;
        let mut fall = Linear::default();
        for (sign, forms) in [(1, &scene.before), (-1, &scene.after)] {
            for form in forms {
                fall = fall.plus(sign, form).ok_or("a number exceeds 128 bits")?;
            }
        }
        let stays = Formula::Compare(fall, Sign::AtMost);
        never(&reader, with(vec![stays]), "it may not lower the sum of the coordinates")?;
        let closed = with(vec![!wins.clone(), !wins_after.clone()]);
        never(&reader, closed, "it may lead from a position called lost to another")?;
        let Some(machine) = witness else { return Ok(()) };
        let tracks = (0..scene.before.len() + clause.bound().count()).collect();
        let chosen = Formula::Word(Rc::new(machine.clone()), tracks);
        let illegal = vec![domain(), chosen.clone(), !legal()];
        never(&reader, illegal, "its witness chooses what is no move")?;
        let bad = with(vec![chosen, wins_after]);
        never(&reader, bad, "its witness moves to a position called won")
    }
}
