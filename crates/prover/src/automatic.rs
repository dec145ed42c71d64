//! Laws of all positions, for the checker's theorem of automata: which moves to make, found as
//! automata.
//!
//! The checker's own reader reads the clauses of the rule and the law. The search looks for a measure
//! that every move decreases, for the nim-sums of the first coins if runs of coins are turned, and for
//! every clause for the least choice of its bound variables that wins or reaches a smaller value.

mod numerals;
mod prefix;
mod refuted;
mod script;
mod sentences;

pub use refuted::{Counterexample, refute};
pub use script::walnut;

use self::numerals::{Numerals, machine, written};
use self::sentences::Claim;
use automata::{Automaton, Error as Limit, Formula, Name, Numeration, Relation, Solver, Term};
use logic::formula::{Formula as Condition, Linear, Machine, OPEN, Sign};
use meaning::game::{Game, Law, Scene};
use message::message;
use serde_json::{Value, json};
use std::rc::Rc;

use crate::unproved::not_found;
use crate::{Certified, Question, Result, Tell, Unproved, sealed};

/// A certificate of the law, if it is true and definable in a numeration that is tried.
pub(crate) fn prove(question: &Question, tell: Tell<'_>) -> Result<Certified> {
    let (game, law) = read(question)?;
    let search = Search::of(&game, &law)?;
    let mut witnesses = Vec::new();
    let all = game.clauses().len();
    for clause in 0..all {
        tell(clause as u64, all as u64);
        if patience::is_over() {
            return Err(Unproved::Interrupted);
        }
        let of_move = |why: Unproved| why.within(message!("move {}", clause + 1));
        witnesses.push(search.choice(clause).map_err(of_move)?);
    }
    let stuck = law.stuck_wins().then(|| search.stuck()).transpose()?;
    let data = json!({
        "numeration": search.numerals.written,
        "measure": search.measure.iter().map(|&weight| weight as u64).collect::<Vec<_>>(),
        "prefix": search.prefix.as_ref().map(|machine| written(machine)),
        "won": search.won.as_ref().map(|machine| written(machine)),
        "stuck": stuck,
        "witnesses": witnesses,
    });
    sealed(question, question.law.as_deref().unwrap_or_default(), "automata", &data)
}

/// The game and the law that are asked about.
fn read(question: &Question) -> Result<(Game, Law)> {
    let text = question.law.as_ref();
    let text =
        text.ok_or_else(|| not_found("it must be said which law, such as `win iff n % 4 != 0`"))?;
    let game = Game::read(&question.rule, &question.parameters)?;
    let law = Law::read(text, &game)?;
    match law.quantity() == question.quantity {
        true => Ok((game, law)),
        false => Err(not_found(message!("the law is not about `{}`", question.quantity))),
    }
}

/// All but the witnesses.
struct Search<'a> {
    game: &'a Game,
    law: &'a Law,
    numerals: Numerals,
    measure: Vec<i128>,
    prefix: Option<Rc<Machine>>,
    won: Option<Rc<Machine>>,
}

impl<'a> Search<'a> {
    fn of(game: &'a Game, law: &'a Law) -> Result<Self> {
        let prefix = game.runs_from().map(|first| prefix::guess(game, law, first));
        let prefix = prefix.transpose()?.map(Rc::new);
        let mut refusal = None;
        for numerals in Numerals::candidates(game, law)? {
            let (measure, prefix) = (vec![1; game.width()], prefix.clone());
            let mut search = Self { game, law, numerals, measure, prefix, won: None };
            search.won = match search.won() {
                Ok(won) => won,
                Err(why) => {
                    refusal = refusal.or(Some(why));
                    continue;
                }
            };
            let read = |clause| {
                search
                    .claim()
                    .scene(clause)
                    .and_then(|(mut scene, _)| search.claim().around(&mut scene).map(|_| ()))
            };
            match (0..game.clauses().len()).try_for_each(read) {
                Ok(()) => {
                    search.measure = search.falling();
                    return Ok(search);
                }
                Err(why) => refusal = refusal.or(Some(why)),
            }
        }
        Err(refusal.unwrap_or_else(|| not_found("no numeration is tried")))
    }

