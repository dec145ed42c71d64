//! The sentences that make a law of all positions true, each an emptiness or a cover.
//!
//! *Theorem.* Let every move lead from a position to a finite sum of positions, each of a smaller
//! measure: a sum of the coordinates with natural weights. Let V(p) be a natural number for every
//! position p, and V(s) the nim-sum of V over the parts of a sum s. If V(p) is V(s) for no option s
//! of p, and every u < V(p) is V(s) for some option s of p, then V is the nim-value. (By induction
//! on the measure the options have the values V(s), and V(p) is the least number that is none of
//! them: Sprague 1935, Grundy 1939.)
//!
//! Likewise for a set W, where every move leads to one position or none: if no move leads from
//! outside W to outside W, and from every position in W some move leads outside W (the empty sum is
//! outside), then W is the set of positions from which the player to move wins.
//!
//! Play may end before: where a rule says that it does, W must say what the rule says, and moves count
//! from the other positions only. Where a player without a move wins, W may also contain positions
//! that a machine shows to be stuck, and from every position outside W some move must be shown.
//!
//! Coins turned: a board is the sum of the boards of its heads, if every coin that a move turns
//! along with a head has a smaller measure, and it does not matter how the others lie. (By induction
//! on the multiset of measures: a coin turned twice adds its value twice.)

use crate::{Rejected, fails, reject, too_large};
use expr::ast::{Comparison, Expr};
use expr::substitute::name;
use logic::formula::{Formula, Linear, Machine, Variable};
use logic::numeration::Numeration;
use logic::product::{covered, is_empty};
use meaning::game::{Game, Law, Scene};
use meaning::reading::{Reader, Term};
use std::rc::Rc;

/// What is to be proved, and what is said for it.
#[derive(Debug)]
pub struct Claim<'a> {
    /// The game.
    pub game: &'a Game,
    /// What is said of its positions.
    pub law: &'a Law,
    /// How numbers are written.
    pub numeration: &'a Numeration,
    /// The weight of each coordinate in the measure.
    pub measure: &'a [i128],
    /// The pairs of n and the nim-sum of the values of the coins below n: what a run is worth.
    pub prefix: Option<&'a Rc<Machine>>,
    /// The positions that the law calls won, as a machine; `None` where the law is read each time.
    pub won: Option<&'a Rc<Machine>>,
    /// Where a player without a move wins: which positions are stuck.
    pub stuck: Option<&'a Stuck>,
}

/// What is said of positions without a move.
#[derive(Debug)]
pub struct Stuck {
    /// Accepts stuck positions only.
    pub positions: Machine,
    /// For each clause some moves, with tracks as those of witnesses.
    pub moves: Vec<Option<Machine>>,
}

/// What the law says of a position or a sum.
#[derive(Debug)]
pub enum Said {
    /// The player to move wins.
    Wins(Formula),
    /// The nim-value.
    Value(Term),
}

impl Said {
    /// Both are said to be lost, or to have the same value: no move leads from one to the other.
    ///
    /// # Errors
    /// There are too many cases.
    pub fn barred(&self, other: &Self) -> Result<Formula, Rejected> {
        match (self, other) {
            (Self::Wins(a), Self::Wins(b)) => Ok(Formula::all(vec![!a.clone(), !b.clone()])),
            _ => self.agrees(other),
        }
    }

    /// The same is said of both.
    fn agrees(&self, other: &Self) -> Result<Formula, Rejected> {
        match (self, other) {
            (Self::Wins(a), Self::Wins(b)) => {
                Ok(a.clone().implies(b.clone()).and(b.clone().implies(a.clone())))
            }
            (Self::Value(a), Self::Value(b)) => Ok(a.compare(Comparison::Eq, b)?),
            _ => reject("an outcome is not a value"),
        }
    }

    /// A move to `aim` must exist: the position is won, or `aim` is a smaller value.
    ///
    /// # Errors
    /// There are too many cases.
    pub fn demands(&self, aim: Option<Variable>) -> Result<Formula, Rejected> {
        match (self, aim) {
            (Self::Wins(wins), None) => Ok(wins.clone()),
            (Self::Value(value), Some(aim)) => {
                Ok(Term::variable(aim).compare(Comparison::Lt, value)?)
            }
            _ => reject("an aim is a value"),
        }
    }

    /// This is what was aimed at: lost, or of the value `aim`.
    ///
    /// # Errors
    /// There are too many cases.
    pub fn attains(&self, aim: Option<Variable>) -> Result<Formula, Rejected> {
        match (self, aim) {
            (Self::Wins(wins), None) => Ok(!wins.clone()),
            (Self::Value(value), Some(aim)) => {
                Ok(Term::variable(aim).compare(Comparison::Eq, value)?)
            }
            _ => reject("an aim is a value"),
        }
    }
}

