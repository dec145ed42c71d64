//! References to other games: checks that these exist, have the parameters they are given, and have
//! positions of the form at which they are asked.

use std::collections::BTreeMap;

use expr::ast::{Argument, Expr, GameRef, Span, ValueOf};
use expr::diagnostic::Diagnostic;
use expr::walk::values;
use expr::words::count;

use super::{merge, misplaced};
use crate::ast::{ParameterKind, Rule, State};
use crate::check::{Layout, misfit};
use crate::library::unknown_hint;
use crate::{Library, code, parse};

/// What is wrong with the games a resolved rule names.
pub(super) fn check(rule: &Rule, library: &dyn Library) -> Vec<Diagnostic> {
    let mut references = References { rule, library, known: BTreeMap::new(), mistakes: Vec::new() };
    for parameter in &rule.parameters {
        if let ParameterKind::Game(game) = &parameter.kind {
            references.game(game, parameter.span);
        }
    }
    if let Some(State::Product(first, second, span)) = &rule.state {
        for factor in [first, second] {
            references.game(factor, *span);
        }
    }
    for component in rule.components() {
        if let Some(game) = &component.game {
            references.position(game, std::slice::from_ref(&component.at));
        }
    }
    for definition in &rule.definitions {
        references.expression(&definition.body);
    }
    for claim in &rule.claims {
        let sets = claim.binders.iter().map(|b| &b.set);
        let parts = sets.chain(&claim.guard).chain([&claim.condition]);
        parts.for_each(|e| references.expression(e));
    }
    references.mistakes
}

struct References<'r> {
    rule: &'r Rule,
    library: &'r dyn Library,
    /// Games looked up before; `None` when there is no such game or it has mistakes.
    known: BTreeMap<String, Option<Rule>>,
    mistakes: Vec<Diagnostic>,
}

impl References<'_> {
    fn expression(&mut self, e: &Expr) {
        values(e, &mut |value| self.value(value));
    }

    /// The game of that name; an unknown one is reported. A game parameter may be any game.
    fn game(&mut self, name: &str, span: Span) -> Option<Rule> {
        let parameter =
            |p: &crate::ast::Parameter| p.name == name && matches!(p.kind, ParameterKind::Game(_));
        if self.rule.parameters.iter().any(parameter) {
            return None;
        }
        if let Some(known) = self.known.get(name) {
            return known.clone();
        }
        let source = self.library.source(name);
        let found = match &source {
            Some(source) => match parse(source) {
                (Some(rule), mistakes) if mistakes.is_empty() => {
                    merge(rule, self.library, &mut Vec::new()).ok()
                }
                _ => None,
            },
            None => code::from_name(name),
        };
        // A rule may speak of itself before the library knows it.
        if source.is_none() && found.is_none() && name != self.rule.name {
            let cause = format!("there is no game `{name}`");
            let help = unknown_hint(name, self.library);
            self.mistakes.push(Diagnostic::new("R029", cause, span).help(help));
        }
        self.known.insert(name.to_owned(), found.clone());
        found
    }

    fn value(&mut self, value: &ValueOf) {
        let Some(reference) = &value.game else { return };
        let Some(game) = self.position(reference, value.position.as_deref().unwrap_or_default())
        else {
            return;
        };
        if let Some((cause, help)) = misfit(&game, value.quantity) {
            let cause = format!("in `{}`: {cause}", game.name);
            self.mistakes.push(Diagnostic::new("R046", cause, reference.span).help(help));
        }
    }

    /// Checks a game and the positions named in it; the game, as far as it is known.
    fn position(&mut self, reference: &GameRef, sum: &[Vec<Expr>]) -> Option<Rule> {
        for (_, argument) in &reference.arguments {
            if let Argument::Game(game) = argument {
                self.game(game, reference.span);
            }
        }
        let game = self.game(&reference.name, reference.span)?;
        self.mistakes.extend(misplaced(&game, reference, "R028"));
        let Some(dimensions) = Layout::of(game.state.as_ref()).dimensions() else {
            return Some(game);
        };
        for position in sum.iter().filter(|position| position.len() != dimensions) {
            let span = position.first().map_or(reference.span, |e| e.span);
            let cause = format!(
                "a position of `{}` has {}, found {}",
                game.name,
                count(dimensions, "coordinate"),
                position.len()
            );
            let help = "coordinates stand in brackets: `at (a, b)`";
            self.mistakes.push(Diagnostic::new("R032", cause, span).help(help));
        }
        Some(game)
    }
}
