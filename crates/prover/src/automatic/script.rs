//! The sentences of a question as a script for Walnut, so that others can decide them.

use super::{Search, named, translated};
use crate::unproved::not_found;
use crate::{Question, Result};
use automata::walnut::{Script, script};
use automata::{Formula, Name};
use logic::formula::Formula as Condition;
use meaning::game::{Game, Law};

/// A script that decides a law of the outcome or of the nim-values (docs/certificates.md, theorem
/// `automata`): for every move a sentence `closedN` that it does not lead from a position called
/// lost to another, or to the same value, and `reached`, that all moves wanted are there. That moves
/// lead to positions and lower a measure is left to the reader.
///
/// # Errors
/// What is not definable, or which limit was met.
pub fn walnut(question: &Question) -> Result<Script> {
    let text = question.law.as_ref().ok_or_else(|| not_found("it must be said which law"))?;
    let game = Game::read(&question.rule, &question.parameters)?;
    let law = Law::read(text, &game)?;
    let search = Search::of(&game, &law)?;
    let sentences = sentences(&search)?;
    let listed: Vec<(&str, &Formula)> =
        sentences.iter().map(|(name, formula)| (name.as_str(), formula)).collect();
    Ok(script(&search.numerals.search, &listed)?)
}

/// The sentences with their names.
fn sentences(search: &Search<'_>) -> Result<Vec<(String, Formula)>> {
    let translated = |condition: &Condition| translated(condition, &search.numerals.search);
    let claim = search.claim();
    let names = |from: usize, to: usize| (from..to).map(named).collect::<Vec<Name>>();
    let mut sentences = Vec::new();
    let mut reached = Vec::new();
    let mut wanted = None;
    for clause in 0..search.game.clauses().len() {
        let (mut scene, aim) = claim.scene(clause)?;
        let (own, after) = claim.around(&mut scene)?;
        let (inputs, all) =
            (search.game.width() + usize::from(aim.is_some()), scene.reader.variables());
        let step = vec![scene.domain.clone(), scene.legal, scene.moved];
        let with = |more: Condition| {
            translated(&scene.reader.complete(Condition::all([step.clone(), vec![more]].concat())))
        };
        let closed = Formula::forall(names(0, all), !with(own.barred(&after)?)?);
        sentences.push((format!("closed{}", clause + 1), closed));
        reached.push(Formula::exists(names(inputs, all), with(after.attains(aim)?)?));
        let demanded = Condition::all(vec![scene.domain, own.demands(aim)?]);
        // for all values of the inputs there are those of the variables that the demand needs
        let demanded =
            Formula::exists(names(inputs, all), translated(&scene.reader.complete(demanded))?);
        wanted.get_or_insert((inputs, demanded));
    }
    if let Some((inputs, demanded)) = wanted {
        let reached = demanded.implies(Formula::any(reached));
        sentences.push(("reached".to_owned(), Formula::forall(names(0, inputs), reached)));
    }
    Ok(sentences)
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test fails by panicking")]
mod tests {
    use super::*;
    use automata::{Solver, Verdict};

    /// Which sentences are true.
    fn decided(rule: &str, law: &str) -> Vec<bool> {
        let game = Game::read(rule, &[]).unwrap();
        let law = Law::read(law, &game).unwrap();
        let search = Search::of(&game, &law).unwrap();
        let mut solver = Solver::new(&search.numerals.search);
        let sentences = sentences(&search).unwrap();
        sentences.iter().map(|(_, s)| solver.decide(s).unwrap() == Verdict::True).collect()
    }

    #[test]
    fn sentences_are_true_of_true_laws_alone() {
        let wythoff = include_str!("../../../../rules/pair/wythoff.game");
        let pairs = |slope: &str| format!("lose iff min(a, b) = floor({slope} * abs(a - b))");
        assert_eq!(decided(wythoff, &pairs("phi")), [true; 4]);
        // (7, 10) to (7, 5)
        assert_eq!(decided(wythoff, &pairs("phi * phi")), [false, false, true, false]);
        assert_eq!(decided(wythoff, "lose iff a = b"), [true, true, false, true]);
        let bash = "game bash\nheap n\nmove n -> n - t  for t in 1..min(n, 3)\n";
        assert_eq!(decided(bash, "sg = n % 4"), [true; 2]);
        assert_eq!(decided(bash, "sg = n % 3"), [false, true]);
        assert_eq!(decided(bash, "sg = n % 5"), [true, false]);
    }
}
