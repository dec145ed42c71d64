//! Every rule of the catalogue is read without complaint and printed so that it can be read back.

use crate::shelf::{Shelf, files};
#[allow(dead_code, reason = "other tests use the rest")]
use expr::diagnostic::{Diagnostic, render};
use rule::{Rule, bind, load, parse, resolve};

/// The rule of a text without mistakes.
fn parsed(name: &str, source: &str) -> Rule {
    let (rule, mistakes) = parse(source);
    assert!(mistakes.is_empty(), "{}", render(name, source, &mistakes));
    rule.unwrap()
}

#[test]
fn every_rule_is_read_and_printed() {
    let shelf = Shelf::catalogue();
    assert!(shelf.0.len() >= 40, "{}", shelf.0.len());
    for (name, source) in &shelf.0 {
        let rule = parsed(name, source);
        assert_eq!(rule.name, *name);
        let printed = rule.to_string();
        assert!(parsed(name, &printed) == rule, "{printed}");
    }
}

#[test]
fn no_nim_sum_of_the_catalogue_is_taken_for_a_power() {
    for (name, source) in Shelf::catalogue().0.into_iter().chain(files("claims")) {
        assert_eq!(rule::doubtful_power(&source), None, "{name}");
    }
}

#[test]
fn every_list_of_claims_resolves_to_its_game_with_these_claims_alone() {
    let shelf = Shelf::catalogue();
    let lists = files("claims");
    assert!(lists.len() >= 100, "{}", lists.len());
    for (name, source) in &lists {
        let complain = |mistakes: Vec<Diagnostic>| panic!("{}", render(name, source, &mistakes));
        let stated = parsed(name, source);
        assert!(parsed(name, &stated.to_string()) == stated, "{stated}");
        let claims = stated.claims.len();
        let resolved = resolve(stated, &shelf).unwrap_or_else(complain);
        assert_eq!((&resolved.name, resolved.claims.len()), (name, claims));
        let game = load(name, &shelf).unwrap();
        assert_eq!(resolved.as_played().moves.len(), game.moves.len(), "{name}");
        assert_eq!((resolved.title, resolved.notes), (game.title, game.notes), "{name}");
        let parameters =
            |rule: &Rule| rule.parameters.iter().map(ToString::to_string).collect::<Vec<_>>();
        assert_eq!(
            parameters(&load(name, &shelf).unwrap()),
            resolved.parameters.iter().map(ToString::to_string).collect::<Vec<_>>()
        );
    }
}

#[test]
fn every_rule_resolves_to_one_that_can_be_printed_and_bound() {
    let shelf = Shelf::catalogue();
    for (name, source) in &shelf.0 {
        let complain = |mistakes: Vec<Diagnostic>| panic!("{}", render(name, source, &mistakes));
        let resolved = resolve(parsed(name, source), &shelf).unwrap_or_else(complain);
        let printed = resolved.to_string();
        assert!(parsed(name, &printed) == resolved, "{printed}");
        assert_eq!(load(name, &shelf), Ok(resolved.clone()));
        let instance = bind(&resolved, &[]).unwrap();
        assert_eq!(instance.values.len(), resolved.parameters.len());
    }
}
