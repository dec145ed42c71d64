//! Every rule of the catalogue is read without complaint and printed so that it can be read back.

#![expect(clippy::unwrap_used, reason = "a test may panic")]

#[allow(dead_code, reason = "other tests use the rest")]
mod shelf;

use expr::diagnostic::{Diagnostic, render};
use rule::{Rule, bind, load, parse, resolve};
use shelf::Shelf;

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
