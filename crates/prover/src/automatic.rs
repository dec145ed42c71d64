//! Laws of the outcome, for the checker's theorem of automata: which moves win, found as automata.
//!
//! The clauses of the rule and the law are read by the checker's own reader; what is searched for
//! is, for every clause, the least winning choice of its bound variables.

mod numerals;

use automata::{
    Automaton, Error as Limit, Formula, Name, Numeration, Relation, Solver, Term, Witness,
};
use checker::automata::formula::{Formula as Condition, Linear, Machine, Sign};
use checker::automata::game::{Clause, Game, winning};
use expr::ast::Expr;
use serde_json::{Map, Value, json};

use self::numerals::{Numerals, written};
use crate::{Error, Outcome, Question, sealed};

/// A certificate of the law, if it is true and definable.
pub(crate) fn prove(
    question: &Question,
    pulse: &dyn Fn(u64, u64) -> bool,
) -> Result<Outcome, Error> {
    let unproved = |why: String| Ok(Outcome::Unproved(why));
    if question.quantity != "win" {
        let quantity = &question.quantity;
        return unproved(format!("laws of rules are proved of `win`, not of `{quantity}`"));
    }
    let Some(law) = &question.law else {
        return unproved("it must be said which law, such as `win iff n % 4 != 0`".into());
    };
    let read = Game::read(&question.rule, &question.parameters)
        .and_then(|game| winning(law).map(|winning| (game, winning)));
    let (game, winning) = match read {
        Ok(read) => read,
        Err(why) => return unproved(why),
    };
    let numerals = match Numerals::of(&game, &winning) {
        Ok(numerals) => numerals,
        Err(why) => return unproved(why),
    };
    let mut search = match Search::new(&game, &winning, &numerals) {
        Ok(search) => search,
        Err(why) => return unproved(why),
    };
    let mut witnesses = Vec::new();
    let all = game.clauses().len() as u64;
    for (done, clause) in (0..).zip(game.clauses()) {
        if !pulse(done, all) {
            return Err(Error::Interrupted);
        }
        match search.choice(clause) {
            Ok(witness) => witnesses.push(witness),
            Err(why) => return unproved(why),
        }
    }
    let parameters: Map<String, Value> =
        question.parameters.iter().map(|(name, text)| (name.clone(), json!(text))).collect();
    Ok(sealed(&json!({
        "mexlab-certificate": checker::VERSION,
        "rule": question.rule,
        "parameters": parameters,
        "quantity": "win",
        "law": law,
        "theorem": "automata",
        "data": {"numeration": numerals.written, "witnesses": witnesses},
    })))
}

/// A search for winning moves.
struct Search<'g> {
    game: &'g Game,
    numerals: &'g Numerals,
    solver: Solver,
    /// The positions that the law calls lost.
    lost: Relation,
}

impl<'g> Search<'g> {
    fn new(game: &'g Game, winning: &Expr, numerals: &'g Numerals) -> Result<Self, String> {
        let found = |error: Limit| error.to_string();
        let (mut reader, own) = game.reader(&numerals.proved);
        let domain = game.domain(&mut reader)?;
        let lost = !reader.condition(winning)?;
        let parts = vec![reader.complete(Condition::And(vec![domain, lost]))];
        let mut solver = Solver::new(&numerals.search);
        let lost = satisfying(&mut solver, parts, own.len(), reader.variables())?;
        let names: Vec<Name> = (0..own.len()).map(named).collect();
        let names: Vec<&str> = names.iter().map(|name| &**name).collect();
        let lost = Relation::new("lost", &names, &numerals.search, lost).map_err(found)?;
        Ok(Self { game, numerals, solver, lost })
    }

    /// The machine of the least winning choices of a clause, as JSON; null where it never wins.
    fn choice(&mut self, clause: &Clause) -> Result<Value, String> {
        let found = |error: Limit| error.to_string();
        let scene = self.game.scene(clause, &self.numerals.proved)?;
        let (width, inner) = (self.game.width(), scene.reader.variables());
        let tracks = width + clause.bound().count();
        let parts = Condition::And(vec![scene.domain, scene.legal, scene.moved]);
        let parts =
            translated(&scene.reader.complete(parts), &self.numerals.search).map_err(found)?;
        let lost = self.lost.of(scene.after.iter().map(term)).map_err(found)?;
        let formula = parts.and(lost);
        let moves = projected(&mut self.solver, formula, tracks, inner)?;
        if moves.is_empty() {
            return Ok(Value::Null);
        }
        let outputs: Vec<Name> = (width..tracks).map(named).collect();
        let witness = Witness::least(&mut self.solver, &moves, &outputs).map_err(found)?;
        Ok(written(witness.automaton()))
    }
}

/// The values of the first variables for which some of the others satisfy all parts.
fn satisfying(
    solver: &mut Solver,
    parts: Vec<Condition>,
    tracks: usize,
    variables: usize,
) -> Result<Automaton, String> {
    let numeration = solver.numeration().clone();
    let formula = translated(&Condition::And(parts), &numeration).map_err(|e| e.to_string())?;
    projected(solver, formula, tracks, variables)
}

fn projected(
    solver: &mut Solver,
    formula: Formula,
    tracks: usize,
    variables: usize,
) -> Result<Automaton, String> {
    let found = |error: Limit| error.to_string();
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