    fn claim(&self) -> Claim<'_> {
        Claim {
            game: self.game,
            law: self.law,
            numeration: &self.numerals.proved,
            measure: &self.measure,
            prefix: self.prefix.as_ref(),
            won: self.won.as_ref(),
        }
    }

    /// The positions that a law of the outcome calls won, where it needs variables of its own.
    fn won(&self) -> Result<Option<Rc<Machine>>> {
        let Law::Outcome { wins, .. } = self.law else { return Ok(None) };
        let (mut reader, own) = self.game.reader(&self.numerals.proved);
        let parts = vec![self.game.domain(&mut reader)?, reader.condition(wins)?];
        if reader.variables() == own.len() {
            return Ok(None);
        }
        let won = reader.complete(Condition::all(parts));
        let mut solver = Solver::new(&self.numerals.search);
        let won = satisfying(&mut solver, &won, own.len(), reader.variables())?;
        Ok(Some(Rc::new(machine(&won))))
    }

    /// Weights with which every move lowers the measure, if some that are tried do; else the last.
    fn falling(&self) -> Vec<i128> {
        let width = self.game.width();
        // all alike; rising and falling by one, and as powers
        let mut tried = vec![vec![1; width], (1i128..).take(width).collect()];
        for base in 2i128..=4 {
            tried.push(std::iter::successors(Some(1), |w| Some(w * base)).take(width).collect());
        }
        for at in 1..tried.len() {
            tried.push(tried[at].iter().copied().rev().collect());
        }
        let falls = |measure: &Vec<i128>| {
            let claim = Claim { measure, ..self.claim() };
            let fall = |at| claim.scene(at).is_ok_and(|(scene, _)| claim.falls(&scene) == Ok(true));
            (0..self.game.clauses().len()).all(fall)
        };
        let found = tried.iter().find(|measure| falls(measure));
        found.unwrap_or(&tried[0]).clone()
    }

    /// The machine of the least choices of a clause that are right, as JSON; null where none is.
    fn choice(&self, clause: usize) -> Result<Value> {
        let claim = self.claim();
        let (mut scene, aim) = claim.scene(clause)?;
        let (own, after) = claim.around(&mut scene)?;
        let right = vec![own.demands(aim)?, after.attains(aim)?];
        let mut solver = Solver::new(&self.numerals.search);
        let moves = self.moves(&mut solver, &scene, right)?;
        self.least(&mut solver, &moves, &scene)
    }

    /// Positions without a move, and of the others some moves, as JSON.
    fn stuck(&self) -> Result<Value> {
        let mut solver = Solver::new(&self.numerals.search);
        let own: Vec<Name> = (0..self.game.width()).map(named).collect();
        let mut stuck = solver.all(&own)?;
        let mut all = Vec::new();
        for clause in 0..self.game.clauses().len() {
            let (scene, _) = self.claim().scene(clause)?;
            let moves = self.moves(&mut solver, &scene, Vec::new())?;
            let bound: Vec<Name> = scene.bound.iter().copied().map(named).collect();
            let movable = solver.exists(&bound, &moves)?;
            stuck = solver.minus(&stuck, &movable)?;
            all.push(self.least(&mut solver, &moves, &scene)?);
        }
        Ok(json!({"positions": written(&machine(&stuck)), "moves": all}))
    }

    /// The moves of a clause, over the coordinates, the aim and the bound variables, that satisfy
    /// more.
    fn moves(&self, solver: &mut Solver, scene: &Scene, more: Vec<Condition>) -> Result<Automaton> {
        let Scene { domain, legal, moved, reader, .. } = scene;
        let parts = vec![domain.clone(), legal.clone(), moved.clone()];
        let whole = reader.complete(Condition::all([parts, more].concat()));
        satisfying(solver, &whole, self.tracks(scene).len(), reader.variables())
    }

    /// The least of some moves for every input, as JSON; null where there are none.
    fn least(&self, solver: &mut Solver, moves: &Automaton, scene: &Scene) -> Result<Value> {
        if moves.is_empty() {
            return Ok(Value::Null);
        }
        let names = self.tracks(scene);
        let outputs = &names[names.len() - scene.bound.len()..];
        Ok(written(&machine(&solver.least(moves, outputs)?)))
    }

    /// The names of the coordinates, the aim and the bound variables.
    fn tracks(&self, scene: &Scene) -> Vec<Name> {
        let aims = usize::from(matches!(self.law, Law::Value(_)));
        (0..self.game.width() + aims + scene.bound.len()).map(named).collect()
    }
}

