//! A position of least measure at which a law is wrong.
//!
//! If every move lowers the measure, a law is right at all positions if and only if it agrees everywhere
//! with what it says of the options (`crates/verify/src/induction.rs`). Take a position of least measure
//! where it does not agree. The law is right at its options and wherever the measure is less, so it is
//! wrong at this position.

use super::sentences::Said;
use super::{Search, named, read, satisfying};
use crate::unproved::not_found;
use crate::{Question, Result, Unproved};
use automata::{Automaton, Name, Solver};
use expr::ast::Comparison;
use expr::eval::{Definitions, Frame, Let, Names, NoContext, Program};
use logic::formula::Formula as Condition;
use meaning::game::{Game, Law};
use meaning::reading::Term;
use std::collections::BTreeMap;

/// A position of which a law is wrong, as automata found it; and what the law says of positions.
#[derive(Debug)]
pub struct Counterexample {
    /// Its coordinates, rows entry by entry: `n`, `h1`.
    pub position: Vec<(String, i64)>,
    /// The weights of the coordinates in the measure: the law is right where it is less.
    pub measure: Vec<i128>,
    /// Whether the law is about nim-values; else it is about who wins.
    pub is_value: bool,
    /// Whether a player without a move wins.
    pub stuck_wins: bool,
    said: Program,
}

impl Counterexample {
    /// What the law says of a position, evaluated as it is written: the nim-value, or 1 where the
    /// player to move wins; `None` where it says nothing.
    #[must_use]
    pub fn says(&self, at: &[i64]) -> Option<i128> {
        let mut frame = Frame::default();
        frame.set_all(at.iter().copied());
        self.said.integer(&mut frame, &mut NoContext).ok()
    }
}

/// The smallest counterexample to a law of all positions; `None` where there is none, or none is
/// found. It is only as right as the search: its options show whether the law is wrong.
///
/// # Errors
/// [`Unproved::Interrupted`].
pub fn refute(question: &Question) -> Result<Option<Counterexample>> {
    let Ok((game, law)) = read(question) else { return Ok(None) };
    let Ok(search) = Search::of(&game, &law) else { return Ok(None) };
    let mut solver = Solver::new(&search.numerals.search);
    let Some(wrong) = search.wrong(&mut solver)? else { return Ok(None) };
    let weighted = search.measure.iter().enumerate().map(|(at, &weight)| (named(at), weight));
    let weighted: Vec<(Name, i128)> = weighted.collect();
    let Ok(Some(found)) = solver.lightest(&wrong, &weighted) else { return Ok(None) };
    let values = found.into_iter().map(|(_, value)| i64::try_from(value).ok());
    let Some(values) = values.collect::<Option<Vec<i64>>>() else { return Ok(None) };
    let Some(said) = compiled(&game, &law) else { return Ok(None) };
    Ok(Some(Counterexample {
        position: game.names().iter().cloned().zip(values).collect(),
        measure: search.measure.clone(),
        is_value: matches!(law, Law::Value(_)),
        stuck_wins: law.stuck_wins(),
        said,
    }))
}

/// The law of a position whose coordinates are the slots.
fn compiled(game: &Game, law: &Law) -> Option<Program> {
    let lets = game.definitions().iter();
    let lets: Vec<Let<'_>> = lets.map(Let::from).collect();
    let definitions = Definitions::compile(&lets, &BTreeMap::new()).ok()?;
    let names = Names { slots: game.names().to_vec(), ..Names::default() };
    let (Law::Outcome { wins: e, .. } | Law::Value(e)) = law;
    Program::compile(e, &names, &definitions).ok()
}

impl Search<'_> {
    /// The positions where the law does not agree with what it says of their options; `None` where
    /// it cannot be told.
    fn wrong(&self, solver: &mut Solver) -> Result<Option<Automaton>> {
        let mut moves = Vec::new();
        for clause in 0..self.game.clauses().len() {
            if patience::is_over() {
                return Err(Unproved::Interrupted);
            }
            match self.reach(solver, clause) {
                Ok(reach) => moves.push(reach),
                Err(_) => return Ok(None),
            }
        }
        Ok(self.wrong_by(solver, &moves).ok().flatten())
    }

    /// What the moves of a clause reach.
    fn reach(&self, solver: &mut Solver, clause: usize) -> Result<Reach> {
        let (mut scene, aim) = self.claim().scene(clause)?;
        if !self.claim().falls(&scene)? {
            return Err(not_found("a move may fail to lower the measure"));
        }
        let (own, after) = self.claim().around(&mut scene)?;
        let bound: Vec<Name> = scene.bound.iter().copied().map(named).collect();
        let with_aim: Vec<Name> = aim.map(named).into_iter().chain(bound.iter().cloned()).collect();
        let mut from = |more: Vec<Condition>, hidden: &[Name]| {
            let moves = self.moves(solver, &scene, more)?;
            Ok::<_, Unproved>(solver.exists(hidden, &moves)?)
        };
        Ok(Reach {
            barred: from(vec![own.barred(&after)?], &with_aim)?,
            attained: from(vec![after.attains(aim)?], &bound)?,
            movable: from(Vec::new(), &with_aim)?,
        })
    }

    fn wrong_by(&self, solver: &mut Solver, moves: &[Reach]) -> Result<Option<Automaton>> {
        let (mut reader, aim, own) = self.claim().reader();
        let tracks = own.len() + usize::from(aim.is_some());
        let domain = self.game.domain(&mut reader)?;
        let (won, lost) = self.game.ended(&mut reader)?;
        let said = self.claim().said(&mut reader)?;
        let over = |solver: &mut Solver, tracks: usize, parts: Vec<Condition>| {
            let whole = reader.complete(Condition::all([vec![domain.clone()], parts].concat()));
            satisfying(solver, &whole, tracks, reader.variables())
        };
        if !over(solver, own.len(), vec![reader.traps()])?.is_empty() {
            return Ok(None);
        }
        let open = || vec![!won.clone(), !lost.clone()];
        let with = |more| [open(), vec![more]].concat();
        let misread = match &said {
            Said::Wins(wins) => {
                let ends = vec![won.clone().and(!wins.clone()), lost.clone().and(wins.clone())];
                Condition::any(ends)
            }
            Said::Value(value) => value.compare(Comparison::Lt, &Term::number(0))?,
        };
        let mut wrong = over(solver, own.len(), vec![misread])?;
        let mut lacking = over(solver, tracks, with(said.demands(aim)?))?;
        for reach in moves {
            wrong = solver.or(&wrong, &reach.barred)?;
            lacking = solver.minus(&lacking, &reach.attained)?;
        }
        if self.law.stuck_wins() {
            let mut stuck = over(solver, own.len(), open())?;
            for reach in moves {
                stuck = solver.minus(&stuck, &reach.movable)?;
            }
            lacking = solver.minus(&lacking, &stuck)?;
            let called_lost = over(solver, own.len(), with(said.attains(aim)?))?;
            let called_lost = solver.and(&called_lost, &stuck)?;
            wrong = solver.or(&wrong, &called_lost)?;
        }
        let aims: Vec<Name> = aim.map(named).into_iter().collect();
        let lacking = solver.exists(&aims, &lacking)?;
        Ok(Some(solver.or(&wrong, &lacking)?))
    }
}

/// What the moves of one clause reach: sets of positions, and of positions with an aim.
struct Reach {
    /// From where a move leads to what the law forbids: from lost to lost, or to the same value.
    barred: Automaton,
    /// From where a move leads to what is lost, or of the value aimed at.
    attained: Automaton,
    /// Where there is a move.
    movable: Automaton,
}
