//! Games that a rule leads to: each is lowered once, even if they refer to each other in a circle.

use crate::exact::Exact;
use crate::scope::Scope;
use crate::state::{Layout, Space};
use crate::{Clause, Lowered, Starts, Sum, constant, lower_move, mistake};
use expr::ast::{Argument, GameRef, Span};
use expr::diagnostic::{Diagnostic, Result};
use expr::substitute::{Bindings, int};
use rule::ast::{Definition, End, ParameterKind, State};
use rule::{Constant, Instance, Library};
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::sync::Arc;

/// Most games that one game may lead to.
const MAX_GAMES: usize = 32;

/// The games a rule leads to, as far as they are known.
pub(crate) struct Games<'a> {
    library: &'a dyn Library,
    known: RefCell<Vec<(Instance, Layout)>>,
}

/// Lowers a bound rule and every game it leads to.
///
/// # Errors
/// Mistakes that show only with the parameters put in.
pub fn lower(instance: &Instance, library: &dyn Library) -> Result<Lowered, Vec<Diagnostic>> {
    let games = Games { library, known: RefCell::default() };
    let mut lowered = games.lower(instance)?;
    for number in 0.. {
        let next = games.known.borrow().get(number).map(|(instance, _)| instance.clone());
        let Some(instance) = next else { break };
        lowered.foreign.push(games.lower(&instance)?);
    }
    Ok(lowered)
}

impl Games<'_> {
    /// A factor of a product.
    pub(crate) fn factor(&self, name: &str) -> Result<Lowered, Vec<Diagnostic>> {
        let factor = rule::instance(name, &[], self.library).map_err(|e| {
            vec![mistake("G012", Span::default(), e.to_string(), "", "see `mexlab list`")]
        })?;
        if matches!(factor.rule.state, Some(rule::ast::State::Product(..))) {
            let help = "multiply two one-dimensional coin games";
            let message = "products of products are not supported";
            return Err(vec![mistake("G011", Span::default(), message, "", help)]);
        }
        self.lower(&factor)
    }

    fn lower(&self, instance: &Instance) -> Result<Lowered, Vec<Diagnostic>> {
        let rule = &instance.rule;
        let one = |d: Diagnostic| vec![d];
        let mut bindings = instance.bindings();
        if rule.state.is_none() && rule.start.is_none() {
            let help = "add a line such as `heap n` or `state (a, b)`";
            return Err(vec![mistake("G002", Span::default(), "the rule has no state", "", help)]);
        }
        let space = Space::lower(instance, &mut bindings, self)?;
        let definitions: Vec<Definition> =
            rule.definitions.iter().map(|d| definition(d, &bindings)).collect();
        let exact = Exact::new(&definitions)?;
        let scope = Scope::of_rule(instance, bindings.clone(), &space, &exact, self);
        let clauses = scope.clauses()?;
        let endings = super::endings(&rule.ends, &scope);
        let condition = space.condition.as_ref().map(|c| scope.expr(c));
        let start = rule.start.as_ref().map(|s| scope.starts(s)).transpose().map_err(one)?;
        let heaps = space.layout.dimensions.len();
        let has_alike = matches!(rule.state, Some(State::Heaps { .. })) && endings.is_empty();
        Ok(Lowered {
            instance: instance.clone(),
            symmetric: space.symmetric,
            alike: has_alike && super::blind::are_blind(&rule.moves, &definitions, heaps),
            condition,
            sum: space.sum,
            play: rule.play,
            endings,
            stuck_wins: rule.ends.contains(&End::StuckWins),
            partizan: rule.is_partizan(),
            start,
            definitions,
            clauses,
            bindings,
            foreign: Vec::new(),
            dimensions: space.layout.dimensions,
            shape: space.layout.shape,
        })
    }

    /// The number and coordinates of the game that a reference in the rule of `instance` means;
    /// no number for that rule itself.
    pub(crate) fn find(
        &self,
        reference: &GameRef,
        scope: &Scope<'_>,
    ) -> Result<(Option<usize>, Layout)> {
        let instance = self.instance(reference, scope)?;
        if instance == *scope.instance {
            return Ok((None, scope.space.layout.clone()));
        }
        let known = self.known.borrow().iter().position(|(known, _)| *known == instance);
        if let Some(number) = known {
            return Ok((Some(number), self.known.borrow()[number].1.clone()));
        }
        let mut own = instance.bindings();
        let space =
            Space::lower(&instance, &mut own, self).map_err(|mut all| all.swap_remove(0))?;
        if space.sum == Sum::Symmetric {
            let message = format!("`{}` is a coin game: its positions are boards", reference.name);
            let help = "components of a sum are games of numbers, rows and sets";
            return Err(mistake("G015", reference.span, message, "", help));
        }
        let number = self.known.borrow().len();
        if number == MAX_GAMES {
            let message = format!("the game leads to more than {MAX_GAMES} other games");
            let help = "make what changes from move to move a coordinate, not a parameter";
            return Err(mistake("G015", reference.span, message, "one too many", help));
        }
        self.known.borrow_mut().push((instance, space.layout.clone()));
        Ok((Some(number), space.layout))
    }

    fn instance(&self, reference: &GameRef, scope: &Scope<'_>) -> Result<Instance> {
        let wrong = |why: String| {
            let help = "see `mexlab list` for games and their parameters";
            mistake("G016", reference.span, why, "", help)
        };
        let name = scope.bindings.game_name(&reference.name);
        let own = &scope.instance.rule;
        let rule = match name == own.name {
            true => Arc::clone(own),
            false => Arc::new(rule::load(&name, self.library).map_err(|e| wrong(e.to_string()))?),
        };
        let mut values = BTreeMap::new();
        for (i, (given, argument)) in reference.arguments.iter().enumerate() {
            let parameter = match given {
                Some(name) => rule.parameters.iter().find(|p| p.name == *name),
                None => rule.parameters.get(i),
            };
            let Some(parameter) = parameter else {
                let what = given.clone().unwrap_or_else(|| (i + 1).to_string());
                return Err(wrong(format!("`{name}` has no parameter {what}")));
            };
            let value = scope.argument(argument, &parameter.kind)?;
            values.insert(parameter.name.clone(), value);
        }
        rule::bind_constants(&rule, &values).map_err(|e| wrong(e.to_string()))
    }
}