impl Claim<'_> {
    /// Checks all sentences; `witnesses` are machines, one for each clause: which moves to make.
    /// Their tracks are the coordinates, for values the value aimed at, and the bound variables.
    ///
    /// # Errors
    /// The sentence that fails, or what is not definable.
    pub fn check(&self, witnesses: &[Option<Machine>]) -> Result<(), Rejected> {
        let clauses = self.game.clauses();
        if witnesses.len() != clauses.len() {
            return reject(format!("there must be {} witnesses, one for each move", clauses.len()));
        }
        if self.measure.len() != self.game.width() || self.measure.iter().any(|&w| w < 0) {
            return reject("the measure must have a weight for each coordinate");
        }
        if self.stuck.is_some() != self.law.stuck_wins() {
            return reject("stuck positions matter where a player without a move wins");
        }
        if self.stuck.is_some_and(|stuck| stuck.moves.len() != clauses.len()) {
            return reject(format!("some moves must be shown for {} moves", clauses.len()));
        }
        self.check_law()?;
        self.check_prefix()?;
        for (at, witness) in witnesses.iter().enumerate() {
            self.check_clause(at, witness.as_ref())
                .map_err(|why| why.within(format!("move {}", at + 1)))?;
        }
        let (mut reader, aim, _) = self.reader();
        let inputs: Vec<Variable> = (0..reader.variables()).collect();
        let domain = self.game.domain(&mut reader)?;
        let (won, lost) = self.game.ended(&mut reader)?;
        let said = self.said(&mut reader)?;
        let open = vec![domain, !won, !lost];
        let answered = |asked: Formula, machines: &mut dyn Iterator<Item = &Machine>| {
            let choices: Vec<_> = machines.map(|m| (m.clone(), inputs.clone())).collect();
            let formula = reader.complete(Formula::all([open.clone(), vec![asked]].concat()));
            covered(self.numeration, reader.variables(), &formula, &choices)
        };
        let stuck = self.stuck.iter().map(|stuck| &stuck.positions);
        if !answered(said.demands(aim)?, &mut witnesses.iter().flatten().chain(stuck))? {
            let missing = match self.law {
                Law::Outcome { .. } => "called won has no winning move among the witnesses",
                Law::Value(_) => "has no move to some value below its own by the witnesses",
            };
            return reject(format!("some position {missing}"));
        }
        if let Some(Stuck { moves, .. }) = self.stuck
            && !answered(said.attains(aim)?, &mut moves.iter().flatten())?
        {
            return reject("some position called lost is not shown to have a move");
        }
        Ok(())
    }

    /// A statement about every position, true if the law is.
    ///
    /// # Errors
    /// It is not, or what is not definable.
    pub fn check_statement(&self, statement: &Expr) -> Result<(), Rejected> {
        let (mut reader, _) = self.game.reader(self.numeration);
        let domain = self.game.domain(&mut reader)?;
        reader.know(self.law.known(self.game));
        let truth = reader.claim(&self.game.expression(statement))?;
        // one by one, for each needs few of the variables
        for trap in (!reader.traps()).conjuncts() {
            let trap = vec![domain.clone(), !trap];
            self.never(
                &reader,
                trap,
                "the statement mentions something that is neither a position nor a number",
            )?;
        }
        truth.conjuncts().into_iter().try_for_each(|part| {
            let wrong = vec![domain.clone(), part.negated()];
            self.never(&reader, wrong, "the statement does not follow from the law")
        })
    }

    /// That nothing satisfies all parts together with what the reader's variables are.
    fn never(
        &self,
        reader: &Reader,
        parts: Vec<Formula>,
        otherwise: &'static str,
    ) -> Result<(), Rejected> {
        let formula = reader.complete(Formula::all(parts));
        if is_empty(self.numeration, reader.variables(), &formula)? {
            Ok(())
        } else {
            reject(otherwise)
        }
    }

    /// A reader that knows the coordinates, and the variable of the value that is aimed at.
    #[must_use]
    pub fn reader(&self) -> (Reader, Option<Variable>, Vec<Linear>) {
        let (mut reader, own) = self.game.reader(self.numeration);
        let aim = matches!(self.law, Law::Value(_)).then(|| reader.variable());
        (reader, aim, own)
    }

    /// The parts of the sentences about a clause, and the variable of the value that is aimed at.
    ///
    /// # Errors
    /// What is not definable.
    pub fn scene(&self, at: usize) -> Result<(Scene, Option<Variable>), Rejected> {
        let clause = self.game.clauses().get(at).ok_or_else(|| fails("there is no such move"))?;
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
    ///
    /// # Errors
    /// What is not definable.
    pub fn said(&self, reader: &mut Reader) -> Result<Said, Rejected> {
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
    ///
    /// # Errors
    /// What is not definable.
    pub fn around(&self, scene: &mut Scene) -> Result<(Said, Said), Rejected> {
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
                _ => reject("the outcome of a sum needs the values of its parts"),
            };
        }
        let mut terms = Vec::new();
        for said in all {
            match said {
                Said::Value(term) => terms.push(term),
                Said::Wins(_) => return reject("an outcome is not a value"),
            }
        }
        for (lo, hi) in &*runs {
            let prefix = self
                .prefix
                .ok_or_else(|| fails("runs of coins need the nim-sums of their values"))?;
            let end = Term::whole(
                hi.plus(1, &Linear::constant(1))
                    .ok_or_else(|| too_large("a number is too large"))?,
            );
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

    /// The law speaks of natural numbers only, and does not depend on an order that does not matter.
    fn check_law(&self) -> Result<(), Rejected> {
        let (mut reader, own) = self.game.reader(self.numeration);
        let domain = self.game.domain(&mut reader)?;
        let said = Claim { won: None, ..*self }.said(&mut reader)?;
        let traps = vec![domain.clone(), reader.traps()];
        self.never(&reader, traps, "the law meets a number for which it has no value")?;
        match &said {
            Said::Value(value) => {
                let negative = value.compare(Comparison::Lt, &Term::number(0))?;
                self.never(&reader, vec![domain.clone(), negative], "the law has a value below 0")?;
            }
            Said::Wins(wins) => {
                let mut reader = reader.clone();
                let (won, lost) = self.game.ended(&mut reader)?;
                let wrong = vec![won.and(!wins.clone()), lost.and(wins.clone()), reader.traps()];
                let wrong = vec![domain.clone(), Formula::any(wrong)];
                self.never(&reader, wrong, "the law and the rule may differ where play ends")?;
            }
        }
        let mut said = said;
        if self.won.is_some() {
            let won = self.said(&mut reader)?;
            let other = vec![domain.clone(), !won.agrees(&said)?];
            self.never(&reader, other, "the machine of won positions may differ from the law")?;
            said = won;
        }
        if !self.game.is_symmetric() {
            return Ok(());
        }
        // neighbours exchanged: these exchanges make every order
        for at in 1..own.len() {
            let (mut reader, mut other) = (reader.clone(), own.clone());
            other.swap(at - 1, at);
            self.game.place(&mut reader, &other);
            let exchanged = self.game.domain(&mut reader)?;
            let still = exchanged.and(self.said(&mut reader)?.agrees(&said)?);
            let parts = vec![domain.clone(), !still];
            self.never(&reader, parts, "the law depends on the order of coordinates")?;
        }
        Ok(())
    }

    /// By induction on n the machine accepts exactly the pairs of n and the nim-sum of the values of
    /// the coins below n, from the first coin on: of the first only 0, of n + 1 only what the coin n
    /// adds to what there is for n, and something for every n.
    fn check_prefix(&self) -> Result<(), Rejected> {
        let (first, machine) = match (self.game.runs_from(), self.prefix) {
            (None, None) => return Ok(()),
            (Some(first), Some(machine)) => (first, machine),
            (None, Some(_)) => return reject("no move turns runs of coins"),
            (Some(_), None) => {
                return reject("runs of coins need the nim-sums of their values");
            }
        };
        let (mut reader, _) = self.game.reader(self.numeration);
        let domain = self.game.domain(&mut reader)?;
        let choices = [((**machine).clone(), vec![0])];
        if !covered(self.numeration, 1, &domain, &choices)? {
            return reject("some coin lacks the nim-sum of the coins below it");
        }
        let Said::Value(value) = self.said(&mut reader)? else {
            return reject("for runs of coins only nim-values can be proved");
        };
        let (coin, sum) = (Term::variable(0), reader.variable());
        let pair = |n, sum| Formula::Word(Rc::clone(machine), vec![n, sum]);
        let start = coin.compare(Comparison::Eq, &Term::number(first))?;
        let wrong = Term::variable(sum).compare(Comparison::Ne, &Term::number(0))?;
        let parts = vec![start, pair(0, sum), wrong];
        self.never(&reader, parts, "the nim-sum of no coins is not 0")?;
        let (next, after) = (reader.variable(), reader.variable());
        let one =
            Linear::variable(0).plus(1, &Linear::constant(1)).ok_or_else(|| fails("impossible"))?;
        let follows = Term::variable(next).compare(Comparison::Eq, &Term::whole(one))?;
        let more = reader.nim_sum(&[Term::variable(sum), value])?;
        let wrong = Term::variable(after).compare(Comparison::Ne, &more)?;
        let parts = vec![domain, follows, pair(0, sum), pair(next, after), wrong];
        self.never(&reader, parts, "a coin does not add its value to the nim-sum of those below")
    }

    /// The measure of every part of what a move makes is smaller than before it.
    ///
    /// # Errors
    /// It is not, or what is not decided.
    pub fn check_fall(&self, scene: &Scene) -> Result<(), Rejected> {
        let size = |at: &[Linear]| {
            let mut weighted = self.measure.iter().zip(at);
            weighted.try_fold(Linear::default(), |sum, (&weight, form)| sum.plus(weight, form))
        };
        let last = scene.runs.iter().map(|(_, last)| vec![last.clone()]);
        for after in scene.after.iter().cloned().chain(last) {
            let fall = size(&scene.before).and_then(|all| all.plus(-1, &size(&after)?));
            let fall = Term::whole(fall.ok_or(Rejected::OVERFLOW)?);
            let stays = fall.compare(Comparison::Le, &Term::number(0))?;
            let parts = vec![scene.domain.clone(), scene.legal.clone(), scene.moved.clone(), stays];
            self.never(&scene.reader, parts, "it may fail to lower the measure")?;
        }
        Ok(())
    }

    /// All that a move chooses are natural numbers, and all that it leaves are positions, and coins
    /// that there are.
    ///
    /// # Errors
    /// They may not be, or what is not decided.
    pub(crate) fn check_positions(&self, scene: &Scene) -> Result<(), Rejected> {
        let Scene { reader, domain, legal, low, negative, moved, .. } = scene;
        let low = vec![domain.clone(), Formula::any(vec![low.clone(), reader.traps()])];
        self.never(reader, low, "it may choose a number below 0, or meet one on the way")?;
        let negative = vec![domain.clone(), legal.clone(), negative.clone()];
        self.never(reader, negative, "it may lead to a number below 0")?;
        for (lo, _) in &scene.runs {
            let first = Term::number(self.game.runs_from().unwrap_or(0));
            let below = Term::whole(lo.clone()).compare(Comparison::Lt, &first)?;
            let below = vec![domain.clone(), legal.clone(), moved.clone(), below];
            self.never(reader, below, "it may turn a coin that does not exist")?;
        }
        for after in &scene.after {
            let mut reader = reader.clone();
            self.game.place(&mut reader, after);
            let inside = self.game.domain(&mut reader)?;
            let outside = vec![domain.clone(), legal.clone(), moved.clone(), !inside];
            self.never(&reader, outside, "it may lead outside the positions")?;
        }
        Ok(())
    }

    fn check_clause(&self, at: usize, witness: Option<&Machine>) -> Result<(), Rejected> {
        let (mut scene, aim) = self.scene(at)?;
        let reader = scene.reader.clone();
        let never = |parts, otherwise: &'static str| self.never(&reader, parts, otherwise);
        let (domain, legal) = (|| scene.domain.clone(), || scene.legal.clone());
        self.check_positions(&scene)?;
        let step = vec![domain(), legal(), scene.moved.clone()];
        let with = |more: Vec<Formula>| [step.clone(), more].concat();
        self.check_fall(&scene)?;
        let tracks = (0..scene.before.len()).chain(aim).chain(scene.bound.iter().copied());
        let tracks: Vec<Variable> = tracks.collect();
        let word = |machine: &Machine, tracks: &[Variable]| {
            Formula::Word(Rc::new(machine.clone()), tracks.to_vec())
        };
        let chosen = witness.map(|machine| word(machine, &tracks));
        let shown = self.stuck.and_then(|stuck| stuck.moves.get(at)?.as_ref());
        for chosen in chosen.iter().cloned().chain(shown.map(|machine| word(machine, &tracks))) {
            never(
                vec![domain(), chosen, !legal()],
                "its witness may choose something that is not a move",
            )?;
        }
        if let Some(stuck) = self.stuck {
            let stuck = word(&stuck.positions, &tracks[..scene.before.len()]);
            never(
                vec![domain(), stuck, legal()],
                "it may be possible at a position said to be stuck",
            )?;
        }
        // from here on runs have values, as those of moves do
        let (own, after) = self.around(&mut scene)?;
        let barred = with(vec![own.barred(&after)?]);
        let otherwise = match self.law {
            Law::Outcome { .. } => "it may lead from one position called lost to another",
            Law::Value(_) => "it may lead to a position of the same value",
        };
        self.never(&scene.reader, barred, otherwise)?;
        let Some(chosen) = chosen else { return Ok(()) };
        let misses = with(vec![chosen, !after.attains(aim)?]);
        self.never(&scene.reader, misses, "its witness may miss the position it aims at")
    }
}
