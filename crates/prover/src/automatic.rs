//! Laws of the outcome, for the checker's theorem of automata: which moves win, found as automata.
//!
//! The clauses of the rule and the law are read by the checker's own reader; what is searched for
//! is, for every clause, the least winning choice of its bound variables.

use automata::{Error as Limit, Formula, Name, Numeration, Relation, Solver, Term, Witness};
use checker::automata::formula::{Formula as Condition, Linear, Machine, Sign};
use checker::automata::game::{Clause, Game, winning};
use expr::ast::Expr;
use serde_json::{Value, json};

use crate::{Error, Outcome, Question, sealed};

/// A certificate of the law, if it is true and definable in base 2.
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
    let mut witnesses = Vec::new();
    let all = game.clauses().len() as u64;
    for (done, clause) in (0..).zip(game.clauses()) {
        if !pulse(done, all) {
            return Err(Error::Interrupted);
        }
        match choice(&game, clause, &winning) {
            Ok(witness) => witnesses.push(witness),
            Err(why) => return unproved(why),
        }
    }
    let data = json!({"numeration": {"base": 2}, "witnesses": witnesses});
    Ok(sealed(question, law, "automata", &data))
}

/// The machine of the least winning choices of a clause, as JSON; null where it never wins.
fn choice(game: &Game, clause: &Clause, winning: &Expr) -> Result<Value, String> {
    let mut scene = game.scene(clause, true)?;
    game.place(&mut scene.reader, &scene.after);
    let lost = !scene.reader.condition(winning)?;
    let tracks = game.width() + clause.bound().count();
    let parts = vec![scene.domain, scene.legal, scene.moved, lost, scene.reader.definitions()];
    let found = |error: Limit| error.to_string();
    let numeration = Numeration::base(2).map_err(found)?;
    let formula = translated(&Condition::And(parts), &numeration).map_err(found)?;
    let inner: Vec<Name> = (tracks..scene.reader.variables()).map(named).collect();
    let mut solver = Solver::new(&numeration);
    let names: Vec<Name> = (0..tracks).map(named).collect();
    let moves = solver.satisfying(&Formula::exists(inner, formula)).map_err(found)?;
    let every = solver.all(&names).map_err(found)?;
    let moves = solver.and(&moves, &every).map_err(found)?;
    if moves.is_empty() {
        return Ok(Value::Null);
    }
    let witness = Witness::least(&mut solver, &moves, &names[game.width()..]).map_err(found)?;
    let machine = witness.automaton();
    let accepting: Vec<bool> = (0..machine.states()).map(|q| machine.is_accepting(q)).collect();
    let steps = (0..machine.states()).flat_map(|from| {
        machine.transitions(from).map(move |(digits, to)| json!([from, digits, to]))
    });
    Ok(json!({"accepting": accepting, "steps": steps.collect::<Vec<_>>()}))
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
