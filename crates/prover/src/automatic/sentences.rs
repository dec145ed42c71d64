//! The parts of the sentences about a law and its moves, for the search.
//!
//! The theorem that they make true stands in `crates/verify/src/induction.rs`.

use crate::Result;
use crate::unproved::not_found;
use expr::ast::Comparison;
use expr::substitute::name;
use logic::formula::{Formula, Linear, Machine, Variable};
use logic::numeration::Numeration;
use logic::product::is_empty;
use meaning::Error;
use meaning::game::{Game, Law, Scene};
use meaning::reading::{Reader, Term};
use std::rc::Rc;

/// What is to be proved, and what is said for it.
#[derive(Debug)]
pub(super) struct Claim<'a> {
    /// The game.
    pub(super) game: &'a Game,
    /// What is said of its positions.
    pub(super) law: &'a Law,
    /// How numbers are written.
    pub(super) numeration: &'a Numeration,
    /// The weight of each coordinate in the measure.
    pub(super) measure: &'a [i128],
    /// The pairs of n and the nim-sum of the values of the coins below n: what a run is worth.
    pub(super) prefix: Option<&'a Rc<Machine>>,
    /// The positions that the law calls won, as a machine; `None` where the law is read each time.
    pub(super) won: Option<&'a Rc<Machine>>,
}

/// What the law says of a position or a sum.
#[derive(Debug)]
pub(super) enum Said {
    /// The player to move wins.
    Wins(Formula),
    /// The nim-value.
    Value(Term),
}

impl Said {
    /// Both are said to be lost, or to have the same value: no move leads from one to the other.
    pub(super) fn barred(&self, other: &Self) -> Result<Formula> {
        match (self, other) {
            (Self::Wins(a), Self::Wins(b)) => Ok(Formula::all(vec![!a.clone(), !b.clone()])),
            _ => self.agrees(other),
        }
    }

    /// The same is said of both.
    fn agrees(&self, other: &Self) -> Result<Formula> {
        match (self, other) {
            (Self::Wins(a), Self::Wins(b)) => {
                Ok(a.clone().implies(b.clone()).and(b.clone().implies(a.clone())))
            }
            (Self::Value(a), Self::Value(b)) => Ok(a.compare(Comparison::Eq, b)?),
            _ => Err(not_found("an outcome is not a value")),
        }
    }

    /// A move to `aim` must exist: the position is won, or `aim` is a smaller value.
    pub(super) fn demands(&self, aim: Option<Variable>) -> Result<Formula> {
        self.aimed(aim, Comparison::Lt, |wins| wins)
    }

    /// This is what was aimed at: lost, or of the value `aim`.
    pub(super) fn attains(&self, aim: Option<Variable>) -> Result<Formula> {
        self.aimed(aim, Comparison::Eq, |wins| !wins)
    }

    /// How the value `aim` compares with the value; where there is no aim, what follows from an outcome.
    fn aimed(
        &self,
        aim: Option<Variable>,
        comparison: Comparison,
        of_outcome: impl Fn(Formula) -> Formula,
    ) -> Result<Formula> {
        match (self, aim) {
            (Self::Wins(wins), None) => Ok(of_outcome(wins.clone())),
            (Self::Value(value), Some(aim)) => Ok(Term::variable(aim).compare(comparison, value)?),
            _ => Err(not_found("an aim is a value")),
        }
    }
}