fn definition(d: &Definition, bindings: &Bindings) -> Definition {
    let mut inner = bindings.clone();
    inner.names.retain(|name, _| !d.arguments.contains(name));
    Definition { body: inner.expr(&d.body), ..d.clone() }
}

impl Scope<'_> {
    /// The clauses of the rule.
    fn clauses(&self) -> Result<Vec<Clause>, Vec<Diagnostic>> {
        let (mut clauses, mut mistakes) = (Vec::new(), Vec::new());
        for (number, movement) in self.instance.rule.moves.iter().enumerate() {
            match lower_move(movement, number + 1, self) {
                Ok(lowered) => clauses.extend(lowered),
                Err(mistake) => mistakes.push(mistake),
            }
        }
        clauses.extend(self.space.clauses.iter().cloned());
        if mistakes.is_empty() { Ok(clauses) } else { Err(mistakes) }
    }

    /// What another game's parameter is set to.
    fn argument(&self, argument: &Argument, kind: &ParameterKind) -> Result<Constant> {
        if let Argument::Expr(e) = argument
            && let Some(own) = e.as_name().and_then(|name| self.instance.values.get(name))
        {
            return Ok(own.clone());
        }
        Ok(match (argument, kind) {
            (Argument::Game(name), _) => Constant::Game(self.bindings.game_name(name)),
            (Argument::Expr(e), _) if e.is_set() => {
                Constant::Set(self.number_set(e, Span::default())?)
            }
            // A word of the other game stands for itself; binding reads it by its text.
            (Argument::Expr(e), ParameterKind::Word { .. } | ParameterKind::Game(_)) => {
                Constant::Game(e.as_name().map_or_else(|| e.to_string(), str::to_owned))
            }
            (Argument::Expr(e), ParameterKind::List(_)) => {
                let entries = self.list(e).ok_or_else(|| super::not_constant(e))?;
                let entries = entries.iter().map(|e| constant(e, &self.bindings));
                Constant::List(entries.collect::<Result<_, _>>()?)
            }
            (Argument::Expr(e), ParameterKind::Set(_)) => {
                Constant::Set(self.number_set(e, e.span)?)
            }
            (Argument::Expr(e), ParameterKind::Int { .. }) => {
                Constant::Int(self.known(&self.expr(e)).ok_or_else(|| super::not_constant(e))?)
            }
        })
    }

    /// Starting positions; a row's list that is too short leaves the entries behind it at their
    /// least value.
    fn starts(&self, start: &rule::ast::Start) -> Result<Starts> {
        let least =
            |size: &rule::ast::Size| match (&size.from, self.space.layout.dimensions.first()) {
                (Some(e), _) => self.expr(e),
                (None, Some(first)) if start.sizes.len() == 1 => int(first.lo),
                (None, _) => int(0),
            };
        let sizes = start.sizes.iter().map(|s| (s.name.clone(), least(s))).collect();
        // A size may have the name of a coordinate.
        let inner = start.sizes.iter().fold(self.clone(), |scope, s| scope.hiding(&s.name));
        let components = start.position.iter().map(|c| inner.component(c, true));
        let components = components.collect::<Result<_, _>>()?;
        Ok(Starts { sizes, components })
    }
}
