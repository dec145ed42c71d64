//! Laws of all positions, for the checker's theorem of automata: which moves to make, found as
//! automata.
//!
//! The clauses of the rule and the law are read by the checker's own reader; what is searched for
//! is a measure that falls, the nim-sums of the first coins where runs of coins are turned, and for
//! every clause the least choice of its bound variables that wins or reaches a smaller value.

mod numerals;
mod prefix;
mod script;

pub use script::walnut;

use self::numerals::{Numerals, machine, written};
use automata::{
    Automaton, Error as Limit, Formula, Name, Numeration, Relation, Solver, Term, Witness,
};
use checker::automata::formula::{Formula as Condition, Linear, Machine, Sign};
use checker::automata::game::{Game, Law};
use checker::automata::sentences::Claim;
use serde_json::{Value, json};
use std::rc::Rc;

use crate::{Error, Outcome, Question, sealed};

/// A certificate of the law, if it is true and definable in a numeration that is tried.
pub(crate) fn prove(
    question: &Question,
    pulse: &dyn Fn(u64, u64) -> bool,
) -> Result<Outcome, Error> {
    let unproved = |why: String| Ok(Outcome::Unproved(why));
    let Some(text) = &question.law else {
        return unproved("it must be said which law, such as `win iff n % 4 != 0`".into());
    };
    let read = Game::read(&question.rule, &question.parameters)
        .and_then(|game| Law::read(text, &game).map(|law| (game, law)));
    let (game, law) = match read {
        Ok(read) => read,
        Err(why) => return unproved(why),
    };
    if law.quantity() != question.quantity {
        return unproved(format!("the law is not about `{}`", question.quantity));
    }
    let search = match Search::of(&game, &law) {
        Ok(search) => search,
        Err(why) => return unproved(why),
    };
    let mut witnesses = Vec::new();
    let all = game.clauses().len();
    for clause in 0..all {
        if !pulse(clause as u64, all as u64) {
            return Err(Error::Interrupted);
        }
        match search.choice(clause) {
            Ok(witness) => witnesses.push(witness),
            Err(why) => return unproved(format!("move {}: {why}", clause + 1)),
        }
    }
    let data = json!({
        "numeration": search.numerals.written,
        "measure": search.measure.iter().map(|&weight| weight as u64).collect::<Vec<_>>(),
        "prefix": search.prefix.as_ref().map(|machine| written(machine)),
        "won": search.won.as_ref().map(|machine| written(machine)),
        "witnesses": witnesses,
    });
    Ok(sealed(question, text, "automata", &data))
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
    fn of(game: &'a Game, law: &'a Law) -> Result<Self, String> {
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
        Err(refusal.unwrap_or_default())
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
    fn won(&self) -> Result<Option<Rc<Machine>>, String> {
        let Law::Win(e) = self.law else { return Ok(None) };
        let (mut reader, own) = self.game.reader(&self.numerals.proved);
        let parts = vec![self.game.domain(&mut reader)?, reader.condition(e)?];
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
        let up = || 1i128..;
        let tried: [Vec<i128>; 5] = [
            vec![1; width],
            up().take(width).collect(),
            up().take(width).collect::<Vec<_>>().into_iter().rev().collect(),
            (0..width).map(|at| 1 << at).collect(),
            (0..width).rev().map(|at| 1 << at).collect(),
        ];
        let falls = |measure: &Vec<i128>| {
            let claim = Claim { measure, ..self.claim() };
            let fall =
                |at| claim.scene(at).is_ok_and(|(scene, _)| claim.check_fall(&scene).is_ok());
            (0..self.game.clauses().len()).all(fall)
        };
        let found = tried.iter().find(|measure| falls(measure));
        found.unwrap_or(&tried[0]).clone()
    }

    /// The machine of the least choices of a clause that are right, as JSON; null where none is.
    fn choice(&self, clause: usize) -> Result<Value, String> {
        let claim = self.claim();
        let (mut scene, aim) = claim.scene(clause)?;
        let (own, after) = claim.around(&mut scene)?;
        let inputs = self.game.width() + usize::from(aim.is_some());
        let tracks = inputs + scene.bound.len();
        let (demanded, right) = (own.demands(aim)?, after.attains(aim)?);
        let parts = vec![scene.domain, scene.legal, scene.moved, demanded, right];
        let whole = scene.reader.complete(Condition::all(parts));
        let mut solver = Solver::new(&self.numerals.search);
        let moves = satisfying(&mut solver, &whole, tracks, scene.reader.variables())?;
        if moves.is_empty() {
            return Ok(Value::Null);
        }
        let outputs: Vec<Name> = (inputs..tracks).map(named).collect();
        let witness = Witness::least(&mut solver, &moves, &outputs).map_err(|e| e.to_string())?;
        Ok(written(&machine(witness.automaton())))
    }
}

/// The values of the first variables for which some of the others satisfy the condition.
fn satisfying(
    solver: &mut Solver,
    condition: &Condition,
    tracks: usize,
    variables: usize,
) -> Result<Automaton, String> {
    let found = |error: Limit| error.to_string();
    let formula = translated(condition, solver.numeration()).map_err(found)?;
    let inner: Vec<Name> = (tracks..variables).map(named).collect();
    let set = solver.satisfying(&Formula::exists(inner, formula)).map_err(found)?;
    let names: Vec<Name> = (0..tracks).map(named).collect();
    let every = solver.all(&names).map_err(found)?;
    solver.and(&set, &every).map_err(found)
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
fn translated(condition: &Condition, numeration: &Numeration) -> Result<Formula, Limit> {
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
            relation.of(variables.iter().map(|&variable| Term::from(&*named(variable))))?
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