impl Claim<'_> {
    /// A reader that knows the coordinates, and the variable of the value that is aimed at.
    pub(super) fn reader(&self) -> (Reader, Option<Variable>, Vec<Linear>) {
        let (mut reader, own) = self.game.reader(self.numeration);
        let aim = matches!(self.law, Law::Value(_)).then(|| reader.variable());
        (reader, aim, own)
    }

    /// The parts of the sentences about a clause, and the variable of the value that is aimed at.
    pub(super) fn scene(&self, at: usize) -> Result<(Scene, Option<Variable>)> {
        let clause =
            self.game.clauses().get(at).ok_or_else(|| not_found("there is no such move"))?;
        let (reader, aim, own) = self.reader();
        let mut scene = self.game.scene(clause, reader, own)?;
        if self.won.is_some() {
            // a machine reads variables; the equations let others be put in
            let Scene { reader, before, after, moved, .. } = &mut scene;
            for form in after.iter_mut().flatten().filter(|form| !before.contains(form)) {
                let own = Linear::variable(reader.variable());
                let equation = Term::whole(own.clone());
                let equation = equation.compare(Comparison::Eq, &Term::whole(form.clone()))?;
                *moved = moved.clone().and(equation);
                *form = own;
            }
        }
        Ok((scene, aim))
    }

    /// What the law says where the coordinates stand for what was last said.
    pub(super) fn said(&self, reader: &mut Reader) -> Result<Said> {
        if let Some(machine) = self.won {
            let mut tracks = Vec::new();
            for own in self.game.names() {
                let coordinate = reader.value(&name(own))?;
                tracks.push(reader.natural(&coordinate)?);
            }
            return Ok(Said::Wins(Formula::Word(Rc::clone(machine), tracks)));
        }
        Ok(match self.law {
            Law::Outcome { wins, .. } => Said::Wins(reader.condition(wins)?),
            Law::Value(e) => Said::Value(reader.value(e)?),
        })
    }

    /// What the law says before and after a move.
    pub(super) fn around(&self, scene: &mut Scene) -> Result<(Said, Said)> {
        let Scene { reader, before, after, runs, .. } = scene;
        self.game.place(reader, before);
        let own = self.said(reader)?;
        let mut all = Vec::new();
        for at in &*after {
            self.game.place(reader, at);
            all.push(self.said(reader)?);
        }
        if let Law::Outcome { stuck_wins, .. } = self.law {
            let nothing = Said::Wins(Formula::Constant(*stuck_wins));
            return match (all.len(), runs.is_empty()) {
                (0 | 1, true) => Ok((own, all.pop().unwrap_or(nothing))),
                _ => Err(not_found("the outcome of a sum needs the values of its parts")),
            };
        }
        let mut terms = Vec::new();
        for said in all {
            match said {
                Said::Value(term) => terms.push(term),
                Said::Wins(_) => return Err(not_found("an outcome is not a value")),
            }
        }
        for (lo, hi) in &*runs {
            let prefix = self
                .prefix
                .ok_or_else(|| not_found("runs of coins need the nim-sums of their values"))?;
            let end = Term::whole(hi.plus(1, &Linear::constant(1)).ok_or(Error::OVERFLOW)?);
            for end in [Term::whole(lo.clone()), end.at_least(&Term::whole(lo.clone()))?] {
                let end = reader.natural(&end)?;
                terms.push(Term::variable(reader.found(prefix, vec![end])));
            }
        }
        let sum = match &terms[..] {
            [only] => only.clone(),
            all => reader.nim_sum(all)?,
        };
        Ok((own, Said::Value(sum)))
    }

    /// Whether every part of what a move makes has a smaller measure than the position before it.
    pub(super) fn falls(&self, scene: &Scene) -> Result<bool> {
        let size = |at: &[Linear]| {
            let mut weighted = self.measure.iter().zip(at);
            weighted.try_fold(Linear::default(), |sum, (&weight, form)| sum.plus(weight, form))
        };
        let last = scene.runs.iter().map(|(_, last)| vec![last.clone()]);
        for after in scene.after.iter().cloned().chain(last) {
            let fall = size(&scene.before).and_then(|all| all.plus(-1, &size(&after)?));
            let fall = Term::whole(fall.ok_or(Error::OVERFLOW)?);
            let stays = fall.compare(Comparison::Le, &Term::number(0))?;
            let Scene { reader, domain, legal, moved, .. } = scene;
            let parts = vec![domain.clone(), legal.clone(), moved.clone(), stays];
            let stays = reader.complete(Formula::all(parts));
            if !is_empty(self.numeration, reader.variables(), &stays)? {
                return Ok(false);
            }
        }
        Ok(true)
    }
}