/// The values of the first variables for which some of the others satisfy the condition.
fn satisfying(
    solver: &mut Solver,
    condition: &Condition,
    tracks: usize,
    variables: usize,
) -> Result<Automaton> {
    let formula = translated(condition, solver.numeration())?;
    let inner: Vec<Name> = (tracks..variables).map(named).collect();
    let set = solver.satisfying(&Formula::exists(inner, formula))?;
    let names: Vec<Name> = (0..tracks).map(named).collect();
    let every = solver.all(&names)?;
    Ok(solver.and(&set, &every)?)
}

/// The name of a variable; names sort as the numbers do.
fn named(variable: usize) -> Name {
    format!("v{variable:04}").into()
}

fn term(form: &Linear) -> Term {
    let terms = form.coefficients.iter();
    terms.fold(Term::from(form.constant), |sum, (&variable, &coefficient)| {
        sum + Term::from(&*named(variable)) * coefficient
    })
}

/// A condition of the checker as a formula of the solver.
fn translated(condition: &Condition, numeration: &Numeration) -> Result<Formula> {
    match condition {
        // constants cost the solver as many states as they have digits
        Condition::Compare(form, _) => Linear { constant: 0, ..form.clone() }.bounded()?,
        Condition::Remainder(_, modulus, _) if modulus.unsigned_abs() > OPEN => {
            return Err(not_found(message!("a remainder modulo {modulus}")));
        }
        _ => {}
    }
    let all = |list: &[Condition]| {
        list.iter().map(|part| translated(part, numeration)).collect::<Result<Vec<_>, _>>()
    };
    Ok(match condition {
        Condition::Constant(truth) => Formula::constant(*truth),
        Condition::Compare(form, Sign::Zero) => term(form).equals(0),
        Condition::Compare(form, Sign::AtMost) => term(form).at_most(0),
        Condition::Remainder(form, modulus, rest) => {
            // the form may be negative, a bound number may not
            let multiple = || Term::from("multiple") * *modulus;
            let above = (term(form) - *rest).equals(multiple());
            let below = (term(form) + multiple()).equals(*rest);
            Formula::exists(["multiple"], above.or(below))
        }
        Condition::Word(machine, variables) => {
            let relation = relation(machine, variables.len(), numeration)?;
            let named = variables.iter().map(|&variable| Term::from(&*named(variable)));
            relation.of(named)?
        }
        Condition::Not(inner) => !translated(inner, numeration)?,
        Condition::And(list) => Formula::all(all(list)?),
        Condition::Or(list) => Formula::any(all(list)?),
    })
}

fn relation(machine: &Machine, tracks: usize, numeration: &Numeration) -> Result<Relation, Limit> {
    let names: Vec<Name> = (0..tracks).map(named).collect();
    let names: Vec<&str> = names.iter().map(|name| &**name).collect();
    let step = |state: usize, digits: &[u32]| machine.steps.get(state)?.get(digits).copied();
    let limits = automata::Limits::default();
    let automaton = numeration.relation(&names, &machine.accepting, step, &limits)?;
    Relation::new("machine", &names, numeration, automaton)
}
